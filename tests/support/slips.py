"""A good referee's hand slips once, and he mends it: how many presses more than the right game that takes.

`python -m tests.support.slips GAME SEED COUNT` tries so many of the slips that the game has room for (0: all), and
prints each as a line of JSON (see Tried). Forks: one board goes through the right game, and copies of it go wrong.
"""

import gc
import json
import os
import random
import sys
import traceback
from collections.abc import Callable, Iterator
from typing import Any

from board import devkitc
from host_tools.records.state_json import screen_text
from host_tools.sim import verbs
from host_tools.twin.world import World
from referee.keys import KEYS
from rules import Game
from rules.notation import parse, write
from scoreboard.app import Scoreboard
from tests.support import right_games
from tests.support.right_games import HOLD, is_press, presses

# Seen at once, or not before the stroke is done.
AT_ONCE, LATE = "at once", "late"
# A referee who has seen it needs as long to find out what to do.
SEES = "wait 700"
LONG_MS = 1000
FADES = "wait 3100"
MOST, DEEP = 9, 2
CORE = "questions"
HALF_AIM = "wait 1700"
FIRST, PAUSE_AFTER = "wait 60", "wait 120"
HANDS_MS = (30, 300, 3000)
# Where the list of remedies knows none within this many presses, all are tried that are as short.
FEW = 3
# UNDO shows what it would take back, and takes it back.
BACK = 2


def kind_of(name: str) -> str:
    """The kind of a slip, by its name."""
    return name.split(" of ")[0]


class Slip:
    """What goes wrong at line `at` of a game: `lines` are done instead of `skips` lines, by finger on `keys`.

    It is seen before line `seen`.
    """

    def __init__(self, name: str, at: int, lines: "list[str]", skips: int, keys: "tuple[str, ...]" = ()) -> None:
        self.name = name
        self.at = at
        self.lines = lines
        self.skips = skips
        self.keys = keys
        self.seen = at + skips
        self.when = AT_ONCE

    @property
    def owes(self) -> bool:
        """Whether a key that should have been pressed was not."""
        return not self.lines or self.name[:7] == "instead"


