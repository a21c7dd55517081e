/** How figures and captured text are written. Pure. */

const units = ["B", "KiB", "MiB", "GiB", "TiB", "PiB"];

/** Seconds of the units of long times. @type {[number, string][]} */
const spans = [[31_536_000, "y"], [86_400, "d"], [3600, "h"], [60, "min"], [1, "s"]];

/** A size as the terminal writes it: binary, three figures. @param {number} bytes */
export function size(bytes) {
	if (!(bytes >= 0)) return "–";
	if (bytes < 1024) return `${bytes} B`;
	let unit = 1;
	let value = bytes / 1024;
	// What rounds up to 1,024 is 1.0 of the next unit.
	while (value >= 1023.5 && unit < units.length - 1) {
		value /= 1024;
		unit += 1;
	}
	return `${value < 99.95 ? value.toFixed(1) : Math.round(value)} ${units[unit]}`;
}

/** A length of time as the terminal writes it. @param {number} ms */
export function time(ms) {
	if (!(ms >= 0)) return "–";
	if (ms < 0.1) return `${Math.round(ms * 1000)} µs`;
	if (ms < 99.95) return `${ms.toFixed(1)} ms`;
	if (ms < 999.5) return `${Math.round(ms)} ms`;
	if (ms < 9_995) return `${(ms / 1000).toFixed(2)} s`;
	if (ms < 59_950) return `${(ms / 1000).toFixed(1)} s`;
	const seconds = Math.round(ms / 1000);
	const place = spans.findIndex(([size]) => seconds >= size);
	const [size, name] = spans[place];
	const [smaller, rest] = spans[place + 1] ?? [1, ""];
	const left = Math.floor((seconds % size) / smaller);
	return `${Math.floor(seconds / size)} ${name}${left > 0 ? ` ${left} ${rest}` : ""}`;
}

/** A number with its thousands apart. @param {number} value */
export function count(value) {
	return Math.round(value).toString().replace(/\B(?=(\d{3})+(?!\d))/g, ",");
}

/** A number with its noun. @param {number} value @param {string} one @param {string} [many] */
export function counted(value, one, many) {
	return `${count(value)} ${value === 1 ? one : many ?? one + "s"}`;
}

/** Milliseconds since 1970, with the microseconds that Date drops. @param {string} text RFC 3339 */
export function moment(text) {
	const whole = Date.parse(text);
	const rest = /\.\d{3}(\d{1,6})/.exec(text);
	return rest ? whole + Number("0." + rest[1]) : whole;
}

/** The time of day by the reader's clock. @param {number} ms since 1970 */
export function clock(ms) {
	if (!Number.isFinite(ms)) return "–";
	const date = new Date(ms);
	const two = (/** @type {number} */ value) => value.toString().padStart(2, "0");
	return `${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}.${
		date.getMilliseconds().toString().padStart(3, "0")
	}`;
}

const directions = /[\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb]/;
const special =
	// deno-lint-ignore no-control-regex
	/[\u0000-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb\ud800-\udfff]/;

/** What stands for a character that must not act: its number, which every font has. @param {number} code */
export function picture(code) {
	return `\\u{${code.toString(16).padStart(4, "0")}}`;
}

/**
 * Captured text as it may be shown: control characters, marks of direction and halves of pairs by number.
 * @param {string | null | undefined} text @param {number} [limit] characters that are shown at most
 */
export function safe(text, limit = 4096) {
	if (text === null || text === undefined) return "";
	const cut = text.length > limit;
	const source = cut ? text.slice(0, limit) : text;
	let result = source;
	if (special.test(source)) {
		result = "";
		for (const character of source) {
			const code = /** @type {number} */ (character.codePointAt(0));
			const acts = code < 0x20 || (code >= 0x7f && code <= 0x9f) || directions.test(character) ||
				(code >= 0xd800 && code <= 0xdfff);
			result += acts ? picture(code) : character;
		}
	}
	return cut ? `${result}… (${counted(text.length - limit, "more character")})` : result;
}

