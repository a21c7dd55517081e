/** The columns that the list can show: those of the server, with a width and a way to write them. Pure. */
import { kindOf, shortType } from "./kinds.js";
import { clock, lasted, moment, safe, size, status, time, urlParts } from "./words.js";

/** @type {Record<string, {title: string, width: number, text?: (row: Row, now: number) => string, icon?: (row: Row) => string, field?: string, value?: (row: Row) => string}>} */
const known = {
	id: { title: "#", width: 46 },
	time: { title: "start", width: 112, text: (row) => clock(moment(row.start)) },
	start: { title: "start", width: 112, text: (row) => clock(moment(row.start)), field: "time" },
	method: { title: "method", width: 74 },
	url: {
		title: "URL",
		width: 0,
		text: urlText,
		field: "host",
		value: (row) => urlParts(row.url).name,
	},
	host: {
		title: "host",
		width: 150,
		text: (row) => safe(hostOf(row), 200),
		icon: (row) => /^(https|wss):/.test(row.url ?? "") ? "lock" : "",
		value: (row) => urlParts(row.url ?? "").name,
	},
	path: {
		title: "path",
		width: 0,
		text: pathText,
		value: (row) => urlParts(row.url ?? "").path,
	},
	status: { title: "status", width: 66, text: statusText },
	type: { title: "type", width: 92, text: (row) => safe(shortType(row), 40), icon: kindOf },
	"request.size": { title: "sent", width: 74 },
	"response.size": { title: "size", width: 74 },
	duration: {
		title: "time",
		width: 84,
		text: (row, now) => time(lasted(row, now)) + (row.flags?.includes("open") ? " …" : ""),
	},
};

export const usual = ["id", "method", "host", "path", "status", "type", "response.size", "duration"];

/** All that a row can show. @param {ServerColumn[]} server @returns {Column[]} */
export function all(server) {
	return server.filter(({ name, row }) => row !== null || known[name]?.text).map((column) => {
		const own = known[column.name];
		const member = /** @type {keyof Row} */ (column.row);
		return {
			id: column.name,
			title: own?.title ?? column.title,
			words: column.words,
			width: own?.width ?? 96,
			right: ["number", "size", "duration"].includes(column.kind),
			icon: own?.icon ?? (() => ""),
			text: own?.text ?? ((row) => written(row[member], column.kind)),
			value: own?.value ?? ((row) => column.kind === "duration" ? `${row[member]}ms` : String(row[member] ?? "")),
			field: own?.field ?? column.name,
		};
	});
}

/** @param {unknown} value @param {string} kind */
function written(value, kind) {
	if (value === null || value === undefined) return "";
	if (typeof value === "boolean") return value ? "yes" : "";
	if (Array.isArray(value)) return safe(value.join(" "), 120);
	if (kind === "size") return size(Number(value));
	if (kind === "duration") return time(Number(value));
	if (kind === "time") return clock(moment(String(value)));
	return safe(String(value), 200);
}

/** Host and path, and signs for what is worth a look. @param {Row} row */
function urlText(row) {
	const { scheme, host, rest } = urlParts(row.url ?? "");
	const web = scheme === "http" || scheme === "https";
	return signed(row, web ? `${scheme === "https" ? "https://" : ""}${host}${rest}` : row.url ?? "");
}

/** @param {Row} row */
function hostOf(row) {
	return urlParts(row.url ?? "").host;
}

/** @param {Row} row */
function pathText(row) {
	const { host, rest } = urlParts(row.url ?? "");
	return signed(row, row.method === "CONNECT" && host ? rest.replace(/^\/$/, "") : rest);
}

/** @param {Row} row @param {string} text */
function signed(row, text) {
	const signs = [];
	if (row.flags?.includes("redirect")) signs.push("↳");
	if (row.cache === "fresh" || row.cache === "validated") signs.push("◷");
	if (row.flags?.includes("replayed")) signs.push("↻");
	if (row.flags?.includes("pinned")) signs.push("⚑");
	if (row.comment) signs.push(`✎ ${safe(row.comment, 40)}`);
	for (const tag of row.tags?.slice(0, 3) ?? []) signs.push(`‹${safe(tag, 20)}›`);
	if (row.worst === "bad") signs.push("✗");
	else if (row.worst === "warning") signs.push("!");
	return signs.length > 0 ? `${safe(text, 400)}  ${signs.join(" ")}` : safe(text, 400);
}

/** @param {Row} row */
function statusText(row) {
	const { text, kind } = status(row);
	const sign = /** @type {Record<string, string>} */ ({ failed: "✕", server: "▲", client: "△", open: "○" })[kind];
	// gRPC tells how a call ended behind the status of HTTP, which is 200 all the same.
	const ended = row.call ? `${text}·${row.call}` : text;
	return sign ? `${ended} ${sign}` : ended;
}

/** The chosen columns in their order; what is not known is left out. @param {Column[]} columns @param {string[]} ids @returns {Column[]} */
export function chosen(columns, ids) {
	const result = ids.flatMap((id) => columns.find((column) => column.id === id) ?? []);
	return result.length > 0 || ids === usual ? result : chosen(columns, usual);
}
