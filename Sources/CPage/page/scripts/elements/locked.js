/** What is shown to who has no key. */
import { el, fill } from "../dom.js";
import { safe } from "../model/words.js";
import { keep } from "../session.js";

/** @param {HTMLElement} host @param {string} text */
export function showLocked(host, text) {
	host.hidden = false;
	const field = el("input.mono", { autocomplete: "off", spellcheck: "false", size: 50 });
	const open = (/** @type {Event} */ event) => {
		event.preventDefault();
		if (!field.value.trim()) return field.focus();
		keep(field.value.trim());
		location.reload();
	};
	fill(
		host,
		el(
			"section.locked.page",
			el("h2", "This page needs its key"),
			text ? el("p", safe(text)) : null,
			el(
				"p",
				"Hark prints a URL with a key when it starts. Each key opens the page once, within ten minutes. Later, print a token in a terminal on this computer:",
			),
			el("pre", "hark page --token"),
			el(
				"form",
				{ onsubmit: open },
				el("label", "Paste it here: ", field),
				" ",
				el("button.plain", { type: "submit" }, "Open"),
			),
			el("p.dim", "An open tab shares its token with new tabs in the same browser."),
		),
	);
}
