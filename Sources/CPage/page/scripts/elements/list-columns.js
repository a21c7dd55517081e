/** Which columns the list has, how wide they are, and that both are kept for the next time. */
import { all, chosen, usual } from "../model/columns.js";

const kept = "hark.columns.2";
/** Pixels for a URL at least, and what goes last where there is little room. */
const leastURL = 104, leastWaterfall = 0.12, stays = ["id", "method", "url", "path", "status"];

export class ListColumns {
	/** @type {Column[]} */
	shown = [];
	#ids = usual;
	/** @type {Record<string, number>} */
	#widths = {};
	/** @type {Record<string, number>} */
	#least = {};
	#waterfall = 0.34;
	/** What of the width the waterfall has; 0: it is not drawn. */
	#drawn = 0.34;

	/** @param {HarkList} list */
	constructor(list) {
		this.list = list;
		try {
			const stored = JSON.parse(localStorage.getItem(kept) ?? "{}");
			if (Array.isArray(stored.ids)) this.#ids = stored.ids.map(String);
			if (stored.widths && typeof stored.widths === "object") this.#widths = stored.widths;
			if (stored.waterfall >= 0.1 && stored.waterfall <= 0.8) this.#waterfall = stored.waterfall;
		} catch {
			// What is kept there is not ours: the usual columns do.
		}
	}

	/** All that the server knows. */
	get offered() {
		return all(this.list.app?.state.values.session?.columns ?? []);
	}

	/** Those that were chosen; where there is little room not all of them are shown. */
	get wanted() {
		return chosen(this.offered, this.#ids);
	}

	/** @param {string[]} [ids] */
	choose(ids = this.#ids) {
		this.#ids = ids;
		this.shown = chosen(this.offered, ids);
		this.lay();
		this.fit();
	}

	/** @param {string} id @param {number} width in pixels at the usual size of type; of the waterfall a share */
	widen(id, width) {
		if (id === "waterfall") this.#waterfall = Math.max(0.1, Math.min(0.8, width));
		else this.#widths[id] = Math.round(Math.max(30, Math.min(900, width)));
		this.fit();
	}

	/** As wide as it was made, in pixels at the usual size of type; the URL takes what is left, and so much at least. @param {Column} column */
	#width({ id, width }) {
		return Number(this.#widths[id]) || Math.max(width, width > 0 ? this.#least[id] ?? 0 : 0);
	}

	/** Numbers and methods are not cut: columns are as wide as the longest seen, up to 30 letters. @param {string} id @param {string} text */
	need(id, text) {
		const width = 18 + 9 * Math.min(30, text.length);
		if (width <= (this.#least[id] ?? 0)) return false;
		this.#least[id] = width;
		return width > (this.shown.find((column) => column.id === id)?.width ?? Infinity) && !this.#widths[id];
	}

	/** Which columns, and whether the waterfall, there is room for. @returns {boolean} whether others are shown than before */
	fit() {
		const em = parseFloat(getComputedStyle(this.list).fontSize) || 13;
		const room = this.list.clientWidth;
		if (room === 0) return false;
		const taken = (/** @type {Column[]} */ columns) =>
			columns.reduce((sum, column) => sum + ((this.#width(column) || leastURL) * em) / 13, 0);
		const shown = [...this.wanted];
		const left = 1 - taken(shown) / room;
		this.#drawn = left < leastWaterfall ? 0 : Math.min(this.#waterfall, left);
		while (taken(shown) > room) {
			const last = shown.findLastIndex(({ id }) => !stays.includes(id));
			if (last < 0) break;
			shown.splice(last, 1);
		}
		// Without a column of its own the host is told with the path.
		const path = shown.findIndex(({ id }) => id === "path");
		const url = this.offered.find(({ id }) => id === "url");
		const hostIsGone = this.wanted.some(({ id }) => id === "host") && !shown.some(({ id }) => id === "host");
		if (path >= 0 && url && hostIsGone) shown[path] = url;
		const isNew = shown.map(({ id }) => id).join() !== this.shown.map(({ id }) => id).join();
		this.shown = shown;
		this.lay();
		return isNew;
	}

	lay() {
		const tracks = this.shown.map((column) => this.#width(column)).map((width) =>
			width > 0 ? `calc(${width}em / 13)` : "minmax(8em, 1fr)"
		);
		this.list.style.setProperty("--tracks", tracks.join(" "));
		this.list.style.setProperty("--waterfall", this.#drawn > 0 ? `${(this.#drawn * 100).toFixed(1)}%` : "0px");
		this.list.classList.toggle("plain", this.#drawn === 0);
		if (this.shown.length === 0) return;
		const ids = this.#ids;
		localStorage.setItem(kept, JSON.stringify({ ids, widths: this.#widths, waterfall: this.#waterfall }));
	}
}
