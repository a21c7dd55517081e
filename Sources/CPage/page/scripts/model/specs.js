/** Where a section of a specification is to be read. Pure. */

/** @param {string} spec such as `RFC 9112 §5` @returns {string | null} */
export function specURL(spec) {
	if (/^draft-ietf-httpbis-rfc6265bis\b/.test(spec)) {
		return "https://datatracker.ietf.org/doc/html/draft-ietf-httpbis-rfc6265bis";
	}
	const rfc = /^RFC (\d+)(?: §([0-9A-Z]+(?:\.[0-9]+)*))?/.exec(spec);
	if (!rfc) return null;
	const section = rfc[2] ? (/^\d/.test(rfc[2]) ? `#section-${rfc[2]}` : `#appendix-${rfc[2]}`) : "";
	return `https://www.rfc-editor.org/rfc/rfc${rfc[1]}${section}`;
}
