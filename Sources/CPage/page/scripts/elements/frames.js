/** The frames of HTTP/2 of an exchange: a lane for each side, its window as a curve, and the fields of each block. */
import { el, fill, svg } from "../dom.js";
import { causes, curve, lanes, said } from "../model/frames.js";
import { counted, safe, size, time } from "../model/words.js";
import { nothing, section } from "./parts.js";

export class TabFrames {
	#flow = -1;
	#count = -1;

	/** @param {App} app */
	constructor(app) {
		this.app = app;
		this.element = el("div", { class: "frames" });
	}

	/** @param {Detail} detail */
	draw(detail) {
		if (!detail.flow) return;
		const made = lanes(detail.flow.record);
		const count = made.reduce((sum, lane) => sum + lane.rows.length, 0);
		// What was opened stays open while nothing comes.
		if (detail.id === this.#flow && count === this.#count) return;
		this.#flow = detail.id;
		this.#count = count;
		fill(
			this.element,
			made.length === 0 ? nothing("HTTP/2 was spoken on neither side, so there are no frames.") : made.map(lane),
			dropped(detail.flow.record),
		);
	}
}

/** @param {any} record */
function dropped(record) {
	const left = (record.request?._framesDropped ?? 0) + (record.response?._framesDropped ?? 0);
	return left > 0 &&
		el("p", { class: "dim" }, `… ${counted(left, "more frame", "more frames")}, counted and not kept.`);
}

/** @param {FrameLane} made */
function lane(made) {
	const list = el(
		"ol",
		{ class: "wire mono", "aria-label": made.title },
		made.rows.map((row) => (row.for ? wait(row) : frame(row))),
	);
	return section(made.title, picture(made, "request"), picture(made, "response"), list);
}

/** @param {any} row */
function way(row) {
	const goes = row.side === "request";
	return [
		el("span", { "aria-hidden": "true" }, goes ? "→ " : "← "),
		el("span", { class: "unseen" }, goes ? "to the server: " : "to the client: "),
		el("span", { class: "dim" }, `${time(row.time)} `),
	];
}

/** @param {any} row */
function frame(row) {
	const line = [
		way(row),
		el("strong", {}, safe(row.type, 40)),
		` ${size(row.size)} · ${safe(said(row).join(" · "), 400)}`,
	].flat();
	if (!row.fields) return el("li", { class: row.type === "RST_STREAM" ? "bad" : "" }, line);
	return el(
		"li",
		{},
		el("details", {}, el("summary", {}, line), el("dl", { class: "fields" }, row.fields.flatMap(field))),
	);
}

/** The bytes of a field, and what they say. @param {FieldRow} made */
function field(made) {
	const bytes = made.bytes.slice(0, 32).map((byte) => byte.toString(16).padStart(2, "0")).join(" ");
	return [
		el("dt", {}, `${safe(made.name, 200)}: ${safe(made.value, 400)}`),
		el(
			"dd",
			{},
			el("code", {}, bytes + (made.bytes.length > 32 ? " …" : "")),
			el("span", { class: "dim" }, ` ${made.words}`),
		),
	];
}

/** @param {any} row */
function wait(row) {
	return el(
		"li",
		{ class: "warning" },
		way(row),
		`${size(row.size)} waited ${time(row.duration)} for ${causes[row.for] ?? safe(row.for, 40)}`,
	);
}

/** Who may send how much: the window of the stream after each frame. @param {FrameLane} made @param {Side} side */
function picture(made, side) {
	const [width, height] = [600, 40];
	const found = curve(made.rows, side, width, height);
	if (!found) return null;
	const who = side === "request" ? "the request" : "the response";
	const words = `The stream's window for ${who}: ${size(found.most)} at most, ${
		size(Math.max(0, found.least))
	} at least, over ${time(found.span)}`;
	const path = svg("path", {
		d: found.line,
		fill: "none",
		stroke: "currentColor",
		"vector-effect": "non-scaling-stroke",
	});
	return el(
		"figure",
		{},
		svg("svg", {
			viewBox: `0 0 ${width} ${height}`,
			class: "curve",
			role: "img",
			"aria-label": words,
			preserveAspectRatio: "none",
		}, path),
		el("figcaption", { class: "dim" }, words),
	);
}
