"""A game as a score sheet to read and to print: what both players did side by side, in words, Russian or English."""

import textwrap
from collections.abc import Iterator

from host_tools.records.record_text import Item, Record
from host_tools.records.refusals import sentence
from rules import Game, Position, RulesError, UnreadableToken
from rules.cases import ALONE, FOUL, LATE, NO_STROKE, VOIDS, traits
from rules.errors import ImpossibleValue
from rules.events import PLAYERS, SWEPT, Event, by_itself
from rules.judge import PENALTY, is_stroke
from rules.notation import parse
from rules.position import LAG, OVER, PLAY, SHOOTOUT_LAG, TARGET, value
from rules.record import RESULTS

WIDTH = 100
LANGUAGES = ("ru", "en")
BLANK = "_" * 20
# What the head of the sheet or its end says already.
SAID_TAGS = (*PLAYERS, "Date", "Table", "Handicap", "Stalemate", "Result", "Reason")

# By key: Russian, English. A ~ is a space at which no line is broken.
TEXTS = {
    "title": ("МАЛАЯ РУССКАЯ ПИРАМИДА: ПРОТОКОЛ ПАРТИИ", "SMALL RUSSIAN PYRAMID: SCORE SHEET"),
    "Date": ("Дата", "Date"),
    "Table": ("Стол", "Table"),
    "Handicap": ("Фора", "Handicap"),
    "no handicap": ("нет", "none"),
    "Stalemate": ("При пате", "At a stalemate"),
    "shootout": ("каждому по 70 очков, решает последний шар", "70 points each, the last ball decides"),
    "draw": ("ничья", "a draw"),
    # Strokes.
    "nothing": ("ничего не забито", "nothing potted"),
    "call": ("заказ: %d~в~лузу~%d", "call: %d~to~pocket~%d"),
    "no call": ("заказ не нужен", "no call needed"),
    "potted": ("забито: %s", "potted: %s"),
    "not counted": ("забито, но не засчитано: %s", "potted but not counted: %s"),
    "in pocket": ("%d~в~лузу~%d", "%d~in~pocket~%d"),
    "cleared": ("стол очищен (+%d)", "table cleared (+%d)"),
    "off": ("за борт: %s", "off the table: %s"),
    "foul": ("ШТРАФ: %s", "FOUL: %s"),
    "foul of": ("ШТРАФ~-%d: %s", "FOUL~-%d: %s"),
    "still": ("прицельные шары на месте", "no object ball moved"),
    "still count": ("прицельные шары на месте (подряд:~%d)", "no object ball moved (%d~in~a~row)"),
    "reason 0": ("причина не указана", "reason not given"),
    "reason 1": ("биток прошёл мимо шаров", "cue ball missed everything"),
    "reason 2": ("биток в лузе", "cue ball potted"),
    "reason 3": ("биток за бортом", "cue ball off the table"),
    "reason 4": ("касание шара", "touched a ball"),
    "reason 5": ("удар не битком", "struck the wrong ball"),
    "reason 6": ("удар ребром или толстым концом кия", "edge or butt of the cue used"),
    "reason 7": ("с руки: биток задел шар ещё в доме", "in hand: a ball was hit inside the house"),
    "reason 8": ("с руки: сыграно не из дома", "in hand: not played from the house"),
    "reason 9": ("удар до остановки шаров", "struck before the balls had come to rest"),
    "reason 10": ("шары собраны, а партия не выиграна", "swept up the balls without having won"),
    "reason 11": ("удар не битком вопреки предупреждению", "struck the wrong ball in spite of a warning"),
    "case 2": ("соперник остановил биток", "cue ball stopped by the opponent"),
    "case 3": ("соперник сбил катящийся шар", "rolling ball deflected by the opponent"),
    "case 4": ("соперник сдвинул стоящие шары", "resting balls shifted by the opponent"),
    "case 5": ("помеха играющему, удар повторяется", "striker hindered, stroke played again"),
    "case 6": ("завис и упал: %s; к предыдущему удару", "hung, then fell: %s; part of the stroke before"),
    "case 7": ("стол качнули, шар снова к лузе", "table shaken, ball back to the pocket's jaws"),
    "case 8": ("зависший шар упал сам, ещё удар с руки из дома", "hanging ball fell by itself, again from the house"),
    "case 9": ("биток выскочил и вернулся, играет соперник", "cue ball jumped out and back, opponent plays"),
    "case 12": ("соперник собрал шары раньше времени, они возвращены", "opponent swept up too early, balls put back"),
    "case 15": (
        "все шары в углу: биток к лузе, каждому удар без заказа",
        "all balls in a corner: cue ball to the pocket, one stroke each without a call",
    ),
    "case 16": ("все шары в доме: удар из временного дома", "all balls in the house: stroke from a temporary house"),
    # Other events.
    "start": ("розыгрыш: начинает", "lag: plays first"),
    "concede": ("сдаётся", "gives up"),
    "adjust": ("поправка судьи: %+d", "referee's adjustment: %+d"),
    "warn": ("Оба игрока предупреждены о пате", "Both players warned of a stalemate"),
    "undo": ("Снят №~%d", "Takes back #%d"),
    "undo amend": ("Снято исправление №~%d: №~%d снова как был", "Takes back the correction #%d: #%d is as it was"),
    "amend": ("Исправлен №~%d: %s", "Corrects #%d: %s"),
    "remove": ("Вычеркнут №~%d", "Strikes out #%d"),
    "insert": ("Вставлен перед №~%d: %s", "Puts in before #%d: %s"),
    # What became of an event.
    "taken back": ("снято, №~%d", "taken back by #%d"),
    "replaced": ("исправлено, №~%d", "corrected by #%d"),
    "removed": ("вычеркнуто, №~%d", "struck out by #%d"),
    "in place": ("по исправлению №~%d", "as corrected by #%d"),
    "put in": ("вставлено позже", "put in later"),
    "void": ("не в счёт, партия была окончена", "void, the game was over"),
    "refused": ("не принято: %s, %s", "refused: %s, %s"),
    "unreadable": ("не читается", "unreadable"),
    "impossible": ("так не бывает", "impossible"),
    "not allowed": ("сейчас не по правилам", "not allowed now"),
    # Turns of the game.
    "seventy": ("70 : 70. Розыгрыш, и всё решает один шар", "70 : 70. A lag, and one ball decides"),
    "stalemate": (
        "Пат, каждому по 70 очков. Розыгрыш, и всё решает один шар",
        "Stalemate, 70 points each. A lag, and one ball decides",
    ),
    "rear spot": (": %d, на задней отметке", ": %d, on the rear spot"),
    "totals": ("Забито очков: %d. Штрафов: %d", "Points potted: %d. Penalties: %d"),
    # Result.
    "won": ("ПОБЕДА: %s. Счёт %d : %d после №~%d: %s", "WINNER: %s. Score %d : %d after #%d: %s"),
    "drawn": ("НИЧЬЯ. Счёт %d : %d после №~%d: %s", "NO WINNER. Score %d : %d after #%d: %s"),
    "by points": ("71 очко набрано", "71 points reached"),
    "by penalty": ("71 очко со штрафом соперника", "71 points with the opponent's penalty"),
    "by shootout-pot": ("забит решающий шар", "potted the deciding ball"),
    "by shootout-foul": ("штраф соперника на решающем шаре", "the opponent's foul on the deciding ball"),
    "by stalemate": ("пат", "stalemate"),
    "by concession": ("соперник сдался", "the opponent gave up"),
    "by adjustment": ("поправка судьи", "the referee's adjustment"),
    "open": ("НЕ ОКОНЧЕНА. Счёт %d : %d", "NOT FINISHED. Score %d : %d"),
    "needs": ("До победы: A~%d, B~%d", "Needed to win: A~%d, B~%d"),
    "to play": ("Играет %s", "To play: %s"),
    "to lag": ("Ждёт розыгрыша", "Waiting for the lag"),
    "other result": (
        "ВНИМАНИЕ: в записи стоит другой результат, %s",
        "NOTE: the record itself gives another result, %s",
    ),
    "pockets": (
        "Лузы от дома по кругу: 1 ближняя левая, 2 левая средняя, 3 дальняя левая, "
        "4 дальняя правая, 5 правая средняя, 6 ближняя правая.",
        "Pockets, seen from the house: 1 near left, 2 left middle, 3 far left, "
        "4 far right, 5 right middle, 6 near right.",
    ),
    "brackets": ("В [скобках] то, что в счёт не идёт.", "What stands in [brackets] does not count."),
    "referee": ("Судья", "Referee"),
}


