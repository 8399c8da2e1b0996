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
  show(known) {
    const { state, power, alarm, said, shown } = known;
    put(this.headline, headline(state, power));
    this.#compose(state, said);
    put(this.sums, state ? text("sums", state.score.A, state.needs.A, state.score.B, state.needs.B) : "");
    const lines = state ? todo(known) : power === false ? [text("plugInAgain")] : [];
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
export function nextKeys({ state, panel, fallen = {}, shown }) {
  if (!state || /^(menu|review)/.test(state.screen)) return [];
  if (state.screen.startsWith("undo:")) return ["UNDO"];
  if (state.screen === "next?") return shown ? [] : ["OK"];
  if (state.phase === "lag" || state.phase === "shootout-lag") return ["A", "B"];
  if (state.screen === "ok?") return ["OK"];
  if (panel?.pending && panel.pending !== "reason") return [];
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

// What the referee is asked or has to do, a line each.
export function todo({ state, panel, said, fallen = {}, shown }) {
  const pending = panel?.pending ? [text("pending-" + panel.pending, panel.called)] : [];
  const [, kind, rest] = /^(\w*)[:/?]?(.*)$/.exec(state.screen);
  // Whatever else there is to do waits for these.
  if (kind === "menu") return [inMenu(...rest.split("/"))];
  if (kind === "review") return [...pending, inReview(panel, ...rest.split("/"))];
  if (kind === "undo") return [rest === "game" ? text("undoGame") : text("undoAgain", said?.undo?.[language()] ?? rest)];
  if (state.screen === "ok?") return [text("ok")];
  const unnamed = unnamedBalls(state, fallen);
  const lines = state.falls.map((pocket) => {
    const [ball] = unnamed.splice(unnamed.findIndex((one) => fallen[one] === pocket) >>> 0, 1);
    if (ball === 0) return text("cueFell", pocket);
    return ball ? text("ballFell", pocket, ball) : text("fall", pocket);
  });
  lines.push(...state.unsure.map((pocket) => text("unsureFall", pocket)));
  if (lines.length && !state.composing && !Object.keys(fallen).length) lines.push(text("dismiss"));
  if (state.screen === "miss?") lines.push(text("miss"));
  else if (state.screen === "next?") lines.push(...(shown ? [] : [text("next")]));
  else if (state.screen && !state.prompts.includes(state.screen) && !lines.length) lines.push(text("screen", state.screen));
  return [...pending, ...lines, ...state.prompts.map(prompt)];
}

// A prompt of the rules: its name, and the ball or player that belongs to it.
function prompt(token) {
  const [, name, which] = /^(.*?)(?::(\d+|[AB]))?$/.exec(token);
  return token === "rear-spot" ? text("prompt-rear-spot-any") : text("prompt-" + name, which);
}

function inMenu(item, value) {
  const [, beam] = /^beam_(\d)$/.exec(item) ?? [];
  const name = beam ? text("menu-beam", beam) : text("menu-" + item);
  if (value !== undefined) {
    const isSwitch = beam || item === "swapped" || item === "sound";
    return text("inMenuValue", name, isSwitch ? text(value === "0" ? "value-off" : "value-on") : /\d/.test(value) ? value : text("value-" + value));
  }
  if (item === "self-test") return text("inMenuTest", name);
  return text(item === "new-game" || item.startsWith("concede") ? "inMenuEnds" : "inMenu", name);
}

function inReview(panel, number, choice) {
  if (choice) return text("review-" + choice, number);
  return text(panel?.inserts ? "reviewInserts" : "reviewing", number);
}
