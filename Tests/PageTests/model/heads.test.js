import {
	compared,
	cookies,
	credentials,
	fieldsOf,
	isSecret,
	matters,
	parameters,
	partsOf,
	queryOf,
	received,
	secretsIn,
	setCookie,
	spanned,
	withLength,
} from "../../../Sources/CPage/page/scripts/model/heads.js";
import { equal, ok } from "./check.js";

const octets = (/** @type {string} */ text) => new TextEncoder().encode(text);
const base64 = (/** @type {unknown} */ value) => btoa(JSON.stringify(value)).replace(/=+$/, "");

/** A message of these lines, as the server names its bytes. @param {[string, string][]} fields @param {Partial<Message>} [more] @returns {Message} */
function message(fields, more = {}) {
	let offset = 20;
	const span = (/** @type {string} */ rule, /** @type {number} */ length, /** @type {Span[]} */ children = []) => ({
		offset,
		length,
		rule,
		spec: "",
		text: "",
		malformed: false,
		children,
	});
	const spans = fields.map(([name, value]) => {
		const line = span("field-line", name.length + 2 + value.length, [span("field-name", octets(name).length)]);
		offset += line.length + 2;
		return line;
	});
	return { kind: "request", offset: 0, length: offset, spans, framing: null, notes: [], reasoning: {}, ...more };
}

Deno.test("a head is read line by line, with folded and broken ones", () => {
	equal(fieldsOf(octets("GET / HTTP/1.1\r\nHost: a\r\nX:1\r\n two\r\nbroken\r\n\r\nbody: no\r\n")), [
		{ name: "Host", value: "a" },
		{ name: "X", value: "1 two" },
		{ name: "broken", value: "" },
	]);
	equal(fieldsOf(octets("")), []);
});

Deno.test("what was sent stands beside what came, each field once", () => {
	const field = (/** @type {string} */ name, /** @type {string} */ value) => ({ name, value });
	const came = [field("Host", "a"), field("A", "1"), field("A", "2"), field("Gone", "x")];
	const sent = [field("host", "b"), field("A", "2"), field("A", "3"), field("Via", "hark")];
	equal(compared(came, sent).map(({ name, mark, was }) => [name, mark, was ?? ""]), [
		["host", "changed", "Host: a"],
		["A", "same", ""],
		["A", "changed", "A: 1"],
		["Via", "added", ""],
		["Gone", "removed", ""],
	]);
});

Deno.test("a field has the span of its own line, and none when the names do not fit", () => {
	const twice = message([["A", "1"], ["A", "2"]]);
	const fields = [{ name: ":path", value: "/" }, { name: "A", value: "1" }, { name: "A", value: "2" }];
	equal(spanned(fields, twice).map(({ span }) => span?.offset ?? null), [null, 20, 26]);
	equal(spanned([{ name: "Longer", value: "1" }], twice)[0].span, null);
	equal(spanned(fields, null).map(({ span }) => span), [null, null, null]);
});

Deno.test("a field matters when it decided something, or says what the message is", () => {
	const one = message([["X-A", "1"], ["X-B", "2"], ["Content-Type", "a/b"]]);
	const fields = [["X-A", "1"], ["X-B", "2"], ["Content-Type", "a/b"]].map(([name, value]) => ({ name, value }));
	equal(matters(fields, one).map(({ name }) => name), ["Content-Type"]);
	const { offset } = one.spans[1];
	const held = (/** @type {boolean | null} */ held) => ({
		x: { conclusion: "", steps: [{ rule: "", text: "", held, offset: offset + 2, length: 1 }] },
	});
	equal(matters(fields, { ...one, reasoning: held(true) }).map(({ name }) => name), ["X-B", "Content-Type"]);
	// What was only computed on the way decided nothing.
	equal(matters(fields, { ...one, reasoning: held(null) }).map(({ name }) => name), ["Content-Type"]);
	equal(matters(fields, { ...one, reasoning: held(false) }, 1).length, 1);
});

Deno.test("a URL is split, and decoded where it can be", () => {
	const parts = (/** @type {string} */ url) => partsOf(url).map(({ name, value }) => `${name}=${value}`);
	equal(parts("https://u:p@h.test:8443/a%20b?q=1#f"), [
		"scheme=https",
		"user=u:p",
		"host=h.test",
		"port=8443",
		"path=/a%20b",
		"path, decoded=/a b",
	]);
	equal(parts("http://[::1]:80/"), ["scheme=http", "host=[::1]", "port=80", "path=/"]);
	equal(parts("/%zz"), ["path=/%zz"]);
	equal([queryOf("http://a/?b?c#d"), queryOf("http://a/#?x")], ["b?c", ""]);
});

