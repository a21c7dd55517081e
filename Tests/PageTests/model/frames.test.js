import { curve, parts, tableChange } from "../../../Sources/CPage/page/scripts/model/frames.js";
import { equal } from "./check.js";

/** @param {number} at @param {Side} message @param {string | null} name @param {Partial<FrameRow>} [more] @returns {FrameRow} */
const row = (at, message, name, more) => ({ at, message, name, text: "", level: "normal", ...more });

const rows = [
	row(0, "request", "HEADERS"),
	row(1, "response", "DATA", { window: 100, connectionWindow: 50 }),
	row(2, "response", "DATA", { window: 0, connectionWindow: 40 }),
	row(2, "response", null, { duration: 1 }),
	row(3, "request", "WINDOW_UPDATE", { window: 50, connectionWindow: 40 }),
	row(3, "request", "DATA", { window: 7, connectionWindow: 7 }),
];

Deno.test("windows are what the frames of one direction left of them", () => {
	const found = curve(rows, "response", 100, 10);
	equal([found?.stream.most, found?.stream.least, found?.span], [100, 0, 2]);
	equal(found?.stream.line, "M0.0,0.0H50.0V10.0H100.0V5.0");
	equal(found?.connection.line, "M0.0,0.0H50.0V2.0H100.0V2.0");
	equal(found?.waits, [[50, 100]]);
	// One frame is no curve.
	equal(curve(rows, "request", 100, 10), null);
	equal(curve([], "response", 100, 10), null);
});

/** @param {number} offset @param {string} rule @param {Span[]} [children] @returns {Span} */
const span = (offset, rule, children = []) => ({
	offset,
	length: 1,
	rule,
	spec: "",
	text: rule,
	malformed: false,
	children,
});
/** @param {number} index @param {number} entered */
const entry = (index, entered) => ({ index, name: "a", value: "b", size: 34, entered });
/** @type {FieldBlock} */
const block = {
	message: "request",
	sent: false,
	stream: 5,
	spans: [span(0, "table-size-update"), span(1, "indexed-field"), span(2, "literal", [span(2, "a"), span(3, "b")])],
	fields: [{ name: ":method", value: "GET" }, { name: "a", value: "b" }],
	table: {
		before: { whole: true, size: 68, limit: 70, entries: [entry(62, 3), entry(63, 1)] },
		after: { whole: true, size: 68, limit: 70, entries: [entry(62, 5), entry(63, 3)] },
	},
};

Deno.test("the parts of a block have their fields, a change of the table's size has none", () => {
	equal(parts(block).map(({ field }) => field?.name ?? null), [null, ":method", "a"]);
	equal(parts(block).map(({ leaves }) => leaves.map((leaf) => leaf.rule)), [["table-size-update"], ["indexed-field"], [
		"a",
		"b",
	]]);
});

Deno.test("an entry that is made is told, and one that has to leave for it", () => {
	equal(tableChange(block), { made: [62], left: [63] });
	// Of a table that is not known whole nobody can say what left it.
	const partly = { ...block.table.before, whole: false };
	equal(tableChange({ ...block, table: { ...block.table, before: partly } }).left, []);
});
