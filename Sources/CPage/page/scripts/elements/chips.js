/** One click for the filters that are wanted most; the filter line shows each as text. */
import { el, fill } from "../dom.js";
import { chips, partsOf, turned, unchipped } from "../model/kinds.js";
import { icon } from "./icons.js";

export class Chips {
	/** @type {HTMLElement[]} */
	#buttons = [];

	/** @param {App} app */
	constructor(app) {
		this.app = app;
		this.element = el("div.chips", { role: "group", "aria-label": "Kinds of exchanges" });
		this.#chip("All", "", "Exchanges of every kind");
		for (const [name, filter, words] of chips) this.#chip(name, filter, words);
		this.tunnels = el("button", {
			title: "CONNECT requests of tunnels that Hark opened (T): their exchanges are in the list",
			onclick: () => app.run("tunnels"),
		}, "CONNECT");
		this.#buttons.push(this.tunnels);
		this.element.append(
			this.tunnels,
			el("button", { title: "Empty the list; nothing is deleted", onclick: () => app.run("clear") }, "Clear"),
		);
		app.state.watch(["view", "tunnels"], () => this.#draw());
	}

	/** @param {string} name @param {string} filter @param {string} words */
	#chip(name, filter, words) {
		const { app } = this;
		const button = el("button", {
			title: words,
			"data-filter": filter,
			onclick: () => {
				app.look(filter ? turned(app.filter, filter) : unchipped(app.filter), app.order);
			},
		});
		const kind = name.toLowerCase();
		fill(button, ["all", "failed"].includes(kind) ? null : icon(kind), name);
		this.element.append(button);
		this.#buttons.push(button);
	}

	#draw() {
		const { parts } = partsOf(this.app.state.values.view?.filter ?? "");
		const hasChip = parts.some((part) => chips.some(([, filter]) => filter === part));
		for (const button of this.#buttons) {
			const filter = button.dataset.filter;
			const on = filter === undefined
				? this.app.state.values.tunnels
				: filter === ""
				? !hasChip
				: parts.includes(filter);
			button.setAttribute("aria-pressed", String(on));
		}
	}
}
