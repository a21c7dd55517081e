/** How many exchanges began when, all of them on one line, pauses shortened; dragging over it lists those of that time. */
import { clear, colours, el } from "../dom.js";
import { during, hasTime } from "../model/kinds.js";
import { timeOf } from "../model/scale.js";
import { moment } from "../model/words.js";

/** The scale of its steps, on which pauses are short. @param {Overview} overview @returns {Scale} */
export function scaleIn({ from, to, counts, stretches }) {
	const scale = { from, to: Math.max(to, from + 1) };
	if (!stretches) return scale;
	const share = (/** @type {number} */ place) => place / counts.length;
	return {
		...scale,
		stretches: stretches.map((part) => ({
			...part,
			start: share(part.start),
			end: share(part.end),
			isPause: part.pause,
		})),
	};
}

export class Timeline {
	#width = 0;
	#height = 0;
	/** @type {Scale | null} */
	#brush = null;

	/** @param {App} app */
	constructor(app) {
		this.app = app;
		this.canvas = el("canvas", {
			"aria-hidden": "true",
			title: "Drag to select a time range; click to show all",
		});
		this.element = el("div.overview", this.canvas);
		this.context = /** @type {CanvasRenderingContext2D} */ (this.canvas.getContext("2d"));
		new ResizeObserver(() => this.#measure()).observe(this.element);
		this.canvas.addEventListener("pointerdown", (event) => this.#down(event));
		app.state.watch(["overview", "dark"], () => this.draw());
	}

	#measure() {
		this.#width = this.canvas.clientWidth;
		this.#height = this.canvas.clientHeight;
		this.draw();
	}

	/** @param {PointerEvent} event */
	#down(event) {
		if (event.button !== 0) return;
		this.canvas.setPointerCapture(event.pointerId);
		const from = event.offsetX;
		this.#brush = null;
		this.canvas.onpointermove = (move) => {
			const to = Math.max(0, Math.min(this.#width, move.offsetX));
			this.#brush = Math.abs(to - from) < 4 ? null : { from: Math.min(from, to), to: Math.max(from, to) };
			this.draw();
		};
		this.canvas.onpointerup = () => {
			this.canvas.onpointermove = null;
			this.canvas.onpointerup = null;
			this.#chosen();
		};
	}

	#chosen() {
		const { overview } = this.app.state.values;
		const brush = this.#brush;
		this.#brush = null;
		const { session } = this.app.state.values;
		const { filter, order } = this.app;
		if (!brush || !overview || !session) {
			if (hasTime(filter)) this.app.look(during(filter, null), order);
			return;
		}
		const scale = scaleIn(overview);
		const from = timeOf(scale, brush.from / this.#width);
		const to = timeOf(scale, brush.to / this.#width);
		const start = moment(session.session.start);
		const at = (/** @type {number} */ ms) => new Date(start + ms).toISOString();
		this.app.state.set({ follow: false });
		this.app.look(during(filter, [at(Math.floor(from)), at(Math.ceil(to))]), order);
	}

	draw() {
		const { context } = this;
		const { overview } = this.app.state.values;
		clear(context, this.#width, this.#height);
		if (!overview || this.#width < 10) return;
		const colour = colours();
		const most = Math.max(1, ...overview.counts);
		const step = this.#width / Math.max(1, overview.counts.length);
		for (const { start, end, pause } of overview.stretches ?? []) {
			if (!pause) continue;
			context.fillStyle = colour("line");
			context.globalAlpha = 0.5;
			context.fillRect(start * step, 0, (end - start) * step, this.#height);
			context.globalAlpha = 1;
		}
		overview.counts.forEach((count, bucket) => {
			if (count === 0) return;
			const height = Math.max(2, (Math.log1p(count) / Math.log1p(most)) * (this.#height - 8));
			const failed = overview.failed[bucket] > 0 ? Math.max(2, height * (overview.failed[bucket] / count)) : 0;
			context.fillStyle = colour("wait");
			context.fillRect(bucket * step, this.#height - height, Math.max(1, step - 0.25), height);
			context.fillStyle = colour("bad");
			context.fillRect(bucket * step, this.#height - failed, Math.max(1, step - 0.25), failed);
		});
		const shown = this.#brush;
		if (!shown) return;
		context.fillStyle = colour("accent");
		context.globalAlpha = 0.18;
		context.fillRect(shown.from, 0, shown.to - shown.from, this.#height);
		context.globalAlpha = 1;
		context.fillRect(shown.from, 0, 1, this.#height);
		context.fillRect(shown.to, 0, 1, this.#height);
	}
}
