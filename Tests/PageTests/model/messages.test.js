import { blockSize, MessageBlocks } from "../../../Sources/CPage/page/scripts/model/messages.js";
import { equal } from "./check.js";

/** @param {number} first @param {number} count @returns {any} */
function answer(first, count) {
	const length = Math.max(0, Math.min(blockSize, count - first));
	return { first, count, messages: Array.from({ length }, (_, index) => ({ text: `m${first + index}` })) };
}

Deno.test("only what is seen is asked for, once", () => {
	const blocks = new MessageBlocks();
	blocks.count = 30_000;
	equal(blocks.missing(0, 40), [0]);
	equal(blocks.missing(190, 40), [0, 200]);
	equal(blocks.missing(29_990, 40), [29_800]);
	equal(blocks.missing(30_000, 40), []);
	blocks.store(answer(29_800, 30_000));
	equal(blocks.missing(29_990, 40), []);
	equal(blocks.at(29_999)?.text, "m29999");
	equal([blocks.at(30_000), blocks.at(0)], [null, null]);
});

Deno.test("a block that was not whole is asked for again when more came", () => {
	const blocks = new MessageBlocks();
	blocks.store(answer(0, 3));
	equal([blocks.count, blocks.missing(0, 40)], [3, []]);
	blocks.count = 4;
	equal(blocks.missing(0, 40), [0]);
	blocks.store(answer(0, 4));
	equal([blocks.at(3)?.text, blocks.missing(0, 40)], ["m3", []]);
});

Deno.test("an answer that comes late takes nothing away", () => {
	const blocks = new MessageBlocks();
	blocks.store(answer(0, 10));
	blocks.store(answer(0, 4));
	equal([blocks.count, blocks.at(9)?.text], [10, "m9"]);
});

Deno.test("what is held has an end", () => {
	const blocks = new MessageBlocks();
	for (let first = 0; first < 30_000; first += blockSize) blocks.store(answer(first, 30_000));
	equal(blocks.at(0), null);
	equal(blocks.at(29_999)?.text, "m29999");
	equal(blocks.missing(0, 10), [0]);
});
