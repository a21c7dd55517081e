/** The lines of a body: parts fold, the arrow keys go from line to line, of JSON each has a path. */
import { about, el, fill } from "../dom.js";
import { folds, pathTo, pieces } from "../model/lines.js";

export class Lines {
	/** @type {HTMLElement[]} */
	rows = [];
	/** @type {Tokens | null} */
	tokens = null;
	/** @type {number[]} */
	#ends = [];
	/** @type {Set<number>} */
	#folded = new Set();
	#at = -1;

	/** @param {(path: string) => void} chosen what is done with the path of a line */
	constructor(chosen) {
		this.chosen = chosen;
		this.element = el("div.lines");
		this.element.addEventListener("click", (event) => {
			const row = about(event, ".bodyline");
			if (!row) return;
			this.go(this.rows.indexOf(row));
			if (about(event, ".fold")) this.#fold(this.#at);
		});
	}

	/** @param {Tokens} tokens */
	show(tokens) {
		this.tokens = tokens;
		this.#ends = folds(tokens.lines);
		this.#folded.clear();
		this.#at = -1;
		this.rows = tokens.lines.map((line, index) => lineRow(line, tokens.kind, this.#ends[index] > 0));
		fill(this.element, this.rows);
	}

	/** Makes a line the one that is looked at. @param {number} index */
	go(index) {
		const { tokens } = this;
		if (!tokens || !this.rows[index]) return;
		this.rows[this.#at]?.classList.remove("here");
		this.#at = index;
		this.rows[index].classList.add("here");
		// Of a line in the middle the way to it is not known.
		if (tokens.kind === "json" && tokens.from === 0) this.chosen(pathTo(tokens.lines, index));
	}

	/** Opens what a line is folded into, and brings it in sight. @param {number} index */
	reveal(index) {
		for (const line of [...this.#folded]) if (line < index && index < this.#ends[line]) this.#fold(line);
		this.go(index);
		this.rows[index]?.scrollIntoView({ block: "nearest" });
	}

	/** As in a tree. @param {KeyboardEvent} event */
	key(event) {
		if (event.ctrlKey || event.metaKey || event.altKey) return;
		const at = this.#at;
		const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
		if (step) {
			let next = at < 0 ? 0 : at + step;
			while (this.rows[next]?.hidden) next += step;
			if (!this.rows[next]) return;
			this.go(next);
			this.rows[next].scrollIntoView({ block: "nearest" });
		} else if (this.#ends[at] > 0 && event.key === (this.#folded.has(at) ? "ArrowRight" : "ArrowLeft")) this.#fold(at);
		else return;
		event.preventDefault();
		event.stopPropagation();
	}

	/** Folds a part, or opens it. @param {number} index */
	#fold(index) {
		if (!this.#folded.delete(index)) this.#folded.add(index);
		const isFolded = this.#folded.has(index);
		const button = this.rows[index].querySelector(".fold");
		button?.setAttribute("aria-expanded", String(!isFolded));
		this.rows[index].dataset.more = isFolded ? ` … ${this.#ends[index] - index - 1}` : "";
		for (let line = index + 1; line < this.#ends[index]; line += 1) {
			this.rows[line].hidden = isFolded;
			// What is folded within stays so.
			if (!isFolded && this.#folded.has(line)) line = this.#ends[line] - 1;
		}
	}
}

/** @param {BodyLine} line @param {string} kind @param {boolean} [folds] */
export function lineRow(line, kind, folds = false) {
	const row = el("div.bodyline", { style: { "padding-left": `${Math.min(line.depth, 40) * 1.25}em` } });
	if (folds) row.append(el("button.fold", { tabindex: -1, "aria-label": "Fold", "aria-expanded": "true" }));
	for (const [role, text, raw] of pieces(line, kind)) {
		row.append(el("span", { class: role, title: raw ? `written: ${raw}` : null }, text));
	}
	if (line.spans.length === 0) row.append(" ");
	return row;
}
