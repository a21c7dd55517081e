import { characterLength, controlOf, glyphs, hexLines } from "../../../Sources/CPage/page/scripts/model/glyphs.js";
import { chance, equal, ok } from "./check.js";

/** @param {...number} bytes */
const of = (...bytes) => glyphs(Uint8Array.from(bytes)).map((glyph) => `${glyph.text}/${glyph.kind}`);

Deno.test("control characters are named, invalid bytes are shown by number, marks of direction too", () => {
	equal(of(0x47, 0x0d, 0x0a), ["G/text", "CR/control", "LF/end"]);
	equal(of(0x00, 0x1b, 0x7f), ["NUL/control", "ESC/control", "DEL/control"]);
	equal(of(0xff, 0xc3, 0x28), ["\\xff/invalid", "\\xc3/invalid", "(/text"]);
	equal(of(0xe2, 0x80, 0xae), ["\\u{202e}/mark"]);
});

Deno.test("what RFC 3629 forbids is no character: overlong forms, surrogates, what lies above U+10FFFF", () => {
	for (
		const bytes of [[0xc0, 0xaf], [0xe0, 0x80, 0xaf], [0xed, 0xa0, 0x80], [0xf0, 0x80, 0x80, 0xaf], [
			0xf4,
			0x90,
			0x80,
			0x80,
		], [0xf8, 0x88, 0x80, 0x80, 0x80]]
	) {
		ok(
			glyphs(Uint8Array.from(bytes)).every((glyph) => glyph.kind === "invalid" && glyph.length === 1),
			bytes.join(" "),
		);
	}
});

Deno.test("any bytes are tiled by glyphs, and where TextDecoder finds a character so do we", () => {
	const random = chance(23);
	for (let round = 0; round < 500; round += 1) {
		const bytes = Uint8Array.from(
			{ length: random(40) },
			() => [0x20, 0x41, 0x80, 0xbf, 0xc3, 0xe2, 0xed, 0xf0, 0x9f, 0xff, 0xa9, 0x0a][random(12)],
		);
		let at = 0;
		for (const glyph of glyphs(bytes, 0)) {
			equal(glyph.offset, at);
			at += glyph.length;
			if (glyph.length > 1) new TextDecoder("utf-8", { fatal: true }).decode(bytes.subarray(glyph.offset, at));
		}
		equal(at, bytes.length);
	}
	for (const text of ["é", "日", "🎉"]) {
		equal(characterLength(new TextEncoder().encode(text), 0), new TextEncoder().encode(text).length);
	}
});

Deno.test("a hex dump has sixteen bytes a line, and nothing that acts in its text", () => {
	const lines = hexLines(Uint8Array.from({ length: 20 }, (_, index) => index), 0x40);
	equal(lines.map((line) => line.offset), [0x40, 0x50]);
	equal(lines[0].hex.length, lines[1].hex.length);
	equal(lines[1].text, "····");
});

Deno.test("pictures of control characters, which few fonts have, are told by name; nothing else is", () => {
	equal(["␍", "␊", "␀", "␡", "␉"].map(controlOf), ["CR", "LF", "NUL", "DEL", "HT"]);
	for (const other of ["a", "", " ", "␢", "␣", "✓", "\r"]) equal(controlOf(other), null);
});
