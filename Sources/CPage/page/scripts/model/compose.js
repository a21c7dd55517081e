/** A request that a person writes: from a command line of curl, and as the bytes of a message. Pure. */

/** Bytes of a body that can be edited. */
export const mostEdited = 512 * 1024;

/** The words of a command line, as a shell makes them; null where a quote is not closed. @param {string} text */
export function shellWords(text) {
	/** @type {string[]} */
	const words = [];
	const part = /\s+|\\\r?\n|\\(.)|'([^']*)'|\$'((?:\\.|[^'\\])*)'|"((?:\\.|[^"\\])*)"|[^\s\\'"]/gsy;
	let word = "";
	let isIn = false;
	while (part.lastIndex < text.length) {
		const found = part.exec(text);
		if (!found) return null;
		const [all, plain, single, ansi, double] = found;
		if (/^\s/.test(all)) {
			if (isIn) words.push(word);
			[word, isIn] = ["", false];
			continue;
		}
		if (/^\\\r?\n$/.test(all)) continue;
		isIn = true;
		word += plain ?? single ??
			(ansi !== undefined ? unescaped(ansi) : double?.replace(/\\(\n)|\\([$`"\\])/g, "$2") ?? all);
	}
	return isIn ? [...words, word] : words;
}

/** @param {string} text what is in $'…' */
function unescaped(text) {
	/** @type {Record<string, string>} */
	const signs = { n: "\n", r: "\r", t: "\t", a: "\x07", b: "\b", f: "\f", v: "\v", e: "\x1b", 0: "\0" };
	return text.replace(
		/\\(?:u([0-9a-f]{1,4})|x([0-9a-f]{1,2})|(.))/gis,
		(_, unicode, hex, sign) =>
			sign === undefined ? String.fromCharCode(parseInt(unicode ?? hex, 16)) : signs[sign] ?? sign,
	);
}

/** Options of curl that take a value, by what is made of it; those that are left out are said. */
const options = {
	method: "-X --request",
	header: "-H --header",
	data: "-d --data --data-ascii --data-raw --data-binary",
	encoded: "--data-urlencode",
	json: "--json",
	user: "-u --user",
	agent: "-A --user-agent",
	referer: "-e --referer",
	cookie: "-b --cookie",
	url: "--url",
	left: "-o --output -x --proxy -m --max-time --connect-timeout --cacert -E --cert --key --resolve --retry -w " +
		"--write-out -F --form -T --upload-file -c --cookie-jar -K --config --interface -r --range",
};
const quiet =
	/^(-[sSkLiv#fgn]+|--(silent|show-error|insecure|location|include|verbose|compressed|http[\d.]+|fail|globoff))$/;

/**
 * What a command line of curl asks; null when it is none. Files that it names are not read.
 * @param {string} text
 * @returns {ReadCommand | null}
 */
export function fromCurl(text) {
	const words = /^\s*(\$ )?curl\s/.test(text) ? shellWords(text.trim().replace(/^\$ /, "")) : null;
	if (!words) return null;
	/** @type {string[]} */
	const headers = [], data = [], left = [];
	let [method, url, isGet, isHead] = ["", "", false, false];
	const add = (/** @type {string} */ name, /** @type {string} */ value) => {
		if (!headers.some((line) => line.toLowerCase().startsWith(`${name.toLowerCase()}:`))) {
			headers.push(`${name}: ${value}`);
		}
	};
	for (let at = 1; at < words.length; at += 1) {
		const word = words[at];
		const joined = /^(--[\w-]+)=(.*)$/s.exec(word) ?? /^(-[XHdAeboxumwFTEcKrU])(.+)$/s.exec(word);
		const name = joined?.[1] ?? word;
		const kind = Object.entries(options).find(([, names]) => names.split(" ").includes(name))?.[0];
		if (!kind) {
			if (word === "-G" || word === "--get") isGet = true;
			else if (word === "-I" || word === "--head") isHead = true;
			else if (!word.startsWith("-")) url ||= word;
			else if (!quiet.test(word)) left.push(word);
			continue;
		}
		const value = joined ? joined[2] : words[at += 1] ?? "";
		const isFile = ["data", "json", "encoded"].includes(kind) && name !== "--data-raw" && /^[^=]*@/.test(value) &&
			(kind === "encoded" || value.startsWith("@"));
		if (kind === "left" || isFile || kind === "cookie" && !value.includes("=")) left.push(name, value);
		else if (kind === "method") method = value;
		else if (kind === "url") url ||= value;
		else if (kind === "header") headers.push(value.replace(/;$/, ":"));
		else if (kind === "user") add("Authorization", `Basic ${basic(value)}`);
		else if (kind === "agent") add("User-Agent", value);
		else if (kind === "referer") add("Referer", value);
		else if (kind === "cookie") add("Cookie", value);
		else if (kind === "encoded") {
			data.push(
				value.replace(/^([^=]*=)?(.*)$/s, (_, key = "", rest) => (key === "=" ? "" : key) + encodeURIComponent(rest)),
			);
		} else {
			data.push(["-d", "--data", "--data-ascii"].includes(name) ? value.replace(/[\r\n]/g, "") : value);
			if (kind === "json") {
				add("Content-Type", "application/json");
				add("Accept", "application/json");
			}
		}
	}
	let body = data.join(words.includes("--json") ? "" : "&");
	if (isGet && body) [url, body] = [`${url}${url.includes("?") ? "&" : "?"}${body}`, ""];
	if (body) add("Content-Type", "application/x-www-form-urlencoded");
	if (url && !/^[a-z][a-z0-9+.-]*:\/\//i.test(url)) url = `http://${url}`;
	return { method: method || (isHead ? "HEAD" : body ? "POST" : "GET"), url, headers: headers.join("\n"), body, left };
}

/** @param {string} text */
function basic(text) {
	return btoa(String.fromCharCode(...new TextEncoder().encode(text)));
}

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