class Entry:
    """An event as it was recorded, with the positions round it at that time.

    `refused` why, or None; `target` the number that an undo took back or an amend changed; `taken_back` the number of
    the undo that took it back, or 0.
    """

    def __init__(self, number: int, item: Item, before: Position) -> None:
        self.number = number
        self.item = item
        self.before = self.after = before
        self.event: "Event | None" = None
        self.refused: "RulesError | None" = None
        self.target = 0
        self.taken_back = 0


class History:
    """All that happened in a game: `game` after its last event, `entries` one an event, refused ones left out of it.

    `changed` by number: the number of the amend in force that changed an event last. `places` as the sheet tells them:
    each entry where it was recorded, and with True also where an insert in force put its event in. Raises RecordError
    for tags that mean nothing.
    """

    def __init__(self, record: Record) -> None:
        self.game = Game(record.options())
        self.entries: "list[Entry]" = []
        self.places: "list[tuple[Entry, bool]]" = []
        done: "list[Entry]" = []
        for number, item in enumerate(record.events(), 1):
            entry = Entry(number, item, self.game.position)
            self.entries.append(entry)
            self.places.append((entry, False))
            try:
                event = parse(item.text)
                entry.after = self.game.play(event)
            except RulesError as error:
                self.game.skip()
                entry.refused = error
                continue
            entry.event = event
            if event.kind == "undo":
                taken = done.pop()
                taken.taken_back, entry.target = number, taken.number
                if taken.event and taken.event.kind == "insert":
                    self.places.remove((taken, True))
            else:
                done.append(entry)
            if event.kind == "amend":
                entry.target = event.number
            elif event.kind == "insert":
                other = self.entries[event.number - 1]
                put_in = bool(other.event and other.event.kind == "insert")
                self.places.insert(self.places.index((other, put_in)), (entry, True))
        self.changed = {entry.target: entry.number for entry in done if entry.target}


