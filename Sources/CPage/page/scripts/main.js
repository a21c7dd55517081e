/** Puts the page together. */
import { App } from "./app.js";
import { installCommands } from "./commands.js";
import { HarkFilter } from "./elements/filter.js";
import { HarkInspector } from "./elements/inspector.js";
import { HarkList } from "./elements/list.js";
import { showLocked } from "./elements/locked.js";
import { installPrinting } from "./elements/print.js";
import { HarkNotices } from "./elements/notices.js";
import { HarkPalette } from "./elements/palette.js";
import { HarkScreen } from "./elements/screen.js";
import { HarkTop } from "./elements/top.js";
import { isKey, read } from "./model/place.js";
import { restoreTheme } from "./theme.js";
import { reason } from "./model/words.js";

/** @template {HTMLElement} T @param {string} name @param {new () => T} type @returns {T} */
function part(name, type) {
	const element = document.querySelector(name);
	if (!(element instanceof type)) throw new Error(`The page has no ${name}.`);
	return element;
}

const app = new App();
app.palette = part("hark-palette", HarkPalette);
const parts = {
	list: part("hark-list", HarkList),
	inspector: part("hark-inspector", HarkInspector),
	filter: part("hark-filter", HarkFilter),
};
const screen = part("hark-screen", HarkScreen);
for (
	const element of [
		part("hark-top", HarkTop),
		parts.filter,
		parts.list,
		parts.inspector,
		screen,
		app.palette,
		part("hark-notices", HarkNotices),
	]
) {
	element.start(app);
}
installCommands(app, parts);
installPrinting(app);

app.state.watch(["screen"], () => {
	const { screen } = app.state.values;
	document.documentElement.classList.toggle("projector", screen === (app.presents ? "lessons" : "projector"));
	parts.list.measure();
});

async function open() {
	const fragment = location.hash;
	const key = isKey(fragment) ? fragment.replace(/^#/, "") : null;
	if (key) history.replaceState(null, "", location.pathname + location.search);
	try {
		const session = await app.session.open(key);
		app.greet(session);
		const { place, errors } = read(!key ? fragment : app.presents ? "screen=lessons" : "");
		await app.go(place, errors);
		addEventListener("popstate", () => {
			const { place, errors } = read(location.hash);
			app.go(place, errors);
		});
	} catch (error) {
		const text = reason(error);
		app.state.set({ link: { kind: "locked", since: Date.now(), text } });
		showLocked(screen, text);
		document.querySelector("#work")?.setAttribute("hidden", "");
	}
}

restoreTheme(app);
await open();
