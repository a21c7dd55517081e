/** Conditions of the network for all traffic: one rule of the page, chosen in the top bar. */
import { el } from "../dom.js";
import { changeRules } from "./making.js";

const own = /^network: .*\n?/gm;
const names = ["gprs", "edge", "3g", "4g", "dsl", "satellite"];

/** @param {App} app */
export function conditions(app) {
	let asked = 0;
	const option = (/** @type {string} */ value, text = value) => el("option", { value }, text);
	const select = el(
		"select",
		{
			title: "Throttle all traffic",
			"aria-label": "Throttle all traffic",
			hidden: true,
			onchange: () =>
				changeRules(
					app,
					(text) => text.replace(own, "") + (select.value ? `network: do throttle ${select.value}\n` : ""),
				)
					.catch(app.fail),
		},
		option("", "Full speed"),
		names.map((name) => option(name)),
	);
	app.state.watch(["rules", "session"], async () => {
		select.hidden = !app.state.values.session?.session.canResend || !app.owns;
		if (select.hidden || !app.state.values.rules) return;
		const mine = ++asked;
		const answer = await app.session.get("/api/rules").catch(() => null);
		if (!answer || mine !== asked) return;
		const rule = answer.rules.find((/** @type {Rule} */ { name, on }) => on && name === "network");
		const now = /throttle ([\w-]+)$/.exec(rule?.text ?? "")?.[1] ?? "";
		select.value = names.includes(now) ? now : "";
		select.classList.toggle("waits", select.value !== "");
	});
	return select;
}
