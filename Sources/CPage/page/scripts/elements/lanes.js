/** Connections on both sides of Hark: a lane each, exchanges as blocks on it, who closed and why, what reuse saved. */
import { el, fill, svg } from "../dom.js";
import { pieces, scaleOf, waited } from "../model/lanes.js";
import { ticks } from "../model/waterfall.js";
import { count, safe, time } from "../model/words.js";
import { flowButton, nothing } from "./parts.js";

const most = 150;
/** In hundredths of a lane: what is no exchange is told apart by its height, too. @type {Record<string, number>} */
const heights = { line: 4, connect: 40, handshake: 40, wait: 30 };

export default class LanesScreen {
	#asked = 0;

	/** @param {App} app */
	constructor(app) {
		this.app = app;
		this.element = el("div", { class: "lanes page" });
	}

	async show() {
		const { view, scale } = this.app.state.values;
		if (!view) return;
		const asked = ++this.#asked;
		const range = scale ? `?from=${scale.from}&to=${scale.to}` : "";
		try {
			const answer = await this.app.session.get(`/api/views/${view.id}/lanes${range}`);
			if (asked === this.#asked) this.#draw(answer);
		} catch (error) {
			fill(this.element, nothing(error instanceof Error ? error.message : String(error)));
		}
	}

	/** @param {{from: number, to: number, omitted: number, client: Lane[], server: Lane[]}} answer */
	#draw(answer) {
		const scale = scaleOf([...answer.client, ...answer.server], answer);
		const reused = answer.server.reduce((sum, lane) => sum + Math.max(0, lane.exchanges.length - 1), 0);
		const saved = answer.server.reduce((sum, lane) => sum + lane.saved, 0);
		fill(
			this.element,
			el("h2", {}, "Connections"),
			el(
				"p",
				{ class: "lead" },
				`${count(answer.client.length)} from clients, ${count(answer.server.length)} to servers; ${
					count(reused)
				} exchanges found one open, which saved ${time(saved)}.`,
				answer.omitted > 0
					? ` The newest ${count(answer.omitted)} exchanges are left out: choose a shorter time on the overview.`
					: "",
			),
			this.#legend(),
			this.#bank("Clients ▸ Hark", answer.client, scale),
			this.#bank("Hark ▸ servers", answer.server, scale),
		);
	}

	#legend() {
		const kinds = [["connect", "connecting"], ["handshake", "TLS handshake"], ["exchange", "an exchange"], [
			"wait",
			"waiting for the answer",
		], ["failed", "failed"]];
		return el(
			"p",
			{ class: "legend" },
			kinds.map(([kind, words]) => el("span", {}, el("i", { class: `swatch ${kind}` }), words)),
		);
	}

	/** @param {string} title @param {Lane[]} lanes @param {{from: number, to: number}} scale */
	#bank(title, lanes, scale) {
		return el(
			"section",
			{ "aria-label": title },
			el("h3", {}, title),
			lanes.length === 0 && nothing("None."),
			lanes.length > 0 && this.#axis(scale),
			lanes.slice(0, most).map((lane) => this.#lane(lane, scale)),
			lanes.length > most &&
				nothing(`${count(lanes.length - most)} more: filter, or choose a shorter time on the overview.`),
		);
	}

	/** @param {{from: number, to: number}} scale */
	#axis(scale) {
		const drawing = svg("svg", { class: "axis", "aria-hidden": "true" });
		for (const { at, since } of ticks(scale, 800, scale.from, 140)) {
			const x = `${((at - scale.from) / (scale.to - scale.from)) * 100}%`;
			drawing.append(svg("text", { x, y: "75%" }, since === 0 ? "0" : time(since)));
		}
		return el("div", { class: "lane" }, el("span", {}), drawing);
	}

	/** @param {Lane} lane @param {{from: number, to: number}} scale */
	#lane(lane, scale) {
		const behind = waited(lane);
		return el(
			"details",
			{ class: "lane" },
			el(
				"summary",
				{},
				el(
					"span",
					{ class: "name" },
					el("strong", {}, String(lane.number)),
					` ${safe(lane.address ?? "", 60)} `,
					el("span", { class: "dim" }, lane.words),
				),
				this.#drawing(lane, scale),
			),
			el(
				"div",
				{ class: "more" },
				lane.why && el("p", {}, safe(lane.why)),
				behind > 0 &&
					el("p", {}, `${count(behind)} came while another was running here, and waited behind it.`),
				el(
					"ul",
					{},
					lane.exchanges.slice(0, 200).map((block) =>
						el(
							"li",
							{ class: "captured" },
							flowButton(this.app, block.flow),
							` ${safe(block.method, 40)} ${safe(block.path, 200)} ${block.status ?? ""} ${
								block.failed ? "✕ failed" : ""
							} ${time(block.to - block.from)}`,
						)
					),
				),
			),
		);
	}

	/** @param {Lane} lane @param {{from: number, to: number}} scale */
	#drawing(lane, scale) {
		const drawing = svg("svg", { "aria-hidden": "true" });
		for (const piece of pieces(lane, scale)) {
			const high = heights[piece.kind] ?? 70;
			const rect = svg("rect", {
				class: piece.kind,
				x: `${piece.from * 100}%`,
				width: `${Math.max(0.15, (piece.to - piece.from) * 100)}%`,
				y: `${50 - high / 2}%`,
				height: `${high}%`,
			});
			if (piece.flow > 0) {
				rect.append(svg("title", {}, `#${piece.flow}`));
				rect.addEventListener("click", (event) => {
					event.preventDefault();
					this.app.select(piece.flow);
					this.app.open();
				});
			}
			drawing.append(rect);
		}
		if (lane.closedBy) {
			const x = ((lane.to - scale.from) / (scale.to - scale.from)) * 100;
			drawing.append(svg("text", { class: "closed", x: `${Math.min(98, x)}%`, y: "72%" }, "✕"));
		}
		return drawing;
	}
}
