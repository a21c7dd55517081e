import { curve, lanes, said } from "../../../Sources/CPage/page/scripts/model/frames.js";
import { equal } from "./check.js";

const record = {
	_stream: { client: 5 },
	request: {
		headers: [{ name: ":method", value: "GET" }, { name: "x-a", value: "b" }],
		_raw: "gr4=",
		_fields: [
			{ offset: 0, length: 1, form: "indexed", index: 2, huffman: false },
			{ offset: 1, length: 1, form: "indexed", index: 62, huffman: false, entered: { stream: 3, field: 4 } },
		],
		_frames: [
			{ type: "HEADERS", flags: ["END_STREAM", "END_HEADERS"], size: 2, time: 0 },
			{ type: "WINDOW_UPDATE", flags: [], size: 4, time: 3, increment: 100, window: 100, connectionWindow: 7 },
		],
	},
	response: {
		_framesSent: [
			{ type: "HEADERS", flags: ["END_HEADERS"], size: 9, time: 1 },
			{ type: "DATA", flags: [], size: 100, time: 2, window: 0, connectionWindow: 0 },
		],
		_waits: [{ for: "streamWindow", time: 2, duration: 1, size: 50 }],
		_frames: [{ type: "DATA", flags: [], size: 150, time: 1 }],
	},
};

Deno.test("a side that spoke HTTP/2 has a lane, in the order of time", () => {
	const made = lanes(record);
	equal(made.length, 1);
	equal(made[0].title, "Between the client and Hark · stream 5");
	equal(made[0].rows.map((row) => row.type ?? row.for), [
		"HEADERS",
		"HEADERS",
		"DATA",
		"streamWindow",
		"WINDOW_UPDATE",
	]);
	equal(lanes({ request: {}, response: {} }), []);
	equal(lanes(null), []);
});

Deno.test("a field has its bytes and where it was taken from", () => {
	const [head, answer] = lanes(record)[0].rows;
	equal(head.fields.map((/** @type {FieldRow} */ field) => field.bytes), [[0x82], [0xbe]]);
	equal(head.fields[0].words, "entry 2 of the static table");
	equal(head.fields[1].words, "entry 62, which stream 3 entered");
	equal(answer.fields, undefined);
});

Deno.test("a window is what the frames of one direction left of it", () => {
	const rows = lanes(record)[0].rows;
	const found = curve(rows, "response", 100, 10);
	equal([found?.most, found?.least, found?.span], [100, 0, 1]);
	equal(found?.line, "M0.0,10.0H100.0V0.0");
	equal(curve(rows, "request", 100, 10), null);
	equal(said(rows[4]), ["100 more may be sent", "window 100", "connection 7"]);
});
