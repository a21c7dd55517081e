/** What is replayed: one exchange, or those of the list, some of them held at a time. */
import { Detail } from "./detail.js";
import { merged, moments, questions, rowAt, rowMoments, steps } from "./model/replay.js";
import { isOpen } from "./model/waterfall.js";

const mostRows = 500;
const mostReels = 16;

export class Tape {
	/** In the order of time. @type {Row[]} */
	rows = [];
	/** All moments of these rows; those of an exchange that was read are as fine as the grain. @type {Moment[]} */
	steps = [];
	from = 0;
	to = 0;
	/** Why there is nothing. */
	error = "";
	/** The steps between these times are all that there are. */
	#start = Infinity;
	edge = Infinity;
	/** null: its details cannot be had. @type {Map<number, Reel | null>} */
	#reels = new Map();
	/** @type {Map<number, Moment[]>} */
	#plain = new Map();
	/** @type {Grain} */
	#grain = "event";

	/** @param {App} app @param {number | null} id null: all that the list has */
	constructor(app, id) {
		this.app = app;
		this.id = id;
	}

	async open() {
		const { view } = this.app.state.values;
		if (this.id !== null) {
			const reel = await this.read(this.id);
			if (!reel) return;
			this.rows = [reel.row];
			this.from = reel.row.bar?.at ?? 0;
			this.to = reel.moments.at(-1)?.at ?? this.from;
		} else if (view) {
			const range = await this.app.session.get(`/api/views/${view.id}/overview?buckets=1`);
			[this.from, this.to] = [range.from, range.to];
			await this.seek(this.from);
			if (this.rows.length === 0) this.error = "No exchange here has a known time.";
		}
		this.to = Math.max(this.to, this.from + 0.001);
	}

	/** Has the rows around a time. @param {number} time */
	async seek(time) {
		const { session, state } = this.app;
		const { view } = state.values;
		if (this.id !== null || !view || (time >= this.#start && time < this.edge)) return;
		const range = await session.get(`/api/views/${view.id}/range?from=${time}`);
		const first = Math.max(0, (range.count > 0 ? range.first : view.matched) - mostRows / 2);
		const { rows, matched } = await session.get(`/api/views/${view.id}/rows?first=${first}&count=${mostRows}`);
		/** @type {Row[]} */
		const known = rows.filter((/** @type {Row} */ row) => typeof row.bar?.at === "number");
		const at = (/** @type {Row | undefined} */ row) => row?.bar.at ?? 0;
		this.rows = known.sort((a, b) => at(a) - at(b));
		this.#start = first === 0 ? -Infinity : at(known[0]);
		this.edge = first + rows.length >= matched ? Infinity : Math.max(at(known.at(-1)), time + 0.001);
		this.#plain.clear();
		this.#merge();
	}

	/** Reads an exchange, so that its steps are as fine as was asked for. @param {number} id @returns {Promise<Reel | null>} */
	async read(id) {
		const held = this.#reels.get(id);
		if (held !== undefined) return held;
		const { detail } = this.app.state.values;
		const known = detail?.id === id && detail.flow ? detail : new Detail(this.app.session, id, () => {});
		if (!known.flow) await known.load();
		const { flow } = known;
		this.error = known.error ?? "";
		const side = async (/** @type {Side} */ name) => {
			const sizes = flow?.messages[name];
			const url = `/api/flows/${id}/${name}/wire?from=0&length=65536`;
			const octets = sizes?.wire ? await this.app.session.octets(url).catch(() => null) : null;
			return { octets: octets ?? new Uint8Array(), head: sizes?.head ?? 0, size: sizes?.wire ?? 0 };
		};
		const sides = { request: await side("request"), response: await side("response") };
		const first = this.#reels.keys().next().value;
		if (this.#reels.size >= mostReels && first !== undefined) this.#reels.delete(first);
		if (!flow) {
			this.#reels.set(id, null);
			return null;
		}
		const start = flow.row.bar?.at ?? 0;
		const all = moments(flow, sides.request, sides.response)
			.map((moment) => ({ ...moment, at: start + moment.at, flow: id }));
		const head = new TextDecoder().decode(sides.request.octets.subarray(0, sides.request.head));
		const asked = questions(flow.row, head, known.message("response")?.framing ?? null);
		const reel = { moments: all, steps: [], sides, questions: asked, row: flow.row };
		this.#reels.set(id, reel);
		this.#cut(reel);
		this.#merge();
		return reel;
	}

	/** @param {number} id */
	reel(id) {
		return this.#reels.get(id);
	}

	/** @param {Grain} grain */
	setGrain(grain) {
		this.#grain = grain;
		for (const reel of this.#reels.values()) if (reel) this.#cut(reel);
		this.#merge();
	}

	/** @param {Reel} reel */
	#cut(reel) {
		reel.steps = steps(reel.moments, this.#grain, reel.sides.request, reel.sides.response);
	}

	#merge() {
		const of = (/** @type {Row} */ row) => {
			const reel = this.#reels.get(row.id);
			if (reel) return reel.steps;
			const plain = this.#plain.get(row.id) ?? rowMoments(row);
			this.#plain.set(row.id, plain);
			return plain;
		};
		this.steps = this.id === null ? merged(this.rows.map(of)) : this.#reels.get(this.id)?.steps ?? [];
		if (this.edge === Infinity) this.to = Math.max(this.to, this.steps.at(-1)?.at ?? 0);
	}

	/** Those that had begun, as they were: what runs, and what began last. @param {number} time @param {number} most */
	seen(time, most) {
		const all = this.rows.map((row) => rowAt(row, time)).filter((row) => row !== null);
		const last = new Set(all.slice(-most));
		return all.filter((row) => isOpen(row) || last.has(row)).slice(-most);
	}

	/** Whether anything was under way. @param {number} time */
	runs(time) {
		return this.rows.some((row) => {
			const then = rowAt(row, time);
			return then !== null && isOpen(then);
		});
	}
}
