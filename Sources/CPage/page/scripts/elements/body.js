/** Bodies: laid out by type, as text, or as sent in figures. Never all of a large one at once. */
import { choice, el, fill, refresh } from "../dom.js";
import { hexLines } from "../model/glyphs.js";
import { capital, reason, safe, size } from "../model/words.js";
import { soughtIn } from "../model/lines.js";
import { writeGlyphs } from "./byte-side.js";
import { Find, textsOf } from "./find.js";
import { save, toClipboard } from "./handing.js";
import { lineRow, Lines } from "./lines.js";
import { nothing, paging } from "./parts.js";

export { paging };

const windowSize = 65_536;
const page = 1000;
const pictures = /^image\/(png|jpeg|gif|webp|avif|bmp|x-icon|svg\+xml)$/;

export class TabBody {
	/** @param {App} app */
	constructor(app) {
		this.app = app;
		this.parts = { request: new BodySide(app, "request"), response: new BodySide(app, "response") };
		this.element = el("div.bodies.sides", this.parts.request.element, this.parts.response.element);
	}

	/** @param {Detail} detail */
	draw(detail) {
		this.parts.request.draw(detail);
		this.parts.response.draw(detail);
		// A side without a body leaves its room to the other.
		const sides = detail.flow?.messages;
		this.element.dataset.only = !sides || !sides.request.body === !sides.response.body
			? ""
			: sides.request.body
			? "request"
			: "response";
	}

