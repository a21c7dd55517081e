/** The headers of a message that is edited, as text or as a table. The text is what counts: the table writes into it. */
import { button, el, fill } from "../dom.js";
import { changed, rowsOf, textOf } from "../model/rows.js";
import { safe } from "../model/words.js";

const stored = "hark.headers";

export class HeaderTable {
	/** @type {HeadLines | null} */
	head = null;

	/** @param {HTMLTextAreaElement} text @param {boolean} hasStart its first line is that of the request */
	constructor(text, hasStart) {
		this.text = text;
		this.hasStart = hasStart;
		this.table = el("div.headtable", { hidden: true, role: "group", "aria-label": `${text.ariaLabel}, as a table` });
		this.turn = button("Table", () => this.show(this.text.hidden === false));
		this.parts = [el("p.tools", this.turn), text, this.table];
		if (localStorage.getItem(stored) === "table") this.show(true);
	}

	/** @param {boolean} isTable */
	show(isTable) {
		localStorage.setItem(stored, isTable ? "table" : "text");
		this.turn.textContent = isTable ? "Text" : "Table";
		this.table.hidden = !isTable;
		this.text.hidden = isTable;
		this.draw();
	}

	/** Draws the rows anew, as after the text was written by somebody else. */
	draw() {
		if (this.table.hidden) return;
		this.head = rowsOf(this.text.value, this.hasStart);
		const { start, rows } = this.head;
		fill(
			this.table,
			start !== null && this.#input("Request line", start, (value) => this.#write({ start: value })),
			rows.map((_, place) => this.#row(place)),
			this.#row(rows.length),
		);
	}

	/** @param {string} label @param {string} value @param {(value: string) => void} take @param {string} [hint] */
	#input(label, value, take, hint) {
		const input = el("input.mono", {
			type: "text",
			"aria-label": label,
			spellcheck: "false",
			autocapitalize: "off",
			placeholder: hint,
		});
		input.value = value;
		input.addEventListener("input", () => take(input.value));
		return input;
	}

	/** That after the last is empty, and makes another when it is written into. @param {number} place */
	#row(place) {
		const known = this.head?.rows[place];
		const row = known ?? { name: "", value: "", raw: null };
		const label = `header ${place + 1}`;
		const remove = el(
			"button",
			{
				onclick: () => this.#remove(place),
				hidden: !known,
				"aria-label": `Remove ${safe(row.name, 60) || label}`,
				title: "Remove",
			},
			"×",
		);
		const take = (/** @type {Partial<HeadRow>} */ change) => {
			const rows = [...(this.head?.rows ?? [])];
			const isNew = place === rows.length;
			rows[place] = changed(rows[place] ?? row, change);
			this.#write({ rows });
			if (!isNew) return;
			remove.hidden = false;
			this.table.append(this.#row(place + 1));
		};
		const name = (/** @type {string} */ name) => take({ name });
		const value = (/** @type {string} */ value) => take({ value });
		return el(
			"div.headrow",
			row.value === null
				? this.#input(`Line ${place + 1}, not a header`, row.name, name)
				: this.#input(`Name of ${label}`, row.name, name, "Name"),
			row.value !== null && this.#input(`Value of ${label}`, row.value, value, "Value"),
			remove,
		);
	}

	/** @param {number} place */
	#remove(place) {
		this.#write({ rows: (this.head?.rows ?? []).filter((_, other) => other !== place) });
		this.draw();
		this.table.querySelector("input")?.focus();
	}

	/** @param {Partial<{start: string, rows: HeadRow[]}>} change */
	#write(change) {
		if (!this.head) return;
		this.head = { ...this.head, ...change };
		this.text.value = textOf(this.head);
		this.text.dispatchEvent(new Event("input"));
	}
}
