/** A screen that tells of a stretch of the list: fetches it, and goes on by pages. */
import { el, refresh } from "../dom.js";
import { reason } from "../model/words.js";
import { nothing, paging } from "./parts.js";

export class Paged {
	first = 0;
	size = 200;
	#asked = 0;
	/** @type {number | null} */
	#view = null;

	/**
	 * @param {App} app @param {string} chapter @param {string} kind
	 * @param {string} [counted] what is paged, when not exchanges of the list @param {string} [query] what else is asked
	 */
	constructor(app, chapter, kind, counted = "", query = "") {
		this.query = query;
		this.app = app;
		this.chapter = chapter;
		this.counted = counted;
		this.element = el("div", { class: `${kind} page` });
	}

	async show() {
		const { view, index } = this.app.state.values;
		if (!view) return;
		if (this.#view !== view.id) {
			this.#view = view.id;
			// What is counted by itself begins at its end, as the list does.
			this.first = this.counted
				? -1
				: index >= 0
				? Math.floor(index / this.size) * this.size
				: Math.max(0, Math.floor((view.matched - 1) / this.size) * this.size);
		}
		const asked = ++this.#asked;
		try {
			const from = this.first < 0 ? "" : `first=${this.first}&`;
			const answer = await this.app.session.get(
				`/api/views/${view.id}/${this.chapter}?${from}count=${this.size}${this.query}`,
			);
			this.first = answer.first;
			if (asked === this.#asked) await this.draw(answer);
		} catch (error) {
			refresh(this.element, nothing(reason(error)));
		}
	}

	/** What is drawn of the answer. @param {any} _answer @returns {void | Promise<void>} */
	draw(_answer) {}

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
