/** The heads of the columns: sort by a click, size by dragging the edge or by the arrow keys on it. */
import { dragging, el, fill } from "../dom.js";

export class ListHead {
	#key = "";

	/** @param {HarkList} list */
	constructor(list) {
		this.list = list;
		this.element = el("div.row.head", { role: "row", "aria-rowindex": 1 });
	}

	draw() {
		const { list } = this;
		const order = list.app?.state.values.view?.order ?? null;
		// The order changes seldom, the view with each exchange; a button that has the focus is left alone.
		const key = JSON.stringify([order, list.columns.map((column) => column.id)]);
		if (key === this.#key) return;
		this.#key = key;
		const focused = [...this.element.querySelectorAll("button")].indexOf(/** @type {any} */ (document.activeElement));
		fill(
			this.element,
			list.columns.map((column) => {
				const sorted = order?.by === column.field;
				return el(
					"span",
					{
						role: "columnheader",
						class: column.right ? "right" : "",
						"aria-sort": sorted ? (order?.reverse ? "descending" : "ascending") : "none",
					},
					el(
						"button",
						{
							title: `${column.words}. Click sorts.`,
							onclick: () => this.#sort(column.field),
						},
						column.title,
						sorted ? (order?.reverse ? " ▾" : " ▴") : "",
					),
					this.#edge(column.id),
				);
			}),
		);
		this.element.querySelectorAll("button")[focused]?.focus();
	}

	/** First descending, then ascending, then as recorded. @param {string} field */
	#sort(field) {
		const app = this.list.app;
		const order = app?.order;
		if (order?.by !== field) app?.sort({ by: field, reverse: true });
		else if (order.reverse) app?.sort({ by: field, reverse: false });
		else app?.sort(null);
	}

	/** What is dragged to make a column wider. @param {string} id */
	#edge(id) {
		const edge = el("span.edge", { "aria-hidden": "true" });
		dragging(edge, ({ clientX }) => {
			const column = /** @type {HTMLElement} */ (edge.parentElement);
			const width = column.getBoundingClientRect().width;
			const font = parseFloat(getComputedStyle(column).fontSize) / 13;
			return (move) => this.list.widen(id, (width + move.clientX - clientX) / font);
		});
		return edge;
	}
}
