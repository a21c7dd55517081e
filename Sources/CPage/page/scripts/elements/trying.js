/** What if: a message edited as text, explained anew without being sent. */
import { button, el, fill } from "../dom.js";
import { capital, reason, safe } from "../model/words.js";
import { area, messageBase64, read } from "./editing.js";
import { nothing, reasoning } from "./parts.js";

/** @param {App} app */
export async function whatIfSheet(app) {
	const { selected } = app.state.values;
	if (selected === null) return;
	const request = await read(app, "request");
	const response = await read(app, "response");
	const fields = [["request", request], ["response", response]].flatMap(([side, part]) => {
		if (!part || typeof part === "string") return [];
		return [{ side: String(side), part, text: area(`Head of the ${side}`, part.head, 14) }];
	});
	const verdict = el("div", { "aria-live": "polite" });
	const ask = async () => {
		const body = Object.fromEntries(
			fields.filter(({ part, text }) => text.value !== part.head).map((
				{ side, part, text },
			) => [side, messageBase64(text.value, part.utf8, part.rest)]),
		);
		if (Object.keys(body).length === 0) {
			fill(verdict, nothing("There are no edits yet."));
			return;
		}
		try {
			showVerdict(app, verdict, await app.session.post("/api/explain", { flow: selected, ...body }));
		} catch (error) {
			fill(verdict, nothing(reason(error)));
		}
	};
	app.palette.sheet(
		`What if #${selected} had been different? Nothing is sent.`,
		...fields.flatMap(({ side, text }) => [el("h3", capital(side)), text]),
		button("Explain it", ask),
		verdict,
	);
	for (const { text } of fields) text.addEventListener("change", ask);
}

/** @param {App} app @param {HTMLElement} verdict @param {WhatIfAnswer} answer */
function showVerdict(app, verdict, answer) {
	if (answer.changed.length === 0) {
		fill(verdict, nothing("No verdict changes."));
		return;
	}
	const of = (/** @type {Explained} */ explained, /** @type {string} */ topic) =>
		explained.messages.findLast((message) => message.reasoning[topic])?.reasoning[topic] ?? null;
	fill(
		verdict,
		answer.changed.map((topic) => {
			const before = of(answer.before, topic);
			const after = of(answer.after, topic);
			return el(
				"section.verdict",
				el("h3", topic),
				before && el("p.removed", "− ", safe(before.conclusion)),
				after && el("div.added", reasoning(app, "+", after)),
			);
		}),
	);
}
