// Why a key was refused, in a sentence. The board's own is English (see records/refusals.py); here are the Russian ones,
// by kind of refusal. %1, %2 ... are its values.

import { fill, language } from "./texts.js";

const RUSSIAN = {
  range: "%1 %2: бывает от %3 до %4",

  "still-without-foul": "STILL бывает только при штрафе",
  "with-balls": "STILL говорит, что прицельные шары не сдвинулись, а здесь забит или выскочил шар",
  "case-not-entered": "случая %1 нет или его не вводят",
  "case-with-foul": "случай %1 — без штрафа",
  "case-not-alone": "случай %1 вводят отдельно от удара",
  "late-fall": "в случае %1 называют один упавший шар, и больше ничего",

  over: "партия окончена",
  "nothing-to-undo": "отменять нечего",
  "two-keys": "OK нажата вместе с другой клавишей: по одной",
  "undo-again": "отменит ещё одно нажатие UNDO",
  "not-in-force": "событие %1 не действует",
  "no-warning-due": "предупреждать о пате не нужно",
  "only-in-play": "так можно только во время игры",
  "before-lag": "не раньше розыгрыша",
  "lag-decided": "розыгрыш уже решён",
  "lag-first": "сначала розыгрыш: A или B",
  "one-ball-left": "прицельный шар остался один",
  "ball-gone": "шара %1 на столе уже нет",
  "late-after-no-miss": "только сразу после удара без штрафа, после которого ход перешёл",
  "late-ball-there": "этот шар уже записан в том ударе",
  "late-scores-nothing": "тот удар и с этим шаром ничего не приносит",

  "call-ball": "CALL ждёт шар",
  "call-pocket": "CALL ждёт лузу для шара %1, от 1 до 6",
  case: "CASE ждёт номер случая",
  late: "случай 6 ждёт шар, который упал",
  reason: "FOUL ждёт причину, от 1 до 11, или другую клавишу",
  still: "STILL говорит, что прицельные шары не сдвинулись",
  "still-with-balls": "прицельный шар забит или выскочил, STILL здесь не подходит",
  miss: "так скоро после заказа: промах? Ещё раз OK запишет его",
  skip: "никто не назвал, что упало в лузу %1; ещё раз OK запишет удар без этого",
  "tap-or-hold": "отпустите сразу или держите полторы секунды",
  "hold-ok": "партия ещё идёт: держите OK полторы секунды",
  "no-more": "в эту сторону событий больше нет",
  "menu-key": "в меню A и B листают, OK выбирает, MENU выходит",
  "menu-range": "от %1 до %2",
  setting: "это значение не сочетается с другими",
  "no-series": "серия не задана",
  flash: "флеш-память не отвечает",
};

// sentence: the board's own; refusal: kind and values, as the engine tells them, or null.
export function refused(sentence, refusal) {
  const words = language() === "ru" && refusal ? RUSSIAN[refusal.kind] : undefined;
  if (words === undefined) return sentence;
  const said = fill(words, refusal.values);
  return refusal.number ? `событие ${refusal.number}, ${refusal.token}: ${said}` : said;
}
