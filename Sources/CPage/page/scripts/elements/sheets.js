/** What stands in dialogs: keys, commands, columns, a comment, a deletion. */
import { button, el } from "../dom.js";
import { keyWord } from "../model/keys.js";
import { count, counted } from "../model/words.js";
import { foldedIn } from "./filter.js";
import { later } from "./undoing.js";

/** Commands that no key has. @type {[string, string][]} */
const others = `
sessions | other sessions, a new one, files to open
clear | empty the list; nothing is deleted
compose | new request: write it, or paste a curl command
composeCopy | new request from this exchange
redirects | chains of redirects
lessons | lessons
whatIf | what if: edit a header and see what would change
makeRule | make a rule from this exchange
replay | replay this exchange step by step
film | replay the session, or the matching exchanges
moment | share as one page without scripts, credentials redacted
setup | how to send traffic here
columns | choose columns
theme | light, dark, or like the system
print | print this exchange, or the list
pinFlow | pin (protect from automatic clean-up), or unpin
comment | write a comment on it
deleteFlows | delete all matching exchanges
`.trim().split("\n").map((line) => /** @type {any} */ (line.split(" | ")));

/** @param {App} app */
export function keysSheet(app) {
	const keys = app.state.values.session?.keys ?? [];
	const places = [...new Set(keys.map((binding) => binding.where))];
	app.palette.sheet(
		"Keys",
		...places.flatMap((place) => [
			el(
				"h3",
				{
					anywhere: "Anywhere",
					list: "In the list",
					exchange: "In an exchange",
					bytes: "In the bytes",
					replay: "In a replay",
				}[place] ?? place,
			),
			el(
				"div.two",
				keys.filter((binding) => binding.where === place).map((binding) =>
					el(
						"div",
						el("span", binding.words),
						el("span", binding.keys.flatMap((key) => [el("kbd", keyWord(key)), " "])),
					)
				),
			),
		]),
		el(
			"p.dim",
			"Alt-click a cell to filter by it; Shift-Alt-click to exclude it. Symbols: ↳ redirect, ◷ cacheable, ↻ sent again, ⚑ pinned, ✎ comment, ! warning, ✗ error, △ client error, ▲ server error, ✕ failed, ○ open.",
		),
	);
}

/** @param {App} app */
export function allCommands(app) {
	const keys = app.state.values.session?.keys ?? [];
	app.palette.choose("Commands", [
		...keys.filter((binding) => binding.where !== "bytes" && binding.command !== "tab" && app.commands[binding.command])
			.map((binding) => ({
				words: binding.words,
				hint: keyWord(binding.keys[0]),
				run: () => app.run(binding.command),
			})),
		...others.map(([command, words]) => ({ words, run: () => app.run(command) })),
	]);
}

/** @param {HarkList} list */
export function columnsSheet(list) {
	const chosen = () => new Set((list.layout?.wanted ?? []).map((column) => column.id));
	list.app?.palette.sheet(
		"Columns",
		...(list.layout?.offered ?? []).map((column) =>
			el(
				"label",
				el("input", {
					type: "checkbox",
					checked: chosen().has(column.id),
					onchange: (/** @type {Event} */ event) => {
						const ids = chosen();
						if (/** @type {HTMLInputElement} */ (event.target).checked) ids.add(column.id);
						else ids.delete(column.id);
						list.choose((list.layout?.offered ?? []).map(({ id }) => id).filter((id) => ids.has(id)));
					},
				}),
				el("span", column.title),
				el("span.dim", column.words),
			)
		),
	);
}

/** @param {App} app */
export function commentSheet(app) {
	const { selected, detail } = app.state.values;
	if (selected === null) return;
	const text = el("textarea", { rows: 4, "aria-label": "Comment", spellcheck: "true" });
	text.value = detail?.flow?.marks.comment ?? "";
	const save = () => {
		app.marks({ comment: text.value.trim() || null });
		app.palette.close();
	};
	text.addEventListener("keydown", (event) => {
		if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
		event.preventDefault();
		save();
	});
	app.palette.sheet(
		`Comment on #${selected}`,
		text,
		el("p", el("button.plain", { onclick: save }, "Save"), el("span.dim", " Enter saves, Shift-Enter begins a line.")),
	);
}

/** @param {App} app */
export function deleteSheet(app) {
	const { view, session } = app.state.values;
	if (!view || !session?.session.canEdit) {
		app.say("This is a recording: nothing in it can be deleted.");
		return;
	}
	app.palette.sheet(
		"Delete",
		el(
			"p",
			`${view.filter ? view.words : "All exchanges."} ${count(view.matched)} match${
				foldedIn(app) > 0
					? `, without ${counted(foldedIn(app), "CONNECT request")} that ${foldedIn(app) > 1 ? "are" : "is"} folded`
					: ""
			}. Hark deletes them permanently from the session and overwrites them, unless you undo it within 8 seconds.`,
		),
		el(
			"button.plain.danger",
			{ onclick: () => doom(app, view).catch(app.fail) },
			`Delete ${count(view.matched)}`,
		),
		button("Cancel", () => app.palette.close()),
	);
}

/** Deletes what a list has now, unless that is undone. @param {App} app @param {NonNullable<Values["view"]>} view */
async function doom(app, { id, filter, order, matched }) {
	app.palette.close();
	const { session } = app;
	// What comes meanwhile is not deleted.
	const newest = order ? null : await app.rowAt(matched - 1);
	const frozen = newest ? await session.post("/api/views", app.asked(filter, order, newest.id)) : { view: id, matched };
	const end = later(`view ${frozen.view}`, async () => {
		undo();
		try {
			const path = `/api/views/${frozen.view}/flows`;
			const { deleted, kept } = await session.post(path, { matched: frozen.matched }, "DELETE");
			app.say(`${deleted} deleted${kept > 0 ? `, ${kept} kept because they are open` : ""}.`);
			app.look(app.filter, app.order);
		} catch (error) {
			app.say(error);
		}
	});
	const undo = app.say(`${counted(frozen.matched, "exchange")} will be deleted in 8 seconds.`, end);
}
