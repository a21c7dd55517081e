/**
 * A scale of times on which a pause takes little room, however long it is: stretches in which something happened, and
 * pauses between them. Pure: times are ms since the session's start, places are shares of the scale from 0 to 1.
 */

/** What a pause takes of the scale at most, and how long it has to be beside all that is no pause. */
const pauseShare = 0.02, leastPause = 0.05;
/** What all pauses together take; they are shortened where they would take more. */
const pausesShare = 0.3;

/**
 * @param {[number, number][]} busy when something happened @param {Scale} range
 * @returns {LaneScale}
 */
export function stretched(busy, { from, to }) {
	/** @type {[number, number][]} */
	const joined = [];
	for (const [start, end] of [...busy].sort((one, other) => one[0] - other[0])) {
		const last = joined.at(-1);
		if (last && start <= last[1]) last[1] = Math.max(last[1], end);
		else joined.push([start, end]);
	}
	const active = joined.reduce((sum, [start, end]) => sum + end - start, 0);
	const least = Math.max(active * leastPause, (to - from) * pauseShare);
	// From the edges inwards: what is no pause continues up to the next that is one.
	/** @type {TimeStretch[]} */
	const parts = [];
	let at = from;
	for (const [start, end] of [...joined, /** @type {[number, number]} */ ([to, to])]) {
		if (start - at > least) {
			parts.push({ from: at, to: start, isPause: true });
			at = start;
		}
		const last = parts.at(-1);
		if (end > at) {
			if (last && !last.isPause) last.to = end;
			else parts.push({ from: at, to: end, isPause: false });
			at = end;
		}
	}
	if (at < to) {
		const last = parts.at(-1);
		if (last && !last.isPause) last.to = to;
		else parts.push({ from: at, to, isPause: false });
	}
	// A scale of which little is idle says more when it is even.
	const idle = parts.reduce((sum, part) => sum + (part.isPause ? part.to - part.from : 0), 0);
	const shown = idle > (to - from) * pausesShare ? parts : [{ from, to, isPause: false }];
	return { from, to, stretches: placed(shown) };
}

/** @param {TimeStretch[]} parts @returns {Stretch[]} */
function placed(parts) {
	const pauses = parts.filter((part) => part.isPause).length;
	const isOnly = pauses === parts.length;
	const share = isOnly ? 1 / Math.max(1, pauses) : Math.min(pauseShare, pausesShare / Math.max(1, pauses));
	const active = parts.reduce((sum, part) => sum + (part.isPause ? 0 : part.to - part.from), 0) || 1;
	const room = isOnly ? 0 : 1 - pauses * share;
	let start = 0;
	return parts.map((part) => {
		const end = start + (part.isPause ? share : ((part.to - part.from) / active) * room);
		const stretch = { from: part.from, to: part.to, start, end, isPause: part.isPause && !isOnly };
		start = end;
		return stretch;
	});
}

/** Whether pauses are shortened on it. @param {Scale} scale */
export function isShortened(scale) {
	return (scale.stretches?.length ?? 0) > 1;
}

/** The share of the scale at which a time stands; outside of the scale below 0 or above 1 where it is even. @param {Scale} scale @param {number} at */
export function shareOf(scale, at) {
	if (!scale.stretches) return (at - scale.from) / (scale.to - scale.from);
	const stretch = scale.stretches.find(({ to }) => at <= to) ?? scale.stretches.at(-1);
	if (!stretch) return 0;
	const { from, to, start, end } = stretch;
	return Math.max(0, Math.min(1, start + ((at - from) / Math.max(to - from, 1e-9)) * (end - start)));
}

/** The time at a share of the scale. @param {Scale} scale @param {number} share */
export function timeOf(scale, share) {
	const stretch = scale.stretches?.find(({ end }) => share <= end) ?? scale.stretches?.at(-1);
	if (!stretch) return scale.from + share * (scale.to - scale.from);
	const { from, to, start, end } = stretch;
	return from + Math.max(0, Math.min(1, (share - start) / Math.max(end - start, 1e-9))) * (to - from);
}

/** The step between lines at least `gap` pixels apart: 1, 2 or 5 times a power of ten. @param {number} perPixel ms @param {number} gap */
export function step(perPixel, gap) {
	const least = perPixel * gap;
	const power = 10 ** Math.floor(Math.log10(least));
	for (const factor of [1, 2, 5]) if (power * factor >= least) return power * factor;
	return power * 10;
}

/** Where the lines of an even scale are, counted from `origin`. @param {Scale} scale @param {number} width @param {number} origin @param {number} [gap] */
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

/**
 * Times with their places, far enough apart to be read: the start of each stretch, and round times within it.
 * @param {Scale} scale @param {number} [least] share of the scale @param {number} [origin] from which times are counted
 */
export function marks(scale, least = 0.12, origin = scale.from) {
	/** @type {{at: number, share: number}[]} */
	const result = [];
	const room = (/** @type {number} */ share) => share <= 0.95 && share - (result.at(-1)?.share ?? -1) >= least;
	for (const { from, to, start, end } of scale.stretches ?? []) {
		if (room(start)) result.push({ at: from - origin, share: start });
		// Within a stretch, as where nothing is shortened: round times.
		for (const { since } of ticks({ from, to }, (end - start) * 1000, origin, least * 1000)) {
			const share = shareOf(scale, origin + since);
			if (since > from - origin && room(share)) result.push({ at: since, share });
		}
	}
	return result;
}
