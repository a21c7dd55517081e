/** Which key does what. The map itself comes from the server, so that page and terminal have the same. Pure. */

/** How a key is written for people. @param {string} key as KeyboardEvent.key has it */
export function keyWord(key) {
	const words = /** @type {Record<string, string>} */ ({
		ArrowUp: "↑",
		ArrowDown: "↓",
		ArrowLeft: "←",
		ArrowRight: "→",
		" ": "Space",
		PageDown: "PgDn",
		PageUp: "PgUp",
		Escape: "Esc",
	});
	return words[key] ?? key;
}

/**
 * The command of a key where the focus is: a binding of the innermost place goes before one of those around it.
 * What is held with Ctrl, Alt or Meta is left to browser and system.
 * @param {Binding[]} bindings @param {{key: string, ctrlKey: boolean, metaKey: boolean, altKey: boolean}} event
 * @param {string[]} places the innermost first
 */
export function commandFor(bindings, event, places) {
	if (event.ctrlKey || event.metaKey || event.altKey) return null;
	for (const place of [...places, "anywhere"]) {
		const binding = bindings.find((each) => each.where === place && each.keys.includes(event.key));
		if (binding) return binding.command;
	}
	return null;
}

/** Commands whose words have all the letters of the search, in order; the best first. @template {{words: string}} T @param {T[]} commands @param {string} search @returns {T[]} */
export function found(commands, search) {
	const wanted = search.trim().toLowerCase();
	if (wanted === "") return commands;
	const scored = commands.map((command) => ({ command, score: score(command.words.toLowerCase(), wanted) }));
	return scored.filter((entry) => entry.score >= 0).sort((a, b) => a.score - b.score).map((entry) => entry.command);
}

/** @param {string} text @param {string} wanted */
function score(text, wanted) {
	const whole = text.indexOf(wanted);
	if (whole >= 0) return whole;
	let at = -1;
	let gaps = 0;
	for (const letter of wanted) {
		const next = text.indexOf(letter, at + 1);
		if (next < 0) return -1;
		gaps += next - at - 1;
		at = next;
	}
	return 100 + gaps;
}
