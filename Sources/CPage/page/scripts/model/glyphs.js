/** Bytes as they may be shown, one glyph a character, none of which acts. Pure. */
import { picture } from "./words.js";

/** What control characters are called (RFC 20). */
const controls =
	"NUL SOH STX ETX EOT ENQ ACK BEL BS HT LF VT FF CR SO SI DLE DC1 DC2 DC3 DC4 NAK SYN ETB CAN EM SUB ESC FS GS RS US"
		.split(" ");

/** The name of a control character that is told by its picture (␍); null: it is none. @param {string} character */
export function controlOf(character) {
	const code = (character.codePointAt(0) ?? 0) - 0x2400;
	return code === 0x21 ? "DEL" : controls[code] ?? null;
}

const marks = /[\u0080-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb]/;

/**
 * UTF-8 decoded by RFC 3629; each byte that belongs to no character stands for itself.
 * @param {Uint8Array} bytes @param {number} [base] the offset of the first
 * @returns {Glyph[]}
 */
export function glyphs(bytes, base = 0) {
	/** @type {Glyph[]} */
	const result = [];
	let at = 0;
	while (at < bytes.length) {
		const length = characterLength(bytes, at);
		if (length === 0) {
			const text = `\\x${bytes[at].toString(16).padStart(2, "0")}`;
			result.push({ offset: base + at, length: 1, text, kind: "invalid" });
			at += 1;
			continue;
		}
		result.push(glyph(bytes, at, length, base));
		at += length;
	}
	return result;
}

/** @param {Uint8Array} bytes @param {number} at @param {number} length @param {number} base @returns {Glyph} */
function glyph(bytes, at, length, base) {
	const code = codePoint(bytes, at, length);
	const offset = base + at;
	if (code === 0x0a) return { offset, length, text: "LF", kind: "end" };
	if (code < 0x20) return { offset, length, text: controls[code], kind: "control" };
	if (code === 0x7f) return { offset, length, text: "DEL", kind: "control" };
	const character = String.fromCodePoint(code);
	if (marks.test(character)) return { offset, length, text: picture(code), kind: "mark" };
	return { offset, length, text: character, kind: "text" };
}

/** How many bytes the character has that begins here; 0 when none does. @param {Uint8Array} bytes @param {number} at */
export function characterLength(bytes, at) {
	const first = bytes[at];
	if (first < 0x80) return 1;
	const next = (/** @type {number} */ distance, low = 0x80, high = 0xbf) =>
		bytes[at + distance] >= low && bytes[at + distance] <= high;
	if (first >= 0xc2 && first <= 0xdf) return next(1) ? 2 : 0;
	if (first >= 0xe0 && first <= 0xef) {
		const second = first === 0xe0 ? next(1, 0xa0) : first === 0xed ? next(1, 0x80, 0x9f) : next(1);
		return second && next(2) ? 3 : 0;
	}
	if (first >= 0xf0 && first <= 0xf4) {
		const second = first === 0xf0 ? next(1, 0x90) : first === 0xf4 ? next(1, 0x80, 0x8f) : next(1);
		return second && next(2) && next(3) ? 4 : 0;
	}
	return 0;
}

/** @param {Uint8Array} bytes @param {number} at @param {number} length */
function codePoint(bytes, at, length) {
	if (length === 1) return bytes[at];
	let code = bytes[at] & (0xff >> (length + 1));
	for (let index = 1; index < length; index += 1) code = (code << 6) | (bytes[at + index] & 0x3f);
	return code;
}

const figures = Array.from({ length: 256 }, (_, byte) => `${byte.toString(16).padStart(2, "0")} `);

/** So many bytes in hexadecimal. @param {Uint8Array} bytes @param {number} most */
export function hex(bytes, most) {
	return [...bytes.subarray(0, most)].map((byte) => figures[byte]).join("") + (bytes.length > most ? "…" : "");
}

/** A line of a hex dump: 16 bytes. @param {Uint8Array} bytes @param {number} base @returns {{offset: number, hex: string, text: string}[]} */
export function hexLines(bytes, base = 0) {
	const lines = [];
	for (let at = 0; at < bytes.length; at += 16) {
		const part = bytes.subarray(at, at + 16);
		let hex = "";
		let text = "";
		for (const byte of part) {
			hex += (hex.length === 24 ? " " : "") + figures[byte];
			text += byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : "·";
		}
		lines.push({ offset: base + at, hex: hex.trimEnd().padEnd(48), text });
	}
	return lines;
}
