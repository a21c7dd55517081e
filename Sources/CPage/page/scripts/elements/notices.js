/** Sentences for the person: those of failures until they are taken away. */
import { button, el, refresh } from "../dom.js";
import { safe } from "../model/words.js";

export class HarkNotices extends HTMLElement {
	/** @param {App} app */
	start(app) {
		this.setAttribute("role", "status");
		this.setAttribute("aria-live", "polite");
		app.state.watch(["notices", "link"], () => {
			const { notices, link } = app.state.values;
			const dismiss = (/** @type {Notice} */ notice) =>
				app.state.set({ notices: app.state.values.notices.filter((each) => each !== notice) });
			refresh(
				this,
				this.#link(app, link),
				notices.map((notice) =>
					el(
						"div",
						{ class: `notice popup ${notice.kind}` },
						el("span", safe(notice.text, 1000)),
						notice.undo && button("Undo", () => {
							notice.undo?.();
							dismiss(notice);
						}),
						el("button", { "aria-label": "Dismiss", onclick: () => dismiss(notice) }, "×"),
					)
				),
			);
		});
	}

	/** What stands between this page and Hark, and what to do. @param {App} app @param {{kind: string, text: string}} link */
	#link(app, link) {
		if (link.kind === "superseded") {
			return el(
				"div.notice.popup",
				el("span", safe(link.text) || "Another tab has replaced this one.", " Rows here are no longer updated."),
				button("Continue here", () => app.resume()),
			);
		}
		if (link.kind === "gone") return el("div.notice.popup.error", el("span", safe(link.text)));
		return null;
	}
}

customElements.define("hark-notices", HarkNotices);
