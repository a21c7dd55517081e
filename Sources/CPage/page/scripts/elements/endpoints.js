/** Figures by endpoint, host, status, type or client. A click on a name filters by it. */
import { el, refresh, svg } from "../dom.js";
import { count, counted, quoted, reason, safe, size, time } from "../model/words.js";
import { nothing } from "./parts.js";

const dimensions = ["endpoint", "host", "status", "type", "client"];

export default class EndpointsScreen {
	#by = "endpoint";
	#asked = 0;

	/** @param {App} app */
	constructor(app) {
		this.app = app;
		this.element = el("div.endpoints.page");
	}

	async show() {
		const { view } = this.app.state.values;
		if (!view) return;
		const asked = ++this.#asked;
		if (!this.element.firstChild) refresh(this.element, el("h2", "Endpoints"), nothing("Reading the statistics …"));
		try {
			const answer = await this.app.session.get(`/api/views/${view.id}/endpoints?by=${this.#by}&limit=200`);
			if (asked === this.#asked) this.#draw(answer);
		} catch (error) {
			refresh(this.element, nothing(reason(error)));
		}
	}

	/** @param {any} answer */
	#draw(answer) {
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
			el(
				"div.modes",
				{ role: "group", "aria-label": "By" },
				dimensions.map((name) =>
					el("button", {
						"aria-pressed": String(name === this.#by),
						onclick: () => this.#turn(name),
					}, name)
				),
			),
			el(
				"div.wide",
				{ tabindex: 0, role: "group", "aria-label": "Figures" },
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
				el("button.link", { title: "Show these", onclick: () => this.#narrow(group) }, safe(group.name || "–", 200)),
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
		/** @type {HTMLElement | null} */ (this.element.querySelector('[aria-pressed="true"]'))?.focus();
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
