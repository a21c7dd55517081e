/** Other sessions, and files that a person opens or drops here: each is served on a page of its own. */
import { el } from "../dom.js";
import { counted, reason, safe, size } from "../model/words.js";

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

/** @param {App} app @param {HarkPalette} palette */
export async function sessionsSheet(app, palette) {
	try {
		/** @type {SessionsAnswer} */
		const { sessions, omitted } = await app.session.get("/api/sessions");
		const shown = app.state.values.session?.session.name;
		const file = el("input", {
			type: "file",
			"aria-label": "Open a file",
			onchange: () => file.files?.[0] && openFile(app, file.files[0]),
		});
		palette.sheet(
			"Sessions and files",
			el("p", "Open a HAR, a log, a SAZ, a mitmproxy or a session file, or drop it anywhere on this page: ", file),
			el(
				"ul.sessions",
				sessions.map((session) => {
					const { name } = session;
					const facts = [
						session.flows === null ? "unreadable" : counted(session.flows, "exchange"),
						size(session.size),
						...(session.running ? ["recording now"] : []),
						...(name === shown ? ["shown here"] : []),
					];
					return el(
						"li",
						el("button.link", {
							disabled: name === shown,
							onclick: () => go(app, name, () => app.session.post("/api/sessions", { name })),
						}, safe(name, 120)),
						el("span.dim", ` ${facts.join(" · ")}`),
					);
				}),
			),
			sessions.length === 0 ? el("p.dim", "There are no stored sessions.") : "",
			omitted > 0 ? el("p.dim", `${counted(omitted, "older session")} omitted; hark sessions lists all.`) : "",
		);
	} catch (error) {
		app.say(error);
	}
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
