/** What stands in the head of a message, taken apart for people: fields, URL, parameters, cookies, credentials. Pure. */
import { fromBase64, urlParts } from "./words.js";

/** Fields that say what a message is or what becomes of it; what a finding is about is shown as well. */
const telling =
	/^(accept|cookie|authorization|proxy-auth.*|www-authenticate|content-(type|encoding|range|disposition)|if-.*|range|origin|upgrade|expect|cache-control|etag|last-modified|location|set-cookie|retry-after|vary|access-control-.*|age|allow|grpc-.*)$/i;
const credentialNames =
	/^(authorization|proxy-authorization|cookie|set-cookie|user)$|api-?key|token|secret|passw|session/i;
const tokenShape = /^(eyJ[\w-]+)\.(eyJ[\w-]+)\.[\w-]*$/;

/** Whether the value is hidden until somebody asks for it. @param {string} name @param {string} [value] */
export function isSecret(name, value = "") {
	return credentialNames.test(name) || tokenShape.test(value);
}

const secretParameter = /token|secret|passw|pwd|key|auth|sig|session|jwt|^code$/i;

/** What a URL has of credentials, as written and decoded: a password, and parameters named so. @param {string} url @returns {string[]} */
export function secretsIn(url) {
	const password = /^[\w+.-]+:\/\/[^/?#@]*?:([^/?#@]+)@/.exec(url)?.[1];
	const query = /\?([^#]*)/.exec(url)?.[1] ?? "";
	const values = query.split(/[&;]/).map((one) => one.split("=")).filter(([name]) => secretParameter.test(name))
		.map(([, ...value]) => value.join("="));
	const all = [password ?? "", ...values].filter((value) => value !== "");
	return [...new Set(all.flatMap((value) => [value, decoded(value, true) ?? value]))].sort((a, b) =>
		b.length - a.length
	);
}

/** The fields of a head in octets of HTTP/1, without its first line. @param {Uint8Array} octets @returns {Field[]} */
export function fieldsOf(octets) {
	const lines = new TextDecoder().decode(octets).split(/\r?\n/).slice(1);
	/** @type {Field[]} */
	const result = [];
	for (const line of lines) {
		const colon = line.indexOf(":");
		if (line === "") break;
		if (/^[ \t]/.test(line) && result.length > 0) result[result.length - 1].value += ` ${line.trim()}`;
		else if (colon > 0) result.push({ name: line.slice(0, colon), value: line.slice(colon + 1).trim() });
		else result.push({ name: line, value: "" });
	}
	return result;
}

/** As they came: of HTTP/2 with those before the others, whose names begin with a colon. @param {Flow} flow @param {Explained | null} explained @param {Side} side @returns {Field[] | null} */
export function received(flow, explained, side) {
	return block(flow, explained, side, false) ?? flow.record[side]?.headers ?? null;
}

/** As the other side got them, or null where only octets say it. @param {Flow} flow @param {Explained | null} explained @param {Side} side @param {boolean} sent @returns {Field[] | null} */
export function block(flow, explained, side, sent) {
	if (!flow.record._stream) return null;
	return explained?.blocks?.findLast((each) => each.message === side && each.sent === sent)?.fields ?? null;
}

/**
 * What was sent, each field beside what it was before; at the end those that were not sent.
 * @param {Field[]} before @param {Field[]} after @returns {MarkedField[]}
 */
export function compared(before, after) {
	const left = [...before];
	const rest = (/** @type {(field: Field) => boolean} */ test) => {
		const place = left.findIndex(test);
		return place < 0 ? null : left.splice(place, 1)[0];
	};
	const same = after.map(({ name, value }) => rest((field) => field.name === name && field.value === value));
	/** @type {MarkedField[]} */
	const result = after.map((field, place) => {
		const before = same[place];
		// What is known of it beside name and value is kept.
		if (before) return { ...before, mark: "same" };
		const was = rest(({ name }) => name.toLowerCase() === field.name.toLowerCase());
		return was ? { ...field, mark: "changed", was: `${was.name}: ${was.value}` } : { ...field, mark: "added" };
	});
	return [...result, ...left.map((field) => ({ ...field, mark: /** @type {const} */ ("removed") }))];
}

/** Each field with the span of its line; those of HTTP/2 whose names begin with a colon have none. @param {Field[]} fields @param {Message | null} message */
export function spanned(fields, message) {
	const lines = (message?.spans ?? []).filter(({ rule, children }) =>
		rule === "field-line" && children[0]?.rule === "field-name"
	);
	let next = 0;
	return fields.map((field) => {
		const span = field.name.startsWith(":") ? null : lines[next++] ?? null;
		const fits = span?.children[0].length === new TextEncoder().encode(field.name).length;
		return { ...field, span: fits ? span : null };
	});
}

/**
 * Those that decided something, and those that say what the message is; at most so many.
 * @param {Field[]} fields @param {Message | null} message @param {number} [most]
 */
export function matters(fields, message, most = 8) {
	const cited = [
		...(message?.notes ?? []).filter(({ level }) => level === "bad" || level === "warning"),
		...Object.values(message?.reasoning ?? {}).flatMap(({ steps }) => steps).filter(({ held }) => held !== null),
	];
	return spanned(fields, message).filter(({ name, span }) =>
		telling.test(name) ||
		span && cited.some(({ offset = -1, length = 0 }) =>
				length > 0 && offset >= span.offset && offset < span.offset + span.length
			)
	).slice(0, most);
}

/** A head whose content has so many bytes, and is sent without chunks. @param {string} head lines that end with LF @param {number} size */
export function withLength(head, size) {
	const lines = head.replace(/\n*$/, "").split("\n").filter((line) => !/^transfer-encoding[ \t]*:/i.test(line));
	const place = lines.findIndex((line) => /^content-length[ \t]*:/i.test(line));
	if (place >= 0) lines[place] = lines[place].replace(/:.*$/, `: ${size}`);
	else lines.push(`Content-Length: ${size}`);
	return `${lines.join("\n")}\n\n`;
}

/** Percent-decoded where that gives text; null where it does not. @param {string} text @param {boolean} [form] */
export function decoded(text, form = false) {
	try {
		return decodeURIComponent(form ? text.replaceAll("+", " ") : text);
	} catch {
		return null;
	}
}

/** The parameters of a query or a form, decoded where that is possible. @param {string} text @returns {(Field & {raw: string})[]} */
export function parameters(text) {
	return text.split("&").filter(Boolean).map((raw) => {
		const sign = raw.indexOf("=");
		const [name, value] = sign < 0 ? [raw, ""] : [raw.slice(0, sign), raw.slice(sign + 1)];
		return { name: decoded(name, true) ?? name, value: decoded(value, true) ?? value, raw };
	});
}

/** The parts of a URL that there are. @param {string} url @returns {Field[]} */
export function partsOf(url) {
	const { scheme, host, path } = urlParts(url);
	const at = host.lastIndexOf("@");
	const port = /:(\d+)$/.exec(host);
	return [
		{ name: "scheme", value: scheme },
		{ name: "user", value: at < 0 ? "" : host.slice(0, at) },
		{ name: "host", value: host.slice(at + 1).replace(/:\d+$/, "") },
		{ name: "port", value: port?.[1] ?? "" },
		{ name: "path", value: path },
		{ name: "path, decoded", value: path.includes("%") ? decoded(path) ?? "" : "" },
	].filter(({ value }) => value !== "");
}

/** The query of a URL, without its sign. @param {string} url */
export function queryOf(url) {
	return /^[^?#]*\?([^#]*)/s.exec(url)?.[1] ?? "";
}

/** The cookies of a Cookie field. @param {string} value @returns {Field[]} */
export function cookies(value) {
	return value.split(";").map((each) => each.trim()).filter(Boolean).map((each) => {
		const sign = each.indexOf("=");
		return sign < 0 ? { name: "", value: each } : { name: each.slice(0, sign), value: each.slice(sign + 1) };
	});
}

/** The cookie of a Set-Cookie field, and what it says of it. @param {string} value */
export function setCookie(value) {
	const [first, ...attributes] = value.split(";").map((each) => each.trim());
	return { ...(cookies(first)[0] ?? { name: "", value: "" }), attributes: attributes.filter(Boolean).join("; ") };
}

/** @param {string} text of base64 or base64url @returns {string | null} */
function fromBase64Text(text) {
	try {
		const octets = fromBase64(text.replaceAll("-", "+").replaceAll("_", "/"));
		return new TextDecoder("utf-8", { fatal: true }).decode(octets);
	} catch {
		return null;
	}
}

/** The JSON of a part of a token, indented; null when it is none. @param {string} part @returns {any} */
function claims(part) {
	try {
		const value = JSON.parse(fromBase64Text(part) ?? "");
		return value !== null && typeof value === "object" ? value : null;
	} catch {
		return null;
	}
}

/**
 * What a value of credentials holds: Basic, a JSON Web Token (RFC 7519), or parameters as Digest has them.
 * @param {string} value with or without a scheme @returns {{title: string, fields: Field[]} | null}
 */
export function credentials(value) {
	const [, scheme, rest] = /^([A-Za-z][\w-]*) +(.+)$/s.exec(value) ?? ["", "", value.trim()];
	if (/^basic$/i.test(scheme)) {
		const text = fromBase64Text(rest);
		const colon = text?.indexOf(":") ?? -1;
		if (text === null || colon < 0) return null;
		const fields = [{ name: "user", value: text.slice(0, colon) }, { name: "password", value: text.slice(colon + 1) }];
		return { title: "Basic", fields };
	}
	const token = tokenShape.exec(rest);
	if (token) {
		const [head, payload] = [claims(token[1]), claims(token[2])];
		if (!head || !payload) return null;
		const fields = Object.entries({ ...head, ...payload }).slice(0, 100).map(([name, value]) => ({
			name,
			value: written(name, value),
		}));
		return { title: "JSON Web Token, signature not checked", fields };
	}
	if (!/^digest$/i.test(scheme)) return null;
	const found = [...rest.matchAll(/([\w-]+)=(?:"((?:[^"\\]|\\.)*)"|([^\s,]+))/g)].slice(0, 30);
	return { title: "Digest", fields: found.map(([, name, quoted, plain]) => ({ name, value: quoted ?? plain })) };
}

/** A claim; of a NumericDate the time beside it. @param {string} name @param {unknown} value */
function written(name, value) {
	const text = typeof value === "string" ? value : JSON.stringify(value);
	const date = new Date(Number(value) * 1000);
	if (!["exp", "iat", "nbf", "auth_time"].includes(name) || Number.isNaN(date.getTime())) return text;
	return `${text} (${date.toISOString().replace(".000Z", "Z")})`;
}

/** What Basic, a token and the like hold, in credentials and in cookies. @param {Field[]} fields */
export function held(fields) {
	return fields.flatMap(({ name, value }) => {
		const each = name.toLowerCase() === "cookie" ? cookies(value) : [{ name, value }];
		return each.flatMap((field) => {
			const inside = credentials(field.value);
			return inside ? [{ ...inside, of: field.name }] : [];
		});
	});
}
