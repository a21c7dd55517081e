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

/** What was chosen the last time; the page has it from now on, and what is drawn follows `dark`. @param {App} app */
export function restoreTheme(app) {
	const { state } = app;
	const system = matchMedia("(prefers-color-scheme: dark)");
	const put = () => {
		const { theme } = state.values;
		if (theme === "auto") delete document.documentElement.dataset.theme;
		else document.documentElement.dataset.theme = theme;
		state.set({ dark: theme === "auto" ? system.matches : theme === "dark" });
	};
	state.watch(["theme"], put);
	system.addEventListener("change", put);
	const theme = localStorage.getItem(kept) ?? "auto";
	if (["light", "dark", "auto"].includes(theme)) state.set({ theme });
	put();
}
