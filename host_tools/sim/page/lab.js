// Break it: what goes wrong in the world, a button each, and what can be read off the board meanwhile.

import { button, make, put, translate } from "./dom.js";
import { KEYS } from "./panel.js";
import { tenths, text } from "./texts.js";

const POCKETS = [1, 2, 3, 4, 5, 6];
const CHIPS = 16;
const STALL_MS = 400;

export class Lab {
  #known = {};

  constructor(root, send, { say, onDisarm }) {
    Object.assign(this, { root, send, say, onDisarm });
    this.power = button("labPull", () => send(this.#known.power ? "power off" : "power on"), { className: "act bad" });
    this.count = make("input", { type: "number", min: 1, max: 99, value: 1, data: { label: "labCutCount" } });
    this.cut = button("labCut", () => (this.#known.armed ? this.#disarm() : this.#arm()), { className: "act bad", label: "labCutLabel" });
    this.blind = this.#beams("labBlind", (pocket, on) => send(`beam ${pocket} ${on ? "dark" : "light"}`));
    this.loose = this.#beams("labLoose", (pocket, on) => send({ loose: { pocket, on } }));
    this.key = make("select", { data: { label: "labKey" } }, ...KEYS.map(([name]) => make("option", { value: name, textContent: name })));
    this.key.value = "OK";
    this.key.addEventListener("change", () => this.show(this.#known));
    this.stick = this.#toggle("labStick", (on) => send({ stick: { key: this.key.value, on } }));
    this.diodes = this.#toggle("labDiodes", (on) => send("diodes " + (on ? "off" : "on")));
    this.spike = button("labSpike", () => { for (let chip = 0; chip < CHIPS; chip++) send("spike " + chip); }, { label: "labSpikeLabel" });
    this.stall = button("labStall", () => send("stall " + STALL_MS), { label: "labStallLabel" });
    this.mend = button("labMend", () => this.#mend(), { className: "act gold" });
    this.verdict = make("p", { className: "verdict" });
    this.numbers = make("dl", { className: "numbers" });
    this.journal = this.#output("labJournal");
    this.log = this.#output("labLog");
    const row = (key, ...content) => make("div", { className: "row" }, make("span", { data: { text: key } }), make("div", {}, ...content));
    root.append(
      this.verdict,
      row("labPower", this.power, make("span", { className: "joined" }, this.cut, this.count)),
      row("labBlindRow", ...this.blind.values()),
      row("labLooseRow", ...this.loose.values()),
      row("labKeys", make("span", { className: "joined" }, this.key, this.stick), this.diodes),
      row("labChips", this.spike, this.stall),
      row("labAll", this.mend),
      this.numbers, this.journal, this.log);
  }

  // known: all that the board has told.
  show(known) {
    this.#known = known;
    this.power.dataset.text = known.power ? "labPull" : "labPlug";
    put(this.power, text(this.power.dataset.text));
    this.power.classList.toggle("gold", known.power === false);
    this.cut.setAttribute("aria-pressed", String(Boolean(known.armed)));
    for (const pocket of POCKETS) {
      this.blind.get(pocket).setAttribute("aria-pressed", String(known.dark?.includes(pocket) ?? false));
      this.loose.get(pocket).setAttribute("aria-pressed", String(known.loose?.includes(pocket) ?? false));
    }
    this.stick.setAttribute("aria-pressed", String(known.stuck?.includes(this.key.value) ?? false));
    this.diodes.setAttribute("aria-pressed", String(known.diodes === false));
    this.#showVerdict(known);
    this.#showNumbers(known);
    put(this.journal.lastChild, known.journal ?? "");
    if (this.log.lastChild.textContent !== known.log) {
      put(this.log.lastChild, known.log ?? "");
      this.log.lastChild.scrollTop = this.log.lastChild.scrollHeight;
    }
  }

  showTexts() {
    translate(this.root);
    this.show(this.#known);
  }

  #showVerdict({ power, events = [], recovery }) {
    const words = power === false ? text("verdictOff", events.length) : recovery ? verdict(recovery) : text("verdictSafe", events.length);
    put(this.verdict, words);
    this.verdict.classList.toggle("bad", Boolean(recovery && !recovery.same));
  }

  #showNumbers({ flash, pace, heap, runtime }) {
    const pairs = [
      ["flashWrites", flash && text("flashWritesValue", flash.programs, flash.bytes)],
      ["flashErases", flash && String(flash.erases)],
      ["stepTime", pace && text("stepTimeValue", pace.mean, tenths(pace.worst / 1000))],
      ["heap", heap ? text("heapValue", kib(heap.used), kib(heap.used + heap.free)) : text("heapUnknown")],
      ["runtime", runtime ?? ""],
    ];
    const drawn = JSON.stringify(pairs.map(([key, value]) => [text(key), value]));
    if (drawn === this.numbers.dataset.drawn) return;
    this.numbers.dataset.drawn = drawn;
    this.numbers.replaceChildren(...pairs.map(([key, value]) => make("div", {}, make("dt", {}, text(key)), make("dd", {}, value ?? "…"))));
  }

  #arm() {
    this.send("cut " + this.#cutIn());
    this.say(text("cutArmed", this.#cutIn()));
  }

  #disarm() {
    this.send({ disarm: true });
    this.onDisarm();
  }

  #cutIn() {
    return Math.max(1, Math.min(99, Math.round(Number(this.count.value)) || 1));
  }

  #beams(label, act) {
    return new Map(POCKETS.map((pocket) => {
      const node = this.#toggle(null, (on) => act(pocket, on));
      node.classList.add("small");
      node.textContent = pocket;
      Object.assign(node.dataset, { label, value: pocket });
      return [pocket, node];
    }));
  }

  #toggle(key, act) {
    const node = button(key ?? "", () => act(node.getAttribute("aria-pressed") !== "true"), { label: key && key + "Label" });
    if (!key) delete node.dataset.text;
    node.setAttribute("aria-pressed", "false");
    return node;
  }

  #output(key) {
    return make("section", { className: "output" }, make("h3", { data: { text: key } }), make("pre", { tabIndex: 0, data: { label: key } }));
  }

  #mend() {
    const { dark = [], loose = [], stuck = [], diodes, armed, power } = this.#known;
    if (armed) this.#disarm();
    for (const pocket of dark) this.send(`beam ${pocket} light`);
    for (const pocket of loose) this.send({ loose: { pocket, on: false } });
    for (const key of stuck) this.send({ stick: { key, on: false } });
    if (diodes === false) this.send("diodes on");
    if (!power) this.send("power on");
  }
}

// What has become of the game with the power.
export function verdict({ before, after, same }) {
  if (!same) return text("verdictBad");
  if (before === after) return text("verdictAll", after);
  return text("verdictTorn", after, before);
}

function kib(bytes) {
  return Math.round(bytes / 1024);
}
