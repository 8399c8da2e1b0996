// The table: a ball can be let fall into each pocket; the balls that the board holds to be on the table lie in the rack.

import { text } from "./texts.js";

const POCKETS = [1, 2, 3, 4, 5, 6];
// Rows of the rack from the far end; the front ball stands nearest to the house.
const RACK = [[11, 12, 13, 14, 15], [7, 8, 9, 10], [4, 5, 6], [2, 3], [1]];

export class Table {
  #balls = new Map();
  #pockets = new Map();

  constructor(pockets, rack, speed, speedValue, send) {
    this.speed = speed;
    this.speedValue = speedValue;
    this.send = send;
    for (const row of RACK) rack.append(this.#makeRow(row));
    for (const pocket of POCKETS) pockets.append(this.#makePocket(pocket));
    speed.addEventListener("input", () => this.#showSpeed());
    document.addEventListener("keydown", (event) => this.#onKey(event));
  }

  // state as the board reports it, null while its power is off; dark: pockets whose beam is held dark.
  show(state, dark) {
    for (const [ball, node] of this.#balls) node.classList.toggle("gone", !state?.on_table.includes(ball));
    for (const [pocket, node] of this.#pockets) {
      node.classList.toggle("waiting", Boolean(state?.falls.includes(pocket)));
      node.classList.toggle("unsure", Boolean(state?.unsure.includes(pocket)));
      node.classList.toggle("dark", dark.includes(pocket));
    }
  }

  showTexts() {
    for (const [pocket, node] of this.#pockets) {
      node.setAttribute("aria-label", text("dropBall", pocket));
      node.title = `${text("pocket" + pocket)} (Shift+${pocket})`;
    }
    this.#showSpeed();
  }

  #makeRow(row) {
    const line = document.createElement("div");
    for (const ball of row) {
      const node = document.createElement("span");
      node.textContent = ball;
      this.#balls.set(ball, node);
      line.append(node);
    }
    return line;
  }

  #makePocket(pocket) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = `pocket pocket-${pocket}`;
    button.textContent = pocket;
    button.addEventListener("click", () => this.#drop(pocket));
    this.#pockets.set(pocket, button);
    return button;
  }

  #drop(pocket) {
    this.send(`ball ${pocket} ${this.speed.value}`);
    const ball = document.createElement("i");
    ball.addEventListener("animationend", () => ball.remove());
    this.#pockets.get(pocket).append(ball);
  }

  #onKey(event) {
    const pocket = Number(/^Digit([1-6])$/.exec(event.code)?.[1]);
    if (pocket && event.shiftKey && !event.repeat && !event.ctrlKey && !event.altKey && !event.metaKey) this.#drop(pocket);
  }

  #showSpeed() {
    this.speedValue.textContent = text("metresASecond", Number(this.speed.value).toFixed(1));
  }
}
