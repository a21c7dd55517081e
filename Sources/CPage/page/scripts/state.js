/** What the page shows. Intents change it here and nowhere else; elements are told once a frame of what they watch. */

/** @type {Partial<Values>} */
export const nothingChosen = { selected: null, index: -1, detail: null, opened: false };

export class State {
	/** @type {Values} */
	values = {
		session: null,
		link: { kind: "starting", since: 0, text: "" },
		counts: { total: 0, open: 0, rate: 0 },
		view: null,
		filterError: null,
		draft: "",
		rows: 0,
		selected: null,
		index: -1,
		detail: null,
		detailRevision: 0,
		tab: "overview",
		byte: null,
		screen: "list",
		follow: true,
		opened: false,
		whole: false,
		tunnels: localStorage.getItem("hark.tunnels") === "1",
		overview: null,
		saved: null,
		rules: null,
		marks: new Set(),
		theme: "auto",
		dark: false,
		notices: [],
	};

	/** @type {Set<keyof Values>} */
	#changed = new Set();
	/** @type {{keys: (keyof Values)[], draw: () => void}[]} */
	#watchers = [];
	#waiting = false;

	/** @param {Partial<Values>} change */
	set(change) {
		for (const [name, value] of Object.entries(change)) {
			const key = /** @type {keyof Values} */ (name);
			if (Object.is(this.values[key], value)) continue;
			/** @type {Record<string, unknown>} */ (this.values)[key] = value;
			this.#changed.add(key);
		}
		if (this.#changed.size > 0 && !this.#waiting) {
			this.#waiting = true;
			requestAnimationFrame(() => this.#tell());
		}
	}

	/**
	 * Has `draw` called in the frame after one of these changed. What it returns ends that.
	 * @param {(keyof Values)[]} keys @param {() => void} draw
	 */
	watch(keys, draw) {
		const watcher = { keys, draw };
		this.#watchers.push(watcher);
		return () => {
			this.#watchers = this.#watchers.filter((each) => each !== watcher);
		};
	}

	#tell() {
		this.#waiting = false;
		const changed = this.#changed;
		this.#changed = new Set();
		for (const watcher of this.#watchers) {
			if (watcher.keys.some((key) => changed.has(key))) watcher.draw();
		}
	}
}
