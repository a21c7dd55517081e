/** A body that a person edits: as text, laid out as JSON, or as hex; what nobody touched stays byte for byte. Pure. */
import { octetsOf } from "./words.js";

/** Pairs of digits, sixteen a line. @param {Uint8Array} octets */
export function toHex(octets) {
	const pairs = Array.from(octets, (byte) => byte.toString(16).padStart(2, "0"));
	const lines = [];
	for (let at = 0; at < pairs.length; at += 16) lines.push(pairs.slice(at, at + 16).join(" "));
	return lines.join("\n");
}

/** JSON with an indentation of its own; each value keeps its spelling. null: it is none. @param {string} text */
export function laidOut(text) {
	try {
		JSON.parse(text);
	} catch {
		return null;
	}
	let depth = 0;
	const line = () => `\n${"  ".repeat(depth)}`;
	const result = [];
	const tokens = text.match(/"(?:[^"\\]|\\.)*"|[[\]{},:]|[^\s[\]{},:"]+/g) ?? [];
	for (const [at, token] of tokens.entries()) {
		if (token === "{" || token === "[") {
			depth += 1;
			result.push(token, /[\]}]/.test(tokens[at + 1] ?? "") ? "" : line());
		} else if (token === "}" || token === "]") {
			depth -= 1;
			result.push(/^[[{]$/.test(tokens[at - 1] ?? "") ? "" : line(), token);
		} else result.push(token, token === "," ? line() : token === ":" ? " " : "");
	}
	return result.join("");
}

export class EditedBody {
	/** What the field had when it was filled. */
	#clean = "";
	#isTouched = false;

	/** @param {Uint8Array} octets @param {boolean} isText */
	constructor(octets, isText) {
		this.octets = octets;
		this.text = isText ? new TextDecoder().decode(octets) : null;
		// A text field has LF alone: lines end as they did.
		this.end = this.text?.includes("\r\n") ? "\r\n" : "\n";
		/** @type {"text" | "hex"} */
		this.form = isText ? "text" : "hex";
	}

	/** What a field shows at first. */
	get shown() {
		return (this.#clean = this.form === "hex" ? toHex(this.octets) : (this.text ?? "").replaceAll("\r\n", "\n"));
	}

	/** @param {string} value of the field */
	isEdited(value) {
		return this.#isTouched || value !== this.#clean;
	}

	/** The bytes of what a field has; null: it is not hex. @param {string} value */
	bytes(value) {
		if (!this.isEdited(value)) return this.octets;
		return this.form === "hex" ? octetsOf(value) : new TextEncoder().encode(value.replaceAll("\n", this.end));
	}

	/** Another form of what the field has; null: there is none of it, and the field stays. @param {"text" | "hex"} form @param {string} value */
	turn(form, value) {
		const octets = this.bytes(value);
		if (!octets) return null;
		const text = new TextDecoder().decode(octets);
		const isText = new TextEncoder().encode(text).length === octets.length && !text.includes("\uFFFD");
		if (form === "text" && !isText) return null;
		this.#isTouched = this.isEdited(value);
		const before = this.#isTouched ? octets : this.octets;
		this.form = form;
		this.#clean = form === "hex" ? toHex(before) : text.replaceAll("\r\n", "\n");
		return this.#clean;
	}
}
