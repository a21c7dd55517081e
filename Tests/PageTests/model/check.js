/** The two assertions that the tests need. */

/** @param {unknown} actual @param {unknown} expected */
export function equal(actual, expected) {
	const [one, other] = [JSON.stringify(actual), JSON.stringify(expected)];
	if (one !== other) throw new Error(`${one} is not ${other}`);
}

/** @param {unknown} held @param {string} [what] @returns {asserts held} */
export function ok(held, what = "it does not hold") {
	if (!held) throw new Error(what);
}

/** Numbers that look like chance and are the same each time. @param {number} seed */
export function chance(seed) {
	let state = seed;
	return (/** @type {number} */ below) => {
		state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
		return Math.floor((state / 2 ** 32) * below);
	};
}
