import { isKey, read, tabs, tabsOf, write } from "../../../Sources/CPage/page/scripts/model/place.js";
import { around, fromBytes, kept, toBytes } from "../../../Sources/CPage/page/scripts/model/offsets.js";
import { commandFor, found } from "../../../Sources/CPage/page/scripts/model/keys.js";
import { EventReader } from "../../../Sources/CPage/page/scripts/model/events.js";
import { specURL } from "../../../Sources/CPage/page/scripts/model/specs.js";
import { equal, ok } from "./check.js";

Deno.test("a place survives its fragment", () => {
	const places = [
		{
			filter: 'host ~ "*.test" and query contains "a&b=c#"',
			flow: 414,
			tab: "bytes",
			byte: 61,
			screen: "list",
			order: "-duration",
		},
		{ filter: "", flow: null, tab: null, byte: null, screen: "lanes", order: null },
	];
	for (const place of places) equal(read(`#${write(place)}`), { place, errors: [] });
	equal(write({ filter: "", flow: null, screen: "list" }), "");
});

Deno.test("what a fragment has wrong is told, and the rest holds", () => {
	const { place, errors } = read("#flow=12&byte=x&tab=nothing&screen=<b>&evil=1");
	equal([place.flow, place.byte, place.tab, place.screen], [12, null, null, "list"]);
	equal(errors.length, 4);
});

Deno.test("addresses that were kept lead to the overview, which is not written", () => {
	equal(read("#flow=12&tab=story"), {
		place: { filter: "", flow: 12, tab: "overview", byte: null, screen: "list", order: null },
		errors: [],
	});
	equal(write({ flow: 12, tab: "overview" }), "flow=12");
	equal(tabs.slice(0, 3), ["overview", "headers", "body"]);
});

Deno.test("a key is not taken for a place, nor a place for a key", () => {
	ok(isKey("#WkxX9HcscFbYRU1br2qN9sY_0123456789abcdefghi-"));
	ok(!isKey("#flow=414&byte=61") && !isKey("") && !isKey("#flow"));
});

Deno.test("places in a filter count bytes, and are found in any text", () => {
	const text = "hé🎉x";
	for (let index = 0; index <= text.length; index += 1) {
		if (index === 3) continue; // between the halves of a pair
		equal(fromBytes(text, toBytes(text, index)), index);
	}
	equal(around("status >= x", 10, 1), { before: "status >= ", at: "x", after: "" });
	equal(around("host =", 6, 0), { before: "host =", at: " ", after: "" });
});

const keys = [
	{ keys: ["j", "ArrowDown"], command: "next", words: "next exchange", where: "list" },
	{ keys: ["ArrowDown"], command: "narrower", words: "narrower", where: "bytes" },
	{ keys: ["?"], command: "keys", words: "these keys", where: "anywhere" },
];

Deno.test("a key means what the innermost place gives it; what Ctrl, Alt or Meta hold is the browser's", () => {
	const press = (/** @type {string} */ key, held = {}) => ({
		key,
		ctrlKey: false,
		metaKey: false,
		altKey: false,
		...held,
	});
	equal(commandFor(keys, press("ArrowDown"), ["bytes", "list"]), "narrower");
	equal(commandFor(keys, press("ArrowDown"), ["list"]), "next");
	equal(commandFor(keys, press("?"), []), "keys");
	equal(commandFor(keys, press("j"), []), null);
	for (const held of [{ ctrlKey: true }, { altKey: true }, { metaKey: true }]) {
		equal(commandFor(keys, press("j", held), ["list"]), null);
	}
});

Deno.test("commands are found by a part of their words or by their letters", () => {
	const words = (/** @type {string} */ search) => found(keys, search).map((each) => each.command);
	equal(words("exch"), ["next"]);
	equal(words("nrw"), ["narrower"]);
	equal(words("zzz"), []);
	equal(words("").length, 3);
});

Deno.test("events of a stream are whole, however they are cut", () => {
	const text = 'event: state\nid: 7\ndata: {"a": 1}\n\n: comment\n\nevent: rows\ndata: x\ndata: y\n\n';
	for (let cut = 0; cut <= text.length; cut += 1) {
		const reader = new EventReader();
		const events = [...reader.read(text.slice(0, cut)), ...reader.read(text.slice(cut))];
		equal(events, [{ event: "state", id: "7", data: '{"a": 1}' }, { event: "rows", id: "", data: "x\ny" }]);
	}
});

Deno.test("an event that never ends is refused", () => {
	const reader = new EventReader();
	let refused = false;
	try {
		for (let piece = 0; piece < 10; piece += 1) reader.read("x".repeat(1_000_000));
	} catch {
		refused = true;
	}
	ok(refused);
});

Deno.test("sections lead to their RFC, and nothing else to anywhere", () => {
	equal(specURL("RFC 9112 §6.3"), "https://www.rfc-editor.org/rfc/rfc9112#section-6.3");
	equal(specURL("RFC 9111"), "https://www.rfc-editor.org/rfc/rfc9111");
	equal(specURL("RFC 9110 §A"), "https://www.rfc-editor.org/rfc/rfc9110#appendix-A");
	ok(specURL("draft-ietf-httpbis-rfc6265bis §5.7 step 24")?.endsWith("/draft-ietf-httpbis-rfc6265bis"));
	for (
		const spec of [
			"draft-ietf-httpbis-rfc6265bisx",
			"a draft-ietf-httpbis-rfc6265bis",
			"javascript:alert(1)",
			"HAR 1.2 timings",
			"",
			"RFC x",
		]
	) equal(specURL(spec), null);
});

Deno.test("messages, frames and rules have a tab only where there are some", () => {
	const others = tabs.filter((tab) => !["messages", "frames", "rules"].includes(tab));
	equal(others.length, tabs.length - 3);
	for (const flow of [null, undefined, { inner: { count: 0 }, record: {} }]) {
		equal(tabsOf(/** @type {any} */ (flow)), others);
	}
	equal(tabsOf(/** @type {any} */ ({ inner: { count: 1 } })), [...others, "messages"]);
	equal(tabsOf(/** @type {any} */ ({ inner: { count: 1 }, record: { _stream: { client: 1 }, _rules: [{}] } })), tabs);
});

Deno.test("what is offered replaces all of the word that was written meanwhile, and nothing else", () => {
	equal(kept("sta", "stat", { from: 0, to: 3 }), 4);
	equal(kept("a = 1 and ho", "a = 1 and hos", { from: 10, to: 12 }), 13);
	equal(kept("ho = 1", "hos = 1", { from: 0, to: 2 }), 3);
	equal(kept("stat", "sta", { from: 0, to: 4 }), 3);
	equal(kept("", "s", { from: 0, to: 0 }), 1);
	// Another word, an edit before it, one behind it, all taken away.
	equal(kept("stat", "stat = 4", { from: 0, to: 4 }), null);
	equal(kept("a = 1 and ho", "b = 1 and ho", { from: 10, to: 12 }), null);
	equal(kept("ho = 1", "ho = 2", { from: 0, to: 2 }), null);
	equal(kept("a = 1", "", { from: 4, to: 5 }), null);
});
