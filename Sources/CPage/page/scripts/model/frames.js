/** Windows of HTTP/2 as curves, and a field block as lines. Pure. */

/**
 * The windows after each frame that changed them in one direction, as lines in a picture of this size, and when something
 * waited; null where there are fewer than two frames.
 * @param {FrameRow[]} rows @param {Side} side @param {number} width @param {number} height
 */
export function curve(rows, side, width, height) {
	// What comes after DATA is the window of those who sent it; WINDOW_UPDATE goes the other way.
	const points = rows.filter((row) => row.window !== undefined && (row.name === "DATA") === (row.message === side));
	if (points.length < 2) return null;
	const from = points[0].at;
	const span = (points.at(-1)?.at ?? from) - from || 1;
	const across = (/** @type {number} */ at) => Math.max(0, Math.min(1, (at - from) / span)) * width;
	const one = (/** @type {"window" | "connectionWindow"} */ name) => {
		const values = points.map((point) => Math.max(0, point[name] ?? 0));
		const [most, least] = [Math.max(...values), Math.min(...values)];
		// A window stays as it is until the next frame.
		const line = points.map((point, index) => {
			const y = (height - (values[index] / Math.max(1, most)) * height).toFixed(1);
			return `${index === 0 ? "M" : "H"}${across(point.at).toFixed(1)}${index === 0 ? "," : "V"}${y}`;
		}).join("");
		return { line, most, least };
	};
	const waits = rows.filter((row) => row.duration !== undefined && row.message === side)
		.map((row) => [across(row.at), across(row.at + (row.duration ?? 0))]);
	return { stream: one("window"), connection: one("connectionWindow"), span, waits };
}

/** The parts of a block, each with the field that it says; without one: a change of the table's size. @param {FieldBlock} block */
export function parts(block) {
	let place = 0;
	return block.spans.map((span) => ({
		field: /^(table-size-update|field-block)$/.test(span.rule) ? null : block.fields[place++],
		leaves: span.children.length > 0 ? span.children : [span],
	}));
}

/** What the block did to the table: entries that it made, and those that had to leave for them. @param {FieldBlock} block */
export function tableChange({ stream, table: { before, after } }) {
	const made = after.entries.filter((entry) => entry.entered === stream).map((entry) => entry.index);
	const last = after.entries.at(-1)?.index ?? 0;
	const left = before.whole
		? before.entries.map((entry) => entry.index).filter((index) => index + made.length > last)
		: [];
	return { made, left };
}
