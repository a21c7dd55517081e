/** What one can do on the page: each intent ends in the state. */
import { Address } from "./address.js";
import { Blocks } from "./blocks.js";
import { Reading } from "./detail.js";
import { Ghosts } from "./ghosts.js";
import { Problem, Session } from "./session.js";
import { nothingChosen, State } from "./state.js";
import { Stream } from "./stream.js";
import { Told } from "./told.js";
import { asksForTunnels } from "./model/kinds.js";
import { reason } from "./model/words.js";

export class App {
	state = new State();
	session = new Session();
	told = new Told(this);
	ghosts = new Ghosts(this);
	reading = new Reading(this);
	address = new Address(this);
	/** @type {Record<string, (argument?: any) => any>} */
	commands = {};
	/** @type {HarkPalette} */
	palette = /** @type {any} */ (null);
	presents = location.search === "?present";
	#clock = { now: 0, at: performance.now() };
	#generation = 0;
	/** The list that was asked for last, until it is there. @type {{filter: string, order: Order} | null} */
	#wanted = null;
	/** @type {Promise<void> | null} */
	#stepping = null;
	#seen = { first: 0, count: 0 };
	/** On the clock of `performance`: whoever reads elsewhere later is not taken back. */
	#selectedAt = -Infinity;

	constructor() {
		this.blocks = new Blocks(
			async (first, count) => {
				const view = this.state.values.view;
				if (!view) return [];
				const answer = await this.session.get(`/api/views/${view.id}/rows?first=${first}&count=${count}`);
				return answer.rows;
			},
			() => this.touch(),
		);
		this.stream = new Stream(
			this.session,
			() => ({ view: this.state.values.view?.id ?? null, revision: this.told.revision }),
			(name, data, id) => this.told.hear(name, data, id),
			(kind) => this.told.link(kind),
		);
	}

	/** Rows came or went. */
	touch() {
		this.state.set({ rows: this.state.values.rows + 1 });
	}

	/** Milliseconds since the session's start, as the server counts them. */
	now() {
		if (this.state.values.session?.session.kind !== "live") return this.#clock.now;
		return this.#clock.now + performance.now() - this.#clock.at;
	}

	/** @param {number} now */
	setClock(now) {
		this.#clock = { now, at: performance.now() };
	}

	/** What is served. @param {Info} session */
	greet(session) {
		const { kind, now, flows, open } = session.session;
		this.#clock = { now, at: performance.now() };
		this.state.set({ session, follow: kind === "live", counts: { total: flows, open, rate: 0 } });
	}

	/** This is the computer that runs Hark: sessions, files and rules are for it. */
	get owns() {
		return (this.state.values.session?.access ?? "owner") === "owner";
	}

	/** Changes are allowed, not only looking. */
	get acts() {
		return this.state.values.session?.access !== "viewer";
	}

	/** Which rows are seen. @param {number} first @param {number} count */
	seen(first, count) {
		this.#seen = { first, count };
	}

	/** Numbers of the rows that are seen and still open. */
	openSeen() {
		const result = [];
		for (let index = this.#seen.first; index < this.#seen.first + this.#seen.count; index += 1) {
			const row = this.blocks.at(index);
			if (row?.flags?.includes("open")) result.push(row.id);
		}
		return result;
	}

