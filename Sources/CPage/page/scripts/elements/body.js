/** Bodies: laid out by what they are, or as text or figures as they were sent. Never all of a large one at once. */
import { el, fill } from "../dom.js";
import { hexLines } from "../model/glyphs.js";
import { count, reason, safe, size } from "../model/words.js";
import { writeGlyphs } from "./byte-side.js";
import { nothing } from "./parts.js";

const windowSize = 65_536;
const page = 400;
const pictures = [
	"image/png",
	"image/jpeg",
	"image/gif",
	"image/webp",
	"image/avif",
	"image/bmp",
	"image/x-icon",
	"image/svg+xml",
];

export class TabBody {
	/** @param {App} app */
	constructor(app) {
		this.app = app;
		this.parts = { request: new BodySide(app, "request"), response: new BodySide(app, "response") };
		this.element = el("div", { class: "bodies sides" }, this.parts.request.element, this.parts.response.element);
	}

	/** @param {Detail} detail */
	draw(detail) {
		this.parts.request.draw(detail);
		this.parts.response.draw(detail);
	}

	left() {
		this.parts.request.forget();
		this.parts.response.forget();
	}
}

class BodySide {
	mode = "formatted";
	part = "decoded";
	#from = 0;
	/** @type {Detail | null} */
	#detail = null;
	/** @type {string | null} */
	#url = null;
	#key = "";

	/** @param {App} app @param {Side} side */
	constructor(app, side) {
		this.app = app;
		this.side = side;
		this.head = el("header", {});
		this.body = el("div", {
			class: "content mono",
			tabindex: 0,
			role: "group",
			"aria-label": `Body of the ${side}`,
		});
		this.element = el("section", { class: "side" }, this.head, this.body);
	}

	/** Lets go of the picture. */
	forget() {
		if (this.#url) URL.revokeObjectURL(this.#url);
		this.#url = null;
		this.#key = "";
	}

	/** @param {Detail} detail */
	draw(detail) {
		if (this.#detail !== detail) {
			this.forget();
			this.#detail = detail;
			this.#from = 0;
			this.mode = "formatted";
		}
		if (!detail.flow) return;
		const parts = detail.flow.messages[this.side];
		if (!parts || !parts.body) {
			fill(this.head, el("strong", {}, this.side === "request" ? "Request" : "Response"));
			fill(this.body, nothing(`The ${this.side} has no body.`));
			return;
		}
		if (this.mode === "formatted") this.#laidOut(detail);
		else if (this.mode === "page") this.#heading(detail, "as a page");
		else this.#octets(detail);
	}

	/** @param {Detail} detail @param {string} title @param {...any} more */
	#heading(detail, title, ...more) {
		const html = detail.tokens(this.side, 0)?.kind === "html";
		const modes = ["formatted", "text", "hex", ...(html ? ["page"] : [])];
		const total = detail.flow?.messages[this.side].body ?? 0;
		fill(
			this.head,
			el("strong", {}, this.side === "request" ? "Request" : "Response"),
			el("span", { class: "dim" }, `${title} · ${size(total)} as transferred`),
			el(
				"span",
				{ class: "modes", role: "group", "aria-label": `View of the ${this.side}'s body` },
				modes.map((mode) =>
					el("button", {
						"aria-pressed": String(mode === this.mode),
						onclick: () => this.#turn(mode),
					}, mode)
				),
			),
			...more,
		);
	}

	/** @param {string} mode */
	#turn(mode) {
		this.forget();
		this.mode = mode;
		this.#from = 0;
		if (mode === "page") this.#page();
		if (this.#detail) this.draw(this.#detail);
		this.head.querySelector('button[aria-pressed="true"]')?.setAttribute("autofocus", "");
		/** @type {HTMLElement | null} */ (this.head.querySelector('button[aria-pressed="true"]'))?.focus();
	}

