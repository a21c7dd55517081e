/** For a room: one exchange in large type, its story a sentence a key press, without secrets. */
import { el, fill } from "../dom.js";
import { Detail } from "../detail.js";
import { phaseTime, safe, status, time, urlParts } from "../model/words.js";
import { segments } from "../model/waterfall.js";
import { nothing } from "./parts.js";

export default class ProjectorScreen {
	#at = 0;
	#id = 0;
	/** @type {Detail | null} */
	#detail = null;

	/** @param {App} app */
	constructor(app) {
		this.app = app;
		this.element = el("div.show.page", {
			tabindex: 0,
			"data-keys": "replay",
			"aria-label": "The story, step by step",
			role: "group",
		});
		this.element.addEventListener("keydown", (event) => {
			const step =
				{ " ": 1, ArrowRight: 1, ArrowDown: 1, PageDown: 1, ArrowLeft: -1, ArrowUp: -1, PageUp: -1 }[event.key];
			if (!step) return;
			event.preventDefault();
			this.step(step);
		});
	}

	async show() {
		const { selected, detail } = this.app.state.values;
		this.app.commands.step = () => this.step(1);
		this.app.commands.stepBack = () => this.step(-1);
		if (selected === null) {
			fill(this.element, nothing("Choose an exchange in the list first."));
			return;
		}
		if (this.#id !== selected) this.#at = 0;
		this.#id = selected;
		this.#detail = detail?.id === selected && detail.flow ? detail : new Detail(this.app.session, selected, () => {});
		if (!this.#detail.flow) await this.#detail.load();
		this.#draw();
		this.element.focus();
	}

	/** @param {number} distance */
	step(distance) {
		this.#at = Math.max(0, Math.min(this.#sentences().length, this.#at + distance));
		this.#draw();
	}

	/** Sentences without what proves who one is: the lines are the terminal's. @returns {{label: string, text: string}[]} */
	#sentences() {
		const detail = this.#detail;
		if (!detail?.flow) return [];
		const status = detail.message("response")?.reasoning.status?.conclusion;
		const timing = (detail.message("response") ?? detail.message("request"))?.reasoning.timing?.conclusion;
		return [
			...(status ? [{ label: "answer", text: status }] : []),
			...detail.flow.lines.map(({ label, text }) => ({ label, text })),
			...(timing ? [{ label: "time", text: timing }] : []),
		];
	}

	#draw() {
		const flow = this.#detail?.flow;
		if (!flow) {
			fill(this.element, nothing(this.#detail?.error ?? ""));
			return;
		}
		const all = this.#sentences();
		const { host, rest } = urlParts(flow.row.url ?? "");
		const state = status(flow.row);
		fill(
			this.element,
			el("h2.captured", `${safe(flow.row.method, 20)} ${safe(host, 80)}${safe(rest.replace(/\?[^]*/, "?…"), 120)}`),
			el("p.answer", `${state.text} ${state.word} · ${time(flow.row.duration)}`),
			this.#bar(),
			el(
				"dl.lines",
				all.slice(0, this.#at).map((each, index) =>
					el(
						"div",
						{ class: index === this.#at - 1 ? "now" : "" },
						el("dt", safe(each.label, 30)),
						el("dd.captured", safe(each.text)),
					)
				),
			),
			el(
				"p.dim",
				{ role: "status" },
				this.#at < all.length ? `Space: the next of ${all.length} sentences` : "The end of the story. Esc goes back.",
			),
		);
	}

	/** The phases as one bar. */
	#bar() {
		const flow = this.#detail?.flow;
		const parts = flow ? segments(flow.row, this.app.now()) : [];
		const total = Math.max(0.001, (parts.at(-1)?.to ?? 0) - (parts[0]?.from ?? 0));
		return el(
			"div.strip",
			{
				role: "img",
				"aria-label": parts.map(phaseTime).join(", "),
			},
			parts.map((part) => {
				const share = (part.to - part.from) / total;
				return el(
					"span",
					{ class: `bar ${part.phase}`, style: { "flex-grow": Math.max(0.004, share) } },
					share > 0.12 ? phaseTime(part) : "",
				);
			}),
		);
	}
}
