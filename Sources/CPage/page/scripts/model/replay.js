/** An exchange as a row of moments, at each of which so many bytes of either side were there. Pure. */

export const grains = /** @type {Grain[]} */ (["event", "line", "chunk", "byte"]);

/** In steps of a byte so much of a side is shown; the rest comes at once. */
const mostBytes = 4096;

/**
 * What was there at each event and each chunk, in the order of time: nothing ever goes back.
 * @param {ToldFlow} told @param {Held} request @param {Held} response @returns {Moment[]}
 */
export function moments(told, request, response) {
	/** @type {Moment[]} */
	const all = [];
	for (const { at, what, text } of told.events) {
		const moment = { at, what, text, request: 0, response: 0, flow: 0 };
		if (what === "requestHead") moment.request = request.head;
		if (what === "requestEnded") moment.request = request.size;
		if (what === "responseHead") moment.response = response.head;
		if (what === "responseEnded" || what === "finished") {
			Object.assign(moment, { request: request.size, response: response.size });
		}
		all.push(moment);
	}
	for (const side of /** @type {const} */ (["request", "response"])) {
		const { head, size } = side === "request" ? request : response;
		told.chunks[side].forEach((chunk, index) => {
			const end = Math.min(size, head + chunk.offset + chunk.size);
			all.push({
				at: chunk.at,
				what: "chunk",
				text: `Chunk ${index + 1} of the ${side}: ${chunk.size} bytes.`,
				request: 0,
				response: 0,
				flow: 0,
				[side]: end,
			});
		});
	}
	all.sort((a, b) => a.at - b.at);
	let before = { request: 0, response: 0 };
	for (const moment of all) {
		// An answer shows that the request was there before it.
		if (moment.response > 0 && before.request < request.head) {
			moment.request = Math.max(moment.request, request.head);
		}
		moment.request = Math.max(before.request, moment.request);
		moment.response = Math.max(before.response, moment.response);
		before = moment;
	}
	return all;
}

/** What a row says of an exchange whose details are not at hand: when each phase began. @type {Record<string, [string, string]>} */
const begun = {
	name: ["upstreamSought", "Hark looks up the server's name."],
	connect: ["connecting", "Hark connects to the server."],
	tls: ["transportConnected", "The TLS handshake with the server begins."],
	send: ["requestForwarded", "Hark sends the request to the server."],
	wait: ["requestEnded", "Hark waits for the server."],
	receive: ["responseHead", "The response arrives."],
};

/** Its moments, in ms since the session's start. @param {Row} row @returns {Moment[]} */
export function rowMoments(row) {
	const { bar, id, status } = row;
	if (!bar || bar.at === null) return [];
	const start = bar.at;
	const moment = (/** @type {number} */ at, /** @type {string} */ what, /** @type {string} */ text) => ({
		...{ at: start + at, what, text, request: 0, response: 0, flow: id },
	});
	const result = [moment(0, "opened", "It begins.")];
	for (const [phase, from] of bar.segments) if (begun[phase]) result.push(moment(from, ...begun[phase]));
	const end = Math.max(row.duration, bar.segments.at(-1)?.[2] ?? 0);
	if (bar.end === "failed") result.push(moment(end, "finished", "It failed."));
	if (bar.end === "done") result.push(moment(end, "finished", status ? `It is complete: ${status}.` : "It has ended."));
	return result;
}

/** The moments of several exchanges in the order of time. @param {Moment[][]} all */
export function merged(all) {
	return all.flat().sort((a, b) => a.at - b.at);
}

/** A row as it was at a time; null before it began. @param {Row} row @param {number} time @returns {Row | null} */
export function rowAt(row, time) {
	const { bar } = row;
	if (!bar || bar.at === null || bar.at > time) return null;
	const since = time - bar.at;
	if (bar.end !== "open" && since >= Math.max(row.duration, bar.segments.at(-1)?.[2] ?? 0)) return row;
	const segments = bar.segments.filter(([, from]) => from <= since)
		.map(([phase, from, to]) => /** @type {[string, number, number]} */ ([phase, from, Math.min(to, since)]));
	const answered = segments.at(-1)?.[0] === "receive";
	const ticks = bar.ticks.filter((tick) => tick <= since);
	return { ...row, status: answered ? row.status : null, bar: { at: bar.at, segments, ticks, end: "open" } };
}

