/** A dialog: all commands with search, a choice among few, or a sheet with something to read or write. */
import { el, fill } from "../dom.js";
import { found } from "../model/keys.js";
import { Listbox } from "./listbox.js";

export class HarkPalette extends HTMLElement {
	/** @type {Element | null} */
	#before = null;

	/** @param {App} app */
	start(app) {
		this.app = app;
		this.dialog = el("dialog", { "aria-labelledby": "dialog-title" });
		this.heading = el("h2", { id: "dialog-title" });
		this.content = el("div");
		this.dialog.append(
			el("header", this.heading, el("button", { "aria-label": "Close", onclick: () => this.close() }, "×")),
			this.content,
		);
		this.append(this.dialog);
		this.dialog.addEventListener("click", (event) => event.target === this.dialog && this.close());
		// The browser would report "close" later; a key in between would go to a field that is not seen.
		this.dialog.addEventListener("keydown", (event) => {
			if (event.key !== "Escape") return;
			event.preventDefault();
			this.close();
		});
		this.dialog.addEventListener("cancel", () => this.close());
	}

	get isOpen() {
		return this.dialog?.open ?? false;
	}

	/** At once the keys go where they went before; where that is gone, to the list. */
	close() {
		if (!this.dialog?.open) return;
		this.dialog.close();
		const before = this.#before;
		const there = before instanceof HTMLElement && before !== document.body && before.checkVisibility();
		const next = there ? before : document.querySelector("#grid");
		if (next instanceof HTMLElement) next.focus();
		if (document.activeElement !== next && document.activeElement instanceof HTMLElement) document.activeElement.blur();
	}

	/** @param {string} title @param {...(Node | string)} nodes */
	sheet(title, ...nodes) {
		if (!this.dialog || !this.heading || !this.content) return;
		if (!this.dialog.open) this.#before = document.activeElement;
		this.heading.textContent = title;
		fill(this.content, el("div.pad", ...nodes));
		if (!this.dialog.open) this.dialog.showModal();
		const first = this.content.querySelector("input, textarea, select, button");
		if (first instanceof HTMLElement) first.focus();
	}

	/** One of several, found by typing. @param {string} title @param {Choice[]} choices */
	choose(title, choices) {
		const list = el("ul.results", { role: "listbox", id: "choices", "aria-label": title });
		const input = el("input", {
			type: "text",
			role: "combobox",
			"aria-expanded": "true",
			"aria-controls": "choices",
			"aria-label": title,
			placeholder: "type to search",
			autocomplete: "off",
		});
		/** @type {Choice[]} */
		let shown = [];
		const run = (/** @type {number} */ place) => {
			const choice = shown[place];
			if (!choice) return;
			this.close();
			this.app?.attempt(choice.run);
		};
		const box = new Listbox(input, list, run);
		const draw = () => {
			shown = found(choices, input.value);
			box.show(
				shown.map(({ words, hint }) => [el("span", words), hint ? el(hint.length > 12 ? "code" : "kbd", hint) : null]),
				0,
			);
		};
		input.addEventListener("input", draw);
		input.addEventListener("keydown", (event) => {
			if (box.key(event) || event.key !== "Enter") return;
			event.preventDefault();
			run(box.at);
		});
		this.sheet(title, input, list);
		draw();
	}
}

customElements.define("hark-palette", HarkPalette);
