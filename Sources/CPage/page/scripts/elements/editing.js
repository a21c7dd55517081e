/** Messages as text that a person edits. */
import { el } from "../dom.js";
import { reason, safe, toBase64 } from "../model/words.js";

/** Bytes of a body that can be edited. */
export const mostEdited = 512 * 1024;

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

/** @param {string} text @param {boolean} utf8 @param {Uint8Array} [rest] what follows the head */
export function messageBase64(text, utf8, rest = new Uint8Array()) {
	const lines = text.replaceAll("\n", "\r\n");
	const head = utf8
		? new TextEncoder().encode(lines)
		: Uint8Array.from(lines, (character) => character.charCodeAt(0) & 0xff);
	return toBase64(new Uint8Array([...head, ...rest]));
}

/** The head of a message, and what follows it on the wire. @param {App} app @param {Side} side */
export async function read(app, side) {
	const detail = await app.ready();
	const sizes = detail?.flow?.messages[side];
	if (!detail || !sizes?.wire) return null;
	const octets = await app.session.octets(`/api/flows/${detail.id}/${side}/wire?from=0&length=1048576`);
	const head = sizes.head ?? octets.length;
	const { text, utf8 } = toText(octets.subarray(0, head));
	return { head: text, utf8, rest: octets.subarray(head) };
}

/** A field of several lines, as high as what is in it. @param {string} label @param {string} value @param {number} most */
export function area(label, value, most) {
	const rows = Math.min(most, value.split("\n").length + 1);
	const text = el("textarea", { rows, "aria-label": label, class: "mono" });
	text.value = value;
	return text;
}

/** A body to be edited, where it is text. */
export class BodyField {
	/** @param {string} label @param {Uint8Array} octets @param {number} size how many there are @param {() => string} head under which it goes */
	constructor(label, octets, size, head) {
		const { text, utf8 } = toText(octets);
		this.isText = utf8 && octets.length <= mostEdited && octets.length >= size;
		this.before = this.isText ? text : "";
		// A text field has LF alone: lines end as they did.
		this.end = new TextDecoder().decode(octets).includes("\r\n") ? "\r\n" : "\n";
		this.field = area(label, this.before, 16);
		const wrong = el("p.warning", { role: "status" });
		this.field.addEventListener("input", () => {
			wrong.textContent = /^content-type:.*json/im.test(head()) ? notJSON(this.field.value) : "";
		});
		this.parts = this.isText ? [this.field, wrong] : [el("p.dim", `The body of ${size} bytes is sent unchanged.`)];
	}

	get isEdited() {
		return this.field.value !== this.before;
	}

	get octets() {
		return new TextEncoder().encode(this.field.value.replaceAll("\n", this.end));
	}

	get base64() {
		return toBase64(this.octets);
	}
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
