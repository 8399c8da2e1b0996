// Puts the parts together: news from the simulated board comes in, is laid over what is known, and every part that
// shows some of it is asked to. Nothing here, or in any part, computes a score.

import { connect } from "./link.js";
import { LedBoard } from "./leds.js";
import { Panel } from "./panel.js";
import { Table } from "./table.js";
import { Words } from "./words.js";
import { language, nextLanguage, setLanguage, text } from "./texts.js";

const known = {};
const byId = (id) => document.getElementById(id);

const link = connect(onNews, onLink);
const leds = new LedBoard(byId("leds"));
const panel = new Panel(byId("panel"), link.send);
const table = new Table(byId("pockets"), byId("rack"), byId("speed"), byId("speed-value"), link.send);
const words = new Words(byId("headline"), byId("prompts"), byId("composing"), byId("sums"));

function onNews(news) {
  Object.assign(known, news);
  if (news.fault) toast(text("fault", news.fault));
  if (news.refused) toast(news.refused);
  if ("dots" in news) leds.draw(news.dots);
  if ("down" in news) panel.showDown(news.down);
  if ("state" in news || "dark" in news) table.show(known.state, known.dark ?? []);
  if ("state" in news || "power" in news) showState();
  if ("runtime" in news || "flash" in news) showAbout();
}

function onLink(live) {
  document.body.classList.toggle("lost", !live);
  if (!live) panel.releaseAll();
  showLink();
}

function showState() {
  words.show(known.state, known.power);
  leds.label(words.summary(known.state));
  const on = Boolean(known.power);
  byId("power").setAttribute("aria-pressed", String(on));
  byId("power").querySelector("span").textContent = text(on ? "unplug" : "plugIn");
  document.body.classList.toggle("dark-board", !on);
}

function showLink() {
  byId("link").textContent = text(link.live() ? "live" : "lost");
}

function showAbout() {
  if (!known.runtime || !known.flash) return;
  byId("about").textContent = text("about", known.runtime, known.flash.programs, known.flash.erases);
}

function showTexts() {
  document.documentElement.lang = language();
  document.title = text("title");
  for (const node of document.querySelectorAll("[data-text]")) node.textContent = text(node.dataset.text);
  for (const node of document.querySelectorAll("[data-label]")) node.setAttribute("aria-label", text(node.dataset.label));
  byId("language").textContent = text("otherLanguage");
  byId("language").setAttribute("aria-label", text("otherLanguageLabel"));
  panel.showTexts();
  table.showTexts();
  showLink();
  showState();
  showAbout();
}

let toastTimer = 0;
function toast(message) {
  byId("toast").textContent = message;
  clearTimeout(toastTimer);
  toastTimer = setTimeout(() => { byId("toast").textContent = ""; }, 8000);
}

byId("language").addEventListener("click", () => { setLanguage(nextLanguage()); showTexts(); });
byId("power").addEventListener("click", () => link.send(known.power ? "power off" : "power on"));
showTexts();
