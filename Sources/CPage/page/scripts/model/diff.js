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

/** A number of JSON as it was written: more digits than a number of JavaScript holds are not lost. */
class Written {
	/** @param {string} source */
	constructor(source) {
		this.source = source;
	}
}

/** A text of JSON as values; undefined when it is none. @param {string} text @returns {unknown} */
export function valueOf(text) {
	try {
		// What comes third is not known to all types of the language yet.
		const read = /** @type {(this: any, key: string, value: any, context?: {source?: string}) => any} */ (
			(_, value, context) => typeof value === "number" ? new Written(context?.source ?? String(value)) : value
		);
		const value = JSON.parse(text, read);
		// What is nested too deeply to be written is not compared.
		textOf(value);
		return value;
	} catch {
		return undefined;
	}
}

/** As JSON. @param {unknown} value */
export function textOf(value) {
	return value instanceof Written
		? value.source
		: JSON.stringify(value, (_, each) => each instanceof Written ? Number(each.source) : each) ?? "";
}

/** @param {unknown} left @param {unknown} right */
function isSame(left, right) {
	if (!(left instanceof Written && right instanceof Written)) return left === right;
	if (left.source === right.source) return true;
	return Number.isSafeInteger(Number(left.source)) && Number(left.source) === Number(right.source);
}

/** @param {unknown} value @returns {value is Record<string, unknown>} */
const isTree = (value) => typeof value === "object" && value !== null && !(value instanceof Written);

/**
 * What differs between two values of JSON, by its path; undefined on the side that lacks it.
 * @param {unknown} left @param {unknown} right
 * @returns {Difference[]} so many at most
 */
export function differences(left, right, longest = 500) {
	/** @type {Difference[]} */
	const found = [];
	const compare = (/** @type {string} */ path, /** @type {unknown} */ one, /** @type {unknown} */ other, depth = 0) => {
		if (found.length >= longest || isSame(one, other)) return;
		const isBoth = isTree(one) && isTree(other) && Array.isArray(one) === Array.isArray(other) && depth < 200;
		if (!isBoth) found.push({ path, left: one, right: other });
		else if (Array.isArray(one) && Array.isArray(other)) {
			paired(one, other).forEach(([place, before, after]) => compare(`${path}[${place}]`, before, after, depth + 1));
		} else {
			for (const name of new Set([...Object.keys(one), ...Object.keys(other)])) {
				const step = /^[A-Za-z_$][\w$]*$/.test(name) ? `.${name}` : `[${JSON.stringify(name)}]`;
				const own = (/** @type {Record<string, unknown>} */ tree) => Object.hasOwn(tree, name) ? tree[name] : undefined;
				compare(path + step, own(one), own(other), depth + 1);
			}
		}
	};
	compare("$", left, right);
	return found;
}

/** Elements of two lists that belong together: those that are equal in order, and between them by their place. @param {unknown[]} left @param {unknown[]} right */
function paired(left, right) {
	/** @type {[place: number, left: unknown, right: unknown][]} */
	const pairs = [];
	let [row, column] = [0, 0];
	/** @type {number[]} */
	let waiting = [];
	for (const { kind } of diff(left.map(textOf), right.map(textOf))) {
		if (kind === "same") {
			row += 1;
			column += 1;
			waiting = [];
		} else if (kind === "left") {
			waiting.push(pairs.length);
			pairs.push([row, left[row], undefined]);
			row += 1;
		} else {
			const place = waiting.shift();
			if (place === undefined) pairs.push([column, undefined, right[column]]);
			else pairs[place][2] = right[column];
			column += 1;
		}
	}
	return pairs;
}
