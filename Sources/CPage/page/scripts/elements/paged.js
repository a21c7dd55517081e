/** A screen that tells of a stretch of the list: fetches it, and goes on by pages. */
import { el, Part, refresh } from "../dom.js";
import { reason } from "../model/words.js";
import { nothing, paging } from "./parts.js";

/** A screen that tells of the list: the newest answer is drawn. */
export class Chapter extends Part {
	element = el("div");
	first = 0;
	#asked = 0;

	/** What is asked, below the list. @param {NonNullable<Values["view"]>} _view */
	path(_view) {
		return "";
	}

	async show() {
		const { view } = this.app.state.values;
		if (!view) return;
		const asked = ++this.#asked;
		try {
			const answer = await this.app.session.get(`/api/views/${view.id}/${this.path(view)}`);
			this.first = answer.first ?? 0;
			if (asked === this.#asked) await this.draw(answer);
		} catch (error) {
			refresh(this.element, nothing(reason(error)));
		}
	}

	/** What is drawn of the answer. @param {any} _answer @returns {void | Promise<void>} */
	draw(_answer) {}
}

export class Paged extends Chapter {
	size = 200;
	/** @type {number | null} */
	#view = null;

	/**
	 * @param {App} app @param {string} chapter @param {string} kind
	 * @param {string} [counted] what is paged, when not exchanges of the list @param {string} [query] what else is asked
	 */
	constructor(app, chapter, kind, counted = "", query = "") {
		super(app);
		this.query = query;
		this.chapter = chapter;
		this.counted = counted;
		this.element = el("div", { class: `${kind} page` });
	}

	/** @override @param {NonNullable<Values["view"]>} view */
	path({ id, matched }) {
		const { index } = this.app.state.values;
		if (this.#view !== id) {
			this.#view = id;
			// What is counted by itself begins at its end, as the list does.
			const at = index >= 0 ? index : Math.max(0, matched - 1);
			this.first = this.counted ? -1 : Math.floor(at / this.size) * this.size;
		}
		const from = this.first < 0 ? "" : `first=${this.first}&`;
		return `${this.chapter}?${from}count=${this.size}${this.query}`;
	}

	/** The rows of these exchanges. @param {number[]} ids @returns {Promise<Map<number, Row>>} */
	async rowsOf(ids) {
		const { rows } = ids.length > 0 ? await this.app.session.get(`/api/rows?ids=${ids.join(",")}`) : { rows: [] };
		return new Map(rows.map((/** @type {Row} */ row) => [row.id, row]));
	}

	/** @param {number} matched */
	paging(matched) {
		return paging(this.first, this.size, matched, this.counted || "exchanges", (first) => {
			this.first = first;
			this.show();
		});
	}
}
