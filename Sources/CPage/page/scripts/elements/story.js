/** The story of an exchange: what happened, in the words of the terminal; what is right about it; then why. */
import { el, link } from "../dom.js";
import { safe } from "../model/words.js";
import { flowButton, noteItem, nothing, reasoning, section, steps } from "./parts.js";

const worst = ["bad", "warning", "info", "good"];

/** @param {Note} note */
function isFinding(note) {
	return note.level === "bad" || note.level === "warning";
}

/** Pins, tags, a comment. @param {Flow} flow */
export function marks({ marks }) {
	if (!marks.pinned && !marks.comment && marks.tags.length === 0) return null;
	return el(
		"p.marks",
		marks.pinned && el("span.tag", "⚑ pinned"),
		marks.tags.map((tag) => el("span.tag", safe(tag, 80))),
		marks.comment && el("span", safe(marks.comment)),
	);
}

/** What was found to be wrong, the worst first. @param {App} app @param {Message[]} messages */
export function findings(app, messages) {
	const found = messages.flatMap((message) => message.notes).filter(isFinding);
	return found.length > 0 && section("Findings", list(app, found));
}

/** @param {App} app @param {Detail} detail */
export function story(app, detail) {
	const { flow, explained } = detail;
	if (!flow || !explained) return [];
	const { messages } = explained;
	return [
		el("div.columns", whatHappened(flow), notesOf(app, messages.flatMap((message) => message.notes), flow.lines ?? [])),
		rules(app, flow),
		others(app, flow),
		// The answer first: of it one asks where it ends, whether it is kept, what became of cookies.
		section("Why", messages.toReversed().flatMap((message) => reasons(app, message))),
	];
}

/** @param {App} app @param {Note[]} notes */
function list(app, notes) {
	const sorted = [...notes].sort((a, b) => worst.indexOf(a.level) - worst.indexOf(b.level));
	return el("ul.notes", sorted.map((note) => noteItem(app, note)));
}

/** @param {Flow} flow */
function whatHappened(flow) {
	const lines = flow.lines ?? [];
	if (lines.length === 0) return section("What happened", nothing("There is nothing more to explain."));
	return section(
		"What happened",
		el(
			"dl.lines",
			lines.map((line) =>
				el(
					"div",
					{ class: line.level },
					el("dt", safe(line.label, 40)),
					el("dd.captured", safe(line.text)),
				)
			),
		),
	);
}

/** What is no finding: those stand above. @param {App} app @param {Note[]} notes @param {{level: string}[]} lines */
function notesOf(app, notes, lines) {
	if (notes.length === 0) {
		const isBad = lines.some((line) => line.level === "bad");
		return section("Notes", nothing(isBad ? "The checks found nothing." : "There are no errors or warnings."));
	}
	const rest = notes.filter((note) => !isFinding(note));
	return rest.length === 0 ? null : section("Notes", list(app, rest));
}

/** The rules that touched it, each with the way to it. @param {App} app @param {Flow} flow */
function rules(app, flow) {
	/** @type {RuleAct[]} */
	const acts = flow.record._rules ?? [];
	if (acts.length === 0) return null;
	return section(
		"Rules",
		el(
			"ul",
			acts.map((act) =>
				el(
					"li.captured",
					act.name && link(safe(act.name, 80), () => app.show("rules")),
					safe(` ${act.name ? `(${act.file}:${act.line}) ` : ""}${act.action}. ${act.text}`),
				)
			),
		),
	);
}

/** The exchanges that it belongs to. @param {App} app @param {Flow} flow */
function others(app, flow) {
	const story = flow.story ?? [];
	if (story.length === 0) return null;
	return section(
		"Related exchanges",
		story.map((part) =>
			el(
				"div.belongs",
				el("strong", safe(part.title)),
				" ",
				part.flows.map((id) => [flowButton(app, id), " "]).flat(),
				el("ul", part.lines.map((line) => el("li.captured", safe(line)))),
			)
		),
	);
}

/** @param {App} app @param {Message} message */
function reasons(app, message) {
	const result = [];
	const side = message.kind;
	if (message.framing) {
		const { rule, steps: all } = message.framing;
		const conclusion = all.findLast((step) => step.held)?.text ?? "";
		result.push(
			el(
				"details.reasoning",
				{ "data-key": `${side} end` },
				el(
					"summary",
					el("strong", `${side}: body end`),
					String(rule) !== "0" ? ` (rule ${rule}) ` : " ",
					safe(conclusion),
				),
				steps(app, all),
			),
		);
	}
	for (const [topic, each] of Object.entries(message.reasoning)) {
		result.push(reasoning(app, `${side}: ${topic}`, each));
	}
	return result;
}
