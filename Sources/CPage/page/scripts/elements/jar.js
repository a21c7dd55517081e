/** The cookie jar by time: a row a cookie, a column an exchange. */
import { el, refresh } from "../dom.js";
import { jarTable, signs, why } from "../model/jar.js";
import { safe, urlParts } from "../model/words.js";
import { wide } from "./cookies.js";
import { Paged } from "./paged.js";
import { flowButton, nothing } from "./parts.js";

export default class JarScreen extends Paged {
	#why = "Choose a symbol to read the reason.";

	/** @param {App} app */
	constructor(app) {
		super(app, "jar", "jar", "exchanges with cookies", "&with=cookies");
	}

	/** @override @param {JarAnswer} answer */
	async draw(answer) {
		const { flows: columns, cookies } = jarTable(answer.cookies, answer.flows);
		const rows = await this.rowsOf(columns);
		refresh(
			this.element,
			el("h2", "Cookies"),
			this.paging(answer.matched),
			el("p.legend", Object.values(signs).map(([sign, word]) => el("span", el("b", sign), ` ${word}`))),
			el("p.lead", { "aria-live": "polite" }, this.#why),
			cookies.length === 0 && nothing("No exchange here sets or sends a cookie."),
			answer.since && nothing(`Cookies set before #${answer.since} are unknown.`),
			cookies.length > 0 &&
				wide(
					"Cookies by time",
					el(
						"table.grid",
						el(
							"thead",
							el(
								"tr",
								el("th", { scope: "col" }, "cookie"),
								columns.map((id) =>
									el(
										"th",
										{ scope: "col", title: named(rows.get(id)) },
										flowButton(this.app, id),
										el("span.dim.path.cut", pathOf(rows.get(id))),
									)
								),
							),
						),
						el(
							"tbody",
							cookies.map(({ name, cells, flows }) =>
								el(
									"tr",
									{ "data-key": name },
									el(
										"th",
										{ scope: "row", title: safe(name, 400) },
										el("span.mono", safe(name, 60)),
										el("span.dim", hosts(flows, rows)),
									),
									columns.map((id) => el("td", (cells.get(id) ?? []).map((cell) => this.#cell(name, id, cell)))),
								)
							),
						),
					),
				),
		);
	}

	/** @param {string} name @param {number} id @param {Cell} cell */
	#cell(name, id, cell) {
		const text = `${name} in #${id}: ${cell.word}. ${why(cell)}`;
		return el("button", {
			class: `cell ${cell.kind}`,
			"aria-label": safe(`${name} in #${id}: ${cell.word}`, 300),
			title: safe(text, 600),
			onclick: () => {
				this.#why = safe(text);
				/** @type {HTMLElement} */ (this.element.querySelector(".lead")).textContent = this.#why;
			},
		}, cell.sign);
	}
}

/** @param {Row | undefined} row */
function named(row) {
	return row ? `${safe(row.method, 20)} ${safe(row.url, 300)} ${row.status ?? ""}` : "";
}

/** @param {Row | undefined} row */
function pathOf(row) {
	return safe(urlParts(row?.url ?? "").path, 60);
}

/** The hosts that a cookie came from or went to, two of them. @param {number[]} flows @param {Map<number, Row>} rows */
function hosts(flows, rows) {
	const all = [...new Set(flows.map((id) => urlParts(rows.get(id)?.url ?? "").host))].filter(Boolean);
	return `${safe(all.slice(0, 2).join(", "), 80)}${all.length > 2 ? " …" : ""}`;
}
