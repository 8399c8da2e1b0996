// The 25 keys. A key is down exactly as long as a finger, a mouse button or a keyboard key holds it.

import { put } from "./dom.js";
import { text } from "./texts.js";

// Name on the panel, and the keyboard key by place (event.code), so that it works in any keyboard layout.
export const KEYS = [
  ["1", "Digit1"], ["2", "Digit2"], ["3", "Digit3"], ["4", "Digit4"], ["CALL", "KeyC"],
  ["5", "Digit5"], ["6", "Digit6"], ["7", "Digit7"], ["8", "Digit8"], ["STILL", "KeyS"],
  ["9", "Digit9"], ["10", "Digit0"], ["11", "KeyQ"], ["12", "KeyW"], ["FOUL", "KeyF"],
  ["13", "KeyE"], ["14", "KeyR"], ["15", "KeyT"], ["CUE", "KeyX"], ["UNDO", "Backspace"],
  ["A", "KeyA"], ["B", "KeyB"], ["CASE", "KeyK"], ["MENU", "KeyM"], ["OK", "Enter"],
];
const SHOWN = { Backspace: "⌫", Enter: "↵" };
const isBall = (name) => /^\d+$/.test(name);

export class Panel {
  #held = new Map(); // key name -> what holds it
  #buttons = new Map();
  #stuck = [];

  // answer: where the board says why a key was refused.
  constructor(root, answer, send) {
    this.answer = answer;
    this.send = send;
    for (const [name, code] of KEYS) root.append(this.#makeKey(name, code));
    document.addEventListener("keydown", (event) => this.#onKey(event, true));
    document.addEventListener("keyup", (event) => this.#onKey(event, false));
    window.addEventListener("blur", () => this.releaseAll());
    document.addEventListener("visibilitychange", () => { if (document.hidden) this.releaseAll(); });
  }

  // names: the keys that are down on the board, whoever holds them.
  showDown(names) {
    for (const [name, button] of this.#buttons) button.classList.toggle("down", names.includes(name));
  }

  // names: the keys that stick, and those that it is now time to press.
  showStuck(names) {
    this.#stuck = names;
    for (const [name, button] of this.#buttons) button.classList.toggle("stuck", names.includes(name));
  }

  // words: why that key was refused, or what there is to say of one that was taken; "" for nothing.
  showAnswer(words, refused) {
    put(this.answer, words);
    for (const [name, button] of this.#buttons) button.classList.toggle("refused", name === refused);
  }

  hint(names) {
    for (const [name, button] of this.#buttons) button.classList.toggle("beckon", names.includes(name));
  }

  releaseAll() {
    for (const name of [...this.#held.keys()]) this.#release(name, this.#held.get(name));
  }

  showTexts() {
    for (const [name, button] of this.#buttons) {
      const meaning = isBall(name) ? text("ballKey", name) : text("key" + name);
      button.setAttribute("aria-label", isBall(name) ? meaning : `${name}: ${meaning}`);
      button.title = isBall(name) ? text("ballKeyLong", name) : meaning;
      button.querySelector("small").textContent = isBall(name) ? "" : text("short" + name);
    }
  }

  #makeKey(name, code) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "key " + (isBall(name) ? "ball-key" : "word-key key-" + name.toLowerCase());
    button.dataset.key = name;
    button.innerHTML = "<b></b><small></small><kbd aria-hidden='true'></kbd>";
    button.querySelector("b").textContent = name;
    button.querySelector("kbd").textContent = SHOWN[code] ?? code.at(-1);
    button.setAttribute("aria-keyshortcuts", code.replace(/^(Key|Digit)/, ""));
    button.addEventListener("pointerdown", (event) => {
      if (event.button !== 0) return;
      // Not focused: Enter is to stay the OK key after a click.
      event.preventDefault();
      button.setPointerCapture(event.pointerId);
      this.#press(name, event.pointerId);
    });
    for (const end of ["pointerup", "pointercancel", "lostpointercapture"]) {
      button.addEventListener(end, (event) => this.#release(name, event.pointerId));
    }
    button.addEventListener("contextmenu", (event) => event.preventDefault());
    this.#buttons.set(name, button);
    return button;
  }

  #onKey(event, down) {
    const name = this.#nameOf(event);
    if (name === null) return;
    if (!down) {
      this.#release(name, event.code);
    } else if (!event.ctrlKey && !event.altKey && !event.metaKey && !event.shiftKey) {
      event.preventDefault();
      if (!event.repeat) this.#press(name, event.code);
    }
  }

  // A focused control keeps the keys that work it; a focused panel key is held by Space and Enter.
  #nameOf(event) {
    const works = event.code === "Space" || event.code === "Enter";
    const focused = document.activeElement;
    if (focused?.matches("input:not([type=range], [type=checkbox]), select, textarea")) return null;
    if (works && focused?.dataset.key) return focused.dataset.key;
    if (works && focused?.matches("button, a, summary")) return null;
    return KEYS.find(([, code]) => code === event.code)?.[0] ?? null;
  }

  #press(name, holder) {
    if (this.#held.has(name)) return;
    this.#held.set(name, holder);
    this.#buttons.get(name).classList.add("down");
    this.send("down " + name);
  }

  #release(name, holder) {
    if (this.#held.get(name) !== holder) return;
    this.#held.delete(name);
    this.#buttons.get(name).classList.toggle("down", this.#stuck.includes(name));
    this.send("up " + name);
  }
}
