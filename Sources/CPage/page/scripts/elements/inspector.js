/** One exchange, in tabs. */
import { dragging, el, fill, one } from "../dom.js";
import { tabs, tabsOf } from "../model/place.js";
import { capital, safe, summary } from "../model/words.js";
import { TabRules } from "./acts.js";
import { TabBody } from "./body.js";
import { TabBytes } from "./bytes.js";
import { TabCache } from "./cache.js";
import { TabChanges } from "./changes.js";
import { TabCookies } from "./cookies.js";
import { TabOverview } from "./exchange.js";
import { TabFrames } from "./frames.js";
import { TabHeaders } from "./headers.js";
import { TabMessages } from "./messages.js";
import { nothing } from "./parts.js";
import { TabTiming } from "./timing.js";
import { TabTLS } from "./tls.js";

/** @param {string} tab */
const titleOf = (tab) => tab === "tls" ? "TLS" : capital(tab);

const kept = "hark.split";

/** As in the style sheet: list and exchange stand side by side. */
const wide = matchMedia("(min-width: 125rem)");

export class HarkInspector extends HTMLElement {
	/** @type {Record<string, TabPanel>} */
	#made = {};
	/** @type {string | null} */
	#drawn = null;
	#shownTab = "";
	/** The bytes are to have the keys once they are there. */
	focusNext = false;

	/** @param {App} app */
	start(app) {
		this.app = app;
		this.setAttribute("role", "region");
		this.setAttribute("aria-label", "Exchange");
		this.hidden = true;
		this.edge = el("div.edge", {
			role: "separator",
			tabindex: 0,
			"aria-label": "Size of the exchange pane",
			"aria-valuemin": 15,
			"aria-valuemax": 85,
		});
		this.bar = el("div.tabs", { role: "tablist", "aria-label": "Views of the exchange" });
		// Without words until an exchange was read: an empty heading is none.
		this.heading = el("h2.title.cut", { hidden: true });
		this.panel = el("div.panel", { role: "tabpanel", id: "panel", tabindex: 0 });
		for (const tab of tabs) {
			this.bar.append(
				el("button", {
					role: "tab",
					id: `tab-${tab}`,
					"aria-controls": "panel",
					onclick: () => app.open(tab),
				}, titleOf(tab)),
			);
		}
		this.bar.addEventListener("keydown", (event) => this.#tabKey(event));
		this.append(this.edge, el("div.strip", this.bar, this.heading, this.#tools()), this.panel);
		this.#sizing(this.edge);
		app.state.watch(["selected", "detail", "detailRevision", "tab", "opened", "byte"], () => this.draw());
	}

	#tools() {
		const app = /** @type {App} */ (this.app);
		const button = (/** @type {string} */ text, /** @type {string} */ command, /** @type {string} */ title) =>
			el("button", { title, onclick: () => app.run(command), "data-command": command }, text);
		return el(
			"div.tools",
			{ role: "group", "aria-label": "Actions" },
			button("◂", "previous", "Previous exchange (k)"),
			button("▸", "next", "Next exchange (j)"),
			button("Copy", "copy", "Copy as … (y)"),
			button("Resend", "resend", "Send it again (x)"),
			button("What if", "whatIf", "Edit a header and see what would change; nothing is sent"),
			button(
				"Rule",
				"makeRule",
				"Make a rule: answer this request, hold it at a breakpoint, send this host to localhost …",
			),
			button("Replay", "replay", "Step by step: event, line, chunk, byte"),
			button("Share", "moment", "As one page without scripts, secrets replaced"),
			button("×", "close", "Close (Esc)"),
		);
	}

	/** @param {HTMLElement} edge */
	#sizing(edge) {
		const set = (/** @type {number} */ share) => {
			const value = Math.round(Math.max(15, Math.min(85, share)));
			document.documentElement.style.setProperty("--split", `${value}%`);
			edge.setAttribute("aria-valuenow", String(value));
			localStorage.setItem(kept, String(value));
		};
		set(Number(localStorage.getItem(kept)) || 52);
		const turn = () => edge.setAttribute("aria-orientation", wide.matches ? "vertical" : "horizontal");
		wide.addEventListener("change", turn);
		turn();
		edge.addEventListener("keydown", (event) => {
			const [more, less] = wide.matches ? ["ArrowLeft", "ArrowRight"] : ["ArrowUp", "ArrowDown"];
			const step = event.key === more ? 3 : event.key === less ? -3 : 0;
			if (step === 0) return;
			event.preventDefault();
			event.stopPropagation();
			set(Number(edge.getAttribute("aria-valuenow")) + step);
		});
		dragging(edge, () => {
			const work = /** @type {HTMLElement} */ (this.parentElement).getBoundingClientRect();
			return ({ clientX, clientY }) =>
				set((wide.matches ? (work.right - clientX) / work.width : (work.bottom - clientY) / work.height) * 100);
		});
	}

	/** As tab lists do: the arrow keys go along it. @param {KeyboardEvent} event */
	#tabKey(event) {
		const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
		const app = this.app;
		if (!step || !app) return;
		event.preventDefault();
		event.stopPropagation();
		const shown = tabsOf(app.state.values.detail?.flow);
		const next = shown[(Math.max(0, shown.indexOf(app.state.values.tab)) + step + shown.length) % shown.length];
		app.open(next);
		one(`#tab-${next}`)?.focus();
	}

