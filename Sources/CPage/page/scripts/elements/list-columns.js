/** Which columns the list has, how wide they are, and that both are kept for the next time. */
import { all, chosen, usual } from "../model/columns.js";

const kept = "hark.columns";

export class ListColumns {
	/** @type {Column[]} */
	shown = [];
	#ids = usual;
	/** @type {Record<string, number>} */
	#widths = {};
	#waterfall = 0.38;

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

	/** @param {string[]} [ids] */
	choose(ids = this.#ids) {
		this.#ids = ids;
		this.shown = chosen(this.offered, ids);
		this.lay();
	}

	/** @param {string} id @param {number} width in pixels at the usual size of type; of the waterfall a share */
	widen(id, width) {
		if (id === "waterfall") this.#waterfall = Math.max(0.1, Math.min(0.8, width));
		else this.#widths[id] = Math.round(Math.max(30, Math.min(900, width)));
		this.lay();
	}

	lay() {
		const tracks = this.shown.map(({ id, width }) => Number(this.#widths[id]) || width).map((width) =>
			width > 0 ? `calc(${width}em / 13)` : "minmax(8em, 1fr)"
		);
		this.list.style.setProperty("--tracks", tracks.join(" "));
		this.list.style.setProperty("--waterfall", `${Math.round(this.#waterfall * 100)}%`);
		if (this.shown.length === 0) return;
		const ids = this.shown.map(({ id }) => id);
		localStorage.setItem(kept, JSON.stringify({ ids, widths: this.#widths, waterfall: this.#waterfall }));
	}
}
