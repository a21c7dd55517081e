import { all } from "../../../Sources/CPage/page/scripts/model/columns.js";
import { equal } from "./check.js";

/** What stands in the column of the status. @param {Partial<Row>} members */
function statusOf(members) {
	const [column] = all([{ name: "status", title: "status", words: "the status", kind: "status", row: "status" }]);
	return column.text(/** @type {any} */ ({ status: 200, outcome: "complete", flags: [], ...members }), 0);
}

Deno.test("how a gRPC call ended stands behind the status of HTTP, with the sign of an error", () => {
	equal(statusOf({ call: 5 }), "200·5 △");
	equal(statusOf({ call: 13 }), "200·13 ▲");
	equal(statusOf({ status: 503, call: 14 }), "503·14 ▲");
});

Deno.test("a call that ended well, and what is no call, have the status of HTTP alone", () => {
	for (const call of [0, null, undefined]) equal(statusOf({ call }), "200");
	equal(statusOf({ status: 404 }), "404 △");
});
