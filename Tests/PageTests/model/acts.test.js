import { doersOf } from "../../../Sources/CPage/page/scripts/model/acts.js";
import { tabsOf } from "../../../Sources/CPage/page/scripts/model/place.js";
import { equal, ok } from "./check.js";

const record = {
	_rules: [
		{ name: "slow", file: "page", line: 2, action: "delay", text: "Waited 200 ms.", time: 5 },
		{ name: "german", file: "page", line: 1, action: "set-request-header", text: "Set Accept-Language.", time: 1 },
		{ name: "german", file: "page", line: 1, action: "tag", text: "Tagged.", time: 2 },
	],
	_scripts: [{ name: "sign", file: "sign.py", on: "request", verdict: "changed", text: "Signed it.", time: 3 }],
	_changes: [
		{ message: "request", action: "replaced", line: "a", with: "b", reason: "german (page:1)" },
		{ message: "request", action: "added", line: "X: 1", reason: "sign (sign.py)" },
		{ message: "request", action: "removed", line: "TE: x", reason: "RFC 9110 §7.6.1" },
		{ message: "request", action: "added", line: "Y: 1", reason: "germans (page:9)" },
	],
};

Deno.test("who acted is told once, in the order of acting, with the lines that it changed and no others", () => {
	const doers = doersOf(record);
	equal(doers.map(({ name }) => name), ["german", "sign", "slow"]);
	equal(doers.map(({ acts }) => acts.length), [2, 1, 1]);
	equal(doers.map(({ changes }) => changes.map(({ line }) => line)), [["a"], ["X: 1"], []]);
	equal(doers.map(({ isScript, place }) => [isScript, place]), [[false, "page:1"], [true, "sign.py"], [
		false,
		"page:2",
	]]);
});

Deno.test("an exchange that nothing touched has no such tab, and nothing to say", () => {
	for (const none of [undefined, null, {}, { _changes: record._changes }]) equal(doersOf(none), []);
	const flow = (/** @type {any} */ record) => /** @type {any} */ ({ record });
	ok(!tabsOf(flow({})).includes("rules") && !tabsOf(null).includes("rules"));
	ok(tabsOf(flow(record)).includes("rules") && tabsOf(flow({ _scripts: record._scripts })).includes("rules"));
});

Deno.test("same names in two files are two, and what a file lacks breaks nothing", () => {
	const doers = doersOf({
		_rules: [{ name: "a", file: "x", line: 1, action: "drop" }, { name: "a", file: "y", action: "drop" }],
	});
	equal(doers.map(({ place }) => place), ["x:1", "y"]);
	equal(doers[0].acts, [{ time: null, action: "drop", text: "" }]);
});