Deno.test("parameters are decoded, and what cannot be stays as it is", () => {
	equal(parameters("a=1+2&b=%C3%A9&c&=d&e=%zz&&f=1=2").map(({ name, value }) => [name, value]), [
		["a", "1 2"],
		["b", "é"],
		["c", ""],
		["", "d"],
		["e", "%zz"],
		["f", "1=2"],
	]);
});

Deno.test("cookies", () => {
	equal(cookies("a=1; b = 2;c;"), [{ name: "a", value: "1" }, { name: "b ", value: " 2" }, { name: "", value: "c" }]);
	equal(setCookie("sid=a=b; Path=/; HttpOnly"), { name: "sid", value: "a=b", attributes: "Path=/; HttpOnly" });
});

Deno.test("credentials are decoded only when they are what they say", () => {
	equal(credentials(`Basic ${btoa("ada:love:lace")}`)?.fields, [
		{ name: "user", value: "ada" },
		{ name: "password", value: "love:lace" },
	]);
	equal([credentials("Basic !!!"), credentials(`Basic ${btoa("nocolon")}`), credentials("Bearer abc")], [
		null,
		null,
		null,
	]);
	const token = `${base64({ alg: "HS256" })}.${base64({ sub: "ada", exp: 1_700_000_000, deep: { a: 1 } })}.c2ln`;
	const told = credentials(`Bearer ${token}`);
	ok(told?.title.includes("not checked"));
	equal(told?.fields.map(({ name, value }) => `${name}=${value}`), [
		"alg=HS256",
		"sub=ada",
		"exp=1700000000 (2023-11-14T22:13:20Z)",
		'deep={"a":1}',
	]);
	// In a cookie it stands without a scheme; a time that is none has no date.
	equal(credentials(`${base64({ a: 1 })}.${base64({ exp: 1e300 })}.`)?.fields[1].value, "1e+300");
	equal(credentials(`${base64({ a: 1 })}.eyJnope.`), null);
	equal(credentials('Digest username="a\\"b", nc=00000001')?.fields.map(({ value }) => value), ['a\\"b', "00000001"]);
});

Deno.test("what proves who one is, is hidden", () => {
	for (
		const name of ["Authorization", "cookie", "Set-Cookie", "X-Api-Key", "apikey", "X-Auth-Token", "client_secret"]
	) {
		ok(isSecret(name), name);
	}
	for (const name of ["Host", "Accept", "ETag", "Content-Type"]) ok(!isSecret(name), name);
	ok(isSecret("X-Any", `${base64({ a: 1 })}.${base64({ b: 2 })}.`));
});

Deno.test("the length of an edited body stands in its head, once, and chunks do not", () => {
	equal(
		withLength("POST / HTTP/1.1\nHost: a\ncontent-length: 3\n\n", 12),
		"POST / HTTP/1.1\nHost: a\ncontent-length: 12\n\n",
	);
	equal(
		withLength("POST / HTTP/1.1\nTransfer-Encoding: chunked\nHost: a\n\n", 0),
		"POST / HTTP/1.1\nHost: a\nContent-Length: 0\n\n",
	);
	equal(
		withLength("GET / HTTP/1.1\nX-Content-Length: 9", 1),
		"GET / HTTP/1.1\nX-Content-Length: 9\nContent-Length: 1\n\n",
	);
});

Deno.test("of HTTP/2 the fields are those of its blocks", () => {
	const flow = /** @type {any} */ ({ record: { request: { headers: [{ name: "a", value: "b" }] } } });
	const fields = [{ name: ":method", value: "GET" }];
	const explained = /** @type {any} */ ({ messages: [], blocks: [{ message: "request", sent: false, fields }] });
	equal(received(flow, explained, "request"), [{ name: "a", value: "b" }]);
	equal(received({ ...flow, record: { ...flow.record, _stream: {} } }, explained, "request"), fields);
	equal(received(flow, explained, "response"), null);
});

Deno.test("a URL has the secrets of its parameters and its password, as written and decoded, and no other values", () => {
	equal(secretsIn("https://a.test/?page=2&access_token=a%2Bb&sig=xyz"), ["a%2Bb", "a+b", "xyz"]);
	equal(secretsIn("ftp://ada:love@a.test/x:y@z"), ["love"]);
	equal(secretsIn("https://a.test/key=1?q=token&empty_token=#secret=2"), []);
	equal(secretsIn("https://a.test/?code=c1;barcode=9&password=%zz"), ["%zz", "c1"]);
	equal(secretsIn("not a url"), []);
});
