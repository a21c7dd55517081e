/** What rules and scripts did to this exchange: one after the other, each with the lines that it changed. */
import { button, el, link, Part, refresh } from "../dom.js";
import { doersOf } from "../model/acts.js";
import { safe, time } from "../model/words.js";
import { nothing } from "./parts.js";

export class TabRules extends Part {
	element = el("div.acts");

	/** @param {Detail} detail */
	draw(detail) {
		const { app } = this;
		const doers = doersOf(detail.flow?.record);
		refresh(
			this.element,
			doers.length === 0 && nothing("No rule and no script acted on this exchange."),
			doers.map((doer) =>
				el(
					"section",
					el(
						"h3",
						doer.isScript
							? `Script ${safe(doer.name, 80)}`
							: doer.name
							? link(safe(doer.name, 80), () => app.show("rules"))
							: "By hand",
						el("span.dim", ` ${safe(doer.place, 120)}`),
					),
					el(
						"ol.steps",
						doer.acts.map(({ time: at, action, text }) =>
							el(
								"li.captured",
								el("span.dim", at === null ? "" : `${time(at)} `),
								el("strong", safe(action, 80)),
								` ${safe(text)}`,
							)
						),
					),
					doer.changes.map(({ message, action, line, with: other }) =>
						el(
							"div.change.captured",
							el("span.dim", `${safe(message, 20)}: `),
							action !== "added" && el("span.removed.mono", `− ${safe(line, 300)}`),
							action !== "added" && action !== "removed" && " ",
							action !== "removed" && el("span.added.mono", `+ ${safe(other ?? line, 300)}`),
						)
					),
				)
			),
			doers.length > 0 && button("All changes", () => app.open("changes")),
		);
	}
}
