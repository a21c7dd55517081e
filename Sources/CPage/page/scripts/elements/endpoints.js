/** Figures by endpoint, host, status, type or client. A click on a name filters by it. */
import { choice, el, link, one, refresh, svg } from "../dom.js";
import { count, counted, quoted, safe, size, time } from "../model/words.js";
import { wide } from "./cookies.js";
import { Chapter } from "./paged.js";
import { nothing } from "./parts.js";

const dimensions = ["endpoint", "host", "status", "type", "client"];

export default class EndpointsScreen extends Chapter {
	#by = "endpoint";
	/** @override */
	element = el("div.endpoints.page", el("h2", "Endpoints"), nothing("Reading the statistics …"));

	/** @override */
	path() {
		return `endpoints?by=${this.#by}&limit=200`;
	}

	/** @override @param {any} answer */
	draw(answer) {
		const all = answer.all;
		const groups = answer.groups;
		const slowest = Math.max(1, ...groups.map((/** @type {any} */ group) => group.phases.total?.p99 ?? 0));
		refresh(
			this.element,
			el("h2", "Endpoints"),
			el(
				"p.lead",
				`${counted(all.count, "exchange")}, ${count(failures(all))} failed; ${size(all.responseSize)} received.`,
				saved(all.cache),
			),
			choice("By", dimensions, (name) => this.#turn(name), this.#by),
			wide(
				"Figures",
				el(
					"table",
					el(
						"thead",
						el(
							"tr",
							[
								this.#by,
								"count",
								"failed",
								"p50",
								"p95",
								"p99",
								"p50 to p99",
								"received",
								"a cache saves",
							].map((head, index) => el("th", { scope: "col", class: index > 0 && index !== 6 ? "right" : "" }, head)),
						),
					),
					el("tbody", groups.map((/** @type {any} */ group) => this.#row(group, slowest))),
				),
			),
			answer.groupCount > groups.length &&
				nothing(`${count(answer.groupCount - groups.length)} more groups: filter to see them.`),
		);
	}

	/** @param {any} group @param {number} slowest */
	#row(group, slowest) {
		const total = group.phases.total ?? {};
		const cell = (/** @type {string} */ text, kind = "right") => el("td", { class: kind }, text);
		const failed = failures(group);
		return el(
			"tr",
			{ "data-key": `${this.#by} ${group.name}` },
			el(
				"td.captured",
				link(safe(group.name || "–", 200), () => this.#narrow(group), { title: "Show these" }),
			),
			cell(count(group.count)),
			cell(failed > 0 ? `${count(failed)} ✕` : "0", failed > 0 ? "right removed" : "right"),
			cell(time(total.p50 ?? -1)),
			cell(time(total.p95 ?? -1)),
			cell(time(total.p99 ?? -1)),
			el("td", spread(total, slowest)),
			cell(size(group.responseSize)),
			cell(group.cache.answered > 0 ? `${count(group.cache.answered)} · ${size(group.cache.bytes)}` : "–"),
		);
	}

	/** @param {string} name */
	async #turn(name) {
		this.#by = name;
		await this.show();
		one('[aria-pressed="true"]', this.element)?.focus();
	}

	/** @param {any} group */
	#narrow(group) {
		const tests = group.path
			? [
				`method = ${quoted(group.method)}`,
				`host = ${quoted(group.host)}`,
				/[{*]/.test(group.path)
					? `path ~ ${JSON.stringify(group.path.replace(/\{[^}]*\}/g, "*"))}`
					: `path = ${quoted(group.path)}`,
			]
			: [`${this.#by} = ${quoted(String(group.name))}`];
		this.app.show("list");
		this.app.narrow(tests.join(" and "), false);
	}
}

/** @param {any} figures @returns {number} */
function failures(figures) {
	return /** @type {number[]} */ (Object.values(figures.failures ?? {})).reduce((sum, each) => sum + each, 0);
}

/** What a cache would have spared; nothing is not told. @param {CacheSavings} cache */
function saved({ answered, validated, bytes }) {
	if (answered + validated === 0) return "";
	const told = [answered > 0 && `answered ${count(answered)}`, validated > 0 && `revalidated ${count(validated)}`];
	return ` A private cache would have ${told.filter(Boolean).join(" and ")}${
		bytes > 0 ? `, saving ${size(bytes)}` : ""
	}.`;
}

/** A bar from p50 to p99 with a line at p95, on a scale of powers. @param {any} total @param {number} slowest */
function spread(total, slowest) {
	const drawing = svg("svg", { class: "spread", "aria-hidden": "true" });
	if (!(total.p50 >= 0)) return drawing;
	const x = (/** @type {number} */ value) => (Math.log1p(value) / Math.log1p(slowest)) * 98;
	drawing.append(
		svg("rect", {
			class: "wait",
			x: `${x(total.p50)}%`,
			width: `${Math.max(0.6, x(total.p99) - x(total.p50))}%`,
			y: "30%",
			height: "40%",
		}),
		svg("rect", { class: "exchange", x: `${x(total.p50)}%`, width: "0.8%", y: "10%", height: "80%" }),
		svg("rect", { class: "failed", x: `${x(total.p95)}%`, width: "0.8%", y: "10%", height: "80%" }),
	);
	return drawing;
}