	/** @param {Detail} detail */
	#laidOut(detail) {
		const tokens = detail.tokens(this.side, this.#from);
		const failure = detail.tokensFailure(this.side, this.#from);
		if (!tokens) {
			this.#heading(detail, "");
			fill(this.body, nothing(failure ?? "Formatting …"));
			return;
		}
		const key = `${detail.id} ${this.#from}`;
		this.#heading(detail, tokens.title, this.#paging(tokens.from, page, tokens.count, "lines"));
		if (key === this.#key) return;
		this.#key = key;
		fill(
			this.body,
			tokens.remarks.map((remark) => el("p", { class: "remark" }, safe(remark))),
			tokenLines(tokens),
		);
		if (tokens.image && pictures.includes(tokens.image)) this.#picture(detail, tokens.image);
	}

	/** @param {Detail} detail @param {string} type */
	async #picture(detail, type) {
		const total = detail.flow?.messages[this.side].decoded ?? detail.flow?.messages[this.side].body ?? 0;
		if (total > 8 * 1024 * 1024) {
			this.body.append(nothing("The image is larger than 8 MiB: save it to view it."));
			return;
		}
		const pieces = [];
		for (let from = 0; from === 0 || from < total; from += 1_048_576) {
			const path = `/api/flows/${detail.id}/${this.side}/decoded?from=${from}&length=1048576`;
			const piece = await this.app.session.octets(path).catch(() => null);
			if (!piece || piece.length === 0) break;
			pieces.push(piece);
		}
		if (detail !== this.#detail || this.mode !== "formatted" || pieces.length === 0) return;
		this.forget();
		this.#key = `${detail.id} ${this.#from}`;
		this.#url = URL.createObjectURL(new Blob(/** @type {BlobPart[]} */ (pieces), { type }));
		this.body.append(
			el("img", { src: this.#url, alt: `Image in the ${this.side}`, class: "picture" }),
		);
	}

	/** @param {Detail} detail */
	#octets(detail) {
		const octets = detail.window(this.side, this.part, this.#from, windowSize);
		const failure = detail.failure(this.side, this.part, this.#from, windowSize);
		const total = detail.flow?.messages[this.side].decoded ?? detail.flow?.messages[this.side].body ?? 0;
		this.#heading(
			detail,
			this.part === "decoded" ? "decoded" : "as transferred",
			el("button", { onclick: () => this.#turnPart() }, this.part === "decoded" ? "show as transferred" : "decode"),
			this.#paging(this.#from, windowSize, total, "bytes"),
		);
		const key = `${detail.id} ${this.mode} ${this.part} ${this.#from} ${octets ? octets.length : -1}`;
		if (key === this.#key) return;
		this.#key = key;
		if (!octets) fill(this.body, nothing(failure ?? "Reading …"));
		else if (this.mode === "hex") {
			fill(this.body, el("pre", { class: "hex" }, hexPieces(octets, this.#from)));
		} else {
			const text = el("pre", { class: "text" });
			writeGlyphs(text, octets);
			fill(this.body, text);
		}
	}

	#turnPart() {
		this.part = this.part === "decoded" ? "body" : "decoded";
		this.#from = 0;
		if (this.#detail) this.draw(this.#detail);
	}

	/** @param {number} from @param {number} step @param {number} total @param {string} unit */
	#paging(from, step, total, unit) {
		return paging(from, step, total, unit, (next) => {
			this.#from = next;
			if (this.#detail) this.draw(this.#detail);
			this.body.scrollTop = 0;
		});
	}

	/** HTML without any right: no script, no request, no form. */
	async #page() {
		const detail = this.#detail;
		if (!detail) return;
		try {
			const url = await this.app.session.ticket(`/api/flows/${detail.id}/${this.side}/preview`);
			if (this.mode !== "page" || detail !== this.#detail) return;
			fill(
				this.body,
				el("iframe", {
					sandbox: "",
					src: url,
					title: `Page in the ${this.side}, without scripts and network`,
				}),
			);
		} catch (error) {
			fill(this.body, nothing(reason(error)));
		}
	}
}

/** Lines in pieces, of which only those in sight are laid out: 4,096 at once take a tenth of a second. */
const piece = 128;

/** @param {Uint8Array} octets @param {number} from */
function hexPieces(octets, from) {
	const lines = hexLines(octets, from).map((line) =>
		`${line.offset.toString(16).padStart(8, "0")}  ${line.hex}  ${line.text}\n`
	);
	const pieces = [];
	for (let first = 0; first < lines.length; first += piece) {
		pieces.push(el("span", { class: "piece" }, lines.slice(first, first + piece).join("")));
	}
	return pieces;
}

/**
 * The way on, where not all of it is shown.
 * @param {number} from @param {number} step @param {number} total @param {string} unit @param {(next: number) => void} go
 */
export function paging(from, step, total, unit, go) {
	if (total <= step) return null;
	return el(
		"span",
		{ class: "pages" },
		el("button", {
			class: "plain",
			disabled: from === 0,
			"aria-label": "Before",
			onclick: () => go(Math.max(0, from - step)),
		}, "◂"),
		` ${unit} ${count(from + 1)}–${count(Math.min(total, from + step))} of ${count(total)} `,
		el("button", {
			class: "plain",
			disabled: from + step >= total,
			"aria-label": "After",
			onclick: () => go(from + step),
		}, "▸"),
	);
}

/** What was laid out, a line an element. @param {Tokens} tokens */
export function tokenLines(tokens) {
	const block = el("div", { class: "lines" });
	tokens.lines.forEach((line) => {
		const row = el("div", { class: "bodyline" });
		row.style.setProperty("padding-left", `${Math.min(line.depth, 40) * 1.25}em`);
		for (const [role, text] of line.spans) {
			row.append(el("span", { class: role.replace(/[^a-z]/g, "") }, safe(text, 20_000)));
		}
		if (line.spans.length === 0) row.append(" ");
		block.append(row);
	});
	return block;
}
