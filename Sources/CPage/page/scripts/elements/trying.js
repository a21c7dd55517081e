/** What if, and sending again: a message edited as text, explained anew without being sent, or sent. */
import { el, fill } from "../dom.js";
import { withLength } from "../model/heads.js";
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
async function read(app, side) {
	const detail = await app.ready();
	const sizes = detail?.flow?.messages[side];
	if (!detail || !sizes?.wire) return null;
	const octets = await app.session.octets(`/api/flows/${detail.id}/${side}/wire?from=0&length=1048576`);
	const head = sizes.head ?? octets.length;
	const { text, utf8 } = toText(octets.subarray(0, head));
	return { head: text, utf8, rest: octets.subarray(head), whole: sizes.wire <= octets.length };
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
			const text = el("textarea", {
				rows: Math.min(14, part.head.split("\n").length),
				"aria-label": `Head of the ${side}`,
				class: "mono",
				spellcheck: "false",
			});
			text.value = part.head;
			return [{ side: String(side), part, text }];
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
			...fields.flatMap(({ side, text }) => [el("h3", {}, side), text]),
			el("button", { class: "plain", onclick: ask }, "Explain it"),
			verdict,
		);
		for (const { text } of fields) text.addEventListener("change", ask);
	} catch (error) {
		app.say(error);
	}
}

/** @param {App} app @param {HTMLElement} verdict @param {{before: Explained, after: Explained, changed: string[]}} answer */
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
				"section",
				{ class: "verdict" },
				el("h3", {}, topic),
				before && el("p", { class: "removed" }, "− ", safe(before.conclusion)),
				after && el("div", { class: "added" }, reasoning(app, "+", after)),
			);
		}),
	);
}

/** Bytes of a body that can be edited. */
const mostEdited = 512 * 1024;

/** A text field has LF alone: lines end as they did. @param {string} text @param {string} before */
function lineEnds(text, before) {
	return before.includes("\r\n") ? text.replaceAll("\n", "\r\n") : text;
}

/** @param {string} text */
function notJSON(text) {
	try {
		JSON.parse(text);
		return "";
	} catch (error) {
		return `Not valid JSON: ${safe(reason(error), 200)}`;
	}
}

/** @param {App} app @param {HarkPalette} palette */
export async function resendSheet(app, palette) {
	const { selected, session } = app.state.values;
	if (selected === null) return;
	if (!session?.session.canResend) {
		app.say("This is a recording: nothing can be sent from here.");
		return;
	}
	try {
		const request = await read(app, "request");
		if (!request) return;
		const sizes = app.state.values.detail?.flow?.messages.request;
		// Without the chunks that it was sent in: what is edited gets a length.
		const octets = sizes?.body
			? await app.session.octets(`/api/flows/${selected}/request/body?from=0&length=1048576`)
			: new Uint8Array();
		const content = toText(octets);
		const isText = content.utf8 && octets.length <= mostEdited && octets.length >= (sizes?.body ?? 0);
		const original = isText ? content.text : "";
		const area = (/** @type {string} */ label, /** @type {string} */ value, /** @type {number} */ most) => {
			const text = el("textarea", {
				rows: Math.min(most, value.split("\n").length + 1),
				"aria-label": label,
				class: "mono",
				spellcheck: "false",
			});
			text.value = value;
			return text;
		};
		const text = area("Head of the request", request.head, 14);
		const body = area("Body of the request", original, 16);
		const wrong = el("p", { class: "warning", role: "status" });
		body.addEventListener("input", () => {
			text.value = withLength(text.value, new TextEncoder().encode(lineEnds(body.value, content.text)).length);
			wrong.textContent = /^content-type:.*json/im.test(text.value) ? notJSON(body.value) : "";
		});
		const to = el("input", {
			type: "text",
			"aria-label": "Send it to another server",
			placeholder: "another server: http://127.0.0.1:8080",
			spellcheck: "false",
		});
		const state = el("p", { "aria-live": "polite" });
		const send = async (/** @type {boolean} */ beside) => {
			state.textContent = "Sending …";
			const bodyIsEdited = body.value !== original;
			const edited = bodyIsEdited || text.value !== request.head;
			const rest = bodyIsEdited ? new TextEncoder().encode(lineEnds(body.value, content.text)) : request.rest;
			const asked = {
				...(edited ? { message: toBase64(text.value, request.utf8, rest) } : {}),
				...(to.value.trim() ? { to: to.value.trim() } : {}),
			};
			try {
				const { flow, doubts = [] } = await app.session.post(`/api/flows/${selected}/resend`, asked);
				palette.close();
				for (const doubt of doubts) app.say(doubt);
				if (flow === null) app.say("It was sent. The response is not recorded in this session.");
				else {
					app.select(flow);
					app.open();
					if (!beside) return;
					app.state.set({ marks: new Set([selected, flow]) });
					app.show("compare");
				}
			} catch (error) {
				state.textContent = error instanceof Error ? safe(error.message) : "";
			}
		};
		palette.sheet(
			`Send #${selected} again`,
			text,
			octets.length === 0 || isText
				? body
				: el("p", { class: "dim" }, `The body of ${request.rest.length} bytes is sent unchanged.`),
			wrong,
			to,
			el(
				"p",
				{ class: "tools" },
				el("button", { class: "plain", onclick: () => send(false) }, "Send"),
				" ",
				el("button", { class: "plain", onclick: () => send(true) }, "Send and compare"),
			),
			state,
		);
	} catch (error) {
		app.say(error);
	}
}
