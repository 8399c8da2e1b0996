// Puts the parts together: news from the simulated board comes in, is laid over what is known, and every part that
// shows some of it is asked to. Nothing here, or in any part, computes a score.

import { byId, put, translate } from "./dom.js";
import { Games } from "./games.js";
import { Lab, verdict } from "./lab.js";
import { LedBoard } from "./leds.js";
import { Lesson } from "./lesson.js";
import { connect } from "./link.js";
import { Panel } from "./panel.js";
import { refused } from "./refusals.js";
import { Sheet } from "./sheet.js";
import { Table } from "./table.js";
import { Tabs } from "./tabs.js";
import { language, nextLanguage, setLanguage, text } from "./texts.js";
import { Viewer } from "./viewer.js";
import { nextKeys, Words } from "./words.js";

const TOAST_MS = 8000;

let known = {};
let fresh = true; // nothing has been told since the connection was made
let everLive = false;
let cutComes = false; // in the middle of a flash write

const link = connect(onNews, onLink);
const send = link.send;
const leds = new LedBoard(byId("leds"));
const panel = new Panel(byId("panel"), byId("answer"), send);
const table = new Table({
  pockets: byId("pockets"), rack: byId("rack"), cue: byId("cue"), speed: byId("speed"), speedValue: byId("speed-value"), pair: byId("pair"),
  send, say: (words) => toast("notice", words),
});
const words = new Words({ headline: byId("headline"), prompts: byId("prompts"), composing: byId("composing"), sums: byId("sums") });
const sheet = new Sheet(byId("sheet"));
const games = new Games(byId("games"), send, (complaint) => toast("toast", complaint));
const lab = new Lab(byId("lab"), send, { say: (words) => toast("notice", words), onDisarm: () => { cutComes = false; } });
const viewer = new Viewer(byId("viewer"), send);
const lesson = new Lesson(byId("lesson"), { send, panel, table, onChange: (running) => document.body.classList.toggle("learning", running) });
const tabs = new Tabs(byId("tabs"), () => sheet.toEnd());

function onNews(news) {
  // What is over may not be news to a page that comes late.
  if (fresh) known = {};
  Object.assign(known, news);
  if (news.fault) toast("toast", text("fault", news.fault));
  if (news.refused) toast("toast", text("refused", news.refused));
  else if (news.shown || news.settings) toast("toast", "");
  if (news.recovery && !fresh) toast(news.recovery.same ? "notice" : "toast", verdict(news.recovery));
  cutComes ||= Boolean(news.armed);
  if (news.power === false && cutComes && !known.armed) {
    cutComes = false;
    toast("notice", text("cutDone"));
  }
  if ("dots" in news) leds.draw(news.dots);
  if ("down" in news) panel.showDown(news.down);
  if ("stuck" in news) panel.showStuck(news.stuck);
  if ("settings" in news) games.show(news.settings);
  if ("sheet" in news) sheet.show(known.sheet, known.tags);
  if ("busy" in news) byId("busy").hidden = !news.busy;
  lesson.take(news, known);
  if (Object.keys(news).some((name) => name !== "dots")) showState();
  fresh = false;
}

function onLink(live) {
  document.body.classList.toggle("lost", !live);
  if (live) send({ hello: language() });
  else panel.releaseAll();
  everLive ||= live;
  fresh = true;
  showLink();
}

function showState() {
  const { state, power, dark = [], loose = [], fallen = {}, shown = null } = known;
  words.show(known);
  showAnswer(known);
  leds.label(words.summary(state));
  table.show(state, dark, loose, fallen);
  viewer.show(shown, lesson.running);
  lab.show(known);
  games.showWhose(shown);
  if (!lesson.running) {
    panel.hint(nextKeys(known));
    table.hint([], []);
  }
  const on = Boolean(power);
  byId("power").setAttribute("aria-pressed", String(on));
  put(byId("power").querySelector("span"), text(on ? "unplug" : "plugIn"));
  document.body.classList.toggle("dark-board", power === false);
}

// What the board says of the latest key, beside the keys.
function showAnswer({ state, panel: said, pressed }) {
  if (state?.refusal) panel.showAnswer(text("refused", refused(state.refusal, said?.refusal)), pressed.keys.at(-1));
  else panel.showAnswer(said?.said ? text("said-" + said.said) : "", null);
}

// Nothing that would be lost if the board started anew.
function idle({ state, panel: said }) {
  return state && !state.composing && !state.falls.length && !said?.pending && !/^(menu|review|undo)/.test(state.screen);
}

function showLink() {
  put(byId("link"), text(link.live() ? "live" : everLive ? "lost" : "connecting"));
  put(byId("veil"), text(everLive ? "lostVeil" : "connecting"));
}

function showTexts() {
  document.documentElement.lang = language();
  document.title = text("title");
  translate(document);
  put(byId("language"), text("otherLanguage"));
  byId("language").setAttribute("aria-label", text("otherLanguageLabel"));
  for (const part of [panel, table, games, lab, viewer, lesson]) part.showTexts();
  sheet.show(known.sheet, known.tags);
  showLink();
  showState();
}

const timers = {};
function toast(place, message) {
  byId(place).textContent = message;
  clearTimeout(timers[place]);
  timers[place] = setTimeout(() => { byId(place).textContent = ""; }, TOAST_MS);
}

byId("language").addEventListener("click", () => {
  setLanguage(nextLanguage());
  // The board starts anew with another language: not in the middle of a stroke.
  if (idle(known) && !lesson.running) send({ set: { language: language() } });
  showTexts();
});
// A click with the mouse leaves no focus behind: Enter is the OK key.
document.addEventListener("click", (event) => { if (event.detail > 0) event.target.closest("button, a")?.blur(); });
byId("power").addEventListener("click", () => send(known.power ? "power off" : "power on"));
byId("lesson-start").addEventListener("click", () => { tabs.open("sheet"); lesson.start(); });
showTexts();
