/** The frames of HTTP/2 of an exchange: a lane for each side with its windows, the fields of each block with their table, and its connections. */
import { el, fill, Part, svg } from "../dom.js";
import { curve, parts, tableChange } from "../model/frames.js";
import { hex } from "../model/glyphs.js";
import { count, counted, fromBase64, safe, size, time } from "../model/words.js";
import { nothing, section, specLink } from "./parts.js";

export class TabFrames extends Part {
	#drawn = "";
	/** @type {ReturnType<typeof lane>[]} */
	#lanes = [];
	#rest = el("div");
	/** What stands there. */
	#told = "";

	element = el("div.frames");

	/** @param {Detail} detail */
	draw(detail) {
		/** @type {Frames | null} */
		const frames = detail.want("frames");
		if (!frames) {
			// What was read before stays until there is more.
			if (this.#drawn.startsWith(`${detail.id}:`)) return;
			this.#drawn = "";
			return fill(this.element, nothing("Reading the frames …"));
		}
		const drawn = `${detail.id}:${frames.lanes.map((each) => each.title)}`;
		if (drawn !== this.#drawn) {
			this.#drawn = drawn;
			this.#lanes = frames.lanes.map((each) => lane(each, this.app));
			this.#rest = el("div");
			this.#told = "";
			const none = frames.lanes.length === 0 && nothing("Neither side used HTTP/2, so there are no frames.");
			fill(this.element, none || [this.#lanes.map((each) => each.element), this.#rest].flat());
		}
		frames.lanes.forEach((each, place) => this.#lanes[place].show(each.rows));
		const told = JSON.stringify([frames.left, frames.connections]);
		if (told === this.#told) return;
		this.#told = told;
		const open = [...this.#rest.querySelectorAll("details")].map((each) => each.open);
		fill(
			this.#rest,
			frames.left.map((text) => el("p.dim", text)),
			frames.connections.map((each, place) =>
				el("details", { open: open[place] }, el("summary", el("h3", each.title)), connection(each))
			),
		);
	}
}

/** A leg of the exchange. What stands in it already stays, with what was opened of it. @param {FrameLane} made @param {App} app */
function lane({ title, leg }, app) {
	const pictures = el("div.columns");
	const list = el("ol.wire.mono", { "aria-label": title });
	/** @type {Map<string, HTMLElement>} */
	const lines = new Map();
	const show = (/** @type {FrameRow[]} */ rows) => {
		fill(pictures, picture(rows, "request"), picture(rows, "response"));
		const seen = new Set();
		rows.forEach((row, place) => {
			let key = `${row.at} ${row.message} ${row.name} ${row.text}`;
			while (seen.has(key)) key += "+";
			seen.add(key);
			const line = lines.get(key) ?? frame(row, (panel) => block(panel, row, leg, app.state.values.detail));
			lines.set(key, line);
			if (list.children[place] !== line) list.insertBefore(line, list.children[place] ?? null);
		});
	};
	return { element: section(title, pictures, list), show };
}

/** @param {FrameRow} row @param {(panel: HTMLElement) => void} [opened] */
function frame(row, opened) {
	const goes = row.message === "request";
	const line = [
		el("span", { "aria-hidden": "true" }, goes ? "→ " : "← "),
		el("span.unseen", goes ? "to the server: " : "to the client: "),
		el("span.dim", time(row.at)),
		row.name ? el("strong", safe(row.name, 40)) : "",
		` ${safe(row.text, 400)} `,
		specLink(row.spec),
	];
	if (!row.block || !opened) return el("li", { class: row.level }, line);
	const panel = el("div.block");
	return el("li", el("details", { ontoggle: () => opened(panel) }, el("summary", line), panel));
}

/** A field block: what each of its bytes says, and the table that it is from. @param {HTMLElement} panel @param {FrameRow} row @param {string} leg @param {Detail | null} detail */
function block(panel, row, leg, detail) {
	const sent = (row.message === "request") === (leg === "upstream");
	const made = detail?.explained?.blocks?.find((each) => each.message === row.message && each.sent === sent);
	if (!made) return fill(panel, nothing("This block was not recorded."));
	const octets = fromBase64(detail?.flow?.record[row.message]?.[sent ? "_sent" : "_raw"] ?? "");
	const change = tableChange(made);
	fill(
		panel,
		el(
			"dl",
			parts(made).flatMap(({ field, leaves }) => [
				el("dt", field ? `${safe(field.name, 200)}: ${safe(field.value, 400)}` : "The table"),
				...leaves.map((leaf) =>
					el(
						"dd",
						el("code", hex(octets.subarray(leaf.offset, leaf.offset + leaf.length), 32)),
						el("span.dim", ` ${safe(leaf.text, 400)} `),
						specLink(leaf.spec),
					)
				),
			]),
		),
		el(
			"div.columns",
			table("The table before", made.table.before, change.left, "−", "evicted"),
			table("The table after", made.table.after, change.made, "+", "added by this block"),
		),
	);
}

/** @param {string} title @param {FieldTable} made @param {number[]} marked @param {string} sign @param {string} words */
function table(title, made, marked, sign, words) {
	const entries = counted(made.entries.length, "entry", "entries");
	const held = made.limit
		? `${count(made.size)} of ${counted(made.limit, "byte")}, ${entries}`
		: `as far as this block shows: ${entries}`;
	return section(
		`${title}: ${held}`,
		made.limit && el("meter", { "aria-label": `${title}, bytes`, max: made.limit, value: made.size }),
		el(
			"ol.wire",
			made.entries.map((entry) => {
				const by = entry.entered ? ` · added by stream ${entry.entered}` : "";
				const is = marked.includes(entry.index);
				return el(
					"li",
					{ class: is ? "warning" : "" },
					is ? `${sign} ` : "",
					is && el("span.unseen", `${words}: `),
					`${entry.index}  ${safe(entry.name, 200)}: ${safe(entry.value, 400)}`,
					el("span.dim", ` ${counted(entry.size, "byte")}${by}`),
				);
			}),
		),
	);
}

/** What both sides of a connection announced, what passed on stream 0, how it ended. @param {FrameConnection} made */
export function connection(made) {
	return [
		el(
			"div.columns",
			made.announced.map((side) =>
				section(
					side.title,
					el(
						"dl.facts",
						side.settings.flatMap(({ name, value, text }) => [
							el("dt", safe(name, 80)),
							el("dd", count(value), el("span.dim", text ? `, which ${text}` : "")),
						]),
					),
				)
			),
		),
		el("ol.wire.mono", { "aria-label": made.title }, made.frames.map((row) => frame(row))),
		...made.remarks.map(({ text, level, said }) =>
			el("p", { class: level }, text, said && el("span.captured", ` Text: ${safe(said)}`))
		),
	];
}

/** Who may send how much: both windows after each frame, and the times in which something waited. @param {FrameRow[]} rows @param {Side} side */
function picture(rows, side) {
	const [width, height] = [600, 40];
	const found = curve(rows, side, width, height);
	if (!found) return null;
	const { stream, connection, span, waits } = found;
	const between = (/** @type {{most: number, least: number}} */ window) =>
		`${size(window.least)} to ${size(window.most)}`;
	const words = `Windows for the ${side} over ${time(span)}: the stream's ${
		between(stream)
	}; the connection's (dashed) ${between(connection)}${
		waits.length > 0 ? `; waited ${counted(waits.length, "time")} (shaded)` : ""
	}`;
	const line = (/** @type {string} */ d, /** @type {string} */ kind) =>
		svg("path", { d, class: kind, "vector-effect": "non-scaling-stroke" });
	return el(
		"figure",
		svg(
			"svg",
			{ viewBox: `0 0 ${width} ${height}`, class: "curve", "aria-hidden": "true", preserveAspectRatio: "none" },
			...waits.map(([from, to]) => svg("rect", { x: from, width: Math.max(2, to - from), height, class: "wait" })),
			line(connection.line, "dashed"),
			line(stream.line, ""),
		),
		el("figcaption.dim", words),
	);
}
