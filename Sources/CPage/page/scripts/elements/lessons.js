/** Questions that one asks of HTTP, each with the exchanges of this session that answer it. */
import { el, fill } from "../dom.js";
import { count } from "../model/words.js";

/** Question, where to look, the filter that finds examples, the tab that shows it. @type {[string, string, string, string][]} */
const lessons = [
	[
		"What does a message consist of?",
		"Go through the bytes with ← and →; ↑ shows what they are a part of.",
		"method = GET",
		"bytes",
	],
	[
		"Where does the body end?",
		"Story: “body end” has the rule. A length, chunks, or the end of the connection.",
		"response.header.transfer-encoding or response.header.content-length",
		"story",
	],
	[
		"Why 304?",
		"The client asked with If-None-Match or If-Modified-Since: its copy is still good.",
		"status = 304",
		"cache",
	],
	[
		"Would a cache have answered this?",
		"The pale bar is how long the answer is fresh; the sum stands under it.",
		"cache = fresh",
		"cache",
	],
	[
		"Why is there no cookie?",
		"Each cookie that was refused or withheld has the step that decided it.",
		'note ~ "cookie-rejected-*" or note = "cookie-samesite-none-insecure"',
		"cookies",
	],
	[
		"Where did the redirect lead, and what was lost?",
		"The method may become GET, and the content is then left out.",
		"redirect",
		"story",
	],
	[
		"What did the proxy change?",
		"Left: what the client sent. Right: what was forwarded. Between: why.",
		"changed",
		"changes",
	],
	[
		"What took so long?",
		"Waiting is the server's, receiving the network's or the server's pace.",
		"duration > 100ms",
		"timing",
	],
	[
		"What does HTTP/2 say otherwise?",
		"Fields whose names begin with a colon stand where HTTP/1.1 has its first line.",
		"version = HTTP/2.0",
		"bytes",
	],
	[
		"What was said inside of it?",
		"Messages of a WebSocket, events, calls: → is the client's, ← the server's.",
		"messages > 0",
		"messages",
	],
	[
		"Which call failed under a 200?",
		"gRPC has its own status for an RPC, in addition to that of HTTP.",
		"grpc.status > 0",
		"story",
	],
	["Who closed the connection?", "A lane a connection; ✕ is its end, and opening it says who ended it.", "", "lanes"],
	["What went wrong?", "Failed or refused: the story shows which side ended it.", "error or status >= 400", "story"],
	[
		"What is written otherwise than the grammar says?",
		"A quirk was tolerated; its bytes are marked.",
		"quirk",
		"bytes",
	],
];

export default class LessonsScreen {
	/** @param {App} app */
	constructor(app) {
		this.app = app;
		this.element = el("div", { class: "lessons page" });
	}

	show() {
		fill(
			this.element,
			el("h2", {}, "Lessons"),
			el(
				"p",
				{ class: "lead" },
				"Ask one of these of what passed here. Nothing here yet? “hark demo” brings examples of all of them.",
			),
			el("ol", {}, lessons.map((lesson) => this.#lesson(lesson))),
		);
	}

	/** @param {[string, string, string, string]} lesson */
	#lesson([question, look, filter, tab]) {
		const found = el("span", { class: "dim", role: "status" });
		return el(
			"li",
			{},
			el("h3", {}, question),
			el("p", {}, look),
			el(
				"button",
				{ class: "plain", onclick: () => this.#go(filter, tab, found) },
				filter ? "Show me" : "Show me the lanes",
			),
			filter && el("code", { class: "dim" }, ` ${filter} `),
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
			found.textContent = answer.error ? answer.error.message : "Nothing of that kind has passed yet.";
			return;
		}
		found.textContent = `${count(answer.matched)} found`;
		app.state.set({ selected: null, detail: null });
		await app.look(filter, null);
		await app.step(1);
		app.open(tab);
	}
}