class Words:
    """Everything that is said of events, in one language."""

    def __init__(self, language: str) -> None:
        self._column = LANGUAGES.index(language)

    def say(self, key: str, *values: object) -> str:
        """A text with its values filled in."""
        text = TEXTS[key][self._column].replace("~", "\xa0")
        return text % values if values else text

    def event(self, event: Event, before: "Position | None" = None, after: "Position | None" = None) -> str:
        """What an event (no undo) means; with the positions round it also what it was worth."""
        if event.kind == "stroke":
            said = "; ".join(self._stroke(event, before, after))
        elif event.kind == "amend":
            new = event.replacement
            said = self.say("amend", event.number, self.named(new)) if new else self.say("remove", event.number)
        elif event.kind == "insert" and event.replacement:
            said = self.say("insert", event.number, self.named(event.replacement))
        elif event.kind == "adjust":
            said = self.say("adjust", event.points)
        else:
            said = self.say(event.kind)
        return said[0].upper() + said[1:]

    def named(self, event: Event) -> str:
        """The same without positions, and with the player where the event says who it was."""
        return (event.player and event.player + ": ") + self.event(event)

    def _stroke(self, event: Event, before: "Position | None", after: "Position | None") -> "Iterator[str]":
        gained = _gained(event, before, after) if before and after else 0
        if traits(event.case) & LATE:
            yield self.say("case 6", self._ball(*event.pots[0], None, gained))
            return
        if event.call:
            yield self.say("call", *event.call)
        if before and ("no-call", 0) in before.prompts() and is_stroke(before, event):
            yield self.say("no call")
        if event.pots:
            counted = not after or gained or after.reason == "shootout-pot"
            balls = [self._ball(ball, pocket, event.call, gained and value(ball)) for ball, pocket in event.pots]
            yield self.say("potted" if counted else "not counted", ", ".join(balls))
        elif not event.fouls and not traits(event.case) & (ALONE | VOIDS) and not _only_between(event):
            yield self.say("nothing")
        bonus = gained - sum([value(ball) for ball, _ in event.pots])
        if bonus > 0:
            yield self.say("cleared", bonus)
        if event.outs:
            yield self.say("off", ", ".join([str(ball) for ball in event.outs]))
        reasons = (SWEPT,) if traits(event.case) & FOUL else event.fouls
        if reasons:
            why = ", ".join([self.say("reason %d" % reason) for reason in reasons])
            yield self.say("foul of", PENALTY, why) if before and before.phase == PLAY else self.say("foul", why)
        if event.still:
            count = after.still[_side(event, before)] if before and after else 0
            yield self.say("still count", count) if count else self.say("still")
        if event.case and not traits(event.case) & FOUL:
            yield self.say("case %d" % event.case)

    def _ball(self, ball: int, pocket: int, call: "tuple[int, int] | None", worth: int) -> str:
        """A potted ball; its pocket only where the call does not say it."""
        said = self.say("in pocket", ball, pocket) if pocket and (ball, pocket) != call else str(ball)
        return said + ("\xa0(+%d)" % worth if worth else "")

    def refusal(self, token: str, error: RulesError) -> str:
        """Why an event was refused. The rules say it in English only; in Russian the kind of error and the rule do."""
        if self._column == LANGUAGES.index("en"):
            return self.say("refused", token, sentence(error))
        kind = "not allowed"
        if isinstance(error, (UnreadableToken, ImpossibleValue)):
            kind = "unreadable" if isinstance(error, UnreadableToken) else "impossible"
        return self.say("refused", token, self.say(kind) + (error.rule and "\xa0(%s)" % error.rule))


