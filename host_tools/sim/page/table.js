// The table: balls that can be put into pockets, by dragging, or by choosing a ball and then a pocket. Which balls lie on
// it the board says; what has just fallen, and the board knows nothing of yet, lies in its pocket until the stroke is
// recorded, or the ball is taken out again.

import { make, put } from "./dom.js";
import { tenths, text } from "./texts.js";

const POCKETS = [1, 2, 3, 4, 5, 6];
// Rows of the rack from the far end; the front ball stands nearest to the house.
const RACK = [[11, 12, 13, 14, 15], [7, 8, 9, 10], [4, 5, 6], [2, 3], [1]];
const CUE = 0;
const DRAG_PX = 6;
const REACH_PX = 52;

export class Table {
  #balls = new Map();
  #pockets = new Map();
  #onTable = [];
  #fallen = {};
  #chosen = null;
  #poised = []; // the first of two that are to fall at once
  #beckoning = [];

  constructor({ pockets, rack, cue, speed, speedValue, pair, send, say }) {
    Object.assign(this, { speed, speedValue, pair, send, say });
    for (const row of RACK) rack.append(make("div", {}, ...row.map((ball) => this.#makeBall(ball))));
    cue.append(this.#makeBall(CUE));
    for (const pocket of POCKETS) pockets.append(this.#makePocket(pocket));
    speed.addEventListener("input", () => this.#showSpeed());
    pair.addEventListener("change", () => { this.#poised = []; this.#show(); });
    document.addEventListener("keydown", (event) => this.#onKey(event));
  }

  // state as the board reports it, null while its power is off; dark, loose: pockets whose beam is; fallen: {ball: pocket}.
  show(state, dark, loose, fallen) {
    if (state) this.#onTable = [...state.on_table, CUE];
    this.#fallen = fallen;
    const back = state?.prompts ?? [];
    for (const [ball, node] of this.#balls) {
      const wanted = ball === CUE ? back.some((prompt) => prompt.startsWith("cue:")) : back.includes("spot:" + ball) || back.includes("rear-spot:" + ball);
      node.classList.toggle("put-back", wanted && !(ball in fallen));
    }
    for (const [pocket, node] of this.#pockets) {
      node.classList.toggle("waiting", Boolean(state?.falls.includes(pocket)));
      node.classList.toggle("unsure", Boolean(state?.unsure.includes(pocket)));
      node.classList.toggle("dark", dark.includes(pocket));
      node.classList.toggle("loose", loose.includes(pocket));
    }
    this.#show();
  }

  // What it is now time to move: balls and pockets.
  hint(balls, pockets) {
    this.#beckoning = balls;
    for (const [ball, node] of this.#balls) node.classList.toggle("beckon", balls.includes(ball));
    for (const [pocket, node] of this.#pockets) node.classList.toggle("beckon", pockets.includes(pocket));
  }

  showTexts() {
    for (const [pocket, node] of this.#pockets) {
      node.setAttribute("aria-label", text("dropBall", pocket));
      node.title = `${text("pocket" + pocket)} (Shift+${pocket})`;
    }
    this.#showSpeed();
    this.#show();
  }

  #show() {
    if (this.#chosen !== null && !this.#isThere(this.#chosen)) this.#chosen = null;
    this.#poised = this.#poised.filter(({ ball }) => ball === null || this.#isThere(ball));
    const poised = new Map(this.#poised.map(({ ball, pocket }) => [ball, pocket]));
    for (const [ball, node] of this.#balls) {
      const pocket = this.#fallen[ball] ?? poised.get(ball);
      const there = this.#onTable.includes(ball);
      node.classList.toggle("gone", !there);
      node.classList.toggle("fallen", there && pocket !== undefined);
      node.disabled = !there;
      node.setAttribute("aria-pressed", String(ball === this.#chosen));
      const name = ball === CUE ? text("cueBall") : text("tableBall", ball);
      node.setAttribute("aria-label", pocket === undefined ? name : text("inPocket", name, pocket));
    }
    for (const [pocket, node] of this.#pockets) {
      const here = Object.keys(this.#fallen).filter((ball) => this.#fallen[ball] === pocket);
      const waiting = this.#poised.filter((one) => one.pocket === pocket);
      node.classList.toggle("poised", waiting.length > 0);
      node.classList.toggle("open", this.#chosen !== null);
      put(node.lastChild, [...here, ...waiting.map(({ ball }) => ball)].map((ball) => (ball === null ? "?" : Number(ball) === CUE ? "●" : ball)).join(" "));
    }
  }

  #isThere(ball) {
    return this.#onTable.includes(ball) && !(ball in this.#fallen);
  }

  #makeBall(ball) {
    const node = make("button", { type: "button", className: ball === CUE ? "ball cue-ball" : "ball", data: { ball } }, ball === CUE ? "" : String(ball));
    node.addEventListener("click", (event) => { if (event.detail === 0) this.#choose(ball); });
    node.addEventListener("pointerdown", (event) => this.#grab(event, ball, node));
    this.#balls.set(ball, node);
    return node;
  }

  #makePocket(pocket) {
    const node = make("button", { type: "button", className: `pocket pocket-${pocket}` }, String(pocket), make("b", { className: "tray" }));
    node.addEventListener("click", () => this.#put(this.#chosen, pocket));
    this.#pockets.set(pocket, node);
    return node;
  }

  #choose(ball) {
    if (ball in this.#fallen) this.send({ take: ball });
    else this.#chosen = this.#chosen === ball ? null : ball;
    this.#show();
  }

  #grab(event, ball, node) {
    if (event.button !== 0 || node.disabled) return;
    event.preventDefault();
    node.setPointerCapture(event.pointerId);
    const from = { x: event.clientX, y: event.clientY };
    let dragged = false;
    const move = (at) => {
      const x = at.clientX - from.x;
      const y = at.clientY - from.y;
      dragged ||= Math.hypot(x, y) > DRAG_PX && this.#isThere(ball);
      if (!dragged) return;
      node.classList.add("dragged");
      node.style.translate = `${x}px ${y}px`;
      const near = this.#nearest(at.clientX, at.clientY);
      for (const [pocket, other] of this.#pockets) other.classList.toggle("near", pocket === near);
    };
    const end = (at) => {
      node.removeEventListener("pointermove", move);
      node.classList.remove("dragged");
      node.style.translate = "";
      for (const other of this.#pockets.values()) other.classList.remove("near");
      if (at.type !== "pointerup") return;
      const pocket = dragged ? this.#nearest(at.clientX, at.clientY) : undefined;
      if (!dragged) this.#choose(ball);
      else if (pocket) this.#put(ball, pocket);
    };
    node.addEventListener("pointermove", move);
    node.addEventListener("pointerup", end, { once: true });
    node.addEventListener("pointercancel", end, { once: true });
  }

  #nearest(x, y) {
    let best, least = REACH_PX;
    for (const [pocket, node] of this.#pockets) {
      const box = node.getBoundingClientRect();
      const away = Math.hypot(x - box.x - box.width / 2, y - box.y - box.height / 2);
      if (away < least) [best, least] = [pocket, away];
    }
    return best;
  }

  // ball null: some ball, whichever.
  #put(ball, pocket) {
    this.#chosen = null;
    const one = { ball, pocket };
    if (this.pair.checked && !this.#poised.length) {
      this.#poised = [one];
      this.say(text("poised"));
    } else {
      this.#drop([...this.#poised, one]);
      this.#poised = [];
    }
    this.#show();
  }

  #drop(balls) {
    const speed = Number(this.speed.value);
    const named = balls.filter(({ ball }) => ball !== null);
    const others = balls.filter(({ ball }) => ball === null);
    if (named.length) this.send({ drop: named.map((one) => ({ ...one, speed })) });
    for (const { pocket } of others) this.send(`ball ${pocket} ${speed}`);
    for (const { pocket } of balls) {
      const falling = make("i");
      falling.addEventListener("animationend", () => falling.remove());
      this.#pockets.get(pocket).prepend(falling);
    }
  }

  #onKey(event) {
    const pocket = Number(/^Digit([1-6])$/.exec(event.code)?.[1]);
    const typing = document.activeElement?.matches("input:not([type=range], [type=checkbox]), select");
    if (pocket && event.shiftKey && !event.repeat && !event.ctrlKey && !event.altKey && !event.metaKey && !typing) this.#put(this.#chosen, pocket);
    if (event.code === "Escape") { this.#chosen = null; this.#poised = []; this.#show(); }
  }

  #showSpeed() {
    this.speedValue.textContent = text("metresASecond", tenths(Number(this.speed.value)));
  }
}
