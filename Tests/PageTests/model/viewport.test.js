import {
	atEnd,
	contentHeight,
	firstRow,
	longest,
	topFor,
	topToShow,
} from "../../../Sources/CPage/page/scripts/model/viewport.js";
import { Blocks, blockSize, mostBlocks } from "../../../Sources/CPage/page/scripts/blocks.js";
import { chance, equal, ok } from "./check.js";

/** @param {number} rows */
const view = (rows) => ({ rows, height: 600, rowHeight: 24 });

Deno.test("each row of a short list can be seen whole, the last one at the end", () => {
	for (const rows of [0, 1, 24, 25, 26, 1000, 100_000]) {
		const end = contentHeight(view(rows)) - 600;
		const { first, shift } = firstRow(view(rows), Math.max(0, end));
		ok(rows <= 25 ? first === 0 && shift === 0 : first + 25 >= rows, `${rows} rows: ${first} ${shift}`);
		ok(rows <= 25 || atEnd(view(rows), end));
	}
});

Deno.test("each of ten million rows can be reached, though the scroller is no longer than browsers allow", () => {
	const many = view(10_000_000);
	equal(contentHeight(many), longest);
	for (const index of [0, 1, 2, 4_999_999, 9_999_974, 9_999_975]) {
		const { first } = firstRow(many, topFor(many, index));
		ok(Math.abs(first - Math.min(index, 9_999_975)) <= 1, `${index} is shown from ${first}`);
	}
	ok(firstRow(many, longest - 600).first + 25 >= 10_000_000, "the last row is not seen at the end");
});

Deno.test("showing a row that is seen does not move the list; one that is not is brought in", () => {
	const random = chance(7);
	for (let round = 0; round < 2000; round += 1) {
		const rows = 30 + random(random(2) ? 5000 : 3_000_000);
		const shown = view(rows);
		const top = random(contentHeight(shown) - 600);
		const index = random(rows);
		const before = firstRow(shown, top);
		const next = topToShow(shown, index, top);
		const after = firstRow(shown, next);
		const position = index * 24 - (after.first * 24 + after.shift);
		ok(position >= -1 && position + 24 <= 601, `row ${index} of ${rows} stands at ${position}`);
		const was = index * 24 - (before.first * 24 + before.shift);
		if (was >= 0 && was + 24 <= 600) equal(next, top);
	}
});

Deno.test("the page holds 20,000 rows at most, and those that one looks at", () => {
	const blocks = new Blocks(() => Promise.resolve([]), () => {});
	const row = (/** @type {number} */ id) => /** @type {any} */ ({ id });
	for (let block = 0; block < 500; block += 1) {
		blocks.store(
			block * blockSize,
			Array.from({ length: blockSize }, (_, index) => row(block * blockSize + index + 1)),
		);
		blocks.need(0, 10, 100_000);
	}
	equal(blocks.held, mostBlocks);
	ok(blocks.at(0), "what is looked at was thrown away");
	equal(blocks.at(2 * blockSize), undefined);
	equal(blocks.placeOf(2 * blockSize + 1), -1);
	equal(blocks.placeOf(1), 0);
});

Deno.test("rows that are missing are asked for once, the newest wish first, and an answer to an old list is dropped", async () => {
	/** @type {{first: number, count: number, give: (rows: any[]) => void}[]} */
	const asked = [];
	const blocks = new Blocks(
		(first, count) => new Promise((resolve) => asked.push({ first, count, give: resolve })),
		() => {},
	);
	blocks.need(0, 20, 1000);
	blocks.need(0, 20, 1000);
	equal(asked.length, 1);
	blocks.need(500, 520, 1000);
	blocks.need(300, 320, 1000);
	blocks.need(800, 820, 1000);
	equal(asked.length, 2);
	blocks.clear();
	asked[0].give(Array.from({ length: asked[0].count }, (_, index) => ({ id: index + 1 })));
	await new Promise((resolve) => queueMicrotask(() => queueMicrotask(() => resolve(null))));
	equal(blocks.at(0), undefined);
});
