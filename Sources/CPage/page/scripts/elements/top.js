/** The line above everything: what is looked at, how it goes, where one can go. */
import { el, refresh } from "../dom.js";
import { clock, count, counted, safe } from "../model/words.js";
import { conditions } from "./conditions.js";

const screens =
	"list Exchanges, lanes Connections, jar Cookies, redirects Redirects, endpoints Endpoints, film Replay, rules Rules, lessons Lessons"
		.split(", ").map((each) => each.split(" "));

export class HarkTop extends HTMLElement {
	/** @param {App} app */
	start(app) {
		this.app = app;
		this.setAttribute("role", "banner");
		this.facts = el("div.facts");
		this.speech = el("div.unseen", { role: "status", "aria-live": "polite" });
		this.nav = el("nav", { "aria-label": "Screens" });
		for (const [id, title] of screens) {
			this.nav.append(el("button", { "data-screen": id, onclick: () => app.show(id) }, title));
		}
		this.append(
			this.facts,
			this.nav,
			el(
				"div.tools",
				conditions(app),
				el("button", {
					title: "Light or dark",
					"aria-label": "Light or dark",
					onclick: () => app.run("theme"),
				}, "◐"),
				this.compose = el("button", {
					title: "Write a request, or paste a curl command",
					onclick: () => app.run("compose"),
				}, "New request"),
				el("button", { title: "All commands (:)", onclick: () => app.run("commands") }, "Commands"),
				el("button", {
					title: "Keys (?)",
					"aria-label": "Keys",
					onclick: () => app.run("keys"),
				}, "?"),
			),
			this.speech,
		);
		app.state.watch(["link", "counts", "session", "saved"], () => this.#facts());
		app.state.watch(["screen"], () => this.#screen());
		app.state.watch(["rules"], () => this.#rules());
		setInterval(() => this.#speak(), 5000);
		this.#facts();
		this.#screen();
	}

	#screen() {
		for (const button of this.nav?.querySelectorAll("button") ?? []) {
			if (button.dataset.screen === this.app?.state.values.screen) {
				button.setAttribute("aria-current", "page");
				// On a phone they do not all fit.
				button.scrollIntoView({ block: "nearest", inline: "nearest" });
			} else button.removeAttribute("aria-current");
		}
	}

	/** How many rules are active, and how many messages they hold. */
	#rules() {
		const { rules, held } = this.app?.state.values.rules ?? { rules: 0, held: 0 };
		const button = this.nav?.querySelector('[data-screen="rules"]');
		if (!button) return;
		button.textContent = `Rules${rules > 0 ? ` ${count(rules)}` : ""}${held > 0 ? ` · ${count(held)} held` : ""}`;
		button.classList.toggle("waits", held > 0);
	}

	#facts() {
		if (!this.app || !this.facts) return;
		const { link, counts, session } = this.app.state.values;
		const facts = [el("span.link", { "data-kind": link.kind }, this.#link())];
		if (this.compose) this.compose.hidden = !session?.session.canResend;
		if (session) {
			facts.push(el("span", counted(counts.total, "exchange")));
			if (counts.open > 0) facts.push(el("span", `${count(counts.open)} open`));
			const saved = this.app.state.values.saved;
			if (saved?.words) {
				const { requests, validations } = saved.totals.private.requests > 0
					? saved.totals.private
					: saved.totals.shared;
				facts.push(
					el("button.plain.saved", {
						title: saved.words,
						onclick: () => this.app?.say(this.#saved()),
					}, requests > 0 ? `◷ ${count(requests)} from a cache` : `◷ ${count(validations)} revalidated`),
				);
			}
			const name = safe(session.session.name, 120);
			facts.push(
				this.app.owns
					? el("button.plain", {
						title: "Other sessions, a new one, files to open",
						onclick: () => this.app?.run("sessions"),
					}, name)
					: el("span", name),
			);
			if (!this.app.acts) {
				facts.push(el("span.dim", { title: "You can look here, but not change anything" }, "view only"));
			}
		}
		refresh(this.facts, facts);
		document.title = session ? `${session.session.name} – Hark` : "Hark";
	}

	/** What caches would have saved, and of which exchanges that is told. */
	#saved() {
		const saved = this.app?.state.values.saved;
		if (!saved?.words) return "";
		return saved.from > 1 ? `${saved.words} (of the newest ${counted(saved.looked, "exchange")})` : saved.words;
	}

	#link() {
		const { link, counts, session } = this.app?.state.values ?? {};
		const since = link && link.since > 0 ? clock(link.since).slice(0, 8) : "";
		switch (link?.kind) {
			case "live": {
				const rate = counts?.rate ?? 0;
				return `live ${rate >= 10 ? count(rate) : rate.toFixed(rate > 0 ? 1 : 0)}/s`;
			}
			case "file":
				return session?.session.kind === "recording" ? "recording" : "session";
			case "blind":
				return `no contact with Hark since ${since}; retrying`;
			case "asleep":
				return "paused while hidden";
			case "superseded":
			case "gone":
			case "locked":
				return { superseded: "another tab is active", gone: "the session was deleted", locked: "locked" }[link.kind];
			default:
				return "connecting";
		}
	}

	/** What came, in a sentence, for who cannot see rows arrive; not more often than every five seconds. */
	#speak() {
		const news = this.app?.told.news;
		if (!news || !this.speech || news.came === 0) return;
		const failed = news.failed > 0 ? `, ${count(news.failed)} failed` : "";
		this.speech.textContent = `${counted(news.came, "new exchange")}${failed}.`;
		news.came = 0;
		news.failed = 0;
	}
}

customElements.define("hark-top", HarkTop);
