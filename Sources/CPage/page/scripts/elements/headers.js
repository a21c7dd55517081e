/** Both heads as tables: as received or sent, URL, parameters, cookies, credentials, each name explained. */
import { el, link, refresh } from "../dom.js";
import {
	block,
	compared,
	cookies,
	fieldsOf,
	held,
	isSecret,
	parameters,
	partsOf,
	queryOf,
	received,
	setCookie,
	spanned,
} from "../model/heads.js";
import { capital, counted, safe } from "../model/words.js";
import { toClipboard } from "./handing.js";
import { icon } from "./icons.js";
import { bytesButton, noteItem, nothing, section, specLink } from "./parts.js";

const long = 600;
const signs = { same: "", changed: "≠", added: "+", removed: "−" };

export class TabHeaders {
	#sent = false;
	#shown = false;
	/** Which are open, and which long ones are shown whole. @type {Set<string>} */
	#open = new Set();
	/** @type {number | null} */
	#flow = null;

	/** @param {App} app */
	constructor(app) {
		this.app = app;
		this.bar = el("div.bar", { role: "group", "aria-label": "How the headers are shown" });
		this.sides = el("div.halves");
		this.element = el("div.headers", this.bar, this.sides);
	}

	/** Hidden again, for who looks next. */
	left() {
		this.#shown = false;
	}

