/** Messages as text that a person edits. */
import { button, el } from "../dom.js";
import { EditedBody, laidOut } from "../model/edited.js";
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

/** A body to be edited: as text, laid out as JSON, or as hex. */
export class BodyField {
	/** @param {string} label @param {Uint8Array} octets @param {number} size how many there are @param {() => string} head under which it goes */
	constructor(label, octets, size, head) {
		const { utf8 } = toText(octets);
		const isWhole = octets.length <= mostEdited && octets.length >= size;
		this.isText = utf8 && isWhole;
		this.#body = new EditedBody(octets, this.isText);
		this.before = isWhole ? this.#body.shown : "";
		this.field = area(label, this.before, 16);
		this.#wrong = el("p.warning", { role: "status" });
		const check = () => {
			const isJSON = this.#body.form === "text" && /^content-type:.*json/im.test(head());
			this.#wrong.textContent = !this.#body.bytes(this.field.value)
				? "Not hex: write pairs of digits from 0 to f."
				: isJSON
				? notJSON(this.field.value)
				: "";
		};
		this.field.addEventListener("input", check);
		const fill = (/** @type {string | null} */ value, /** @type {string} */ words) => {
			if (value === null) return (this.#wrong.textContent = words);
			this.field.value = value;
			this.field.dispatchEvent(new Event("input"));
		};
		const turn = (/** @type {"text" | "hex"} */ form, /** @type {string} */ words) =>
			button(form, () => fill(this.#body.turn(form, this.field.value), words));
		this.parts = isWhole
			? [
				size > 0 && el(
					"p.tools",
					{ role: "group", "aria-label": "Form of the body" },
					turn("text", "These bytes are not text."),
					button("JSON", () => {
						const text = this.#body.turn("text", this.field.value);
						fill(text === null ? null : laidOut(text), "This is not valid JSON.");
					}),
					turn("hex", "Not hex: write pairs of digits from 0 to f."),
				),
				this.field,
				this.#wrong,
			]
			: [el("p.dim", `The body of ${size} bytes is sent unchanged.`)];
	}

	/** @type {EditedBody} */
	#body;
	/** @type {HTMLElement} */
	#wrong;

	get isEdited() {
		return this.parts.includes(this.field) && this.#body.isEdited(this.field.value);
	}

	/** Throws a sentence where it is none. */
	get octets() {
		const octets = this.#body.bytes(this.field.value);
		if (!octets) throw new Error("The body is not hex: write pairs of digits from 0 to f.");
		return octets;
	}

	/** How many bytes it has now; null: that is not known. */
	get length() {
		return this.#body.bytes(this.field.value)?.length ?? null;
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
