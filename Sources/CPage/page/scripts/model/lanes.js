/** Connections as lanes: what lies where on one scale, and what is said of them. Pure. */
import { shareOf, stretched } from "./scale.js";

/** The scale of all lanes. @param {Lane[]} lanes @param {Scale} given @returns {LaneScale} */
export function scaleOf(lanes, given) {
	const from = Math.min(given.to, ...lanes.map((lane) => lane.from));
	const to = Math.max(given.from, from + 1, ...lanes.map((lane) => lane.to));
	const busy = lanes.flatMap((lane) => [
		...(lane.connect ? [lane.connect] : []),
		...(lane.handshake ? [lane.handshake] : []),
		...lane.exchanges.map((block) => /** @type {[number, number]} */ ([block.from, block.to])),
	]);
	return stretched(busy, { from: Math.min(from, to - 1), to });
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
