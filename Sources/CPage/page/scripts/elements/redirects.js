/** Chains of redirects as lines of stations: what goes on to the next, and where a chain runs in a circle. */
import { el, refresh } from "../dom.js";
import { safe, status } from "../model/words.js";
import { Paged } from "./paged.js";
import { flowButton, nothing } from "./parts.js";

export default class RedirectsScreen extends Paged {
	/** @param {App} app */
	constructor(app) {
		super(app, "redirects", "redirects", "chains");
	}

	/** @override @param {RedirectsAnswer} answer */
	async draw(answer) {
		const ids = [...new Set(answer.redirects.flatMap(({ entries }) => entries.map((entry) => answer.flows[entry])))]
			.slice(0, 500);
		const rows = await this.rowsOf(ids);
		refresh(
			this.element,
			el("h2", "Redirects"),
			this.paging(answer.matched),
			answer.redirects.length === 0 && nothing("There are no redirects here."),
			answer.redirects.map(({ entries, story }) =>
				this.#journey(entries.map((entry) => answer.flows[entry]), story, rows)
			),
		);
	}

	/** @param {number[]} ids @param {string[]} story @param {Map<number, Row>} rows */
	#journey(ids, story, rows) {
		const stations = told(story, ids.length);
		const first = rows.get(ids[0]);
		const last = rows.get(ids.at(-1) ?? 0);
		const hops = ids.length === 1 ? "not followed" : `after ${ids.length - 1} ${ids.length === 2 ? "hop" : "hops"}`;
		const title = `${safe(first?.method, 20)} ${safe(first?.url, 120)} → ${last?.status ?? "?"}${
			ids.length === 1 ? ", " : " "
		}${hops}`;
		return el(
			"section.journey",
			el("h3.captured", title),
			el(
				"ol.stations",
				ids.map((id, index) => {
					const isSame = index > 0 && stations[index].join() === stations[index - 1].join();
					const row = rows.get(id);
					const state = row ? status(row) : null;
					const again = ids.indexOf(id) < index;
					return el(
						"li",
						{ class: state?.kind ?? "" },
						el(
							"div.station",
							flowButton(this.app, id),
							el("strong.captured", ` ${safe(row?.method ?? "", 20)} ${safe(row?.url ?? "", 200)} `),
							el("span.status", state?.text ?? ""),
							again && el("b", " a loop"),
						),
						isSame
							? el("p.dim", "The same redirect again.")
							: stations[index].map((line) => el("p.captured", safe(line))),
					);
				}),
			),
		);
	}
}

/** Which sentences belong to which station: a method and a URL open the next. @param {string[]} story @param {number} count @returns {string[][]} */
export function told(story, count) {
	/** @type {string[][]} */
	const result = Array.from({ length: count }, () => []);
	let at = -1;
	for (const line of story) {
		if (/^[A-Z]+ [a-z][a-z0-9+.-]*:\/\//.test(line) && at < count - 1) at += 1;
		result[Math.max(0, at)].push(line);
	}
	return result;
}
