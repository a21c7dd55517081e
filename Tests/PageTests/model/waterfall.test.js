import {
	extent,
	fit,
	isFailed,
	isOpen,
	phaseAt,
	place,
	segments,
	timeAt,
} from "../../../Sources/CPage/page/scripts/model/waterfall.js";
import { isShortened, shareOf, stretched, ticks, timeOf } from "../../../Sources/CPage/page/scripts/model/scale.js";
import { equal, ok } from "./check.js";

/** @param {Partial<Row["bar"]>} bar @returns {Row} */
function row(bar) {
	return /** @type {any} */ ({
		duration: 30,
		flags: [],
		bar: { at: 100, segments: [["send", 0, 1], ["wait", 1, 21], ["receive", 21, 30]], ticks: [], end: "done", ...bar },
	});
}

Deno.test("phases lie one behind the other on the session's clock", () => {
	equal(segments(row({}), 999).map((part) => [part.from, part.to]), [[100, 101], [101, 121], [121, 130]]);
	equal(extent(row({}), 999), { from: 100, to: 130 });
});

Deno.test("what still runs has an open end, what has ended has none", () => {
	const open = row({ end: "open", segments: [["send", 0, 1], ["wait", 1, 5]] });
	ok(isOpen(open) && !isFailed(open));
	equal(segments(open, 500).at(-1), { phase: "wait", from: 101, to: 500 });
	equal(segments(row({ end: "open", segments: [] }), 500), [{ phase: "wait", from: 100, to: 500 }]);
	ok(isFailed(row({ end: "failed" })) && !isOpen(row({ end: "failed" })));
});

Deno.test("what failed before any phase was measured ended after its duration", () => {
	const failed = row({ end: "failed", segments: [] });
	equal(segments(failed, 999), []);
	equal(extent(failed, 999), { from: 100, to: 130 });
});

Deno.test("a row without a time is nowhere", () => {
	equal(segments(row({ at: null }), 5), []);
	equal(extent(row({ at: null }), 5), null);
	equal(fit([row({ at: null })], 5), null);
});

Deno.test("the fitting scale shows every row, and places go back and forth", () => {
	const rows = [row({}), row({ at: 4000 })];
	const scale = fit(rows, 0);
	ok(scale && scale.from === 100 && scale.to === 4030);
	equal(Math.round(timeAt(scale, 640, place(scale, 640, 777))), 777);
	ok(place(scale, 640, 4030) < 625, "there is room after the last bar");
});

Deno.test("a pause between rows takes little of the waterfall, and its rows have bars that are seen", () => {
	const rows = [row({}), row({ at: 140 }), row({ at: 600_000 })];
	const scale = fit(rows, 0);
	ok(scale && isShortened(scale));
	for (const { from, to } of rows.map((each) => extent(each, 0)).filter((part) => part !== null)) {
		ok(place(scale, 640, to) - place(scale, 640, from) > 100, `${from} to ${to} is seen`);
	}
	ok(place(scale, 640, 600_000) - place(scale, 640, 170) < 32, "the pause is short");
	for (const at of [100, 133, 160, 599_999, 600_015]) {
		ok(Math.abs(timeOf(scale, shareOf(scale, at)) - at) < 1, `${at} is found again`);
	}
});

Deno.test("what lasts all the time is no pause", () => {
	const rows = [row({}), { ...row({ segments: [["wait", 0, 600_000]] }), duration: 600_000 }, row({ at: 500_000 })];
	const scale = fit(rows, 0);
	ok(scale && !isShortened(scale));
	ok(!isShortened(stretched([], { from: 0, to: 50 })), "nothing has one stretch");
});

Deno.test("lines of the scale are apart, round, and few, whatever the stretch", () => {
	for (const length of [0.05, 1, 37, 999, 12_345, 86_400_000, 3e10]) {
		const lines = ticks({ from: 7, to: 7 + length }, 600, 7);
		ok(lines.length >= 2 && lines.length <= 9, `${lines.length} lines over ${length} ms`);
		equal(lines[0].since, 0);
	}
	equal(ticks({ from: 5, to: 5 }, 600, 5), []);
});

Deno.test("hovering finds the phase under the mouse, and none beside the bar", () => {
	equal(phaseAt(row({}), 110, 0, 0)?.phase, "wait");
	equal(phaseAt(row({}), 131, 0, 0.5), null);
});
