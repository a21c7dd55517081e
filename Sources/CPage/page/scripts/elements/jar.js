/** The cookie jar by time: a row a cookie, a column an exchange. */
import { el, fill } from "../dom.js";
import { jarTable, signs } from "../model/jar.js";
import { safe } from "../model/words.js";
import { Paged } from "./paged.js";
import { flowButton, nothing } from "./parts.js";

const mostColumns = 60;

export default class JarScreen extends Paged {
	/** @param {App} app */
	constructor(app) {
		super(app, "jar", "jar");
		this.detail = el("p", { class: "lead", "aria-live": "polite" });
	}

	/** @override @param {{flows: number[], matched: number, cookies: Entry[]}} answer */
	draw(answer) {
		const { flows, cookies } = jarTable(answer.cookies, answer.flows);
		const columns = flows.slice(-mostColumns);
		fill(
			this.element,
			el("h2", {}, "Cookies"),
			this.paging(answer.matched),
			el(
				"p",
				{ class: "legend" },
				Object.values(signs).map(([sign, word]) => el("span", {}, el("b", {}, sign), ` ${word}`)),
			),
			this.detail,
		);
		this.detail.textContent = "Choose a sign to read why.";
		if (cookies.length === 0) {
			this.element.append(nothing("No exchange here sets or sends a cookie."));
			return;
		}
		if (columns.length < flows.length) {
			this.element.append(nothing(`The last ${mostColumns} of ${flows.length} exchanges with cookies.`));
		}
		this.element.append(
			el(
				"div",
				{ class: "wide", tabindex: 0, role: "group", "aria-label": "Cookies by time" },
				el(
					"table",
					{ class: "grid" },
					el(
						"thead",
						{},
						el(
							"tr",
							{},
							el("th", { scope: "col" }, "cookie"),
							columns.map((id) => el("th", { scope: "col" }, flowButton(this.app, id))),
						),
					),
					el(
						"tbody",
						{},
						cookies.map(({ name, cells }) =>
							el(
								"tr",
								{},
								el("th", { scope: "row", class: "mono captured" }, safe(name, 120)),
								columns.map((id) => el("td", {}, (cells.get(id) ?? []).map((cell) => this.#cell(name, id, cell)))),
							)
						),
					),
				),
			),
		);
	}

	/** @param {string} name @param {number} id @param {Cell} cell */
	#cell(name, id, cell) {
		const text = `${name} in #${id}: ${cell.word}. ${cell.text} RFC 6265bis §${cell.step}`;
		return el("button", {
			class: `cell ${cell.kind}`,
			"aria-label": safe(`${name} in #${id}: ${cell.word}`, 300),
			title: safe(text, 600),
			onclick: () => (this.detail.textContent = safe(text)),
		}, cell.sign);
	}
}
