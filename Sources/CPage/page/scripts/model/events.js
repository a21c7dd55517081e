/** Reads text/event-stream, piece by piece. Pure. */

/** More than this without an end of an event is no stream of ours. */
const longest = 4 * 1024 * 1024;

export class EventReader {
	#rest = "";

	/** The events that are whole with this piece. @param {string} piece @returns {{event: string, data: string, id: string}[]} */
	read(piece) {
		this.#rest += piece;
		if (this.#rest.length > longest) throw new Error("An event of the stream is incomplete.");
		const events = [];
		for (;;) {
			const end = this.#rest.indexOf("\n\n");
			if (end < 0) return events;
			const block = this.#rest.slice(0, end);
			this.#rest = this.#rest.slice(end + 2);
			const event = parsed(block);
			if (event.data !== "") events.push(event);
		}
	}
}

/** @param {string} block */
function parsed(block) {
	let event = "message";
	let id = "";
	const data = [];
	for (const line of block.split("\n")) {
		const colon = line.indexOf(":");
		if (colon === 0) continue;
		const name = colon < 0 ? line : line.slice(0, colon);
		const value = colon < 0 ? "" : line.slice(colon + 1).replace(/^ /, "");
		if (name === "event") event = value;
		else if (name === "id") id = value;
		else if (name === "data") data.push(value);
	}
	return { event, id, data: data.join("\n") };
}
