// A first game of six strokes. What to do next is highlighted; what is done is seen by what the board tells. Each part
// begins with a record that the board shows, so that a part gone astray can be begun again.

import { make, put, translate } from "./dom.js";
import { LESSON } from "./lesson-game.js";
import { language, text } from "./texts.js";


export class Lesson {
  #part = -1; // which part of LESSON; -1 while there is none
  #act = 0;
  #astray = "";
  #done = false;
  #recorded = 0; // how many events there were
  #pressed = 0; // how many keys, ever
  #slipped = 0; // how many keys had been when one was neither pressed nor held
  #known = {};
  #begun = false; // the board shows this part; what it told before that is of another

  constructor(root, { send, panel, table, onChange }) {
    Object.assign(this, { root, send, panel, table, onChange });
    this.place = make("p", { className: "place" });
    this.head = make("h3");
    this.words = make("p", { className: "say", ariaLive: "polite" });
    this.next = make("button", { type: "button", className: "act gold", data: { text: "lessonNext" } });
    this.next.addEventListener("click", () => this.#onNext());
    this.again = make("button", { type: "button", className: "act", data: { text: "lessonAgain" } });
    this.again.addEventListener("click", () => this.#begin(this.#part));
    this.leave = make("button", { type: "button", className: "leave", data: { text: "lessonLeave" } });
    this.leave.addEventListener("click", () => this.end());
    root.append(this.leave, this.place, this.head, this.words, make("div", { className: "acts" }, this.next, this.again));
  }

  get running() {
    return this.#part >= 0;
  }

  start() {
    this.#begin(0);
    this.root.scrollIntoView({ block: "nearest" });
  }

  end() {
    this.#part = -1;
    this.send({ back: true });
    this.#show();
  }

  // News of the board; known: all that it has told.
  take(news, known) {
    this.#known = known;
    const { count, keys } = known.pressed;
    const pressed = keys.slice(Math.max(0, keys.length - (count - this.#pressed)));
    this.#pressed = count;
    const slip = news.panel?.refusal?.kind === "tap-or-hold" && count !== this.#slipped;
    if (slip) this.#slipped = count;
    if (!this.running) return;
    this.#begun ||= Boolean(news.shown?.lesson);
    if ("shown" in news && (known.shown === null || (this.#begun && !known.shown.lesson))) {
      // Somebody else has ended it, or another record was opened.
      this.#part = -1;
    } else if (this.#begun && !known.busy) {
      this.#watch(pressed, slip, known);
    }
    this.#show();
  }

  showTexts() {
    translate(this.root);
    this.#show();
  }

  #begin(part) {
    this.#part = part;
    this.#act = 0;
    this.#astray = "";
    this.#done = false;
    this.#begun = false;
    const { before } = LESSON[part];
    this.send({ open: { name: "", text: before.join(" "), at: before.length, lesson: true } });
    this.#show();
  }

  #onNext() {
    if (!this.#done) return;
    if (this.#part === LESSON.length - 1) return this.end();
    const { after } = LESSON[this.#part];
    const { before } = LESSON[this.#part + 1];
    if (after.join() !== before.join()) return this.#begin(this.#part + 1);
    this.#part += 1;
    this.#act = 0;
    this.#done = false;
    this.#show();
  }

  #watch(pressed, slip, { events, fallen, pressed: { keys } }) {
    if (this.#done || this.#astray) return;
    const { acts, after } = LESSON[this.#part];
    for (const key of pressed) {
      const act = acts[this.#act];
      if (key !== act.key) this.#astray = key;
      else if (!act.records && this.#act < acts.length - 1) this.#act += 1;
    }
    // Neither pressed nor held: the board says so, and it has to be done again.
    if (slip && this.#act && acts[this.#act - 1].key === keys.at(-1)) this.#act -= 1;
    if (acts[this.#act].records && events.length > this.#recorded && this.#act < acts.length - 1) this.#act += 1;
    this.#recorded = events.length;
    const { ball, pocket } = acts[this.#act];
    if (ball !== undefined && ball in fallen) {
      if (fallen[ball] === pocket) this.#act += 1;
      else this.#astray = text("lessonPocket", fallen[ball]);
    }
    if (events.join() === after.join()) this.#done = true;
    else if (events.length >= after.length) this.#astray ||= "OK";
  }

  #show() {
    this.root.hidden = !this.running;
    this.onChange(this.running);
    if (!this.running) return;
    const part = LESSON[this.#part];
    const act = part.acts[this.#act];
    const say = (words) => words[language()];
    const last = this.#part === LESSON.length - 1;
    put(this.place, text("lessonPlace", this.#part + 1, LESSON.length));
    put(this.head, say(part.title));
    put(this.words, this.#astray ? text("lessonAstray", this.#astray) : say(this.#done ? part.result : act.say));
    this.next.dataset.text = last ? "lessonOwnGame" : "lessonNext";
    put(this.next, text(this.next.dataset.text));
    this.next.hidden = !this.#done;
    this.next.classList.toggle("beckon", this.#done);
    this.again.classList.toggle("beckon", Boolean(this.#astray));
    this.again.hidden = !this.#astray;
    const open = !this.#done && !this.#astray;
    this.panel.hint(open && act.key ? [act.key] : []);
    this.table.hint(open && act.pocket ? [act.ball] : [], open && act.pocket ? [act.pocket] : []);
  }
}

