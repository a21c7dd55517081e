/** The rows that the page holds: 100 blocks of 200 at most, those unused for longest go first. */

export const blockSize = 200;
export const mostBlocks = 100;

export class Blocks {
	/** In order of use. @type {Map<number, (Row | undefined)[]>} */
	#blocks = new Map();
	/** @type {Map<number, number>} */
	#places = new Map();
	/** Newest last: what one looks at now is fetched first. @type {{first: number, count: number}[]} */
	#wanted = [];
	/** What is being fetched. @type {Set<{first: number, count: number}>} */
	#running = new Set();
	#generation = 0;

	/**
	 * @param {(first: number, count: number) => Promise<Row[]>} fetchRows
	 * @param {() => void} changed
	 */
	constructor(fetchRows, changed) {
		this.fetchRows = fetchRows;
		this.changed = changed;
	}

	/** Forgets all: another view, or another session. */
	clear() {
		this.#generation += 1;
		this.#blocks.clear();
		this.#places.clear();
		this.#wanted = [];
		this.#running = new Set();
	}

	/** @param {number} index @returns {Row | undefined} */
	at(index) {
		return this.#blocks.get(Math.floor(index / blockSize))?.[index % blockSize];
	}

	/** Where an exchange is, if it is among the rows held; -1 if not. @param {number} id */
	placeOf(id) {
		return this.#places.get(id) ?? -1;
	}

	/** How many blocks are held. */
	get held() {
		return this.#blocks.size;
	}

	/** @param {number} first @param {Row[]} rows */
	store(first, rows) {
		rows.forEach((row, distance) => {
			const index = first + distance;
			const number = Math.floor(index / blockSize);
			let block = this.#blocks.get(number);
			if (!block) {
				block = new Array(blockSize);
				this.#blocks.set(number, block);
				this.#shrink(number);
			}
			const old = block[index % blockSize];
			if (old && old.id !== row.id && this.#places.get(old.id) === index) this.#places.delete(old.id);
			block[index % blockSize] = row;
			this.#places.set(row.id, index);
		});
	}

	/** A row that changed, where it is held. @param {Row} row */
	update(row) {
		const index = this.placeOf(row.id);
		if (index >= 0) this.store(index, [row]);
	}

	/** @param {number} kept */
	#shrink(kept) {
		for (const [number, block] of this.#blocks) {
			if (this.#blocks.size <= mostBlocks) return;
			if (number === kept) continue;
			for (const row of block) if (row) this.#places.delete(row.id);
			this.#blocks.delete(number);
		}
	}

	/** Says which rows are looked at, so that they are fetched and kept. @param {number} first @param {number} end @param {number} total */
	need(first, end, total) {
		const last = Math.min(end, total);
		for (let number = Math.floor(first / blockSize); number * blockSize < last; number += 1) {
			const block = this.#blocks.get(number);
			if (!block) continue;
			this.#blocks.delete(number);
			this.#blocks.set(number, block);
		}
		let from = -1;
		let to = -1;
		for (let index = first; index < last; index += 1) {
			if (this.at(index)) continue;
			if (from < 0) from = index;
			to = index + 1;
		}
		if (from < 0) return;
		this.#want(from, to, total);
	}

	/** @param {number} from @param {number} to @param {number} total */
	#want(from, to, total) {
		for (const range of this.#running) if (range.first <= from && to <= range.first + range.count) return;
		if (this.#running.size >= 2) this.#wanted = [];
		// A little more on both sides, unless the rows are there already.
		const first = this.at(Math.max(0, from - 1)) ? from : Math.max(0, from - 50);
		const end = Math.min(total, Math.max(to, this.at(to) ? to : to + 100));
		this.#wanted.push({ first, count: Math.min(500, end - first) });
		this.#pump();
	}

	async #pump() {
		while (this.#running.size < 2) {
			const range = this.#wanted.pop();
			if (!range) return;
			const generation = this.#generation;
			this.#running.add(range);
			try {
				const rows = await this.fetchRows(range.first, range.count);
				if (generation === this.#generation) {
					this.store(range.first, rows);
					this.changed();
				}
			} catch {
				// The stream says when the server is gone; the rows are asked for again when they are looked at again.
			} finally {
				this.#running.delete(range);
			}
		}
	}
}
