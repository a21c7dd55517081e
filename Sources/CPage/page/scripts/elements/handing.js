/** Exchanges handed on: copied, saved, or as one page. */
import { el } from "../dom.js";
import { safe } from "../model/words.js";

/** Secrets are replaced unless the person says otherwise. @param {string} format @param {boolean} secrets @param {string} which */
function exportPath(format, secrets, which) {
	return `/api/export?format=${encodeURIComponent(format)}&${which}&secrets=${secrets ? 1 : 0}`;
}

/** What is wanted most comes first. */
const first = ["curl", "har", "raw", "markdown", "html", "python", "javascript"];

/** The forms in the order of a menu. @param {App} app */
function formatsOf(app) {
	const rank = (/** @type {string} */ name) => (first.indexOf(name) + 1) || first.length + 1;
	return [...app.state.values.session?.formats ?? []].sort((one, other) => rank(one.name) - rank(other.name));
}

/** @param {{name: string, words?: string}} format */
function wordsOf(format) {
	return safe(format.words || format.name, 120);
}

/** The selected exchange. @param {App} app @param {string} format @param {boolean} secrets */
export async function copyAs(app, format, secrets) {
	const answer = await app.session.call(exportPath(format, secrets, `ids=${app.state.values.selected}`));
	const said = `Copied as ${format}${secrets ? ", with its secrets" : ", secrets replaced"}.`;
	await toClipboard(app, await answer.text(), said);
}

/** @param {App} app @param {boolean} [secrets] */
export function copyMenu(app, secrets = false) {
	const { selected, detail } = app.state.values;
	if (selected === null) return;
	const formats = formatsOf(app).filter((format) => !format.binary);
	const all = formats.map((format) => ({ words: wordsOf(format), run: () => copyAs(app, format.name, secrets) }));
	if (secrets) {
		app.palette.choose(`Copy #${selected}, with its credentials, as`, all);
		return;
	}
	app.palette.choose(`Copy #${selected} as`, [
		...all.slice(0, 1),
		{
			words: "URL",
			run: () => toClipboard(app, detail?.flow?.row.url ?? "", "Copied the original URL."),
		},
		{
			words: "link to this place on the page",
			run: () => toClipboard(app, app.address.href, "Copied the link."),
		},
		...all.slice(1),
		{ words: "with its credentials …", run: () => copyMenu(app, true) },
	]);
}

/** @param {App} app @param {string} text @param {string} [said] */
export async function toClipboard(app, text, said = "Copied.") {
	await navigator.clipboard.writeText(text).then(() => app.say(said), app.fail);
}

/** @param {App} app @param {boolean} [secrets] */
export function saveMenu(app, secrets = false) {
	const { selected, view, opened } = app.state.values;
	const formats = formatsOf(app);
	const which = [
		...(selected === null ? [] : [{ name: `#${selected}`, query: `ids=${selected}` }]),
		...(view
			? [{ name: view.filter ? "all exchanges that match the filter" : "all exchanges", query: `view=${view.id}` }]
			: []),
	];
	// Who looks at one exchange means that one, who looks at the list all of them.
	if (!opened) which.reverse();
	const all = which.flatMap(({ name, query }) =>
		formats.map((format) => ({
			words: `${name} as ${wordsOf(format)}`,
			run: () => save(app, exportPath(format.name, secrets, query)),
		}))
	);
	const more = { words: "with all credentials …", run: () => saveMenu(app, true) };
	app.palette.choose(secrets ? "Save with all credentials" : "Save", secrets ? all : [...all, more]);
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
