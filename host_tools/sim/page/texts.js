// Every word of the page in Russian and English. %1, %2 ... are filled in.

const TEXTS = {
  title: ["Small Russian Pyramid", "Малая русская пирамида"],
  subtitle: ["scoreboard simulator", "симулятор табло"],
  otherLanguage: ["РУ", "EN"],
  otherLanguageLabel: ["Перейти на русский", "Switch to English"],
  live: ["Live", "На связи"],
  lost: ["Connection lost, trying again", "Связь потеряна, пробую снова"],
  lostVeil: ["Connection lost", "Нет связи"],
  unplug: ["Unplug", "Выключить"],
  plugIn: ["Plug in", "Включить"],
  fault: ["The firmware has failed: %1", "Сбой прошивки: %1"],
  boardSection: ["LED board", "Светодиодное табло"],
  nowSection: ["What is going on", "Что происходит"],
  tableSection: ["Table", "Стол"],
  panelSection: ["Referee's panel", "Пульт судьи"],
  boardOff: ["The LED board is dark", "Табло не горит"],
  boardSays: ["LED board: A %1, B %2. %3", "Табло: A %1, B %2. %3"],
  house: ["house", "дом"],
  speed: ["Ball speed", "Скорость шара"],
  metresASecond: ["%1 m/s", "%1 м/с"],
  about: [
    "The firmware runs on %1. Flash so far: %2 writes, %3 erases.",
    "Прошивка работает на %1. Флеш-память: записей %2, стираний %3.",
  ],

  dropBall: ["Let a ball fall into pocket %1", "Уронить шар в лузу %1"],
  pocket1: ["Near left corner", "Ближняя левая угловая"],
  pocket2: ["Left middle", "Левая средняя"],
  pocket3: ["Far left corner", "Дальняя левая угловая"],
  pocket4: ["Far right corner", "Дальняя правая угловая"],
  pocket5: ["Right middle", "Правая средняя"],
  pocket6: ["Near right corner", "Ближняя правая угловая"],

  ballKey: ["Ball %1", "Шар %1"],
  keyCALL: ["call: then ball and pocket", "заказ: затем шар и луза"],
  keySTILL: ["no object ball moved", "прицельные шары не сдвинулись"],
  keyFOUL: ["foul: then its reason", "штраф: затем причина"],
  keyCUE: ["cue ball potted", "биток упал в лузу"],
  keyUNDO: ["undo; hold to review", "отмена; держать — просмотр"],
  keyA: ["player A", "игрок A"],
  keyB: ["player B", "игрок B"],
  keyCASE: ["special case: then its number", "особый случай: затем номер"],
  keyMENU: ["menu", "меню"],
  keyOK: ["confirm the stroke", "подтвердить удар"],
  shortCALL: ["ball, pocket", "заказ"],
  shortSTILL: ["none moved", "на месте"],
  shortFOUL: ["reason", "штраф"],
  shortCUE: ["cue ball", "биток"],
  shortUNDO: ["hold: review", "отмена"],
  shortA: ["left", "слева"],
  shortB: ["right", "справа"],
  shortCASE: ["number", "случай"],
  shortMENU: ["settings", "меню"],
  shortOK: ["confirm", "готово"],

  connecting: ["Connecting…", "Соединяюсь…"],
  noScoreboard: ["The board runs, the scoreboard does not", "Плата включена, но табло не работает"],
  powerOff: ["The board has no power", "Табло без питания"],
  "phase-lag": ["Lag: who plays first, A or B?", "Розыгрыш: кто начинает, A или B?"],
  "phase-play": ["%1 to play", "Играет %1"],
  "phase-shootout-lag": ["70:70. Lag for the last ball: A or B?", "70:70. Розыгрыш последнего шара: A или B?"],
  "phase-shootout": ["70:70, the last ball decides. %1 to play", "70:70, решает последний шар. Играет %1"],
  "phase-over": ["The game is over", "Партия окончена"],
  won: ["%1 has won: %2", "Победа %1: %2"],
  drawn: ["No winner: %1", "Без победителя: %1"],
  "reason-points": ["71 points", "71 очко"],
  "reason-penalty": ["71 with the opponent's penalty", "71 со штрафом соперника"],
  "reason-shootout-pot": ["potted the last ball at 70:70", "забит последний шар при 70:70"],
  "reason-shootout-foul": ["the opponent's foul at 70:70", "штраф соперника при 70:70"],
  "reason-stalemate": ["stalemate", "пат"],
  "reason-concession": ["the opponent gave up", "соперник сдался"],
  "reason-adjustment": ["the referee's correction", "поправка судьи"],
  sums: ["A %1, needs %2 · B %3, needs %4", "A %1, нужно %2 · B %3, нужно %4"],
  composing: ["Composed so far: %1", "Набрано: %1"],
  screen: ["The board shows: %1", "На табло: %1"],
  fall: ["Pocket %1: which ball was it? Press its key", "Луза %1: какой шар упал? Нажмите его номер"],
  unsureFall: ["Pocket %1: something fell, or was it noise?", "Луза %1: что-то упало или помеха?"],

  "prompt-lag": ["Press A or B", "Нажмите A или B"],
  "prompt-warn": ["Warn both players of the stalemate, then OK", "Предупредите обоих игроков о пате, затем OK"],
  "prompt-spot": ["Put ball %1 back on the table", "Выставьте шар %1 на стол"],
  "prompt-rear-spot": ["Put ball %1 on the rear spot", "Поставьте шар %1 на заднюю отметку"],
  "prompt-restore": ["Put the balls back where they were", "Верните шары на прежние места"],
  "prompt-replay": ["The stroke is played again", "Удар повторяется"],
  "prompt-jaws": ["Put the ball back into the jaws", "Верните шар в створ лузы"],
  "prompt-cue:house": ["Cue ball in hand, from the house", "Биток с руки, из дома"],
  "prompt-cue:anywhere": ["Cue ball where the striker asks", "Биток туда, куда попросит играющий"],
  "prompt-cue:pocket": ["Cue ball at the pocket, behind the balls", "Биток у лузы, за шарами"],
  "prompt-ball:anywhere": ["That ball where the striker asks", "Этот шар туда, куда попросит играющий"],
  "prompt-temporary-house": ["For the next stroke the house is beyond the rear spot", "На один удар дом за задней отметкой"],
  "prompt-no-call": ["The next stroke needs no call", "Следующий удар без заказа"],
};

const LANGUAGES = ["en", "ru"];
let current = LANGUAGES.includes(localStorage.getItem("language"))
  ? localStorage.getItem("language")
  : navigator.language.startsWith("ru") ? "ru" : "en";

export const language = () => current;
export const nextLanguage = () => LANGUAGES[(LANGUAGES.indexOf(current) + 1) % LANGUAGES.length];

export function setLanguage(name) {
  current = name;
  localStorage.setItem("language", name);
}

// A text in the language chosen; its name where there is none, so that a gap shows.
export function text(name, ...values) {
  const words = TEXTS[name]?.[LANGUAGES.indexOf(current)] ?? name;
  return words.replace(/%(\d)/g, (_, number) => values[number - 1]);
}
