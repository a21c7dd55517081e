/** What each command does, and which key leads there. */
import { one } from "./dom.js";
import { commandFor } from "./model/keys.js";
import { during } from "./model/kinds.js";
import { tabsOf } from "./model/place.js";
import { isNotable, moment, quoted, urlParts } from "./model/words.js";
import { allCommands, columnsSheet, commentSheet, deleteSheet, keysSheet } from "./elements/sheets.js";
import { copyMenu, moment as share, saveMenu } from "./elements/handing.js";
import { ruleMenu } from "./elements/making.js";
import { printAll } from "./elements/print.js";
import { installDropping, sessionsSheet } from "./elements/sessions.js";
import { whatIfSheet } from "./elements/trying.js";
import { setup } from "./elements/setup.js";
import { nothingChosen } from "./state.js";
import { turnTheme } from "./theme.js";

/** @param {App} app @param {PageParts} parts */
export function installCommands(app, parts) {
	const { list, inspector, filter } = parts;
	const { state } = app;
	const focusList = () => one("#grid")?.focus();
	const tab = (/** @type {string} */ name) => () => state.values.selected !== null && app.open(name);
	const screen = (/** @type {string} */ name) => () => app.show(state.values.screen === name ? "list" : name);
	const turn = (/** @type {number} */ step) => () => {
		if (!state.values.opened) return;
		const shown = tabsOf(state.values.detail?.flow);
		const at = Math.max(0, shown.indexOf(state.values.tab));
		app.open(shown[(at + step + shown.length) % shown.length]);
	};
	Object.assign(app.commands, {
		next: () => app.step(1),
		previous: () => app.step(-1),
		pageDown: () => app.step(list.page),
		pageUp: () => app.step(-list.page),
		first: () => app.step(-Infinity),
		last: () => app.step(Infinity),
		open: async () => {
			if (state.values.selected === null) await app.step(1);
			app.open();
		},
		follow: () =>
			state.set({
				follow: !state.values.follow,
				...(state.values.follow ? {} : { selected: null, opened: false }),
			}),
		hide: () => hide(app),
		clear: () => clear(app),
		filter: () => filter.input?.focus(),
		toList: focusList,
		back: () => back(app, focusList),
		close: () => {
			state.set({ opened: false });
			focusList();
		},
		nextTab: turn(1),
		previousTab: turn(-1),
		tab: async (/** @type {string} */ key) => {
			// After those of every exchange come messages and frames: the exchange says which.
			const place = key === "0" ? 9 : Number(key) - 1;
			const name = tabsOf(place > 8 ? (await app.ready())?.flow : null)[place];
			if (name && state.values.opened) app.open(name);
		},
		bytes: () => {
			if (state.values.selected === null) return;
			inspector.focusNext = true;
			app.open("bytes");
			inspector.draw();
		},
		...Object.fromEntries(
			["byteBefore", "byteAfter", "wider", "narrower"].map((name) => [name, () => inspector.bytes?.move(name)]),
		),
		pin: () => inspector.bytes?.pin(),
		changes: tab("changes"),
		body: tab("body"),
		timing: tab("timing"),
		lanes: screen("lanes"),
		jar: screen("jar"),
		endpoints: screen("endpoints"),
		redirects: screen("redirects"),
		lessons: screen("lessons"),
		rules: screen("rules"),
		makeRule: (/** @type {string} */ kind) => ruleMenu(app, kind),
		replay: () => app.show(state.values.selected === null ? "film" : "replay"),
		film: screen("film"),
		nextMatch: () => nextNote(app, inspector, 1),
		previousMatch: () => nextNote(app, inspector, -1),
		mark: () => mark(app),
		marked: () => app.look(`id in (${[...state.values.marks].join(", ") || 0})`, null),
		compare: () => compare(app),
		resend: async () => (await import("./elements/sending.js")).resendSheet(app),
		compose: async () => (await import("./elements/sending.js")).composeSheet(app, false),
		composeCopy: async () => (await import("./elements/sending.js")).composeSheet(app, true),
		tunnels: () => {
			const tunnels = !state.values.tunnels;
			localStorage.setItem("hark.tunnels", tunnels ? "1" : "0");
			state.set({ tunnels });
			app.look(app.filter, app.order);
		},
		sessions: () => sessionsSheet(app),
		whatIf: () => whatIfSheet(app),
		copy: () => copyMenu(app),
		save: () => saveMenu(app),
		projector: screen("projector"),
		keys: () => keysSheet(app),
		commands: () => allCommands(app),
		columns: () => columnsSheet(list),
		scale: () => state.set({ whole: !state.values.whole }),
		setup: () => app.palette.sheet("Send traffic here", setup(app, "h3")),
		theme: () => turnTheme(app),
		moment: () => share(app),
		print: () => printAll(app),
		pinFlow: () => app.marks({ pin: !state.values.detail?.flow?.marks.pinned }),
		comment: () => commentSheet(app),
		deleteFlows: () => deleteSheet(app),
		reveal: () => list.show(state.values.index),
	});
	document.addEventListener("keydown", (event) => pressed(app, event));
	installDropping(app);
}

