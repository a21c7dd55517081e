/** Questions that one asks of HTTP, each with the exchanges of this session that answer it. */
import { button, el, fill } from "../dom.js";
import { count } from "../model/words.js";

/** Question, where to look, the filter that finds examples, the tab that shows it. @type {[string, string, string, string][]} */
const lessons = `
What are the parts of a message? | Move through the bytes with ← and →; ↑ shows the part they belong to. | method = GET | bytes
Where does the body end? | Story: “body end” names the rule: a length, chunks, or the end of the connection. | response.header.transfer-encoding or response.header.content-length | overview
Why 304? | The client asked with If-None-Match or If-Modified-Since: its copy is current. | status = 304 | cache
Would a cache have answered this? | The pale bar shows how long the response is fresh; the calculation is below it. | cache = fresh | cache
Why is there no cookie? | Each rejected or withheld cookie shows the step that decided it. | note ~ "cookie-rejected-*" or note = "cookie-samesite-none-insecure" | cookies
Where did the redirect lead, and what was lost? | The method may become GET, without the content. | redirect | overview
What did the proxy change? | Left: received. Right: forwarded. Between: the reason. | changed | changes
What took so long? | Waiting is the server's time; receiving depends on the network and the server. | duration > 100ms | timing
What is different in HTTP/2? | Fields whose names begin with a colon replace HTTP/1.1's first line. | version = HTTP/2.0 | bytes
Which messages does it contain? | WebSocket messages, events, RPCs: → is from the client, ← from the server. | messages > 0 | messages
Which RPC failed despite a 200? | gRPC has its own status for an RPC, in addition to that of HTTP. | grpc.status > 0 | overview
Who closed the connection? | One lane per connection; ✕ marks its end. Open it to see which side closed it. |  | lanes
What went wrong? | Failed or refused: the story shows which side ended it. | error or status >= 400 | overview
What violates the grammar? | Hark accepted the quirk and marks its bytes. | quirk | bytes`.trim().split("\n").map((
	line,
) => /** @type {any} */ (line.split(" | ")));

export default class LessonsScreen {
	/** @param {App} app */
	constructor(app) {
		this.app = app;
		this.element = el("div.lessons.page");
	}

	show() {
		fill(
			this.element,
			el("h2", "Lessons"),
			el(
				"p.lead",
				"Each question finds examples in this session. Nothing here yet? “hark demo” has examples of all of them.",
			),
			el("ol", lessons.map((lesson) => this.#lesson(lesson))),
		);
	}

	/** @param {[string, string, string, string]} lesson */
	#lesson([question, look, filter, tab]) {
		const found = el("span.dim", { role: "status" });
		return el(
			"li",
			el("h3", question),
			el("p", look),
			button(filter ? "Show me" : "Show me the lanes", () => this.#go(filter, tab, found)),
			filter && el("code.dim", ` ${filter} `),
			found,
		);
	}

	/** @param {string} filter @param {string} tab @param {HTMLElement} found */
	async #go(filter, tab, found) {
		const { app } = this;
		if (!filter) {
			app.show(tab);
			return;
		}
		const answer = await app.session.post("/api/views", { filter }).catch((error) => ({ error }));
		if (answer.error || answer.matched === 0) {
			found.textContent = answer.error ? answer.error.message : "There is no such exchange yet.";
			return;
		}
		found.textContent = `${count(answer.matched)} found`;
		app.state.set({ selected: null, detail: null });
		await app.look(filter, null);
		await app.step(1);
		app.open(tab);
	}
}