/** The last moment that had come at a time: all events up to it, taken together. @param {Moment[]} all @param {number} time */
export function stateAt(all, time) {
	const start = { at: 0, what: "", text: "Nothing has been sent yet.", request: 0, response: 0, flow: 0 };
	let state = start;
	for (const moment of all) {
		if (moment.at > time) break;
		state = moment;
	}
	return state;
}

/**
 * The moments with as many steps between as are asked for.
 * @param {Moment[]} all @param {Grain} grain @param {Held} request @param {Held} response @returns {Moment[]}
 */
export function steps(all, grain, request, response) {
	const kept = grain === "event" || grain === "line" ? all.filter((moment) => moment.what !== "chunk") : all;
	if (grain === "event" || grain === "chunk") return kept;
	/** @type {Moment[]} */
	const result = [];
	let before = { request: 0, response: 0 };
	for (const moment of kept) {
		for (const side of /** @type {const} */ (["request", "response"])) {
			const held = side === "request" ? request : response;
			for (const stop of stops(held, before[side], moment[side], grain)) {
				result.push({
					...moment,
					what: grain,
					text: grain === "byte" ? byteText(held, stop, side) : lineText(held, stop, side),
					request: before.request,
					response: before.response,
					[side]: stop,
				});
				before = { ...before, [side]: stop };
			}
		}
		result.push(moment);
		before = moment;
	}
	return result;
}

/** Where steps end between two places of a message, without the last. @param {Held} side @param {number} from @param {number} to @param {Grain} grain */
function stops(side, from, to, grain) {
	const result = [];
	const end = grain === "byte"
		? Math.min(to, mostBytes, side.octets.length)
		: Math.min(to, side.head, side.octets.length);
	for (let at = from; at < end; at += 1) {
		if (at + 1 < to && (grain === "byte" || side.octets[at] === 0x0a)) result.push(at + 1);
	}
	return result;
}

/** @param {Held} side @param {number} stop @param {string} name */
function lineText(side, stop, name) {
	const start = side.octets.lastIndexOf(0x0a, stop - 2) + 1;
	const line = new TextDecoder().decode(side.octets.subarray(start, stop)).trimEnd();
	return line === "" ? `The empty line: the head of the ${name} ends.` : line;
}

/** @param {Held} side @param {number} stop @param {string} name */
function byteText(side, stop, name) {
	const byte = side.octets[stop - 1];
	return `Byte ${stop - 1} of the ${name}: 0x${byte.toString(16).padStart(2, "0")}`;
}

/**
 * What can be predicted before a moment shows it.
 * @param {{status: number | null, flags: string[]}} row @param {string} requestHead @param {FramingSteps | null} framing
 * @returns {Question[]}
 */
export function questions(row, requestHead, framing) {
	const result = [];
	const cookie = /^cookie:/im.test(requestHead);
	result.push({
		before: "requestHead",
		text: "Will the client send a cookie?",
		options: ["yes", "no"],
		right: cookie ? 0 : 1,
		why: cookie ? "There is a Cookie field." : "There is no Cookie field.",
	});
	const changed = row.flags.includes("changed");
	result.push({
		before: "requestForwarded",
		text: "Will Hark change a line?",
		options: ["yes", "no"],
		right: changed ? 0 : 1,
		why: changed ? "Yes: see Changes." : "Both messages were forwarded unchanged.",
	});
	if (row.status) {
		const options = [
			"2xx: success",
			"3xx: another URL, or your copy is current",
			"4xx: client error",
			"5xx: server error",
		];
		const right = Math.floor(row.status / 100) - 2;
		if (right >= 0 && right < 4) {
			result.push({
				before: "responseHead",
				text: "How will the server answer?",
				options,
				right,
				why: `${row.status}.`,
			});
		}
	}
	const kinds = ["none", "length", "chunked", "close"];
	if (framing && kinds.includes(framing.kind)) {
		const options = [
			"there is no body",
			"after Content-Length bytes",
			"after the last chunk",
			"when the connection closes",
		];
		const why = framing.steps.findLast((step) => step.held)?.text ?? "";
		result.push({
			before: "responseEnded",
			text: "Where does the body end?",
			options,
			right: kinds.indexOf(framing.kind),
			why: `${why} (rule ${framing.rule} of RFC 9112 §6.3)`,
		});
	}
	return result;
}
