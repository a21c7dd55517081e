/** The waterfall of the rows that are seen: one canvas, drawn in the pixels of the device. */
import { clear, colours, el } from "../dom.js";
import { isShortened, marks, ticks } from "../model/scale.js";
import { extent, fit, isFailed, isOpen, phaseAt, place, segments, timeAt } from "../model/waterfall.js";
import { phaseTime, time } from "../model/words.js";
import { scaleIn } from "./overview.js";

/** How high a phase is drawn, and in which colour: height tells them apart, too. @type {Record<string, [string, number]>} */
const phaseLook = {
	blocked: ["line", 0.25],
	name: ["dim", 0.35],
	connect: ["warn", 0.35],
	tls: ["secure", 0.35],
	send: ["good", 0.6],
	wait: ["wait", 0.5],
	receive: ["flow", 0.8],
};

export class Waterfall {
	#width = 0;
	#height = 0;
	#row = 24;
	/** @type {Scale | null} */
	#scale = null;

	/** @param {App} app @param {Drawn} list */
	constructor(app, list) {
		this.app = app;
		this.list = list;
		this.canvas = el("canvas.waterfall", { "aria-hidden": "true" });
		this.tip = el("div.tip.popup", { hidden: true, "aria-hidden": "true" });
		this.canvas.addEventListener("pointermove", (event) => this.#hover(event));
		this.canvas.addEventListener("pointerleave", () => (this.tip.hidden = true));
		this.canvas.addEventListener("click", (event) => {
			const found = this.#rowAt(event.offsetY - this.#row);
			if (!found?.row) return;
			// The pale bar at the row's foot leads to its sum.
			const isGhost = app.state.values.selected === found.row.id &&
				event.offsetY - this.#row - found.top > this.#row - 6 && app.ghosts.of(found.row.id);
			app.select(found.row.id, found.index);
			app.open(isGhost ? "cache" : undefined);
		});
		this.turn = el("button.scale", {
			title: "The scale: what is visible, or the whole session (z)",
			onclick: () => app.run("scale"),
		});
		this.context = /** @type {CanvasRenderingContext2D} */ (this.canvas.getContext("2d"));
		app.state.watch(["whole", "dark"], () => this.draw());
	}

	get #now() {
		return this.list.now?.() ?? this.app.now();
	}

	/** @param {number} height of the rows @param {number} row */
	measure(height, row) {
		this.#row = row;
		this.#height = height + row;
		this.#width = this.canvas.clientWidth;
	}

	/** What is drawn: the chosen stretch, or the rows that are seen. @param {Row[]} rows */
	#scaleFor(rows) {
		if (this.list.scale) return this.list.scale(rows);
		const { whole, overview } = this.app.state.values;
		return whole && overview ? scaleIn(overview) : fit(rows, this.#now);
	}

