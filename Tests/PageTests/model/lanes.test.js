/** The scale of connections: a pause takes little room, and order is kept. */
import { scaleOf } from "../../../Sources/CPage/page/scripts/model/lanes.js";
import { marks, shareOf } from "../../../Sources/CPage/page/scripts/model/scale.js";
import { chance, ok } from "./check.js";

/** @param {[number, number][]} spans @returns {Lane} */
const lane = (spans) => /** @type {Lane} */ ({
	number: 1,
	run: "",
	address: null,
	from: spans[0][0],
	to: spans[spans.length - 1][1],
	connect: null,
	handshake: null,
	closedBy: null,
	words: "",
	remarks: [],
	rows: 1,
	saved: 0,
	exchanges: spans.map(([from, to]) => ({
		flow: 1,
		from,
		to,
		wait: null,
		method: "GET",
		path: "/",
		status: 200,
		failed: false,
		open: false,
		stream: null,
		row: 0,
		waits: [],
	})),
});

Deno.test("one long pause does not make a smear of all lanes", () => {
	const scale = scaleOf([lane([[0, 50], [60, 100]]), lane([[10, 90], [300_000, 300_040]])], { from: 0, to: 300_040 });
	const width = shareOf(scale, 100) - shareOf(scale, 0);
	ok(width > 0.5, `what happened first has ${width} of the width`);
	ok(shareOf(scale, 300_040) - shareOf(scale, 300_000) > 0.2, "what happened last is seen, too");
	ok(shareOf(scale, 300_000) - shareOf(scale, 100) < 0.05, "the pause is short");
});

Deno.test("without a pause the scale is even", () => {
	const scale = scaleOf([lane([[0, 40], [40, 100]])], { from: 0, to: 100 });
	for (const at of [0, 25, 50, 100]) ok(Math.abs(shareOf(scale, at) - at / 100) < 1e-9, `${at}`);
});

Deno.test("places ascend with time and stay between 0 and 1, whatever the lanes", () => {
	const next = chance(5);
	for (let round = 0; round < 200; round += 1) {
		const lanes = Array.from({ length: 1 + next(5) }, () => {
			let at = next(1000);
			return lane(Array.from({ length: 1 + next(6) }, () => {
				const from = at + next(next(2) === 0 ? 10 : 1_000_000);
				at = from + next(500);
				return /** @type {[number, number]} */ ([from, at]);
			}));
		});
		const scale = scaleOf(lanes, { from: 0, to: next(2_000_000) });
		let before = -1;
		for (let step = 0; step <= 100; step += 1) {
			const share = shareOf(scale, scale.from + ((scale.to - scale.from) * step) / 100);
			ok(share >= before - 1e-9 && share >= 0 && share <= 1, `${share} after ${before}`);
			before = share;
		}
		ok(Math.abs(scale.stretches[0].start) < 1e-9 && Math.abs((scale.stretches.at(-1)?.end ?? 0) - 1) < 1e-6);
		const places = marks(scale).map(({ share }) => share);
		ok(places.every((share, index) => index === 0 || share - places[index - 1] >= 0.12 - 1e-9), "times can be read");
	}
});

Deno.test("within a stretch times are round: 1, 2 or 5 times a power of ten", () => {
	for (const length of [1.7, 60, 1708, 90_000]) {
		const scale = scaleOf([lane([[0, length]])], { from: 0, to: length });
		const times = marks(scale).map(({ at }) => at);
		ok(times[0] === 0 && times.length > 2, "there are some");
		const every = times[1];
		ok(/^[125](0*|\.0*)$/.test((every / 10 ** Math.floor(Math.log10(every))).toFixed(6)), `${every} is round`);
		ok(times.every((at, index) => Math.abs(at - index * every) < 1e-6), "and they are evenly apart");
	}
});

Deno.test("lanes in which nothing happened have a scale all the same", () => {
	const quiet = { ...lane([[5, 5]]), exchanges: [], from: 5, to: 5 };
	ok(shareOf(scaleOf([quiet], { from: 0, to: 0 }), 5) >= 0);
	ok(shareOf(scaleOf([], { from: 0, to: 0 }), 0) === 0);
});
