import { Paced } from "../../../Sources/CPage/page/scripts/model/paced.js";
import { equal } from "./check.js";

/** Something to do that ends when it is told to, and a pause that does, too. */
function made() {
	/** @type {number[]} */
	const begun = [];
	/** @type {((value?: unknown) => void)[]} */
	const works = [];
	/** @type {((value?: unknown) => void)[]} */
	const pauses = [];
	let fails = false;
	const paced = new Paced(
		(of) => {
			begun.push(of);
			if (fails) return Promise.reject(new Error("no"));
			return new Promise((done) => works.push(done));
		},
		() => new Promise((done) => pauses.push(done)),
	);
	return { paced, begun, works, pauses, fail: (/** @type {boolean} */ value) => (fails = value) };
}

/** All that follows from what was settled has happened. */
const settled = () => new Promise((done) => setTimeout(done, 0));

Deno.test("the first is done at once, the others once when it and the pause are over", async () => {
	const { paced, begun, works, pauses } = made();
	for (let number = 1; number <= 50; number += 1) paced.ask(number);
	equal(begun, [1]);
	works[0]();
	await settled();
	equal(begun, [1]);
	pauses[0]();
	await settled();
	equal(begun, [1, 50]);
});

Deno.test("one at a time, however long it takes", async () => {
	const { paced, begun, works, pauses } = made();
	paced.ask(1);
	paced.ask(1);
	pauses[0]();
	await settled();
	equal(begun, [1]);
	works[0]();
	await settled();
	equal(begun, [1, 1]);
});

Deno.test("what nobody asked for is not done, and what is asked for later is", async () => {
	const { paced, begun, works, pauses } = made();
	paced.ask(1);
	works[0]();
	pauses[0]();
	await settled();
	equal(begun, [1]);
	paced.ask(2);
	equal(begun, [1, 2]);
});

Deno.test("what failed does not end it", async () => {
	const { paced, begun, pauses, fail } = made();
	fail(true);
	paced.ask(1);
	paced.ask(2);
	fail(false);
	pauses[0]();
	await settled();
	equal(begun, [1, 2]);
});
