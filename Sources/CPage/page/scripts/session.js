/** Who this page is for the server: a key becomes a token, and each call carries it. */

const place = "hark.token";

/** A token for the next start of the page in this tab. @param {string} token */
export function keep(token) {
	sessionStorage.setItem(place, token);
}

/** What the server refused, in its words. */
export class Problem extends Error {
	/** @param {number} status @param {ErrorBody} error */
	constructor(status, error) {
		super(error.text ?? `The server answered ${status}.`);
		this.status = status;
		this.code = error.code ?? "";
		this.offset = error.offset;
		this.length = error.length;
		this.details = error;
	}
}

export class Session {
	/** @type {string | null} */
	#token = null;
	#channel = new BroadcastChannel("hark");

	constructor() {
		this.#channel.onmessage = (event) => {
			if (event.data === "token?" && this.#token) this.#channel.postMessage({ token: this.#token });
		};
	}

	/** Takes the key from the fragment, the token that was kept, or that of another tab. @param {string | null} key @returns {Promise<Info>} */
	async open(key) {
		const held = sessionStorage.getItem(place);
		let problem = new Problem(401, { code: "locked", text: "" });
		try {
			if (key) return await this.#exchange(key);
		} catch (error) {
			if (!(error instanceof Problem) || error.status !== 401) throw error;
			problem = error;
		}
		// A key works once: who comes back with it has a token.
		this.#token = held ?? await this.#ask();
		if (!this.#token) throw problem;
		return this.#exchange(null);
	}

	/** What is served, asked once more. @returns {Promise<Info>} */
	again() {
		return this.#exchange(null);
	}

	/** @param {string | null} key */
	async #exchange(key) {
		const info = await this.post("/api/session", key ? { key } : {});
		this.#token = info.token;
		keep(info.token);
		return info;
	}

	/** Asks the other tabs; a moment later nobody has it. @returns {Promise<string | null>} */
	#ask() {
		return new Promise((resolve) => {
			const channel = new BroadcastChannel("hark");
			const done = (/** @type {string | null} */ token) => {
				channel.close();
				resolve(token);
			};
			const timer = setTimeout(() => done(null), 300);
			channel.onmessage = (event) => {
				if (typeof event.data?.token !== "string") return;
				clearTimeout(timer);
				done(event.data.token);
			};
			channel.postMessage("token?");
		});
	}

	/** The answer itself, or a Problem. @param {string} path @param {RequestInit} [options] */
	async call(path, options = {}) {
		const headers = new Headers(options.headers);
		if (this.#token) headers.set("Authorization", `Bearer ${this.#token}`);
		const answer = await fetch(path, { ...options, headers, cache: "no-store", redirect: "error" });
		if (answer.ok) return answer;
		let error = {};
		try {
			error = (await answer.json()).error ?? {};
		} catch {
			// No JSON: the status says enough.
		}
		if (answer.status === 401) sessionStorage.removeItem(place);
		throw new Problem(answer.status, error);
	}

	/** @param {string} path @param {AbortSignal} [signal] @returns {Promise<any>} */
	async get(path, signal) {
		return (await this.call(path, { signal })).json();
	}

	/** @param {string} path @param {unknown} body @param {string} [method] @param {AbortSignal} [signal] @returns {Promise<any>} */
	async post(path, body, method = "POST", signal = undefined) {
		const answer = await this.call(path, {
			method,
			keepalive: method === "DELETE",
			body: JSON.stringify(body),
			headers: { "Content-Type": "application/json" },
			signal,
		});
		return answer.status === 204 ? null : answer.json();
	}

	/** @param {string} path @param {AbortSignal} [signal] */
	async octets(path, signal) {
		const answer = await this.call(path, { signal });
		return new Uint8Array(await answer.arrayBuffer());
	}

	/** A URL that can be opened once without a token, for downloads. @param {string} path */
	async ticket(path) {
		return (await this.post("/api/tickets", { path })).url;
	}
}
