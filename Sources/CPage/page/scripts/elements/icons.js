/** Small pictures of our own, drawn as lines in the colour of the text. */
import { svg } from "../dom.js";

/** 16 by 16. @type {Record<string, string>} */
const paths = {
	doc: "M4 1.5h5l3 3v10H4zM9 1.5v3h3M6 8h4M6 11h4",
	api:
		"M6 2.5c-2 0-2 1-2 2.5S4 8 2.5 8C4 8 4 9.5 4 11s0 2.5 2 2.5M10 2.5c2 0 2 1 2 2.5s0 3 1.5 3C12 8 12 9.5 12 11s0 2.5-2 2.5",
	js: "M2.5 2.5h11v11h-11zM7 7v3.5q0 1.200-1.5 1M12 7.5q-2.5-.8-2.5.6c0 1.400 2.5.8 2.5 2.200q0 1.400-2.5.6",
	css: "M6 2 4.5 14M11.5 2 10 14M2.5 6h11M2.5 10h11",
	img: "M2 3h12v10H2zM2 11l3.5-3.5L9 11l2-2 3 3M10.5 5.5v1",
	media: "M2.5 3h11v10h-11zM6.5 5.5v5l4-2.5z",
	font: "M3 13 7.5 3h1L13 13M4.800 9.5h6.400",
	ws: "M2 5.5h10l-3-3M14 10.5H4l3 3",
	grpc: "M3 5.5h7l-2-2M13 10.5H6l2 2M3 8h2M11 8h2",
	text: "M3 4h10M3 8h10M3 12h6",
	other: "M3 3h10v10H3z",
	tunnel: "M2 13V8a6 6 0 0 1 12 0v5M5.5 13V8.5a2.5 2.5 0 0 1 5 0V13",
	lock: "M4 7.5h8v6H4zM5.5 7.5V5a2.5 2.5 0 0 1 5 0v2.5",
	copy: "M5.5 5.5h8v8h-8zM10.5 5.5v-3h-8v8h3",
	eye: "M1.5 8q6.5-9 13 0-6.5 9-13 0zM8 6.5v3M6.5 8h3",
};

/** @param {string} name */
export function icon(name) {
	return svg(
		"svg",
		{ class: `icon i-${name}`, viewBox: "0 0 16 16", "aria-hidden": "true", width: 16, height: 16 },
		svg("path", { d: paths[name] ?? paths.other }),
	);
}
