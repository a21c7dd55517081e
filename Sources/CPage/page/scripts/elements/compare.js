/** Two exchanges that were marked: heads line by line, bodies of JSON by path, others line by line. */
import { el, fill } from "../dom.js";
import { diff, differences, textOf, valueOf } from "../model/diff.js";
import { counted, reason, safe, size, time } from "../model/words.js";
import { table } from "./cookies.js";
import { flowButton, nothing, section } from "./parts.js";

/** Lines of a body that are compared, and bytes of one of JSON that is compared by path. */
const longest = 800, mostParsed = 524_288;

/** @typedef {{id: number, flow: Flow, parts: Record<string, ComparedPart>}} Read */

export default class CompareScreen {
	#asked = 0;

	/** @param {App} app */
	constructor(app) {
		this.app = app;
		this.element = el("div.compare.page");
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
		const base = `/api/flows/${id}`;
		/** @type {Flow} */
		const flow = await session.get(base);
		/** @returns {Promise<ComparedPart>} */
		const head = async (/** @type {Side} */ side) => {
			const octets = await session.octets(`${base}/${side}/head`).catch(() => new Uint8Array());
			return { lines: new TextDecoder().decode(octets).split("\r\n"), isCut: false };
		};
		/** @returns {Promise<ComparedPart>} */
		const body = async (/** @type {Side} */ side) => {
			if (!flow.messages[side].body) return { lines: [], isCut: false };
			const tokens = /** @type {Tokens | null} */ (
				await session.get(`${base}/${side}/tokens?from=0&length=${longest}`).catch(() => null)
			);
			const lines = tokens?.lines.map(({ depth, spans }) =>
				"  ".repeat(depth) + spans.map(([, text]) => text).join("")
			);
			const isShort = tokens?.kind === "json" &&
				(flow.messages[side].decoded ?? flow.messages[side].body) <= mostParsed;
			const text = isShort
				? new TextDecoder().decode(await session.octets(`${base}/${side}/decoded?from=0&length=${mostParsed}`))
				: "";
			return { lines: lines ?? [], isCut: (tokens?.count ?? 0) > longest, text };
		};
		return {
			id,
			flow,
			parts: {
				"Head of the request": await head("request"),
				"Body of the request": await body("request"),
				"Head of the response": await head("response"),
				"Body of the response": await body("response"),
			},
		};
	}

	/** @param {Read[]} both */
	#draw([left, right]) {
		fill(
			this.element,
			el("h2", "Compare ", flowButton(this.app, left.id), " and ", flowButton(this.app, right.id)),
			el(
				"p.lead",
				`${time(left.flow.row.duration)} and ${time(right.flow.row.duration)}; ${
					size(left.flow.row.responseSize)
				} and ${size(right.flow.row.responseSize)}.`,
			),
			Object.keys(left.parts).map((name) => section(name, ...this.#part(left, right, name))),
		);
	}

	/** @param {Read} left @param {Read} right @param {string} name */
	#part(left, right, name) {
		const [one, other] = [left.parts[name], right.parts[name]];
		const lines = diff(one.lines, other.lines);
		const cut = one.isCut || other.isCut ? nothing(`Only the first ${longest} lines are compared.`) : null;
		const isSame = lines.every((line) => line.kind === "same");
		if (isSame && cut) return [nothing("The first lines are identical."), cut];
		if (isSame) return [nothing(lines.every((line) => line.text === "") ? "None." : "Identical.")];
		const signs = { same: " ", left: "−", right: "+" };
		const words = { same: "", left: `only #${left.id}: `, right: `only #${right.id}: ` };
		const written = el(
			"div.diff.mono",
			lines.map((line) =>
				el(
					"div",
					{ class: line.kind },
					el("span", { "aria-hidden": "true" }, signs[line.kind]),
					el("span.unseen", words[line.kind]),
					el("span.captured", safe(line.text)),
				)
			),
		);
		const values = [one, other].map(({ text }) => text ? valueOf(text) : undefined);
		if (values.includes(undefined)) return [cut, written];
		return [
			paths(differences(values[0], values[1]), left.id, right.id),
			el("details", el("summary", "As lines"), cut, written),
		];
	}
}

/** @param {ReturnType<typeof differences>} all @param {number} left @param {number} right */
function paths(all, left, right) {
	if (all.length === 0) return nothing("The values are equal. The texts differ: spaces, order, or repeated names.");
	const cell = (/** @type {unknown} */ value) => el("code", value === undefined ? "–" : safe(textOf(value), 400));
	return el(
		"div.paths",
		nothing(counted(all.length, "difference")),
		table(
			["path", `#${left}`, `#${right}`],
			all.map((each) => [el("code", safe(each.path, 400)), cell(each.left), cell(each.right)]),
		),
	);
}
