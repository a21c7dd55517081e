/** The cookies of one exchange: what was set and became of it, what was sent, and what was not and why. */
import { el, refresh } from "../dom.js";
import { sentKind, why } from "../model/jar.js";
import { safe } from "../model/words.js";
import { nothing, reasoning, section } from "./parts.js";

/** What the session's story says of one exchange: asked once for each. */
export class StoryOf {
	#key = "";
	/** @type {any} */
	#answer = null;

	/** @param {App} app @param {string} chapter @param {() => void} changed */
	constructor(app, chapter, changed) {
		this.app = app;
		this.chapter = chapter;
		this.changed = changed;
	}

	/** The answer, or null until it is there. It is told by the place in the list. @returns {any} */
	get() {
		const { view, index, selected } = this.app.state.values;
		if (!view || index < 0) return null;
		const key = `${view.id} ${index} ${selected}`;
		if (key === this.#key) return this.#answer;
		this.#key = key;
		this.#answer = null;
		this.app.session.get(`/api/views/${view.id}/${this.chapter}?first=${index}&count=1`).then((answer) => {
			if (this.#key !== key) return;
			this.#answer = answer;
			this.changed();
		}, () => {});
		return null;
	}
}

const fates = {
	sent: "✓ sent",
	unknown: "· sent",
	wrong: "✗ sent, but should not have been",
	missing: "✗ missing",
	withheld: "– withheld",
};

export class TabCookies {
	/** @param {App} app */
	constructor(app) {
		this.app = app;
		this.element = el("div.cookies");
		this.story = new StoryOf(app, "jar", () => this.#again());
	}

	#again() {
		const { detail, tab } = this.app.state.values;
		if (detail && tab === "cookies") this.draw(detail);
	}

	/** @param {Detail} detail */
	draw(detail) {
		if (!detail.explained) return;
		const answer = this.story.get();
		const jar = answer?.cookies?.[0] ?? { set: [], sent: [], jar: [] };
		const reasons = detail.explained.messages.flatMap((message) =>
			message.reasoning.cookies ? [message.reasoning.cookies] : []
		);
		if (jar.set.length + jar.sent.length + jar.jar.length + reasons.length === 0) {
			const none = answer?.since
				? `This exchange sets and sends no cookies, and no known cookie matches it; those set before #${answer.since} are unknown.`
				: "This exchange sets and sends no cookies, and no known cookie matches it.";
			refresh(this.element, nothing(none));
			return;
		}
		refresh(
			this.element,
			jar.set.length > 0 && section("Set by the response", this.#set(jar.set)),
			jar.sent.length > 0 && section("Cookies for the request", this.#sent(jar.sent)),
			jar.jar.length > 0 &&
				section(
					"Stored for this URL",
					el("p.captured.mono", jar.jar.map((/** @type {string} */ each) => safe(each)).join("; ")),
				),
			reasons.map((each) => reasoning(this.app, "Step by step", each, true)),
		);
	}

	/** @param {SetCookie[]} all */
	#set(all) {
		return table(
			["cookie", "", "why", "attributes"],
			all.map((cookie) => [
				el("code", safe(cookie.name, 200)),
				cookie.stored ? "✓ stored" : "– not stored",
				safe(why(cookie)),
				Object.entries(cookie.attributes).map(([name, value]) => value === true ? name : `${name}=${value}`)
					.map((text) => safe(text, 200)).join("; "),
			]),
		);
	}

	/** @param {SentCookie[]} all */
	#sent(all) {
		return table(
			["cookie", "", "why"],
			all.map((cookie) => [
				el("code", safe(cookie.name, 200)),
				fates[cookie.expected === null && cookie.sent ? "unknown" : sentKind(cookie)],
				safe(why(cookie)),
			]),
		);
	}
}

/** What scrolls to the side where there is little room. @param {string} label @param {HTMLElement} content @param {string} [kind] */
export function wide(label, content, kind = "") {
	return el("div", { class: `wide ${kind}`, tabindex: 0, role: "group", "aria-label": label }, content);
}

/** @param {string[]} heads @param {(string | Node)[][]} rows */
export function table(heads, rows) {
	return el(
		"table",
		el("thead", el("tr", heads.map((head) => el(head ? "th" : "td", head ? { scope: "col" } : {}, head)))),
		el("tbody", rows.map((cells) => el("tr", cells.map((cell) => el("td.captured", cell))))),
	);
}
