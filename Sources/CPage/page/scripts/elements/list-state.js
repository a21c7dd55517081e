/** What stands over the list: what to do while it is empty, and how many are newer than a sorted one. */
import { el, fill } from "../dom.js";
import { counted, safe } from "../model/words.js";

export class ListState {
	#shown = "";

	/** @param {App} app */
	constructor(app) {
		this.app = app;
		this.empty = el("div", { class: "empty", hidden: true });
		this.newer = el("button", { class: "newer", hidden: true, onclick: () => this.#again() });
		app.state.watch(["view", "counts", "session"], () => this.#draw());
	}

	#again() {
		const { view } = this.app.state.values;
		if (view) this.app.look(view.filter, view.order);
	}

	#draw() {
		const { view, counts, session } = this.app.state.values;
		const newer = view?.order ? counts.total - view.total : 0;
		this.newer.hidden = newer <= 0;
		this.newer.textContent = `${counted(newer, "newer exchange")}: sort again`;
		const key = !view || !session || view.matched > 0
			? ""
			: view.filter
			? `filter ${view.words}`
			: session.session.kind;
		if (key === this.#shown) return;
		this.#shown = key;
		this.empty.hidden = key === "";
		if (key === "" || !view || !session) return;
		if (view.filter) fill(this.empty, this.#nothingMatches(view.words));
		else if (session.session.kind === "live") {
			fill(this.empty, this.#waits(session.session.proxy, session.start));
		} else fill(this.empty, el("p", {}, "There are no exchanges in it."));
	}

	/** @param {string} words */
	#nothingMatches(words) {
		return [
			el("p", {}, el("strong", {}, "Nothing matches: "), safe(words)),
			el("p", {}, el("button", { class: "plain", onclick: () => this.app.look("", null) }, "Show all")),
		];
	}

	/** @param {string[]} proxies @param {string[]} lines */
	#waits(proxies, lines) {
		return [
			el(
				"p",
				{},
				el("strong", {}, `Hark is waiting for a client at ${proxies.join(" and ")}.`),
				" Paste these into a terminal:",
			),
			...lines.map((line) => el("pre", { tabindex: 0 }, line)),
			el("p", { class: "dim" }, "New exchanges appear here immediately."),
		];
	}
}
