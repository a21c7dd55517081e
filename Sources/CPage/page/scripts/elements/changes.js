/** Two banks of a river: the client's side left, the server's right, between them what Hark changed and why. */
import { el, Part, refresh } from "../dom.js";
import { capital, safe } from "../model/words.js";
import { nothing, section, toByte } from "./parts.js";

/** @type {Record<string, string>} */
const signs = { same: "", replaced: "≠", removed: "−", added: "+" };

export class TabChanges extends Part {
	element = el("div.changes");

	/** @param {Detail} detail */
	draw(detail) {
		/** @type {Changes | null} */
		const changes = detail.want("changes");
		if (!changes) {
			refresh(this.element, nothing("Reading the forwarded message …"));
			return;
		}
		if (!changes.known) {
			refresh(this.element, nothing("The forwarded message is unknown: this recording has only one side."));
			return;
		}
		refresh(
			this.element,
			changes.messages.flatMap(({ message, parts }) =>
				parts.map(({ part, lines }) => this.#bank(message, part, lines))
			),
		);
	}

	/** @param {"request" | "response"} message @param {string} part @param {ChangeLine[]} lines */
	#bank(message, part, lines) {
		const changed = lines.filter((line) => line.action !== "same").length;
		const way = message === "request" ? "client ▸ Hark ▸ server" : "client ◂ Hark ◂ server";
		const name = part === "head" ? message : `${message}, ${part}`;
		const words = changed === 0 ? "forwarded unchanged" : changed === 1 ? "1 line changed" : `${changed} lines changed`;
		// Offsets lead to the bytes as they came.
		const base = message === "request" ? 0 : this.#base;
		return section(
			`${capital(name)}: ${words}`,
			el(
				"div.banks",
				{ role: "table", "aria-label": `${name}: ${words}` },
				el(
					"div.bank.head",
					{ role: "row" },
					el("span", { role: "columnheader" }, "client's side"),
					el("span.between", { role: "columnheader" }, way),
					el("span", { role: "columnheader" }, "server's side"),
				),
				lines.map((line) => this.#line(message, line, base)),
			),
		);
	}

	/** Where the response begins among all bytes. */
	get #base() {
		return this.app.state.values.detail?.message("response")?.offset ?? 0;
	}

	/** @param {"request" | "response"} message @param {ChangeLine} line @param {number} base */
	#line(message, line, base) {
		const left = message === "request" ? line.came : line.went;
		const right = message === "request" ? line.went : line.came;
		const cell = (/** @type {string | null} */ text) =>
			el(
				"span",
				{ role: "cell", class: `captured mono ${text === null ? "none" : ""}` },
				text === null ? "—" : safe(text),
			);
		return el(
			"div",
			{ class: `bank ${line.action}`, role: "row" },
			cell(left),
			el(
				"span",
				{ role: "cell", class: "between" },
				signs[line.action],
				line.action !== "same" && el("span.unseen", line.action),
				line.reason && el("span.reason", safe(line.reason)),
				line.action !== "same" && line.cameAt &&
					toByte(this.app, base + line.cameAt[0], "bytes"),
			),
			cell(right),
		);
	}
}
