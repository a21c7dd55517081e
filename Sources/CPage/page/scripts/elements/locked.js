/** What is shown to who has no key. */
import { el, fill } from "../dom.js";
import { safe } from "../model/words.js";

/** @param {HTMLElement} host @param {string} text */
export function showLocked(host, text) {
	host.hidden = false;
	fill(
		host,
		el(
			"section",
			{ class: "locked" },
			el("h2", {}, "This page needs its key"),
			text ? el("p", {}, safe(text)) : null,
			el(
				"p",
				{},
				"Hark prints an address with a key in it when it starts; each key opens the page once, within ten minutes. For a new one:",
			),
			el("pre", {}, "hark page --open"),
			el("p", { class: "dim" }, "A tab that is open already lends its token to new ones in the same browser."),
		),
	);
}
