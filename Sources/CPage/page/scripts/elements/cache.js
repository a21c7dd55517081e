/** The ghost cache: what a private and a shared cache would have done with this exchange, drawn as a pale bar. */
import { el, refresh } from "../dom.js";
import { safe, time } from "../model/words.js";
import { StoryOf } from "./cookies.js";
import { nothing, reasoning, section, steps } from "./parts.js";

export class TabCache {
	/** @param {App} app */
	constructor(app) {
		this.app = app;
		this.element = el("div.cache");
		this.story = new StoryOf(app, "cache", () => this.#again());
	}

	#again() {
		const { detail, tab } = this.app.state.values;
		if (detail && tab === "cache") this.draw(detail);
	}

	/** @param {Detail} detail */
	draw(detail) {
		if (!detail.explained) return;
		const ghost = this.story.get()?.cache?.[0];
		const reasons = detail.explained.messages.flatMap((message) =>
			["caching", "conditional"].flatMap((topic) =>
				message.reasoning[topic] ? [{ topic, each: message.reasoning[topic] }] : []
			)
		);
		if (!ghost && reasons.length === 0) {
			refresh(this.element, nothing("Caches do not affect this exchange."));
			return;
		}
		// Who asked with a condition wants to know first what became of it.
		const lead = reasons.find(({ topic }) => topic === "conditional") ?? reasons[0];
		refresh(
			this.element,
			lead && el("p.lead", safe(lead.each.conclusion)),
			ghost && this.#side("A private cache (a browser's)", ghost.private),
			ghost && this.#side("A shared cache (a proxy's, a CDN's)", ghost.shared),
			reasons.map(({ topic, each }) => reasoning(this.app, topic, each)),
		);
	}

	/** @param {string} title @param {CacheSide} side */
	#side(title, side) {
		return section(
			title,
			el("p", safe(side.line ?? `${side.served}: ${side.reason}`)),
			side.lifetime > 0 && this.#bar(side),
			el("details.reasoning", el("summary", "The calculation"), steps(this.app, side.steps)),
		);
	}

	/** The lifetime as a bar, and how much of it was over. @param {CacheSide} side */
	#bar(side) {
		const all = Math.max(side.lifetime, side.age) * 1.15 || 1;
		const fresh = el("span.fresh", { style: { width: `${(side.lifetime / all) * 100}%` } });
		const age = el("span.age", { style: { left: `${(side.age / all) * 100}%` } });
		const left = side.lifetime - side.age;
		const words = left > 0 ? `fresh for ${time(left * 1000)} more` : `stale for ${time(-left * 1000)}`;
		return el(
			"div.ghost",
			el("div.track", { "aria-hidden": "true" }, fresh, age),
			el(
				"p.dim",
				`Lifetime ${time(side.lifetime * 1000)}, age ${side.age > 0 ? time(side.age * 1000) : "0 s"}: ${words}.`,
			),
		);
	}
}
