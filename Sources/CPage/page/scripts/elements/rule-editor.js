/** The text of rules: what may come next, what it does, where it is wrong, what it would have changed. */
import { button, el, fill, link, refresh } from "../dom.js";
import { fromBytes, kept, toBytes } from "../model/offsets.js";
import { counted, safe } from "../model/words.js";
import { Problem } from "../session.js";
import { flowButton } from "./parts.js";
import { RuleFormView } from "./rule-form.js";

export class RuleEditor {
	#source = "page";
	/** What the server has. @type {Record<string, string | null>} */
	#texts = {};
	#asked = 0;
	#tried = 0;

	/** @param {App} app @param {(body: Record<string, unknown>) => Promise<void>} change */
	constructor(app, change) {
		this.app = app;
		this.change = change;
		this.which = el("select", { "aria-label": "File of the rules", onchange: () => this.#turn(this.which.value) });
		this.text = el("textarea.mono", {
			rows: 7,
			autocapitalize: "off",
			"aria-label": "Rules, one per line",
			"aria-describedby": "rule-words",
			placeholder: "slow: when host = shop.example.com do throttle 3g",
		});
		this.words = el("p", { id: "rule-words", class: "captured", "aria-live": "polite" });
		this.offer = el("div.offer", { role: "group", "aria-label": "Suggestions" });
		this.trial = el("div.trial", { "aria-live": "polite" });
		this.form = new RuleFormView(app, (line) => this.#replace(line), (line) => this.#append(line));
		this.save = button("Switch on", () => this.#save());
		this.element = el(
			"section.editor",
			el("h3", "Write rules ", this.which),
			this.form.kinds,
			el("div.beside", this.text, this.form.element),
			this.offer,
			this.words,
			el("div.tools", this.save, button("Try on all recorded exchanges", () => this.#try({}))),
			this.trial,
		);
		this.text.addEventListener("input", () => this.#typed());
		for (const event of ["keyup", "click"]) this.text.addEventListener(event, () => this.#complete());
	}

	/** @param {Rules} rules */
	take(rules) {
		const named = rules.sources.filter((source) => source.editable).map((source) => source.name);
		const before = this.#texts[this.#source] ?? "";
		this.#texts = Object.fromEntries(rules.sources.map((source) => [source.name, source.text]));
		refresh(this.which, named.map((name) => el("option", { value: name }, safe(name, 120))));
		if (!named.includes(this.#source)) this.#source = "page";
		this.which.value = this.#source;
		this.which.hidden = named.length < 2;
		this.save.hidden = !rules.canEdit;
		// What somebody writes stays, whatever the server has by now.
		if (this.text.value === before) this.text.value = this.#texts[this.#source] ?? "";
	}

	/** @param {string} source */
	#turn(source) {
		this.#source = source;
		this.which.value = source;
		this.text.value = this.#texts[source] ?? "";
		this.#complete();
	}

	/** Goes to a line. @param {string} source @param {number} line */
	edit(source, line) {
		if (source !== this.#source) this.#turn(source);
		const lines = this.text.value.split("\n");
		const end = lines.slice(0, line).join("\n").length;
		this.text.focus();
		this.text.setSelectionRange(end, end);
		this.#typed();
	}

	/** Where the line that is written now begins and ends. */
	get #place() {
		const { value, selectionStart } = this.text;
		const end = value.indexOf("\n", selectionStart);
		return { from: value.lastIndexOf("\n", selectionStart - 1) + 1, to: end < 0 ? value.length : end };
	}

	get #line() {
		const { from, to } = this.#place;
		return this.text.value.slice(from, to);
	}

	/** By the form. @param {string} line */
	#replace(line) {
		const { from, to } = this.#place;
		this.text.setRangeText(line, from, to, "start");
		this.#typed();
	}

	/** @param {string} line */
	#append(line) {
		const { value } = this.text;
		this.text.value = `${value}${value === "" || value.endsWith("\n") ? "" : "\n"}${line}\n`;
		this.edit(this.#source, this.text.value.split("\n").length - 1);
	}

	#typed() {
		this.#complete();
		this.tryAgain();
	}

	async #complete() {
		const rule = this.text.value;
		const at = toBytes(rule, this.text.selectionStart);
		const asked = ++this.#asked;
		const answer = await this.app.session.post("/api/complete", { rule, at }).catch(() => null);
		if (!answer || asked !== this.#asked) return;
		const { error } = answer;
		this.form.draw(answer.form ?? null);
		this.text.setAttribute("aria-invalid", String(error !== null));
		fill(
			this.words,
			error ? this.#fault(error) : safe(answer.words ?? ""),
			answer.usage && el("code.dim", ` ${answer.usage}`),
		);
		const [from, to] = [fromBytes(rule, answer.from), fromBytes(rule, answer.to)];
		fill(
			this.offer,
			answer.candidates.slice(0, 12).map((/** @type {{text: string, words: string}} */ candidate) =>
				el("button.plain", {
					title: candidate.words,
					onclick: () => {
						// What was written since is a part of the word, or others are about to be offered.
						const end = kept(rule, this.text.value, { from, to });
						if (end === null) return;
						this.text.setRangeText(`${candidate.text} `, from, end, "end");
						this.text.focus();
						this.#typed();
					},
				}, safe(candidate.text, 60))
			),
		);
	}

	/** Leads to its place. @param {RuleProblem} error */
	#fault({ text, offset, length, line, column }) {
		return link(`line ${line ?? "?"}, column ${column ?? "?"}: ${safe(text)}`, () => {
			const from = fromBytes(this.text.value, offset ?? 0);
			this.text.focus();
			this.text.setSelectionRange(from, fromBytes(this.text.value, (offset ?? 0) + (length ?? 0)));
		}, { class: "link removed" });
	}

	async #save() {
		const text = this.text.value;
		try {
			await this.change({ source: this.#source, text });
			fill(this.words, "It is active.");
		} catch (error) {
			if (error instanceof Problem && error.status === 422) {
				fill(this.words, this.#fault({ ...error.details, text: error.message }));
			} else this.app.say(error);
		}
	}

	/** What this line would have changed in the exchange that is selected. */
	tryAgain() {
		const { selected } = this.app.state.values;
		const rule = this.#line;
		if (selected === null || !/\bdo\s/.test(rule)) fill(this.trial);
		else this.#try({ rule, flow: selected });
	}

	/** @param {{rule?: string, flow?: number}} what nothing: all rules that are written, on all exchanges of the list */
	async #try(what) {
		const number = ++this.#tried;
		const filter = this.app.state.values.view?.filter ?? "";
		const body = what.rule === undefined ? { rules: this.text.value, filter } : what;
		try {
			const answer = await this.app.session.post("/api/rules/try", body);
			if (number === this.#tried) this.#draw(answer, what.flow);
		} catch (error) {
			if (number !== this.#tried) return;
			// Half a rule is wrong while it is written: that stands beside the text already.
			fill(this.trial, what.rule === undefined && error instanceof Error && safe(error.message));
		}
	}

	/** @param {Trial} answer @param {number} [flow] */
	#draw(answer, flow) {
		fill(
			this.trial,
			el(
				"p.dim",
				flow !== undefined
					? answer.flows.length > 0
						? "It would have done this. Nothing is sent."
						: `It does not match #${flow}, which is selected.`
					: `In the newest ${counted(answer.looked, "exchange")} (nothing is sent): ` +
						answer.rules.map((rule) => `${rule.name} matches ${rule.hits}`).join(", ") + ".",
			),
			answer.flows.map((tried) =>
				el(
					"section",
					el("p", flowButton(this.app, tried.flow), safe(` ${tried.method} ${tried.url}`, 200)),
					tried.acts.map((act) => el("p.captured", safe(`${act.rule}: ${act.action}. ${act.text}`, 600))),
					[...tried.request, ...tried.response].map((line) =>
						el(
							"p",
							{ class: `captured mono ${line.new ? "added" : "removed"}` },
							safe(`${line.new ? "+" : "−"} ${line.text}`, 600),
						)
					),
				)
			),
		);
	}
}
