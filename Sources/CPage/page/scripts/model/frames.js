/** What HTTP/2 was on the wire for an exchange: a lane for each side, and the fields of a block. Pure. */

/** @param {any} record an entry with what Hark adds @returns {FrameLane[]} */
export function lanes(record) {
	/** @type {FrameLane[]} */
	const made = [];
	for (const [leg, title, came, went] of legs) {
		const stream = record?._stream?.[leg];
		if (stream === undefined) continue;
		const rows = [
			...frames(record[came], came, "_frames"),
			...frames(record[went], went, "_framesSent"),
			...(record[went]?._waits ?? []).map((/** @type {any} */ wait) => ({ ...wait, side: went })),
		].sort((a, b) => a.time - b.time);
		mark(rows, came, record[came]?._fields && block(record[came]));
		made.push({ leg, title: `${title} · stream ${stream}`, rows });
	}
	return made;
}

/** @type {[string, string, Side, Side][]} */
const legs = [
	["client", "Between the client and Hark", "request", "response"],
	["upstream", "Between Hark and the server", "response", "request"],
];

/** @param {any} message @param {Side} side @param {string} name */
function frames(message, side, name) {
	return (message?.[name] ?? []).map((/** @type {any} */ frame) => ({ ...frame, side }));
}

/** The head's block goes with the frame that begins it. @param {any[]} rows @param {Side} side @param {FieldRow[] | undefined} fields */
function mark(rows, side, fields) {
	const heads = rows.filter((row) => row.type === "HEADERS" && row.side === side);
	const head = heads.find((row) => fields && row.size >= (fields.at(-1)?.end ?? 0)) ?? heads[0];
	if (head && fields) head.fields = fields;
}

/** @param {any} message @returns {FieldRow[]} */
function block(message) {
	const octets = Uint8Array.from(atob(message._raw ?? ""), (letter) => letter.charCodeAt(0));
	return message._fields.map((/** @type {any} */ field, /** @type {number} */ index) => ({
		...(message.headers?.[index] ?? { name: "", value: "" }),
		bytes: [...octets.subarray(field.offset, field.offset + field.length)],
		end: field.offset + field.length,
		words: words(field),
	}));
}

/** @param {any} field */
function words(field) {
	const code = field.huffman ? ", in the Huffman code" : "";
	const entry = field.entered
		? `entry ${field.index}, which stream ${field.entered.stream} entered`
		: `entry ${field.index} of the static table`;
	if (field.form === "indexed") return entry;
	const name = field.index ? ` (the name: ${entry})` : "";
	const kept = field.form === "incremental"
		? ", entered into the table"
		: field.form === "never"
		? ", never to be entered"
		: "";
	return `written out${kept}${code}${name}`;
}

/** @type {Record<string, string>} */
export const causes = {
	streamWindow: "the receiver to open the stream's window",
	connectionWindow: "the receiver to open the connection's window",
	streamLimit: "a place among the streams that the server takes at once",
	transport: "the connection to take what was before it, in the order of TCP",
};

/** What a frame says beyond its name. @param {any} row @returns {string[]} */
export function said(row) {
	const more = [...(row.flags ?? [])];
	if (row.code !== undefined) more.push(row.code);
	if (row.increment !== undefined) more.push(`${row.increment} more may be sent`);
	if (row.padding !== undefined) more.push(`${row.padding} of them padding`);
	if (row.window !== undefined) more.push(`window ${row.window}`);
	if (row.connectionWindow !== undefined) more.push(`connection ${row.connectionWindow}`);
	for (const quirk of row.quirks ?? []) more.push(`${quirk.code} at byte ${quirk.offset}`);
	return more;
}

/**
 * The windows after each frame of content, as points in a picture of this size; none where there are fewer than two.
 * @param {any[]} rows @param {Side} side @param {number} width @param {number} height
 */
export function curve(rows, side, width, height) {
	const points = rows.filter((row) => row.window !== undefined && (row.type === "DATA") === (row.side === side));
	if (points.length < 2) return null;
	const from = points[0].time;
	const span = points.at(-1).time - from || 1;
	const most = Math.max(1, ...points.map((point) => point.window));
	const at = (/** @type {any} */ point) =>
		`${(((point.time - from) / span) * width).toFixed(1)},${
			(height - (Math.max(0, point.window) / most) * height).toFixed(1)
		}`;
	// A window stays as it is until the next frame.
	const line = points.map((point, index) => {
		const [x, y] = at(point).split(",");
		return index === 0 ? `M${x},${y}` : `H${x}V${y}`;
	}).join("");
	return { line, most, span, least: Math.min(...points.map((point) => point.window)) };
}