	draw() {
		const { app, panel, heading } = this;
		if (!app || !panel || !heading) return;
		const { opened, selected, detail, tab, session } = app.state.values;
		this.hidden = !opened || selected === null;
		if (this.hidden) return;
		const shown = tabsOf(detail?.flow);
		for (const button of this.bar?.querySelectorAll("button") ?? []) {
			const on = button.id === `tab-${tab}`;
			button.hidden = !on && !shown.includes(button.id.slice(4));
			button.setAttribute("aria-selected", String(on));
			button.tabIndex = on ? 0 : -1;
			// On a phone they do not all fit.
			if (on && this.#shownTab !== tab) button.scrollIntoView({ block: "nearest", inline: "nearest" });
		}
		this.#shownTab = tab;
		panel.setAttribute("aria-labelledby", `tab-${tab}`);
		const resend = /** @type {HTMLButtonElement | null} */ (this.querySelector('[data-command="resend"]'));
		if (resend) resend.hidden = !session?.session.canResend;
		const rule = /** @type {HTMLButtonElement | null} */ (this.querySelector('[data-command="makeRule"]'));
		if (rule) rule.hidden = !app.owns;
		if (!detail || detail.id !== selected) return;
		this.#name(detail, heading);
		if (detail.error) {
			fill(heading, `#${selected}`);
			heading.title = "";
			heading.hidden = false;
			fill(panel, nothing(detail.error));
			this.#drawn = null;
			return;
		}
		const made = this.#tab(tab, app);
		if (this.#drawn !== tab) {
			if (this.#drawn) this.#made[this.#drawn]?.left?.();
			fill(panel, made.element);
			panel.scrollTop = 0;
			this.#drawn = tab;
		}
		made.draw(detail);
		if (this.focusNext && made instanceof TabBytes && detail.explained) {
			this.focusNext = false;
			made.focus();
		}
	}

	/** @param {Detail} detail @param {HTMLElement} title */
	#name(detail, title) {
		const row = detail.flow?.row;
		if (!row) return;
		const text = `#${row.id} ${safe(row.method, 40)} ${safe((row.url ?? "").replace(/^http:\/\//, ""), 300)}`;
		fill(
			title,
			text,
			el("span.dim", `  ${summary(row)}`),
		);
		title.title = text;
		title.hidden = false;
	}

	/** @param {string} name @param {App} app @returns {TabPanel} */
	#tab(name, app) {
		const made = this.#made[name];
		if (made) return made;
		/** @type {Record<string, new (app: App) => TabPanel>} */
		const kinds = {
			overview: TabOverview,
			headers: TabHeaders,
			bytes: TabBytes,
			changes: TabChanges,
			timing: TabTiming,
			body: TabBody,
			cookies: TabCookies,
			cache: TabCache,
			tls: TabTLS,
			messages: TabMessages,
			frames: TabFrames,
			rules: TabRules,
		};
		return (this.#made[name] = new kinds[name](app));
	}

	/** The search in a body, if there is one. */
	get finding() {
		const tab = this.#made.body;
		return tab instanceof TabBody ? tab.finding : null;
	}

	/** The byte lens, if it was opened. */
	get bytes() {
		const tab = this.#made.bytes;
		return tab instanceof TabBytes ? tab : null;
	}
}

customElements.define("hark-inspector", HarkInspector);
