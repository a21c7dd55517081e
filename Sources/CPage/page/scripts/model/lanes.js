/** Connections as lanes: what lies where on one scale, and what is said of them. Pure. */
import { ticks } from "./waterfall.js";

/** What a pause takes of the scale at most, and how long it has to be beside all that is no pause. */
const pauseShare = 0.02, leastPause = 0.05;

/**
 * The scale of all lanes: stretches in which something happened, and between them pauses, which take little room
 * however long they are.
 * @param {Lane[]} lanes @param {Scale} given @returns {LaneScale}
 */
export function scaleOf(lanes, given) {
	const from = Math.min(given.to, ...lanes.map((lane) => lane.from));
	const to = Math.max(given.from, from + 1, ...lanes.map((lane) => lane.to));
	const scale = { from: Math.min(from, to - 1), to };
	const busy = lanes.flatMap((lane) => [
		...(lane.connect ? [lane.connect] : []),
		...(lane.handshake ? [lane.handshake] : []),
		...lane.exchanges.map((block) => /** @type {[number, number]} */ ([block.from, block.to])),
	]).sort((one, other) => one[0] - other[0]);
	/** @type {[number, number][]} */
	const joined = [];
	for (const [start, end] of busy) {
		const last = joined.at(-1);
		if (last && start <= last[1]) last[1] = Math.max(last[1], end);
		else joined.push([start, end]);
	}
	const active = joined.reduce((sum, [start, end]) => sum + end - start, 0);
	const least = Math.max(active * leastPause, (to - from) * pauseShare);
	// From the edges inwards: what is no pause goes on to the next that is one.
	/** @type {TimeStretch[]} */
	const parts = [];
	let at = scale.from;
	for (const [start, end] of [...joined, /** @type {[number, number]} */ ([scale.to, scale.to])]) {
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
	if (at < scale.to) {
		const last = parts.at(-1);
		if (last && !last.isPause) last.to = scale.to;
		else parts.push({ from: at, to: scale.to, isPause: false });
	}
	return { ...scale, stretches: stretched(parts) };
}

/** @param {TimeStretch[]} parts @returns {Stretch[]} */
function stretched(parts) {
	const pauses = parts.filter((part) => part.isPause).length;
	const isOnly = pauses === parts.length;
	const share = isOnly ? 1 / Math.max(1, pauses) : Math.min(pauseShare, 0.3 / Math.max(1, pauses));
	const active = parts.reduce((sum, part) => sum + (part.isPause ? 0 : part.to - part.from), 0) || 1;
	const room = isOnly ? 0 : 1 - pauses * share;
	let start = 0;
	return parts.map((part) => {
		const end = start + (part.isPause ? share : ((part.to - part.from) / active) * room);
		const stretch = { from: part.from, to: part.to, start, end };
		start = end;
		return stretch;
	});
}

/** The share of the scale at which a time stands, from 0 to 1. @param {LaneScale} scale @param {number} at */
export function shareOf(scale, at) {
	const stretch = scale.stretches.find(({ to }) => at <= to) ?? scale.stretches.at(-1);
	if (!stretch) return 0;
	const { from, to, start, end } = stretch;
	return Math.max(0, Math.min(1, start + ((at - from) / Math.max(to - from, 1e-9)) * (end - start)));
}

/** Times with their places, far enough apart to be read. @param {LaneScale} scale @param {number} [least] share of the scale */
export function marks(scale, least = 0.12) {
	/** @type {{at: number, share: number}[]} */
	const result = [];
	const room = (/** @type {number} */ share) => share <= 0.95 && share - (result.at(-1)?.share ?? -1) >= least;
	for (const { from, to, start, end } of scale.stretches) {
		if (room(start)) result.push({ at: from - scale.from, share: start });
		// Within a stretch, as in the waterfall: round times.
		for (const { since } of ticks({ from, to }, (end - start) * 1000, scale.from, least * 1000)) {
			const share = shareOf(scale, scale.from + since);
			if (since > from - scale.from && room(share)) result.push({ at: since, share });
		}
	}
	return result;
}

/**
 * The pieces of a lane in shares of the scale, from 0 to 1: the line while it was open, connecting, the handshake, and
 * a block an exchange with the part in which it waited for an answer, and those in which it could not be sent.
 * @param {Lane} lane @param {LaneScale} scale
 */
export function pieces(lane, scale) {
	const share = (/** @type {number} */ at) => shareOf(scale, at);
	const piece = (
		/** @type {string} */ kind,
		/** @type {[number, number] | null} */ range,
		{ flow, row } = { flow: 0, row: 0 },
	) => range ? [{ kind, from: share(range[0]), to: share(range[1]), flow, row }] : [];
	return [
		...piece("line", [lane.from, lane.to]),
		...piece("connect", lane.connect),
		...piece("handshake", lane.handshake),
		...lane.exchanges.flatMap((block) => [
			...piece(block.failed ? "failed" : block.open ? "open" : "exchange", [block.from, block.to], block),
			...piece("wait", block.wait, block),
			...block.waits.flatMap((wait) => piece("held", [wait.from, wait.to], block)),
		]),
	];
}
