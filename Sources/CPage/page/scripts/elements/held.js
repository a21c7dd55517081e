/** The messages that rules hold, with who waits for them and how long. */
import { button, el, refresh } from "../dom.js";
import { count, safe } from "../model/words.js";
import { HeldEditor } from "./held-editor.js";

/** So many are drawn; a filter finds the others. */
const most = 100;

export class HeldList {
	/** @type {HeldMessage[]} */
	#held = [];
	#readAt = 0;
	#asked = 0;
	/** @type {ReturnType<typeof setInterval> | undefined} */
	#clock;

	/** @param {App} app */
	constructor(app) {
		this.app = app;
		this.heading = el("h3");
		this.filter = el("input", {
			type: "text",
			"aria-label": "Filter of held messages",
			placeholder: "filter: all held messages",
			maxlength: 4096,
			onchange: () => this.read(),
		});
		this.answer = el("input", {
			type: "text",
			class: "mono",
			"aria-label": "Answer by hand",
			value: '503 "Retry-After: 5" text "busy"',
		});
		this.rows = el("ul");
		this.editor = new HeldEditor(app, () => this.answer.value, () => this.read());
		const all = (/** @type {string} */ words, /** @type {string} */ verdict) => button(words, () => this.#all(verdict));
		this.element = el(
			"section.held",
			{ hidden: true },
			this.heading,
			this.tools = el(
				"div.tools",
				this.filter,
				all("Send all", "send"),
				all("Drop all", "drop"),
				all("Answer all", "respond"),
				this.answer,
			),
			this.rows,
			this.editor.element,
		);
	}

	show() {
		this.#clock ??= setInterval(() => this.#draw(), 1000);
		this.read();
	}

	left() {
		clearInterval(this.#clock);
		this.#clock = undefined;
	}

	async read() {
		const asked = ++this.#asked;
		const filter = this.filter.value.trim();
		try {
			const { held } = await this.app.session.get(`/api/held?filter=${encodeURIComponent(filter)}`);
			if (asked !== this.#asked) return;
			this.#held = held;
			this.tools.hidden = !this.app.acts;
			this.#readAt = performance.now();
			this.element.hidden = held.length === 0 && filter === "" && !this.editor.isOpen;
			this.heading.textContent = held.length === 1 ? "1 message is held" : `${count(held.length)} messages are held`;
			this.#draw();
			this.editor.still(held);
		} catch (error) {
			this.app.say(error);
		}
	}

	#draw() {
		refresh(
			this.rows,
			this.#held.slice(0, most).map((message) => {
				const act = (/** @type {string} */ words, /** @type {() => void} */ run) =>
					el("button.plain", { onclick: run, "aria-label": `${words} #${message.flow}` }, words);
				return el(
					"li",
					{ "data-held": message.flow, "data-key": message.flow },
					el("span.captured.mono", `#${message.flow} `, safe(message.start, 160)),
					el(
						"span.dim",
						safe(`${message.message} of ${message.url}, by ${message.rule || "a rule"}`, 240),
					),
					el("span.dim", this.#waits(message)),
					this.app.acts && act("Open", () => this.editor.open(message.flow)),
					this.app.acts && act("Send", () => this.editor.decide(message.flow, { verdict: "send" })),
					this.app.acts && act("Drop", () => this.editor.decide(message.flow, { verdict: "drop" })),
				);
			}),
			this.#held.length > most &&
				el("li.dim", `and ${count(this.#held.length - most)} more: use the filter`),
		);
	}

	/** How long each side has waited, and when it goes on by itself. @param {HeldMessage} message */
	#waits(message) {
		const past = performance.now() - this.#readAt;
		const server = message.serverWaits === null
			? "no server was contacted"
			: `server waits ${clock(message.serverWaits + past)}`;
		const client = message.clientEnded === null
			? `client waits ${clock(message.clientWaits + past)}`
			: `client closed its side ${clock(message.clientEnded + past)} ago and may have left`;
		return `${client} · ${server} · is forwarded in ${clock(Math.max(0, message.left - past))}`;
	}

	/** @param {string} verdict */
	async #all(verdict) {
		const answer = verdict === "respond" ? { answer: this.answer.value } : {};
		try {
			const { decided } = await this.app.session.post("/api/held", {
				filter: this.filter.value.trim(),
				verdict,
				...answer,
			});
			this.app.say(`${count(decided)} decided.`);
		} catch (error) {
			this.app.say(error);
		}
		this.read();
	}
}

/** Minutes and seconds. @param {number} ms */
export function clock(ms) {
	const seconds = Math.floor(ms / 1000);
	return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
