import { composed, fromCurl, shellWords } from "../../../Sources/CPage/page/scripts/model/compose.js";
import { equal, ok } from "./check.js";

Deno.test("a command line is split as a shell splits it", () => {
	/** @type {[string, string[] | null][]} */
	const all = [
		["a b  c", ["a", "b", "c"]],
		["a 'b c' d", ["a", "b c", "d"]],
		['a "b \\"c\\" $d \\\\" e', ["a", 'b "c" $d \\', "e"]],
		["a'b'\"c\"d", ["abcd"]],
		["a \\\n  b \\\r\n c", ["a", "b", "c"]],
		["a\\ b \\' ''", ["a b", "'", ""]],
		[String.raw`$'a\nb\'\\\x41\u00fc'`, ["a\nb'\\Aü"]],
		["a 'b", null],
		['a "b', null],
	];
	for (const [text, words] of all) equal(shellWords(text), words);
});

Deno.test("what a browser copies as curl is read", () => {
	const text = `curl 'http://api.hark.test/a?b=1' \\
  -X 'PUT' \\
  -H 'accept: */*' -H 'x-empty;' \\
  -b 'sid=1; t=2' \\
  --data-raw $'{"a":"it\\'s"}' \\
  --compressed -s --insecure`;
	equal(fromCurl(text), {
		method: "PUT",
		url: "http://api.hark.test/a?b=1",
		headers: "accept: */*\nx-empty:\nCookie: sid=1; t=2\nContent-Type: application/x-www-form-urlencoded",
		body: '{"a":"it\'s"}',
		left: [],
	});
});

Deno.test("each option does what it does in curl", () => {
	/** @type {[string, Partial<ReturnType<typeof fromCurl>>][]} */
	const all = [
		["curl example.test", { method: "GET", url: "http://example.test", body: "" }],
		["$ curl -I http://a", { method: "HEAD", url: "http://a" }],
		["curl http://a -d x=1 -d y=2", { method: "POST", body: "x=1&y=2" }],
		["curl http://a -dx=1", { method: "POST", body: "x=1" }],
		["curl http://a --data=x", { body: "x" }],
		["curl -G http://a -d x=1", { method: "GET", url: "http://a?x=1", body: "" }],
		["curl http://a --json '{}'", { body: "{}", headers: "Content-Type: application/json\nAccept: application/json" }],
		["curl http://a --json '[1' --json ']'", { body: "[1]" }],
		["curl http://a --data-urlencode 'a=b c&d'", { body: "a=b%20c%26d" }],
		["curl http://a -u me:ü", { headers: "Authorization: Basic bWU6w7w=" }],
		["curl http://a -H 'User-Agent: x' -A y", { headers: "User-Agent: x" }],
		["curl --url http://a -XDELETE", { method: "DELETE", url: "http://a" }],
	];
	for (const [text, wanted] of all) {
		const read = /** @type {Record<string, unknown>} */ (fromCurl(text));
		for (const [name, value] of Object.entries(wanted ?? {})) equal([text, read[name]], [text, value]);
	}
});

Deno.test("what is not used is said, and no file is read", () => {
	const read = fromCurl(
		"curl -o out -x proxy:1 http://a -d @secret --data-urlencode n@file -b jar.txt --strange -F a=b",
	);
	equal(read?.url, "http://a");
	equal(read?.body, "");
	equal(
		read?.left,
		"-o out -x proxy:1 -d @secret --data-urlencode n@file -b jar.txt --strange -F a=b".split(" "),
	);
	equal(fromCurl("curl http://a --data-raw @x")?.body, "@x");
});

Deno.test("what is no command line of curl is none", () => {
	for (const text of ["", "http://a", "curly http://a", "wget http://a", "curl", "curl 'http://a", "x curl http://a"]) {
		equal([text, fromCurl(text)], [text, null]);
	}
});

Deno.test("a message has what it needs, and nothing twice", () => {
	const plain = composed("GET", "http://hark.test:81/a b?c=d#e", "Accept: */*\n\n", "");
	equal(plain.head, "GET /a%20b?c=d HTTP/1.1\nHost: hark.test:81\nAccept: */*\n\n");
	equal([plain.to, plain.rest.length], ["http://hark.test:81", 0]);
	const body = composed("post", "https://hark.test", "host: other\nX: y  ", "Tür");
	equal(body.head, "post / HTTP/1.1\nhost: other\nX: y\nContent-Length: 4\n\n");
	ok(composed("POST", "http://a.test/", "", "").head.includes("Content-Length: 0\n"));
	const own = composed("POST", "http://a.test/", "content-LENGTH: 9", "ab").head;
	equal(own.match(/content-length/gi)?.length, 1);
	ok(!composed("POST", "http://a.test/", "Transfer-Encoding: chunked", "0\r\n\r\n").head.includes("Length"));
});

Deno.test("what is no request is told in a sentence", () => {
	/** @type {[string, string, string, RegExp][]} */
	const all = [
		["", "http://a", "", /method/],
		["GET /x", "http://a", "", /method/],
		["GET\r\nX: y", "http://a", "", /method/],
		["GET", "a.test", "", /scheme|http/],
		["GET", "", "", /URL/],
		["GET", "ftp://a", "", /http/],
		["GET", "file:///etc/passwd", "", /http/],
		["GET", "http://a", "no colon", /NAME: VALUE/],
		["GET", "http://a", "Bad Name: x", /NAME: VALUE/],
		["GET", "http://a", "A: b\n: c", /NAME: VALUE/],
	];
	for (const [method, url, headers, wanted] of all) {
		let said = "";
		try {
			composed(method, url, headers, "");
		} catch (error) {
			said = error instanceof Error ? error.message : "";
		}
		ok(wanted.test(said), `${method} ${url} ${headers}: ${said}`);
	}
});
