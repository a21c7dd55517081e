/** Pieces that several tabs and screens have: notes, reasonings, links to sections. */
import { el, link } from "../dom.js";
import { specURL } from "../model/specs.js";
import { bytesIn, count, safe } from "../model/words.js";

/** @type {Record<string, [string, string]>} */
export const levels = {
	bad: ["✗", "bad"],
	warning: ["!", "warning"],
	info: ["·", "information"],
	good: ["✓", "good"],
};

/** A section as a link to its text; only a click loads it. @param {string | undefined} spec */
export function specLink(spec) {
	if (!spec) return null;
	const url = specURL(spec);
	if (!url) return el("span.spec", safe(spec, 120));
	return el("a.spec", { href: url, target: "_blank", rel: "noreferrer noopener" }, safe(spec, 120));
}

/** @param {App} app @param {Note} note */
export function noteItem(app, note) {
	const [sign, word] = levels[note.level] ?? levels.info;
	return el(
		"li",
		{ class: `note ${note.level}` },
		el("span.sign", { "aria-hidden": "true" }, sign),
		el(
			"div",
			el("span.unseen", `${word}: `),
			el("strong", safe(note.summary)),
			" ",
			el("code.dim", note.code),
			el(
				"p",
				safe(note.text),
				" ",
				specLink(note.spec),
				" ",
				note.length > 0 && bytesButton(app, note.offset, note.length),
			),
		),
	);
}

/** Leads to the bytes that something is about. @param {App} app @param {number} offset @param {number} length */
export function bytesButton(app, offset, length) {
	const messages = app.state.values.detail?.explained?.messages ?? [];
	const message = messages.findLast((each) => each.offset <= offset);
	return toByte(app, offset, bytesIn(message, { offset, length }));
}

/** @param {App} app @param {number} offset @param {string} text */
export function toByte(app, offset, text) {
	return link(text, () => {
		app.pin(offset);
		app.open("bytes");
	});
}

/** A conclusion, and the steps that led there when it is opened. @param {App} app @param {string} topic @param {Reasoning} reasoning @param {boolean} [open] */
export function reasoning(app, topic, reasoning, open = false) {
	return el(
		"details.reasoning",
		{ open, "data-key": topic },
		el("summary", el("strong", topic), " ", safe(reasoning.conclusion)),
		steps(app, reasoning.steps),
	);
}

/** @param {App} app @param {Step[]} all */
export function steps(app, all) {
	return el(
		"ol.steps",
		all.map((step) =>
			el(
				"li",
				{ class: step.held === true ? "held" : step.held === false ? "failed" : "computed" },
				el("span.sign", { "aria-hidden": "true" }, step.held === true ? "✓" : step.held === false ? "–" : "·"),
				el(
					"div",
					el("span.rule", safe(step.rule)),
					" ",
					safe(step.text),
					" ",
					specLink(step.spec),
					step.length ? bytesButton(app, step.offset ?? 0, step.length) : null,
				),
			)
		),
	);
}

/** Leads to another exchange. @param {App} app @param {number} id @param {string} [text] */
export function flowButton(app, id, text = `#${id}`) {
	return link(text, () => {
		app.select(id);
		app.open();
	});
}

/** What stands where there is nothing. @param {string} text */
export function nothing(text) {
	return el("p.nothing", text);
}

/** @param {string} title @param {...any} children */
export function section(title, ...children) {
	return el("section", el("h3", title), ...children);
}

/**
 * The way on, where not all of it is shown.
 * @param {number} from @param {number} step @param {number} total @param {string} unit @param {(next: number) => void} go
 */
export function paging(from, step, total, unit, go) {
	if (total <= step) return null;
	return el(
		"span.pages",
		el("button.plain", {
			disabled: from === 0,
			"aria-label": "Before",
			onclick: () => go(Math.max(0, from - step)),
		}, "◂"),
		` ${unit} ${count(from + 1)}–${count(Math.min(total, from + step))} of ${count(total)} `,
		el("button.plain", { disabled: from + step >= total, "aria-label": "After", onclick: () => go(from + step) }, "▸"),
	);
}
