/** For a room: one exchange in large type, its story a sentence a key press, without secrets. */
import { el, fill } from "../dom.js";
import { safe, status, took, urlParts } from "../model/words.js";
import { segments } from "../model/waterfall.js";
import { nothing } from "./parts.js";
import { bars } from "./timing.js";

/** @type {Record<string, number>} */
const steps = { " ": 1, ArrowRight: 1, ArrowDown: 1, PageDown: 1, ArrowLeft: -1, ArrowUp: -1, PageUp: -1 };

export default class ProjectorScreen {
	at = 0;
	/** @type {Detail | null} */
	#detail = null;

	/** @param {App} app */
	constructor(app) {
		this.app = app;
		this.element = el("div.show.page", {
			tabindex: 0,
			"aria-label": "Step by step",
			role: "group",
			onkeydown: (event) => {
				const step = event.target === this.element && steps[event.key];
				if (!step) return;
				event.preventDefault();
				this.step(step);
			},
		});
	}

	async show() {
		this.app.commands.step = () => this.step(1);
		this.app.commands.stepBack = () => this.step(-1);
		const detail = await this.app.ready();
		if (this.#detail?.id !== detail?.id) this.at = 0;
		this.#detail = detail;
		this.#draw();
		this.element.focus();
	}

	/** @param {number} distance */
	step(distance) {
		this.at = Math.max(0, Math.min(this.#sentences().length, this.at + distance));
		this.#draw();
	}

	#sentences() {
		const detail = this.#detail;
		const reasoning = (detail?.message("response") ?? detail?.message("request"))?.reasoning;
		return [
			{ label: "answer", text: reasoning?.status?.conclusion ?? "" },
			...(detail?.flow?.lines ?? []),
			{ label: "time", text: reasoning?.timing?.conclusion ?? "" },
		].filter((each) => each.text);
	}

	#draw() {
		const flow = this.#detail?.flow;
		if (!flow) {
			fill(this.element, nothing(this.#detail?.error ?? "Choose an exchange first."));
			return;
		}
		const all = this.#sentences();
		const { host, rest } = urlParts(flow.row.url ?? "");
		const state = status(flow.row);
		const parts = segments(flow.row, this.app.now());
		fill(
			this.element,
			el("h2.captured", `${safe(flow.row.method, 20)} ${safe(host, 80)}${safe(rest.replace(/\?[^]*/, "?…"), 120)}`),
			el("p.answer", `${state.text} ${state.word} · ${took(flow.row)}`),
			el(
				"dl.lines",
				all.slice(0, this.at).map(({ label, text }, index) =>
					el(
						"div",
						{ class: index === this.at - 1 ? "now" : "" },
						el("dt", safe(label, 30)),
						el("dd.captured", safe(text)),
					)
				),
			),
			all[this.at - 1]?.label === "time" && parts.length > 0 && bars(parts),
			el(
				"p.dim",
				{ role: "status" },
				this.at < all.length ? `Space: the next of ${all.length} sentences` : "The end. Esc goes back.",
			),
		);
	}
}