class Row:
    """A row of the sheet: `side` the player in whose column it stands, "" across both; `score` after it, or None."""

    def __init__(self, number: "int | None", side: str, text: str, score: "dict[str, int] | None" = None) -> None:
        self.number = number
        self.side = side
        self.text = text
        self.score = score


class Table:
    """The rows of a game. What is in force is played once more, in `game`, for the scores.

    `potted` points by player; `last` the number of the last event in force, or 0.
    """

    def __init__(self, history: History, words: Words) -> None:
        self.rows: "list[Row]" = []
        self.game = Game(history.game.options)
        self.potted = dict.fromkeys(PLAYERS, 0)
        self.last = 0
        self._history = history
        self._words = words
        for entry, put_in in history.places:
            if put_in:
                self._put_in(entry)
            else:
                self._add(entry)

    def _put_in(self, entry: Entry) -> None:
        """The event of an insert, where it was put in."""
        say, number = self._words.say, entry.number
        assert entry.event and entry.event.replacement
        standing, changed = self._history.game.event(number), self._history.changed.get(number, 0)
        why = say("put in")
        if changed:
            was = say("replaced" if standing else "removed", changed)
            self._put(number, "", "[" + was + ": " + self._words.named(entry.event.replacement) + "]")
            why = say("in place", changed)
        if standing:
            self._stands(number, standing, why)

    def _add(self, entry: Entry) -> None:
        say, number, event = self._words.say, entry.number, entry.event
        standing, void = self._history.game.event(number), number in self._history.game.void
        changed = self._history.changed.get(number, 0)
        if event is None:
            if entry.refused:
                self._put(number, "", "[" + self._words.refusal(_clean(entry.item.text), entry.refused) + "]")
        elif entry.taken_back:
            self._dead(entry, say("taken back", entry.taken_back))
        elif event.kind == "undo":
            undone = self._history.entries[entry.target - 1]
            text = say("undo amend", undone.number, undone.target) if undone.target else say("undo", undone.number)
            self._put(number, "", text)
        elif event.kind in ("amend", "insert"):
            self._put(number, "", self._words.event(event))
        elif changed:
            self._dead(entry, say("replaced" if standing else "removed", changed))
            if standing:
                self._stands(number, standing, say("in place", changed))
        elif void:
            self._dead(entry, say("void"))
        else:
            self._play(number, event)

    def _stands(self, number: int, event: Event, why: str) -> None:
        """An event that a correction put where it stands."""
        if number in self._history.game.void:
            self._put(number, "", "[" + self._words.say("void") + ": " + self._words.named(event) + "]")
        else:
            self._play(number, event, why + ": ")

    def _put(self, number: "int | None", side: str, text: str, score: "dict[str, int] | None" = None) -> None:
        self.rows.append(Row(number, side, text, score))

    def _dead(self, entry: Entry, why: str) -> None:
        """An event that does not count (any more), told as it was when it was played."""
        if entry.event:
            text = self._words.event(entry.event, entry.before, entry.after)
            self._put(entry.number, _side(entry.event, entry.before), "[" + why + ": " + text + "]")

    def _play(self, number: int, event: Event, head: str = "") -> None:
        before = self.game.position
        after = self.game.play(event)
        side = _side(event, before)
        self._put(number, side, head + self._words.event(event, before, after), after.score)
        self.last = number
        if event.kind == "stroke":
            self.potted[side] += _gained(event, before, after)
        if after.phase == SHOOTOUT_LAG and before.phase == PLAY:
            # No penalty makes it 70 each by itself: its striker would have had 75.
            text = self._words.say("stalemate" if event.fouls else "seventy")
            if after.on_table:
                text += self._words.say("rear spot", after.on_table[0])
            self._put(None, "", text)


