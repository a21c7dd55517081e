/** The lines of a head as rows: nothing is lost or changed that nobody edits. */
import { changed, rowsOf, textOf } from "../../../Sources/CPage/page/scripts/model/rows.js";
import { equal } from "./check.js";

const heads = [
	"GET / HTTP/1.1\nHost: a\nAccept: */*\n\n",
	"GET / HTTP/1.1\nHost:a\nX-Odd:   b  \nx:\n\n",
	"POST /?a=b:c HTTP/1.1\n folded: line\nno colon here\nName : spaced\n: empty\n\n\n",
	"GET / HTTP/1.1",
	"GET / HTTP/1.1\n\n",
	"",
	"GET / HTTP/1.1\nA: 1\n\nB: after an empty line\n\n",
];

Deno.test("what is not edited stays as it was, to the byte", () => {
	for (const head of heads) {
		equal(textOf(rowsOf(head, true)), head);
		equal(textOf(rowsOf(head, false)), head);
	}
});

Deno.test("names and values are apart, and a line that is no field is whole", () => {
	const { start, rows, end } = rowsOf(heads[2], true);
	equal(start, "POST /?a=b:c HTTP/1.1");
	equal(rows.map(({ name, value }) => [name, value]), [
		[" folded: line", null],
		["no colon here", null],
		["Name : spaced", null],
		[": empty", null],
	]);
	equal(end, "\n\n\n");
	equal(rowsOf("X: a: b:c\n", false).rows[0].value, "a: b:c");
});

Deno.test("an edited row is written anew, and no other", () => {
	const head = rowsOf(heads[1], true);
	head.rows[1] = changed(head.rows[1], { value: "c" });
	equal(textOf(head), "GET / HTTP/1.1\nHost:a\nX-Odd: c\nx:\n\n");
	head.rows.push(changed({ name: "", value: "", raw: null }, { name: "New" }));
	equal(textOf(head), "GET / HTTP/1.1\nHost:a\nX-Odd: c\nx:\nNew: \n\n");
	head.rows.push({ name: " ", value: "", raw: null });
	equal(textOf(head).includes("\n :"), false);
});

Deno.test("a value never makes a second line", () => {
	const row = changed({ name: "A", value: "b", raw: "A: b" }, { value: "b\r\nEvil: 1\nX: 2" });
	equal(textOf({ start: null, rows: [row], end: "\n" }), "A: b Evil: 1 X: 2\n");
});

Deno.test("blanks that are no blank or tab belong to the value", () => {
	for (const value of ["caf\u00a0", "b\u2028c", "\u3000", "Ã\u00a0"]) {
		const head = rowsOf(`X-A: ${value}\n\n`, false);
		equal(head.rows[0].value, value);
		head.rows[0] = changed(head.rows[0], { name: "X-B" });
		equal(textOf(head), `X-B: ${value}\n\n`);
	}
	equal(rowsOf("X: a \t \n", false).rows[0].value, "a");
});
