import { EditedBody, laidOut, toHex } from "../../../Sources/CPage/page/scripts/model/edited.js";
import { octetsOf } from "../../../Sources/CPage/page/scripts/model/words.js";
import { chance, equal, ok } from "./check.js";

const bytes = (/** @type {string} */ text) => new TextEncoder().encode(text);

Deno.test("any bytes survive hex, and what is not hex is no bytes", () => {
	const random = chance(5);
	for (let round = 0; round < 50; round += 1) {
		const octets = Uint8Array.from({ length: random(70) }, () => random(256));
		equal([...octetsOf(toHex(octets)) ?? []], [...octets]);
	}
	equal(toHex(bytes("0123456789abcdefg")).split("\n").length, 2);
	const body = new EditedBody(Uint8Array.of(0, 255), false);
	equal(body.shown, "00 ff");
	for (const wrong of ["0", "zz", "00 f", "0x00"]) equal(body.bytes(wrong), null);
	equal([...body.bytes("00ff\n01") ?? []], [0, 255, 1]);
});

Deno.test("what nobody touched stays byte for byte, in whichever form it was looked at", () => {
	for (
		const [octets, isText] of /** @type {[Uint8Array, boolean][]} */ ([
			[bytes("a\r\nb\nc"), true],
			[Uint8Array.of(0xef, 0xbb, 0xbf, 0x41), true],
			[Uint8Array.of(0xff, 0), false],
		])
	) {
		const body = new EditedBody(octets, isText);
		let value = body.shown;
		ok(!body.isEdited(value));
		for (const form of /** @type {const} */ (["hex", "text", "hex"])) {
			value = body.turn(form, value) ?? value;
			ok(!body.isEdited(value), form);
			equal([...body.bytes(value) ?? []], [...octets]);
		}
	}
});

Deno.test("an edit goes along from one form to the other, and stays one", () => {
	const body = new EditedBody(bytes("abc"), true);
	let value = body.turn("hex", `${body.shown}d`) ?? "";
	equal(value, "61 62 63 64");
	ok(body.isEdited(value));
	value = body.turn("text", value) ?? "";
	equal(value, "abcd");
	ok(body.isEdited(value));
	equal(new TextDecoder().decode(body.bytes(value) ?? undefined), "abcd");
});

Deno.test("bytes that are no text are not turned into it", () => {
	const body = new EditedBody(Uint8Array.of(0xff, 0xfe), false);
	equal(body.turn("text", body.shown), null);
	equal(body.form, "hex");
	const text = new EditedBody(bytes("ä"), true);
	equal(text.turn("hex", text.shown), "c3 a4");
	equal(text.turn("text", "c3"), null);
	equal(text.turn("hex", "c"), null);
});

Deno.test("JSON is laid out without a change to any value", () => {
	equal(
		laidOut('{"a":1.0,"b":[1e3,{}],"c":"\\u00fc, {x}:","d":[]}'),
		[
			"{",
			'  "a": 1.0,',
			'  "b": [',
			"    1e3,",
			"    {}",
			"  ],",
			'  "c": "\\u00fc, {x}:",',
			'  "d": []',
			"}",
		].join("\n"),
	);
	equal(laidOut("12345678901234567890"), "12345678901234567890");
	for (const none of ["", "{", "a", "{'a': 1}"]) equal(laidOut(none), null);
	const random = chance(8);
	/** @param {number} depth @returns {any} */
	const made = (depth) => {
		const kind = random(depth > 3 ? 3 : 5);
		if (kind < 3) return [random(1000) / 8, `"\\ ${random(9)},:[{`, null][kind];
		const parts = Array.from({ length: random(4) }, () => made(depth + 1));
		return kind === 3 ? parts : Object.fromEntries(parts.map((part, at) => [`k${at}`, part]));
	};
	for (let round = 0; round < 100; round += 1) {
		const value = made(0);
		equal(JSON.parse(laidOut(JSON.stringify(value)) ?? ""), value);
		equal(laidOut(JSON.stringify(value)), JSON.stringify(value, null, 2));
	}
});
