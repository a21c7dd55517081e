/** Exchanges once more: at their own speed, slower, or step by step, predicting what comes next. */
import { fill } from "../dom.js";
import { safe } from "../model/words.js";
import { Tape } from "../tape.js";
import { nothing } from "./parts.js";
import { ReplayView } from "./replay-view.js";

/** So long nothing may happen while a session is played, in ms of who looks. */
const longestPause = 1000;

/** One exchange. */
export default class ReplayScreen {
	/** @type {Grain} */
	#grain = "event";
	#speed = 1;
	#time = 0;
	#position = -1;
	#playing = 0;
	#tape;
	/** @type {string | null} */
	#shown = null;
	/** Steps wait for what is being read. @type {Promise<void>} */
	#ready = Promise.resolve();
	#seeking = false;
	#sought = 0;

	/** @param {App} app @param {boolean} [isWhole] all exchanges of the list */
	constructor(app, isWhole = false) {
		this.app = app;
		this.isWhole = isWhole;
		this.#tape = new Tape(app, null);
		this.#speed = isWhole ? 1 : 0.1;
		this.view = new ReplayView(app, isWhole, {
			step: (distance) => this.#step(distance),
			toggle: () => this.#toggle(),
			scrub: (share) => this.#scrub(share),
			grain: (grain) => this.#setGrain(grain),
			speed: (speed) => this.#press(speed),
			across: () => this.#across(),
		});
		this.element = this.view.element;
	}

