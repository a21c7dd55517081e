/** How traffic gets here: from a terminal, a browser, a phone, a container; each line can be copied. */
import { el } from "../dom.js";
import { safe } from "../model/words.js";
import { toClipboard } from "./handing.js";
import { icon } from "./icons.js";

/** @param {App} app @param {string} line */
function command(app, line) {
	return el(
		"div.command",
		el("pre", { tabindex: 0 }, safe(line)),
		el("button", {
			title: "Copy",
			"aria-label": `Copy ${safe(line, 60)}`,
			onclick: () => toClipboard(line).then(() => app.say("Copied."), (error) => app.say(error)),
		}, icon("copy")),
	);
}

/** @param {App} app @param {"h2" | "h3"} [heading] the level below that of what it is in */
export function setup(app, heading = "h2") {
	const { session, start } = app.state.values.session ?? { session: null, start: [] };
	const [address = ""] = session?.proxy ?? [];
	const port = address.replace(/^.*:/, "");
	const line = (/** @type {string} */ text) => command(app, text);
	const part = (/** @type {string} */ title, /** @type {any[]} */ ...content) =>
		el("section", el(heading, {}, title), ...content);
	const text = (/** @type {string} */ words) => el("p", words);
	return el(
		"div.setup",
		part(
			"Terminal",
			el("div.start", start.map(line)),
			text("Programs that are started after this use the proxy:"),
			line(`export http_proxy=http://${address} https_proxy=http://${address}`),
			text("Trust Hark's CA, so that HTTPS can be read:"),
			line("hark ca trust"),
		),
		part(
			"Browser",
			text("Start one with its own profile:"),
			line(`chromium --proxy-server=${address} --user-data-dir=/tmp/hark-browser`),
			text(
				`Or enter ${address} in its settings as the proxy for HTTP and HTTPS. Then open this in it to trust Hark's CA:`,
			),
			line("http://hark.test/trust"),
		),
		part(
			"Phone",
			text("Let Hark listen on the network:"),
			line(`hark proxy --page --listen 0.0.0.0:${port} --allow 192.168.0.0/16`),
			text(
				`In the phone's Wi-Fi settings enter this computer's address and port ${port} as the proxy. Then open this on the phone:`,
			),
			line("http://hark.test/trust"),
		),
		part(
			"Container",
			text("On Linux a container can share the network of this computer:"),
			line(`docker run --network host -e http_proxy=http://${address} -e https_proxy=http://${address} IMAGE`),
		),
	);
}
