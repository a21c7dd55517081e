/** Windows of a list that only grows: what was read of it, and what is still to be read. Pure. */

export const blockSize = 200;
/** So many blocks are held; the one that was read first goes first. */
const mostBlocks = 24;

export class MessageBlocks {
	/** How many messages there are, as far as is known. */
	count = 0;
	/** @type {Map<number, InnerRow[]>} */
	#blocks = new Map();

	/** @param {number} index @returns {InnerRow | null} */
	at(index) {
		return this.#blocks.get(Math.floor(index / blockSize))?.[index % blockSize] ?? null;
	}

	/** @param {InnerRows} answer */
	store(answer) {
		this.count = Math.max(this.count, answer.count);
		const number = Math.floor(answer.first / blockSize);
		// An older answer may come late: what is there never becomes less.
		if ((this.#blocks.get(number)?.length ?? 0) > answer.messages.length) return;
		this.#blocks.delete(number);
		this.#blocks.set(number, answer.messages);
		const first = this.#blocks.keys().next().value;
		if (this.#blocks.size > mostBlocks && first !== undefined) this.#blocks.delete(first);
	}

	/** Where the blocks begin that these rows need and that are not there, or not whole. @param {number} first @param {number} length */
	missing(first, length) {
		const result = [];
		const end = Math.min(first + length, this.count);
		for (let number = Math.floor(Math.max(0, first) / blockSize); number * blockSize < end; number += 1) {
			const wanted = Math.min(blockSize, this.count - number * blockSize);
			if ((this.#blocks.get(number)?.length ?? 0) < wanted) result.push(number * blockSize);
		}
		return result;
	}
}
