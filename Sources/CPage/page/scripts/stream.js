/** Events of the server, read with fetch so that the token goes in a header; one stream while the tab is seen. */
import { Problem } from "./session.js";
import { EventReader } from "./model/events.js";

const pauses = [500, 1000, 2000, 5000];

export class Stream {
	/** @type {AbortController | null} */
	#running = null;
	#tries = 0;
	#ended = false;
	/** @type {ReturnType<typeof setTimeout> | undefined} */
	#timer;

	/**
	 * @param {Session} session
	 * @param {() => {view: number | null, revision: number | null}} place
	 * @param {(name: string, data: any, id: string) => void} told
	 * @param {(kind: "open" | "lost" | "asleep" | "locked") => void} changed
	 */
	constructor(session, place, told, changed) {
		this.session = session;
		this.place = place;
		this.told = told;
		this.changed = changed;
		document.addEventListener("visibilitychange", () => this.#visible());
	}

	/** Begins, or begins anew for another view. */
	start() {
		this.#ended = false;
		this.#tries = 0;
		this.#stop();
		if (document.visibilityState === "visible") this.#run();
	}

	/** Ends for good, until it is started again. */
	end() {
		this.#ended = true;
		this.#stop();
	}

	#stop() {
		clearTimeout(this.#timer);
		this.#running?.abort();
		this.#running = null;
	}

	#visible() {
		if (this.#ended) return;
		if (document.visibilityState === "visible") {
			this.#tries = 0;
			this.#stop();
			this.#run();
		} else {
			this.#stop();
			this.changed("asleep");
		}
	}

	async #run() {
		const running = new AbortController();
		this.#running = running;
		const { view, revision } = this.place();
		const query = new URLSearchParams();
		if (view !== null) query.set("view", String(view));
		if (revision !== null) query.set("revision", String(revision));
		try {
			const answer = await this.session.call(`/api/stream?${query}`, { signal: running.signal });
			this.#tries = 0;
			this.changed("open");
			await this.#read(answer, running);
		} catch (error) {
			if (running.signal.aborted) return;
			if (error instanceof Problem && error.status === 401) {
				this.#ended = true;
				this.changed("locked");
				return;
			}
			if (error instanceof Problem && error.code === "view") {
				this.told("note", { code: "view", text: error.message }, "");
			}
		}
		if (running !== this.#running || this.#ended) return;
		this.changed("lost");
		const pause = pauses[Math.min(this.#tries, pauses.length - 1)];
		this.#tries += 1;
		this.#timer = setTimeout(() => this.#run(), pause);
	}

	/** @param {Response} answer @param {AbortController} running */
	async #read(answer, running) {
		const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
		const events = new EventReader();
		while (reader && !running.signal.aborted) {
			const { done, value } = await reader.read();
			if (done) return;
			for (const { event, data, id } of events.read(value)) {
				if (running.signal.aborted) return;
				this.told(event, JSON.parse(data), id);
			}
		}
	}
}