class Script:
    """A right game line by line. `ends`: behind the last line of each turn."""

    def __init__(self, right: right_games.RightGame) -> None:
        self.turns = right.turns
        self.lines: "list[str]" = []
        self.ends: "list[int]" = []
        for turn in right.turns:
            for line in turn.lines:
                word, _, ms = line.partition(" ")
                half = [line]
                if word == "wait" and int(ms) >= LONG_MS:
                    half = ["wait %d" % (int(ms) // 2)] * 2
                self.lines += half
            self.ends.append(len(self.lines))

    def turn(self, at: int) -> int:
        """Which turn that line is of."""
        return len([end for end in self.ends[:-1] if end <= at])

    def start(self, turn: int) -> int:
        return self.ends[turn - 1] if turn else 0

    def slips(self, turn: int) -> "Iterator[Slip]":
        """All that can happen in a turn, each seen at once and late."""
        for at in range(self.start(turn), self.ends[turn]):
            for slip in self._at(at):
                rest = [line for line in self.lines[at + slip.skips : self.ends[turn]] if is_press(line)]
                if not slip.lines:
                    # It cannot be seen before something else is done.
                    slip.seen = self._behind_next_press(slip.seen)
                    if self.lines[slip.seen - 1] == "key OK":
                        # And by then it is recorded.
                        slip.when = LATE
                yield slip
                seen = self.ends[turn] if rest else self._behind_next_press(self.ends[turn])
                # In the menu nobody presses a key without looking.
                if seen > slip.seen and not self._in_menu(turn):
                    late = Slip(slip.name, at, slip.lines, slip.skips, slip.keys)
                    late.seen, late.when = seen, LATE
                    yield late

    def _in_menu(self, turn: int) -> bool:
        return "key MENU" in self.turns[turn].lines

    def _behind_next_press(self, at: int) -> int:
        while at < len(self.lines) and not is_press(self.lines[at]):
            at += 1
        return min(at + 1, len(self.lines))

    def _at(self, at: int) -> "Iterator[Slip]":
        for name in KEYS:
            yield Slip("one too many of " + name, at, ["key " + name], 0, (name,))
        for ms in HANDS_MS:
            for which, pocket in self._pockets(at):
                lines = ["beam %d dark" % pocket, "wait %d" % ms, "beam %d light" % pocket, "wait 600"]
                yield Slip("hand for %d ms %s of %d" % (ms, which, pocket), at, lines, 0)
        line = self.lines[at]
        if not is_press(line):
            return
        name = line.split()[1]
        yield Slip("missing of " + name, at, [], 1, (name,))
        if line[:4] == "hold":
            yield Slip("held too short of " + name, at, ["hold %s 1000" % name], 1, (name,))
            yield Slip("tapped of " + name, at, ["key " + name], 1, (name,))
            return
        for ms in (40, 200, 600):
            press = ["down " + name, FIRST, "up " + name]
            lines = press + ["wait %d" % ms] + press + [PAUSE_AFTER]
            yield Slip("doubled after %d ms of %s" % (ms, name), at, lines, 1, (name,))
        yield Slip("held for 700 ms of " + name, at, ["hold %s 700" % name], 1, (name,))
        yield Slip("held for 1600 ms of " + name, at, [HOLD % name], 1, (name,))
        for other in _neighbours(name):
            yield Slip("instead of %s %s" % (name, other), at, ["key " + other], 1, (other, name))
            both, apart = ["down " + name, "down " + other], ["up " + name, "up " + other, PAUSE_AFTER]
            yield Slip("two at once of %s %s" % (name, other), at, both + ["wait 80"] + apart, 1, (other, name))
            yield Slip("two held of %s %s" % (name, other), at, both + ["wait 1600"] + apart, 1, (other, name))

    def _pockets(self, at: int) -> "list[tuple[str, int]]":
        """Where a hand may be: in the pocket where the latest ball fell, in the called one, and in another."""
        fell = [int(line.split()[1]) for line in self.lines[:at] if line[:4] == "ball"]
        here = self.lines[self.start(self.turn(at)) : at]
        called = [int(here[i + 2].split()[1]) for i in range(len(here) - 2) if here[i] == "key CALL"]
        pockets = [("behind a ball", fell[-1])] if fell else []
        if called and called[0] not in fell[-1:]:
            pockets.append(("in the called pocket", called[0]))
        others = [pocket for pocket in range(1, 7) if pocket not in fell[-1:] + called]
        return pockets + [("elsewhere", others[at % len(others)])]


def _neighbours(name: str) -> "list[str]":
    at = KEYS.index(name)
    row, column = divmod(at, 5)
    places = [(row, column - 1), (row, column + 1), (row - 1, column), (row + 1, column)]
    return [KEYS[y * 5 + x] for y, x in places if 0 <= y < 5 and 0 <= x < 5]


class Board:
    """A board, and what it shows."""

    def __init__(self) -> None:
        self.world = World(devkitc)
        self.world.power_on()

    def do(self, lines: "list[str]") -> None:
        for line in lines:
            verbs.act(self.world, verbs.parse(line))

    @property
    def app(self) -> "Scoreboard":
        app = self.world.app
        assert app is not None and app.scoreboard is not None and not app.error, app and app.error
        board: Scoreboard = app.scoreboard
        return board

    def sees(self) -> "tuple[object, ...]":
        """All that decides how the game goes on, but for the time that has passed."""
        app = self.app
        panel, position, event = app.panel, app.game.position, app.composing()
        kind, which = app.shown()
        draft = panel.entry()
        return (
            _counts(position),
            len([number for number in app.game.numbers() if app.game.event(number)]),
            app.session.number(),
            app.session.series(),
            tuple(sorted(app.settings.values.items())),
            _parts(write(event)) if event else None,
            (draft.pending, draft.called if draft.pending else 0),
            screen_text(kind, which) if kind in ("ok", "undo", "review", "menu") else "",
            panel.asks(),
            CORE,
            # Last what a second OK goes over.
            tuple(app.falls()),
            tuple(app.unsure()),
            screen_text(kind, which) if kind in ("fall", "unsure", "miss") else "",
        )


def _parts(token: str) -> "list[str]":
    """Where a ball fell that was not called matters to nobody, nor in what order."""
    return sorted([part.split("@")[0] if part[0] == "p" else part for part in token.split("/")])


def _counts(position: "Any") -> "tuple[object, ...]":
    return (
        position.phase,
        position.striker,
        tuple(sorted(position.score.items())),
        tuple(position.on_table),
        tuple(sorted(position.fouls.items())),
        tuple(sorted(position.still.items())),
        position.warned,
        position.free,
        position.winner,
        position.reason,
    )


class Remedy:
    """Keys pressed (`mend`), what has to be entered once more (`again`), and how the game goes on: at line `on` of it,
    without the next `drops` presses, with OK pressed again where it `insists`."""

    def __init__(self, mend: "list[str]", again: "list[str]", drops: int = 0, insists: bool = False) -> None:
        self.insists = insists
        self.mend = mend
        self.again = again
        self.drops = drops

    def lines(self) -> "list[str]":
        lines = self.mend + self.again
        return [SEES] + lines if lines else []

    def presses(self) -> int:
        return len([line for line in self.mend + self.again if is_press(line)]) + self.insists

    def said(self) -> "list[Any]":
        return [self.mend, self.again, self.drops, self.insists]


def forked(job: "Callable[..., Any]", *args: "Any") -> "Any":
    """What a job gives that runs in a copy of this process; a failure is raised."""
    out, into = os.pipe()
    child = os.fork()
    if not child:
        os.close(out)
        try:
            said = json.dumps([True, job(*args)])
        except BaseException:
            said = json.dumps([False, traceback.format_exc()])
        with os.fdopen(into, "w") as file:
            file.write(said)
        # No more of this process than that: nothing is to be tidied up twice.
        os._exit(0)
    os.close(into)
    with os.fdopen(out) as file:
        said = file.read()
    os.waitpid(child, 0)
    well, value = json.loads(said)
    if not well:
        raise AssertionError(value)
    return value


class Referee:
    """Goes through a game, and lets copies of it slip."""

    def __init__(self, name: str, thorough: bool) -> None:
        self._thorough = thorough
        self.right = right_games.make(name)
        self.script = Script(self.right)
        self.board = Board()
        self._game = Game(self.board.app.game.options)
        self._number = self.board.app.session.number()
        self._start = self._end = 0
        self._wanted: "list[str]" = []
        # By what was seen after a slip and what was wanted: the remedy that was found.
        self._known: "dict[str, list[Any]]" = {}

    def run(self, seed: int, count: int) -> "Iterator[dict[str, Any]]":
        """Tries slips in the order of the game."""
        script = self.script
        chosen: "list[list[Slip]]" = [list(script.slips(turn)) for turn in range(len(script.turns))]
        if count:
            pool = _spread(
                [slip for slips in chosen for slip in slips], count, random.Random("%d %s" % (seed, self.right.name))
            )
            chosen = [[slip for slip in slips if slip in pool] for slips in chosen]
        gc.collect()
        gc.freeze()
        for turn in range(len(script.turns)):
            wanted = forked(self._right_sights, turn) if chosen[turn] else []
            self._start = script.start(turn)
            for at in range(script.start(turn), script.ends[turn]):
                for slip in chosen[turn]:
                    if slip.at == at:
                        yield self._try(slip, wanted)
                self.board.do([script.lines[at]])
            self._check_right(turn)

    def _check_right(self, turn: int) -> None:
        token, app = self.script.turns[turn].token, self.board.app
        if app.session.number() != self._number or not self._game.recorded:
            self._game, self._number = Game(app.game.options), app.session.number()
            # A series begins its next game by itself.
            first = app.game.recorded[0] if app.game.recorded and not token else None
            if first:
                self._game.play(first)
        if token:
            self._game.play(parse(token))
        assert _counts(self._game.position) == _counts(app.game.position), (turn, token)

    def _right_sights(self, turn: int) -> "list[str]":
        """What is seen before each line of this turn and the two next, and at their end."""
        script, board = self.script, self.board
        sights = [_text(board.sees())]
        for line in script.lines[script.start(turn) : script.ends[min(turn + 2, len(script.ends) - 1)]]:
            board.do([line])
            sights.append(_text(board.sees()))
        return sights

    def _try(self, slip: Slip, wanted: "list[str]") -> "dict[str, Any]":
        result: "dict[str, Any]" = {
            "game": self.right.name,
            "kind": kind_of(slip.name),
            "slip": slip.name,
            "when": slip.when,
        }
        try:
            extra, remedy, key, lines = forked(self._slip, slip, wanted)
            if extra is not None and key:
                self._known[key] = remedy
        except AssertionError as error:
            extra, remedy, lines = None, [str(error)], []
        turn = self.script.turn(slip.at)
        ends = self.script.turn(max(slip.at, slip.seen - 1)) + 1
        again = [line for each in self.script.turns[turn:ends] for line in each.short if is_press(line)]
        result.update(
            turn=turn, stroke=len(again), token=self.script.turns[turn].token, at=slip.at, extra=extra, remedy=remedy
        )
        before = self.script.lines[: slip.at]
        done = slip.lines + self.script.lines[slip.at + slip.skips : slip.seen]
        result["script"] = "%s  # slip: %s  # mend: %s" % (";".join(before), ";".join(done), ";".join(lines))
        return result

    # In the copy that slips.

    def _slip(self, slip: Slip, wanted: "list[str]") -> "list[Any]":
        script, board = self.script, self.board
        board.do(slip.lines)
        board.do(script.lines[slip.at + slip.skips : slip.seen])
        self._wanted = wanted
        self._end = script.ends[script.turn(max(slip.at, slip.seen - 1))]
        sight = _text(board.sees())
        key = "%d %s %s" % (slip.seen, slip.owes, sight)
        known = self._known.get(key)
        if known:
            remedy = Remedy(*known)
            if forked(self._mends, slip, remedy):
                return [_extra(slip, remedy), known, key, self._mended(slip, remedy)]
        said = forked(self._found, slip)
        found = Remedy(*said) if said else None
        left = [at for at in range(slip.seen, self._end) if is_press(script.lines[at])]
        if left and left[-1] > slip.seen and (found is None or _extra(slip, found) > FEW):
            later = forked(self._before_ok, slip, left[-1])
            if later and (found is None or later[0] < _extra(slip, found)):
                return [later[0], later[1], "", later[2]]
        if found is None:
            return [None, [sight], key, []]
        return [_extra(slip, found), found.said(), key, self._mended(slip, found)]

    def _found(self, slip: Slip) -> "list[Any] | None":
        found = self._find(slip)
        return found.said() if found else None

    def _before_ok(self, slip: Slip, at: int) -> "tuple[int, list[Any], list[str]] | None":
        """Lets it be until all is entered, and mends it then."""
        before = self.script.lines[slip.seen : at]
        self.board.do(before)
        slip.seen = at
        found = self._find(slip)
        return (_extra(slip, found), found.said(), before + self._mended(slip, found)) if found else None

    def _undo_shown(self) -> bool:
        return self.board.app.shown()[0] == "undo"

    def _mended(self, slip: Slip, remedy: Remedy) -> "list[str]":
        return remedy.lines() + self._rest(slip, remedy)

    def _rest(self, slip: Slip, remedy: Remedy) -> "list[str]":
        rest, drops = [], remedy.drops
        for line in self.script.lines[slip.seen : self._end]:
            if drops and is_press(line):
                drops -= 1
            else:
                rest.append(line)
            if line == "key OK" and remedy.insists:
                rest += [SEES, line]
        return rest

    def _find(self, slip: Slip) -> "Remedy | None":
        """The shortest remedy: to go on as if nothing had been, or to look, mend and enter again what is lost by it."""
        left = len([line for line in self.script.lines[slip.seen : self._end] if is_press(line)])
        for drops, insists in ((0, False), (min(1, left), False), (left, False), (0, True)):
            remedy = Remedy([], [], drops, insists)
            if forked(self._goes_on, slip, remedy):
                return remedy
        self.board.do([SEES])
        event = self.board.app.composing()
        balls = [str(ball) for ball, _ in event.pots] if event else []
        # UNDO first: a key that takes a ball back looks the same, but the board names that ball no more.
        taps = presses(*dict.fromkeys(["UNDO", *slip.keys, *balls, "OK", "MENU"]))
        found = self._search(slip, taps, MOST, DEEP)
        if found and _extra(slip, found) <= FEW:
            return found
        script = self.script
        entered = [line for line in script.lines[script.start(script.turn(slip.at)) : slip.seen] if is_press(line)]
        searched = self._search(slip, list(dict.fromkeys(taps + entered)), FEW, DEEP)
        if searched and (found is None or _extra(slip, searched) < _extra(slip, found)):
            found = searched
        if not self._thorough:
            return found
        keys = ["CALL", "FOUL", "STILL", "CASE", "CUE", "A", "B"]
        more = [line for line in entered + presses(*keys) if line not in taps]
        searched = self._search(
            slip, taps + list(dict.fromkeys(more)) + [HOLD % "UNDO", HOLD % "OK", "wait 31000"], FEW, FEW
        )
        if searched and (found is None or _extra(slip, searched) < _extra(slip, found)):
            return searched
        return found

    def _agains(self, slip: Slip) -> "list[list[str]]":
        """What may have to be entered once more: the latest of what was, or all of it that counts."""
        script = self.script
        turn = script.turn(slip.at)
        lines = script.lines[script.start(turn) : slip.seen]
        entered = [line for line in lines if is_press(line) or line == HALF_AIM]
        last = script.start(script.turn(slip.seen))
        now = len([line for line in script.lines[last : slip.seen] if is_press(line) or line == HALF_AIM])
        agains = [entered[len(entered) - k :] for k in sorted({0, 1, 2, now, len(entered)}) if k <= len(entered)]
        agains = [again for again in agains if not again or is_press(again[0])]
        short: "list[str]" = []
        while turn < len(script.ends) and script.ends[turn] <= slip.seen:
            short = short + script.turns[turn].short
            turn += 1
        if short:
            agains.append(short + [line for line in script.lines[script.start(turn) : slip.seen] if is_press(line)])
        return [_unhurried(again) for again in agains]

    def _targets(self, slip: Slip) -> "dict[str, int]":
        """What is to be seen, here or so many presses further on, as long as no ball falls meanwhile."""
        targets, drops = {self._wanted[slip.seen - self._start]: 0}, 0
        for at in range(slip.seen, self._end):
            line = self.script.lines[at]
            drops += is_press(line)
            # A key too many can have been one of those to come, no more.
            if line[:4] == "ball" or drops > len(slip.keys):
                break
            targets.setdefault(self._wanted[at + 1 - self._start], drops)
        return targets

    def _search(self, slip: Slip, alphabet: "list[str]", most: int, deep: int) -> "Remedy | None":
        """Tries all that these keys can do, `deep` of them and then UNDO alone, and goes on where it looks right."""
        agains, targets = self._agains(slip), self._targets(slip)
        best: "Remedy | None" = None
        been: "set[str]" = set()
        front: "list[list[str]]" = [[]]
        depth = 0
        while front and depth <= most:
            further: "list[list[str]]" = []
            for mend in front:
                least = _extra(slip, best) if best else most + 1
                sight, again = forked(self._look, slip, mend, agains, targets, been, least)
                if sight in been:
                    continue
                been.add(sight)
                for which, drops, insists in again:
                    remedy = Remedy(mend, agains[which], drops, insists)
                    if (best is None or _extra(slip, remedy) < _extra(slip, best)) and forked(
                        self._goes_on, slip, remedy
                    ):
                        best = remedy
                further += [mend + [line] for line in (alphabet if depth < deep else presses("UNDO"))]
            depth += 1
            # The presses of the mending alone, less what could be dropped.
            if best and depth - max(targets.values()) - slip.owes >= _extra(slip, best):
                break
            front = further
        return best

    def _look(
        self,
        slip: Slip,
        mend: "list[str]",
        agains: "list[list[str]]",
        targets: "dict[str, int]",
        been: "set[str]",
        least: int,
    ) -> "tuple[str, list[tuple[int, int, bool]]]":
        """What is seen after a mending, and what may be entered again then so that it looks right."""
        self.board.do(mend)
        sight = _text(self.board.sees())
        cores = {_core(target): drops for target, drops in targets.items()}
        fitting: "list[tuple[int, int, bool]]" = []
        if sight in been:
            return sight, fitting
        for which in range(len(agains)):
            again = agains[which]
            if _extra(slip, Remedy(mend, again, max(targets.values()))) >= least:
                continue
            then = forked(self._sight_after, again) if again else sight
            if then in targets:
                fitting.append((which, targets[then], False))
            elif _core(then) in cores:
                # Falls may be gone that it will do without, or there may be some that were none.
                fitting += [(which, cores[_core(then)], False), (which, cores[_core(then)], True)]
        fitting.sort(key=lambda fits: _extra(slip, Remedy(mend, agains[fits[0]], *fits[1:])))
        return sight, fitting

    def _sight_after(self, lines: "list[str]") -> str:
        self.board.do(lines)
        return _text(self.board.sees())

    def _mends(self, slip: Slip, remedy: Remedy) -> bool:
        if remedy.lines():
            self.board.do([SEES])
        return self._goes_on(slip, remedy)

    def _goes_on(self, slip: Slip, remedy: Remedy) -> bool:
        """Whether the game goes on rightly to the end of the next turn."""
        script, board, wanted = self.script, self.board, self._wanted
        board.do(remedy.mend + remedy.again + self._rest(slip, remedy))
        if self._end == slip.seen and remedy.lines():
            # The next OK is another stroke's.
            board.do([SEES])
        if _text(board.sees()) != wanted[self._end - self._start]:
            return False
        if self._end == len(script.lines):
            return True
        turn = script.turn(self._end)
        board.do(script.lines[self._end : script.ends[turn]])
        return _text(board.sees()) == wanted[script.ends[turn] - self._start]


def _extra(slip: Slip, remedy: Remedy) -> int:
    """Presses beyond those of the right game, in which one that was not pressed is no extra."""
    return max(0, remedy.presses() - remedy.drops - (1 if slip.owes else 0))


def _text(sight: "tuple[object, ...]") -> str:
    return repr(sight)


def _unhurried(lines: "list[str]") -> "list[str]":
    """The same with a pause between two OKs: the second is another stroke's."""
    slow: "list[str]" = []
    for line in lines:
        if slow and line == slow[-1] == "key OK":
            slow.append("wait 1100")
        slow.append(line)
    return slow


def _core(text: str) -> str:
    """A sight without the falls and questions that a second OK goes over."""
    return text.rsplit(CORE, 1)[0]


def _spread(slips: "list[Slip]", count: int, chosen: random.Random) -> "list[Slip]":
    """So many slips, of all kinds as evenly as there are."""
    kinds: "dict[tuple[str, str], list[Slip]]" = {}
    for slip in slips:
        kinds.setdefault((kind_of(slip.name), slip.when), []).append(slip)
    pools = list(kinds.values())
    for pool in pools:
        chosen.shuffle(pool)
    chosen.shuffle(pools)
    picked: "list[Slip]" = []
    while len(picked) < count and any(pools):
        for pool in pools:
            if pool and len(picked) < count:
                picked.append(pool.pop())
    return picked


def at_fault(tried: "dict[str, Any]") -> str:
    """The kind of a slip with its keys, where two went down or one did not; else the kind."""
    name: str = tried["slip"]
    return name if name[:3] == "two" or tried["kind"] == "missing" else str(tried["kind"])


def story(tried: "dict[str, Any]") -> str:
    """A slip with the script that shows it."""
    return "%s, %s, in %s: %s presses more, %s\n%s" % (
        tried["slip"],
        tried["when"],
        tried["token"],
        tried["extra"],
        tried["remedy"],
        tried["script"],
    )


def table(all_tried: "list[dict[str, Any]]") -> str:
    """By kind: how many were tried, what the worst cost, how many cost more than three presses, how many all."""
    rows: "dict[tuple[str, str], list[Any]]" = {}
    for tried in all_tried:
        rows.setdefault((tried["when"], tried["kind"]), []).append(tried["extra"])
    lines = ["%-36s %-8s %6s %6s %6s %6s" % ("slip", "seen", "tried", "worst", "dear", "lost")]
    for (when, kind), extras in sorted(rows.items()):
        costs = [extra for extra in extras if extra is not None]
        dear = len([extra for extra in costs if extra > FEW])
        numbers = (len(extras), max(costs, default=0), dear, len(extras) - len(costs))
        lines.append("%-36s %-8s %6d %6d %6d %6d" % ((kind, when) + numbers))
    return "\n".join(lines)


def main(argv: "list[str]") -> None:
    for tried in Referee(argv[0], "thorough" in argv).run(int(argv[1]), int(argv[2])):
        print(json.dumps(tried), flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
