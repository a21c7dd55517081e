import { diff, differences, textOf, valueOf } from "../../../Sources/CPage/page/scripts/model/diff.js";
import { equal, ok } from "./check.js";

/** @param {string} left @param {string} right */
const told = (left, right) =>
	differences(valueOf(left), valueOf(right)).map(({ path, left, right }) =>
		`${path}: ${left === undefined ? "–" : textOf(left)} ${right === undefined ? "–" : textOf(right)}`
	);

Deno.test("values are compared by their place, not by their lines", () => {
	equal(told('{"a": 1, "b": [true, null]}', '{"b":[true,null],"a":1}'), []);
	equal(told('{"a": {"b": 1}}', '{"a": {"b": 2}}'), ["$.a.b: 1 2"]);
	equal(told('{"a": 1}', '{"b": 1}'), ["$.a: 1 –", "$.b: – 1"]);
	equal(told('{"a b": "x"}', '{"a b": "y"}'), ['$["a b"]: "x" "y"']);
	equal(told('{"a": null}', "{}"), ["$.a: null –"]);
	equal(told("[]", "{}"), ["$: [] {}"]);
	equal(told('"1"', "1"), ['$: "1" 1']);
	equal(told('{"__proto__": 1, "toString": 2}', '{"toString": 2}'), [
		'$["__proto__"]: 1 –'.replace('["__proto__"]', ".__proto__"),
	]);
});

Deno.test("what was put into a list or taken out is one difference", () => {
	equal(told("[1, 2, 3]", "[1, 3]"), ["$[1]: 2 –"]);
	equal(told("[1, 3]", "[0, 1, 3]"), ["$[0]: – 0"]);
	equal(told('[{"id": 1, "n": "a"}, {"id": 2}]', '[{"id": 1, "n": "b"}, {"id": 2}]'), ['$[0].n: "a" "b"']);
});

Deno.test("numbers are compared as they were written where that says more", () => {
	equal(told("1.0", "1"), []);
	equal(told("12345678901234567890", "12345678901234567891"), ["$: 12345678901234567890 12345678901234567891"]);
	equal(told("1e400", "1e401").length, 1);
});

Deno.test("what is no JSON is no value, and depth and number are bounded", () => {
	equal([valueOf(""), valueOf("{"), valueOf("<a>")], [undefined, undefined, undefined]);
	const deep = (/** @type {string} */ core, /** @type {number} */ depth) =>
		"[".repeat(depth) + core + "]".repeat(depth);
	equal(told(deep("1", 300), deep("2", 300)).length, 1);
	for (const depth of [2000, 5000, 50_000]) ok(told(deep("1", depth), deep("2", depth)).length <= 1);
	const many = (/** @type {number} */ from) =>
		JSON.stringify(Object.fromEntries(Array.from({ length: 2000 }, (_, at) => [`k${at}`, at + from])));
	equal(told(many(0), many(1)).length, 500);
});

Deno.test("lines that are long lists are compared in little time", () => {
	const lines = (/** @type {string} */ mark) => Array.from({ length: 5000 }, (_, at) => `${mark}${at}`);
	const start = performance.now();
	equal(diff(lines("a"), lines("b")).length, 10_000);
	ok(performance.now() - start < 1000);
});
