/** Connections as lanes: what lies where on one scale, and what is said of them. Pure. */

/** The stretch that all lanes need. @param {Lane[]} lanes @param {{from: number, to: number}} given */
export function scaleOf(lanes, given) {
	const from = Math.min(given.to, ...lanes.map((lane) => lane.from));
	const to = Math.max(given.from, from + 1, ...lanes.map((lane) => lane.to));
	return { from: Math.min(from, to - 1), to };
}

/**
 * The pieces of a lane in shares of the scale, from 0 to 1: the line while it was open, connecting, the handshake, and
 * a block an exchange with the part in which it waited.
 * @param {Lane} lane @param {{from: number, to: number}} scale
 */
export function pieces(lane, scale) {
	const width = scale.to - scale.from;
	const share = (/** @type {number} */ at) => Math.max(0, Math.min(1, (at - scale.from) / width));
	const piece = (/** @type {string} */ kind, /** @type {[number, number] | null} */ range, flow = 0) =>
		range ? [{ kind, from: share(range[0]), to: share(range[1]), flow }] : [];
	return [
		...piece("line", [lane.from, lane.to]),
		...piece("connect", lane.connect),
		...piece("handshake", lane.handshake),
		...lane.exchanges.flatMap((block) => [
			...piece(block.failed ? "failed" : block.open ? "open" : "exchange", [block.from, block.to], block.flow),
			...piece("wait", block.wait, block.flow),
		]),
	];
}

/** Exchanges that began on it while another was still running there: they waited behind it. @param {Lane} lane */
export function waited(lane) {
	return lane.exchanges.filter((block, index) => index > 0 && block.from < lane.exchanges[index - 1].to).length;
}
