/** An exchange at a glance: how it went, what to do, headers that matter, both bodies; below, the whole story. */
import { button, el, link, one, Part, put, refresh } from "../dom.js";
import { isSecret, matters, received } from "../model/heads.js";
import { capital, counted, safe, size, status, took } from "../model/words.js";
import { isPicture, pictureOf, tokenLines } from "./body.js";
import { flowButton, nothing, section } from "./parts.js";
import { findings, marks, story } from "./story.js";

/** Lines of a body that are shown. */
const few = 8;

export class TabOverview extends Part {
	/** The pictures of the exchange that is shown, by side; null while one is read. @type {Map<Side, HTMLElement | null>} */
	#pictures = new Map();
	/** @type {Detail | null} */
	#detail = null;

	element = el("div.story.overview-of");

	/** @param {Detail} detail */
	draw(detail) {
		const { flow, explained } = detail;
		if (!flow || !explained) return;
		if (this.#detail?.id !== detail.id) this.left();
		this.#detail = detail;
		refresh(
			this.element,
			marks(flow),
			this.#verdict(detail, flow),
			findings(this.app, explained.messages),
			el("div.columns", this.#side(detail, flow, "request"), this.#side(detail, flow, "response")),
			el("section.whole", el("h3", { id: "story", tabindex: -1 }, "Story"), ...story(this.app, detail)),
		);
	}

	/** Another exchange is looked at, or another tab: its pictures are let go. */
	left() {
		for (const picture of this.#pictures.values()) {
			if (picture instanceof HTMLImageElement) URL.revokeObjectURL(picture.src);
		}
		this.#pictures.clear();
	}

	/** @param {Detail} detail @param {Flow} flow */
	#verdict(detail, flow) {
		const { row, record } = flow;
		const state = status(row);
		const phrase = safe(record.response?.statusText ?? "", 80);
		// What the line above has already, or what to do, is not said twice.
		// Of a response that ended early, how it ended: its status promised more.
		const isBroken = state.kind === "failed" && (row.status ?? 0) < 400;
		const asked = isBroken ? undefined : detail.message("response")?.reasoning.status?.conclusion;
		const said = (flow.inShort ?? []).slice(0, isBroken ? 1 : 4).map((text) =>
			text.replace(/^\d{3} [^:()]*\([^()]*\): /, "")
		)
			.filter((text) => text !== asked);
		return el(
			"div.verdict-of",
			el(
				"p.lead",
				el("strong", { class: state.kind }, `${state.text} ${phrase}`.trim()),
				` ${state.word}`,
				state.kind === "open" ? ` ${took(row)}` : row.duration >= 0 ? ` · ${took(row)}` : "",
				row.responseSize >= 0 ? ` · ${size(row.responseSize)}` : "",
			),
			el("section", el("h3.unseen", "In short"), said.map((text) => el("p.captured", safe(text)))),
			this.#next(flow, asked),
		);
	}

	/** What the status asks of the client, and where one looks next. @param {Flow} flow @param {string} [asked] */
	#next(flow, asked) {
		const { app } = this;
		const { row } = flow;
		const code = row.status ?? 0;
		const { kind } = status(row);
		const tab = (/** @type {string} */ words, /** @type {string} */ name) => button(words, () => app.open(name));
		const others = [...new Set(flow.story.flatMap(({ flows }) => flows))].filter((id) => id !== row.id).slice(0, 4);
		return el(
			"div.next",
			asked && el("p", el("strong", "What to do: "), safe(asked)),
			el(
				"p.links",
				kind === "failed" && tab("Timing", "timing"),
				[401, 403, 407].includes(code) && tab("Headers", "headers"),
				code === 304 && tab("Cache", "cache"),
				code >= 400 && flow.messages.response.body ? tab("Body", "body") : null,
				others.length > 0 && el("span", "Related: ", others.map((id) => [flowButton(app, id), " "]).flat()),
				(kind === "failed" || code >= 400) && app.state.values.session?.session.canResend &&
					button("Resend", () => app.run("resend")),
				button("Lessons", () => app.show("lessons")),
				button("Story", () => {
					const heading = one("#story", this.element);
					heading?.scrollIntoView({ block: "start" });
					heading?.focus({ preventScroll: true });
				}),
			),
		);
	}

	/** @param {Detail} detail @param {Flow} flow @param {Side} side */
	#side(detail, flow, side) {
		const all = received(flow, detail.explained, side) ?? [];
		const shown = matters(all, detail.message(side));
		return section(
			capital(side),
			shown.length > 0 &&
				el(
					"dl.facts",
					shown.flatMap(({ name, value }) => [
						el("dt", safe(name, 80)),
						el("dd.captured", isSecret(name, value) ? "••••••" : safe(value, 300)),
					]),
				),
			all.length > 0
				? link(`all ${counted(all.length, "header")}`, () => this.app.open("headers"))
				: nothing(`There is no ${side}.`),
			all.length > 0 && this.#body(detail, flow, side),
		);
	}

	/** The first lines of the body, or its picture. @param {Detail} detail @param {Flow} flow @param {Side} side */
	#body(detail, flow, side) {
		if (!flow.messages[side].body) return all(flow, side);
		const tokens = detail.tokens(side, 0, few);
		const failure = detail.tokensFailure(side, 0, few);
		if (!tokens) return nothing(failure ?? "Formatting the body …");
		const block = el("div.content.said.mono");
		if (isPicture(tokens.image)) put(block, this.#picture(detail, side, tokens.image));
		else put(block, tokens.remarks.map((remark) => el("p.remark", safe(remark))), tokenLines(tokens));
		return [
			el("p.dim", `${safe(tokens.title, 120)} · ${size(flow.messages[side].body)}`),
			block,
			link("all of the body", () => this.app.open("body")),
		];
	}

	/** @param {Detail} detail @param {Side} side @param {string} type */
	#picture(detail, side, type) {
		const held = this.#pictures.get(side);
		if (held !== undefined) return held;
		this.#pictures.set(side, null);
		pictureOf(this.app, detail, side, type).then((picture) => {
			if (this.#detail?.id !== detail.id || !this.#pictures.has(side)) return;
			picture.dataset.key = `${detail.id} ${side}`;
			this.#pictures.set(side, picture);
			this.draw(this.#detail);
		});
		return null;
	}
}

/** @param {Flow} flow @param {Side} side */
function all(flow, side) {
	const none = side === "request" ? flow.row.method : flow.row.status;
	return none ? el("p.nothing", "No body.") : null;
}