/** @param {App} app @param {KeyboardEvent} event */
function pressed(app, event) {
	if (app.palette.isOpen || event.defaultPrevented) return;
	const target = /** @type {HTMLElement} */ (event.target);
	if (target.closest("input:not([type=checkbox], [type=range]), textarea, select")) return;
	// A button has Enter and Space for itself.
	if (target.closest("button, a, summary") && (event.key === "Enter" || event.key === " ")) return;
	const places = [];
	const own = target.closest("[data-keys]")?.getAttribute("data-keys");
	if (own) places.push(own);
	if (["replay", "film", "projector"].includes(app.state.values.screen)) places.push("replay");
	const inside = target.closest("hark-inspector") !== null;
	if (inside) places.push("exchange");
	// Lists that scroll keep the keys that scroll them.
	const scrolls = ["ArrowUp", "ArrowDown", " ", "PageUp", "PageDown", "Home", "End", "Enter"].includes(event.key);
	if (!(scrolls && (inside || target.closest("hark-screen")))) places.push("list");
	if (!inside) places.push("exchange");
	const command = commandFor(app.state.values.session?.keys ?? [], event, places);
	if (!command || !app.commands[command]) return;
	event.preventDefault();
	app.run(command, event.key);
}

/** @param {App} app @param {() => void} focusList */
function back(app, focusList) {
	const { state } = app;
	const { values } = state;
	if (values.screen !== "list") app.show("list");
	else if (values.opened) state.set({ opened: false });
	else if (values.view?.filter || values.draft) app.look("", app.order);
	focusList();
}

/** @param {App} app @param {HarkInspector} inspector @param {1 | -1} step */
async function nextNote(app, inspector, step) {
	const { tab, opened, index, view } = app.state.values;
	if (opened && tab === "bytes") {
		inspector.bytes?.note(step);
		return;
	}
	if (opened && tab === "body" && inspector.finding) {
		inspector.finding.go(step);
		return;
	}
	// In the list: the next exchange that failed or has a warning or worse, not too far away.
	const end = index + step * 5000;
	for (let at = index + step; view && at >= 0 && at < view.matched && at !== end; at += step) {
		const row = await app.rowAt(at);
		if (!row) break;
		if (isNotable(row)) {
			await app.step(at - index);
			return;
		}
	}
	app.say(`No exchange with an error or a warning among the 5,000 ${step > 0 ? "below" : "above"}.`);
}

/** What goes where the selected one goes leaves the list. @param {App} app */
async function hide(app) {
	const { selected, index, link } = app.state.values;
	const row = selected === null || index < 0 ? null : await app.rowAt(index);
	if (!row) return;
	const { host, name, path } = urlParts(row.url ?? "");
	const tests = [
		`host = ${quoted(name || path.replace(/:\d+$/, ""))}`,
		...(host && path ? [`path = ${quoted(path)}`] : []),
	];
	app.state.set({ ...nothingChosen, follow: link.kind === "live" });
	app.narrow(`(${tests.join(" and ")})`, true);
}

/** From now on only what comes is listed; the timeline, or the filter, brings back the rest. @param {App} app */
function clear(app) {
	const { session } = app.state.values;
	if (!session) return;
	const now = new Date(moment(session.session.start) + app.now()).toISOString();
	app.state.set({ ...nothingChosen, follow: true });
	app.look(during(app.filter, [now]), null);
}

/** @param {App} app */
function mark(app) {
	const { selected, marks } = app.state.values;
	if (selected === null) return;
	const next = new Set(marks);
	if (!next.delete(selected)) next.add(selected);
	app.state.set({ marks: next });
}

/** @param {App} app */
function compare(app) {
	const { marks } = app.state.values;
	if (marks.size !== 2) {
		app.say(`Mark two exchanges with m to compare them; ${marks.size} ${marks.size === 1 ? "is" : "are"} marked.`);
	} else app.show("compare");
}
