/** A dialog: all commands with search, a choice among few, or a sheet with something to read or write. */
import { el, fill } from "../dom.js";
import { found } from "../model/keys.js";

export class HarkPalette extends HTMLElement {
	/** @type {Choice[]} */
	#choices = [];
	/** @type {Choice[]} */
	#shown = [];
	#chosen = 0;
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
		// Not left to the browser: it reports "close" later, and a key in between would go to a field that is not seen.
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
		this.#choices = choices;
		this.#chosen = 0;
		const list = el("ul.results", { role: "listbox", id: "choices", "aria-label": title });
		const input = el("input", {
			type: "text",
			role: "combobox",
			"aria-expanded": "true",
			"aria-controls": "choices",
			"aria-label": title,
			placeholder: "type to search",
			autocomplete: "off",
			spellcheck: "false",
		});
		input.addEventListener("input", () => {
			this.#chosen = 0;
			this.#list(input, list);
		});
		input.addEventListener("keydown", (event) => this.#key(event, input, list));
		list.addEventListener("click", (event) => {
			const item = /** @type {HTMLElement} */ (event.target).closest("li");
			if (item) this.#run(Number(item.dataset.number));
		});
		this.sheet(title, input, list);
		this.#list(input, list);
	}

	/** @param {HTMLInputElement} input @param {HTMLElement} list */
	#list(input, list) {
		this.#shown = found(this.#choices, input.value);
		fill(
			list,
			this.#shown.map((choice, number) =>
				el(
					"li",
					{
						role: "option",
						id: `choice-${number}`,
						"data-number": number,
						"aria-selected": String(number === this.#chosen),
					},
					el("span", choice.words),
					choice.hint ? el("kbd", choice.hint) : null,
				)
			),
		);
		input.setAttribute("aria-activedescendant", this.#shown.length > 0 ? `choice-${this.#chosen}` : "");
		list.children[this.#chosen]?.scrollIntoView({ block: "nearest" });
	}

	/** @param {KeyboardEvent} event @param {HTMLInputElement} input @param {HTMLElement} list */
	#key(event, input, list) {
		const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
		if (step && this.#shown.length > 0) {
			event.preventDefault();
			this.#chosen = (this.#chosen + step + this.#shown.length) % this.#shown.length;
			this.#list(input, list);
		} else if (event.key === "Enter") {
			event.preventDefault();
			this.#run(this.#chosen);
		}
	}

	/** @param {number} number */
	#run(number) {
		const choice = this.#shown[number];
		if (!choice) return;
		this.close();
		choice.run();
	}
}

customElements.define("hark-palette", HarkPalette);
