/** What the fragment of the URL says of where one is, so that Back, reload and a colleague find it. Pure. */

export const tabs = "overview headers body bytes timing changes cookies cache tls messages frames rules".split(" ");

/** The tabs that an exchange has something for. @param {Flow | null | undefined} flow */
export function tabsOf(flow) {
	/** @type {Record<string, boolean>} */
	const has = {
		messages: (flow?.inner?.count ?? 0) > 0 || !!flow?.inner?.open,
		frames: !!flow?.record?._stream,
		rules: !!(flow?.record?._rules ?? flow?.record?._scripts),
	};
	return tabs.filter((tab) => has[tab] ?? true);
}
export const screens = "list lanes jar endpoints redirects lessons replay film compare projector rules".split(" ");

/**
 * What a fragment says, and what in it could not be read.
 * @param {string} fragment with or without its sign @returns {{place: Place, errors: string[]}}
 */
export function read(fragment) {
	/** @type {Place} */
	const place = { filter: "", flow: null, tab: null, byte: null, screen: "list", order: null };
	/** @type {string[]} */
	const errors = [];
	for (const [name, value] of new URLSearchParams(fragment.replace(/^#/, ""))) {
		if (name === "filter") place.filter = value.slice(0, 4096);
		else if (name === "order") place.order = value.slice(0, 64);
		else if (name === "flow" || name === "byte") {
			if (/^\d{1,15}$/.test(value)) place[name] = Number(value);
			else errors.push(`“${name}” is a number, not “${value.slice(0, 40)}”.`);
		} else if (name === "tab") {
			if (tabs.includes(value)) place.tab = value;
			// Its name in addresses that were kept.
			else if (value === "story") place.tab = "overview";
			else errors.push(`There is no tab “${value.slice(0, 40)}”: ${tabs.join(", ")}.`);
		} else if (name === "screen") {
			if (screens.includes(value)) place.screen = value;
			else errors.push(`There is no screen “${value.slice(0, 40)}”: ${screens.join(", ")}.`);
		} else errors.push(`“${name.slice(0, 40)}” in the address is unknown.`);
	}
	return { place, errors };
}

/** The fragment of a place, without its sign; what is usual is left out. @param {Partial<Place>} place */
export function write(place) {
	const parts = new URLSearchParams();
	if (place.screen && place.screen !== "list") parts.set("screen", place.screen);
	if (place.filter) parts.set("filter", place.filter);
	if (place.order) parts.set("order", place.order);
	if (place.flow !== null && place.flow !== undefined) {
		parts.set("flow", String(place.flow));
		if (place.tab && place.tab !== "overview") parts.set("tab", place.tab);
		if (place.byte !== null && place.byte !== undefined) parts.set("byte", String(place.byte));
	}
	return parts.toString();
}

/** Whether a fragment is a key that was printed, not a place. @param {string} fragment */
export function isKey(fragment) {
	return /^#?[A-Za-z0-9_-]{32,128}$/.test(fragment);
}
