/** What stands over the list: what to do while it is empty, and how many are newer than a sorted one. */
import { button, el, fill } from "../dom.js";
import { setup } from "./setup.js";
import { count, counted, safe } from "../model/words.js";

export class ListState {
	#shown = "";
	/** The view, and how many it had when the newest were no longer followed. */
	#left = { view: 0, matched: 0 };

	/** @param {App} app */
	constructor(app) {
		this.app = app;
		this.empty = el("div.empty", { hidden: true });
		this.newer = el("button.newer", { hidden: true, onclick: () => this.#again() });
		app.state.watch(["view", "counts", "session", "follow"], () => this.#draw());
	}

	#again() {
		const { view } = this.app.state.values;
		if (view?.order) this.app.look(view.filter, view.order);
		else this.app.run("follow");
	}

	/** A sorted list is made again; any other goes on at its end, with what came since it stands. */
	#newer() {
		const { view, counts, session, follow } = this.app.state.values;
		if (!view || follow || view.id !== this.#left.view) {
			this.#left = { view: view?.id ?? 0, matched: view?.matched ?? 0 };
		}
		const since = Math.max(0, (view?.matched ?? 0) - this.#left.matched);
		const sorted = view?.order ? counts.total - view.total : 0;
		const isLive = session?.session.kind === "live" && !follow && !!view && !view.order && view.matched > 0;
		this.newer.hidden = view?.order ? sorted <= 0 : !isLive;
		this.newer.textContent = view?.order
			? `${counted(sorted, "newer exchange")}: sort again`
			: since > 0
			? `↓ ${count(since)} newer`
			: "↓ Follow";
	}

	#draw() {
		const { view, session, counts } = this.app.state.values;
		this.#newer();
		const key = !view || !session || view.matched > 0
			? ""
			: view.filter
			? `filter ${view.words}`
			: counts.total > 0 && !view.order
			? "tunnels"
			: session.session.kind;
		if (key === this.#shown) return;
		this.#shown = key;
		this.empty.hidden = key === "";
		if (key === "" || !view || !session) return;
		if (view.filter) fill(this.empty, this.#nothingMatches(view.words));
		else if (key === "tunnels") {
			const show = button("Show them", () => this.app.run("tunnels"));
			fill(this.empty, el("p", "Nothing to show: CONNECT requests are folded. ", show));
		} else if (session.session.kind === "live") {
			fill(this.empty, this.#waits(session.session.proxy));
		} else fill(this.empty, el("p", "There are no exchanges in it."));
	}

	/** @param {string} words */
	#nothingMatches(words) {
		return [
			el(
				"p",
				el(
					"strong",
					/^time >= \S+$/.test(this.app.filter) ? "The list was emptied, nothing was deleted: " : "Nothing matches: ",
				),
				safe(words),
			),
			el("p", button("Show all", () => this.app.look("", null))),
		];
	}

	/** @param {string[]} proxies */
	#waits(proxies) {
		return [
			el("p", el("strong", `Hark is waiting for a client at ${proxies.join(" and ")}.`)),
			setup(this.app),
			el("p.dim", "New exchanges appear here immediately."),
		];
	}
}
