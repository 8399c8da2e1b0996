// The first game, part by part: the record before and after, and what is done in between, in words. `key`: a key of the
// panel; `ball` and `pocket`: a ball put into a pocket, 0 for the cue ball.

const CUE = 0;
// Those that record something are done only when it is recorded: the board may refuse an OK once.
const ok = (en, ru) => ({ key: "OK", records: true, say: { en, ru } });
const key = (name, en, ru) => ({ key: name, say: { en, ru } });
const again = (name, en, ru) => ({ ...key(name, en, ru), records: true });
const fall = (ball, pocket, en, ru) => ({ ball, pocket, say: { en, ru } });

const OPENING = ["start:A"];
const POTTED = [...OPENING, "c7@3/p7@3"];
const MISSED = [...POTTED, "-"];
const FOULED = [...MISSED, "f2"];
const MENDED = [...FOULED, "p15@6", "undo", "p14"];
// Much later: 48 to 70, and only ball 12 is left.
const LATE = "start:A p9@4 p8@1 - p15@3 p14@6 - p1@1 p6@2 - p13@3 p11@4 - p5@5 p4@1 - p10@6 p7@2 - p3@3 p2@1".split(" ");
const EVEN = [...LATE, "c12@1/p12@1", "start:B"];

export const LESSON = [
  {
    title: { en: "The lag", ru: "Розыгрыш" },
    before: [],
    after: OPENING,
    acts: [key("A",
      "The board asks who plays first. Both players have lagged, and A won: press A. Press the keys with the mouse, a finger, or the letters in their corners.",
      "Табло спрашивает, кто начинает. Игроки разыграли удар, и выиграл A: нажмите A. Клавиши нажимаются мышью, пальцем или буквами в их углах.")],
    result: { en: "A is at the table: the arrow on the board points to him.", ru: "Играет A: стрелка на табло показывает на него." },
  },
  {
    title: { en: "Stroke 1: a called ball", ru: "Удар 1: заказанный шар" },
    before: OPENING,
    after: POTTED,
    acts: [
      key("CALL", "A calls ball 7 to pocket 3. Enter the call: press CALL …", "A заказывает шар 7 в лузу 3. Введите заказ: нажмите CALL …"),
      key("7", "… then the ball: 7 …", "… затем шар: 7 …"),
      key("3", "… and the pocket: 3.", "… и лузу: 3."),
      fall(7, 3, "Now the stroke: drag ball 7 into pocket 3, or click the ball and then the pocket.", "Теперь удар: перетащите шар 7 в лузу 3 или нажмите на шар, а затем на лузу."),
      ok("The beam in the pocket saw it, so the board has entered ball 7 by itself. The score stays as it is until OK; what OK would add stands beside it, +7. Press OK.", "Луч в лузе увидел шар, и табло само записало семёрку. До OK счёт прежний; рядом стоит то, что OK прибавит: +7. Нажмите OK."),
    ],
    result: { en: "Seven points for A, and he plays on. It is on the score sheet already, and on flash.", ru: "Семь очков у A, и он играет дальше. Это уже в протоколе и во флеш-памяти." },
  },
  {
    title: { en: "Stroke 2: nothing potted", ru: "Удар 2: ничего не забито" },
    before: POTTED,
    after: MISSED,
    acts: [ok("A plays again and pots nothing. A stroke without anything to record is just OK.", "A играет снова и ничего не забивает. Если записывать нечего, это просто OK.")],
    result: { en: "Now it is B's turn.", ru: "Теперь играет B." },
  },
  {
    title: { en: "Stroke 3: a foul", ru: "Удар 3: штраф" },
    before: MISSED,
    after: FOULED,
    acts: [
      fall(CUE, 5, "B pots the cue ball. Drag the red cue ball from the house into pocket 5.", "У B биток падает в лузу. Перетащите красный биток из дома в лузу 5."),
      key("CUE", "The board saw something fall into pocket 5 and asks what it was: P5? Press CUE.", "Табло видело, что в лузу 5 что-то упало, и спрашивает, что именно: P5? Нажмите CUE."),
      ok("That is a foul: five points from B to A, and beside the scores the board says so. Press OK.", "Это штраф: пять очков от B к A, рядом со счётом это видно. Нажмите OK."),
    ],
    result: { en: "B had nothing yet, so he owes five. A has 12 and plays the cue ball from the house.", ru: "У B ещё ничего не было, и он должен пять. У A 12, и он играет битком с руки из дома." },
  },
  {
    title: { en: "Stroke 4: a slip, and UNDO", ru: "Удар 4: ошибка и UNDO" },
    before: FOULED,
    after: MENDED,
    acts: [
      fall(14, 6, "A ball may fall without a call. Put ball 14 into pocket 6.", "Шар можно забить и без заказа. Положите шар 14 в лузу 6."),
      key("15", "The board wants to know which ball it was. Let us make a mistake: press 15, shortly: held, it would say that the ball left the table.", "Табло хочет знать, какой это был шар. Давайте ошибёмся: нажмите 15, коротко: если держать, это значит «выскочил за борт»."),
      ok("Nothing counts before OK, and still: press OK.", "До OK ничего не засчитано, но всё же нажмите OK."),
      key("UNDO", "That was wrong. UNDO first shows what it would take back: press it.", "Это было неверно. UNDO сначала показывает, что будет отменено: нажмите её."),
      again("UNDO", "Press UNDO again, within three seconds, to take it back.", "Нажмите UNDO ещё раз в течение трёх секунд, и запись снята."),
      key("14", "Now the right ball: 14.", "Теперь верный шар: 14."),
      ok("And OK.", "И OK."),
    ],
    result: { en: "Mended, and the sheet shows that it was. Older strokes are mended in review: hold UNDO.", ru: "Исправлено, и в протоколе это видно. Более старые удары правят в просмотре: держите UNDO." },
  },
  {
    title: { en: "Stroke 5: 70 to 70", ru: "Удар 5: 70 на 70" },
    before: LATE,
    after: EVEN,
    acts: [
      key("CALL", "An hour later: A has 48, B 70, and only ball 12 is left. A calls it to pocket 1: CALL …", "Час спустя: у A 48, у B 70, остался только шар 12. A заказывает его в лузу 1: CALL …"),
      key("12", "… 12 …", "… 12 …"),
      key("1", "… 1.", "… 1."),
      fall(12, 1, "He makes it: ball 12 into pocket 1.", "И забивает: шар 12 в лузу 1."),
      ok("12 points and 10 more for clearing the table: OK.", "12 очков и ещё 10 за очищенный стол: OK."),
      key("B", "70 to 70! The ball goes to the rear spot, and a lag decides who plays. B wins it: press B.", "70 на 70! Шар ставят на заднюю отметку, и розыгрыш решает, кто играет. Выиграл B: нажмите B."),
    ],
    result: { en: "One ball now decides everything.", ru: "Теперь всё решает один шар." },
  },
  {
    title: { en: "Stroke 6: the last ball", ru: "Удар 6: последний шар" },
    before: EVEN,
    after: [...EVEN, "p12@4"],
    acts: [
      fall(12, 4, "B plays it into pocket 4.", "B забивает его в лузу 4."),
      ok("It is the only ball, so the board knows which it was. OK.", "Это единственный шар, и табло знает, какой он. OK."),
    ],
    result: { en: "B has won, and another OK would begin the next game. That is the whole panel. Your own game is waiting; and under Break it you can try to make the board lose something.", ru: "B победил, и ещё одно OK начало бы новую партию. Вот и весь пульт. Ваша партия ждёт; а во вкладке «Сломать» попробуйте заставить табло что-нибудь потерять." },
  },
];
