/** How traffic gets here: from a terminal, a browser, a phone, a container; each line can be copied. */
import { el, refresh, svg } from "../dom.js";
import { safe } from "../model/words.js";
import { toClipboard } from "./handing.js";
import { icon } from "./icons.js";
import { flowButton } from "./parts.js";

/** @param {App} app @param {string} line */
function command(app, line) {
	return el(
		"div.command",
		el("pre", { tabindex: 0 }, safe(line)),
		el("button", {
			title: "Copy",
			"aria-label": `Copy ${safe(line, 60)}`,
			onclick: () => toClipboard(app, line),
		}, icon("copy")),
	);
}

/** @param {NonNullable<SetupAnswer["network"]>["code"]} code @param {string} url */
const picture = (code, url) =>
	code &&
	svg(
		"svg",
		{
			class: "code",
			viewBox: `-4 -4 ${code.size + 8} ${code.size + 8}`,
			role: "img",
			"aria-label": `QR code of ${url}`,
		},
		svg("path", { d: code.path }),
	);

/** The address for a phone, as text and as a code. @param {SetupAnswer["network"]} network */
function phone(network) {
	if (!network) return null;
	const url = `http://${network.address}/`;
	return [el("p", `Open ${url} on it, or scan this: the page says what to enter.`), picture(network.code, url)];
}

/** Where other devices see this page. @param {SetupAnswer["page"]} page @param {"h2" | "h3"} heading */
function elsewhere(page, heading) {
	if (!page) return null;
	return el(
		"section",
		el(heading, {}, "This page on another device"),
		el("p", `Open ${page.address} or scan this, and enter the password of --page-auth.`),
		picture(page.code, page.address),
		el("p.dim", "A device that does not trust Hark's CA shows a warning first."),
	);
}

/** Which clients trust Hark's CA. @param {App} app @param {SetupAnswer["clients"]} clients */
function trust(app, clients) {
	if (clients.length === 0) return el("li.dim", "No client has sent a request yet.");
	return clients.map(({ name, trusts, flow, text }) => {
		const [kind, sign, words] = trusts
			? ["good", "✓", "trusts Hark"]
			: trusts === false
			? ["bad", "✗", "does not trust Hark"]
			: ["", "·", "has sent nothing over HTTPS yet"];
		return el(
			"li",
			{ class: `note ${kind}` },
			el("span.sign", { "aria-hidden": "true" }, sign),
			el("div", el("strong", safe(name, 80)), ` ${words} `, flowButton(app, flow), text && el("p", safe(text))),
		);
	});
}

/** @param {App} app @param {"h2" | "h3"} [heading] the level below that of what it is in */
export function setup(app, heading = "h2") {
	const element = el("div.setup");
	const start = app.state.values.session?.start ?? [];
	const draw = async () => {
		/** @type {SetupAnswer | null} */
		const answer = await app.session.get("/api/setup").catch(() => null);
		if (answer) {
			refresh(
				element,
				answer.parts.map(({ title, steps }) =>
					el(
						"section",
						el(heading, {}, title),
						title === "Terminal" && el("div.start", start.map((line) => command(app, line))),
						title === "Phone" && phone(answer.network),
						steps.map(({ text, line }) => text ? el("p", text) : command(app, line ?? "")),
					)
				),
				elsewhere(answer.page, heading),
				el(
					"section",
					el(heading, {}, "Does it trust Hark?"),
					el("ul.notes", { "aria-live": "polite" }, trust(app, answer.clients)),
				),
			);
		}
		setTimeout(() => element.isConnected && draw(), 2000);
	};
	draw();
	return element;
}