	/** @param {Detail} detail */
	draw(detail) {
		const { flow } = detail;
		if (!flow) return;
		if (this.#flow !== detail.id) {
			this.#flow = detail.id;
			this.#shown = false;
			this.#open.clear();
		}
		const turn = (/** @type {string} */ text, /** @type {boolean} */ on, /** @type {() => void} */ act) =>
			el("button.plain", {
				"aria-pressed": String(on),
				onclick: () => {
					act();
					this.draw(detail);
				},
			}, text);
		refresh(
			this.bar,
			turn("As received", !this.#sent, () => (this.#sent = false)),
			turn("As sent", this.#sent, () => (this.#sent = true)),
			turn("Show credentials", this.#shown, () => (this.#shown = !this.#shown)),
		);
		refresh(this.sides, this.#side(detail, flow, "request"), this.#side(detail, flow, "response"));
	}

	/** @param {Detail} detail @param {Flow} flow @param {Side} side */
	#side(detail, flow, side) {
		const message = detail.message(side);
		const came = received(flow, detail.explained, side);
		const line = side === "request"
			? `${flow.row.method} ${flow.row.url}`
			: `${flow.row.status ?? ""} ${flow.record.response?.statusText ?? ""}`.trim();
		const rows = !came
			? null
			: this.#sent
			? this.#compared(detail, flow, side, spanned(came, message))
			: spanned(came, message);
		const head = (/** @type {any[]} */ ...more) =>
			el(
				"section",
				el("h3", capital(side)),
				el("p.captured.mono", safe(this.#shown ? line : line.replace(/\/\/[^/@]*@/, "//••••••@"))),
				...more,
			);
		if (!came || came.length === 0) return head(nothing(`There are no headers of a ${side}.`));
		if (typeof rows === "string" || !rows) return head(nothing(rows ?? "Reading …"));
		return head(
			el(
				"table.fields",
				el("caption", counted(rows.length, "header")),
				rows.map((row, place) => this.#row(`${side} ${place}`, row, message, detail)),
			),
			side === "request" ? this.#request(detail, flow, came) : this.#response(came),
		);
	}

	/** @param {Detail} detail @param {Flow} flow @param {Side} side @param {Field[]} came */
	#compared(detail, flow, side, came) {
		const fields = block(flow, detail.explained, side, true);
		if (fields) return compared(came, fields);
		if (flow.messages[side].sent === null) return "The sent message was not recorded.";
		const octets = detail.window(side, "sent");
		return octets ? compared(came, fieldsOf(octets)) : detail.failure(side, "sent");
	}

	/**
	 * A field, and below it what it says when it is open.
	 * @param {string} key @param {ShownField} field
	 * @param {Message | null} message @param {Detail} detail
	 */
	#row(key, { name, value, span, mark = "same", was }, message, detail) {
		const isOpen = this.#open.has(key);
		const toggle = () => {
			if (!this.#open.delete(key)) this.#open.add(key);
			this.draw(detail);
		};
		const named = span
			? el("button.name", { "aria-expanded": String(isOpen), title: "Explain it", onclick: toggle }, safe(name, 200))
			: safe(name, 200);
		const sign = mark === "same"
			? null
			: el("span", { class: `mark ${mark}`, title: was ? `before: ${safe(was, 400)}` : mark }, signs[mark]);
		return el(
			"tbody",
			{ class: mark },
			el(
				"tr",
				el("th", { scope: "row" }, sign, sign && el("span.unseen", `${mark}: `), named),
				el("td", this.#value(key, name, value, detail)),
			),
			isOpen && span && el("tr.meaning", el("td", { colspan: 2 }, this.#meaning(span, message))),
		);
	}

	/** @param {string} key @param {string} name @param {string} value @param {Detail} detail */
	#value(key, name, value, detail) {
		if (isSecret(name, value) && !this.#shown) {
			return [
				el("span.dim", "•••••• "),
				this.#showing("show", detail, { "aria-label": `Show ${safe(name, 80)}` }),
			];
		}
		const whole = `${key} whole`;
		const cut = value.length > long && !this.#open.has(whole);
		return [
			el("span.captured", safe(cut ? value.slice(0, long) : value, 100_000)),
			cut && link(`… all ${counted(value.length, "character")}`, () => {
				this.#open.add(whole);
				this.draw(detail);
			}),
			el("button.copy", {
				title: "Copy the value",
				"aria-label": `Copy ${safe(name, 80)}`,
				onclick: () => toClipboard(this.app, value, `Copied the value of ${safe(name, 80)}.`),
			}, icon("copy")),
		];
	}

	/** Shows all credentials. @param {string} text @param {Detail} detail @param {Attributes} [more] */
	#showing(text, detail, more) {
		return link(text, () => {
			this.#shown = true;
			this.draw(detail);
		}, more);
	}

	/** What the name is for, what the parts of the value are, what was found about them. @param {Span} span @param {Message | null} message */
	#meaning(span, message) {
		const [name, ...rest] = span.children;
		const value = rest.find(({ rule }) => rule === "field-value");
		const notes = (message?.notes ?? []).filter(({ offset, length }) =>
			length > 0 && offset >= span.offset && offset < span.offset + span.length
		);
		return [
			el("p", safe(name.text), " ", specLink(name.spec), " ", bytesButton(this.app, span.offset, span.length)),
			value && value.children.length > 0 &&
			el(
				"ul",
				value.children.filter(({ rule }) => /\w/.test(rule) && !/^(OWS|SP|RWS|BWS)$/.test(rule)).slice(0, 20)
					.map(({ text }) => el("li.captured", safe(text))),
			),
			notes.length > 0 && el("ul.notes", notes.map((note) => noteItem(this.app, note))),
		];
	}

	/** @param {Detail} detail @param {Flow} flow @param {Field[]} fields */
	#request(detail, flow, fields) {
		const url = flow.row.url ?? "";
		const type = fields.find(({ name }) => name.toLowerCase() === "content-type")?.value ?? "";
		const isForm = /^application\/x-www-form-urlencoded/i.test(type) && flow.messages.request.body;
		const octets = isForm ? detail.window("request", "decoded") : null;
		const failure = isForm ? detail.failure("request", "decoded") : null;
		const sent = fields.filter(({ name }) => name.toLowerCase() === "cookie").flatMap(({ value }) => cookies(value));
		return [
			this.#table("URL", partsOf(url), detail),
			this.#table("Query", parameters(queryOf(url)), detail),
			isForm &&
			(octets
				? this.#table("Form", parameters(new TextDecoder().decode(octets)), detail)
				: section("Form", nothing(failure ?? "Reading …"))),
			this.#table("Cookies", sent, detail, true),
			...this.#credentials(fields, detail),
		];
	}

	/** @param {Field[]} fields */
	#response(fields) {
		const set = fields.filter(({ name }) => name.toLowerCase() === "set-cookie").map(({ value }) => setCookie(value));
		if (set.length === 0) return null;
		return section(
			"Cookies that it sets",
			pairs(
				set.map(({ name, value, attributes }) => [
					name,
					[
						el("span", { class: this.#shown ? "captured" : "dim" }, this.#shown ? safe(value) : "••••••"),
						el("span.captured.dim", ` ${safe(attributes)}`),
					],
				]),
			),
		);
	}

	/** @param {string} title @param {{name: string, value: string}[]} fields @param {Detail} detail @param {boolean} [secret] */
	#table(title, fields, detail, secret = false) {
		if (fields.length === 0) return null;
		return section(
			title,
			pairs(
				fields.slice(0, 500).map(({ name, value }, place) => [
					name,
					secret && !this.#shown ? el("span.dim", "••••••") : this.#value(`${title} ${place}`, name, value, detail),
				]),
			),
			fields.length > 500 && nothing(`${counted(fields.length - 500, "more")}: see the body.`),
		);
	}

	/** What Basic, a token and the like hold, once they may be seen. @param {Field[]} fields @param {Detail} detail */
	#credentials(fields, detail) {
		return held(fields).map(({ title, fields, of }) =>
			this.#shown ? this.#table(`${safe(of, 80)}: ${title}`, fields, detail) : section(
				`${safe(of, 80)}: ${title}`,
				this.#showing("Show its contents", detail),
			)
		);
	}
}

/** Names and what belongs to them. @param {[string, any][]} rows */
function pairs(rows) {
	return el(
		"table.fields",
		el(
			"tbody",
			rows.map(([name, content]) => el("tr", el("th", { scope: "row" }, safe(name, 200)), el("td", content))),
		),
	);
}
