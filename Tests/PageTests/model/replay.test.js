import {
	merged,
	moments,
	questions,
	rowAt,
	rowMoments,
	stateAt,
	steps,
} from "../../../Sources/CPage/page/scripts/model/replay.js";
import { jarTable } from "../../../Sources/CPage/page/scripts/model/jar.js";
import { pieces, scaleOf } from "../../../Sources/CPage/page/scripts/model/lanes.js";
import { equal, ok } from "./check.js";

const request = { octets: new TextEncoder().encode("GET / HTTP/1.1\r\nHost: a\r\n\r\n"), head: 27, size: 27 };
const response = { octets: new TextEncoder().encode("HTTP/1.1 200 OK\r\n\r\nabcdef"), head: 19, size: 25 };
const told = {
	events: [
		{ at: 0, what: "opened", text: "o" },
		{ at: 1, what: "requestHead", text: "h" },
		{ at: 2, what: "requestEnded", text: "e" },
		{ at: 5, what: "responseHead", text: "a" },
		{ at: 9, what: "responseEnded", text: "r" },
		{ at: 9, what: "finished", text: "f" },
	],
	chunks: { request: [], response: [{ at: 6, offset: 0, size: 3 }, { at: 8, offset: 3, size: 3 }] },
};

Deno.test("the state at a time is what all events up to it say, taken together", () => {
	const all = moments(told, request, response);
	for (let time = -1; time <= 10; time += 0.5) {
		const past = all.filter((moment) => moment.at <= time);
		const state = stateAt(all, time);
		equal([state.request, state.response], [
			Math.max(0, ...past.map((m) => m.request)),
			Math.max(0, ...past.map((m) => m.response)),
		]);
	}
	equal(stateAt(all, 6).response, 22);
	equal(stateAt(all, 4).response, 0);
	equal(stateAt([], 5).text, "Nothing has been sent yet.");
});

Deno.test("in steps of any size nothing goes back, and all ends whole", () => {
	const all = moments(told, request, response);
	for (const grain of /** @type {const} */ (["event", "line", "chunk", "byte"])) {
		const list = steps(all, grain, request, response);
		list.forEach((step, index) => {
			const before = list[index - 1] ?? { request: 0, response: 0, at: 0 };
			ok(
				step.request >= before.request && step.response >= before.response && step.at >= before.at,
				`${grain} ${index}`,
			);
		});
		equal([list.at(-1)?.request, list.at(-1)?.response], [27, 25]);
	}
	equal(steps(all, "line", request, response).filter((step) => step.what === "line").length, 3);
	equal(steps(all, "byte", request, response).filter((step) => step.what === "byte").length >= 25 + 23, true);
});

/** @param {number} id @param {number} at @param {"done" | "open" | "failed"} end */
function madeRow(id, at, end) {
	const bar = { at, segments: [["wait", 0, 6], ["receive", 6, 9]], ticks: [6, 8], end };
	return /** @type {Row} */ (/** @type {unknown} */ ({
		id,
		status: 200,
		duration: end === "open" ? -1 : 9,
		bar,
		flags: [],
	}));
}

Deno.test("a session at a time is what each of its exchanges was then", () => {
	const rows = [madeRow(1, 0, "done"), madeRow(2, 4, "failed"), madeRow(3, 4.5, "open")];
	const own = rows.map((row, index) =>
		index === 0 ? moments(told, request, response).map((moment) => ({ ...moment, flow: 1 })) : rowMoments(row)
	);
	const all = merged(own);
	equal(all.length, own.flat().length);
	for (let time = -1; time <= 20; time += 0.5) {
		const past = all.filter((moment) => moment.at <= time);
		rows.forEach((row, index) => {
			const last = past.findLast((moment) => moment.flow === row.id);
			equal(last?.text ?? stateAt([], 0).text, stateAt(own[index], time).text);
		});
	}
	ok(all.every((moment, index) => index === 0 || all[index - 1].at <= moment.at));
	ok(!rowMoments(rows[2]).some((moment) => moment.what === "finished"), "what is open has no end");
});

Deno.test("a row at a time shows nothing that came later", () => {
	const row = madeRow(1, 10, "done");
	equal(rowAt(row, 9), null);
	equal(rowAt(row, 12)?.bar, { at: 10, segments: [["wait", 0, 2]], ticks: [], end: "open" });
	equal([rowAt(row, 12)?.status, rowAt(row, 17)?.status], [null, 200]);
	equal(rowAt(row, 17)?.bar.ticks, [6]);
	equal(rowAt(row, 19), row);
	equal(rowAt(madeRow(1, 10, "open"), 500)?.bar.end, "open");
	equal(rowMoments({ ...row, bar: { ...row.bar, at: null } }), []);
});

Deno.test("questions have the right answer among their options", () => {
	const framing = { kind: "chunked", rule: 4, steps: [{ held: true, text: "chunks" }] };
	for (const status of [200, 304, 404, 503, null]) {
		for (
			const question of questions({ status, flags: ["changed"] }, "GET / HTTP/1.1\r\ncookie: a=b\r\n\r\n", framing)
		) {
			ok(question.options[question.right] !== undefined, question.text);
			if (question.text.includes("cookie")) equal(question.right, 0);
		}
	}
	equal(questions({ status: 200, flags: [] }, "Cookies: none", null)[0].right, 1);
});

Deno.test("the jar tells setting from replacing, expiring from refusing, withholding from missing", () => {
	const cookie = { name: "a", attributes: {}, step: "5.7 step 24" };
	const table = jarTable([
		{ entry: 0, set: [{ ...cookie, stored: true }], sent: [], jar: [] },
		{
			entry: 1,
			set: [{ ...cookie, stored: true }],
			sent: [{ name: "a", sent: true, expected: true, step: "" }],
			jar: [],
		},
		{ entry: 2, set: [], sent: [], jar: [] },
		{
			entry: 3,
			set: [{ ...cookie, stored: false, step: "5.7: expired" }],
			sent: [{ name: "a", sent: false, expected: true, step: "" }],
			jar: [],
		},
		{
			entry: 4,
			set: [{ ...cookie, stored: false, step: "5.7 step 13" }],
			sent: [{ name: "a", sent: true, expected: false, step: "" }],
			jar: [],
		},
	], [10, 11, 12, 13, 14]);
	equal(table.flows, [10, 11, 13, 14]);
	const kinds = [...table.cookies[0].cells.values()].map((cells) => cells.map((cell) => cell.kind));
	equal(kinds, [["set"], ["sent", "replaced"], ["missing", "expired"], ["wrong", "refused"]]);
});

Deno.test("lanes lie within their scale, and say who closed", () => {
	const block = (/** @type {number} */ from, /** @type {number} */ to, row = 0) => ({
		flow: 1,
		from,
		to,
		wait: null,
		method: "GET",
		path: "/",
		status: 200,
		failed: false,
		open: false,
		stream: 1,
		row,
		waits: row > 0 ? [{ from, to, text: "" }] : [],
	});
	const lane = /** @type {Lane} */ ({
		number: 1,
		run: "",
		address: "a",
		from: 10,
		to: 90,
		connect: [10, 20],
		handshake: [20, 30],
		closedBy: "server",
		words: "",
		remarks: [],
		rows: 2,
		saved: 30,
		exchanges: [block(30, 50), block(45, 80, 1)],
	});
	const scale = scaleOf([lane], { from: 0, to: 0 });
	ok(pieces(lane, scale).every((piece) => piece.from >= 0 && piece.to <= 1 && piece.from <= piece.to));
	equal(pieces(lane, scale).filter((piece) => piece.kind === "held").map((piece) => piece.row), [1]);
});
