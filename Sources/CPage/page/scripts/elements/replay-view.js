/** How a replay looks: what was under way as bars, a slider, the octets of both sides so far. */
import { button, choice, el, fill } from "../dom.js";
import { grains, stateAt } from "../model/replay.js";
import { capital, safe, time } from "../model/words.js";
import { writeGlyphs } from "./byte-side.js";
import { Waterfall } from "./waterfall.js";

const speeds = [10, 1, 0.1, 0.01];
const mostRows = 8;

/** @param {string} title */
function octets(title) {
	return el("div.octets.mono", { tabindex: 0, role: "group", "aria-label": title });
}

export class ReplayView {
	#time = 0;
	/** @type {Tape | null} */
	#tape = null;
	/** @type {{row: Row, index: number, top: number}[]} */
	#rows = [];

	/** @param {App} app @param {boolean} isWhole @param {ReplayDoing} doing */
	constructor(app, isWhole, doing) {
		this.isWhole = isWhole;
		this.doing = doing;
		this.heading = el("h2", "Replay");
		this.names = el("div.names", { hidden: !isWhole });
		this.waterfall = new Waterfall(app, this);
		this.slider = el("input", { type: "range", min: 0, max: 1000, value: 0, "aria-label": "Time" });
		this.said = el("p.lead", { role: "status", "aria-live": "polite" });
		this.question = el("div.question", { hidden: true, role: "group", "aria-label": "Predict" });
		this.grain = choice("Step by", grains, doing.grain);
		this.speed = choice("Speed", speeds.map((each) => `${each}×`), (name) => doing.speed(parseFloat(name)));
		this.play = button("Play", doing.toggle);
		this.predict = el("input", { type: "checkbox", checked: true });
		this.octets = { request: octets("Request"), response: octets("Response") };
		this.element = el(
			"div",
			{ class: isWhole ? "film replay page" : "replay page", "data-keys": "replay" },
			this.heading,
			el(
				"div.controls",
				button("◂ step", () => doing.step(-1), "A step back (,)"),
				this.play,
				button("step ▸", () => doing.step(1), "A step forward (.)"),
				this.grain,
				this.speed,
				el("label", this.predict, " predict first"),
				button(isWhole ? "Only this exchange" : "The whole session", doing.across),
			),
			el("div.drawn", this.names, el("div.bars", this.waterfall.canvas, this.waterfall.tip)),
			this.slider,
			this.said,
			this.question,
			el("div.sides", ["request", "response"].map((name) => this.#side(/** @type {Side} */ (name)))),
		);
		this.slider.addEventListener("input", () => doing.scrub(Number(this.slider.value) / 1000));
		new ResizeObserver(() => this.drawRows(this.#time)).observe(this.waterfall.canvas);
	}

	/** @param {Side} name */
	#side(name) {
		return el("section.side", el("header", el("strong", capital(name))), this.octets[name]);
	}

	/** @param {Grain} grain @param {number} speed @param {boolean} plays */
	press(grain, speed, plays) {
		const set = (/** @type {HTMLElement} */ group, /** @type {string} */ name) =>
			group.querySelectorAll("button").forEach((each) =>
				each.setAttribute("aria-pressed", String(each.dataset.name === name))
			);
		set(this.grain, grain);
		set(this.speed, `${speed}×`);
		this.play.textContent = plays ? "Pause" : "Play";
	}

	// What the waterfall asks.

	visible() {
		return this.#rows;
	}

	now() {
		return this.#time;
	}

	scale() {
		const { from, to } = this.#tape ?? { from: 0, to: 1 };
		if (!this.isWhole) return { from, to: from + (to - from) * 1.03 };
		const first = Math.max(this.#rows[0]?.row.bar.at ?? from, this.#time - 10_000);
		return { from: first, to: Math.max(this.#time, first + 100) };
	}

	/** The rows that had begun, as they were. @param {number} time @param {number} [now] the exchange that one looks at */
	drawRows(time, now) {
		this.#time = time;
		const height = Math.round(parseFloat(getComputedStyle(document.documentElement).fontSize) * 1.5);
		const seen = this.#tape?.seen(time, mostRows) ?? [];
		this.#rows = seen.map((row, index) => ({ row, index: -1, top: index * height }));
		if (this.isWhole) {
			fill(
				this.names,
				seen.map((row) =>
					el(
						"div",
						{ class: row.id === now ? "now" : null },
						el(
							"span.captured.cut",
							`#${row.id} ${safe(row.method, 20)} ${safe((row.url ?? "").replace(/^http:\/\//, ""), 200)}`,
						),
						el("span", row.status),
					)
				),
			);
		}
		this.waterfall.measure((this.isWhole ? mostRows : 1) * height, height);
		this.waterfall.draw();
	}

	/** @param {number} time @param {Tape} tape */
	slide(time, tape) {
		const [since, length] = [Math.max(0, time - tape.from), tape.to - tape.from];
		this.slider.value = String((since / length) * 1000);
	}

	/** @param {Tape} tape @param {number} position @param {number} at */
	draw(tape, position, at) {
		this.#tape = tape;
		this.question.hidden = true;
		const state = tape.steps[position] ?? stateAt([], 0);
		const since = Math.max(0, at - tape.from);
		this.slider.setAttribute("aria-valuetext", `${time(since)} of ${time(tape.to - tape.from)}`);
		const number = this.isWhole ? `#${state.flow}` : `${position + 1}/${tape.steps.length}`;
		const place = position < 0 ? "" : `${number} · ${time(since)} · `;
		fill(
			this.said,
			el("span.dim", place),
			el("span.captured", safe(state.text)),
			position < 0 && el("span.dim", " Play, or take a step with “.”"),
		);
		const reel = tape.reel(state.flow || (tape.id ?? 0));
		this.#fill("request", state, reel);
		this.#fill("response", state, reel);
		this.drawRows(at, state.flow);
	}

	/** @param {Side} name @param {Moment} state @param {Reel | null | undefined} reel */
	#fill(name, state, reel) {
		const target = this.octets[name];
		target.replaceChildren();
		if (!reel) return;
		const held = reel.sides[name];
		writeGlyphs(target, held.octets.subarray(0, Math.min(state[name], 16_384)), true);
		const rest = held.size - state[name];
		if (rest > 0) {
			target.append(el("span.dim", state[name] > 0 ? `▮ ${rest} bytes to come` : "nothing yet"));
		}
		target.scrollTop = target.scrollHeight;
	}

	/** @param {string} text @param {Question} question */
	ask(text, question) {
		const answer = (/** @type {number} */ choice) => {
			const verdict = choice === question.right ? "✓ Yes. " : `✗ No: ${question.options[question.right]}. `;
			this.#put(
				el("p", el("strong", verdict), safe(question.why)),
				button("See it", () => this.doing.step(1)),
			);
		};
		const options = question.options.map((option, index) => button(option, () => answer(index)));
		this.#put(el("p", el("strong", text)), ...options);
	}

	/** @param {...HTMLElement} children */
	#put(...children) {
		this.question.hidden = false;
		fill(this.question, children);
		this.question.querySelector("button")?.focus();
	}
}
