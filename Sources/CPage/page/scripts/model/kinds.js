/** What kind of thing an exchange carries, and the filters for the kinds. Pure. */

/** @type {[string, RegExp][]} */
const types = [
	["api", /[/+](json|x-ndjson|jsonl|x-protobuf|protobuf|msgpack)$|^(text|application)\/xml$|graphql|event-stream/],
	["doc", /html|^application\/pdf$/],
	["js", /javascript|ecmascript|wasm/],
	["css", /^text\/css$/],
	["img", /^image\//],
	["media", /^(audio|video)\/|mpegurl|dash\+xml/],
	["font", /font/],
];

/** The name of its icon. @param {Row} row */
export function kindOf(row) {
	if (row.method === "CONNECT") return "tunnel";
	if (row.status === 101 || /^wss?:/.test(row.url ?? "")) return "ws";
	const type = (row.type ?? "").toLowerCase();
	if (/^application\/(grpc|connect)/.test(type) || typeof row.call === "number") return "grpc";
	return types.find(([, test]) => test.test(type))?.[0] ?? (type.startsWith("text/") ? "text" : "other");
}

/** @type {Record<string, string>} */
const shortTypes = {
	javascript: "js",
	"event-stream": "events",
	"octet-stream": "binary",
	plain: "text",
	"svg+xml": "svg",
	"form-data": "form",
	"x-www-form-urlencoded": "form",
};

/** The type in one word, as a column has room for. @param {Row} row */
export function shortType(row) {
	const kind = kindOf(row);
	if (kind === "ws" || kind === "grpc") return kind;
	const full = (row.type ?? "").toLowerCase().replace(/^[^/]*\//, "").replace(/;.*$/, "").trim();
	const type = full.replace(/^(x-|vnd\.)(?!www-)/, "").replace(/^(?!svg\+).*\+/, "");
	return shortTypes[type] ?? type;
}

/** Name, filter, and what it is for; each is one part of the filter that is shown. @type {[string, string, string][]} */
export const chips = `
API | type in (json, "application/xml", "text/xml", "application/x-ndjson", "text/event-stream") | JSON, XML, event streams
Doc | type in (html, "application/xhtml+xml", pdf) | HTML, PDF
JS | type in (javascript, x-javascript) | JavaScript
CSS | type = css | Style sheets
Img | type = image | Images
Media | type in (audio, video) | Audio, video
Font | type = font | Fonts
WS | protocol = websocket | WebSockets
gRPC | grpc.service | RPCs
Failed | (error or status >= 400 or grpc.status > 0) | No complete response, status 400 or above, RPCs that failed
`.trim().split("\n").map((line) => /** @type {any} */ (line.split(" | ")));

// Whatever none of the kinds before is.
chips.splice(-1, 0, [
	"Other",
	`not (${chips.slice(0, -1).map(([, filter]) => filter).join(" or ")})`,
	"Text, other types, and what has none",
]);

/** Whether a filter asks for tunnels, or for exchanges by their numbers: then none is folded. @param {string} filter */
export function asksForTunnels(filter) {
	return /\bconnect\b|tunnel|^\s*[#\d]|\bid\b|\blast\b/i.test(filter);
}

const own = chips.map(([, filter]) => filter);
const time = /^time >= \S+( and time <= \S+)?$/;

/** The parts of a filter that the page wrote, and what is left of it. @param {string} filter */
export function partsOf(filter) {
	const parts = [];
	let rest = filter.trim();
	while (rest !== "") {
		const found = own.find((part) => rest === part || rest.startsWith(`${part} and `)) ??
			/^time >= [^\s)]+( and time <= [^\s)]+)?(?= and |$)/.exec(rest)?.[0];
		if (found === undefined) break;
		parts.push(found);
		rest = rest.slice(found.length).replace(/^ and /, "");
	}
	if (parts.length > 0 && enclosed(rest)) rest = rest.slice(1, -1);
	return { parts, rest };
}

/** Whether one pair of parentheses is around all of it. @param {string} text */
function enclosed(text) {
	if (!/^\(.*\)$/s.test(text)) return false;
	let depth = 0;
	// What stands in quotes is no parenthesis.
	const plain = text.replace(/"(?:[^"\\]|\\.)*"/gs, (quoted) => "_".repeat(quoted.length));
	for (let at = 0; at < plain.length; at += 1) {
		depth += plain[at] === "(" ? 1 : plain[at] === ")" ? -1 : 0;
		if (depth === 0 && at < plain.length - 1) return false;
	}
	return depth === 0;
}

/** @param {string[]} parts @param {string} rest */
function joined(parts, rest) {
	const last = rest === "" ? [] : [parts.length > 0 && /\bor\b|\|\|/i.test(rest) ? `(${rest})` : rest];
	return [...parts, ...last].join(" and ");
}

/** The filter with this part turned on or off; of the chips one is on at most. @param {string} filter @param {string} part */
export function turned(filter, part) {
	const { parts, rest } = partsOf(filter);
	const isChip = (/** @type {string} */ each) => own.includes(each);
	const kept = parts.filter((each) => each !== part && !(isChip(part) && isChip(each)));
	return joined(parts.includes(part) ? kept : [part, ...kept], rest);
}

/** The filter without any chip. @param {string} filter */
export function unchipped(filter) {
	const { parts, rest } = partsOf(filter);
	return joined(parts.filter((part) => time.test(part)), rest);
}

/** The filter for a stretch of time, for what comes from a time on, or for all of it. @param {string} filter @param {string[] | null} range */
export function during(filter, range) {
	const { parts, rest } = partsOf(filter);
	const kept = parts.filter((part) => !time.test(part));
	const [from, to] = range ?? [];
	return joined(from ? [...kept, `time >= ${from}${to ? ` and time <= ${to}` : ""}`] : kept, rest);
}

/** Whether a stretch of time is chosen. @param {string} filter */
export function hasTime(filter) {
	return partsOf(filter).parts.some((part) => time.test(part));
}
