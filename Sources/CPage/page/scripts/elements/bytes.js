/** The byte lens: both messages, and for any byte its place in the grammar, its section, what it does. */
import { el, fill, link } from "../dom.js";
import { moved, spanAt } from "../model/spans.js";
import { bytesIn, counted, safe } from "../model/words.js";
import { ByteSide } from "./byte-side.js";
import { noteItem, nothing, specLink } from "./parts.js";

export class TabBytes {
	/** Where the lens is; offsets count through both messages. @type {{offset: number, depth: number}} */
	#at = { offset: 0, depth: 99 };
	/** What is kept in view while the mouse goes elsewhere. */
	#pinned = false;
	/** @type {Detail | null} */
	#detail = null;
	#shown = "";
	/** What the address spoke of when it was drawn last. @type {number | null} */
	#byte = null;

	/** @param {App} app */
	constructor(app) {
		this.app = app;
		this.sides = { request: new ByteSide(app, "request", this), response: new ByteSide(app, "response", this) };
		this.path = el("div.path.mono");
		this.meaning = el("p.meaning");
		this.notes = el("ul.notes");
		this.speech = el("div.unseen", { role: "status", "aria-live": "polite" });
		this.pinButton = el("button.plain", { "aria-pressed": "false", onclick: () => this.pin() }, "Pin (P)");
		this.element = el(
			"div.bytes",
			el("div.sides", this.sides.request.element, this.sides.response.element),
			el(
				"div.lens",
				el("div.lenshead", this.path, el("span.dim.hint", "↑ wider  ↓ narrower  ← → sibling"), this.pinButton),
				this.meaning,
				this.notes,
				this.speech,
			),
		);
	}

	/** @param {Detail} detail */
	draw(detail) {
		if (!detail.explained) {
			fill(this.path, nothing("Reading the bytes …"));
			return;
		}
		if (this.#detail !== detail) {
			this.#detail = detail;
			this.#shown = "";
			this.#byte = null;
			this.#at = { offset: this.app.state.values.byte ?? 0, depth: 99 };
		}
		const byte = this.app.state.values.byte;
		const turned = byte !== null && byte !== this.#byte;
		if (turned && byte !== this.#at.offset) this.#at = { offset: byte, depth: 99 };
		this.sides.request.draw(detail);
		this.sides.response.draw(detail);
		// Until its bytes are read there is nothing to bring in sight.
		if (this.#lens(turned) || !turned) this.#byte = byte;
	}

	left() {
		CSS.highlights?.delete("lens");
	}

	/** Takes the keys. */
	focus() {
		const message = this.#message();
		this.sides[message?.kind ?? "request"].text.focus();
	}

	/** The mouse is over a byte. @param {number} offset */
	hover(offset) {
		if (this.#pinned) return;
		this.#at = { offset, depth: 99 };
		this.#lens(false);
	}

	/** A byte was clicked: it is what the address speaks of. @param {number} offset */
	choose(offset) {
		this.#at = { offset, depth: 99 };
		this.app.pin(offset);
		this.#lens(false);
	}

	/** @param {string} command byteBefore, byteAfter, wider, narrower */
	move(command) {
		const message = this.#message();
		if (!message) return;
		const way = /** @type {Record<string, "left" | "right" | "up" | "down">} */ ({
			byteBefore: "left",
			byteAfter: "right",
			wider: "up",
			narrower: "down",
		})[command];
		this.#at = moved(message.spans, this.#at, way);
		this.app.pin(this.#at.offset);
		this.#lens(true);
	}

	pin() {
		this.#pinned = !this.#pinned;
		this.pinButton.setAttribute("aria-pressed", String(this.#pinned));
	}

	/** The message that the lens is over. */
	#message() {
		const messages = this.#detail?.explained?.messages ?? [];
		const { offset } = this.#at;
		return messages.find((message) => offset >= message.offset && offset < message.offset + message.length) ??
			messages[0] ?? null;
	}

	/** Goes to the next or the previous note that has bytes. @param {1 | -1} step */
	note(step) {
		const all = this.#detail?.explained?.messages.flatMap((message) => message.notes) ?? [];
		const places = [...new Set(all.filter((note) => note.length > 0).map((note) => note.offset))].sort((a, b) => a - b);
		const next = step > 0
			? places.find((place) => place > this.#at.offset) ?? places[0]
			: places.findLast((place) => place < this.#at.offset) ?? places.at(-1);
		if (next !== undefined) {
			this.#at = { offset: next, depth: 99 };
			this.app.pin(next);
			this.#lens(true);
		}
	}

	/** Says what is under the lens, and marks it; whether it could be marked. @param {boolean} reveal */
	#lens(reveal) {
		const message = this.#message();
		if (!message) return false;
		const { path, span, depth } = spanAt(message.spans, this.#at);
		if (!span) return false;
		const key = `${this.#detail?.id} ${span.offset} ${span.length} ${depth}`;
		if (key !== this.#shown) {
			this.#shown = key;
			this.#tell(message, path, span, depth, reveal);
		}
		// What is said takes room: only now it is known what is in sight.
		return this.sides[message.kind].highlight(span, reveal);
	}

	/** @param {Message} message @param {Span[]} path @param {Span} span @param {number} depth @param {boolean} aloud */
	#tell(message, path, span, depth, aloud) {
		fill(
			this.path,
			el("span.dim", { title: counted(span.length, "byte") }, `${bytesIn(message, span)}: `),
			path.map((each, index) => this.#crumb(each, index, depth)),
			" ",
			specLink(span.spec),
		);
		this.meaning.textContent = safe(span.text);
		this.meaning.classList.toggle("malformed", span.malformed);
		const about = message.notes.filter((note) =>
			note.length > 0 && note.offset < span.offset + span.length && span.offset < note.offset + note.length
		);
		fill(this.notes, about.map((note) => noteItem(this.app, note)));
		if (aloud) this.speech.textContent = `${path.map((each) => each.rule).join(", ")}. ${safe(span.text)}`;
	}

	/** @param {Span} span @param {number} index @param {number} depth */
	#crumb(span, index, depth) {
		return el(
			"span",
			{ class: index === depth ? "here" : "" },
			index > 0 ? " › " : "",
			link(safe(span.rule, 60), () => {
				this.#at = { offset: this.#at.offset, depth: index };
				this.#shown = "";
				this.#lens(true);
			}),
		);
	}
}
