import {
	clock,
	counted,
	moment,
	quoted,
	rowName,
	safe,
	size,
	status,
	time,
} from "../../../Sources/CPage/page/scripts/model/words.js";
import { equal, ok } from "./check.js";

Deno.test("sizes and times are written as the terminal writes them", () => {
	equal([0, 80, 1023, 1024, 6041, 102_400, 1_048_575, 5 * 1024 ** 3].map(size), [
		"0 B",
		"80 B",
		"1023 B",
		"1.0 KiB",
		"5.9 KiB",
		"100 KiB",
		"1.0 MiB",
		"5.0 GiB",
	]);
	equal([0.04, 0.24, 6.8, 12.34, 601, 1500, 12_345, 61_000, 588_000, 7_200_000, 12_000_000].map(time), [
		"40 µs",
		"0.2 ms",
		"6.8 ms",
		"12.3 ms",
		"601 ms",
		"1.50 s",
		"12.3 s",
		"1 min 1 s",
		"9 min 48 s",
		"2 h",
		"3 h 20 min",
	]);
	equal([size(-1), time(-1), time(NaN)], ["–", "–", "–"]);
});

Deno.test("a moment keeps the microseconds that Date drops", () => {
	equal(moment("2026-11-22T12:00:00.000250Z") - moment("2026-11-22T12:00:00Z"), 0.25);
	equal(clock(NaN), "–");
});

Deno.test("no character of captured text acts", () => {
	// Each of these moves the cursor, turns the direction of what follows, or cannot stand alone.
	for (
		const code of [
			0,
			7,
			9,
			10,
			13,
			27,
			127,
			0x85,
			0x9b,
			0x200b,
			0x200e,
			0x200f,
			0x2028,
			0x202e,
			0x2066,
			0x2069,
			0xfeff,
			0xd800,
			0xdfff,
			0x61c,
		]
	) {
		const shown = safe(`a${String.fromCharCode(code)}b`);
		ok(!shown.includes(String.fromCharCode(code)), `U+${code.toString(16)} is in ${JSON.stringify(shown)}`);
		ok(shown.startsWith("a\\u{") && shown.endsWith("}b"), shown);
	}
	equal(safe("grüße 日本 🎉"), "grüße 日本 🎉");
	equal([safe(null), safe(undefined)], ["", ""]);
});

Deno.test("a megabyte in one header is cut, and says so", () => {
	const shown = safe("x".repeat(1_048_576), 100);
	ok(shown.length < 200);
	ok(shown.includes("1,048,476 more characters"), shown);
});

Deno.test("a value from a cell stands in a filter as one value", () => {
	equal([quoted("GET"), quoted("text/html"), quoted("192.0.2.7:80")], ["GET", "text/html", "192.0.2.7:80"]);
	equal(quoted('a" or "b'), '"a\\" or \\"b"');
	equal(quoted("and"), '"and"');
	equal(quoted("a\nb"), '"a\\u{a}b"');
	equal(quoted("back\\slash"), '"back\\\\slash"');
	equal(quoted(""), '""');
});

const row = {
	id: 7,
	run: "",
	start: "2026-11-22T12:00:00Z",
	method: "GET",
	url: "http://a.test/",
	status: 200,
	outcome: "complete",
	by: "upstream",
	type: null,
	requestSize: 0,
	responseSize: 80,
	duration: 12,
	phases: { dns: -1, connect: -1, tls: -1, send: 1, wait: 10, receive: 1 },
	client: null,
	upstream: null,
	connection: 1,
	reused: false,
	flags: [],
	cache: null,
	worst: "bad",
	bar: {
		at: 0,
		segments: /** @type {[string, number, number][]} */ ([["wait", 1, 11]]),
		ticks: [],
		end: /** @type {const} */ ("done"),
	},
};

Deno.test("a status is never told by colour alone", () => {
	const kinds = [200, 301, 404, 500].map((code) => status({ ...row, status: code }).word);
	equal(kinds, ["successful", "redirection", "client error", "server error"]);
	equal(status({ ...row, status: null, outcome: "failed" }).word, "failed at the server");
	equal(status({ ...row, status: 502, outcome: "failed", by: "proxy" }).word, "failed in Hark");
	equal(status({ ...row, outcome: "aborted", by: "client" }).word, "aborted by the client");
	equal(status({ ...row, outcome: "refused", by: "proxy" }).word, "refused by Hark");
	// That a connection became a WebSocket is no step on the way to a response; other codes of this class are.
	equal([101, 103].map((code) => status({ ...row, status: code }).word), ["switched protocols", "interim"]);
	equal(status({ ...row, status: null, flags: ["open"], outcome: null }).word, "still open");
});

Deno.test("the name of a row says in words what the waterfall draws", () => {
	const name = rowName(row);
	ok(name.includes("200, successful") && name.includes("wait 10.0 ms") && name.includes("bad note"), name);
	equal(counted(1, "exchange"), "1 exchange");
	equal(counted(12_408, "exchange"), "12,408 exchanges");
});
