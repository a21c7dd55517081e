/** What is shown to who has no key. */
import { el, fill } from "../dom.js";
import { safe } from "../model/words.js";

/** @param {HTMLElement} host @param {string} text */
export function showLocked(host, text) {
	host.hidden = false;
	fill(
		host,
		el(
			"section.locked",
			el("h2", "This page needs its key"),
			text ? el("p", safe(text)) : null,
			el(
				"p",
				"Hark prints a URL with a key when it starts. Each key opens the page once, within ten minutes. For a new one:",
			),
			el("pre", "hark page --open"),
			el("p.dim", "An open tab shares its token with new tabs in the same browser."),
		),
	);
}
