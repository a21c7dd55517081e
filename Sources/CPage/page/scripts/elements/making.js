/** Rules made of an exchange: answer this with that, always hold this, send this host to localhost. */
import { safe } from "../model/words.js";

/** A choice of them, or at once that of a kind. @param {App} app @param {string} [kind] */
export async function ruleMenu(app, kind) {
	const { selected } = app.state.values;
	if (selected === null) return;
	/** @type {{rules: MadeRule[]}} */
	const { rules } = await app.session.get(`/api/flows/${selected}/rules`);
	const choices = rules.map((made) => ({
		...made,
		hint: safe(made.rule ?? made.reason, 90),
		run: () => made.rule ? add(app, made.rule) : app.say(made.reason),
	}));
	const wanted = choices.find((made) => made.kind === kind);
	if (wanted) return wanted.run();
	app.palette.choose(`A rule of #${selected}`, choices);
}

/** Changes the text of the rules of the page; false where no proxy runs. @param {App} app @param {(text: string) => string} change */
export async function changeRules(app, change) {
	const { revision, sources, canEdit } = await app.session.get("/api/rules");
	if (!canEdit) return false;
	const before = sources.find((/** @type {{name: string}} */ source) => source.name === "page")?.text ?? "";
	const text = change(before === "" || before.endsWith("\n") ? before : `${before}\n`);
	await app.session.post("/api/rules", { revision, source: "page", text }, "PUT");
	return true;
}

/** It is in force from now on, the last of those of the page. @param {App} app @param {string} rule */
async function add(app, rule) {
	if (!await changeRules(app, (before) => `${before}${rule}\n`)) {
		await navigator.clipboard?.writeText(rule);
		app.say("No proxy is running here. The rule was copied: use it with hark proxy --rule '…'.");
		return;
	}
	app.show("rules");
	app.say(`Active: ${safe(rule, 160)}`);
}
