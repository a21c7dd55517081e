/** Lessons, each beside the bytes that it is about. */
import { button, el, fill } from "../dom.js";
import { controlOf } from "../model/glyphs.js";
import { reason, safe } from "../model/words.js";
import { flowButton, nothing, specLink } from "./parts.js";
import ProjectorScreen from "./projector.js";
import { bars } from "./timing.js";

export default class LessonsScreen extends ProjectorScreen {
	#demo = false;
	/** @type {LessonPage | null} */
	#page = null;
	/** @type {(byte: string) => any} */
	#take = () => 0;

	/** @param {App} app */
	constructor(app) {
		super(app);
		this.list = el("nav");
		this.main = el("article");
		this.bytes = el("pre.captured", { onclick: (event) => this.#take(event.target.dataset.at) });
		this.element.className = "lessons page";
		fill(this.element, this.list, this.main);
	}

	/** @override @param {number} distance */
	step(distance) {
		if (!this.app.presents) return;
		this.at = Math.max(1, this.at + distance);
		this.#draw();
	}

	/** @override */
	show() {
		return this.#page ? this.#load() : this.#open("request");
	}

	/** @param {string} path @param {any} [answer] @returns {Promise<any>} */
	#ask(path, answer) {
		return this.app.session[answer ? "post" : "get"](`/api/lessons${path}demo=${Number(this.#demo)}`, answer);
	}

	async #load() {
		/** @type {{lessons: LessonEntry[]}} */
		const { lessons } = await this.#ask("?");
		let last = "";
		fill(
			this.list,
			button(this.#demo ? "My traffic" : "Demo site", () => {
				this.#demo = !this.#demo;
				this.#open(this.#page?.topic ?? "request");
			}),
			lessons[0].looked && el("p.dim", `Newest ${lessons[0].looked} exchanges`),
			el("p.dim", "● illustrated here, ◐ in part, ○ not yet"),
			lessons.flatMap(({ topic, title, unit, state, flows, progress }) => {
				const flow = this.#demo ? undefined : flows.find((flow) => flow === this.app.state.values.selected);
				return [
					last !== unit && el("strong", last = unit),
					el(
						"button.link",
						{ "aria-current": topic === this.#page?.topic, onclick: () => this.#open(topic, flow) },
						`${{ missing: "○", partly: "◐", illustrated: "●" }[state]} ${title}`,
						flow && ` #${flow}`,
						el("span", progress && ` ${progress.right}/${progress.asked}`),
					),
				];
			}),
		);
	}

