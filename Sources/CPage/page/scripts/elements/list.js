/** The list: one element a row that is seen, taken again for the next; the waterfall beside it is one canvas. */
import { about, el, fill } from "../dom.js";
import { atEnd, contentHeight, firstRow, topToShow } from "../model/viewport.js";
import { quoted, rowName, status } from "../model/words.js";
import { icon } from "./icons.js";
import { ListColumns } from "./list-columns.js";
import { ListHead } from "./list-head.js";
import { ListState } from "./list-state.js";
import { RowMenu } from "./menu.js";
import { Waterfall } from "./waterfall.js";

const mostElements = 60;

export class HarkList extends HTMLElement {
	/** Elements by the place in the list that they show; a row that is seen keeps its own. @type {Map<number, HTMLElement>} */
	#pool = new Map();
	/** What each element shows; only what changed is written. @type {WeakMap<HTMLElement, Row | undefined>} */
	#shown = new WeakMap();
	#made = 0;
	#first = 0;
	#shift = 0;
	#total = 0;
	#height = 0;
	#rowHeight = 24;
	#top = 0;
	/** How much there is to scroll. */
	#space = -1;
	/** The row to show once it is counted, and in which list: what was just sent is known before the list is told of it. */
	#due = { index: -1, view: -1 };

	/** @param {App} app */
	start(app) {
		this.app = app;
		this.layout = new ListColumns(this);
		this.scroller = el("div.scroller", {
			role: "grid",
			tabindex: 0,
			id: "grid",
			"aria-label": "Exchanges",
			"aria-keyshortcuts": "j k g G Enter",
		});
		this.pane = el("div.pane", { role: "presentation" });
		this.head = new ListHead(this);
		this.body = el("div.rows", { role: "rowgroup" });
		this.waterfall = new Waterfall(app, this);
		this.space = el("div.space", { role: "presentation" });
		this.pane.append(this.head.element, this.body, this.waterfall.canvas, this.waterfall.tip);
		this.scroller.append(this.pane, this.space);
		const over = new ListState(app);
		const menu = new RowMenu(app);
		this.append(this.scroller, over.empty, over.newer, this.waterfall.turn, menu.element);
		this.scroller.addEventListener("contextmenu", (event) => this.#menu(event, menu));
		this.scroller.addEventListener("scroll", () => this.#scrolled(), { passive: true });
		this.scroller.addEventListener("wheel", (event) => {
			this.#due = { index: -1, view: -1 };
			if (event.deltaY < 0) app.state.set({ follow: false });
		}, { passive: true });
		this.body.addEventListener("click", (event) => this.#clicked(event));
		this.body.addEventListener("dblclick", () => app.run("open"));
		new ResizeObserver(() => this.measure()).observe(this.scroller);
		app.state.watch(["view", "rows", "selected", "index", "marks", "counts", "follow"], () => this.draw());
		app.state.watch(["view"], () => this.head?.draw());
		app.state.watch(["screen"], () => this.back());
		app.state.watch(["session"], () => this.choose());
		// What is open takes longer, though nothing is told of it.
		setInterval(() => app.state.values.link.kind === "live" && app.openSeen().length > 0 && this.draw(), 1000);
	}

	get columns() {
		return this.layout?.shown ?? [];
	}

	/** @param {string[]} [ids] those that were chosen before, when none are named */
	choose(ids) {
		this.layout?.choose(ids);
		this.#anew();
		this.measure();
	}

	/** Other columns are shown. */
	#anew() {
		this.#pool.forEach((element) => element.remove());
		this.#pool.clear();
		this.head?.draw();
	}

	/** @param {string} id @param {number} width */
	widen(id, width) {
		this.layout?.widen(id, width);
		this.waterfall?.measure(this.#height, this.#rowHeight);
		this.waterfall?.draw();
	}

	get viewport() {
		return { rows: this.#total, height: this.#height, rowHeight: this.#rowHeight };
	}

	/** The rows that are seen, with their places. @returns {{row: Row | undefined, index: number, top: number}[]} */
	visible() {
		return Array.from({ length: this.#pool.size }, (_, distance) => {
			const index = this.#first + distance;
			return { row: this.app?.blocks.at(index), index, top: distance * this.#rowHeight - this.#shift };
		});
	}

	/** The list is seen again: it stands where it stood. */
	back() {
		const top = this.#top;
		this.measure();
		if (this.app?.state.values.follow) return;
		this.#scrollTo(top);
		this.draw();
	}

	/** Takes the sizes of the window and of the type, and draws. */
	measure() {
		// While another screen is shown there is nothing to measure, and nothing to forget.
		if (!this.app || !this.scroller || this.scroller.clientHeight === 0) return;
		this.#rowHeight = Math.max(
			12,
			Math.round(parseFloat(getComputedStyle(document.documentElement).fontSize) * 1.5),
		);
		this.style.setProperty("--row", `${this.#rowHeight}px`);
		const seen = this.#sees(this.app.state.values.index);
		if (this.layout?.fit()) this.#anew();
		const { clientHeight } = this.scroller;
		this.#height = Math.max(0, clientHeight - this.#rowHeight);
		// Room and pane change at once, and nothing is measured between them: the rows would move.
		this.#makeRoom();
		this.pane?.style.setProperty("height", `${clientHeight}px`);
		this.waterfall?.measure(this.#height, this.#rowHeight);
		// What was selected stays in sight when the list gets lower.
		if (seen && this.app.state.values.index < this.#total) this.show(this.app.state.values.index);
		else this.draw();
	}

	/** @param {number} index */
	#sees(index) {
		return index >= this.#first && index < this.#first + this.#pool.size;
	}

	/** Makes room for all rows there are. */
	#makeRoom() {
		this.#total = this.app?.state.values.view?.matched ?? 0;
		const size = contentHeight(this.viewport) - this.#height;
		if (size === this.#space) return;
		this.#space = size;
		this.space?.style.setProperty("height", `${Math.max(0, size)}px`);
	}

	draw() {
		const { app, scroller, space, body } = this;
		if (!app || !scroller || !space || !body) return;
		const { follow, selected, marks } = app.state.values;
		this.#makeRoom();
		const total = this.#total;
		const { index, view } = this.#due;
		if (index >= 0 && index < total && view === app.state.values.view?.id) return this.show(index);
		if (scroller.getAttribute("aria-rowcount") !== String(total + 1)) {
			scroller.setAttribute("aria-rowcount", String(total + 1));
		}
		if (follow) this.#scrollTo(contentHeight(this.viewport) - this.#height);
		if (scroller.clientHeight === 0) return;
		this.#top = scroller.scrollTop;
		const place = firstRow(this.viewport, scroller.scrollTop);
		this.#first = place.first;
		this.#shift = place.shift;
		const wanted = Math.min(mostElements, Math.ceil(this.#height / this.#rowHeight) + 1, total - this.#first);
		this.#fitPool(wanted, body);
		app.blocks.need(this.#first, this.#first + wanted, total);
		/** @type {HTMLElement | null} */
		let active = null;
		for (const [index, element] of this.#pool) {
			const row = app.blocks.at(index);
			this.#drawRow(element, index, row, selected, marks);
			if (row && row.id === selected) active = element;
		}
		if (active) scroller.setAttribute("aria-activedescendant", active.id);
		else scroller.removeAttribute("aria-activedescendant");
		this.waterfall?.draw();
		app.seen(this.#first, wanted);
		app.ghosts.need(this.#first, wanted);
	}

	/** Each row that is seen has an element; those seen no more are used again. @param {number} wanted @param {HTMLElement} body */
	#fitPool(wanted, body) {
		const end = this.#first + wanted;
		const free = [...this.#pool].filter(([index]) => index < this.#first || index >= end);
		for (const [index] of free) this.#pool.delete(index);
		for (let index = this.#first; index < end; index += 1) {
			if (!this.#pool.has(index)) this.#pool.set(index, free.shift()?.[1] ?? this.#make(body));
		}
		for (const [, element] of free) element.remove();
	}

	/** @param {HTMLElement} body */
	#make(body) {
		const cells = this.columns.map((column) =>
			el("span", { role: "gridcell", class: column.right ? "right" : "", "data-column": column.id })
		);
		const row = el("div.row", { role: "row", id: `row-${this.#made++}` }, cells);
		body.append(row);
		return row;
	}

	/** @param {HTMLElement} element @param {number} index @param {Row | undefined} row @param {number | null} selected @param {Set<number>} marks */
	#drawRow(element, index, row, selected, marks) {
		const top = (index - this.#first) * this.#rowHeight - this.#shift;
		element.style.setProperty("transform", `translateY(${top}px)`);
		element.setAttribute("aria-rowindex", String(index + 2));
		if (!this.#shown.has(element) || this.#shown.get(element) !== row || row?.flags?.includes("open")) {
			this.#shown.set(element, row);
			this.#write(element, row);
		}
		element.dataset.index = String(index);
		element.setAttribute("aria-selected", String(row !== undefined && row.id === selected));
		element.classList.toggle("marked", row ? marks.has(row.id) : false);
		element.classList.toggle("odd", index % 2 === 1);
	}

	/** @param {HTMLElement} element @param {Row | undefined} row */
	#write(element, row) {
		const { app } = this;
		element.classList.toggle("missing", row === undefined);
		if (!row) {
			for (const cell of element.children) {
				cell.textContent = "";
				delete (/** @type {HTMLElement} */ (cell).dataset.icon);
			}
			element.setAttribute("aria-label", "not loaded yet");
			return;
		}
		element.dataset.kind = status(row).kind;
		element.setAttribute("aria-label", rowName(row));
		element.classList.toggle("folded", row.method === "CONNECT" && row.outcome === "complete");
		const now = app?.state.values.session?.session.kind === "live" ? app.now() : -1;
		let isWider = false;
		this.columns.forEach((column, position) => {
			const cell = /** @type {HTMLElement} */ (element.children[position]);
			const text = column.text(row, now);
			const picture = column.icon(row);
			if (cell.textContent === text && (cell.dataset.icon ?? "") === picture) return;
			cell.dataset.icon = picture;
			fill(cell, picture && icon(picture), text);
			if (["id", "method", "status"].includes(column.id) && this.layout?.need(column.id, text)) isWider = true;
		});
		if (isWider) queueMicrotask(() => this.measure());
	}

	/** @param {number} top */
	#scrollTo(top) {
		if (!this.scroller || Math.abs(this.scroller.scrollTop - top) < 1) return;
		this.expected = top;
		this.scroller.scrollTop = top;
	}

	#scrolled() {
		const { app, scroller } = this;
		if (!app || !scroller) return;
		const end = atEnd(this.viewport, scroller.scrollTop);
		const byHand = this.expected === undefined || Math.abs(scroller.scrollTop - this.expected) > 2;
		this.expected = undefined;
		// Whoever scrolled it by a command has drawn it too.
		if (!byHand) return;
		if (app.state.values.follow !== end && !app.state.values.view?.order) {
			app.state.set({ follow: end && app.state.values.selected === null });
		}
		if (!this.#waiting) {
			this.#waiting = true;
			requestAnimationFrame(() => {
				this.#waiting = false;
				this.draw();
			});
		}
	}
	#waiting = false;

	/** @param {number} index */
	show(index) {
		if (!this.scroller || index < 0) return;
		// What was told since the last frame counts: a list that just came is not empty.
		this.#makeRoom();
		this.#due = { index: index < this.#total ? -1 : index, view: this.app?.state.values.view?.id ?? -1 };
		this.#scrollTo(topToShow(this.viewport, index, this.scroller.scrollTop));
		this.draw();
	}

	/** How many rows a page has. */
	get page() {
		return Math.max(1, Math.floor(this.#height / this.#rowHeight) - 1);
	}

	/** @param {MouseEvent} event */
	#clicked(event) {
		const element = about(event, ".row");
		if (!element || !this.app) return;
		const index = Number(element.dataset.index);
		const row = this.app.blocks.at(index);
		if (!row) return;
		const column = this.columns.find(({ id }) => id === about(event, "[data-column]")?.dataset.column);
		if (event.altKey && column?.field && column.value) {
			this.app.narrow(`${column.field} = ${quoted(column.value(row))}`, event.shiftKey);
			return;
		}
		this.app.select(row.id, index);
		this.app.state.set({ opened: true });
	}

	/** The menu of a row: of that under the pointer, by a key of the selected one. @param {MouseEvent} event @param {RowMenu} menu */
	#menu(event, menu) {
		const { app, scroller } = this;
		if (!app || !scroller) return;
		const under = about(event, ".rows .row");
		const isKey = under === null;
		// What the right button hits beside the rows has no menu.
		if (isKey && event.button === 2 && event.target !== scroller) return;
		const element = under ?? [...this.#pool.values()].find((row) => row.getAttribute("aria-selected") === "true");
		const index = Number(element?.dataset.index ?? -1);
		const row = app.blocks.at(index);
		if (!element || !row) return;
		event.preventDefault();
		const list = this.getBoundingClientRect();
		const box = element.getBoundingClientRect();
		app.select(row.id, index);
		menu.open(
			row,
			(isKey ? box.left + 40 : event.clientX) - list.left,
			(isKey ? box.bottom : event.clientY) - list.top,
		);
	}
}

customElements.define("hark-list", HarkList);
