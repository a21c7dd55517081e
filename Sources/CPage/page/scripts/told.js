/** What the server tells, put into the state. */
import { Part } from "./dom.js";
import { nothingChosen } from "./state.js";

export class Told extends Part {
	/** How far this page has heard. @type {number | null} */
	revision = null;
	#overviewAt = 0;
	#overviewIsDue = false;
	/** For the polite word of what came: how many, and how many of these failed. */
	news = { came: 0, failed: 0 };

	/** @param {string} name @param {any} data @param {string} id */
	hear(name, data, id) {
		if (/^\d+$/.test(id)) this.revision = Number(id);
		if (name === "state") this.#state(data);
		else if (name === "rows") this.#rows(data);
		else if (name === "view" || name === "resync") this.#again(data);
		else if (name === "held") this.app.state.set({ rules: data });
		else if (name === "note") this.#note(data);
		else if (name === "superseded") this.#end("superseded", data.text);
		else if (name === "bye") this.app.state.set({ link: { kind: "blind", since: Date.now(), text: data.text } });
	}

	/** @param {"open" | "lost" | "asleep" | "locked"} kind */
	link(kind) {
		const { state } = this.app;
		const { link, session } = state.values;
		if (kind === "open") {
			if (link.kind === "blind") this.#greet();
			state.set({ link: { kind: session?.session.kind === "live" ? "live" : "file", since: 0, text: "" } });
		} else if (kind === "lost" && link.kind !== "blind") {
			state.set({ link: { kind: "blind", since: Date.now(), text: "" } });
		} else if (kind === "asleep") {
			state.set({ link: { kind: "asleep", since: Date.now(), text: "" } });
		} else if (kind === "locked") this.#end("locked", "");
	}

	/** Hark answers again after it did not: where it was started anew, what is shown is another session. */
	async #greet() {
		const { app } = this;
		const before = app.state.values.session;
		const session = await app.session.again().catch(() => null);
		if (!session || !before || session.instance === before.instance) return;
		const { view } = app.state.values;
		app.ghosts.forget();
		app.state.set({ ...nothingChosen, saved: null, marks: new Set() });
		app.greet(session);
		const isSame = session.instance.split(".")[0] === before.instance.split(".")[0];
		app.say(`${isSame ? "Recording" : "Hark was restarted. It records"} to the session “${session.session.name}”.`);
		await app.look(view?.filter ?? "", view?.order ?? null);
	}

	/** @param {any} data */
	#state(data) {
		const { state } = this.app;
		this.app.setClock(data.now);
		state.set({ counts: { total: data.flows, open: data.open, rate: data.rate } });
		this.#matched(data);
		this.#drawOverview();
	}

	/** Every two seconds at most; what came in between is drawn at their end. */
	#drawOverview() {
		if (this.#overviewIsDue) return;
		this.#overviewIsDue = true;
		setTimeout(() => {
			this.#overviewIsDue = false;
			this.#overviewAt = performance.now();
			this.app.overview();
		}, Math.max(0, this.#overviewAt + 2000 - performance.now()));
	}

	/** @param {{view: number, matched: number}} data */
	#matched(data) {
		const { view } = this.app.state.values;
		if (!view || data.view !== view.id || data.matched === view.matched) return;
		this.app.state.set({ view: { ...view, matched: data.matched } });
	}

	/** @param {RowsEvent} data */
	#rows(data) {
		const { app } = this;
		const { view, selected, follow } = app.state.values;
		if (!view || data.view !== view.id) return;
		this.news.came += data.added;
		for (const row of data.rows) {
			if (row.gone) continue;
			if (typeof row.position === "number") app.blocks.store(row.position, [row]);
			else app.blocks.update(row);
			if (row.bar?.end === "failed") this.news.failed += 1;
			if (row.id === selected) {
				app.reading.changed(row.id);
				// Selected before it was listed, as what was just sent may be.
				if (app.state.values.index < 0 && typeof row.position === "number") app.found(row.position);
			}
		}
		if (data.skipped > 0 && !follow) this.#readOpen();
		app.touch();
	}

	/** Those that are seen and open may be among the rows that were left out; who follows sees the newest, which never are. */
	async #readOpen() {
		const ids = this.app.openSeen();
		if (ids.length === 0) return;
		const answer = await this.app.session.get(`/api/rows?ids=${ids.join(",")}`).catch(() => null);
		for (const row of answer?.rows ?? []) if (!row.gone) this.app.blocks.update(row);
		this.app.touch();
	}

	/** What is known of the view is to be read again. @param {{view: number, matched: number}} data */
	#again(data) {
		const { view } = this.app.state.values;
		if (view && data.view === view.id) {
			this.app.blocks.clear();
			this.app.state.set({ view: { ...view, matched: data.matched } });
			this.app.touch();
			this.app.overview();
			this.app.locate();
		}
	}

	/** @param {{code: string, text: string}} data */
	#note(data) {
		const { view } = this.app.state.values;
		if (data.code === "view") this.app.look(view?.filter ?? "", view?.order ?? null);
		else if (data.code === "deleted" || data.code === "damaged") this.#end("gone", data.text);
		else this.app.say(data.text);
		if (data.code === "replaced") this.app.look(view?.filter ?? "", view?.order ?? null);
	}

	/** @param {"gone" | "superseded" | "locked"} kind @param {string} text */
	#end(kind, text) {
		this.app.state.set({ link: { kind, since: Date.now(), text } });
		this.app.stream.end();
	}
}
