/**
 * Does something at most so often and one at a time. What is asked for meanwhile is done once afterwards, so that the
 * last state is never missed. Pure.
 */
export class Paced {
	#isGoing = false;
	/** What was asked for last and not done yet. @type {{of: number} | null} */
	#due = null;

	/** @param {(of: number) => Promise<unknown>} work @param {() => Promise<unknown>} pause how long it is at least from one to the next */
	constructor(work, pause) {
		this.work = work;
		this.pause = pause;
	}

	/** @param {number} of */
	ask(of) {
		this.#due = { of };
		if (!this.#isGoing) this.#go();
	}

	async #go() {
		this.#isGoing = true;
		while (this.#due) {
			const { of } = this.#due;
			this.#due = null;
			await Promise.allSettled([this.work(of), this.pause()]);
		}
		this.#isGoing = false;
	}
}
