/** Removals that wait a moment, so that they can be undone. */

/** So long, in ms. */
const patience = 8000;
/** What does each of them at once, by what it is about. @type {Map<string, () => void>} */
const doomed = new Map();

/** @param {string} what */
export const isDoomed = (what) => doomed.has(what);

/** Removes something later, or when the page is left; what it returns undoes that. @param {string} what @param {() => void} remove */
export function later(what, remove) {
	const end = () => {
		clearTimeout(timer);
		return doomed.delete(what);
	};
	const now = () => end() && remove();
	const timer = setTimeout(now, patience);
	doomed.set(what, now);
	return end;
}

// Who leaves the page undoes nothing any more.
addEventListener("pagehide", () => [...doomed.values()].forEach((now) => now()));