	/** @param {string} topic @param {number} [flow] */
	async #open(topic, flow) {
		const page = await this.#ask(`/${topic}?flow=${flow ?? ""}&`).catch((error) => this.app.say(error));
		if (!page) return;
		this.#page = page;
		this.at = 1;
		this.#draw();
		this.#load();
	}

	#draw() {
		const page = this.#page;
		if (!page) return;
		const shown = this.app.presents ? page.steps.slice(0, this.at) : page.steps;
		let asked = 0;
		this.#take = () => 0;
		this.list.hidden = shown.length > 1 && this.app.presents;
		fill(
			this.main,
			el("h2", page.title),
			el(
				"p.lead",
				page.can,
				page.flow && [" Example: ", this.#demo ? `#${page.flow}` : flowButton(this.app, page.flow)],
			),
			page.flow ? this.bytes : nothing("No exchange shows this. Record one:"),
			page.phases && bars(
				page.phases.map(({ name, from, to }) => ({
					phase: name === "dns" ? "name" : name,
					from: from / 1000,
					to: to / 1000,
				})),
			),
			el(
				"ul.points",
				shown.map(({ kind, text, place }) =>
					kind === "ask" ? el("li", this.#question(page.questions[asked++], asked)) : el(
						"li",
						{ tabindex: place && 0, "data-place": place && "", onfocus: (event) => this.#mark(place, event.target) },
						safe(text),
					)
				),
			),
		);
		// A step at a time the newest counts; where all are there, one begins with the first.
		const at = (/** @type {LessonPage["steps"][0]} */ step) => step.place;
		const steps = [...this.main.querySelectorAll("[data-place]")];
		if (this.app.presents) this.#mark(shown.findLast(at)?.place, steps.at(-1));
		else this.#mark(shown.find(at)?.place, steps[0]);
		if (this.app.presents) this.element.focus();
	}

	/** @param {LessonPlace | null} [place] @param {Element} [step] that names it */
	#mark(place, step) {
		for (const each of this.main.querySelectorAll("[data-place]")) {
			if (each === step) each.setAttribute("aria-current", "step");
			else each.removeAttribute("aria-current");
		}
		fill(
			this.bytes,
			(this.#page?.lines ?? []).map(({ message, offset, text, name }) =>
				el(
					"div",
					name && `${name}: `,
					[...text].map((character, index) => {
						const at = offset + index;
						const isIn = place?.message === message && at >= place.offset && at - place.offset < place.length;
						// Few fonts have the pictures of control characters.
						const name = controlOf(character);
						const sign = name ? el("i.control", { "data-at": at }, name) : character;
						return el(isIn ? "mark" : "span", { "data-at": at }, sign);
					}),
				)
			),
		);
	}

	/** @param {LessonQuestion} question @param {number} number */
	#question({ id, kind, prompt, options, unit, sum }, number) {
		const { topic, flow } = /** @type {any} */ (this.#page);
		const told = el("p", { role: "status" });
		/** @param {KeyboardEvent} event */
		const enter = (event) => event.key === "Enter" && send();
		const input = el("input", { "aria-label": "Answer", onkeydown: enter });
		const isOrder = kind === "order";
		const list = el(isOrder ? "ol" : "ul");
		/** A sum has blanks for what stands in the messages, too. */
		const line = el(
			"p.sum",
			sum?.map(({ sign, blank }) =>
				sign ? ` ${sign} ` : el(
					"label",
					safe(blank),
					el("input", { inputmode: "numeric", "aria-label": blank || "Number", onkeydown: enter }),
				)
			),
			sum && " = ",
			input,
			unit && ` ${unit}`,
		);
		const send = async () => {
			/** @type {any[]} */
			const chosen = [...list.children].filter((item) => isOrder || item.querySelector(":checked"));
			const blanks = [...line.querySelectorAll("input")].map((each) => each.value);
			const written = sum?.map(({ sign }) => sign ?? blanks.shift()).join(" ");
			const counted = sum ? `${written} = ${blanks[0]}` : input.value;
			const value = options ? chosen.map((each) => each.dataset.id).join() || "none" : counted;
			const mark = await this.#ask(`/${topic}?`, { id, value, flow }).catch((error) => fill(told, reason(error)));
			if (!mark) return;
			this.#mark(mark.place);
			fill(
				told,
				`${mark.right ? "✓" : "✗"} ${safe(mark.feedback)} `,
				specLink(mark.spec),
				mark.next && button(`Try #${mark.next}`, () => this.#open(topic, mark.next)),
			);
			const { right, asked } = mark.progress;
			/** @type {any} */ (this.list.querySelector("[aria-current] span")).textContent = ` ${right}/${asked}`;
		};
		if (kind === "byte") this.#take = (byte) => [input.value = byte, send()];
		/** What is dragged has the focus. @param {any} event */
		const sort = (event) => {
			const { key, target } = event;
			if (key && key !== "ArrowUp" && key !== "ArrowDown") return;
			event.preventDefault();
			const item = /** @type {HTMLElement} */ (document.activeElement);
			const isUp = key ? key === "ArrowUp" : event.offsetY * 2 < target.offsetHeight;
			const to = key ? (isUp ? item.previousElementSibling : item.nextElementSibling) : target.closest("li");
			if (to === item || to?.parentElement !== list) return;
			to.insertAdjacentElement(isUp ? "beforebegin" : "afterend", item);
			item.focus();
		};
		if (isOrder) list.onkeydown = list.ondragover = sort;
		fill(
			list,
			options?.map((option) =>
				el(
					"li",
					{ "data-id": option.id, tabindex: isOrder && 0, draggable: isOrder && "true" },
					el(
						"label",
						!isOrder && el("input", { type: kind === "choice" ? "radio" : "checkbox", name: id }),
						safe(option.text),
					),
				)
			),
		);
		return el(
			"section",
			el("p", el("strong", `${number}. `), safe(prompt)),
			options ? list : line,
			button("Answer", send),
			told,
		);
	}
}
