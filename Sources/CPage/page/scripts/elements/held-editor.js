/** A held message as text, its grammar underlined as one types; it goes on as it is here, or does not. */
import { button, el, fill } from "../dom.js";
import { fromBytes } from "../model/offsets.js";
import { leaves, pathAt, tone } from "../model/spans.js";
import { fromBase64, safe, size } from "../model/words.js";
import { Problem } from "../session.js";
import { BodyField, messageBase64, mostEdited, toText } from "./editing.js";

export class HeldEditor {
	/** @type {number | null} */
	#flow = null;
	#asked = 0;
	#utf8 = true;
	/** @type {BodyField | null} */
	#body = null;
	/** Hark reads its body. */
	#reads = false;

	/** @param {App} app @param {() => string} answer what is answered by hand @param {() => void} done */
	constructor(app, answer, done) {
		this.app = app;
		this.done = done;
		this.heading = el("h3");
		// The text that is seen is the one behind: each part of the grammar an element of it.
		this.backdrop = el("div.backdrop.mono", { "aria-hidden": "true" });
		this.text = el("textarea.mono", { autocapitalize: "off", "aria-label": "Held message" });
		this.fault = el("p.removed", { role: "alert" });
		this.content = el("div", { role: "group", "aria-label": "Body of the held message" });
		const decide = (/** @type {string} */ words, /** @type {() => Record<string, string>} */ verdict) =>
			button(words, () => this.app.attempt(() => this.#flow !== null && this.decide(this.#flow, verdict())));
		this.element = el(
			"section",
			{ hidden: true },
			this.heading,
			el("div.marked", this.backdrop, this.text),
			this.fault,
			this.content,
			el(
				"div.tools",
				decide("Send this version", () => this.#edited),
				decide("Send unchanged", () => ({ verdict: "send" })),
				decide("Drop", () => ({ verdict: "drop" })),
				decide("Answer by hand", () => ({ verdict: "respond", answer: answer() })),
				button("Close", () => this.#close()),
			),
		);
		this.text.addEventListener("input", () => this.#mark());
		this.text.addEventListener("scroll", () => {
			this.backdrop.scrollTop = this.text.scrollTop;
			this.backdrop.scrollLeft = this.text.scrollLeft;
		});
	}

	/** @returns {Record<string, string>} */
	get #edited() {
		const head = messageBase64(this.text.value, this.#utf8);
		return { verdict: "edit", head, ...(this.#body?.isEdited ? { content: this.#body.base64 } : {}) };
	}

	get isOpen() {
		return this.#flow !== null;
	}

	/** @param {number} flow */
	async open(flow) {
		try {
			const message = await this.app.session.get(`/api/held/${flow}`);
			const { text, utf8 } = toText(fromBase64(message.head));
			this.#flow = flow;
			this.#utf8 = utf8;
			const raw = message.raw ? " (raw: Hark sends exactly what you write, with CR LF after each line)" : "";
			this.heading.textContent = safe(`#${flow}, ${message.message}: ${message.start}`, 160) + raw;
			this.text.value = text;
			this.text.rows = Math.min(24, text.split("\n").length + 1);
			fill(this.fault);
			this.element.hidden = false;
			this.text.focus();
			this.text.setSelectionRange(0, 0);
			this.#mark();
			this.#show(message);
		} catch (error) {
			this.app.say(error);
		}
	}

	/** The body, the way to it, or why there is none. @param {HeldMessage} held */
	#show({ message, body }) {
		this.#body = null;
		this.#reads = false;
		if (!body || body.reason) {
			fill(this.content, el("p.dim", safe(body?.reason ?? `The ${message} has no body.`)));
		} else if (body.content !== undefined) {
			const octets = fromBase64(body.content);
			this.#body = new BodyField("Held body", octets, octets.length, () => this.text.value);
			fill(this.content, this.#body.parts, el("p.dim", "Content-Length follows the body."));
		} else if (body.read) {
			fill(this.content, el("p.dim", `The body of ${size(body.size ?? 0)} is too long to be edited here.`));
		} else if (body.size !== null && body.size <= mostEdited) this.#read();
		else {
			const much = body.size === null ? "" : ` (${size(body.size)})`;
			fill(this.content, button(`Read the body${much}`, () => this.#read()));
		}
	}

	/** Has Hark read the body; the message is held again with it. */
	async #read() {
		const flow = this.#flow;
		this.#reads = true;
		fill(this.content, el("p.dim", "Reading the body … If it is too long to be held, it is forwarded unchanged."));
		await this.app.session.post(`/api/held/${flow}`, { verdict: "body" }).catch(this.app.fail);
		const again = () => {
			if (!this.#reads || flow !== this.#flow || !this.element.isConnected) return;
			this.done();
			setTimeout(again, 500);
		};
		again();
	}

	#close() {
		this.#flow = null;
		this.element.hidden = true;
		this.done();
	}

	/** Somebody else may have decided, or the client has left. @param {HeldMessage[]} held */
	async still(held) {
		const flow = this.#flow;
		const message = held.find((each) => each.flow === flow);
		if (this.#reads) {
			if (!message?.body?.read && !message?.body?.reason) return;
			this.#reads = false;
			const read = await this.app.session.get(`/api/held/${flow}`).catch(this.app.fail);
			if (read && flow === this.#flow) this.#show(read);
			return;
		}
		if (flow === null || message) return;
		fill(this.fault, `#${this.#flow} is no longer held: it was decided, its client left, or its time ran out.`);
	}

	/** @param {number} flow @param {Record<string, string>} body */
	async decide(flow, body) {
		try {
			await this.app.session.post(`/api/held/${flow}`, body);
			if (flow === this.#flow) this.#close();
			else this.done();
		} catch (error) {
			if (!(error instanceof Problem) || flow !== this.#flow) return this.app.say(error);
			const { line, column, offset } = error.details;
			fill(this.fault, line ? `line ${line}, column ${column}: ` : "", safe(error.message));
			if (!line) return;
			const lines = messageBase64(this.text.value, this.#utf8);
			const place = atob(lines).slice(0, offset).split("\r\n").length - 1;
			const at = fromBytes(this.text.value, Math.max(0, (offset ?? 0) - place));
			this.text.focus();
			this.text.setSelectionRange(at, at + 1);
		}
	}

	/** Has the text explained, and underlines its parts. */
	async #mark() {
		const text = this.text.value;
		const asked = ++this.#asked;
		fill(this.backdrop, text);
		const binary = atob(messageBase64(text, this.#utf8));
		const octets = Uint8Array.from(binary, (character) => character.charCodeAt(0));
		try {
			const answer = await this.app.session.call("/api/explain", {
				method: "POST",
				body: octets,
				headers: { "Content-Type": "application/octet-stream" },
			});
			/** @type {Explained} */
			const explained = await answer.json();
			if (asked === this.#asked) this.#draw(explained, octets);
		} catch {
			// It is no message yet; the text stands there without lines.
		}
	}

	/** @param {Explained} explained @param {Uint8Array} octets */
	#draw(explained, octets) {
		const decoder = new TextDecoder(this.#utf8 ? "utf-8" : "latin1");
		const shown = (/** @type {number} */ from, /** @type {number} */ to) =>
			decoder.decode(octets.subarray(from, to)).replaceAll("\r", "");
		let end = 0;
		const parts = [];
		for (const message of explained.messages) {
			for (const leaf of leaves(message.spans)) {
				const path = pathAt(message.spans, leaf.offset);
				if (leaf.offset > end) parts.push(shown(end, leaf.offset));
				end = leaf.offset + leaf.length;
				parts.push(el("span", { class: `leaf ${tone(path)}`, title: leaf.rule }, shown(leaf.offset, end)));
			}
		}
		fill(this.backdrop, parts, shown(end, octets.length));
		// Its body is not here, and is no fault: what lacks has no bytes.
		const wrong = explained.messages.flatMap((message) =>
			leaves(message.spans).filter((leaf) => leaf.malformed && leaf.length > 0)
		);
		fill(this.fault, wrong.slice(0, 3).map((leaf) => el("span", safe(`${leaf.rule}: ${leaf.text} `, 300))));
	}
}
