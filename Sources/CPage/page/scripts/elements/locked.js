/** What is shown to who has no key. */
import { el, fill, link } from "../dom.js";
import { reason, safe } from "../model/words.js";
import { keep, Session } from "../session.js";

/** Whether a password opens the page: the server says so, before anybody is let in. */
const isForGuests = document.documentElement.hasAttribute("data-password");

/** Asks for the password. @param {HTMLElement} host @param {string} text */
function askPassword(host, text) {
	const field = el("input", { type: "password", autocomplete: "current-password", required: true, maxlength: 1000 });
	const said = el("p.removed", { role: "alert" }, safe(text));
	const open = async (/** @type {Event} */ event) => {
		event.preventDefault();
		try {
			keep((await new Session().post("/api/session", { password: field.value })).token);
			location.reload();
		} catch (error) {
			said.textContent = safe(reason(error));
			field.select();
		}
	};
	fill(
		host,
		el(
			"section.locked.page",
			el("h2", "This page needs its password"),
			el(
				"form",
				{ onsubmit: open },
				el("label", "Password: ", field),
				" ",
				el("button.plain", { type: "submit" }, "Open"),
			),
			said,
			/^(127\.|localhost|\[::1\])/.test(location.hostname) &&
				link("Use a key or a token of this computer", () => askToken(host, "")),
		),
	);
	field.focus();
}

/** @param {HTMLElement} host @param {string} text */
export function showLocked(host, text) {
	host.hidden = false;
	if (isForGuests) askPassword(host, text);
	else askToken(host, text);
}

/** @param {HTMLElement} host @param {string} text */
function askToken(host, text) {
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
