/** What stands in dialogs: keys, commands, columns, a comment, a deletion. */
import { button, el } from "../dom.js";
import { keyWord } from "../model/keys.js";

/** Commands that no key has. @type {[string, string][]} */
const others = `
tunnels | show or fold CONNECT requests
sessions | other sessions, and files to open
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
print | print this exchange
pinFlow | pin (protect from automatic clean-up), or unpin
comment | write a comment on it
deleteFlows | delete all matching exchanges
`.trim().split("\n").map((line) => /** @type {any} */ (line.split(" | ")));

/** @param {App} app @param {HarkPalette} palette */
export function keysSheet(app, palette) {
	const keys = app.state.values.session?.keys ?? [];
	const places = [...new Set(keys.map((binding) => binding.where))];
	palette.sheet(
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

/** @param {App} app @param {HarkPalette} palette */
export function allCommands(app, palette) {
	const keys = app.state.values.session?.keys ?? [];
	palette.choose("Commands", [
		...keys.filter((binding) => binding.where !== "bytes" && binding.command !== "tab" && app.commands[binding.command])
			.map((binding) => ({
				words: binding.words,
				hint: keyWord(binding.keys[0]),
				run: () => app.run(binding.command),
			})),
		...others.map(([command, words]) => ({ words, run: () => app.run(command) })),
	]);
}

/** @param {HarkList} list @param {HarkPalette} palette */
export function columnsSheet(list, palette) {
	const chosen = () => new Set((list.layout?.wanted ?? []).map((column) => column.id));
	palette.sheet(
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

/** @param {App} app @param {HarkPalette} palette */
export function commentSheet(app, palette) {
	const { selected, detail } = app.state.values;
	if (selected === null) return;
	const text = el("textarea", { rows: 4, "aria-label": "Comment" });
	text.value = detail?.flow?.marks.comment ?? "";
	palette.sheet(
		`Comment on #${selected}`,
		text,
		el("button.plain", {
			onclick: () => {
				app.marks({ comment: text.value.trim() || null });
				palette.close();
			},
		}, "Keep"),
	);
}

/** @param {App} app @param {HarkPalette} palette */
export function deleteSheet(app, palette) {
	const { view, session } = app.state.values;
	if (!view || !session?.session.canEdit) {
		app.say("This is a recording: nothing in it can be deleted.");
		return;
	}
	palette.sheet(
		"Delete",
		el(
			"p",
			`${
				view.filter ? view.words : "All exchanges."
			} ${view.matched} match. Hark deletes them permanently from the session and overwrites them.`,
		),
		el("button.plain.danger", {
			onclick: async () => {
				palette.close();
				try {
					const { deleted, kept } = await app.session.post(`/api/views/${view.id}/flows`, {
						matched: view.matched,
					}, "DELETE");
					app.say(`${deleted} deleted${kept > 0 ? `, ${kept} kept because they are open` : ""}.`);
					app.look(view.filter, view.order);
				} catch (error) {
					app.say(error);
				}
			},
		}, `Delete ${view.matched}`),
		button("Cancel", () => palette.close()),
	);
}
