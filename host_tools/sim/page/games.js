// Games: save this one, open a record, begin the next with the options wanted.

import { button, make, put, translate } from "./dom.js";
import { language, text } from "./texts.js";

const LARGEST_RECORD = 60_000;
const LARGEST_REQUEST = 65_000; // with what JSON makes of it
const NAME = '[^"]*';
const NO_TEXT = /[\0\ufffd]/; // what is not UTF-8 has been read as U+FFFD
const HANDICAPS = 71;
const SAMPLE = "sample-game.txt";

export class Games {
  constructor(root, send, complain) {
    Object.assign(this, { root, send, complain });
    this.file = make("input", { type: "file", accept: ".txt,.pgn,text/plain", id: "record-file", hidden: true });
    this.file.addEventListener("change", () => this.#read(this.file.files[0]));
    this.sheet = make("a", { className: "act", download: "", data: { text: "printSheet" } });
    this.language = this.#select("setLanguage", "language", [["ru", "Русский"], ["en", "English"]]);
    this.language.querySelector("select").addEventListener("change", (event) => send({ set: { language: event.target.value } }));
    this.form = this.#makeForm();
    const own = this.#group("gamesThis", make("div", { className: "acts" },
      make("a", { className: "act", href: "game.txt", download: "", data: { text: "saveRecord" } }), this.sheet));
    this.whose = own.firstChild;
    root.append(
      own,
      this.#group("gamesOpen", make("div", { className: "acts" },
        button("openRecord", () => this.file.click()), button("openSample", () => this.#openSample()), this.file),
        make("p", { className: "hint", data: { text: "openHint" } })),
      this.#group("gamesNew", this.form),
      this.#group("gamesBoard", this.language));
    document.addEventListener("dragover", (event) => { if (event.dataTransfer?.types.includes("Files")) event.preventDefault(); });
    document.addEventListener("drop", (event) => {
      if (!event.dataTransfer?.files.length) return;
      event.preventDefault();
      this.#read(event.dataTransfer.files[0]);
    });
  }

  // What is saved is the game on the board: one's own, or as much of an opened record as is shown.
  showWhose(shown) {
    this.whose.dataset.text = shown ? "gamesShown" : "gamesThis";
    put(this.whose, text(this.whose.dataset.text));
  }

  // settings as the board's own settings file has them.
  show(settings) {
    if (!settings || this.settings === JSON.stringify(settings)) return;
    this.settings = JSON.stringify(settings);
    for (const [name, value] of Object.entries(settings)) {
      const field = this.root.querySelector(`[name="${name}"]`);
      if (field) field.value = value;
    }
  }

  showTexts() {
    translate(this.root);
    this.sheet.href = "sheet.txt?lang=" + language();
    this.file.setAttribute("aria-label", text("recordFile"));
  }

  #makeForm() {
    const points = Array.from({ length: HANDICAPS }, (_, value) => [String(value), value ? "+" + value : "0"]);
    const form = make("form", { className: "fields" },
      this.#field("nameA", make("input", { name: "name_a", maxLength: 40, pattern: NAME, autocomplete: "off" })),
      this.#select("handicapA", "handicap_a", points),
      this.#field("nameB", make("input", { name: "name_b", maxLength: 40, pattern: NAME, autocomplete: "off" })),
      this.#select("handicapB", "handicap_b", points),
      this.#select("stalemate", "stalemate", [["shootout", "", "stalemateShootout"], ["draw", "", "stalemateDraw"]]),
      make("button", { className: "act gold", data: { text: "beginGame" } }));
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.send({ new: Object.fromEntries(new FormData(form)) });
    });
    return form;
  }

  #group(key, ...content) {
    return make("section", { className: "group" }, make("h3", { data: { text: key } }), ...content);
  }

  #field(key, input) {
    return make("label", {}, make("span", { data: { text: key } }), input);
  }

  #select(key, name, choices) {
    const options = choices.map(([value, words, named]) => make("option", { value, textContent: words, data: named ? { text: named } : {} }));
    return this.#field(key, make("select", { name }, ...options));
  }

  async #read(file) {
    if (!file) return;
    if (file.size > LARGEST_RECORD) return this.complain(text("tooLarge", file.name));
    const words = await file.text();
    this.file.value = "";
    if (NO_TEXT.test(words)) return this.complain(text("notText", file.name));
    this.#open(file.name, words);
  }

  async #openSample() {
    this.#open(text("sampleName"), await (await fetch(SAMPLE)).text());
  }

  #open(name, words) {
    const request = { open: { name, text: words, at: 0, lesson: false } };
    if (new TextEncoder().encode(JSON.stringify(request)).length > LARGEST_REQUEST) return this.complain(text("tooLarge", name));
    this.send(request);
  }
}
