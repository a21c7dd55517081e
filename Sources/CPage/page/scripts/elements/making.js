/** Rules made of an exchange: answer this with that, always hold this, send this host to localhost. */
import { safe } from "../model/words.js";

/** @param {App} app @param {HarkPalette} palette */
export async function ruleMenu(app, palette) {
	const { selected } = app.state.values;
	if (selected === null) return;
	try {
		const { rules } = await app.session.get(`/api/flows/${selected}/rules`);
		palette.choose(
			`A rule of #${selected}`,
			rules.map((/** @type {MadeRule} */ made) => ({
				words: made.words,
				hint: safe(made.rule ?? made.reason, 90),
				run: () => made.rule ? add(app, made.rule) : app.say(made.reason),
			})),
		);
	} catch (error) {
		app.say(error);
	}
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
	try {
		if (!await changeRules(app, (before) => `${before}${rule}\n`)) {
			await navigator.clipboard?.writeText(rule);
			app.say("No proxy is running here. The rule was copied: use it with hark proxy --rule '…'.");
			return;
		}
		app.show("rules");
		app.say(`Active: ${safe(rule, 160)}`);
	} catch (error) {
		app.say(error);
	}
}
