/** Places in a text: the server counts bytes of UTF-8, JavaScript counts halves of UTF-16. Pure. */

/** @param {string} text @param {number} index */
export function toBytes(text, index) {
	return new TextEncoder().encode(text.slice(0, index)).length;
}

/** @param {string} text @param {number} bytes */
export function fromBytes(text, bytes) {
	let seen = 0;
	let index = 0;
	for (const character of text) {
		if (seen >= bytes) return index;
		const code = /** @type {number} */ (character.codePointAt(0));
		seen += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
		index += character.length;
	}
	return index;
}

/** A text around a place in it: before, the place, behind. At least one character is shown as the place. @param {string} text @param {number} offset bytes @param {number} length bytes */
export function around(text, offset, length) {
	const from = fromBytes(text, offset);
	const to = Math.max(fromBytes(text, offset + length), from);
	return { before: text.slice(0, from), at: text.slice(from, to) || " ", after: text.slice(to) };
}

/**
 * Where a stretch of a text ends after an edit; null when more than one word was changed, or something outside of it.
 * @param {string} before @param {string} after @param {Scale} stretch
 */
export function kept(before, after, { from, to }) {
	const tail = before.slice(to);
	const end = after.length - tail.length;
	const same = end >= from && after.startsWith(before.slice(0, from)) && after.endsWith(tail);
	return same && !/\s/.test(after.slice(from, end)) ? end : null;
}