	/** The side in which somebody looks for something. */
	get finding() {
		return [this.parts.response, this.parts.request].find(({ find }) => find.isOn)?.find ?? null;
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
	/** The line that is brought in sight once its page is there. */
	#wanted = -1;

	/** @param {App} app @param {Side} side */
	constructor(app, side) {
		this.app = app;
		this.side = side;
		this.head = el("header");
		this.body = el("div.content.mono", { tabindex: 0, role: "group", "aria-label": `Body of the ${side}` });
		this.path = el("button.path.mono.cut", {
			title: "Copy the path",
			"aria-live": "polite",
			hidden: true,
			onclick: () => toClipboard(app, this.path.textContent ?? "", "Copied the path."),
		});
		this.lines = new Lines((path) => {
			this.path.textContent = safe(path, 1000);
			this.path.hidden = false;
		});
		this.find = new Find(() => this.#source(), `body of the ${side}`);
		this.body.addEventListener("keydown", (event) => this.mode === "formatted" && this.lines.key(event));
		this.tools = el("div.row", this.find.element, this.path);
		this.element = el("section.side", { "data-side": side }, this.head, this.tools, this.body);
	}

	/** What is searched: all lines of a body that is laid out, else the window that is shown. @returns {FindSource | null} */
	#source() {
		const detail = this.#detail;
		if (!detail || !this.body.isConnected) return null;
		const from = this.#from;
		if (this.mode !== "formatted") {
			const { body } = this;
			return {
				lines: () => Promise.resolve({ texts: [body.querySelector("pre")?.textContent ?? ""], count: 1 }),
				show: () => {},
				element: () => body.querySelector("pre"),
			};
		}
		return {
			lines: async (first, length) =>
				textsOf(
					await this.app.session.get(`/api/flows/${detail.id}/${this.side}/tokens?from=${first}&length=${length}`),
				),
			show: (line) => {
				const first = Math.floor(line / page) * page;
				if (first === from) this.lines.reveal(line - first);
				else {
					this.#wanted = line - first;
					this.#from = first;
					this.draw(detail);
				}
			},
			element: (line) => this.lines.tokens?.from === from ? this.lines.rows[line - from] ?? null : null,
		};
	}

	/** Lets go of the picture. */
	forget() {
		if (this.#url) URL.revokeObjectURL(this.#url);
		CSS.highlights?.delete("found");
		CSS.highlights?.delete("found-here");
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
			this.path.hidden = true;
			this.find.forget();
			// Found by a text that the filter looks for: it is shown where it is.
			const { filter, words } = this.app.state.values.view ?? {};
			const sought = soughtIn(filter ?? "", words);
			if (sought) this.find.input.value = sought;
		}
		if (!detail.flow) return;
		const parts = detail.flow.messages[this.side];
		this.tools.hidden = !parts?.body;
		this.element.classList.toggle("none", !parts?.body);
		if (!parts || !parts.body) {
			fill(this.head, el("strong", capital(this.side)));
			fill(this.body, nothing(`The ${this.side} has no body.`));
			return;
		}
		if (this.mode === "formatted") this.#laidOut(detail);
		else if (this.mode === "page") this.#heading(detail, "as a page");
		else this.#octets(detail);
	}

	/** @param {Detail} detail @param {string} title @param {...any} more */
	#heading(detail, title, ...more) {
		const html = detail.tokens(this.side, 0, page)?.kind === "html";
		const modes = ["formatted", "text", "hex", ...(html ? ["page"] : [])];
		const total = detail.flow?.messages[this.side].body ?? 0;
		refresh(
			this.head,
			el("strong", capital(this.side)),
			el("span.dim", `${title} · ${size(total)} as transferred`),
			choice(`View of the ${this.side}'s body`, modes, (mode) => this.#turn(mode), this.mode),
			el("button", {
				title: "Save the body to a file",
				onclick: () => save(this.app, `/api/flows/${detail.id}/${this.side}/decoded?whole=1&type=1`),
			}, "Save"),
			...more,
		);
	}

	/** @param {string} mode */
	#turn(mode) {
		this.forget();
		this.mode = mode;
		this.path.hidden = true;
		this.find.forget();
		this.#from = 0;
		if (mode === "page") this.#page();
		if (this.#detail) this.draw(this.#detail);
	}

	/** @param {Detail} detail */
	#laidOut(detail) {
		const tokens = detail.tokens(this.side, this.#from, page);
		const failure = detail.tokensFailure(this.side, this.#from, page);
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
			tokens.remarks.map((remark) => el("p.remark", safe(remark))),
			this.lines.element,
		);
		this.lines.show(tokens);
		if (this.#wanted >= 0) {
			this.lines.reveal(this.#wanted);
			this.#wanted = -1;
			this.find.draw();
		} else if (this.find.isOn) this.find.look();
		if (isPicture(tokens.image)) this.#picture(detail, tokens.image);
	}

	/** @param {Detail} detail @param {string} type */
	async #picture(detail, type) {
		const key = this.#key;
		const picture = await pictureOf(this.app, detail, this.side, type);
		const isWanted = detail === this.#detail && this.mode === "formatted" && key === this.#key;
		if (isWanted) this.body.append(picture);
		if (!(picture instanceof HTMLImageElement)) return;
		if (isWanted) this.#url = picture.src;
		else URL.revokeObjectURL(picture.src);
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
			fill(this.body, el("pre.hex", hexPieces(octets, this.#from)));
		} else {
			const text = el("pre.text");
			writeGlyphs(text, octets);
			fill(this.body, text);
		}
		if (this.find.isOn) this.find.look();
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

/** Whether browsers show it. @param {string | null} type @returns {type is string} */
export function isPicture(type) {
	return type !== null && pictures.test(type);
}

/** The picture that a message carries, or why there is none; its URL is to be revoked. @param {App} app @param {Detail} detail @param {Side} side @param {string} type */
export async function pictureOf(app, detail, side, type) {
	const total = detail.flow?.messages[side].decoded ?? detail.flow?.messages[side].body ?? 0;
	if (total > 8 * 1024 * 1024) return nothing("The picture is larger than 8 MiB: save it to look at it.");
	const pieces = [];
	for (let from = 0; from === 0 || from < total; from += 1_048_576) {
		const path = `/api/flows/${detail.id}/${side}/decoded?from=${from}&length=1048576`;
		const piece = await app.session.octets(path).catch(() => null);
		if (!piece || piece.length === 0) break;
		pieces.push(piece);
	}
	if (pieces.length === 0) return nothing("The picture cannot be read.");
	const src = URL.createObjectURL(new Blob(/** @type {BlobPart[]} */ (pieces), { type }));
	return el("img.picture", { src, alt: `The image in the ${side}` });
}

/** Lines in pieces; only those in sight are laid out: 4,096 at once take a tenth of a second. */
const piece = 128;

/** @param {Uint8Array} octets @param {number} from */
function hexPieces(octets, from) {
	const lines = hexLines(octets, from).map((line) =>
		`${line.offset.toString(16).padStart(8, "0")}  ${line.hex}  ${line.text}\n`
	);
	const pieces = [];
	for (let first = 0; first < lines.length; first += piece) {
		pieces.push(el("span.piece", lines.slice(first, first + piece).join("")));
	}
	return pieces;
}

/** What was laid out, a line an element. @param {Tokens} tokens */
export function tokenLines(tokens) {
	const block = el("div.lines");
	tokens.lines.forEach((line) => {
		block.append(lineRow(line, tokens.kind));
	});
	return block;
}
