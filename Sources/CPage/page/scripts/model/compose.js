/** A request that a person writes, as the bytes of a message. Pure. */

/** A name as fields and methods have one (RFC 9110 §5.6.2), and a colon. */
const token = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+:/;

/**
 * The message, and the server that it goes to; throws a sentence where it is none yet.
 * @param {string} method @param {string} url @param {string} headers @param {string} body
 */
export function composed(method, url, headers, body) {
	if (!token.test(`${method.trim()}:`)) throw new Error("Write a method, such as GET or POST.");
	/** @type {URL} */
	let place;
	try {
		place = new URL(url.trim());
	} catch {
		throw new Error("Write a URL with its scheme, such as http://127.0.0.1:8080/path.");
	}
	if (!/^https?:$/.test(place.protocol)) throw new Error("Only http:// and https:// can be sent.");
	const lines = headers.split("\n").map((line) => line.trimEnd()).filter(Boolean);
	const wrong = lines.find((line) => !token.test(line));
	if (wrong !== undefined) throw new Error(`This is no header (expected NAME: VALUE): ${wrong.slice(0, 80)}`);
	const has = (/** @type {string} */ name) => lines.some((line) => line.toLowerCase().startsWith(`${name}:`));
	const rest = new TextEncoder().encode(body);
	// RFC 9112 §3.2: the path only, as it goes to the server itself; Host first.
	const head = [
		`${method.trim()} ${place.pathname}${place.search} HTTP/1.1`,
		...(has("host") ? [] : [`Host: ${place.host}`]),
		...lines,
		...(has("content-length") || has("transfer-encoding") ||
				rest.length === 0 && !/^(POST|PUT|PATCH)$/.test(method.trim())
			? []
			: [`Content-Length: ${rest.length}`]),
	];
	return { head: `${head.join("\n")}\n\n`, rest, to: place.origin };
}