	draw() {
		const { context } = this;
		const seen = this.list.visible();
		const rows = /** @type {Row[]} */ (seen.map((each) => each.row).filter((row) => row && !row.gone));
		const scale = this.#scaleFor(rows);
		this.#scale = scale;
		clear(context, this.#width, this.#height);
		const { whole } = this.app.state.values;
		this.turn.textContent = whole ? "whole session" : "visible rows";
		this.turn.setAttribute("aria-pressed", String(whole));
		if (this.#width < 40) return;
		const colour = colours();
		if (scale) this.#drawScale(scale, colour);
		context.save();
		context.beginPath();
		context.rect(0, this.#row, this.#width, this.#height);
		context.clip();
		for (const { row, top } of seen) {
			if (!row) this.#drawMissing(top + this.#row, colour);
			else if (scale) this.#drawRow(row, top + this.#row, scale, colour);
		}
		context.restore();
	}

	/** @param {Scale} scale @param {(name: string) => string} colour */
	#drawScale(scale, colour) {
		const { context } = this;
		const size = Math.round(this.#row * 0.46);
		context.font = `${size}px system-ui, sans-serif`;
		context.textBaseline = "middle";
		this.#drawPauses(scale, colour);
		for (const { at, since } of this.#ticks(scale, Math.max(0, scale.from))) {
			const x = Math.round(place(scale, this.#width, at)) + 0.5;
			context.fillStyle = colour("line");
			context.globalAlpha = 0.6;
			context.fillRect(x, this.#row, 1, this.#height);
			context.globalAlpha = 1;
			context.fillStyle = colour("dim");
			const text = since === 0 ? "0" : time(since);
			if (x + 3 + context.measureText(text).width <= this.#width - this.#row * 4) {
				context.fillText(text, x + 3, this.#row / 2);
			}
		}
	}

	/** Times with lines, since `origin`. @param {Scale} scale @param {number} origin */
	#ticks(scale, origin) {
		if (!isShortened(scale)) return ticks(scale, this.#width, origin);
		const least = 80 / Math.max(1, this.#width);
		return marks(scale, least, origin).map(({ at }) => ({ at: at + origin, since: at }));
	}

	/** Where time is shortened, a band. @param {Scale} scale @param {(name: string) => string} colour */
	#drawPauses(scale, colour) {
		this.context.fillStyle = colour("line");
		for (const { start, end, isPause } of scale.stretches ?? []) {
			if (!isPause) continue;
			this.context.globalAlpha = 0.35;
			this.context.fillRect(start * this.#width, this.#row, (end - start) * this.#width, this.#height);
			this.context.globalAlpha = 1;
		}
	}

	/** @param {number} top @param {(name: string) => string} colour */
	#drawMissing(top, colour) {
		this.context.fillStyle = colour("line");
		this.context.fillRect(0, top + this.#row * 0.4, this.#width * 0.3, this.#row * 0.2);
	}

	/** @param {Row} row @param {number} top @param {Scale} scale @param {(name: string) => string} colour */
	#drawRow(row, top, scale, colour) {
		const { context } = this;
		const middle = top + this.#row / 2;
		// Of what failed before any phase was measured it is known when it ended.
		let end = place(scale, this.#width, extent(row, this.#now)?.to ?? scale.from);
		this.#drawGhost(row, top, scale, colour);
		for (const part of segments(row, this.#now)) {
			const [name, share] = phaseLook[part.phase] ?? phaseLook.wait;
			const from = place(scale, this.#width, part.from);
			const to = place(scale, this.#width, part.to);
			end = to;
			if (to < 0 || from > this.#width) continue;
			const height = Math.round(this.#row * share * 0.75);
			context.fillStyle = colour(name);
			context.fillRect(from, middle - height / 2, Math.max(to - from, 0.75), height);
		}
		this.#drawTicks(row, middle, scale, colour);
		if (isOpen(row)) this.#drawOpen(Math.min(end, this.#width - 6), middle, colour);
		else if (isFailed(row)) this.#drawCross(Math.min(end + 7, this.#width - 6), middle, colour);
	}

	/** Until when caches could answer it, and what they would spare: private above shared. @param {Row} row @param {number} top @param {Scale} scale @param {(name: string) => string} colour */
	#drawGhost(row, top, scale, colour) {
		const ghost = row.id === this.app.state.values.selected ? this.app.ghosts.of(row.id) : null;
		const range = ghost && extent(row, this.#now);
		if (!range) return;
		const { context } = this;
		context.globalAlpha = 0.55;
		[ghost.private, ghost.shared].forEach((side, number) => {
			if (!side) return;
			const from = place(scale, this.#width, side.served === "no" ? range.to : range.from);
			const to = place(scale, this.#width, Math.max(range.to, side.until ?? 0));
			if (to < 0 || from > this.#width) return;
			context.fillStyle = colour(number === 0 ? "good" : "accent");
			const left = Math.max(0, from);
			context.fillRect(left, top + this.#row - 5 + number * 2.5, Math.max(1, Math.min(this.#width, to) - left), 1.5);
		});
		context.globalAlpha = 1;
	}

	/** Chunks, where there is room between them. @param {Row} row @param {number} middle @param {Scale} scale @param {(name: string) => string} colour */
	#drawTicks(row, middle, scale, colour) {
		const { bar } = row;
		if (!bar || bar.at === null || bar.ticks.length < 2) return;
		const first = place(scale, this.#width, bar.at + bar.ticks[0]);
		const last = place(scale, this.#width, bar.at + (bar.ticks.at(-1) ?? 0));
		if (last - first < bar.ticks.length * 4) return;
		this.context.fillStyle = colour("ink");
		for (const tick of bar.ticks) {
			this.context.fillRect(
				Math.round(place(scale, this.#width, bar.at + tick)),
				middle - this.#row * 0.36,
				1,
				this.#row * 0.72,
			);
		}
	}

	/** @param {number} x @param {number} y @param {(name: string) => string} colour */
	#drawOpen(x, y, colour) {
		this.context.fillStyle = colour("accent");
		for (let dot = 0; dot < 3; dot += 1) this.context.fillRect(x + 2 + dot * 4, y - 1, 2, 2);
	}

	/** @param {number} x @param {number} y @param {(name: string) => string} colour */
	#drawCross(x, y, colour) {
		const { context } = this;
		context.strokeStyle = colour("bad");
		context.lineWidth = 2;
		context.beginPath();
		context.moveTo(x - 4, y - 4);
		context.lineTo(x + 4, y + 4);
		context.moveTo(x + 4, y - 4);
		context.lineTo(x - 4, y + 4);
		context.stroke();
	}

	/** @param {number} y */
	#rowAt(y) {
		return this.list.visible().find(({ top }) => y >= top && y < top + this.#row);
	}

	/** @param {PointerEvent} event */
	#hover(event) {
		const found = this.#rowAt(event.offsetY - this.#row);
		const scale = this.#scale;
		if (!found?.row || !scale || event.offsetY < this.#row) {
			this.tip.hidden = true;
			return;
		}
		const { row } = found;
		const at = timeAt(scale, this.#width, event.offsetX);
		const slack = timeAt(scale, this.#width, event.offsetX + 3) - at;
		const under = phaseAt(row, at, this.#now, slack);
		const parts = segments(row, this.#now).map((part) => {
			const text = phaseTime(part);
			return part.phase === under?.phase ? `[${text}]` : text;
		});
		const words = this.app.ghosts.of(row.id)?.words ?? [];
		this.tip.textContent = [`#${row.id}  ${parts.join("  ")}`, ...words].join("\n");
		this.tip.hidden = false;
		this.tip.style.setProperty("top", `${event.offsetY + 16}px`);
		this.tip.style.setProperty("right", `${Math.max(0, this.#width - event.offsetX - 40)}px`);
	}
}
