/** All that is known of one exchange, fetched part by part as it is looked at. */
import { Part } from "./dom.js";
import { Paced } from "./model/paced.js";
import { fromBase64, reason } from "./model/words.js";

export class Detail {
	/** @type {Flow | null} */
	flow = null;
	/** @type {Explained | null} */
	explained = null;
	/** What could not be had, in the server's words. @type {string | null} */
	error = null;
	/** What was asked for, by its path below that of the exchange: null until it is there. @type {Map<string, any>} */
	#parts = new Map();
	/** @type {Map<string, string>} */
	#failed = new Map();
	/** Octets that are held, the oldest first. @type {string[]} */
	#windows = [];

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
				this.#parts.set(windowOf(/** @type {Side} */ (side), "wire"), fromBase64(text));
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

	/** @param {string} path @param {(url: string) => Promise<any>} read */
	#get(path, read) {
		if (!this.#parts.has(path)) {
			this.#parts.set(path, null);
			read(`/api/flows/${this.id}/${path}`).then(
				(answer) => this.#parts.set(path, answer),
				(error) => this.#failed.set(path, reason(error)),
			).finally(this.changed);
		}
		return this.#parts.get(path);
	}

	/** A window of octets, or null until it is there. @param {Side} side @param {string} part @param {number} [from] @param {number} [length] @returns {Uint8Array | null} */
	window(side, part, from, length) {
		const path = windowOf(side, part, from, length);
		return this.#get(path, async (url) => {
			const octets = await this.session.octets(url);
			// Eight windows are enough for what one can see.
			if (this.#windows.push(path) > 8) this.#parts.delete(this.#windows.shift() ?? "");
			return octets;
		});
	}

	/** Why a window could not be had. @param {Side} side @param {string} part @param {number} [from] @param {number} [length] */
	failure(side, part, from, length) {
		return this.#failed.get(windowOf(side, part, from, length)) ?? null;
	}

	/** Lines of the body as laid out, or null until they are there. @param {Side} side @param {number} from @param {number} [length] @returns {Tokens | null} */
	tokens(side, from, length = 400) {
		return this.#get(windowOf(side, "tokens", from, length), (url) => this.session.get(url));
	}

	/** @param {Side} side @param {number} from @param {number} [length] */
	tokensFailure(side, from, length = 400) {
		return this.failure(side, "tokens", from, length);
	}

	/** What few look at, or null until it is there: `changes`, `frames`. @param {string} part @returns {any} */
	want(part) {
		return this.#get(part, (url) =>
			this.session.get(url).catch((error) => {
				this.error = reason(error);
				throw error;
			}));
	}
}

/** @param {Side} side @param {string} part @param {number} [from] @param {number} [length] */
const windowOf = (side, part, from = 0, length = 65_536) => `${side}/${part}?from=${from}&length=${length}`;

/** The exchange that is selected: read, and read anew when it has changed. */
export class Reading extends Part {
	#loads = 0;
	#shown = 0;
	/** The last one is read. @type {Promise<void>} */
	done = Promise.resolve();
	#paced = new Paced((id) => this.#again(id), () => new Promise((done) => setTimeout(done, 1000)));

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
