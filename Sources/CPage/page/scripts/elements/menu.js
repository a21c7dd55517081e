/** What can be done with a row, at the pointer: by the right button, the menu key, or Shift with F10. */
import { el, fill } from "../dom.js";
import { quoted, urlParts } from "../model/words.js";
import { copyAs, toClipboard } from "./handing.js";

export class RowMenu {
	/** @param {App} app */
	constructor(app) {
		this.app = app;
		this.element = el("div.menu.popup", { role: "menu", "aria-label": "Do with this exchange", hidden: true });
		this.element.addEventListener("keydown", (event) => this.#key(event));
		this.element.addEventListener("focusout", (event) => {
			if (!this.element.contains(/** @type {Node | null} */ (event.relatedTarget))) this.element.hidden = true;
		});
	}

	/** @param {Row} row @param {number} x @param {number} y within the list */
	open(row, x, y) {
		const { app, element } = this;
		const { canResend, canEdit } = app.state.values.session?.session ?? {};
		const host = urlParts(row.url ?? "").name;
		/** @type {([string, () => void] | false | null | undefined)[]} */
		const items = [
			["Open", () => app.open()],
			["Copy as curl", () => copyAs(app, "curl", false)],
			["Copy the URL", () => toClipboard(app, row.url ?? "", "Copied the original URL.")],
			["Copy as …", () => app.run("copy")],
			["Save …", () => app.run("save")],
			canResend && ["Resend …", () => app.run("resend")],
			canResend && ["New request from it …", () => app.run("composeCopy")],
			canResend && app.owns && ["Block this host", () => app.run("makeRule", "block")],
			app.owns && ["Make a rule …", () => app.run("makeRule")],
			host !== "" && ["Only this host", () => app.narrow(`host = ${quoted(host)}`, false)],
			host !== "" && ["Without this host", () => app.narrow(`host = ${quoted(host)}`, true)],
			["Mark to compare", () => app.run("mark")],
			canEdit && ["Pin or unpin", () => app.run("pinFlow")],
			canEdit && ["Comment …", () => app.run("comment")],
		];
		fill(
			element,
			items.map((item) =>
				item && el("button", {
					role: "menuitem",
					tabindex: -1,
					onclick: () => {
						this.#close();
						this.app.attempt(item[1]);
					},
				}, item[0])
			),
		);
		element.hidden = false;
		const { clientWidth, clientHeight } = /** @type {HTMLElement} */ (element.parentElement);
		element.style.setProperty("left", `${Math.max(0, Math.min(x, clientWidth - element.offsetWidth))}px`);
		element.style.setProperty("top", `${Math.max(0, Math.min(y, clientHeight - element.offsetHeight))}px`);
		element.querySelector("button")?.focus();
	}

	#close() {
		this.element.hidden = true;
		this.app.run("toList");
	}

	/** @param {KeyboardEvent} event */
	#key(event) {
		const all = [...this.element.querySelectorAll("button")];
		const at = all.indexOf(/** @type {any} */ (document.activeElement));
		const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 }[event.key];
		event.stopPropagation();
		if (next !== undefined) all.at(next % all.length)?.focus();
		else if (event.key === "Escape" || event.key === "Tab") this.#close();
		else return;
		event.preventDefault();
	}
}
