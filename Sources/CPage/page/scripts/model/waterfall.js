/** From the bar of a row to places on a scale. Pure: times are ms since the session's start, places are pixels. */
import { shareOf, stretched, timeOf } from "./scale.js";

/** A scale that fits rows ends so much beyond the last of them. */
const margin = 1.03;

/** Whether it still runs. @param {Row} row */
export function isOpen(row) {
	return row.bar ? row.bar.end === "open" : row.flags?.includes("open") ?? false;
}

/** Whether it ended badly. @param {Row} row */
export function isFailed(row) {
	return row.bar?.end === "failed";
}

/** The phases in ms since the session's start; the last of an open one goes on until now. @param {Row} row @param {number} now @returns {Segment[]} */
export function segments(row, now) {
	const bar = row.bar;
	if (!bar || bar.at === null) return [];
	const at = bar.at;
	const result = bar.segments.map(([phase, from, to]) => ({ phase, from: at + from, to: at + to }));
	if (!isOpen(row)) return result;
	const last = result.at(-1);
	if (!last) return now > at ? [{ phase: "wait", from: at, to: now }] : [];
	last.to = Math.max(last.to, now);
	return result;
}

/** When it began and ended; null when nobody knows. @param {Row} row @param {number} now */
export function extent(row, now) {
	const at = row.bar?.at;
	if (at === null || at === undefined) return null;
	const last = row.bar.segments.at(-1)?.[2] ?? 0;
	return { from: at, to: isOpen(row) ? Math.max(at, now) : at + Math.max(0, last, row.duration) };
}

/**
 * The scale that shows all of these rows, with a margin; null when there are none. Pauses between them are shortened.
 * What has been open for long begins before it, beside others: they would be too small to be seen.
 * @param {Row[]} rows @param {number} now @returns {LaneScale | null}
 */
export function fit(rows, now) {
	let from = Infinity;
	let to = -Infinity;
	let openFrom = Infinity;
	/** @type {[number, number][]} */
	const busy = [];
	for (const row of rows) {
		const part = extent(row, now);
		if (!part) continue;
		if (isOpen(row)) openFrom = Math.min(openFrom, part.from);
		else from = Math.min(from, part.from);
		to = Math.max(to, part.to);
		busy.push([part.from, part.to]);
	}
	if (from === Infinity || openFrom > from) from = Math.min(from, openFrom);
	if (!(to >= from)) return null;
	const begun = busy.filter((part) => part[1] >= from).map((
		[start, end],
	) => /** @type {[number, number]} */ ([Math.max(from, start), end]));
	const scale = stretched(begun, { from, to: Math.max(to, from + 1) });
	// The margin at the right has room for what stands after a bar.
	return {
		...scale,
		stretches: scale.stretches.map((part) => ({ ...part, start: part.start / margin, end: part.end / margin })),
	};
}

/** A place on the scale in pixels. @param {Scale} scale @param {number} width @param {number} at */
export function place(scale, width, at) {
	return shareOf(scale, at) * width;
}

/** The time at a place. @param {Scale} scale @param {number} width @param {number} x */
export function timeAt(scale, width, x) {
	return timeOf(scale, x / width);
}

/** The phase under a place of a row, if there is one. @param {Row} row @param {number} at ms @param {number} now @param {number} slack ms */
export function phaseAt(row, at, now, slack) {
	return segments(row, now).find((part) => at >= part.from - slack && at <= part.to + slack) ?? null;
}
