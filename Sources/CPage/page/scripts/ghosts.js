/** What caches would have answered of the rows that are seen; asked more seldom the more passes. */
import { Part } from "./dom.js";

const most = 5000;
/** Exchanges a second that are a flood; milliseconds between two questions in it, and while there is more. */
const flood = 500, seldom = 3000, soon = 50, usual = 500;

export class Ghosts extends Part {
	/** @type {Map<number, Ghost>} */
	#held = new Map();
	/** What was asked for last, and of how many exchanges that was. */
	#asked = "";
	#waiting = false;

	/** Another session is shown. */
	forget() {
		this.#held.clear();
		this.#asked = "";
	}

	/** @param {number} id */
	of(id) {
		return this.#held.get(id) ?? null;
	}

	/** These rows are seen. @param {number} first @param {number} count */
	need(first, count) {
		const { view, counts } = this.app.state.values;
		if (!view || count === 0 || this.#waiting) return;
		const wanted = `${view.id} ${first} ${count} ${counts.total} ${counts.open}`;
		if (wanted === this.#asked) return;
		this.#waiting = true;
		this.#asked = wanted;
		this.#fetch(`/api/views/${view.id}/ghosts?first=${first}&count=${count}`);
	}

	/** @param {string} path */
	async #fetch(path) {
		let isMore = false;
		// Who looks at an exchange does not wait for this.
		await this.app.reading.done;
		try {
			const answer = await this.app.session.get(path);
			for (const ghost of answer.ghosts) {
				this.#held.delete(ghost.flow);
				this.#held.set(ghost.flow, ghost);
			}
			for (const id of this.#held.keys()) {
				if (this.#held.size <= most) break;
				this.#held.delete(id);
			}
			isMore = answer.more;
			const saved = { words: answer.words, totals: answer.totals, looked: answer.looked, from: answer.from };
			if (JSON.stringify(saved) !== JSON.stringify(this.app.state.values.saved)) this.app.state.set({ saved });
		} catch {
			// The list says what is wrong; it is asked for again when other rows are seen.
		}
		setTimeout(() => {
			this.#waiting = false;
			if (isMore) this.#asked = "";
			this.app.touch();
		}, this.app.state.values.counts.rate > flood ? seldom : isMore ? soon : usual);
	}
}
