// The strip with which one steps through a record while the board follows.

import { button, make, put, translate } from "./dom.js";
import { text } from "./texts.js";

const PLAY_MS = 1300;

export class Viewer {
  #shown = null;
  #timer = 0;

  constructor(root, send) {
    Object.assign(this, { root, send });
    this.name = make("strong");
    this.place = make("span", { className: "place" });
    this.slider = make("input", { type: "range", min: 0, data: { label: "viewPlace" } });
    this.slider.addEventListener("change", () => this.#go(Number(this.slider.value)));
    this.play = button("viewPlay", () => this.#toggle(), { className: "step", label: "viewPlayLabel" });
    const step = (key, by) => button(key, () => { this.#stop(); this.#go(by(this.#shown)); }, { className: "step", label: key + "Label" });
    this.back = button("viewBack", () => { this.#stop(); send({ back: true }); });
    this.keep = button("viewKeep", () => { this.#stop(); send({ keep: true }); });
    this.steps = make("div", { className: "steps" },
      step("viewFirst", () => 0), step("viewPrevious", ({ at }) => at - 1), this.play,
      step("viewNext", ({ at }) => at + 1), step("viewLast", ({ of }) => of), this.slider);
    this.note = make("p", { className: "note" });
    root.append(make("p", {}, this.name, " ", this.place), this.steps, this.note, make("div", { className: "acts" }, this.keep, this.back));
  }

  // shown: the record looked at as the server reports it, or null; ours: whether this page's lesson shows it.
  show(shown, ours) {
    this.#shown = shown;
    const opens = this.root.hidden && shown && !ours;
    this.root.hidden = !shown || ours;
    if (!shown || ours) return this.#stop();
    if (opens) this.root.scrollIntoView({ block: "nearest" });
    put(this.name, shown.lesson ? text("othersLesson") : shown.name);
    put(this.place, shown.lesson ? "" : text("viewAt", shown.at, shown.of));
    put(this.note, shown.note ? text("viewNote", shown.note) : "");
    this.steps.hidden = this.keep.hidden = shown.lesson;
    this.slider.max = shown.of;
    this.slider.value = shown.at;
    this.slider.setAttribute("aria-valuetext", text("viewAt", shown.at, shown.of));
    if (shown.at === shown.of) this.#stop();
  }

  showTexts() {
    translate(this.root);
    this.show(this.#shown, this.root.hidden);
  }

  #go(at) {
    const place = Math.max(0, Math.min(this.#shown.of, at));
    if (place !== this.#shown.at) this.send({ goto: place });
  }

  #toggle() {
    if (this.#timer) return this.#stop();
    if (this.#shown.at === this.#shown.of) this.#go(0);
    else this.#go(this.#shown.at + 1);
    this.#timer = setInterval(() => this.#go(this.#shown.at + 1), PLAY_MS);
    this.#showPlay();
  }

  #stop() {
    clearInterval(this.#timer);
    this.#timer = 0;
    this.#showPlay();
  }

  #showPlay() {
    this.play.dataset.text = this.#timer ? "viewPause" : "viewPlay";
    this.play.dataset.label = this.#timer ? "viewPauseLabel" : "viewPlayLabel";
    put(this.play, text(this.play.dataset.text));
    this.play.setAttribute("aria-label", text(this.play.dataset.label));
  }
}
