/** All that is known of one exchange, fetched part by part as it is looked at. */
import { Paced } from "./model/paced.js";
import { reason } from "./model/words.js";

export class Detail {
	/** @type {Flow | null} */
	flow = null;
	/** @type {Explained | null} */
	explained = null;
	/** @type {Map<string, any>} */
	#parts = new Map();
	/** What could not be had, in the server's words. @type {string | null} */
	error = null;
	/** @type {Map<string, Uint8Array>} */
	#octets = new Map();
	/** @type {Map<string, Tokens>} */
	#tokens = new Map();
	/** @type {Map<string, string>} */
	#failed = new Map();
	/** @type {Set<string>} */
	#asked = new Set();

	/** @param {Session} session @param {number} id @param {() => void} changed */
	constructor(session, id, changed) {
		this.session = session;
		this.id = id;
		this.changed = changed;
	}

	/** What one looks at first, in one answer. */
	async load() {
		try {
			const { explained, wire, ...flow } = await this.session.get(`/api/flows/${this.id}?with=explained,wire`);
			for (const [side, text] of Object.entries(wire)) {
				// What there is not is asked for when somebody looks: then it is told why.
				if (text === null) continue;
				const key = `${side}/wire?from=0&length=65536`;
				this.#asked.add(key);
				this.#octets.set(key, Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0)));
			}
			[this.flow, this.explained] = [flow, explained];
		} catch (error) {
			// Nobody answered: the browser's words for that are no sentence.
			this.error = error instanceof TypeError
				? "Hark does not respond: it was stopped, or is unreachable."
				: reason(error);
		}
		this.changed();
	}

	/** The last message of this kind is the one whose octets there are. @param {Side} side @returns {Message | null} */
	message(side) {
		return this.explained?.messages.findLast((message) => message.kind === side) ?? null;
	}

	/** A window of octets that was fetched, or null: then it is fetched. @param {Side} side @param {string} part @param {number} [from] @param {number} [length] */
	window(side, part, from = 0, length = 65_536) {
		const key = `${side}/${part}?from=${from}&length=${length}`;
		const held = this.#octets.get(key);
		if (!held) this.octets(side, part, from, length);
		return held ?? null;
	}

	/** @param {Side} side @param {string} part @param {number} [from] @param {number} [length] */
	async octets(side, part, from = 0, length = 65_536) {
		const key = `${side}/${part}?from=${from}&length=${length}`;
		if (this.#asked.has(key)) return;
		this.#asked.add(key);
		try {
			const octets = await this.session.octets(`/api/flows/${this.id}/${key}`);
			// Eight windows are enough for what one can see.
			const first = this.#octets.keys().next().value;
			if (this.#octets.size >= 8 && first) {
				this.#octets.delete(first);
				this.#asked.delete(first);
			}
			this.#octets.set(key, octets);
		} catch (error) {
			this.#failed.set(key, reason(error));
		}
		this.changed();
	}

	/** Why a window could not be had. @param {Side} side @param {string} part @param {number} [from] @param {number} [length] */
	failure(side, part, from = 0, length = 65_536) {
		return this.#failed.get(`${side}/${part}?from=${from}&length=${length}`) ?? null;
	}

	/** Lines of the body as it is laid out, or null until they are there. @param {Side} side @param {number} from @param {number} [length] */
	tokens(side, from, length = 400) {
		const key = `${side}/${from}/${length}`;
		const held = this.#tokens.get(key);
		if (held) return held;
		if (!this.#asked.has(key)) {
			this.#asked.add(key);
			this.session.get(`/api/flows/${this.id}/${side}/tokens?from=${from}&length=${length}`).then(
				(tokens) => this.#tokens.set(key, tokens),
				(error) => this.#failed.set(key, error.message),
			).finally(this.changed);
		}
		return null;
	}

	/** @param {Side} side @param {number} from @param {number} [length] */
	tokensFailure(side, from, length = 400) {
		return this.#failed.get(`${side}/${from}/${length}`) ?? null;
	}

	/** What few look at, or null until it is there: `changes`, `frames`. @param {string} part @returns {any} */
	want(part) {
		if (!this.#asked.has(part)) {
			this.#asked.add(part);
			this.session.get(`/api/flows/${this.id}/${part}`).then(
				(answer) => this.#parts.set(part, answer),
				(error) => (this.error = error.message),
			).finally(this.changed);
		}
		return this.#parts.get(part) ?? null;
	}
}

/** The exchange that is selected: read, and read anew when it has changed. */
export class Reading {
	#loads = 0;
	#shown = 0;
	/** The last one is read. @type {Promise<void>} */
	done = Promise.resolve();
	#paced = new Paced((id) => this.#again(id), () => new Promise((done) => setTimeout(done, 1000)));

	/** @param {App} app */
	constructor(app) {
		this.app = app;
	}

	/** At once. @param {number} id */
	load(id) {
		const { session, state } = this.app;
		const number = ++this.#loads;
		const detail = new Detail(session, id, () => {
			const { selected, detail: shown, detailRevision } = state.values;
			if (selected !== id) return;
			if (shown === detail) state.set({ detailRevision: detailRevision + 1 });
			else if (number > this.#shown) {
				// What was read earlier may come later.
				this.#shown = number;
				state.set({ detail });
			}
		});
		this.done = detail.load();
	}

	/** It has changed: it is read once a second at most, however often that is said. @param {number} id */
	changed(id) {
		this.#paced.ask(id);
	}

	/** @param {number} id */
	async #again(id) {
		await this.done;
		if (this.app.state.values.selected !== id) return;
		this.load(id);
		await this.done;
	}
}
