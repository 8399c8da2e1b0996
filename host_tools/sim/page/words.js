// The board's state in words: what is going on, what the referee has to do, what is being composed.

import { text } from "./texts.js";

export class Words {
  constructor(headline, prompts, composing, sums) {
    this.headline = headline;
    this.prompts = prompts;
    this.composing = composing;
    this.sums = sums;
  }

  // state as the board reports it, null while its power is off, undefined before it is known.
  show(state, power) {
    put(this.headline, headline(state, power));
    const lines = state ? todo(state) : [];
    put(this.composing, state?.composing ? text("composing", state.composing) : "");
    put(this.sums, state ? text("sums", state.score.A, state.needs.A, state.score.B, state.needs.B) : "");
    if (lines.join("\n") === this.shown) return;
    this.shown = lines.join("\n");
    this.prompts.replaceChildren(...lines.map((line) => Object.assign(document.createElement("li"), { textContent: line })));
  }

  // The LED board in one line, for those who do not see it.
  summary(state) {
    if (!state) return text("boardOff");
    return text("boardSays", state.score.A, state.score.B, headline(state, true));
  }
}

function put(node, words) {
  // Written only where it differs, or screen readers would read it again.
  if (node.textContent !== words) node.textContent = words;
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

function todo(state) {
  const lines = state.falls.map((pocket) => text("fall", pocket));
  lines.push(...state.unsure.map((pocket) => text("unsureFall", pocket)));
  for (const prompt of state.prompts) {
    const [, name, number] = /^(.*?)(?::(\d+))?$/.exec(prompt);
    lines.push(text("prompt-" + name, number));
  }
  const told = state.falls.length || state.unsure.length || state.prompts.includes(state.screen);
  if (state.screen && !told) lines.push(text("screen", state.screen));
  return lines;
}
