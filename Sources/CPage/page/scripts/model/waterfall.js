/** From the bar of a row to places on a scale. Pure: times are ms since the session's start, places are pixels. */

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
 * The scale that shows all of these rows, with a margin; null when there are none. What has been open for long begins
 * before it, beside others: they would be too small to be seen.
 * @param {Row[]} rows @param {number} now @returns {Scale | null}
 */
export function fit(rows, now) {
	let from = Infinity;
	let to = -Infinity;
	let openFrom = Infinity;
	for (const row of rows) {
		const part = extent(row, now);
		if (!part) continue;
		if (isOpen(row)) openFrom = Math.min(openFrom, part.from);
		else from = Math.min(from, part.from);
		to = Math.max(to, part.to);
	}
	if (from === Infinity || openFrom > from) from = Math.min(from, openFrom);
	if (!(to >= from)) return null;
	return { from, to: from + Math.max(1, to - from) * 1.03 };
}

/** A place on the scale. @param {Scale} scale @param {number} width @param {number} at */
export function place(scale, width, at) {
	return ((at - scale.from) / (scale.to - scale.from)) * width;
}

/** The time at a place. @param {Scale} scale @param {number} width @param {number} x */
export function timeAt(scale, width, x) {
	return scale.from + (x / width) * (scale.to - scale.from);
}

/** The step between lines at least `gap` pixels apart: 1, 2 or 5 times a power of ten. @param {number} perPixel ms @param {number} gap */
export function step(perPixel, gap) {
	const least = perPixel * gap;
	const power = 10 ** Math.floor(Math.log10(least));
	for (const factor of [1, 2, 5]) if (power * factor >= least) return power * factor;
	return power * 10;
}

/** Where the lines of a scale are, counted from `origin`. @param {Scale} scale @param {number} width @param {number} origin @param {number} [gap] */
export function ticks(scale, width, origin, gap = 80) {
	const length = scale.to - scale.from;
	if (!(length > 0) || width < 20) return [];
	const every = step(length / width, gap);
	const first = Math.ceil((scale.from - origin) / every);
	const result = [];
	for (let number = first; origin + number * every < scale.to && result.length < 200; number += 1) {
		result.push({ at: origin + number * every, since: Number((number * every).toPrecision(12)) });
	}
	return result;
}

/** The phase under a place of a row, if there is one. @param {Row} row @param {number} at ms @param {number} now @param {number} slack ms */
export function phaseAt(row, at, now, slack) {
	return segments(row, now).find((part) => at >= part.from - slack && at <= part.to + slack) ?? null;
}
