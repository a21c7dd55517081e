/** Elements, made of text alone: nothing here reads markup. */

/** What an element does, looked up when it happens: one that stays does what its newest twin would. @type {WeakMap<Element, Record<string, (event: any) => void>>} */
const handlers = new WeakMap();

/** @param {Element} element @param {Record<string, any>} attributes */
function set(element, attributes) {
	/** @type {Record<string, (event: any) => void>} */
	const all = {};
	for (const [key, value] of Object.entries(attributes)) {
		if (typeof value === "function") {
			const type = key.slice(2);
			all[type] = value;
			element.addEventListener(type, (event) => handlers.get(element)?.[type]?.(event));
		} else if (key === "style") {
			for (const [name, text] of Object.entries(value)) /** @type {any} */ (element).style.setProperty(name, text);
		} else if (value === true) element.setAttribute(key, "");
		else if (value !== null && value !== undefined && value !== false) element.setAttribute(key, String(value));
	}
	handlers.set(element, all);
}

/**
 * An element by its name and classes (`p.dim`), with attributes and handlers (`onclick`), if any, and children. Text
 * stays text.
 * @template {string} T
 * @param {T} name @param {...(Attributes | Child | Child[])} parts
 * @returns {Named<T>}
 */
export function el(name, ...parts) {
	const [tag, ...classes] = name.split(".");
	const element = document.createElement(tag);
	if (tag === "button") element.setAttribute("type", "button");
	if (classes.length > 0) element.className = classes.join(" ");
	const [first] = parts;
	const isSet = typeof first === "object" && first !== null && !(first instanceof Node) && !Array.isArray(first);
	set(element, isSet ? first : {});
	put(element, .../** @type {Child[]} */ (isSet ? parts.slice(1) : parts));
	return /** @type {any} */ (element);
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

/**
 * As `fill`, but what is there already stays the same element: what is pressed, focused, open or scrolled is not lost
 * because something else is drawn. With `data-key` an element is kept for the one of this key, else by its place; what
 * the caller holds on to needs a key.
 * @param {Element} element @param {...(Child | Child[])} children
 */
export function refresh(element, ...children) {
	const able = () => [...element.querySelectorAll("button, a, summary, [tabindex]")];
	const focused = /** @type {Element} */ (document.activeElement);
	const place = able().indexOf(focused);
	const made = document.createDocumentFragment();
	put(made, ...children);
	merge(element, made);
	if (place < 0 || element.contains(focused)) return;
	const after = able();
	const next = after[Math.min(place, after.length - 1)];
	if (next instanceof HTMLElement) next.focus();
}

/** @param {Node} node */
const keyOf = (node) => node instanceof Element ? node.getAttribute("data-key") : null;

/** @param {Node} old @param {Node} made */
function merge(old, made) {
	const keyed = new Map([...old.childNodes].map((node) => [keyOf(node), node]));
	let at = old.firstChild;
	for (const node of [...made.childNodes]) {
		const key = keyOf(node);
		const kept = key === null ? likeOf(node, at) : keyed.get(key);
		if (!kept || !isLike(kept, node)) {
			old.insertBefore(node, at);
			continue;
		}
		keyed.delete(key);
		// What stood before it and has no key is gone.
		while (at && at !== kept && keyOf(at) === null) at = removed(at);
		if (kept === at) at = at.nextSibling;
		else old.insertBefore(kept, at);
		take(kept, node);
	}
	while (at) at = removed(at);
}

/** Takes it away; what was next to it. @param {ChildNode} node */
function removed(node) {
	const next = node.nextSibling;
	node.remove();
	return next;
}

/** Of the next few the first that this one can be. @param {Node} node @param {ChildNode | null} at */
function likeOf(node, at) {
	for (let left = 4; at && left > 0; left -= 1, at = at.nextSibling) if (isLike(at, node)) return at;
	return null;
}

/** Whether one can become the other. @param {Node} old @param {Node} made */
function isLike(old, made) {
	if (old.nodeName !== made.nodeName || keyOf(old) !== keyOf(made)) return false;
	const doing = (/** @type {Node} */ node) => Object.keys(handlers.get(/** @type {Element} */ (node)) ?? {}).join();
	return doing(old) === doing(made);
}

/** Makes an element that stays what another one is. @param {Node} old @param {Node} made */
function take(old, made) {
	if (!(old instanceof Element) || !(made instanceof Element)) {
		if (old.nodeValue !== made.nodeValue) old.nodeValue = made.nodeValue;
		return;
	}
	handlers.set(old, handlers.get(made) ?? {});
	for (const name of new Set([...old.getAttributeNames(), ...made.getAttributeNames()])) {
		const value = made.getAttribute(name);
		// What a person opened stays open. The policy forbids styles as text.
		if (value === old.getAttribute(name) || name === "open" && old instanceof HTMLDetailsElement) continue;
		if (name === "style") {
			/** @type {HTMLElement} */ (old).style.cssText = /** @type {HTMLElement} */ (made).style.cssText;
		} else if (value === null) old.removeAttribute(name);
		else old.setAttribute(name, value);
	}
	if (old instanceof HTMLInputElement) old.checked = old.hasAttribute("checked");
	// What is filled later keeps what is in it.
	if (!old.hasAttribute("data-own")) merge(old, made);
}

/** What belongs to the page. */
export class Part {
	/** @param {App} app */
	constructor(app) {
		this.app = app;
	}
}

/** A button with a frame. @param {string} text @param {() => void} onclick @param {string} [title] */
export function button(text, onclick, title) {
	return el("button.plain", { title, onclick }, text);
}

/** A button that looks like a link. @param {Child} text @param {() => void} onclick @param {Attributes} [more] */
export function link(text, onclick, more = {}) {
	return el("button.link", { onclick, ...more }, text);
}

/** One of a few, of which one is on. @param {string} label @param {(string | number)[]} names @param {(name: any) => void} chosen @param {string} [on] */
export function choice(label, names, chosen, on) {
	return el(
		"span.modes",
		{ role: "group", "aria-label": label },
		names.map((name) =>
			el(
				"button",
				{ "data-name": name, "aria-pressed": String(name === on), onclick: () => chosen(name) },
				String(name),
			)
		),
	);
}

/** What an event is about. @param {Event} event @param {string} selector */
export function about(event, selector) {
	return /** @type {HTMLElement | null} */ (/** @type {Element} */ (event.target).closest(selector));
}

/** The first of a kind. @param {string} selector @param {ParentNode} [within] @returns {HTMLElement | null} */
export function one(selector, within = document) {
	return within.querySelector(selector);
}

/** What is dragged: `begin` says what each move does. @param {HTMLElement} element @param {(event: PointerEvent) => (move: PointerEvent) => void} begin */
export function dragging(element, begin) {
	element.addEventListener("pointerdown", (event) => {
		event.preventDefault();
		element.setPointerCapture(event.pointerId);
		element.onpointermove = begin(event);
		element.onpointerup = () => (element.onpointermove = null);
	});
}

/** An element of SVG. @param {string} name @param {Attributes} [attributes] @param {...Child} children */
export function svg(name, attributes = {}, ...children) {
	const element = document.createElementNS("http://www.w3.org/2000/svg", name);
	set(element, attributes);
	put(element, ...children);
	return element;
}

/** Makes a canvas as fine as the screen, and clears it. @param {CanvasRenderingContext2D} context @param {number} width @param {number} height */
export function clear(context, width, height) {
	const { canvas } = context;
	const scale = devicePixelRatio || 1;
	const [wide, high] = [width, height].map((length) => Math.max(1, Math.round(length * scale)));
	// To set them is to clear it, and takes time.
	if (canvas.width !== wide) canvas.width = wide;
	if (canvas.height !== high) canvas.height = high;
	context.setTransform(scale, 0, 0, scale, 0, 0);
	context.clearRect(0, 0, width, height);
}

/** The 12 colours of the theme, as canvases need them. */
export function colours() {
	const style = getComputedStyle(document.documentElement);
	const dark = style.colorScheme === "dark" ||
		style.colorScheme !== "light" && matchMedia("(prefers-color-scheme: dark)").matches;
	return (/** @type {string} */ name) => style.getPropertyValue(`--${name}`).match(/#\w+/g)?.at(dark ? 1 : 0) ?? "";
}
