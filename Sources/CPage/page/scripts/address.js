/** The address of the page: its fragment says what is shown. */
import { Part } from "./dom.js";
import { write } from "./model/place.js";

export class Address extends Part {
	/** @type {Promise<void> | null} */
	#writing = null;
	/** The fragment of a step that can be gone back, until it is written. @type {string | null} */
	#pushed = null;

	/** Somebody goes elsewhere: the step under way is none any more. */
	forget() {
		this.#pushed = null;
	}

	/**
	 * The fragment follows the state, once the exchange is there: the browser does more at that than one thinks.
	 * @param {boolean} [push] going on to another exchange can be gone back
	 */
	write(push = false) {
		const before = this.#pushed;
		if (push || before !== null) this.#pushed = this.#fragment();
		this.#writing ??= this.#write();
		// Who goes on twice can go back twice.
		if (push && before !== null) this.#put(before, true);
	}

	async #write() {
		// An exchange that does not come keeps nobody from the address.
		await Promise.race([this.app.reading.done, new Promise((done) => setTimeout(done, 300))]);
		await new Promise((done) => setTimeout(done));
		const push = this.#pushed !== null;
		this.#pushed = this.#writing = null;
		this.#put(this.#fragment(), push);
	}

	#fragment() {
		const { view, selected, tab, byte, screen } = this.app.state.values;
		const order = view?.order ? `${view.order.reverse ? "-" : ""}${view.order.by}` : null;
		return write({ filter: view?.filter, flow: selected, tab, byte, screen, order });
	}

	/** @param {string} fragment @param {boolean} push */
	#put(fragment, push) {
		if (`#${fragment}` === location.hash || (fragment === "" && location.hash === "")) return;
		const url = fragment === "" ? location.pathname : `#${fragment}`;
		try {
			if (push) history.pushState(null, "", url);
			else history.replaceState(null, "", url);
		} catch {
			// Browsers take only so many a second, as while a key is held; what comes after them is written.
		}
	}

	/** That of what is shown, which the browser's own may not be yet. */
	get href() {
		const fragment = this.#fragment();
		return new URL(fragment === "" ? location.pathname : `#${fragment}`, location.href).href;
	}
}
