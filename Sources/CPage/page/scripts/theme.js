/** Light, dark, or as the system has it; kept for the next time. */

const kept = "hark.theme";

/** The next of the three; from the system's first to the other one, so that something is seen to change. @param {App} app */
export function turnTheme(app) {
	const isDark = matchMedia("(prefers-color-scheme: dark)").matches;
	const order = isDark ? ["auto", "light", "dark"] : ["auto", "dark", "light"];
	const next = order[(order.indexOf(app.state.values.theme) + 1) % order.length];
	localStorage.setItem(kept, next);
	app.state.set({ theme: next });
}

/** What was chosen the last time. @param {App} app */
export function restoreTheme(app) {
	const theme = localStorage.getItem(kept) ?? "auto";
	if (["light", "dark", "auto"].includes(theme)) app.state.set({ theme });
}
