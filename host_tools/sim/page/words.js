// The board's state in words: what is going on, what the referee has to do, what is being composed; and which keys that
// makes the next ones.

import { put } from "./dom.js";
import { language, text } from "./texts.js";

export class Words {
  #shown = "";

  constructor({ headline, prompts, composing, sums }) {
    Object.assign(this, { headline, prompts, composing, sums });
  }

  // known: all that the board has told; its state is null while its power is off, undefined before it is known.
  show({ state, power, alarm, said, fallen = {}, shown }) {
    put(this.headline, headline(state, power));
    this.#compose(state, said);
    put(this.sums, state ? text("sums", state.score.A, state.needs.A, state.score.B, state.needs.B) : "");
    const lines = state ? todo(state, said, fallen) : power === false ? [text("plugInAgain")] : [];
    if (state && !lines.length && !state.result && !shown) lines.push(text(state.composing ? "pressOk" : "nextStroke"));
    if (state && alarm) lines.push(text("alarm"));
    if (lines.join("\n") === this.#shown) return;
    this.#shown = lines.join("\n");
    this.prompts.replaceChildren(...lines.map((line) => Object.assign(document.createElement("li"), { textContent: line })));
  }

  // The LED board in one line, for those who do not see it.
  summary(state) {
    if (!state) return text("boardOff");
    return text("boardSays", state.score.A, state.score.B, headline(state, true));
  }

  #compose(state, said) {
    const words = said?.composing?.[language()];
    const token = state?.composing;
    const line = !token ? "" : words ? text("composing", words) : text("composingToken");
    if (this.composing.dataset.line === line + token) return;
    this.composing.dataset.line = line + token;
    this.composing.replaceChildren(line);
    if (token) this.composing.append(" ", Object.assign(document.createElement("code"), { textContent: token }));
  }
}

// Names of the keys that it is now time to press.
export function nextKeys(state, fallen) {
  if (!state || state.result || state.screen.startsWith("menu") || state.screen.startsWith("review")) return [];
  if (state.screen.startsWith("undo:")) return ["UNDO"];
  if (state.phase === "lag" || state.phase === "shootout-lag") return ["A", "B"];
  const unnamed = unnamedBalls(state, fallen);
  if (unnamed.length) return unnamed.map((ball) => (ball === 0 ? "CUE" : String(ball)));
  if (state.falls.length) return [];
  return state.composing || state.prompts.includes("warn") ? ["OK"] : [];
}

// Balls that lie in a pocket whose fall has no name yet.
function unnamedBalls(state, fallen) {
  return Object.keys(fallen).map(Number).filter((ball) => state.falls.includes(fallen[ball]));
}

function headline(state, power) {
  if (state === undefined) return text("connecting");
  if (!state) return text(power ? "noScoreboard" : "powerOff");
  if (state.result) return result(state.result);
  return text("phase-" + state.phase, state.striker ?? "");
}

function result({ winner, reason }) {
  return winner ? text("won", winner, text("reason-" + reason)) : text("drawn", text("reason-" + reason));
}

function todo(state, said, fallen) {
  const unnamed = unnamedBalls(state, fallen);
  const lines = state.falls.map((pocket) => {
    const [ball] = unnamed.splice(unnamed.findIndex((one) => fallen[one] === pocket) >>> 0, 1);
    if (ball === 0) return text("cueFell", pocket);
    return ball ? text("ballFell", pocket, ball) : text("fall", pocket);
  });
  lines.push(...state.unsure.map((pocket) => text("unsureFall", pocket)));
  for (const prompt of state.prompts) {
    const [, name, number] = /^(.*?)(?::(\d+))?$/.exec(prompt);
    lines.push(text("prompt-" + name, number));
  }
  const [kind, rest] = [state.screen.split(/[:/]/)[0], state.screen.slice(5)];
  if (kind === "undo") lines.push(text("undoAgain", said?.undo?.[language()] ?? rest));
  else if (kind === "review") lines.push(text("reviewing", state.screen.slice(7)));
  else if (kind === "menu") lines.push(text("inMenu"));
  else if (state.screen && !state.prompts.includes(state.screen) && !state.falls.length && !state.unsure.length) lines.push(text("screen", state.screen));
  return lines;
}
