/** An exchange once more: at its own speed, slower, or step by step; and what comes next may be predicted first. */
import { el, fill } from "../dom.js";
import { Detail } from "../detail.js";
import { grains, moments, questions, stateAt, steps } from "../model/replay.js";
import { safe, time } from "../model/words.js";
import { writeGlyphs } from "./byte-side.js";
import { nothing } from "./parts.js";

const speeds = [1, 0.1, 0.01];

export default class ReplayScreen {
  /** @type {Grain} */
  #grain = "event";
  #speed = 0.1;
  #time = 0;
  #position = -1;
  #predicting = true;
  /** @type {Moment[]} */
  #moments = [];
  /** @type {Moment[]} */
  #steps = [];
  /** @type {Set<Question>} */
  #asked = new Set();
  /** @type {Question[]} */
  #questions = [];
  /** @type {Record<"request" | "response", {octets: Uint8Array, head: number, size: number}>} */
  #sides = { request: empty(), response: empty() };
  #playing = 0;
  #id = 0;
  /** @type {Promise<void>} */
  #ready = Promise.resolve();

  /** @param {App} app */
  constructor(app) {
    this.app = app;
    this.heading = el("h2", {}, "Replay");
    this.slider = el("input", { type: "range", min: 0, max: 1000, value: 0, "aria-label": "Time" });
    this.said = el("p", { class: "lead", role: "status", "aria-live": "polite" });
    this.question = el("div", { class: "question", hidden: true, role: "group", "aria-label": "Predict" });
    this.grain = this.#buttons("Step by", grains, (name) => this.#setGrain(name));
    this.speed = this.#buttons(
      "Speed",
      speeds.map((speed) => `${speed}×`),
      (name) => this.#setSpeed(parseFloat(name)),
    );
    this.play = el("button", { type: "button", class: "plain", onclick: () => this.#toggle() }, "Play");
    this.octets = {
      request: el("div", { class: "octets mono", tabindex: 0, role: "group", "aria-label": "Request" }),
      response: el("div", { class: "octets mono", tabindex: 0, role: "group", "aria-label": "Response" }),
    };
    const predict = el("input", {
      type: "checkbox",
      checked: true,
      onchange: (
        /** @type {Event} */ event,
      ) => (this.#predicting = /** @type {HTMLInputElement} */ (event.target).checked),
    });
    this.element = el(
      "div",
      { class: "replay page", "data-keys": "replay" },
      this.heading,
      el(
        "div",
        { class: "controls" },
        el("button", {
          type: "button",
          class: "plain",
          title: "A step back (,)",
          onclick: () => this.#step(-1),
        }, "◂ step"),
        this.play,
        el(
          "button",
          { type: "button", class: "plain", title: "A step on (.)", onclick: () => this.#step(1) },
          "step ▸",
        ),
        this.grain,
        this.speed,
        el("label", {}, predict, " predict first"),
      ),
      this.slider,
      this.said,
      this.question,
      el("div", { class: "sides" }, side("Request", this.octets.request), side("Response", this.octets.response)),
    );
    this.slider.addEventListener("input", () => this.#scrub());
    app.commands.step = () => this.#step(1);
    app.commands.stepBack = () => this.#step(-1);
  }

  /** @param {string} title @param {string[]} names @param {(name: any) => void} chosen */
  #buttons(title, names, chosen) {
    return el(
      "span",
      { class: "modes", role: "group", "aria-label": title },
      names.map((name) => el("button", { type: "button", "data-name": name, onclick: () => chosen(name) }, name)),
    );
  }

  show() {
    if (this.#id === this.app.state.values.selected) return;
    this.#ready = this.#load();
  }

  async #load() {
    const { selected, detail } = this.app.state.values;
    if (selected === null) {
      fill(this.said, "Choose an exchange in the list first.");
      return;
    }
    this.left();
    this.#id = selected;
    const known = detail?.id === selected && detail.flow ? detail : new Detail(this.app.session, selected, () => {});
    if (!known.flow) await known.load();
    const { flow } = known;
    if (!flow || this.app.state.values.selected !== selected) {
      this.#id = 0;
      fill(this.said, nothing(known.error ?? "It cannot be read."));
      return;
    }
    for (const name of /** @type {const} */ (["request", "response"])) {
      const sizes = flow.messages[name];
      const octets = sizes?.wire
        ? await this.app.session.octets(`/api/flows/${selected}/${name}/wire?from=0&length=65536`).catch(() =>
          new Uint8Array()
        )
        : new Uint8Array();
      this.#sides[name] = { octets, head: sizes?.head ?? 0, size: sizes?.wire ?? 0 };
    }
    this.#moments = moments(flow, this.#sides.request, this.#sides.response);
    const head = new TextDecoder().decode(this.#sides.request.octets.subarray(0, this.#sides.request.head));
    this.#questions = questions(flow.row, head, known.message("response")?.framing ?? null);
    this.#asked.clear();
    this.heading.textContent = `Replay of #${selected} ${safe(flow.row.method, 20)} ${safe(flow.row.url, 200)}`;
    this.#setGrain(this.#grain);
    this.#setSpeed(this.#speed);
    this.#go(-1);
  }

  left() {
    cancelAnimationFrame(this.#playing);
    this.#playing = 0;
    this.play.textContent = "Play";
  }

  /** @param {Grain} grain */
  #setGrain(grain) {
    this.#grain = grain;
    this.#steps = steps(this.#moments, grain, this.#sides.request, this.#sides.response);
    press(this.grain, grain);
    this.#go(this.#steps.findLastIndex((step) => step.at <= this.#time && this.#time > 0));
  }

  /** @param {number} speed */
  #setSpeed(speed) {
    this.#speed = speed;
    press(this.speed, `${speed}×`);
  }

  get #length() {
    return Math.max(0.001, this.#moments.at(-1)?.at ?? 0);
  }

  /** @param {number} position -1 is before all */
  #go(position) {
    this.#position = Math.max(-1, Math.min(this.#steps.length - 1, position));
    const step = this.#steps[this.#position];
    this.#time = step?.at ?? 0;
    this.#draw(step ?? stateAt([], 0));
  }

  /** One step, unless it is asked first what it will show. @param {number} distance */
  async #step(distance) {
    await this.#ready;
    this.left();
    const next = this.#steps[this.#position + distance];
    if (distance > 0 && next && this.#ask(next)) return;
    this.#go(this.#position + distance);
  }

  /** @param {Moment} next */
  #ask(next) {
    const question = this.#predicting
      ? this.#questions.find((each) => !this.#asked.has(each) && this.#reaches(next, each))
      : null;
    if (!question) return false;
    this.#asked.add(question);
    this.question.hidden = false;
    const answer = (/** @type {number} */ choice) => {
      const right = choice === question.right;
      fill(
        this.question,
        el(
          "p",
          {},
          el("strong", {}, right ? "✓ Yes. " : `✗ No: ${question.options[question.right]}. `),
          safe(question.why),
        ),
        el("button", { type: "button", class: "plain", onclick: () => this.#step(1) }, "See it"),
      );
      this.question.querySelector("button")?.focus();
    };
    fill(
      this.question,
      el("p", {}, el("strong", {}, question.text)),
      question.options.map((option, index) =>
        el("button", { type: "button", class: "plain", onclick: () => answer(index) }, option)
      ),
    );
    this.question.querySelector("button")?.focus();
    return true;
  }

  /** Whether this step would show what the question asks. @param {Moment} next @param {Question} question */
  #reaches(next, question) {
    if (question.before === "requestHead") return next.request > 0;
    if (question.before === "responseHead") return next.response > 0;
    if (question.before === "responseEnded") {
      return next.response > this.#sides.response.head || next.what === "responseEnded";
    }
    return next.what === question.before || next.response > 0;
  }

  #scrub() {
    this.left();
    this.#time = (Number(this.slider.value) / 1000) * this.#length;
    this.#position = this.#steps.findLastIndex((step) => step.at <= this.#time);
    this.#draw(this.#steps[this.#position] ?? stateAt([], 0), false);
  }

  #toggle() {
    if (this.#playing) {
      this.left();
      return;
    }
    if (this.#position >= this.#steps.length - 1) this.#go(-1);
    this.play.textContent = "Pause";
    let last = performance.now();
    const run = (/** @type {number} */ now) => {
      this.#time += (now - last) * this.#speed;
      last = now;
      const next = this.#steps[this.#position + 1];
      if (!next) {
        this.left();
        return;
      }
      if (this.#time >= next.at) {
        if (this.#ask(next)) {
          this.left();
          return;
        }
        this.#position = this.#steps.findLastIndex((step) => step.at <= this.#time);
        this.#draw(this.#steps[this.#position]);
      } else this.slider.value = String((this.#time / this.#length) * 1000);
      this.#playing = requestAnimationFrame(run);
    };
    this.#playing = requestAnimationFrame(run);
  }

  /** @param {Moment} state @param {boolean} [slide] */
  #draw(state, slide = true) {
    this.question.hidden = true;
    if (slide) this.slider.value = String((state.at / this.#length) * 1000);
    this.slider.setAttribute("aria-valuetext", `${time(state.at)} of ${time(this.#length)}`);
    const place = this.#position < 0 ? "" : `${this.#position + 1}/${this.#steps.length} · ${time(state.at)} · `;
    fill(this.said, el("span", { class: "dim" }, place), el("span", { class: "captured" }, safe(state.text)));
    for (const name of /** @type {const} */ (["request", "response"])) {
      const shown = Math.min(state[name], this.#sides[name].octets.length, 16_384);
      const target = this.octets[name];
      target.replaceChildren();
      writeGlyphs(target, this.#sides[name].octets.subarray(0, shown), true);
      const rest = this.#sides[name].size - state[name];
      if (rest > 0) {
        target.append(
          el("span", { class: "dim" }, state[name] > 0 ? `▮ ${rest} bytes to come` : "nothing yet"),
        );
      }
      target.scrollTop = target.scrollHeight;
    }
  }
}

function empty() {
  return { octets: new Uint8Array(), head: 0, size: 0 };
}

/** @param {string} title @param {HTMLElement} octets */
function side(title, octets) {
  return el("section", { class: "side" }, el("header", {}, el("strong", {}, title)), octets);
}

/** @param {HTMLElement} group @param {string} name */
function press(group, name) {
  for (const button of group.querySelectorAll("button")) {
    button.setAttribute("aria-pressed", String(button.dataset.name === name));
  }
}
