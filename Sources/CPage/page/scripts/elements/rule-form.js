/** The rule that is written as a form: each changes the other. */
import { button, el, fill } from "../dom.js";
import { quoted, urlParts } from "../model/words.js";

export class RuleFormView {
	#shown = "";
	#asked = 0;

	/** @param {App} app @param {(line: string) => void} change @param {(line: string) => void} add */
	constructor(app, change, add) {
		this.app = app;
		this.change = change;
		this.kinds = el(
			"div.offer",
			{ role: "group", "aria-label": "New rule" },
			this.#forms.map(({ title, fields }) =>
				button(title, async () => {
					const url = app.state.values.detail?.flow?.row.url ?? "";
					const host = urlParts(url).host.replace(/^.*@|:\d+$/g, "") || "shop.example.com";
					const rule = `${title.toLowerCase().replace(" ", "-")}-${Date.now() % 10_000}`;
					const made = { title, rule, when: `host = ${quoted(host)}`, values: fields.map(({ value }) => value) };
					await this.#make(made, add);
				})
			),
		);
		this.element = el("div.form", { role: "group", "aria-label": "The rule as a form" });
	}

	get #forms() {
		return this.app.state.values.session?.ruleForms ?? [];
	}

	/** @param {FilledForm} filled @param {(line: string) => void} use */
	async #make(filled, use) {
		const asked = ++this.#asked;
		const answer = await this.app.session.post("/api/rules/form", filled).catch(this.app.fail);
		if (!answer || asked !== this.#asked) return;
		this.#shown = JSON.stringify(filled);
		use(answer.rule);
	}

	/** @param {FilledForm | null} filled what the line has that is written */
	draw(filled) {
		const shown = JSON.stringify(filled);
		// Who writes in the form has it as it is.
		if (shown === this.#shown && this.element.firstChild) return;
		this.#shown = shown;
		const form = this.#forms.find(({ title }) => title === filled?.title);
		if (!filled || !form) return fill(this.element);
		const field = (
			/** @type {string} */ label,
			/** @type {string} */ value,
			/** @type {(value: string) => void} */ set,
			/** @type {string[]} */ choices = [],
			long = false,
		) => {
			const input = choices.length > 0
				? el("select", choices.map((choice) => el("option", { value: choice }, choice)))
				: el(long ? "textarea" : "input", { class: "mono", rows: 6, type: long ? null : "text" });
			input.value = value;
			input.addEventListener("input", () => {
				set(input.value);
				this.#make(filled, this.change);
			});
			return el("label", el("span", label), input);
		};
		fill(
			this.element,
			field("Name", filled.rule, (value) => (filled.rule = value)),
			field("When", filled.when, (value) => (filled.when = value)),
			form.fields.map(({ label, choices, long }, place) =>
				field(label, filled.values[place], (value) => (filled.values[place] = value), choices, long)
			),
		);
	}
}
