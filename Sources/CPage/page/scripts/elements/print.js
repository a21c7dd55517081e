/** What is printed: the open exchange as a page of a textbook (its bytes, the spans numbered, what they mean below), the list as a table, any other screen as it is. */
import { el, fill } from "../dom.js";
import { isSecret, secretsIn } from "../model/heads.js";
import { isFieldList, leaves, listed } from "../model/spans.js";
import { capital, count, counted, safe, size, status, summary, took } from "../model/words.js";
import { writeGlyphs } from "./byte-side.js";
import { table } from "./cookies.js";
import { levels } from "./parts.js";

const mostContent = 2048, mostRows = 2000;

/** Prints, once all rows are there that are printed. @param {App} app */
export async function printAll(app) {
	const { view, detail, screen } = app.state.values;
	const length = screen === "list" && !detail ? Math.min(view?.matched ?? 0, mostRows) : 0;
	for (let at = 0; at < length; at += 1) if (!app.blocks.at(at) && !await app.rowAt(at)) break;
	print();
}

/** @param {App} app */
export function installPrinting(app) {
	const sheet = el("article", { id: "sheet", "aria-hidden": "true" });
	document.body.append(sheet);
	addEventListener("beforeprint", () => {
		const { detail, screen } = app.state.values;
		const isList = screen === "list";
		document.documentElement.classList.toggle("sheet", isList);
		fill(sheet, !isList ? [] : detail?.flow && detail.explained ? page(detail) : listing(app));
	});
	addEventListener("afterprint", () => {
		document.documentElement.classList.remove("sheet");
		sheet.replaceChildren();
	});
}

/** The rows that the page holds. @param {App} app */
function listing(app) {
	const { view, session } = app.state.values;
	if (!view || !session) return [];
	const length = Math.min(view.matched, mostRows);
	const rows = Array.from({ length }, (_, index) => app.blocks.at(index) ?? []).flat();
	return [
		el("h1", safe(session.session.name, 120)),
		el(
			"p",
			safe(`${view.filter ? `${view.words} ` : ""}${count(rows.length)} of ${counted(view.matched, "exchange")}.`),
		),
		table(
			["#", "method", "URL", "status", "size", "time"],
			rows.map((row) => [
				String(row.id),
				safe(row.method, 40),
				el("span.captured", safe(hider(secretsIn(row.url))(row.url ?? ""), 300)),
				status(row).text,
				size(row.responseSize),
				took(row),
			]),
		),
	];
}

/** @param {Detail} detail */
function page(detail) {
	const row = detail.flow?.row;
	if (!row) return [];
	const hide = hider(secretsIn(row.url));
	const notes = detail.explained?.messages.flatMap((message) => message.notes) ?? [];
	return [
		el("h1", `#${row.id} ${safe(row.method, 40)} ${safe(hide(row.url), 300)}`),
		el("p", summary(row)),
		...(/** @type {Side[]} */ (["request", "response"]).flatMap((side) => message(detail, side, hide))),
		el("h2", "Notes"),
		el(
			"ul",
			notes.map((note) =>
				el(
					"li",
					`${levels[note.level]?.[0] ?? ""} `,
					el("strong", safe(hide(note.summary))),
					` ${safe(hide(note.text))} `,
					el("small", safe(note.spec)),
				)
			),
		),
	];
}

/** @typedef {(text: string) => string} Hide what is nobody's on paper */

/** @param {string[]} secrets @returns {Hide} */
const hider = (secrets) => (text) => secrets.reduce((text, secret) => text.replaceAll(secret, "[hidden]"), text);

/** @param {Detail} detail @param {Side} side @param {Hide} hide */
function message(detail, side, hide) {
	const message = detail.message(side);
	const octets = detail.window(side, "wire");
	if (!message || !octets) return [];
	const text = el("div.octets.mono");
	const list = el("ol");
	const isList = isFieldList(detail.flow?.record?.[side]?.httpVersion);
	for (const span of message.spans) write(text, list, span, { message, octets, hide, isList });
	return [
		el("h2", capital(side)),
		isList && el("p", "HTTP/2 has no lines: these are the decoded fields."),
		text,
		list,
	].filter((part) => part !== false);
}

/** @typedef {{message: Message, octets: Uint8Array, hide: Hide, isList: boolean}} Source of what is printed */

/** @param {HTMLElement} text @param {HTMLElement} list @param {Span} span @param {Source} source @param {Span} [line] that it is in */
function write(text, list, span, source, line) {
	const { message, octets, hide, isList } = source;
	const from = span.offset - message.offset;
	const bytes = octets.subarray(from, from + Math.min(span.length, mostContent));
	const secret = secretOf(span, message, octets) ?? shortened(bytes, hide);
	const isField = span.rule === "field-line" && secret !== null;
	const isLine = /^(request-line|status-line)$/.test(span.rule) && span.children.length > 0;
	if (isLine) {
		for (const child of span.children) write(text, list, child, source, span);
		return;
	}
	const field = isList ? listed(line ? [line, span] : [span], span) : null;
	if (field && !field.isShown) return text.append(field.end);
	if (field?.name) text.append(`${field.name}: `);
	const sign = leaves([span]).every((leaf) => /^(CRLF|SP|OWS|LF)$/.test(leaf.rule));
	const element = el("span", { class: sign ? "" : "span" });
	if (secret === null) writeGlyphs(element, bytes, true);
	else element.append(secret);
	text.append(element);
	if (secret === null && span.length > mostContent) text.append(`… ${span.length - mostContent} more bytes`);
	if (sign) return;
	text.append(el("sup", String(list.children.length + 1)));
	if (field) text.append(field.end);
	list.append(
		el(
			"li",
			el("code", safe(span.rule)),
			// Of credentials, what the field is for: the rest says what they are.
			` ${sentences(span).slice(0, isField ? 1 : undefined).map((each) => safe(hide(each), 600)).join(" ")} `,
			el("small", safe(span.spec)),
		),
	);
}

/** A line with what is hidden of it; null: there is nothing to hide. @param {Uint8Array} bytes @param {Hide} hide */
function shortened(bytes, hide) {
	const text = new TextDecoder().decode(bytes);
	const shown = hide(text);
	return shown === text ? null : safe(shown, mostContent);
}

/** What a line says: what its name is for, and what the parts of its value mean. @param {Span} span */
function sentences(span) {
	if (span.rule !== "field-line") return [span.text];
	const name = span.children.find((child) => child.rule === "field-name");
	const value = span.children.find((child) => child.rule === "field-value");
	return [
		name?.text ?? span.text,
		...(value?.children ?? []).filter((child) => !/^(OWS|SP|".*")$/.test(child.rule)).map((child) => child.text),
	];
}

/**
 * What is printed in the place of a field with credentials, or of a content: what is handed to others has none in
 * clear, as everywhere. null: the bytes themselves.
 * @param {Span} span @param {Message} message @param {Uint8Array} octets
 */
function secretOf(span, message, octets) {
	if (span.rule === "message-body") return span.length > 0 ? `[content, ${size(span.length)}]\n` : null;
	if (span.rule !== "field-line") return null;
	const from = span.offset - message.offset;
	const line = new TextDecoder().decode(octets.subarray(from, from + span.length));
	const [name, ...value] = line.split(":");
	return isSecret(name.trim(), value.join(":").trim()) ? `${safe(name.trim(), 80)}: [hidden]\n` : null;
}
