/** What the handshakes agreed on, on both sides of Hark, and whom the server showed itself to be. */
import { el, Part, refresh } from "../dom.js";
import { safe, time } from "../model/words.js";
import { nothing, section } from "./parts.js";

/** @type {[string, string][]} */
const facts = [
	["version", "version"],
	["cipher", "cipher"],
	["group", "group"],
	["alpn", "protocol (ALPN)"],
	["sni", "server name (SNI)"],
	["resumed", "session resumed"],
	["handshakeTime", "handshake took"],
	["verified", "certificate verified"],
];

/** What the members of a certificate are called. @type {Record<string, string>} */
const titles = { notBefore: "valid from", notAfter: "valid until", sha256: "SHA-256" };

export class TabTLS extends Part {
	element = el("div.tls");

	/** @param {Detail} detail */
	draw(detail) {
		const tls = detail.flow?.record?._tls;
		if (!tls) {
			refresh(this.element, nothing("This exchange used no TLS: anyone on the network could read and change it."));
			return;
		}
		refresh(
			this.element,
			el("div.columns", this.#side("Client ▸ Hark", tls.client), this.#side("Hark ▸ server", tls.upstream)),
		);
	}

	/** @param {string} title @param {any} side */
	#side(title, side) {
		if (!side) return section(title, nothing("No TLS on this side."));
		const known = new Set([...facts.map(([name]) => name), "certificates", "failure", "offered", "_raw"]);
		const rest = Object.keys(side).filter((name) => !known.has(name));
		return section(
			title,
			side.failure && el("p.failure", "✕ ", safe(side.failure.text ?? side.failure.code)),
			el(
				"dl.facts",
				[...facts, ...rest.map((name) => [name, name])].flatMap(([name, title]) =>
					side[name] === undefined || side[name] === null ? [] : [
						el("dt", title),
						el("dd.captured", name === "handshakeTime" ? time(side[name]) : written(side[name])),
					]
				),
			),
			side.certificates?.length > 0 &&
				el("ol.certificates", side.certificates.map((/** @type {any} */ each) => el("li", this.#certificate(each)))),
			side.offered &&
				el("details.reasoning", el("summary", "What the client offered"), el("pre.captured", written(side.offered))),
		);
	}

	/** @param {any} certificate */
	#certificate(certificate) {
		if (typeof certificate !== "object" || certificate === null) return el("code", written(certificate));
		return el(
			"dl.facts",
			Object.entries(certificate).filter(([name]) => !name.startsWith("_") && name !== "pem").flatMap((
				[name, value],
			) => [
				el("dt", titles[name] ?? safe(name, 80)),
				el("dd.captured", written(value)),
			]),
		);
	}
}

/** @param {unknown} value */
function written(value) {
	if (value === true) return "yes";
	if (value === false) return "no";
	// No fraction of a second in the dates of a certificate.
	if (typeof value === "string" && /^\d{4}-\d\d-\d\dT[\d:]+\.0+Z$/.test(value)) return value.replace(/\.0+/, "");
	if (Array.isArray(value) && value.every((each) => typeof each !== "object")) return safe(value.join(", "), 1000);
	return safe(typeof value === "object" ? JSON.stringify(value, null, 1) : String(value), 2000);
}