def _only_between(event: Event) -> bool:
    """Whether it is a case that came between two strokes."""
    return bool(traits(event.case) & NO_STROKE) and by_itself(event)


def _side(event: Event, position: Position) -> str:
    """The player whose event it is, "" where it is neither's."""
    if event.kind == "stroke":
        if traits(event.case) & LATE and position.previous:
            position = position.previous[0]
        return event.player or position.striker or ""
    return event.player


def _gained(event: Event, before: Position, after: Position) -> int:
    """Points that a stroke brought its striker: balls, and what clearing the table is worth."""
    side = _side(event, before)
    return 0 if event.fouls or traits(event.case) & FOUL else after.score[side] - before.score[side]


def _clean(text: str) -> str:
    """Text of a record as it may be printed: one line, without signs that would move the paper or the cursor."""
    return "".join([sign if sign.isprintable() else "\ufffd" for sign in " ".join(text.split())])


def lines(record: Record, history: History, language: str) -> "list[str]":
    """The score sheet of a game, at most WIDTH signs a line."""
    words = Words(language)
    table = Table(history, words)
    tags = {item.name: _clean(item.text) for item in reversed(record.items) if item.kind == "tag"}
    names = {player: f"{tags[player]} ({player})" if tags.get(player) else player for player in PLAYERS}
    out = [words.say("title").center(WIDTH).rstrip(), ""]
    for key, text in _head(record, history, words, tags):
        out += _wrap(f"{key}: {text}", WIDTH)
    out.append("")
    out += _columns(table, names, words)
    out.append("")
    for text in _end(record, table, words, names):
        out += _wrap(text, WIDTH)
    blank = "   ".join(f"{who} {BLANK}" for who in (words.say("referee"), *PLAYERS))
    return [line.replace("\xa0", " ") for line in (*out, "", blank)]


