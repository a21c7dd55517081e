/** What can be looked at instead of the list: made when it is first asked for. */
import { fill, one } from "../dom.js";

/** Each screen is a module of its own, fetched when it is wanted. @type {Record<string, () => Promise<{default: new (app: App) => PageScreen}>>} */
const screens = {
	lanes: () => import("./lanes.js"),
	jar: () => import("./jar.js"),
	endpoints: () => import("./endpoints.js"),
	redirects: () => import("./redirects.js"),
	lessons: () => import("./lessons.js"),
	replay: () => import("./replay.js"),
	film: async () => ({ default: (await import("./replay.js")).FilmScreen }),
	projector: () => import("./projector.js"),
	compare: () => import("./compare.js"),
	rules: () => import("./rules.js"),
};

export class HarkScreen extends HTMLElement {
	/** @type {Record<string, PageScreen>} */
	#made = {};
	/** @type {PageScreen | null} */
	#current = null;

	/** @param {App} app */
	start(app) {
		this.app = app;
		this.hidden = true;
		app.state.watch(["screen"], () => this.#turn());
		app.state.watch(["view", "selected"], () => this.#current?.show());
	}

	async #turn() {
		const { app } = this;
		if (!app) return;
		const name = app.state.values.screen;
		const load = screens[name];
		one("#work")?.toggleAttribute("hidden", Boolean(load));
		this.hidden = !load;
		this.#current?.left?.();
		this.#current = null;
		if (!load) return;
		if (!this.#made[name]) {
			const { default: Kind } = await load();
			this.#made[name] ??= new Kind(app);
		}
		if (app.state.values.screen !== name) return;
		this.#current = this.#made[name];
		fill(this, this.#current.element);
		this.#current.show();
	}
}

customElements.define("hark-screen", HarkScreen);
