/** Two exchanges that were marked, line by line: what only one has stands out. */
import { el, fill } from "../dom.js";
import { diff } from "../model/diff.js";
import { reason, safe, size, time } from "../model/words.js";
import { flowButton, nothing, section } from "./parts.js";

export default class CompareScreen {
	#asked = 0;

	/** @param {App} app */
	constructor(app) {
		this.app = app;
		this.element = el("div", { class: "compare page" });
	}

	async show() {
		const ids = [...this.app.state.values.marks];
		const asked = ++this.#asked;
		if (ids.length !== 2) {
			fill(this.element, nothing("Mark two exchanges with m to compare them."));
			return;
		}
		try {
			const both = await Promise.all(ids.map((id) => this.#read(id)));
			if (asked === this.#asked) this.#draw(both);
		} catch (error) {
			fill(this.element, nothing(reason(error)));
		}
	}

	/** @param {number} id */
	async #read(id) {
		const { session } = this.app;
		const lines = async (/** @type {string} */ path) =>
			new TextDecoder().decode(await session.octets(path)).split("\r\n");
		const body = async (/** @type {string} */ side) => {
			/** @type {Tokens | null} */
			const tokens = await session.get(`/api/flows/${id}/${side}/tokens?from=0&length=800`).catch(() => null);
			return tokens?.lines.map((line) => "  ".repeat(line.depth) + line.spans.map(([, text]) => text).join("")) ??
				[];
		};
		/** @type {Flow} */
		const flow = await session.get(`/api/flows/${id}`);
		const base = `/api/flows/${id}`;
		return {
			id,
			flow,
			parts: {
				"Head of the request": await lines(`${base}/request/head`).catch(() => []),
				"Body of the request": await body("request"),
				"Head of the response": await lines(`${base}/response/head`).catch(() => []),
				"Body of the response": await body("response"),
			},
		};
	}

	/** @param {{id: number, flow: Flow, parts: Record<string, string[]>}[]} both */
	#draw([left, right]) {
		fill(
			this.element,
			el("h2", {}, "Compare ", flowButton(this.app, left.id), " and ", flowButton(this.app, right.id)),
			el(
				"p",
				{ class: "lead" },
				`${time(left.flow.row.duration)} and ${time(right.flow.row.duration)}; ${
					size(left.flow.row.responseSize)
				} and ${size(right.flow.row.responseSize)}.`,
			),
			Object.keys(left.parts).map((name) => this.#part(name, left, right)),
		);
	}

	/** @param {string} name @param {{id: number, parts: Record<string, string[]>}} left @param {{id: number, parts: Record<string, string[]>}} right */
	#part(name, left, right) {
		const lines = diff(left.parts[name], right.parts[name]);
		if (lines.every((line) => line.kind === "same")) {
			return section(name, nothing(lines.every((line) => line.text === "") ? "None." : "Identical."));
		}
		const signs = { same: " ", left: "−", right: "+" };
		const words = { same: "", left: `only #${left.id}: `, right: `only #${right.id}: ` };
		return section(
			name,
			el(
				"div",
				{ class: "diff mono" },
				lines.map((line) =>
					el(
						"div",
						{ class: line.kind },
						el("span", { "aria-hidden": "true" }, signs[line.kind]),
						el("span", { class: "unseen" }, words[line.kind]),
						el("span", { class: "captured" }, safe(line.text)),
					)
				),
			),
		);
	}
}
