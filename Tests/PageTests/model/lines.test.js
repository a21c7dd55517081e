import {
	expression,
	folds,
	found,
	pathTo,
	pieces,
	soughtIn,
	textOf,
} from "../../../Sources/CPage/page/scripts/model/lines.js";
import { equal } from "./check.js";

const mark = (/** @type {number} */ depth, /** @type {string} */ text) => /** @type {BodyLine} */ ({
	depth,
	spans: [["mark", text]],
});
const member = (
	/** @type {number} */ depth,
	/** @type {string} */ name,
	/** @type {string} */ value,
) => /** @type {BodyLine} */ ({ depth, spans: [["name", JSON.stringify(name)], ["mark", ": "], ["string", value]] });
const item = (/** @type {number} */ depth, /** @type {string} */ text) => /** @type {BodyLine} */ ({
	depth,
	spans: [["string", text]],
});

// {"items": ["a", {"id": "1", "odd name": "2"}, ["x"]], "last": "3"}
const tree = [
	mark(0, "{"),
	{ depth: 1, spans: [["name", '"items"'], ["mark", ": "], ["mark", "["]] },
	item(2, '"a"'),
	mark(2, "{"),
	member(3, "id", '"1"'),
	member(3, "odd name", '"2"'),
	mark(2, "},"),
	mark(2, "["),
	item(3, '"x"'),
	mark(2, "]"),
	mark(1, "],"),
	member(1, "last", '"3"'),
	mark(0, "}"),
];

Deno.test("what is deeper folds into the line above it", () => {
	equal(folds(/** @type {BodyLine[]} */ (tree)), [12, 10, 0, 6, 0, 0, 0, 9, 0, 0, 0, 0, 0]);
	equal(folds([]), []);
	equal(folds([mark(0, "a"), mark(1, "b")]), [2, 0]);
});

Deno.test("a line of JSON has a path", () => {
	const paths = tree.map((_, index) => pathTo(/** @type {BodyLine[]} */ (tree), index));
	equal(paths, [
		"$",
		"$.items",
		"$.items[0]",
		"$.items[1]",
		"$.items[1].id",
		'$.items[1]["odd name"]',
		"$.items[1]",
		"$.items[2]",
		"$.items[2][0]",
		"$.items[2]",
		"$.items",
		"$.last",
		"$",
	]);
});

Deno.test("escapes of JSON are decoded, but those that hold the string together", () => {
	const shown = (/** @type {string} */ text, kind = "json") => pieces(item(0, text), kind)[0];
	equal(shown('"T\\u00fcr \\/"'), ["string", '"Tür /"', '"T\\u00fcr \\/"']);
	equal(shown('"a\\u0022b\\u005c\\u000a\\n"'), ["string", '"a\\u0022b\\u005c\\u000a\\n"', null]);
	// A backslash that is escaped begins no escape.
	equal(shown('"\\\\u00fc"')[1], '"\\\\u00fc"');
	equal(shown('"T\\u00fcr"', "text")[1], '"T\\u00fcr"');
	// What would act is still told by number.
	equal(shown('"\\u202e"')[1], '"\\u{202e}"');
	equal(textOf(/** @type {BodyLine} */ (tree[1]), "json"), '"items": [');
});

Deno.test("a text is found as it is, an expression as it says", () => {
	equal(found("a.b A.B aXb", expression("a.b", false), 9), [[0, 3], [4, 7]]);
	equal(found("a.b A.B aXb", expression("a.b", true), 9), [[0, 3], [8, 11]]);
	equal(found("aaaa", expression("a", false), 2), [[0, 1], [1, 2]]);
	equal(found("abc", expression("x*", true), 9), []);
	let wrong = "";
	try {
		expression("(", true);
	} catch (error) {
		wrong = error instanceof SyntaxError ? "syntax" : "";
	}
	equal(wrong, "syntax");
	equal(found("(", expression("(", false), 9), [[0, 1]]);
});

Deno.test("what a filter looks for in bodies is found in them", () => {
	equal(
		[
			"text:error",
			'text:"not found" and status = 404',
			'"two words"',
			"body contains ada",
			"status = 404",
			'host = "a"',
			"",
		].map((filter) => soughtIn(filter)),
		["error", "not found", "two words", "ada", "", "", ""],
	);
	// A bare word, when it is no field: that the words say.
	equal(soughtIn("blue", "Flows where the URL, a head or a text body contains 'blue'."), "blue");
	equal(soughtIn("error", "Flows with an error."), "");
	equal(soughtIn("status = 200", "Flows where the status is 200."), "");
});
