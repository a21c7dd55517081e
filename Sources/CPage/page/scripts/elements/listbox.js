/** Choices below a field, which the arrow keys go through while the field keeps the focus. */
import { about, el, fill } from "../dom.js";

export class Listbox {
	/** What is chosen; -1: nothing. */
	at = -1;

	/** @param {HTMLInputElement} input @param {HTMLElement} list @param {(place: number) => void} take */
	constructor(input, list, take) {
		this.input = input;
		this.list = list;
		list.addEventListener("pointerdown", (event) => event.preventDefault());
		list.addEventListener("click", (event) => {
			const item = about(event, "li");
			if (item) take(Number(item.dataset.number));
		});
	}

	/** @param {(Child | Child[])[][]} items @param {number} [at] */
	show(items, at = -1) {
		fill(
			this.list,
			items.map((parts, number) =>
				el("li", { role: "option", id: `${this.list.id}-${number}`, "data-number": number }, ...parts)
			),
		);
		this.choose(at);
	}

	/** @param {number} at */
	choose(at) {
		this.at = Math.min(at, this.list.children.length - 1);
		[...this.list.children].forEach((item, place) => item.setAttribute("aria-selected", String(place === this.at)));
		const item = this.list.children[this.at];
		item?.scrollIntoView({ block: "nearest" });
		if (item) this.input.setAttribute("aria-activedescendant", item.id);
		else this.input.removeAttribute("aria-activedescendant");
	}

	/** Whether a key goes to another one; it is gone to. @param {KeyboardEvent} event */
	key(event) {
		const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
		const count = this.list.children.length;
		if (!step || count === 0) return false;
		event.preventDefault();
		this.choose((Math.max(this.at, step > 0 ? -1 : 0) + step + count) % count);
		return true;
	}
}
