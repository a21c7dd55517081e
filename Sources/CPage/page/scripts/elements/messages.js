/** The messages inside of an exchange: those that are seen, and one of them laid out. */
import { el, fill, refresh } from "../dom.js";
import { blockSize, MessageBlocks } from "../model/messages.js";
import { atEnd, contentHeight, firstRow, topToShow } from "../model/viewport.js";
import { count, counted, reason, safe, size, time } from "../model/words.js";
import { paging, tokenLines } from "./body.js";
import { nothing } from "./parts.js";
import { SocketSender } from "./socket-sender.js";

const rowHeight = 24;
const linesOfOne = 400;
/** @type {Record<Side, [string, string]>} */
const ways = { request: ["→", "from the client"], response: ["←", "from the server"] };

export class TabMessages {
	#flow = -1;
	#blocks = new MessageBlocks();
	#open = -1;
	/** The first line that is shown of the open one. */
	#from = 0;
	/** @type {Set<number>} */
	#asked = new Set();
	/** @type {InnerRows | null} */
	#last = null;
	/** @type {string | null} */
	#error = null;

	/** What is looked for; "" when all are listed. */
	#wanted = "";
	/** How many there are, found or not. */
	#all = 0;

	/** @param {App} app */
	constructor(app) {
		this.app = app;
		this.said = el("p.dim");
		let timer = 0;
		this.find = el("input", {
			type: "search",
			placeholder: "find in messages",
			"aria-label": "Find in messages",
			oninput: () => {
				clearTimeout(timer);
				timer = setTimeout(() => this.#look(), 150);
			},
		});
		this.head = el("div.over", this.said, this.find);
		this.sender = new SocketSender(app, () => this.#toEnd());
		this.space = el("div.space", { role: "presentation" });
		this.scroller = el(
			"div.list",
			{ role: "listbox", tabindex: 0, "aria-label": "Messages" },
			this.space,
		);
		this.opened = el("div.opened.content.mono", {
			role: "group",
			tabindex: 0,
			"aria-label": "The message",
			hidden: true,
		});
		this.pages = el("div", { hidden: true });
		this.element = el("div.messages", this.head, this.scroller, this.pages, this.opened, this.sender.element);
		this.scroller.addEventListener("scroll", () => this.#show(), { passive: true });
		this.scroller.addEventListener("keydown", (event) => this.#key(event));
		new ResizeObserver(() => this.#show()).observe(this.scroller);
	}

	/** @param {Detail} detail */
	draw(detail) {
		if (!detail.flow) return;
		if (detail.id !== this.#flow) {
			this.#flow = detail.id;
			this.find.value = this.#wanted = "";
			this.#begin();
		}
		this.sender.show(detail.id, detail.flow.inner?.open ?? false);
		// Who looks at the newest one sees what comes; who looks at another one keeps it under the eyes.
		const follows = this.#blocks.count > 0 && atEnd(this.#view, this.scroller.scrollTop);
		const count = detail.flow.inner?.count ?? 0;
		if (!this.#wanted) this.#blocks.count = Math.max(this.#blocks.count, count);
		// Among those that came may be some that are looked for.
		else if (count > this.#all) this.#read(this.#blocks.count - this.#blocks.count % blockSize);
		this.#all = Math.max(this.#all, count);
		this.#show();
		if (follows) this.scroller.scrollTop = this.space.offsetHeight;
	}

	/** To the newest, where what was sent will be; it stays there as that comes. */
	#toEnd() {
		this.scroller.scrollTop = this.space.offsetHeight;
	}

	#begin() {
		this.#blocks = new MessageBlocks();
		this.#asked.clear();
		this.#last = null;
		this.#error = null;
		this.#all = 0;
		this.scroller.scrollTop = 0;
		this.#close();
	}

	/** Lists those in which the text occurs, or all. */
	#look() {
		if (this.find.value === this.#wanted) return;
		this.#wanted = this.find.value;
		this.#begin();
		if (this.#wanted) this.#read(0);
		else this.app.state.values.detail && this.draw(this.app.state.values.detail);
	}

	get #view() {
		return { rows: this.#blocks.count, height: this.scroller.clientHeight, rowHeight };
	}

	#show() {
		const blocks = this.#blocks;
		this.#tell();
		this.space.style.setProperty("height", `${contentHeight(this.#view)}px`);
		const { first } = firstRow(this.#view, this.scroller.scrollTop);
		const seen = Math.ceil(this.scroller.clientHeight / rowHeight) + 1;
		const rows = [];
		for (let index = first; index < Math.min(first + seen, blocks.count); index += 1) rows.push(this.#row(index));
		refresh(this.space, rows);
		for (const each of blocks.missing(first, seen)) this.#read(each);
	}

	/** @param {number} index */
	#row(index) {
		const message = this.#blocks.at(index);
		const [sign, way] = ways[message?.from ?? "request"];
		return el(
			"div",
			{
				role: "option",
				style: { top: `${index * rowHeight}px` },
				id: `message-${index}`,
				"data-key": index,
				"aria-selected": String(index === this.#open),
				"aria-setsize": this.#blocks.count,
				class: `message ${message?.control ? "dim" : ""}`,
				"aria-posinset": index + 1,
				"aria-label": message ? null : "not loaded yet",
				onclick: () => this.#choose(index),
			},
			message && [
				el("span.way", { "aria-hidden": "true" }, sign),
				el("span.unseen", `${way} `),
				el("span.at", time(message.at)),
				el("span.size", size(message.size)),
				el(
					"span.kind",
					message.byHand && "sent by you · ",
					safe(message.meaning ? `${message.title} (${message.meaning})` : message.title),
				),
				el("span.captured.mono", safe(message.text)),
			],
		);
	}

	/** @param {number} first */
	async #read(first) {
		if (this.#asked.has(first)) return;
		this.#asked.add(first);
		const [flow, wanted] = [this.#flow, this.#wanted];
		const isOld = () => flow !== this.#flow || wanted !== this.#wanted;
		const find = wanted ? `&find=${encodeURIComponent(wanted)}` : "";
		try {
			const answer = await this.app.session.get(
				`/api/flows/${flow}/messages?first=${first}&count=${blockSize}${find}`,
			);
			if (isOld()) return;
			this.#blocks.store(answer);
			this.#last = answer;
			this.#error = null;
			this.#asked.delete(first);
			// Those that are counted and not kept have no row.
			if (wanted || answer.omitted > 0 || answer.count < this.#blocks.count) this.#blocks.count = answer.count;
			this.#show();
		} catch (error) {
			if (isOld()) return;
			// Asked again with the next change alone, not at once.
			setTimeout(() => this.#asked.delete(first), 1000);
			this.#error = reason(error);
			this.#tell();
		}
	}

	#tell() {
		const last = this.#last;
		const found = this.#wanted ? "matching message" : "message";
		if (this.#error) return fill(this.said, this.#error);
		if (this.#blocks.count === 0) {
			return fill(this.said, this.#wanted ? last ? "No message matches." : "…" : "There are no messages.");
		}
		fill(
			this.said,
			counted(this.#blocks.count, found),
			last && !this.#wanted && `: ${count(last.sent)} sent, ${count(last.received)} received.`,
			last && last.omitted > 0 && ` ${count(last.omitted)} more were counted but not stored.`,
			last?.ends.map((end) => el("span.warning", ` ${safe(end.text)} ${safe(end.spec)}`)) ?? [],
		);
	}

	/** @param {KeyboardEvent} event */
	#key(event) {
		/** @type {Record<string, number>} */
		const steps = { ArrowUp: -1, ArrowDown: 1, Home: -Infinity, End: Infinity };
		const step = steps[event.key];
		if (!step || this.#blocks.count === 0) return;
		event.preventDefault();
		event.stopPropagation();
		const index = Math.max(0, Math.min(this.#blocks.count - 1, this.#open + step));
		this.#choose(index);
		this.scroller.scrollTop = topToShow(this.#view, index, this.scroller.scrollTop);
	}

	#close() {
		this.#open = -1;
		this.opened.hidden = true;
		this.pages.hidden = true;
		this.scroller.removeAttribute("aria-activedescendant");
	}

	/** @param {number} index @param {number} [from] */
	async #choose(index, from = 0) {
		const flow = this.#flow;
		const wanted = this.#wanted;
		const isOld = () => flow !== this.#flow || wanted !== this.#wanted || index !== this.#open || from !== this.#from;
		this.#open = index;
		this.#from = from;
		this.opened.hidden = false;
		this.scroller.setAttribute("aria-activedescendant", `message-${index}`);
		this.#show();
		try {
			const path = `/api/flows/${flow}/messages/${
				this.#blocks.at(index)?.place ?? index
			}?from=${from}&length=${linesOfOne}`;
			const tokens = await this.app.session.get(path);
			if (isOld()) return;
			this.#page(index, tokens);
			fill(
				this.opened,
				tokens.remarks.map((/** @type {string} */ remark) => el("p.remark", safe(remark))),
				tokenLines(tokens),
			);
			this.opened.scrollTop = 0;
			// A long one leaves less room for the rows; its own stays in sight.
			this.scroller.scrollTop = topToShow(this.#view, index, this.scroller.scrollTop);
		} catch (error) {
			if (isOld()) return;
			this.pages.hidden = true;
			fill(this.opened, nothing(reason(error)));
		}
	}

	/** The way through a long one; the keys stay where they were. @param {number} index @param {Tokens} tokens */
	#page(index, tokens) {
		const label = this.pages.contains(document.activeElement) && document.activeElement?.ariaLabel;
		const way = paging(this.#from, linesOfOne, tokens.count, "lines", (next) => this.#choose(index, next));
		this.pages.hidden = !way;
		fill(this.pages, way);
		if (!label) return;
		/** @type {HTMLElement | null} */
		const button = this.pages.querySelector(`button[aria-label="${label}"]:enabled`);
		(button ?? this.opened).focus();
	}
}
