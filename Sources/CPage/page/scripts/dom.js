/** Elements, made of text alone: nothing here reads markup. */

/**
 * An element with its attributes, handlers (`onclick`) and children. Text stays text.
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} name @param {Record<string, string | number | boolean | null | undefined | ((event: any) => void)>} [attributes]
 * @param {...(Child | Child[])} children
 * @returns {HTMLElementTagNameMap[T]}
 */
export function el(name, attributes = {}, ...children) {
	const element = document.createElement(name);
	if (name === "button") element.setAttribute("type", "button");
	for (const [key, value] of Object.entries(attributes)) {
		if (typeof value === "function") element.addEventListener(key.slice(2), value);
		else if (value === true) element.setAttribute(key, "");
		else if (value !== null && value !== undefined && value !== false) element.setAttribute(key, String(value));
	}
	put(element, ...children);
	return element;
}

/** Adds children. @param {Element | DocumentFragment} element @param {...(Child | Child[])} children */
export function put(element, ...children) {
	for (const child of children.flat()) {
		if (child === null || child === undefined || child === false) continue;
		element.append(child instanceof Node ? child : document.createTextNode(String(child)));
	}
}

/** Puts these children in the place of all that are there. @param {Element} element @param {...(Child | Child[])} children */
export function fill(element, ...children) {
	element.replaceChildren();
	put(element, ...children);
}

/** As `fill`; what had the focus has it still, if as many can have it as before. @param {Element} element @param {...(Child | Child[])} children */
export function refill(element, ...children) {
	const able = () => [...element.querySelectorAll("button, a, summary, [tabindex]")];
	const before = able();
	const place = before.indexOf(/** @type {Element} */ (document.activeElement));
	fill(element, ...children);
	if (place < 0) return;
	const after = able();
	const next = after[Math.min(place, after.length - 1)];
	if (next instanceof HTMLElement) next.focus();
}

/** An element of SVG. @param {string} name @param {Record<string, string | number>} [attributes] @param {...Child} children */
export function svg(name, attributes = {}, ...children) {
	const element = document.createElementNS("http://www.w3.org/2000/svg", name);
	for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
	put(element, ...children);
	return element;
}

/** The 12 colours of the theme, as canvases need them. */
export function colours() {
	const style = getComputedStyle(document.documentElement);
	const dark = style.colorScheme === "dark" ||
		style.colorScheme !== "light" && matchMedia("(prefers-color-scheme: dark)").matches;
	return (/** @type {string} */ name) => style.getPropertyValue(`--${name}`).match(/#\w+/g)?.at(dark ? 1 : 0) ?? "";
}