/** The parts of a URL that the list shows apart. @param {string} url */
export function urlParts(url) {
	const match = /^([a-z][a-z0-9+.-]*):\/\/([^/?#]*)([^]*)$/i.exec(url);
	const [, scheme, host, rest] = match ?? ["", "", "", url];
	// The host without its port, the path without what follows it.
	return { scheme, host, rest, name: host.replace(/:\d+$/, ""), path: rest.replace(/[?#].*$/s, "") };
}

/** Where bytes stand, counted within their message. @param {{offset: number, kind: string} | undefined} message @param {{offset: number, length: number}} place */
export function bytesIn(message, { offset, length }) {
	const from = offset - (message?.offset ?? 0);
	return `${length > 1 ? `bytes ${from}–${from + length - 1}` : `byte ${from}`}${
		message ? ` of the ${message.kind}` : ""
	}`;
}

/** A status, what kind it is, and the word for that: colour is never all that tells. @param {Row} row */
export function status(row) {
	const code = row.status ?? 0;
	const text = code > 0 ? String(code) : "–";
	if (row.flags?.includes("open")) return { text: code > 0 ? text : "…", kind: "open", word: "still open" };
	const ended = row.outcome === null || row.outcome === "complete" || row.outcome === "tunnel";
	if (!ended) return { text, kind: "failed", word: endWord(row) };
	if (code >= 500) return { text, kind: "server", word: "server error" };
	if (code >= 400) return { text, kind: "client", word: "client error" };
	if (row.call) {
		const isServers = [2, 4, 8, 12, 13, 14, 15].includes(row.call);
		return { text, kind: isServers ? "server" : "client", word: `the RPC failed with status ${row.call}` };
	}
	if (code >= 300) return { text, kind: "redirect", word: "redirection" };
	if (code >= 200) return { text, kind: "success", word: "successful" };
	if (code === 101) return { text, kind: "interim", word: "switched protocols" };
	if (code > 0) return { text, kind: "interim", word: "interim" };
	return { text, kind: "tunnel", word: row.outcome ?? "not known" };
}

/** Where it failed, or which side ended it. @param {Row} row */
function endWord({ outcome, by }) {
	if (!by) return `${outcome}`;
	const side = by === "proxy" ? "Hark" : by === "upstream" ? "the server" : "the client";
	return outcome === "failed" ? `failed ${by === "proxy" ? "in" : "at"} ${side}` : `${outcome} by ${side}`;
}

/** How long it took: what is still open, until now. @param {Row} row @param {number} now on the clock of its bar; -1: the recording has ended */
export function lasted(row, now) {
	return row.flags?.includes("open") ? Math.max(row.duration, now - (row.bar?.at ?? now + 1)) : row.duration;
}

/** How long it took, or since when it is open: of that, the last byte says nothing. @param {Row} row */
export function took(row) {
	return row.flags?.includes("open") ? `since ${clock(moment(row.start))}` : time(row.duration);
}

/** How an exchange went, in a few words. @param {Row} row */
export function summary(row) {
	const { text, word, kind } = status(row);
	return `${text} ${word} ${kind === "open" ? "" : "· "}${took(row)} · ${size(row.responseSize)}`;
}

/** Worth a look: it failed, or the checks found something. @param {Row} row */
export function isNotable(row) {
	return row.worst === "bad" || row.worst === "warning" || ["failed", "server", "client"].includes(status(row).kind);
}

/** What the phases are called. @type {Record<string, string>} */
export const phaseWords = {
	blocked: "blocked",
	name: "name",
	connect: "connect",
	tls: "TLS",
	send: "send",
	wait: "wait",
	receive: "receive",
};

/** A row in one sentence, for who does not see the waterfall. @param {Row} row */
export function rowName(row) {
	const parts = [`${row.id} ${safe(row.method, 40)} ${safe(row.url, 300)}`];
	const state = status(row);
	parts.push(row.status ? `${row.status}, ${state.word}` : state.word);
	if (row.responseSize >= 0) parts.push(size(row.responseSize));
	if (state.kind !== "open" && row.duration >= 0) parts.push(time(row.duration));
	const phases = row.bar?.segments.map(([phase, from, to]) => phaseTime({ phase, from, to })) ?? [];
	if (phases.length > 0) parts.push(phases.join(", "));
	if (row.worst === "bad") parts.push("has a bad note");
	else if (row.worst === "warning") parts.push("has a warning");
	return parts.join("; ");
}

/** How a phase is called, and how long it was. @param {Segment} part */
export function phaseTime({ phase, from, to }) {
	return `${phaseWords[phase] ?? phase} ${time(to - from)}`;
}

/** @param {string} text */
export function capital(text) {
	return text[0].toUpperCase() + text.slice(1);
}

/** A value as the filter language reads it. @param {string} text */
export function quoted(text) {
	if (/^[A-Za-z0-9_./:-]+$/.test(text) && !/^(and|or|not|in|contains)$/i.test(text)) return text;
	let result = '"';
	for (const character of text) {
		const code = /** @type {number} */ (character.codePointAt(0));
		if (character === '"' || character === "\\") result += "\\" + character;
		else if (code < 0x20 || code === 0x7f) result += `\\u{${code.toString(16)}}`;
		else result += character;
	}
	return result + '"';
}

/** What to say of what went wrong. @param {unknown} error */
export function reason(error) {
	return error instanceof Error ? error.message : String(error);
}

/** @param {Uint8Array} octets */
export function toBase64(octets) {
	let binary = "";
	for (const byte of octets) binary += String.fromCharCode(byte);
	return btoa(binary);
}

/** Octets that are written as pairs of hexadecimal digits; null when they are not. @param {string} text */
export function octetsOf(text) {
	const digits = text.replace(/\s+/g, "");
	if (!/^([0-9a-f]{2})*$/i.test(digits)) return null;
	return Uint8Array.from(digits.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}

/** @param {string} text */
export function fromBase64(text) {
	return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
}
