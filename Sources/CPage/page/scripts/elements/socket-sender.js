/** Sends a message into an open WebSocket, to either side. */
import { button, el } from "../dom.js";
import { counted, octetsOf, reason, safe, toBase64 } from "../model/words.js";

export class SocketSender {
	#flow = -1;

	/** @param {App} app @param {() => void} sent called once one has gone */
	constructor(app, sent) {
		this.app = app;
		this.sent = sent;
		const options = (/** @type {string[]} */ names) => names.map((value) => el("option", { value }, value));
		this.to = el("select", { "aria-label": "Send it to" }, options(["server", "client"]));
		this.kind = el("select", { "aria-label": "Kind of message" }, options(["text", "hex"]));
		this.field = el("textarea", {
			rows: 1,
			class: "mono",
			"aria-label": "A message to send",
			placeholder: "message; Enter sends it, Shift+Enter begins a line",
			onkeydown: (/** @type {KeyboardEvent} */ event) => this.#key(event),
		});
		this.said = el("span.dim", { role: "status" });
		this.element = el(
			"div.send",
			{ hidden: true },
			el("label", "To ", this.to),
			this.kind,
			this.field,
			button("Send", () => this.#send()),
			this.said,
		);
	}

	/** @param {number} flow @param {boolean} isOpen */
	show(flow, isOpen) {
		if (flow !== this.#flow) this.said.textContent = this.field.value = "";
		this.#flow = flow;
		this.element.hidden = !isOpen || !this.app.acts;
	}

	/** @param {KeyboardEvent} event */
	#key(event) {
		if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
		event.preventDefault();
		// A key that is pressed once too often sends nothing; the button sends an empty message too.
		if (this.field.value) this.#send();
	}

	async #send() {
		const { value } = this.field;
		const octets = this.kind.value === "hex" ? octetsOf(value) : null;
		if (this.kind.value === "hex" && !octets) {
			this.said.textContent = "Write pairs of hexadecimal digits, such as 00 ff.";
			return;
		}
		const to = this.to.value;
		this.said.textContent = "Sending …";
		try {
			const body = octets ? { to, content: toBase64(octets) } : { to, text: value };
			const { size } = await this.app.session.post(`/api/flows/${this.#flow}/messages`, body);
			this.said.textContent = `${counted(size, "byte")} sent to the ${to}.`;
			if (this.field.value === value) this.field.value = "";
			this.sent();
		} catch (error) {
			this.said.textContent = safe(reason(error));
		}
	}
}
