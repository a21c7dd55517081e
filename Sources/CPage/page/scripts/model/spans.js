/** The tree of spans that tiles a message, and the ways through it. Pure. */

/** The spans over a byte, from the widest to the narrowest. @param {Span[]} spans @param {number} offset @returns {Span[]} */
export function pathAt(spans, offset) {
	/** @type {Span[]} */
	const path = [];
	let level = spans;
	while (level.length > 0) {
		const span = find(level, offset);
		if (!span) break;
		path.push(span);
		level = span.children;
	}
	return path;
}

/** @param {Span[]} level in order of their offsets @param {number} offset */
function find(level, offset) {
	let low = 0;
	let high = level.length - 1;
	while (low <= high) {
		const middle = (low + high) >> 1;
		const span = level[middle];
		if (offset < span.offset) high = middle - 1;
		else if (offset >= span.offset + span.length) low = middle + 1;
		else return span;
	}
	return null;
}

/**
 * Where the arrow keys lead from a place in the tree: a neighbour of the same width, wider, narrower.
 * @param {Span[]} spans @param {{offset: number, depth: number}} at @param {"left" | "right" | "up" | "down"} way
 */
export function moved(spans, at, way) {
	const path = pathAt(spans, at.offset);
	if (path.length === 0) return at;
	const depth = Math.min(at.depth, path.length - 1);
	const here = path[depth];
	// Wider and narrower go around the same byte, so that down leads back to where up came from.
	if (way === "up") return { offset: at.offset, depth: Math.max(0, depth - 1) };
	if (way === "down") return { offset: at.offset, depth: Math.min(path.length - 1, depth + 1) };
	const offset = way === "right" ? here.offset + here.length : here.offset - 1;
	const next = pathAt(spans, offset);
	if (next.length === 0) return { offset: here.offset, depth };
	const level = Math.min(depth, next.length - 1);
	return { offset: next[level].offset, depth: level };
}

/** The span at a place, and its path. @param {Span[]} spans @param {{offset: number, depth: number}} at */
export function spanAt(spans, at) {
	const path = pathAt(spans, at.offset);
	const depth = Math.min(at.depth, path.length - 1);
	return { path: path.slice(0, depth + 1), span: path[depth] ?? null, depth };
}

/** The leaves in order: each byte that has a span is in one of them. @param {Span[]} spans @returns {Span[]} */
export function leaves(spans) {
	/** @type {Span[]} */
	const result = [];
	const visit = (/** @type {Span} */ span) => {
		if (span.children.length === 0) result.push(span);
		else span.children.forEach(visit);
	};
	spans.forEach(visit);
	return result;
}

/** Whether spans tile a range and children their parents. @param {Span[]} spans @param {number} from @param {number} to @returns {boolean} */
export function tiles(spans, from, to) {
	let at = from;
	for (const span of spans) {
		if (span.offset !== at) return false;
		if (span.children.length > 0 && !tiles(span.children, span.offset, span.offset + span.length)) return false;
		at += span.length;
	}
	return at === to;
}

/** What kind of colour a leaf has: what it is in the line, not its exact rule. @param {Span[]} path */
export function tone(path) {
	if (path.some((span) => span.malformed)) return "malformed";
	const leaf = path[path.length - 1];
	if (!leaf) return "plain";
	if (/^(CRLF|SP|OWS|BWS|RWS|HTAB|LF|CR|".*")$/.test(leaf.rule)) return "sign";
	if (path.some((span) => span.rule === "field-name")) return "name";
	if (path.some((span) => /^chunk-(size|ext)/.test(span.rule))) return "chunk";
	if (path.some((span) => /^(field-value|OWS)$/.test(span.rule))) {
		return leaf.rule === "field-value" ? "value" : "part";
	}
	if (path.some((span) => /^(request-line|status-line)$/.test(span.rule))) return "start";
	if (path.some((span) => /data|content|body/.test(span.rule))) return "content";
	return "plain";
}

/**
 * A message of HTTP/2 or 3 is a list of fields, which has neither a first line nor ends of lines (RFC 9113 §8.3),
 * whoever recorded it. @param {string | undefined} version
 */
export function isFieldList(version) {
	return /^(HTTP\/?|h)[23]/i.test(version ?? "");
}

/**
 * How a part of what tools write as a first line stands in a list of fields; null: as it is.
 * @param {Span[]} path @param {Span} leaf @returns {{name: string, isShown: boolean, end: string} | null}
 */
export function listed(path, leaf) {
	if (/^(CRLF|LF)$/.test(leaf.rule)) return { name: "", isShown: false, end: "\n" };
	if (!path.some(({ rule }) => /^(request-line|status-line)$/.test(rule))) return null;
	const target = path.find(({ rule }) => rule === "request-target");
	if (target) return { name: leaf.offset === target.offset ? ":path" : "", isShown: true, end: "" };
	if (leaf.rule === "method") return { name: ":method", isShown: true, end: "\n" };
	if (leaf.rule === "status-code") return { name: ":status", isShown: true, end: "" };
	return { name: "", isShown: false, end: "" };
}
