/** The lines of a head as rows of a table, and back: what is not edited stays as it was, to the byte. Pure. */

const field = /^([^\s:]+):[ \t]*(.*)$/s;

/**
 * @param {string} text lines that end with LF
 * @param {boolean} hasStart the first line is that of the request
 * @returns {HeadLines}
 */
export function rowsOf(text, hasStart) {
	const end = /\n*$/.exec(text)?.[0] ?? "";
	const lines = text.slice(0, text.length - end.length).split("\n");
	const start = hasStart ? lines.shift() ?? "" : null;
	const rows = lines.filter((line, place) => line !== "" || place < lines.length - 1).map((raw) => {
		const [, name, value] = field.exec(raw) ?? [];
		return name === undefined ? { name: raw, value: null, raw } : { name, value: value.replace(/[ \t]+$/, ""), raw };
	});
	return { start, rows, end };
}

/** @param {HeadLines} head */
export function textOf({ start, rows, end }) {
	const lines = rows.filter(({ name, value, raw }) => raw !== null || name.trim() !== "" || value).map(lineOf);
	return (start === null ? lines : [start, ...lines]).join("\n") + end;
}

/** @param {HeadRow} row */
function lineOf({ name, value, raw }) {
	return raw ?? (value === null ? name : `${name.trim()}: ${value}`);
}

/** A row with another name or value: no longer as it was written. A value is one line. @param {HeadRow} row @param {Partial<HeadRow>} change @returns {HeadRow} */
export function changed(row, change) {
	const next = { ...row, ...change, raw: null };
	return { ...next, value: next.value === null ? null : next.value.replace(/[\r\n]+/g, " ") };
}
