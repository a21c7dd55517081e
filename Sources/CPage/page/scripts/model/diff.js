/** Lines that two texts have in common, in order, and those that only one has. Pure. */

/** More lines than this are compared by place alone. */
const most = 800;

/** @param {string[]} left @param {string[]} right @returns {DiffLine[]} */
export function diff(left, right) {
	let head = 0;
	while (head < left.length && head < right.length && left[head] === right[head]) head += 1;
	let tail = 0;
	while (tail < left.length - head && tail < right.length - head && left.at(-1 - tail) === right.at(-1 - tail)) {
		tail += 1;
	}
	const middle = between(left.slice(head, left.length - tail), right.slice(head, right.length - tail));
	const same = (/** @type {string} */ text) => ({ kind: /** @type {const} */ ("same"), text });
	return [...left.slice(0, head).map(same), ...middle, ...left.slice(left.length - tail).map(same)];
}

/** The longest common subsequence. @param {string[]} left @param {string[]} right @returns {DiffLine[]} */
function between(left, right) {
	if (left.length > most || right.length > most) {
		return [
			...left.map((text) => ({ kind: /** @type {const} */ ("left"), text })),
			...right.map((text) => ({ kind: /** @type {const} */ ("right"), text })),
		];
	}
	const width = right.length + 1;
	const table = new Uint16Array((left.length + 1) * width);
	for (let row = left.length - 1; row >= 0; row -= 1) {
		for (let column = right.length - 1; column >= 0; column -= 1) {
			table[row * width + column] = left[row] === right[column]
				? table[(row + 1) * width + column + 1] + 1
				: Math.max(table[(row + 1) * width + column], table[row * width + column + 1]);
		}
	}
	/** @type {DiffLine[]} */
	const result = [];
	let row = 0;
	let column = 0;
	while (row < left.length || column < right.length) {
		if (row < left.length && column < right.length && left[row] === right[column]) {
			result.push({ kind: "same", text: left[row] });
			row += 1;
			column += 1;
		} else if (
			column >= right.length ||
			(row < left.length && table[(row + 1) * width + column] >= table[row * width + column + 1])
		) {
			result.push({ kind: "left", text: left[row++] });
		} else result.push({ kind: "right", text: right[column++] });
	}
	return result;
}