	/** The filter that was asked for last: what is added to it is not lost while it is read. */
	get filter() {
		return (this.#wanted ?? this.state.values.view)?.filter ?? "";
	}

	/** @returns {Order} */
	get order() {
		return (this.#wanted ?? this.state.values.view)?.order ?? null;
	}

	/**
	 * Makes the list anew: another filter, another order. A filter that is none leaves the list as it is.
	 * @param {string} filter @param {Order} order @param {boolean} [told] whether the address is told
	 */
	async look(filter, order, told = true) {
		const generation = ++this.#generation;
		this.#wanted = { filter: filter.trim(), order };
		try {
			const made = await this.session.post("/api/views", this.asked(filter, order));
			if (generation !== this.#generation) return;
			this.#wanted = null;
			this.blocks.clear();
			this.told.revision = made.revision;
			const { matched, words, total, folded } = made;
			this.state.set({
				view: { id: made.view, filter: filter.trim(), order, matched, words, total, folded },
				draft: filter,
				filterError: null,
				index: -1,
			});
			this.touch();
			this.stream.start();
			this.overview();
			if (told) this.write();
			this.locate();
		} catch (error) {
			if (generation !== this.#generation) return;
			this.#wanted = null;
			if (error instanceof Problem && error.status === 422) {
				const { message, offset = 0, length = 0 } = error;
				this.state.set({ draft: filter, filterError: { text: message, offset, length } });
			} else this.say(error);
		}
	}

	/** What is asked of the server for a list. @param {string} filter @param {Order} order @param {number} [newest] the last number in it */
	asked(filter, order, newest) {
		const parts = [filter.trim() && (newest ? `(${filter})` : filter), newest && `id <= ${newest}`].filter(Boolean);
		return {
			...(parts.length > 0 ? { filter: parts.join(" and ") } : {}),
			...(order ? { order } : {}),
			tunnels: this.state.values.tunnels || asksForTunnels(filter),
		};
	}

	async overview() {
		const view = this.state.values.view;
		if (!view) return;
		try {
			const overview = await this.session.get(`/api/views/${view.id}/overview?buckets=600&pauses=short`);
			if (view.id === this.state.values.view?.id) this.state.set({ overview });
		} catch {
			// The list says what is wrong; the overview stays as it was.
		}
	}

	/** Adds a test to the filter. @param {string} test @param {boolean} negated */
	narrow(test, negated) {
		const added = negated ? `not ${test}` : test;
		const before = this.filter;
		const filter = before === "" ? added : / or /i.test(before) ? `(${before}) and ${added}` : `${before} and ${added}`;
		this.look(filter, this.order);
	}

	/** @param {Order} order */
	sort(order) {
		this.state.set({ follow: false });
		this.look(this.filter, order);
	}

	/** @param {number} id @param {number} [index] @param {boolean} [told] whether the address is told */
	select(id, index = this.blocks.placeOf(id), told = true) {
		const { selected, detail } = this.state.values;
		if (selected === id && detail && !detail.error) {
			this.state.set({ index });
			return;
		}
		this.#selectedAt = performance.now();
		this.state.set({ selected: id, index, follow: false, byte: null });
		this.load(id);
		if (index < 0) this.locate();
		else this.commands.reveal?.();
		if (told) this.write(true);
	}

	/** Reads the exchange anew. @param {number} id */
	load(id) {
		this.reading.load(id);
	}

	/** The selected exchange came into the list: what was selected a moment ago, as by sending it, is shown. @param {number} index */
	found(index) {
		this.state.set({ index });
		if (performance.now() - this.#selectedAt < 3000) this.commands.reveal?.();
	}

	/** Finds where the selected exchange is in the list. */
	async locate() {
		const { selected, view } = this.state.values;
		if (selected === null || !view) return;
		try {
			const { position } = await this.session.get(`/api/views/${view.id}/position?flow=${selected}`);
			if (this.state.values.selected !== selected || this.state.values.view?.id !== view.id) return;
			this.state.set({ index: position ?? -1 });
			if (position !== null) this.commands.reveal?.();
		} catch {
			// It is gone, which the inspector says.
		}
	}

	/** To the row so many further on; what is asked for meanwhile waits for it. @param {number} distance */
	step(distance) {
		const stepping = this.#step(distance).finally(() => {
			if (this.#stepping === stepping) this.#stepping = null;
		});
		this.#stepping = stepping;
		return stepping;
	}

	/** A row of the list, read if it is not held. @param {number} index @returns {Promise<Row | null>} */
	async rowAt(index) {
		const held = this.blocks.at(index);
		const { view } = this.state.values;
		if (held || !view) return held ?? null;
		const first = Math.max(0, index - 100);
		const answer = await this.session.get(`/api/views/${view.id}/rows?first=${first}&count=200`).catch(() => null);
		if (!answer || this.state.values.view?.id !== view.id) return null;
		this.blocks.store(first, answer.rows);
		this.touch();
		return this.blocks.at(index) ?? null;
	}

	/** What is selected, once it was read. @returns {Promise<Detail | null>} */
	async ready() {
		await this.reading.done;
		const { detail, selected } = this.state.values;
		return detail?.id === selected ? detail : null;
	}

	/** @param {number} distance */
	async #step(distance) {
		const { index, view, selected } = this.state.values;
		if (!view || view.matched === 0) return;
		const from = selected === null || index < 0 ? (distance > 0 ? -1 : view.matched) : index;
		const next = Math.max(0, Math.min(view.matched - 1, from + distance));
		const row = await this.rowAt(next);
		if (!row || this.state.values.view?.id !== view.id) return;
		this.select(row.id, next);
		this.commands.reveal?.();
	}

	/** Opens the inspector, on a tab when one is named. @param {string} [tab] */
	open(tab) {
		this.state.set({ opened: true, screen: "list", ...(tab ? { tab } : {}) });
		this.write();
	}

	/** @param {string} screen */
	show(screen) {
		this.state.set({ screen });
		this.write(true);
	}

	/** @param {number | null} byte */
	pin(byte) {
		this.state.set({ byte });
		this.write();
	}

	/** The address follows. @param {boolean} [push] going on to another exchange can be gone back */
	write(push = false) {
		this.address.write(push);
	}

	/** Goes where a fragment says. @param {Place} place @param {string[]} errors */
	async go(place, errors) {
		for (const text of errors) this.say(text);
		this.address.forget();
		const { view, selected } = this.state.values;
		const order = place.order ? { by: place.order.replace(/^-/, ""), reverse: place.order.startsWith("-") } : null;
		this.state.set({ screen: place.screen, tab: place.tab ?? this.state.values.tab });
		const before = view?.order ? `${view.order.reverse ? "-" : ""}${view.order.by}` : null;
		if (!view || view.filter !== place.filter || before !== place.order) {
			await this.look(place.filter, order, false);
			// The address may hold a filter that is none: then all is shown, and the filter says what is wrong.
			if (!this.state.values.view) await this.fallBack();
		}
		if (place.flow !== null) {
			this.state.set({ opened: true });
			if (place.flow !== selected) this.select(place.flow, this.blocks.placeOf(place.flow), false);
		} else this.state.set(nothingChosen);
		this.state.set({ byte: place.byte });
		this.write();
	}

	async fallBack() {
		const { draft, filterError } = this.state.values;
		await this.look("", null, false);
		if (filterError) this.state.set({ draft, filterError });
	}

	/** Goes on in this tab. */
	resume() {
		this.state.set({ link: { kind: "starting", since: 0, text: "" } });
		this.stream.start();
	}

	/** Pins, comments, tags of the selected exchange. @param {Record<string, unknown>} marks */
	async marks(marks) {
		const { selected } = this.state.values;
		if (selected === null) return;
		try {
			await this.session.post("/api/marks", { flows: [selected], ...marks });
			this.load(selected);
			const { rows } = await this.session.get(`/api/rows?ids=${selected}`);
			if (rows[0] && !rows[0].gone) this.blocks.update(rows[0]);
			this.touch();
		} catch (error) {
			this.say(error);
		}
	}

	/** Says something to the person; what it returns takes that away. @param {unknown} what @param {() => void} [undo] */
	say(what, undo) {
		const { state } = this;
		/** @type {Notice} */
		const notice = { text: reason(what), kind: what instanceof Error ? "error" : "info", undo };
		state.set({ notices: [...state.values.notices.slice(-4), notice] });
		const end = () => state.set({ notices: state.values.notices.filter((each) => each !== notice) });
		// That something worked need not be taken away by hand.
		if (notice.kind === "info" && !undo) setTimeout(end, 15_000);
		return end;
	}

	/** Says why something failed. @param {unknown} error */
	fail = (error) => void this.say(error);

	/** Does something at once, and says why not. @param {() => unknown} act */
	attempt(act) {
		new Promise((done) => done(act())).catch(this.fail);
	}

	/** @param {string} command @param {unknown} [argument] */
	run(command, argument) {
		if (this.#stepping) this.#stepping.then(() => this.run(command, argument));
		else this.attempt(() => this.commands[command]?.(argument));
	}
}
