/** Two exchanges that were marked, beside each other: what differs in their heads, their bodies, their times. */
import { el, fill, Part } from "../dom.js";
import { capital, counted, reason, safe, size, took } from "../model/words.js";
import { table, wide } from "./cookies.js";
import { flowButton, nothing, section } from "./parts.js";

/** @type {Record<string, string>} */
const signs = { added: "+", removed: "−", changed: "≠", moved: "↕", respelled: "≈" };

/** What became of something, as a sign and as a word. @param {string} change */
export function sign(change) {
	return el("span", { title: change }, signs[change] ?? "", el("span.unseen", change));
}

export default class CompareScreen extends Part {
	#asked = 0;

	element = el("div.compare.page");

	async show() {
		const ids = [...this.app.state.values.marks];
		const asked = ++this.#asked;
		if (ids.length !== 2) {
			fill(this.element, nothing("Mark two exchanges with m to compare them."));
			return;
		}
		try {
			const { session } = this.app;
			const diff = await session.get(`/api/flows/${ids[0]}/diff?with=${ids[1]}`);
			const { rows } = await session.get(`/api/rows?ids=${ids.join(",")}`);
			if (asked === this.#asked) this.#draw(ids, diff, rows);
		} catch (error) {
			fill(this.element, nothing(reason(error)));
		}
	}

	/** @param {number[]} ids @param {FlowDiff} diff @param {Row[]} rows */
	#draw(ids, diff, rows) {
		const [left, right] = ids.map((id) => rows.find((row) => row.id === id));
		const both = (/** @type {(row: Row) => string} */ text) =>
			[left, right].map((row) => row ? text(row) : "–").join(" and ");
		fill(
			this.element,
			el("h2", "Compare ", flowButton(this.app, ids[0]), " and ", flowButton(this.app, ids[1])),
			el(
				"p.lead",
				`${both(took)}; ${both((row) => size(row.responseSize))}.`,
			),
			["request", "response"].map((message) =>
				section(
					capital(message),
					this.#table(ids, diff.differences.filter((each) => each.message === message)),
				)
			),
			diff.content.omitted > 0 && nothing(`${counted(diff.content.omitted, "more difference")} omitted.`),
			diff.doubts.map((doubt) => nothing(safe(doubt))),
		);
	}

	/** @param {number[]} ids @param {FlowDifference[]} all */
	#table(ids, all) {
		if (all.length === 0) return nothing("Identical.");
		const cell = (/** @type {string | null} */ value) => el("code", value === null ? "–" : safe(value, 400));
		return wide(
			"Differences",
			table(
				["", "where", `#${ids[0]}`, `#${ids[1]}`],
				all.map(({ action, part, path, left, right, volatile }) => [
					sign(action),
					el(
						"span",
						el("span.dim", `${part} `),
						el("code", safe(path, 400)),
						volatile && el("span.dim", " differs each time"),
					),
					cell(left),
					cell(right),
				]),
			),
			"paths",
		);
	}
}
