/** What rules and scripts did to an exchange, put together by who did it. Pure. */

/**
 * In the order in which each acted first; with the lines that it changed.
 * @param {any} record as a HAR has it @returns {Doer[]}
 */
export function doersOf(record) {
	/** @type {Map<string, Doer>} */
	const doers = new Map();
	const acts = [...(record?._rules ?? []), ...(record?._scripts ?? [])]
		.sort((/** @type {any} */ one, /** @type {any} */ other) => (one.time ?? 0) - (other.time ?? 0));
	for (const act of acts) {
		const isScript = act.action === undefined;
		const place = act.file ? `${act.file}${act.line ? `:${act.line}` : ""}` : "";
		const key = `${isScript} ${act.name} ${place}`;
		/** @type {Doer} */
		const doer = doers.get(key) ?? { name: act.name ?? "", isScript, place, acts: [], changes: [] };
		doers.set(key, doer);
		doer.acts.push({ time: act.time ?? null, action: act.action ?? act.on ?? "", text: act.text ?? "" });
	}
	for (const change of record?._changes ?? []) {
		const doer = [...doers.values()].find(({ name }) => name && `${change.reason ?? ""} `.startsWith(`${name} `));
		doer?.changes.push(change);
	}
	return [...doers.values()];
}
