/** What the page shows. Intents change it here and nowhere else; elements are told once a frame of what they watch. */

/**
 * @typedef {object} Values
 * @property {import("./session.js").Info | null} session
 * @property {{kind: "starting" | "live" | "file" | "blind" | "superseded" | "asleep" | "gone" | "locked", since: number, text: string}} link
 * @property {{total: number, open: number, rate: number}} counts
 * @property {{id: number, filter: string, order: import("./app.js").Order, matched: number, total: number, words: string} | null} view
 * @property {{text: string, offset: number, length: number} | null} filterError
 * @property {string} draft what stands in the filter
 * @property {number} rows raised whenever rows came or went
 * @property {number | null} selected
 * @property {number} index where the selected row is in the view; -1 when that is not known
 * @property {import("./detail.js").Detail | null} detail
 * @property {number} detailRevision raised when a part of the detail came
 * @property {string} tab
 * @property {number | null} byte
 * @property {string} screen
 * @property {boolean} follow
 * @property {boolean} opened whether the inspector is there
 * @property {{from: number, to: number} | null} scale chosen on the overview
 * @property {import("../../types.js").Overview | null} overview
 * @property {Set<number>} marks
 * @property {string} theme
 * @property {{text: string, kind: "info" | "error"}[]} notices
 */

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
    tab: "story",
    byte: null,
    screen: "list",
    follow: true,
    opened: false,
    scale: null,
    overview: null,
    marks: new Set(),
    theme: "auto",
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
