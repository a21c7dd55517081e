/** Light, dark, or as the system has it; kept for the next time. */

const kept = "hark.theme";

/** The next of the three. @param {App} app */
export function turnTheme(app) {
	const next = { auto: "light", light: "dark", dark: "auto" }[app.state.values.theme] ?? "auto";
	localStorage.setItem(kept, next);
	app.state.set({ theme: next });
}

/** What was chosen the last time. @param {App} app */
export function restoreTheme(app) {
	const theme = localStorage.getItem(kept) ?? "auto";
	if (["light", "dark", "auto"].includes(theme)) app.state.set({ theme });
}
