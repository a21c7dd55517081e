/** Exchanges handed on: copied, saved, or as one page. */
import { el } from "../dom.js";
import { safe } from "../model/words.js";

/** Secrets are replaced unless the person says otherwise. @param {string} format @param {boolean} secrets @param {string} which */
function exportPath(format, secrets, which) {
	return `/api/export?format=${encodeURIComponent(format)}&${which}&secrets=${secrets ? 1 : 0}`;
}

/** @param {App} app @param {HarkPalette} palette */
export function copyMenu(app, palette) {
	const { selected, detail, session } = app.state.values;
	if (selected === null) return;
	const formats = (session?.formats ?? []).filter((format) => !format.binary);
	const copy = async (/** @type {string} */ format, /** @type {boolean} */ secrets) => {
		try {
			const answer = await app.session.call(exportPath(format, secrets, `ids=${selected}`));
			await toClipboard(await answer.text());
			app.say(`Copied as ${format}${secrets ? ", with its secrets" : ", secrets replaced"}.`);
		} catch (error) {
			app.say(error);
		}
	};
	palette.choose(`Copy #${selected} as`, [
		{
			words: "URL",
			run: () => toClipboard(detail?.flow?.row.url ?? "").then(() => app.say("Copied the URL as it was.")),
		},
		{
			words: "link to this place of the page",
			run: () => toClipboard(app.address.href).then(() => app.say("Copied the link.")),
		},
		...formats.map((format) => ({
			words: `${format.name}: ${safe(format.words, 120)}`,
			run: () => copy(format.name, false),
		})),
		...formats.map((format) => ({ words: `${format.name} with its secrets`, run: () => copy(format.name, true) })),
	]);
}

/** @param {string} text */
export async function toClipboard(text) {
	await navigator.clipboard.writeText(text);
}

/** @param {App} app @param {HarkPalette} palette */
export function saveMenu(app, palette) {
	const { selected, view, session } = app.state.values;
	const formats = session?.formats ?? [];
	const which = [
		...(selected === null ? [] : [{ name: `#${selected}`, query: `ids=${selected}` }]),
		...(view ? [{ name: view.filter ? "all that the filter shows" : "all exchanges", query: `view=${view.id}` }] : []),
	];
	palette.choose(
		"Save",
		which.flatMap(({ name, query }) => [
			...formats.map((format) => ({
				words: `${name} as ${format.name}: ${safe(format.words, 120)}`,
				run: () => save(app, exportPath(format.name, false, query)),
			})),
			...formats.map((format) => ({
				words: `${name} as ${format.name} with all secrets`,
				run: () => save(app, exportPath(format.name, true, query)),
			})),
		]),
	);
}

/** By a ticket, as a download can have no header. @param {App} app @param {string} path */
export async function save(app, path) {
	try {
		const url = await app.session.ticket(path);
		const link = el("a", { href: url, download: "" });
		document.body.append(link);
		link.click();
		link.remove();
	} catch (error) {
		app.say(error);
	}
}

/** The exchange, or all that are marked with it, as one page without script, secrets replaced. @param {App} app */
export async function moment(app) {
	const { selected, marks } = app.state.values;
	if (selected === null) return;
	const ids = marks.has(selected) ? [...marks].sort((a, b) => a - b) : [selected];
	await save(app, `/api/moment?ids=${ids.join(",")}`);
}
