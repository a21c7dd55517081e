/** From the story of cookies to a table: a row a cookie, a column an exchange that has to do with cookies. Pure. */

/** @type {Record<string, [string, string]>} */
export const signs = {
	set: ["◆", "set"],
	replaced: ["◈", "replaced"],
	expired: ["✂", "expired"],
	refused: ["⊘", "refused"],
	sent: ["●", "sent"],
	withheld: ["○", "withheld"],
	missing: ["✗", "missing"],
	wrong: ["!", "sent, but should not have been"],
};

/** What nobody can tell (`null`) is neither wrong nor missing. @param {SentCookie} cookie */
export function sentKind(cookie) {
	if (cookie.sent) return cookie.expected === false ? "wrong" : "sent";
	return cookie.expected === true ? "missing" : "withheld";
}

/** Why, with the step where a step decided. @param {{step: string, text?: string}} cookie */
export function why({ step, text = "" }) {
	return /^\d/.test(step) ? `${text} draft-ietf-httpbis-rfc6265bis §${step}`.trim() : text || step;
}

/** @param {SetCookie} cookie @param {boolean} known */
function setKind(cookie, known) {
	if (cookie.stored) return known ? "replaced" : "set";
	return /expired/.test(cookie.step) ? "expired" : "refused";
}

/**
 * @param {Entry[]} entries @param {number[]} flows
 * @returns {JarTable}
 */
export function jarTable(entries, flows) {
	/** @type {Map<string, Map<number, Cell[]>>} */
	const cookies = new Map();
	/** @type {Set<string>} */
	const known = new Set();
	const columns = [];
	const add = (
		/** @type {string} */ name,
		/** @type {number} */ flow,
		/** @type {string} */ kind,
		/** @type {{step: string, text?: string}} */ cookie,
	) => {
		const cells = cookies.get(name) ?? new Map();
		cookies.set(name, cells);
		const [sign, word] = signs[kind];
		cells.set(flow, [...cells.get(flow) ?? [], { sign, word, step: cookie.step, text: cookie.text ?? "", kind }]);
	};
	for (const entry of entries) {
		if (entry.set.length + entry.sent.length === 0) continue;
		const flow = flows[entry.entry];
		columns.push(flow);
		for (const cookie of entry.sent) add(cookie.name, flow, sentKind(cookie), cookie);
		for (const cookie of entry.set) {
			const kind = setKind(cookie, known.has(cookie.name));
			if (cookie.stored) known.add(cookie.name);
			if (kind === "expired") known.delete(cookie.name);
			add(cookie.name, flow, kind, cookie);
		}
	}
	return { flows: columns, cookies: [...cookies].map(([name, cells]) => ({ name, flows: [...cells.keys()], cells })) };
}
