/** One click for the filters that are wanted most; the filter line shows each as text. */
import { el, fill } from "../dom.js";
import { chips, noTunnels, partsOf, turned, unchipped } from "../model/kinds.js";
import { icon } from "./icons.js";

export class Chips {
	/** @param {App} app */
	constructor(app) {
		this.app = app;
		this.element = el("div", { class: "chips", role: "group", "aria-label": "Kinds of exchanges" });
		this.#chip("All", "", "Exchanges of every kind");
		for (const [name, filter, words] of chips) this.#chip(name, filter, words);
		this.#chip("CONNECT", noTunnels, "Tunnels that Hark opened: their exchanges are in the list");
		app.state.watch(["view"], () => this.#draw());
	}

	/** @param {string} name @param {string} filter @param {string} words */
	#chip(name, filter, words) {
		const { app } = this;
		const button = el("button", {
			title: words,
			"data-filter": filter,
			onclick: () => {
				const { view } = app.state.values;
				const before = view?.filter ?? "";
				app.look(filter ? turned(before, filter) : unchipped(before), view?.order ?? null);
			},
		});
		const kind = name.toLowerCase();
		fill(button, ["all", "failed", "connect"].includes(kind) ? null : icon(kind), name);
		this.element.append(button);
	}

	#draw() {
		const { parts } = partsOf(this.app.state.values.view?.filter ?? "");
		const hasChip = parts.some((part) => chips.some(([, filter]) => filter === part));
		for (const button of this.element.querySelectorAll("button")) {
			const filter = button.dataset.filter ?? "";
			// Of tunnels it is told whether they are in the list.
			const on = filter === "" ? !hasChip : parts.includes(filter) !== (filter === noTunnels);
			button.setAttribute("aria-pressed", String(on));
		}
	}
}
