/** What happened, in the words of the terminal; then what is right and wrong about it; then why. */
import { el, fill } from "../dom.js";
import { safe, size, status } from "../model/words.js";
import { tokenLines } from "./body.js";
import { flowButton, noteItem, nothing, reasoning, section, steps } from "./parts.js";

const worst = ["bad", "warning", "info", "good"];

/** @param {Note} note */
function isFinding(note) {
	return note.level === "bad" || note.level === "warning";
}

export class TabStory {
	/** @param {App} app */
	constructor(app) {
		this.app = app;
		this.element = el("div", { class: "story" });
	}

	/** @param {Detail} detail */
	draw(detail) {
		const { flow, explained } = detail;
		if (!flow || !explained) return;
		const messages = explained.messages;
		const notes = messages.flatMap((message) => message.notes);
		fill(
			this.element,
			this.#marks(detail),
			this.#answer(detail),
			this.#inShort(flow, notes.filter(isFinding)),
			el(
				"div",
				{ class: "columns" },
				this.#lines(detail),
				this.#notes(notes, flow.lines ?? []),
			),
			this.#rules(detail),
			this.#others(detail),
			// The answer first: of it one asks where it ends, whether it is kept, what became of cookies.
			section("Why", messages.toReversed().flatMap((message) => this.#reasons(message))),
		);
	}

	/** @param {Detail} detail */
	#marks(detail) {
		const marks = detail.flow?.marks;
		if (!marks || (!marks.pinned && !marks.comment && marks.tags.length === 0)) return null;
		return el(
			"p",
			{ class: "marks" },
			marks.pinned && el("span", { class: "tag" }, "⚑ pinned"),
			marks.tags.map((tag) => el("span", { class: "tag" }, safe(tag, 80))),
			marks.comment && el("span", {}, safe(marks.comment)),
		);
	}

	/** What came of it; what the server said of a failure, as it is not seen elsewhere at once. @param {Detail} detail */
	#answer(detail) {
		const row = detail.flow?.row;
		if (!row) return null;
		const state = status(row);
		const reason = /^HTTP\/\d\.\d \d+ (.*)$/.exec(detail.flow?.record.response?._line ?? "")?.[1] ??
			detail.flow?.record.response?.statusText ?? "";
		const lead = el(
			"p",
			{ class: "lead" },
			el("strong", { class: state.kind }, `${state.text} ${safe(reason, 80)}`.trim()),
			` ${state.word}`,
			row.responseSize >= 0 ? `, ${size(row.responseSize)}` : "",
		);
		if ((row.status ?? 0) < 400 || !detail.flow?.messages.response?.body) return lead;
		const tokens = detail.tokens("response", 0);
		return el(
			"div",
			{},
			lead,
			tokens && el("div", { class: "content said mono" }, tokenLines({ ...tokens, lines: tokens.lines.slice(0, 6) })),
			tokens && tokens.count > 6 &&
				el("button", { class: "link", onclick: () => this.app.open("body") }, "all of the body"),
		);
	}

	/** How it went and what follows, then what was found to be wrong. @param {Flow} flow @param {Note[]} findings */
	#inShort(flow, findings) {
		const said = flow.inShort ?? [];
		if (said.length === 0 && findings.length === 0) return null;
		return section(
			"In short",
			said.map((sentence) => el("p", { class: "captured" }, safe(sentence))),
			findings.length > 0 && this.#list(findings),
		);
	}

	/** The worst first. @param {Note[]} notes */
	#list(notes) {
		const sorted = [...notes].sort((a, b) => worst.indexOf(a.level) - worst.indexOf(b.level));
		return el("ul", { class: "notes" }, sorted.map((note) => noteItem(this.app, note)));
	}

	/** @param {Detail} detail */
	#lines(detail) {
		const lines = detail.flow?.lines ?? [];
		if (lines.length === 0) return section("What happened", nothing("There is nothing more to explain."));
		return section(
			"What happened",
			el(
				"dl",
				{ class: "lines" },
				lines.map((line) =>
					el(
						"div",
						{ class: line.level },
						el("dt", {}, safe(line.label, 40)),
						el("dd", { class: "captured" }, safe(line.text)),
					)
				),
			),
		);
	}

	/** What is no finding: those stand above. @param {Note[]} notes @param {{level: string}[]} lines */
	#notes(notes, lines) {
		if (notes.length === 0) {
			const isBad = lines.some((line) => line.level === "bad");
			return section("Notes", nothing(isBad ? "The checks found nothing." : "There are no errors or warnings."));
		}
		const rest = notes.filter((note) => !isFinding(note));
		return rest.length === 0 ? null : section("Notes", this.#list(rest));
	}

	/** The rules that touched it, each with the way to it. @param {Detail} detail */
	#rules(detail) {
		/** @type {{name: string, file: string, line: number, action: string, text: string}[]} */
		const acts = detail.flow?.record._rules ?? [];
		if (acts.length === 0) return null;
		return section(
			"Rules",
			el(
				"ul",
				{},
				acts.map((act) =>
					el(
						"li",
						{ class: "captured" },
						act.name && el("button", { class: "link", onclick: () => this.app.show("rules") }, safe(act.name, 80)),
						safe(` ${act.name ? `(${act.file}:${act.line}) ` : ""}${act.action}. ${act.text}`),
					)
				),
			),
		);
	}

	/** The exchanges that it belongs to. @param {Detail} detail */
	#others(detail) {
		const story = detail.flow?.story ?? [];
		if (story.length === 0) return null;
		return section(
			"Related exchanges",
			story.map((part) =>
				el(
					"div",
					{ class: "belongs" },
					el("strong", {}, safe(part.title)),
					" ",
					part.flows.map((id) => [flowButton(this.app, id), " "]).flat(),
					el("ul", {}, part.lines.map((line) => el("li", { class: "captured" }, safe(line)))),
				)
			),
		);
	}

	/** @param {Message} message */
	#reasons(message) {
		const result = [];
		const side = message.kind;
		if (message.framing) {
			const { rule, steps: all } = message.framing;
			const conclusion = all.findLast((step) => step.held)?.text ?? "";
			result.push(
				el(
					"details",
					{ class: "reasoning" },
					el(
						"summary",
						{},
						el("strong", {}, `${side}: body end`),
						String(rule) !== "0" ? ` (rule ${rule}) ` : " ",
						safe(conclusion),
					),
					steps(this.app, all),
				),
			);
		}
		for (const [topic, each] of Object.entries(message.reasoning)) {
			result.push(reasoning(this.app, `${side}: ${topic}`, each));
		}
		return result;
	}
}
