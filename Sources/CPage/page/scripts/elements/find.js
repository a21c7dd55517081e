/** Looks for a text in a body: in all of its lines, or in the window of octets that is shown. */
import { el } from "../dom.js";
import { expression, found, mostFound, textOf } from "../model/lines.js";
import { count, counted } from "../model/words.js";

/** Lines that are asked for at once, and how often at most. */
const step = 2000, most = 100;

export class Find {
	/** @type {{line: number, from: number, to: number}[]} */
	#places = [];
	#at = -1;
	#asked = 0;

	/** @param {() => FindSource | null} source @param {string} name */
	constructor(source, name) {
		this.source = source;
		this.input = el("input", {
			type: "search",
			placeholder: "find",
			"aria-label": `Find in the ${name}`,
		});
		this.expression = el("button", {
			title: "Regular expression",
			"aria-label": "Regular expression",
			"aria-pressed": "false",
			onclick: () => {
				this.expression.setAttribute("aria-pressed", String(this.expression.getAttribute("aria-pressed") !== "true"));
				this.look();
			},
		}, ".*");
		this.said = el("span.dim", { role: "status" });
		const button = (/** @type {string} */ sign, /** @type {string} */ words, /** @type {1 | -1} */ way) =>
			el("button", { "aria-label": words, title: words, onclick: () => this.go(way) }, sign);
		this.element = el(
			"div.find",
			this.input,
			this.expression,
			button("▴", "Match before", -1),
			button("▾", "Next match", 1),
			this.said,
		);
		let timer = 0;
		this.input.addEventListener("input", () => {
			clearTimeout(timer);
			timer = setTimeout(() => this.look(), 150);
		});
		this.input.addEventListener("keydown", (event) => {
			if (event.key === "Enter") this.go(event.shiftKey ? -1 : 1);
			else if (event.key === "Escape" && this.input.value !== "") {
				this.input.value = "";
				this.look();
			} else return;
			event.preventDefault();
			event.stopPropagation();
		});
	}

	get isOn() {
		return this.input.value !== "";
	}

	/** Other content is looked at: nothing of it was found yet. */
	forget() {
		this.#asked += 1;
		this.#places = [];
		this.#at = -1;
		this.said.textContent = "";
	}

	/** Looks from the start. */
	async look() {
		const source = this.source();
		this.forget();
		const asked = this.#asked;
		this.draw();
		if (!source || !this.isOn) return;
		try {
			const test = expression(this.input.value, this.expression.getAttribute("aria-pressed") === "true");
			for (let from = 0, all = Infinity, times = 0; from < all && times < most; times += 1) {
				this.said.textContent = "…";
				const part = await source.lines(from, step);
				if (asked !== this.#asked) return;
				all = part.count;
				part.texts.forEach((text, line) => {
					for (const [start, end] of found(text, test, mostFound - this.#places.length)) {
						this.#places.push({ line: from + line, from: start, to: end });
					}
				});
				from += Math.max(1, part.texts.length);
				if (this.#places.length >= mostFound) break;
			}
			this.#at = -1;
			this.go(1);
		} catch (error) {
			if (asked === this.#asked) this.said.textContent = error instanceof SyntaxError ? "not a regular expression" : "";
		}
	}

	/** To the next match, or that before. @param {1 | -1} way */
	go(way) {
		const all = this.#places.length;
		if (all === 0) {
			this.said.textContent = this.isOn ? "no match" : "";
			return;
		}
		this.#at = this.#at < 0 && way < 0 ? all - 1 : (this.#at + way + all) % all;
		const sign = all >= mostFound ? "+" : "";
		this.said.textContent = `${count(this.#at + 1)} of ${counted(all, "match", "matches")}${sign}`;
		this.source()?.show(this.#places[this.#at].line);
		this.draw();
	}

	/** Marks what is found and is on the page. */
	draw() {
		if (!("highlights" in CSS)) return;
		const source = this.source();
		const all = new Highlight(), here = new Highlight();
		for (const [number, place] of this.#places.entries()) {
			const element = source?.element(place.line);
			const range = element && rangeIn(element, place.from, place.to);
			if (range) (number === this.#at ? here : all).add(range);
		}
		CSS.highlights.set("found", all);
		CSS.highlights.set("found-here", here);
	}
}

/** A stretch of the text of an element. @param {Element} element @param {number} from @param {number} to */
function rangeIn(element, from, to) {
	const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
	const range = new Range();
	let at = 0;
	for (let node = walker.nextNode(); node; node = walker.nextNode()) {
		const length = node.nodeValue?.length ?? 0;
		if (from >= at && from < at + length) range.setStart(node, from - at);
		if (to > at && to <= at + length) {
			range.setEnd(node, to - at);
			return range;
		}
		at += length;
	}
	return null;
}

/** Texts of the lines of a body. @param {Tokens} tokens */
export function textsOf(tokens) {
	return { texts: tokens.lines.map((line) => textOf(line, tokens.kind)), count: tokens.count };
}
