import {
	isFieldList,
	leaves,
	listed,
	moved,
	pathAt,
	spanAt,
	tiles,
	tone,
} from "../../../Sources/CPage/page/scripts/model/spans.js";
import { chance, equal, ok } from "./check.js";

/** A tree that tiles a stretch, as deep as chance has it. @param {number} from @param {number} length @param {number} depth @param {(below: number) => number} random @returns {Span[]} */
function tree(from, length, depth, random) {
	const result = [];
	for (let at = from; at < from + length;) {
		const size = Math.min(from + length - at, 1 + random(9));
		const children = depth > 0 && random(2) ? tree(at, size, depth - 1, random) : [];
		result.push({ offset: at, length: size, rule: `rule-${depth}`, spec: "", text: "", malformed: false, children });
		at += size;
	}
	return result;
}

Deno.test("every byte has a path from the message down to one leaf", () => {
	const random = chance(3);
	for (let round = 0; round < 200; round += 1) {
		const base = random(50);
		const length = 1 + random(80);
		const spans = tree(base, length, 3, random);
		ok(tiles(spans, base, base + length));
		for (let offset = base; offset < base + length; offset += 1) {
			const path = pathAt(spans, offset);
			const leaf = path.at(-1);
			ok(leaf && leaf.children.length === 0 && leaf.offset <= offset && offset < leaf.offset + leaf.length);
			ok(path.every((span, index) => index === 0 || path[index - 1].children.includes(span)));
		}
		equal(pathAt(spans, base - 1), []);
		equal(pathAt(spans, base + length), []);
		equal(leaves(spans).reduce((sum, leaf) => sum + leaf.length, 0), length);
	}
});

Deno.test("the arrow to the right visits every leaf in order and stops at the end, the one to the left goes back", () => {
	const random = chance(11);
	for (let round = 0; round < 100; round += 1) {
		const spans = tree(0, 60, 3, random);
		const all = leaves(spans).map((leaf) => leaf.offset);
		let at = { offset: 0, depth: 99 };
		const seen = [0];
		for (let step = 0; step < 100; step += 1) {
			const next = moved(spans, { ...at, depth: 99 }, "right");
			if (next.offset === at.offset) break;
			at = next;
			seen.push(at.offset);
		}
		equal(seen, all);
		for (let step = seen.length - 2; step >= 0; step -= 1) at = moved(spans, { ...at, depth: 99 }, "left");
		equal(at.offset, 0);
	}
});

Deno.test("up is wider, down is narrower, neither leaves the path", () => {
	const random = chance(5);
	const spans = tree(0, 100, 3, random);
	for (let offset = 0; offset < 100; offset += 1) {
		const depth = pathAt(spans, offset).length - 1;
		const up = moved(spans, { offset, depth }, "up");
		equal(up.depth, Math.max(0, depth - 1));
		ok(spanAt(spans, up).span.length >= spanAt(spans, { offset, depth }).span.length);
		ok(moved(spans, { offset, depth: 99 }, "down").depth <= pathAt(spans, offset).length - 1);
	}
});

Deno.test("what breaks a rule looks broken, whatever it stands in", () => {
	const leaf = { offset: 0, length: 1, rule: "OWS", spec: "", text: "", malformed: true, children: [] };
	equal(tone([leaf]), "malformed");
	equal(tone([{ ...leaf, malformed: false }]), "sign");
	equal(tone([]), "plain");
});

Deno.test("what HTTP/2 and 3 carry is a list of fields, whoever recorded it; HTTP/1 has lines", () => {
	for (const version of ["HTTP/2", "HTTP/2.0", "h2", "http/2.0", "HTTP/3", "h3", "HTTP/3.0"]) ok(isFieldList(version));
	for (const version of ["HTTP/1.1", "HTTP/1.0", "http/1.1", "h1", "", undefined, "unknown", "data"]) {
		ok(!isFieldList(version));
	}
});

Deno.test("a first line that a tool wrote becomes the fields that it stands for, and no end of a line is drawn", () => {
	const leaf = (/** @type {string} */ rule, offset = 0) => ({ ...tree(0, 1, 0, () => 0)[0], rule, offset });
	const line = leaf("request-line");
	equal(listed([line, leaf("method")], leaf("method"))?.name, ":method");
	equal(listed([line, leaf("request-target", 4), leaf("path", 4)], leaf("path", 4))?.name, ":path");
	equal(listed([line, leaf("request-target", 4), leaf("query", 9)], leaf("query", 9))?.name, "");
	equal(listed([line, leaf("HTTP-version", 12)], leaf("HTTP-version", 12))?.isShown, false);
	equal(listed([leaf("status-line"), leaf("status-code")], leaf("status-code"))?.name, ":status");
	equal(listed([leaf("field-line"), leaf("CRLF")], leaf("CRLF")), { name: "", isShown: false, end: "\n" });
	equal(listed([leaf("field-line"), leaf("field-value")], leaf("field-value")), null);
});
