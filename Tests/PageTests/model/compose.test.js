import { composed } from "../../../Sources/CPage/page/scripts/model/compose.js";
import { equal, ok } from "./check.js";

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
