import {
	asksForTunnels,
	chips,
	during,
	hasTime,
	kindOf,
	partsOf,
	shortType,
	turned,
	unchipped,
} from "../../../Sources/CPage/page/scripts/model/kinds.js";
import { equal, ok } from "./check.js";

const row = (/** @type {Partial<Row>} */ members) => /** @type {Row} */ ({
	method: "GET",
	status: 200,
	url: "http://a/",
	type: null,
	...members,
});

Deno.test("a kind is told by type, status and method", () => {
	/** @type {[Partial<Row>, string, string][]} */
	const all = [
		[{ type: "application/problem+json" }, "api", "json"],
		[{ type: "text/event-stream" }, "api", "events"],
		[{ type: "text/xml" }, "api", "xml"],
		[{ type: "text/html; charset=utf-8" }, "doc", "html"],
		[{ type: "application/x-javascript" }, "js", "js"],
		[{ type: "text/css" }, "css", "css"],
		[{ type: "IMAGE/PNG" }, "img", "png"],
		[{ type: "image/svg+xml" }, "img", "svg"],
		[{ type: "multipart/form-data; boundary=svg+x" }, "other", "form"],
		[{ type: "application/x-www-form-urlencoded" }, "other", "form"],
		[{ type: "application/vnd.svgs+json" }, "api", "json"],
		[{ type: "video/mp4" }, "media", "mp4"],
		[{ type: "font/woff2" }, "font", "woff2"],
		[{ type: "application/grpc+proto" }, "grpc", "grpc"],
		[{ type: null, call: 0 }, "grpc", "grpc"],
		[{ type: null, status: 101 }, "ws", "ws"],
		[{ type: "text/html", method: "CONNECT" }, "tunnel", "html"],
		[{ type: "application/octet-stream" }, "other", "binary"],
		[{ type: null }, "other", ""],
	];
	for (const [members, kind, short] of all) equal([kindOf(row(members)), shortType(row(members))], [kind, short]);
});

const [first, second] = [chips[0][1], chips[3][1]];
const failed = chips[chips.length - 1][1];

Deno.test("a chip is turned on and off again, whatever else the filter says", () => {
	for (
		const filter of [
			"",
			"host = a",
			"a or b",
			"(a or b)",
			"(a or b) and (c or d)",
			'path = "x and y"',
			'path = "(" or a',
			'(path = ")" or a)',
			"(a) or (b)",
		]
	) {
		for (const [, chip] of chips) {
			const on = turned(filter, chip);
			ok(on.startsWith(chip), on);
			const off = turned(on, chip);
			// Parentheses that were around all of it are not needed any more.
			ok(off === filter || `(${off})` === filter, `${filter} became ${off}`);
		}
	}
	equal(turned("a or b", first), `${first} and (a or b)`);
	equal(turned(`${first} and (a or b)`, second), `${second} and (a or b)`);
});

Deno.test("what no other chip of a kind is, is of the last", () => {
	const [name, other] = chips[chips.length - 2];
	equal(name, "Other");
	for (const [, kind] of chips.slice(0, -2)) ok(other.startsWith("not (") && other.includes(kind), kind);
	ok(!other.includes(failed));
});

Deno.test("one chip at most; tunnels and time go beside it", () => {
	const both = turned("host = a", failed);
	equal(both, `${failed} and host = a`);
	equal(turned(both, second), `${second} and host = a`);
	equal(unchipped(both), "host = a");
	const timed = during(both, ["2026-01-01T00:00:00Z", "2026-01-02T00:00:00Z"]);
	ok(hasTime(timed) && !hasTime(both));
	equal(partsOf(timed).parts.length, 2);
	equal(partsOf(timed).rest, "host = a");
	equal(during(timed, null), both);
	equal(during("", ["a", "b"]), "time >= a and time <= b");
	equal(unchipped(during(first, ["a", "b"])), "time >= a and time <= b");
});

Deno.test("what only looks like a chip is left alone", () => {
	equal(partsOf(`${first} or host = a`).parts, []);
	equal(partsOf("type = css or type = image").parts, []);
	equal(unchipped("type = cssx"), "type = cssx");
});

Deno.test("who asks for tunnels, or for numbers, gets them", () => {
	for (const filter of ["method = CONNECT", "outcome = tunnel", "12", "#12", "3-7", "id in (3, 4)", "last", "last-3"]) {
		ok(asksForTunnels(filter), filter);
	}
	for (const filter of ["", "status >= 400", "host = idle.test", 'path ~ "/connected/*"', "not blast"]) {
		ok(!asksForTunnels(filter), filter);
	}
});
