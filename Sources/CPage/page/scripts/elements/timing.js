/** Where the time went: a bar a phase, and what happened at which moment. */
import { el, Part, refresh } from "../dom.js";
import { phaseWords, safe, time } from "../model/words.js";
import { nothing, section } from "./parts.js";
import { segments } from "../model/waterfall.js";

/** What the explanation calls a phase. @type {Record<string, string[]>} */
const rules = { name: ["dns"], tls: ["tls", "ssl"] };

/** A bar a phase, each where it was in the whole, with its figures and words.
 * @param {Segment[]} parts @param {(phase: string) => string} [words] */
export function bars(parts, words = () => "") {
	const from = parts[0].from;
	const total = Math.max(0.001, (parts.at(-1)?.to ?? from) - from);
	return el(
		"div.gantt",
		{ role: "table", "aria-label": "Phases" },
		parts.map((part) => {
			const style = {
				"margin-left": `${((part.from - from) / total) * 100}%`,
				width: `max(2px, ${((part.to - part.from) / total) * 100}%)`,
			};
			const bar = el("span", { class: `bar ${part.phase}`, style });
			// The sentence begins with its figures, which need not be said twice.
			const sentence = words(part.phase);
			const [figures, rest] = /^([^:]{1,24}): (.*)$/s.exec(sentence)?.slice(1) ?? [time(part.to - part.from), sentence];
			return el(
				"div",
				{ role: "row", class: "phase" },
				el("span", { role: "rowheader" }, phaseWords[part.phase] ?? part.phase),
				el("span.track", { role: "cell" }, bar),
				el("span.right", { role: "cell" }, safe(figures)),
				el("span.dim", { role: "cell" }, safe(rest)),
			);
		}),
	);
}

export class TabTiming extends Part {
	element = el("div.timing");

	/** @param {Detail} detail */
	draw(detail) {
		const { flow } = detail;
		if (!flow) return;
		const parts = segments(flow.row, this.app.now());
		const reasoning = detail.message("response")?.reasoning.timing ?? detail.message("request")?.reasoning.timing;
		refresh(
			this.element,
			reasoning && el("p.lead", safe(reasoning.conclusion)),
			parts.length === 0
				? nothing("No times were recorded.")
				: section("Phases", bars(parts, (phase) => this.#sentence(reasoning, phase))),
			this.#events(flow),
			this.#chunks(flow),
		);
	}

	/** What the explanation says of it. @param {Reasoning | undefined} reasoning @param {string} phase */
	#sentence(reasoning, phase) {
		const wanted = rules[phase] ?? [phase];
		return reasoning?.steps.find((step) => wanted.includes(step.rule))?.text ?? "";
	}

	/** @param {Flow} flow */
	#events(flow) {
		if (flow.events.length === 0) return null;
		return section(
			"Events",
			el(
				"ol.events",
				flow.events.map((event) => el("li", el("span.right.mono", time(event.at)), el("span", safe(event.text)))),
			),
		);
	}

	/** The pace of the body: a mark a chunk. @param {Flow} flow */
	#chunks(flow) {
		const chunks = flow.chunks.response;
		if (chunks.length < 2) return null;
		const first = chunks[0].at;
		const last = chunks.at(-1)?.at ?? first;
		const total = Math.max(0.001, last - first);
		const line = el(
			"div.ticks",
			{ "aria-hidden": "true" },
			chunks.slice(0, 500).map(({ at }) => el("i", { style: { left: `${((at - first) / total) * 100}%` } })),
		);
		return section(`Chunks of the response: ${chunks.length}, from ${time(first)} to ${time(last)}`, line);
	}
}
