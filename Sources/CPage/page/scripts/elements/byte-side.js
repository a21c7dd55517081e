/** One message byte for byte: each leaf of its tree is an element, each character that would act a picture. */
import { about, el, fill, link } from "../dom.js";
import { glyphs, hexLines } from "../model/glyphs.js";
import { isFieldList, leaves, listed, pathAt, tone } from "../model/spans.js";
import { capital, count, fromBase64 } from "../model/words.js";
import { nothing, paging } from "./parts.js";

const windowSize = 65_536;
/** Of a body so much is shown here: the rest is a tab of its own. */
const mostContent = 4096;

export class ByteSide {
	#from = 0;
	/** @type {Detail | null} */
	#detail = null;
	/** @type {Uint8Array | null} */
	#octets = null;
	/** @type {Message | null} */
	#message = null;
	/** Elements by the offset of their leaf. @type {Map<number, HTMLElement>} */
	#elements = new Map();
	/** @type {number[]} */
	#offsets = [];

	/** @param {App} app @param {Side} side @param {TabBytes} lens */
	constructor(app, side, lens) {
		this.app = app;
		this.side = side;
		this.lens = lens;
		const way = side === "request" ? "client ▸ Hark ▸ server" : "client ◂ Hark ◂ server";
		this.head = el("header", el("strong", capital(side)), " ", el("span.dim", way));
		this.text = el("div.octets.mono", {
			tabindex: 0,
			role: "group",
			"aria-label": `Bytes of the ${side}. Use the arrow keys.`,
			"data-keys": "bytes",
		});
		this.pages = el("div");
		this.element = el("section.side", this.head, this.pages, this.text);
		this.text.addEventListener("pointerover", (event) => this.#point(event, false));
		this.text.addEventListener("click", (event) => this.#point(event, true));
	}

	/** @param {Event} event @param {boolean} chosen */
	#point(event, chosen) {
		const leaf = about(event, "[data-offset]");
		if (!leaf) return;
		const offset = Number(leaf.dataset.offset);
		if (chosen) this.lens.choose(offset);
		else this.lens.hover(offset);
	}

	/** @param {Detail} detail */
	draw(detail) {
		if (this.#detail !== detail) {
			this.#from = 0;
			this.#octets = null;
		}
		const message = detail.message(this.side);
		const octets = message ? detail.window(this.side, "wire", this.#from) : null;
		if (this.#detail === detail && octets === this.#octets && message === this.#message && octets) return;
		this.#detail = detail;
		this.#message = message;
		this.#octets = octets;
		this.#elements.clear();
		this.#offsets = [];
		const failure = detail.failure(this.side, "wire", this.#from);
		if (failure) fill(this.text, nothing(failure));
		else if (!message) {
			fill(this.text, nothing(this.side === "request" ? "There is no request." : "There is no response."));
		} else if (!octets) fill(this.text, nothing("Reading …"));
		else {
			const interim = this.#from === 0 ? this.#interim(detail) : [];
			this.text.replaceChildren(...interim, this.#write(message, octets, this.#from));
		}
		this.#paging(detail);
	}

	/** The 1xx responses that came before, from the record. @param {Detail} detail */
	#interim(detail) {
		if (this.side === "request") return [];
		/** @type {string[]} */
		const raws = (detail.flow?.record.response?._interim ?? []).map((/** @type {any} */ each) => each._raw).filter(
			Boolean,
		);
		const before = detail.explained?.messages.filter((message) => message.kind === "response").slice(0, -1) ?? [];
		return before.flatMap((message, index) => {
			const octets = raws[index] ? fromBase64(raws[index]) : null;
			return octets && octets.length === message.length ? [this.#write(message, octets, 0)] : [];
		});
	}

	/** @param {Message} message @param {Uint8Array} octets @param {number} start where these octets begin in the message */
	#write(message, octets, start) {
		const first = message.offset + start;
		const end = first + octets.length;
		const parts = document.createDocumentFragment();
		const isList = this.#isList();
		if (isList && start === 0) {
			parts.append(el("p.nothing", "HTTP/2 has no lines: these are the decoded fields."));
		}
		for (const leaf of leaves(message.spans)) {
			if (leaf.offset + leaf.length <= first || leaf.offset >= end) continue;
			const from = Math.max(leaf.offset, first);
			const to = Math.min(leaf.offset + leaf.length, end);
			parts.append(this.#leaf(message, leaf, octets.subarray(from - first, to - first), from, isList));
		}
		return parts;
	}

	/** It is a list of fields, which has neither a first line nor ends of lines (RFC 9113 §8.3). */
	#isList() {
		return isFieldList(this.#detail?.flow?.record?.[this.side]?.httpVersion);
	}

	/** @param {Message} message @param {Span} leaf @param {Uint8Array} bytes @param {number} offset @param {boolean} isList */
	#leaf(message, leaf, bytes, offset, isList) {
		const path = pathAt(message.spans, leaf.offset);
		const look = tone(path);
		const element = el("span", { class: `leaf ${look}`, "data-offset": offset });
		this.#elements.set(leaf.offset, element);
		this.#offsets.push(leaf.offset);
		const field = isList ? listed(path, leaf) : null;
		if (field !== null) {
			if (field.name) element.append(el("span.name", field.name), ": ");
			if (field.isShown) writeGlyphs(element, bytes, true);
			element.append(field.end);
			return element;
		}
		const isContent = bytes.length > mostContent && look !== "name" && look !== "value" && look !== "part";
		const shown = isContent ? bytes.subarray(0, mostContent) : bytes;
		if (isContent && isBinary(shown)) {
			for (const line of hexLines(shown, offset - message.offset)) {
				element.append(`${line.hex}  ${line.text}\n`);
			}
		} else writeGlyphs(element, shown, true);
		if (isContent) {
			element.append(
				link(`… ${count(bytes.length - shown.length)} more bytes: see Body`, () => this.app.open("body")),
				"\n",
			);
		}
		return element;
	}

	/** @param {Detail} detail */
	#paging(detail) {
		const total = detail.flow?.messages[this.side]?.wire ?? 0;
		this.pages.hidden = total <= windowSize;
		fill(
			this.pages,
			paging(this.#from, windowSize, total, "bytes", (from) => {
				this.#from = from;
				this.#octets = null;
				this.draw(detail);
			}),
		);
	}

	/** Marks what a span covers, without touching the elements; whether it is there. @param {Span} span @param {boolean} reveal */
	highlight(span, reveal) {
		const inside = this.#offsets.filter((offset) =>
			offset >= span.offset && offset < span.offset + Math.max(1, span.length)
		);
		if (inside.length === 0 && reveal) this.#turnTo(span.offset);
		const first = this.#elements.get(inside[0]);
		const last = this.#elements.get(/** @type {number} */ (inside.at(-1)));
		if (!first || !last || !CSS.highlights) return false;
		const range = new Range();
		range.setStartBefore(first);
		range.setEndAfter(last);
		CSS.highlights.set("lens", new Highlight(range));
		if (reveal) first.scrollIntoView({ block: "nearest", inline: "nearest" });
		return true;
	}

	/** A byte of another window was asked for. @param {number} offset */
	#turnTo(offset) {
		const at = offset - (this.#message?.offset ?? 0);
		const from = Math.floor(at / windowSize) * windowSize;
		if (!this.#detail || from === this.#from || at < 0 || at >= (this.#message?.length ?? 0)) return;
		this.#from = from;
		this.#octets = null;
		this.draw(this.#detail);
	}
}

/** @param {Uint8Array} bytes */
function isBinary(bytes) {
	let odd = 0;
	for (const byte of bytes) if (byte < 9 || (byte > 13 && byte < 32) || byte === 127) odd += 1;
	return odd > bytes.length / 50;
}

/**
 * Text as text; what is none in elements of its own, so that nobody takes `\xff` for four characters.
 * @param {HTMLElement} element @param {Uint8Array} bytes @param {boolean} [single]
 */
export function writeGlyphs(element, bytes, single = false) {
	let text = "";
	let kind = "text";
	const flush = () => {
		if (text === "") return;
		element.append(kind === "text" ? text : el("i", { class: kind }, text));
		text = "";
	};
	for (const glyph of glyphs(bytes)) {
		const wanted = glyph.kind === "end" ? "control" : glyph.kind;
		// Each control character has its own sign; other odd bytes stand together.
		if (wanted !== kind || (single && kind === "control")) flush();
		kind = wanted;
		text += (kind === "control" && text !== "" ? " " : "") + glyph.text;
		if (glyph.kind === "end") {
			flush();
			element.append("\n");
		}
	}
	flush();
}
