/** The rules in force and the messages they hold: listed, switched, put in order, changed. */
import { el, fill, link, refresh } from "../dom.js";
import { counted, reason, safe } from "../model/words.js";
import { HeldList } from "./held.js";
import { nothing } from "./parts.js";
import { RuleEditor } from "./rule-editor.js";

export default class RulesScreen {
	/** @type {Rules | null} */
	#rules = null;
	#asked = 0;
	/** @type {(() => void) | null} */
	#unwatch = null;
	/** @type {ReturnType<typeof setTimeout> | undefined} */
	#timer;

	/** @param {App} app */
	constructor(app) {
		this.app = app;
		this.held = new HeldList(app);
		this.list = el("div.list");
		this.editor = new RuleEditor(app, (body) => this.change(body));
		this.element = el("div.rules.page", el("h2", "Rules"), this.held.element, this.list, this.editor.element);
	}

	show() {
		this.#unwatch ??= this.app.state.watch(["rules", "counts"], () => this.#soon());
		this.#read();
		this.held.show();
		this.editor.tryAgain();
	}

	left() {
		this.#unwatch?.();
		this.#unwatch = null;
		clearTimeout(this.#timer);
		this.#timer = undefined;
		this.held.left();
	}

	/** Hits grow with each exchange: they are read once a second at most. */
	#soon() {
		if (this.app.state.values.rules?.change !== this.#rules?.revision) {
			this.#read();
			this.held.read();
			return;
		}
		this.#timer ??= setTimeout(() => {
			this.#timer = undefined;
			this.#read();
			this.held.read();
		}, 1000);
	}

	async #read() {
		const asked = ++this.#asked;
		try {
			const rules = await this.app.session.get("/api/rules");
			if (asked === this.#asked) this.#take(rules);
		} catch (error) {
			fill(this.list, nothing(reason(error)));
		}
	}

	/** @param {Rules} rules */
	#take(rules) {
		const same = JSON.stringify(rules) === JSON.stringify(this.#rules);
		this.#rules = rules;
		this.editor.take(rules);
		this.editor.element.hidden = !this.app.owns;
		if (!same) this.#draw(rules);
	}

	/** Whatever was read before is no longer sure when it is refused. @param {Record<string, unknown>} body */
	async change(body) {
		const revision = this.#rules?.revision ?? 0;
		this.#asked += 1;
		try {
			this.#take(await this.app.session.post("/api/rules", { revision, ...body }, "PUT"));
		} catch (error) {
			await this.#read();
			throw error;
		}
	}

	/** @param {Record<string, unknown>} body */
	async #do(body) {
		await this.change(body).catch(this.app.fail);
		if (this.#rules) this.#draw(this.#rules);
	}

	/** @param {Rules} all */
	#draw(all) {
		const { rules, fault, canEdit } = all;
		const off = rules.filter((rule) => !rule.on).map((rule) => rule.name);
		refresh(
			this.list,
			fault &&
				el(
					"p.removed",
					{ role: "alert" },
					safe(`The rules were not changed. ${fault.source}:${fault.line}:${fault.column}: ${fault.text}`),
				),
			!canEdit && nothing(
				this.app.owns
					? "No proxy is running here: you can try rules on the recording, but none is active."
					: "Rules can be changed only on the computer that runs Hark.",
			),
			canEdit && rules.length === 0 &&
				nothing("There are no rules. Write one below, or make one from an exchange: open it and press Rule."),
			el("ol", rules.map((rule) => this.#row(all, rule, off))),
		);
	}

	/** @param {Rules} all @param {Rule} rule @param {string[]} off */
	#row(all, rule, off) {
		const { name } = rule;
		const mine = all.rules.filter((other) => other.source === rule.source).map((other) => other.name);
		const at = mine.indexOf(name);
		const editable = all.sources.find((source) => source.name === rule.source)?.editable ?? false;
		const move = (/** @type {number} */ step) => {
			const order = [...mine];
			order.splice(at + step, 0, ...order.splice(at, 1));
			this.#do({ source: rule.source, order });
		};
		const button = (
			/** @type {string} */ sign,
			/** @type {string} */ words,
			/** @type {() => void} */ run,
			can = true,
		) =>
			can &&
			el(
				"button",
				{ onclick: run, title: words, "aria-label": `${words}: ${name}`, "data-key": sign },
				sign,
			);
		return el(
			"li",
			{ class: rule.on ? "rule" : "rule off", "data-rule": name, "data-key": name },
			el(
				"label",
				el("input", {
					type: "checkbox",
					checked: rule.on,
					disabled: !this.#rules?.canEdit,
					onchange: () => this.#do({ off: rule.on ? [...off, name] : off.filter((other) => other !== name) }),
				}),
				el("strong", safe(name, 80)),
				!rule.on && " (off)",
			),
			el("span.words.captured", safe(rule.words), rule.doubts.map((doubt) => el("em", " ", safe(doubt)))),
			link(counted(rule.hits, "hit"), () => {
				this.app.show("list");
				this.app.look(`rule contains ${JSON.stringify(`${name} (`)}`, null);
			}, { title: "Show the exchanges that it changed" }),
			el("span.dim", safe(`${rule.source}:${rule.line}`, 60)),
			el(
				"span.tools",
				button("↑", "Earlier", () => move(-1), editable && at > 0),
				button("↓", "Later", () => move(1), editable && at < mine.length - 1),
				button("Edit", "Edit", () => this.editor.edit(rule.source, rule.line), editable),
			),
		);
	}
}
