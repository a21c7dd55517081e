/** A body that is laid out in lines: what folds, where a line is in JSON, where a text is found. Pure. */
import { safe } from "./words.js";

/** Matches that are counted at most. */
export const mostFound = 10_000;

/** The pieces of a line as shown; of JSON with escapes decoded, then as written. @param {BodyLine} line @param {string} kind @returns {[role: string, text: string, raw: string | null][]} */
export function pieces(line, kind) {
	return line.spans.map(([role, text]) => {
		const plain = kind === "json" && (role === "string" || role === "name") ? unescaped(text) : text;
		return [role.replace(/[^a-z]/g, ""), safe(plain, 20_000), plain === text ? null : safe(text, 2000)];
	});
}

/** @param {string} text a string of JSON in its quotes */
function unescaped(text) {
	if (!text.includes("\\u") && !text.includes("\\/")) return text;
	// What ends the string, or would look like an end, stays escaped.
	return text.replace(/\\(?:u([0-9a-fA-F]{4})|(\/)|.)/gs, (all, code, slash) => {
		if (slash) return slash;
		const letter = code ? String.fromCharCode(parseInt(code, 16)) : "";
		return letter === "" || letter === '"' || letter === "\\" || letter < " " ? all : letter;
	});
}

/** A line as one text. @param {BodyLine} line @param {string} kind */
export function textOf(line, kind) {
	return pieces(line, kind).map(([, text]) => text).join("");
}

/** Where the part below each line ends, exclusive; 0 where nothing is below it. @param {BodyLine[]} lines */
export function folds(lines) {
	const ends = new Array(lines.length).fill(0);
	/** @type {number[]} */
	const open = [];
	lines.forEach(({ depth }, index) => {
		while (open.length > 0 && lines[open[open.length - 1]].depth >= depth) {
			ends[/** @type {number} */ (open.pop())] = index;
		}
		open.push(index);
	});
	for (const index of open) ends[index] = lines.length;
	return ends.map((end, index) => end > index + 1 ? end : 0);
}

/** The place of a line in JSON, as `$.items[3].name`; lines before it have to be there from the first on. @param {BodyLine[]} lines @param {number} index */
export function pathTo(lines, index) {
	/** @type {string[]} */
	const keys = [];
	/** @type {number[]} */
	const counts = [];
	for (let at = 0; at <= index; at += 1) {
		const { depth, spans } = lines[at];
		counts.length = Math.min(counts.length, depth + 1);
		if (spans.every(([role]) => role === "mark") && /^[\]}]/.test(spans[0]?.[1] ?? "")) continue;
		counts[depth] = (counts[depth] ?? -1) + 1;
		keys[depth] = spans[0]?.[0] === "name" ? named(spans[0][1]) : `[${counts[depth]}]`;
	}
	return `$${keys.slice(1, lines[index].depth + 1).join("")}`;
}

/** @param {string} text a string of JSON */
function named(text) {
	let name = text;
	try {
		name = JSON.parse(text);
	} catch {
		// It is cut or damaged: it stays as it was written.
	}
	return /^[A-Za-z_$][\w$]*$/.test(name) ? `.${name}` : `[${JSON.stringify(name)}]`;
}

/** What is looked for: a text, its letter case ignored, or a regular expression. Throws when it is none. @param {string} text @param {boolean} isExpression */
export function expression(text, isExpression) {
	return new RegExp(isExpression ? text : text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"), isExpression ? "gu" : "giu");
}

/** Where it is in a text. @param {string} text @param {RegExp} test @param {number} most @returns {[number, number][]} */
export function found(text, test, most) {
	/** @type {[number, number][]} */
	const places = [];
	for (const match of text.matchAll(test)) {
		if (places.length >= most) break;
		if (match[0] !== "") places.push([match.index, match.index + match[0].length]);
	}
	return places;
}

/**
 * The text that a filter looks for in bodies, so that it is found there at once.
 * @param {string} filter @param {string} [words] what Hark calls the filter: a bare word may be a field, too
 */
export function soughtIn(filter, words = "") {
	if (/^[^\s()"]+$/.test(filter) && / a text body contains /.test(words)) return filter;
	const quoted = /(?:\btext:|\bbody\s+contains\s+|^)"((?:[^"\\]|\\.)*)"/.exec(filter);
	if (quoted) return quoted[1].replace(/\\(["\\])/g, "$1");
	return /(?:\btext:|\bbody\s+contains\s+)([^\s()"]+)/.exec(filter)?.[1] ?? "";
}
