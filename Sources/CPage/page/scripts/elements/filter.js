/** The filter: what it means in words, what may stand next, and where it is wrong. */
import { el, fill } from "../dom.js";
import { around, fromBytes, kept, toBytes } from "../model/offsets.js";
import { count, counted, safe } from "../model/words.js";
import { Chips } from "./chips.js";
import { Listbox } from "./listbox.js";
import { Timeline } from "./overview.js";

/** How many CONNECT requests the list leaves out. While many exchanges come, the list is a little behind their count. @param {App} app */
export function foldedIn(app) {
	const { view, counts, tunnels } = app.state.values;
	if (!view || view.filter || tunnels) return 0;
	if (view.order) return view.folded;
	return view.folded > 0 || counts.rate < 20 ? Math.max(0, counts.total - view.matched) : 0;
}

export class HarkFilter extends HTMLElement {
	/** What is shown under the filter, and the stretch of it that it may replace. @type {Offer} */
	#offer = { filter: "", from: 0, to: 0, candidates: [] };
	#asked = 0;
	/** The filter in words while it is typed; null for that of the list. @type {string | null} */
	#typed = null;

	/** @param {App} app */
	start(app) {
		this.app = app;
		this.setAttribute("role", "search");
		this.input = el("input", {
			type: "text",
			role: "combobox",
			"aria-label": "Filter",
			"aria-expanded": "false",
			"aria-controls": "candidates",
			"aria-autocomplete": "list",
			"aria-describedby": "filter-words",
			autocomplete: "off",
			autocapitalize: "off",
			maxlength: 4096,
			placeholder: 'filter: status >= 400 and host ~ "*.example.com"   ( / )',
		});
		this.clear = el("button", {
			hidden: true,
			"aria-label": "Clear the filter",
			onclick: () => this.reset(),
		}, "×");
		this.words = el("div.words.cut", { id: "filter-words", "aria-live": "polite" });
		this.wrong = el("div.wrong", { hidden: true });
		this.list = el("ul.popup", { id: "candidates", role: "listbox", "aria-label": "Suggestions", hidden: true });
		this.overview = new Timeline(app);
		this.append(
			el(
				"div.asked",
				el("div.field", this.input, this.clear),
				this.wrong,
				this.words,
				new Chips(app).element,
				this.list,
			),
			this.overview.element,
		);
		this.input.addEventListener("input", () => this.#changed());
		this.input.addEventListener("keydown", (event) => this.#key(event));
		this.input.addEventListener("blur", () => this.#close());
		this.box = new Listbox(this.input, this.list, (place) => this.#take(place));
		app.state.watch(["view", "draft", "filterError", "counts"], () => this.#draw());
		this.#draw();
	}

	/** Shows all again. */
	reset() {
		this.app?.look("", this.app.order);
		this.input?.focus();
	}

	#draw() {
		const { app, input, words, wrong, clear } = this;
		if (!app || !input || !words || !wrong || !clear) return;
		const { view, draft, filterError } = app.state.values;
		if (document.activeElement !== input || this.#typed === null) {
			if (input.value !== draft) input.value = draft;
		}
		clear.hidden = draft === "" && !view?.filter;
		input.setAttribute("aria-invalid", String(filterError !== null));
		wrong.hidden = filterError === null;
		words.classList.toggle("sentence", filterError !== null && this.#typed === null);
		if (filterError) {
			const place = around(draft, filterError.offset, filterError.length);
			fill(wrong, safe(place.before), el("mark", safe(place.at)), safe(place.after));
		}
		if (this.#typed !== null) words.textContent = safe(this.#typed);
		else if (filterError) words.textContent = safe(filterError.text);
		else if (view?.filter) {
			words.textContent = `${safe(view.words)} ${count(view.matched)} of ${
				count(Math.max(app.state.values.counts.total, view.total))
			}.`;
		} else {
			const folded = foldedIn(app);
			words.textContent = folded > 0
				? `All exchanges; ${counted(folded, "CONNECT request")} folded.`
				: "All exchanges.";
		}
	}

	async #changed() {
		const { app, input } = this;
		if (!app || !input) return;
		const filter = input.value;
		app.state.set({ draft: filter, filterError: null });
		this.#keep(filter);
		const asked = ++this.#asked;
		try {
			const at = toBytes(filter, input.selectionStart ?? filter.length);
			const answer = await app.session.post("/api/complete", { filter, at });
			if (asked !== this.#asked || document.activeElement !== input) return;
			this.#typed = filter.trim() === ""
				? "All exchanges."
				: answer.words ?? `Incomplete filter: ${answer.error?.text ?? ""}`;
			const from = fromBytes(filter, answer.from);
			const to = fromBytes(filter, answer.to);
			const chosen = this.#offer.candidates[this.box?.at ?? -1]?.text;
			this.#offer = { filter, from, to, candidates: answer.candidates.slice(0, 40) };
			this.#open();
			// What was chosen while one waited stays so.
			const still = this.#offer.candidates.findIndex(({ text }) => text === chosen);
			if (still >= 0 && !this.list?.hidden) this.box?.choose(still);
			this.#draw();
		} catch (error) {
			app.say(error);
		}
	}

	/** Until others are known, what is shown replaces all that was written of the word; of another word it is no offer. @param {string} filter */
	#keep(filter) {
		const to = kept(this.#offer.filter, filter, this.#offer);
		if (to === null) this.#close();
		else this.#offer = { ...this.#offer, filter, to };
	}

	#open() {
		const { list, input } = this;
		if (!list || !input) return;
		const { candidates, from, to } = this.#offer;
		const needed = candidates.length > 0 &&
			!(candidates.length === 1 && candidates[0].text === input.value.slice(from, to));
		list.hidden = !needed;
		input.setAttribute("aria-expanded", String(needed));
		this.box?.show(
			candidates.map(({ text, words }) => [el("span", safe(text, 120)), el("span.dim", safe(words, 120))]),
		);
	}

	#close() {
		if (!this.list || !this.input) return;
		this.list.hidden = true;
		this.box?.choose(-1);
		this.input.setAttribute("aria-expanded", "false");
	}

	/** Puts a candidate in its place. @param {number} number */
	#take(number) {
		const { input } = this;
		const candidate = this.#offer.candidates[number];
		if (!input || !candidate) return;
		const { from, to } = this.#offer;
		input.setRangeText(candidate.text, from, to, "end");
		this.#close();
		this.#changed();
	}

	/** @param {KeyboardEvent} event */
	#key(event) {
		const open = !this.list?.hidden;
		const chosen = this.box?.at ?? -1;
		if (open && this.box?.key(event)) return;
		if (open && chosen >= 0 && (event.key === "Enter" || event.key === "Tab")) {
			event.preventDefault();
			this.#take(chosen);
		} else if (event.key === "Enter") {
			event.preventDefault();
			this.#ask();
		} else if (event.key === "Escape") {
			event.preventDefault();
			event.stopPropagation();
			if (open) this.#close();
			else if (this.input?.value) this.reset();
			else this.app?.run("toList");
		}
	}

	async #ask() {
		const { app, input } = this;
		if (!app || !input) return;
		this.#close();
		this.#asked += 1;
		this.#typed = null;
		await app.look(input.value, app.order);
		this.#draw();
		if (!app.state.values.filterError) app.run("toList");
	}
}

customElements.define("hark-filter", HarkFilter);
