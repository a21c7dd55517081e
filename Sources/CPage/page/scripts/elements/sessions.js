/** Other sessions, and files that a person opens or drops here: each is served on a page of its own. */
import { button, el, fill, link } from "../dom.js";
import { count, counted, reason, safe, size, time } from "../model/words.js";
import { sign } from "./compare.js";
import { table, wide } from "./cookies.js";
import { nothing } from "./parts.js";
import { isDoomed, later } from "./undoing.js";

/** Hark takes no more in one request. */
const piece = 1_048_576;

/** Goes where the answer says, and says why not. @param {App} app @param {string} name @param {() => Promise<{url: string}>} ask */
async function go(app, name, ask) {
	app.say(`Opening ${safe(name, 100)} …`);
	try {
		location.assign((await ask()).url);
	} catch (error) {
		app.say(new Error(`${safe(name, 100)}: ${reason(error)}`));
	}
}

/** @param {App} app @param {File} file */
export function openFile(app, file) {
	return go(app, file.name, async () => {
		const { session } = app;
		const { file: id } = await session.post("/api/files", { name: file.name, size: file.size });
		for (let from = 0; from < file.size; from += piece) {
			await session.call(`/api/files/${id}?from=${from}`, {
				method: "PUT",
				body: file.slice(from, from + piece),
				headers: { "Content-Type": "application/octet-stream" },
			});
		}
		return session.post(`/api/files/${id}`, {});
	});
}

/** @param {string} name @param {string} [part] */
const pathOf = (name, part = "") => `/api/sessions/${encodeURIComponent(name)}${part}`;

/** What can be done with a session that is not open. @param {App} app @param {string} name @param {HTMLElement} item */
function doing(app, name, item) {
	const again = () => app.run("sessions");
	const rename = () => {
		const input = el("input", { type: "text", value: name, "aria-label": "New name", maxlength: 100 });
		const done = () => app.session.post(pathOf(name), { name: input.value.trim() }, "PUT").then(again, app.fail);
		input.addEventListener("keydown", (event) => event.key === "Enter" && done());
		fill(item, input, " ", button("Rename", done), button("Cancel", again));
		input.select();
	};
	const drop = () => {
		const end = later(name, () =>
			app.session.call(pathOf(name), { method: "DELETE", keepalive: true })
				.then(() => item.remove(), app.fail));
		const undo = button("Undo", () => {
			end();
			again();
		});
		fill(item, `${safe(name, 120)} is deleted. `, undo);
		undo.focus();
	};
	const act = (/** @type {string} */ text, /** @type {() => void} */ onclick) =>
		el("button.plain", { onclick, "aria-describedby": item.id }, text);
	return el(
		"span.tools",
		act("Compare", () => compare(app, name).catch(app.fail)),
		act("Rename", rename),
		act("Delete", drop),
	);
}

/** The endpoints of another session beside those of the one that is shown. @param {App} app @param {string} name */
async function compare(app, name) {
	/** @type {EndpointDiff} */
	const diff = await app.session.get(pathOf(name, "/comparison"));
	const here = app.state.values.session?.session.name ?? "";
	const both = (/** @type {EndpointPair} */ { left, right }, /** @type {(side: EndpointSide) => string} */ text) => {
		const texts = [left, right].map((side) => side ? text(side) : "–");
		return texts[0] === texts[1] ? texts[0] : texts.join(" → ");
	};
	const rows = diff.endpoints.filter(({ change }) => change !== "same");
	app.palette.sheet(
		`${safe(name, 100)} → ${safe(here, 100)}`,
		el(
			"p",
			`Endpoints: ${count(diff.added)} added, ${count(diff.removed)} removed, ${count(diff.changed)} changed, ${
				count(diff.same)
			} as before.`,
		),
		rows.length > 0
			? wide(
				"Endpoints",
				table(
					["", "endpoint", "exchanges", "failed", "median", "response"],
					rows.map((row) => [
						sign(row.change),
						el("code", safe(row.name, 200)),
						both(row, (side) => count(side.count)),
						both(row, (side) => count(side.failed)),
						both(row, (side) => time(side.p50)),
						both(row, (side) => size(side.size)),
					]),
				),
			)
			: nothing("Nothing differs."),
		el(
			"p.dim",
			"Changed: other kinds of failures, a median at least twice as long or half, responses 10 % larger or smaller.",
		),
		button("Back", () => app.run("sessions")),
	);
}

/** Recording goes on in another session, which all tabs then show. @param {App} app */
function beginning(app) {
	const name = el("input", {
		type: "text",
		"aria-label": "Name of the new session",
		placeholder: "name (optional)",
		maxlength: 100,
	});
	const said = el("span.warning", { role: "status" });
	const begin = () =>
		app.session.post("/api/recording", name.value.trim() ? { name: name.value.trim() } : {}).then(
			() => app.palette.close(),
			(error) => (said.textContent = safe(reason(error))),
		);
	name.addEventListener("keydown", (event) => event.key === "Enter" && begin());
	return el(
		"div",
		el("p.tools", button("New session", begin), name, said),
		el("p.dim", "The proxy continues in a new file. Open exchanges end in the session in which they began."),
	);
}

/** @param {App} app */
export async function sessionsSheet(app) {
	/** @type {SessionsAnswer} */
	const { sessions, omitted } = await app.session.get("/api/sessions");
	const { name: shown, canBegin } = app.state.values.session?.session ?? {};
	const file = el("input", {
		type: "file",
		"aria-label": "Open a file",
		onchange: () => file.files?.[0] && openFile(app, file.files[0]),
	});
	app.palette.sheet(
		"Sessions and files",
		canBegin ? beginning(app) : "",
		el("p", "Open a HAR, a log, a SAZ, a mitmproxy or a session file, or drop it anywhere on this page: ", file),
		el(
			"ul.sessions",
			sessions.map((session, place) => {
				const { name } = session;
				const facts = [
					session.flows === null ? "unreadable" : counted(session.flows, "exchange"),
					size(session.size),
					...(session.running ? ["recording now"] : []),
					...(name === shown ? ["shown here"] : []),
				];
				const item = el("li", { id: `session-${place}`, hidden: isDoomed(name) });
				fill(
					item,
					link(safe(name, 120), () => go(app, name, () => app.session.post("/api/sessions", { name })), {
						disabled: name === shown,
					}),
					el("span.dim", ` ${facts.join(" · ")} `),
					name !== shown && !session.running && doing(app, name, item),
				);
				return item;
			}),
		),
		sessions.length === 0 ? el("p.dim", "There are no stored sessions.") : "",
		omitted > 0 ? el("p.dim", `${counted(omitted, "older session")} omitted; hark sessions lists all.`) : "",
	);
}

/** A file that is dropped on the page is opened; without this the browser would leave the page for it. @param {App} app */
export function installDropping(app) {
	const isFile = (/** @type {DragEvent} */ event) => event.dataTransfer?.types.includes("Files") ?? false;
	for (const name of ["dragover", "drop"]) {
		document.addEventListener(name, (event) => {
			const drag = /** @type {DragEvent} */ (event);
			if (!isFile(drag)) return;
			drag.preventDefault();
			const file = name === "drop" ? drag.dataTransfer?.files[0] : null;
			if (file) openFile(app, file);
		});
	}
}