	show() {
		const { app, isWhole } = this;
		const { selected, view } = app.state.values;
		app.commands.step = () => this.#step(1);
		app.commands.stepBack = () => this.#step(-1);
		// A list in another order is no story.
		if (isWhole && view?.order) app.look(view.filter, null);
		const shown = isWhole ? `view ${view?.id}` : String(selected);
		if (this.#shown === shown) return;
		this.#shown = shown;
		this.#ready = this.#load(shown);
	}

	/** @param {string} shown */
	async #load(shown) {
		const { selected, view } = this.app.state.values;
		this.left();
		if (!this.isWhole && selected === null) {
			fill(this.view.said, "Choose an exchange in the list first.");
			return;
		}
		const tape = new Tape(this.app, this.isWhole ? null : selected);
		await tape.open().catch((error) => (tape.error = String(error.message)));
		if (this.#shown !== shown) return;
		if (tape.rows.length === 0) {
			this.#shown = null;
			fill(this.view.said, nothing(tape.error || "It is unreadable."));
			return;
		}
		this.#tape = tape;
		const [row] = tape.rows;
		this.view.heading.textContent = this.isWhole
			? `Replay of ${view?.filter ? "the matching exchanges" : "the session"}`
			: `Replay of #${selected} ${safe(row.method, 20)} ${safe(row.url, 200)}`;
		this.#position = -1;
		this.#setGrain(this.#grain);
	}

	left() {
		cancelAnimationFrame(this.#playing);
		this.#playing = 0;
		this.#press(this.#speed);
	}

	/** @param {number} speed */
	#press(speed) {
		this.#speed = speed;
		this.view.press(this.#grain, speed, this.#playing !== 0);
	}

	/** @param {Grain} grain */
	#setGrain(grain) {
		this.#grain = grain;
		this.#tape.setGrain(grain);
		this.#press(this.#speed);
		if (this.#position < 0) this.#go(-1);
		else this.#goTo(this.#time);
	}

	/** From all to the one that the last step was of, and back. */
	#across() {
		const flow = this.#tape.steps[this.#position]?.flow ?? this.#tape.rows[0]?.id;
		if (this.isWhole && flow !== undefined) this.app.select(flow);
		this.app.show(this.isWhole ? "replay" : "film");
	}

	/** @param {number} position -1 is before all @param {number} [at] */
	#go(position, at) {
		const { steps, from } = this.#tape;
		this.#position = Math.max(-1, Math.min(steps.length - 1, position));
		this.#time = at ?? steps[this.#position]?.at ?? from;
		this.view.draw(this.#tape, this.#position, this.#time);
		this.view.slide(this.#time, this.#tape);
	}

	/** @param {number} time */
	#goTo(time) {
		this.#go(this.#tape.steps.findLastIndex((step) => step.at <= time), time);
	}

	/** What comes next, with its exchange's steps in this grain. @returns {Promise<Moment | undefined>} */
	async #next() {
		const tape = this.#tape;
		// Rows that begin later, then the exchange itself, may have to be read.
		for (let round = 0; round < 3; round += 1) {
			const current = tape.steps[this.#position];
			const next = tape.steps[this.#position + 1];
			if ((!next || next.at >= tape.edge) && tape.edge < Infinity) await tape.seek(tape.edge);
			else if (next && tape.reel(next.flow) === undefined) await tape.read(next.flow);
			else break;
			const place = tape.steps.indexOf(current);
			this.#position = place >= 0 ? place : tape.steps.findLastIndex((step) => step.at <= (current?.at ?? -Infinity));
		}
		return tape.steps[this.#position + 1];
	}

	/** One step, unless it is asked first what it will show. @param {number} distance */
	#step(distance) {
		this.#ready = this.#ready.then(async () => {
			this.left();
			const tape = this.#tape;
			if (distance < 0) {
				const current = tape.steps[this.#position];
				if (current) await tape.seek(current.at - 0.001);
				const place = tape.steps.indexOf(current);
				this.#go((place >= 0 ? place : tape.steps.findIndex((step) => step.at >= current?.at)) - 1);
			} else {
				const next = await this.#next();
				if (!next || !this.#ask(next)) this.#go(this.#position + 1);
			}
			this.#readShown();
		}).catch(this.app.fail);
	}

	/** @param {Moment} next */
	#ask(next) {
		const reel = this.view.predict.checked ? this.#tape.reel(next.flow) : null;
		const place = reel?.questions.findIndex((each) => reaches(next, each, reel)) ?? -1;
		if (!reel || place < 0) return false;
		const [question] = reel.questions.splice(place, 1);
		this.view.ask(this.isWhole ? `#${next.flow}: ${question.text}` : question.text, question);
		return true;
	}

	/** Where the slider stands last is gone to; steps that were asked for before come first. @param {number} share of all the time */
	#scrub(share) {
		this.left();
		const { from, to } = this.#tape;
		this.#sought = from + share * (to - from);
		if (this.#seeking) return;
		this.#seeking = true;
		this.#ready = this.#ready.then(async () => {
			for (let at = NaN; at !== this.#sought;) {
				at = this.#sought;
				await this.#tape.seek(at);
			}
			this.#goTo(this.#sought);
			this.#readShown();
		}).catch(this.app.fail).finally(() => (this.#seeking = false));
	}

	/** So that the sides can be filled. */
	async #readShown() {
		const tape = this.#tape;
		const step = tape.steps[this.#position];
		if (!step || tape.reel(step.flow) !== undefined) return;
		await tape.read(step.flow);
		if (tape === this.#tape) this.#goTo(this.#time);
	}

	async #toggle() {
		if (this.#playing) {
			this.left();
			return;
		}
		await this.#ready;
		if (this.#position >= this.#tape.steps.length - 1 && this.#tape.edge === Infinity) {
			await this.#tape.seek(this.#tape.from);
			this.#go(-1);
		}
		let last = performance.now();
		const run = async (/** @type {number} */ now) => {
			const goesOn = await this.#run((now - last) * this.#speed);
			last = now;
			if (!goesOn) this.left();
			else if (this.#playing) this.#playing = requestAnimationFrame(run);
		};
		this.#playing = requestAnimationFrame(run);
		this.#press(this.#speed);
	}

	/** So much time goes by; whether more is to come. @param {number} passed */
	async #run(passed) {
		const tape = this.#tape;
		this.#time += passed;
		if (this.#time >= tape.edge) await tape.seek(this.#time);
		const next = tape.steps.find((step) => step.at > this.#time);
		// While nothing is under way there is nothing to see.
		if (this.isWhole && next && next.at - this.#time > longestPause * this.#speed && !tape.runs(this.#time)) {
			this.#time = next.at - (longestPause / 4) * this.#speed;
		}
		const following = tape.steps[this.#position + 1];
		if (!this.isWhole && following?.at <= this.#time && this.#ask(following)) return false;
		const place = tape.steps.findLastIndex((step) => step.at <= this.#time);
		if (place !== this.#position) {
			this.#go(place, this.#time);
			this.#readShown();
		} else {
			this.view.drawRows(this.#time, tape.steps[place]?.flow);
			this.view.slide(this.#time, tape);
		}
		return next !== undefined || tape.edge < Infinity;
	}
}

/** All that the list shows. */
export class FilmScreen extends ReplayScreen {
	/** @param {App} app */
	constructor(app) {
		super(app, true);
	}
}

/** Whether this step would show what the question asks. @param {Moment} next @param {Question} question @param {Reel} reel */
function reaches(next, question, reel) {
	if (question.before === "requestHead") return next.request > 0;
	if (question.before === "responseHead") return next.response > 0;
	if (question.before === "responseEnded") {
		return next.response > reel.sides.response.head || next.what === "responseEnded";
	}
	return next.what === question.before || next.response > 0;
}
