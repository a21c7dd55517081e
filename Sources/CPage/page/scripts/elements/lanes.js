/** Connections on both sides of Hark: a lane each, exchanges as blocks on it, who closed and why, what reuse saved. */
import { button, el, fill, refresh, svg } from "../dom.js";
import { pieces, scaleOf } from "../model/lanes.js";
import { isShortened, marks, shareOf } from "../model/scale.js";
import { count, reason, safe, time } from "../model/words.js";
import { connection } from "./frames.js";
import { Chapter } from "./paged.js";
import { flowButton, nothing, paging } from "./parts.js";

const most = 150;
/** In hundredths of a lane: what is no exchange is told apart by its height, too. @type {Record<string, number>} */
const heights = { line: 4, connect: 40, handshake: 40, wait: 30, held: 30 };

export default class LanesScreen extends Chapter {
	/** What began later is left out; null: nothing is. @type {number | null} */
	#to = null;
	/** The first lane of each side that is shown. @type {Record<string, number>} */
	#first = {};

	/** @override */
	element = el("div.lanes.page");

	/** @override */
	path() {
		return this.#to === null ? "lanes" : `lanes?to=${this.#to}`;
	}

	/** @override @param {LanesAnswer} answer */
	draw(answer) {
		const scale = scaleOf([...answer.client, ...answer.server], answer);
		const reused = answer.server.reduce((sum, lane) => sum + Math.max(0, lane.exchanges.length - 1), 0);
		const saved = answer.server.reduce((sum, lane) => sum + lane.saved, 0);
		refresh(
			this.element,
			el("h2", "Connections"),
			el(
				"p.lead",
				`${count(answer.client.length)} from clients, ${count(answer.server.length)} to servers; ${
					count(reused)
				} exchanges reused an open connection, which saved ${time(saved)}.`,
				answer.omitted > 0 ? ` ${count(answer.omitted)} exchanges are earlier. ` : " ",
				answer.omitted > 0 && button("Earlier", () => this.#turn(first(answer) - 0.001)),
				this.#to !== null && button("Newest", () => this.#turn(null)),
			),
			this.#legend(),
			isShortened(scale) && el("p.dim", "Idle time is shortened."),
			this.#bank("Clients ▸ Hark", "client", answer.client, scale),
			this.#bank("Hark ▸ servers", "upstream", answer.server, scale),
		);
	}

	/** @param {number | null} to */
	#turn(to) {
		this.#to = to;
		this.#first = {};
		this.show();
	}

	#legend() {
		const kinds =
			"connect: connecting, handshake: TLS handshake, exchange: an exchange, open: still open, wait: waiting for the response, held: waiting to be sent, failed: failed"
				.split(", ").map((each) => each.split(": "));
		return el("p.legend", kinds.map(([kind, words]) => el("span", el("i", { class: `swatch ${kind}` }), words)));
	}

	/** @param {string} title @param {string} leg @param {Lane[]} lanes @param {LaneScale} scale */
	#bank(title, leg, lanes, scale) {
		const from = this.#first[leg] ?? 0;
		return el(
			"section",
			{ "aria-label": title },
			el("h3", title),
			lanes.length === 0 && nothing("None."),
			lanes.length > 0 && this.#axis(scale),
			lanes.slice(from, from + most).map((lane) => this.#lane(leg, lane, scale)),
			paging(from, most, lanes.length, "connections", (next) => {
				this.#first[leg] = next;
				this.show();
			}),
		);
	}

	/** @param {LaneScale} scale */
	#axis(scale) {
		const drawing = svg("svg", { class: "axis", "aria-hidden": "true" });
		for (const { at, share } of marks(scale)) {
			drawing.append(svg("text", { x: `${share * 100}%`, y: "75%" }, at === 0 ? "0" : time(at)));
		}
		return el("div.lane", el("span"), drawing);
	}

	/** @param {string} leg @param {Lane} lane @param {LaneScale} scale */
	#lane(leg, lane, scale) {
		return el(
			"details.lane",
			{
				"data-key": `${leg} ${lane.number}`,
				ontoggle: (/** @type {Event} */ event) =>
					this.#spoken(/** @type {HTMLElement} */ (event.target).querySelector(".spoken"), leg, lane),
			},
			el(
				"summary",
				el(
					"span.name",
					el("strong", String(lane.number)),
					` ${safe(lane.address ?? "", 60)} `,
					el("span.dim", lane.words),
				),
				this.#drawing(lane, scale),
			),
			el(
				"div.more",
				lane.remarks.map((text) => el("p", safe(text))),
				el(
					"ul",
					lane.exchanges.slice(0, 200).map((block) =>
						el(
							"li.captured",
							flowButton(this.app, block.flow),
							` ${safe(block.method, 40)} ${safe(block.path, 200)} ${block.status ?? ""} ${
								block.failed ? "✕ failed" : ""
							} ${time(block.to - block.from)}`,
							block.stream && el("span.dim", ` · stream ${block.stream}`),
							block.waits.map((wait) => el("div.warning", `… ${wait.text}`)),
						)
					),
				),
				el("div.spoken", { "data-own": true }),
			),
		);
	}

	/** What HTTP/2 said of the connection, read when it is opened. @param {Element | null} panel @param {string} leg @param {Lane} lane */
	async #spoken(panel, leg, lane) {
		const first = lane.exchanges.find((block) => block.stream);
		if (!first || !panel || panel.firstChild) return;
		try {
			/** @type {Frames} */
			const frames = await this.app.session.get(`/api/flows/${first.flow}/frames`);
			const made = frames.connections.find((each) => each.leg === leg && each.number === lane.number);
			if (made) fill(panel, connection(made));
		} catch (error) {
			fill(panel, nothing(reason(error)));
		}
	}

	/** @param {Event} event @param {number} flow */
	#open(event, flow) {
		event.preventDefault();
		this.app.select(flow);
		this.app.open();
	}

	/** @param {Lane} lane @param {LaneScale} scale */
	#drawing(lane, scale) {
		// Streams that ran at once lie one above the other.
		const height = `${Math.max(1.5, Math.min(lane.rows, 40) * 0.5)}rem`;
		const drawing = svg("svg", { "aria-hidden": "true", style: { height } });
		for (const piece of pieces(lane, scale)) {
			const high = (heights[piece.kind] ?? 70) / lane.rows;
			const isFlow = piece.flow > 0;
			drawing.append(
				svg(
					"rect",
					{
						class: piece.kind,
						x: `${piece.from * 100}%`,
						width: `${Math.max(0.2, (piece.to - piece.from) * 100)}%`,
						y: `${((piece.row + 0.5) * 100) / lane.rows - high / 2}%`,
						height: `${high}%`,
						...(isFlow ? { onclick: (/** @type {Event} */ event) => this.#open(event, piece.flow) } : {}),
					},
					isFlow ? svg("title", {}, `#${piece.flow}`) : null,
				),
			);
		}
		if (lane.closedBy) {
			// At the end it has its place to the left.
			const x = shareOf(scale, lane.to) * 100, anchor = x > 98 ? "end" : "start";
			drawing.append(svg("text", { class: "closed", x: `${Math.min(100, x)}%`, y: "72%", "text-anchor": anchor }, "✕"));
		}
		return drawing;
	}
}

/** When the first exchange began that is told of. @param {LanesAnswer} answer */
function first({ client, server }) {
	return Math.min(...[...client, ...server].flatMap(({ exchanges }) => exchanges.map(({ from }) => from)));
}
