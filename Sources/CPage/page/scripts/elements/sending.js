/** Requests that a person sends: one that was recorded, as it was or edited, or one written by hand. */
import { button, el } from "../dom.js";
import { composed } from "../model/compose.js";
import { withLength } from "../model/heads.js";
import { reason, safe } from "../model/words.js";
import { area, BodyField, messageBase64, read } from "./editing.js";
import { HeaderTable } from "./header-table.js";

/** Whether something can be sent from here; says why not. @param {App} app */
function canSend(app) {
	const can = app.state.values.session?.session.canResend ?? false;
	if (!can) app.say("No proxy is running here: nothing can be sent.");
	return can;
}

/**
 * The buttons that send, and what became of it: the new exchange, or it beside the original.
 * @param {App} app @param {number | null} original
 * @param {() => {path: string, body: Record<string, unknown>}} asked throws when there is nothing to send yet
 */
function sending(app, original, asked) {
	const state = el("p", { "aria-live": "polite" });
	const send = async (/** @type {boolean} */ beside) => {
		state.textContent = "Sending …";
		try {
			const { path, body } = asked();
			const { flow, doubts = [] } = await app.session.post(path, body);
			app.palette.close();
			for (const doubt of doubts) app.say(doubt);
			if (flow === null) return app.say("It was sent. The response is not recorded in this session.");
			app.select(flow);
			app.open();
			if (!beside || original === null) return;
			app.state.set({ marks: new Set([original, flow]) });
			app.show("compare");
		} catch (error) {
			state.textContent = safe(reason(error));
		}
	};
	return [
		el(
			"p.tools",
			button("Send", () => send(false)),
			" ",
			original !== null && button("Send and compare", () => send(true)),
		),
		state,
	];
}

/** The body of the request that is selected. @param {App} app @param {number} id @param {string} label @param {() => string} head */
async function bodyOf(app, id, label, head) {
	const size = app.state.values.detail?.flow?.messages.request.body ?? 0;
	// Without the chunks that it was sent in: what is edited gets a length.
	const octets = size > 0
		? await app.session.octets(`/api/flows/${id}/request/body?from=0&length=1048576`)
		: new Uint8Array();
	return new BodyField(label, octets, size, head);
}

/** @param {App} app */
export async function resendSheet(app) {
	const { selected } = app.state.values;
	if (selected === null || !canSend(app)) return;
	const request = await read(app, "request");
	if (!request) return;
	const text = area("Head of the request", request.head, 14);
	const table = new HeaderTable(text, true);
	const body = await bodyOf(app, selected, "Body of the request", () => text.value);
	body.field.addEventListener("input", () => {
		if (!body.isEdited || body.length === null) return;
		text.value = withLength(text.value, body.length);
		table.draw();
	});
	const to = el("input", {
		type: "text",
		"aria-label": "Send it to another server",
		placeholder: "another server: http://127.0.0.1:8080",
	});
	const buttons = sending(app, selected, () => {
		const edited = body.isEdited || text.value !== request.head;
		const message = () => messageBase64(text.value, request.utf8, body.isEdited ? body.octets : request.rest);
		return {
			path: `/api/flows/${selected}/resend`,
			body: {
				...(edited ? { message: message() } : {}),
				...(to.value.trim() ? { to: to.value.trim() } : {}),
			},
		};
	});
	app.palette.sheet(
		`Send #${selected} again`,
		...table.parts,
		el("div", body.parts),
		to,
		...buttons,
	);
}

/** Fields that say how the old body was sent, or belong to its connection. */
const own = /^(:.*|host|content-length|transfer-encoding|connection|proxy-.*|keep-alive|upgrade|te)$/i;

/**
 * A request of one's own: empty, or filled with what an exchange asked.
 * @param {App} app @param {boolean} isCopy
 */
export async function composeSheet(app, isCopy) {
	if (!canSend(app)) return;
	const detail = isCopy ? await app.ready() : null;
	const flow = detail?.flow;
	const before = flow ? await bodyOf(app, flow.row.id, "", () => "") : null;
	const copied = before?.isText ? before.before : "";
	const fields = (flow?.record.request?.headers ?? []).filter((/** @type {{name: string}} */ { name }) =>
		!own.test(name)
	);
	const input = (/** @type {string} */ label, /** @type {Record<string, string>} */ more) =>
		el("input", { type: "text", class: "mono", "aria-label": label, ...more });
	const method = input("Method", { list: "methods", size: "8" });
	const url = input("URL", { placeholder: "http://demo.hark.test/, or paste a curl command" });
	const headers = area(
		"Headers, one per line",
		fields.map((/** @type {{name: string, value: string}} */ { name, value }) => `${name}: ${value}`).join("\n"),
		12,
	);
	const table = new HeaderTable(headers, false);
	const body = area("Body", copied, 14);
	const said = el("p.warning", { role: "status" });
	method.value = flow?.row.method ?? "GET";
	url.value = flow?.row.url ?? "";
	if (before && !before.isText) said.textContent = "The body is not text, and is not copied.";
	/** Whether it is a command of curl, which then fills the fields. */
	const paste = (/** @type {string} */ text) => {
		if (!/^\s*(\$ )?curl\s/.test(text)) return false;
		app.session.post("/api/curl", { text }).then((/** @type {ReadCommand} */ read) => {
			[method.value, url.value, headers.value, body.value] = [read.method, read.url, read.headers, read.body];
			table.draw();
			said.textContent = read.unused.length > 0 ? `Not used: ${safe(read.unused.join(" "), 400)}` : "";
		}, (error) => (said.textContent = safe(reason(error))));
		return true;
	};
	url.addEventListener("paste", (event) => {
		if (paste(event.clipboardData?.getData("text") ?? "")) event.preventDefault();
	});
	url.addEventListener("change", () => paste(url.value));
	const buttons = sending(app, flow?.row.id ?? null, () => {
		const { head, rest, to } = composed(method.value, url.value, headers.value, body.value);
		return { path: "/api/send", body: { message: messageBase64(head, true, rest), to } };
	});
	app.palette.sheet(
		flow ? `New request from #${flow.row.id}` : "New request",
		el(
			"div.request",
			method,
			url,
			el(
				"datalist",
				{ id: "methods" },
				["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"].map((value) => el("option", { value })),
			),
		),
		el("h3", "Headers"),
		...table.parts,
		el("h3", "Body"),
		body,
		el("p.dim", "Hark adds Host and Content-Length, unless they are among the headers."),
		said,
		...buttons,
	);
	url.focus();
}