def _head(record: Record, history: History, words: Words, tags: "dict[str, str]") -> "Iterator[tuple[str, str]]":
    options = history.game.options
    for key in ("Date", "Table"):
        yield words.say(key), tags.get(key) or BLANK
    handicap = ", ".join([f"{player}\xa0+{points}" for player, points in options.handicap.items() if points])
    yield words.say("Handicap"), handicap or words.say("no handicap")
    yield words.say("Stalemate"), words.say("draw" if options.draw else "shootout")
    for item in record.items:
        if item.kind == "tag" and item.name not in SAID_TAGS:
            yield _clean(item.name), _clean(item.text)


def _columns(table: Table, names: "dict[str, str]", words: Words) -> "list[str]":
    """Both players side by side: number, what A did, the score, what B did."""
    start = table.game.options.handicap
    scores = [start] + [row.score for row in table.rows if row.score]
    digits = max([3] + [len(str(points)) for score in scores for points in score.values()])
    label = max(3, len(str(len(table.rows))))
    cell = (WIDTH - label - 2 * digits - 11) // 2
    out: "list[str]" = []

    def put(number: str, a: str, score: "dict[str, int] | None", b: str) -> None:
        left, right = _wrap(a, cell) or [""], _wrap(b, cell)
        for at in range(max(len(left), len(right))):
            first = (left[at : at + 1] or [""])[0], (right[at : at + 1] or [""])[0]
            middle = f"{score['A']:>{digits}} : {score['B']:<{digits}}" if score and not at else " " * (2 * digits + 3)
            line = f"{number if not at else '':>{label}}  {first[0]:<{cell}} | {middle} | {first[1]}"
            out.append(line.rstrip())

    rule = "-" * WIDTH
    out.append(rule)
    put("", names["A"], None, names["B"])
    out.append(rule)
    put("", "", start, "")
    for row in table.rows:
        number = "" if row.number is None else str(row.number)
        if row.side:
            put(number, row.text if row.side == "A" else "", row.score, row.text if row.side == "B" else "")
        else:
            for at, line in enumerate(_wrap(row.text, WIDTH - label - 2)):
                out.append(f"{number if not at else '':>{label}}  {line}")
    out.append(rule)
    fouls, final = table.game.position.fouls, table.game.position.score
    totals = {player: words.say("totals", table.potted[player], fouls[player]) for player in PLAYERS}
    put("", totals["A"], final, totals["B"])
    out.append(rule)
    return out


def _end(record: Record, table: Table, words: Words, names: "dict[str, str]") -> "Iterator[str]":
    position = table.game.position
    a, b = position.score["A"], position.score["B"]
    result = "*"
    if position.phase == OVER:
        result = RESULTS[position.winner]
        why = a, b, table.last, words.say("by %s" % position.reason)
        yield words.say("won", names[position.winner], *why) if position.winner else words.say("drawn", *why)
    else:
        doing = words.say("to play", names[position.striker]) if position.striker else words.say("to lag")
        needs = [words.say("needs", max(0, TARGET - a), max(0, TARGET - b))] if position.phase in (LAG, PLAY) else []
        yield ". ".join([words.say("open", a, b), *needs, doing])
    for item in record.items:
        if (item.kind == "result" or item.name == "Result") and item.text != result:
            yield words.say("other result", _clean(item.text))
            break
    yield ""
    yield words.say("brackets")
    yield words.say("pockets")


def _wrap(text: str, width: int) -> "list[str]":
    return textwrap.wrap(text, width, break_on_hyphens=False)
