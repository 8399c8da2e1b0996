// The score sheet: it grows with the game, stroke by stroke, in words, with the token that is recorded.

import { make } from "./dom.js";
import { language, text } from "./texts.js";

export class Sheet {
  #drawn = "";

  constructor(root) {
    this.root = root;
  }

  // rows as the server words them, in each language; tags of the record.
  show(sheet, tags = {}) {
    const rows = sheet?.[language()] ?? [];
    const drawn = JSON.stringify([rows, tags, language()]);
    if (drawn === this.#drawn) return;
    const grew = this.#drawn !== "";
    this.#drawn = drawn;
    this.root.replaceChildren(rows.length ? this.#table(rows, tags) : make("p", { className: "empty" }, text("sheetEmpty")));
    if (!rows.length) return;
    if (grew) this.root.querySelector("tbody tr:last-child").classList.add("new");
    this.toEnd();
  }

  // A hidden pane cannot scroll: it does when it is opened.
  toEnd() {
    this.root.scrollTop = this.root.scrollHeight;
  }

  #table(rows, tags) {
    const name = (player) => (tags[player] ? `${player} · ${tags[player]}` : player);
    const head = make("tr", {},
      make("th", { scope: "col" }, text("sheetNumber")),
      make("th", { scope: "col" }, text("sheetStroke", name("A"), name("B"))),
      make("th", { scope: "col", className: "score" }, text("sheetScore")));
    return make("table", { className: "strokes" }, make("thead", {}, head), make("tbody", {}, ...rows.map((row) => this.#row(row))));
  }

  #row({ n, side, text: words, score, token }) {
    const cell = make("td");
    if (side) cell.append(make("span", { className: "who who-" + side }, side));
    cell.append(words);
    if (token) cell.append(" ", make("code", {}, token));
    return make("tr", { className: words.startsWith("[") ? "dead" : n === null ? "turn" : "" },
      make("td", { className: "n" }, n ?? ""), cell, make("td", { className: "score" }, score ? `${score.A}\u202f:\u202f${score.B}` : ""));
  }
}
