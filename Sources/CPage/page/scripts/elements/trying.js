/** What if: a message edited as text, explained anew without being sent. */
import { button, el, fill } from "../dom.js";
import { reason, safe } from "../model/words.js";
import { nothing, reasoning } from "./parts.js";

/** A head as text: UTF-8 where it is that, else a character a byte; so any bytes survive. @param {Uint8Array} octets */
export function toText(octets) {
	let text;
	try {
		text = new TextDecoder("utf-8", { fatal: true }).decode(octets);
	} catch {
		text = Array.from(octets, (byte) => String.fromCharCode(byte)).join("");
	}
	return { text: text.replaceAll("\r\n", "\n"), utf8: new TextEncoder().encode(text).length === octets.length };
}

/** @param {string} text @param {boolean} utf8 @param {Uint8Array} rest what follows the head */
export function toBase64(text, utf8, rest) {
	const lines = text.replaceAll("\n", "\r\n");
	const head = utf8
		? new TextEncoder().encode(lines)
		: Uint8Array.from(lines, (character) => character.charCodeAt(0) & 0xff);
	let binary = "";
	for (const byte of [...head, ...rest]) binary += String.fromCharCode(byte);
	return btoa(binary);
}

/** The head of a message, and what follows it on the wire. @param {App} app @param {Side} side */
export async function read(app, side) {
	const detail = await app.ready();
	const sizes = detail?.flow?.messages[side];
	if (!detail || !sizes?.wire) return null;
	const octets = await app.session.octets(`/api/flows/${detail.id}/${side}/wire?from=0&length=1048576`);
	const head = sizes.head ?? octets.length;
	const { text, utf8 } = toText(octets.subarray(0, head));
	return { head: text, utf8, rest: octets.subarray(head), whole: sizes.wire <= octets.length };
}

/** A field of several lines, as high as what is in it. @param {string} label @param {string} value @param {number} most */
export function area(label, value, most) {
	const rows = Math.min(most, value.split("\n").length + 1);
	const text = el("textarea", { rows, "aria-label": label, class: "mono", spellcheck: "false" });
	text.value = value;
	return text;
}

/** @param {App} app @param {HarkPalette} palette */
export async function whatIfSheet(app, palette) {
	const { selected } = app.state.values;
	if (selected === null) return;
	try {
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
				) => [side, toBase64(text.value, part.utf8, part.rest)]),
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
		palette.sheet(
			`What if #${selected} had been different? Nothing is sent.`,
			...fields.flatMap(({ side, text }) => [el("h3", side), text]),
			button("Explain it", ask),
			verdict,
		);
		for (const { text } of fields) text.addEventListener("change", ask);
	} catch (error) {
		app.say(error);
	}
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
