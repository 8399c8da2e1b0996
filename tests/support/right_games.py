"""Whole games as a good referee keeps them: keys, balls and pauses, by seed."""

import random
from collections.abc import Callable

from rules import Options
from rules.position import OVER, PLAY, SHOOTOUT, SHOOTOUT_LAG
from tests.support.token_game import Game

# Nobody plays sooner after the call.
AIM = "wait 3400"
# Until the balls lie, and until the next stroke is looked at.
ROLL, LOOK = "wait 400", "wait 700"
# The next stroke comes no sooner after an OK.
PAUSE = "wait 1600"
HOLD = "hold %s 1600"


class Turn:
    """An event of a game: its `token` ("" for none), and the `lines` of a script that enter it.

    `short`: keys that would enter all of it that counts, without beams, for who has to enter it once more.
    """

    def __init__(self, token: str, lines: "list[str]", short: "list[str] | None" = None) -> None:
        self.token = token
        self.lines = lines
        self.short = [line for line in lines if is_press(line)] if short is None else short


class RightGame:
    """`turns` in their order; `options` of the game that its tokens make, the latest one where there are several."""

    def __init__(self, name: str, seed: int) -> None:
        self.name = name
        self.turns: "list[Turn]" = []
        self.options = Options()
        self._random = random.Random(seed)
        self.game = Game(self.options)

    def menu(self, *keys: "str | int") -> None:
        """Sets something."""
        self.turns.append(Turn("", [LOOK] + presses("MENU", *keys, "MENU") + [LOOK]))

    def begin(self, a: int = 0, b: int = 0, draw: bool = False) -> None:
        """The game that begins has these options."""
        self.options = Options(a, b, draw)
        self.game = Game(self.options)

    def lag(self, player: str = "") -> None:
        """Who plays first."""
        player = player or self._random.choice("AB")
        self.add("start:" + player, presses(player))

    def add(self, token: str, lines: "list[str]", short: "list[str] | None" = None) -> None:
        """One more event."""
        self.game.play(token)
        self.turns.append(Turn(token, [LOOK] + lines + [PAUSE], short))

    # Strokes; `ball` 0: any of those on the table.

    def ball(self, but: "tuple[int, ...]" = ()) -> int:
        """A ball of the dearer half of those on the table."""
        table = [ball for ball in self.game.position.on_table if ball not in but]
        return self._random.choice(table[len(table) // 2 :])

    def pocket(self, but: int = 0) -> int:
        return self._random.choice([pocket for pocket in range(1, 7) if pocket != but])

    def miss(self) -> None:
        self.add("-", presses("OK"))

    def call_missed(self) -> None:
        ball, pocket = self.ball(), self.pocket()
        self.add("c%d@%d" % (ball, pocket), _call(ball, pocket) + presses("OK"), presses("OK"))

    def call_made(self, ball: int = 0) -> None:
        ball, pocket = ball or self.ball(), self.pocket()
        lines = _call(ball, pocket) + _fall(pocket) + presses("OK")
        self.add("c%d@%d/p%d@%d" % (ball, pocket, ball, pocket), lines, presses(ball, "OK"))

    def call_made_with_another(self) -> None:
        ball, pocket = self.ball(), self.pocket()
        other, there = self.ball((ball,)), self.pocket(pocket)
        lines = _call(ball, pocket) + _fall(pocket) + _fall(there) + presses(other, "OK")
        token = "c%d@%d/p%d@%d/p%d@%d" % (ball, pocket, ball, pocket, other, there)
        self.add(token, lines, presses(ball, other, "OK"))

    def another_fell(self) -> None:
        ball, pocket = self.ball(), self.pocket()
        other, there = self.ball((ball,)), self.pocket(pocket)
        lines = _call(ball, pocket) + _fall(there) + presses(other, "OK")
        self.add("c%d@%d/p%d@%d" % (ball, pocket, other, there), lines, presses("OK"))

    def pot_seen(self, ball: int = 0) -> None:
        ball, pocket = ball or self.ball(), self.pocket()
        self.add("p%d@%d" % (ball, pocket), _fall(pocket) + presses(ball, "OK"), presses(ball, "OK"))

    def pot_unseen(self, ball: int = 0) -> None:
        ball = ball or self.ball()
        self.add("p%d" % ball, presses(ball, "OK"))

    def pots_unseen(self, *balls: int) -> None:
        self.add("/".join(["p%d" % ball for ball in balls]), presses(*balls, "OK"))

    def two_pots(self) -> None:
        ball, pocket, there = self.ball(), self.pocket(), self.pocket()
        other = self.ball((ball,))
        lines = _fall(pocket) + _fall(there) + presses(ball, other, "OK")
        self.add("p%d@%d/p%d@%d" % (ball, pocket, other, there), lines, presses(ball, other, "OK"))

    def cue_potted(self) -> None:
        self.add("f2", _fall(self.pocket()) + presses("CUE", "OK"), presses("CUE", "OK"))

    def called_and_cue_potted(self) -> None:
        ball, pocket = self.ball(), self.pocket()
        lines = _call(ball, pocket) + _fall(pocket) + _fall(self.pocket(pocket)) + presses("CUE", "OK")
        # The board has named the first fall, and CUE names the second.
        self.add("c%d@%d/p%d@%d/f2" % (ball, pocket, ball, pocket), lines)

    def cue_off(self) -> None:
        self.add("f3", [HOLD % "CUE"] + presses("OK"))

    def ball_off(self) -> None:
        ball = self.ball()
        self.add("o%d" % ball, [HOLD % ball] + presses("OK"))

    def foul(self) -> None:
        reason = self._random.choice((1, 4, 5, 6, 7, 8, 9))
        self.add("f%d" % reason, presses("FOUL", reason, "OK"), presses("FOUL", "OK"))

    def foul_without_reason(self) -> None:
        self.add("f0", presses("FOUL", "OK"))

    def foul_with_pot(self) -> None:
        ball, pocket = self.ball(), self.pocket()
        lines = _fall(pocket) + presses(ball, "FOUL", 4, "OK")
        self.add("p%d@%d/f4" % (ball, pocket), lines, presses("FOUL", "OK"))

    def still(self, reason: int = 0) -> None:
        if reason:
            self.add("f%d/=" % reason, presses("STILL", "FOUL", reason, "OK"), presses("STILL", "OK"))
        else:
            self.add("f0/=", presses("STILL", "OK"))

    def warn(self) -> None:
        self.add("warn", presses("OK"))

    def case(self, case: int, token: str = "", before: "list[str] | None" = None) -> None:
        code = "CUE" if case == 16 else case
        self.add((token + "/" if token else "") + "s%d" % case, (before or []) + presses("CASE", code, "OK"))

    def swept_by(self, player: str) -> None:
        self.add("s11:" + player, presses("CASE", 11, player, "OK"))

    def late(self, ball: int, pocket: int) -> None:
        """A ball that hung in the jaws falls after the stroke."""
        self.add("s6/p%d@%d" % (ball, pocket), _fall(pocket) + presses("CASE", 6, ball, "OK"))

    def missed_and_late(self) -> None:
        ball, pocket = self.ball(), self.pocket()
        self.add("c%d@%d" % (ball, pocket), _call(ball, pocket) + presses("OK"), presses("OK"))
        self.late(ball, pocket)

    def only_ball(self) -> None:
        """The ball of a shootout falls, and names itself."""
        ball, pocket = self.game.position.on_table[0], self.pocket()
        self.add("p%d@%d" % (ball, pocket), _fall(pocket) + presses("OK"), presses(ball, "OK"))

    def to_the_end(self, *kinds: "Callable[[], None]") -> None:
        """These in turn, until somebody has won."""
        at = 0
        while self.game.position.phase == PLAY:
            left = len(self.game.position.on_table)
            (kinds[at % len(kinds)] if left > 2 else self.pot_seen if left == 2 else self.only_ball)()
            at += 1

    def next_game(self, token: str) -> None:
        """The next game of a series."""
        self.turns.append(Turn("", [LOOK] + presses("OK") + [PAUSE]))
        self.begin()
        self.game.play(token)


def is_press(line: str) -> bool:
    """Whether a line of a script is a press of a key."""
    return line[:4] in ("key ", "hold")


def presses(*keys: "str | int") -> "list[str]":
    """Lines that press these."""
    return ["key %s" % key for key in keys]


def _call(ball: int, pocket: int) -> "list[str]":
    return presses("CALL", ball, pocket) + [AIM]


def _fall(pocket: int) -> "list[str]":
    return ["ball %d" % pocket, ROLL]


# The games, by name. Each is to have what no other has.


def _calls(right: RightGame) -> None:
    right.lag()
    right.to_the_end(right.call_missed, right.call_made, right.call_made_with_another, right.another_fell)


def _without_calls(right: RightGame) -> None:
    right.lag()
    right.to_the_end(right.pot_seen, right.miss, right.pot_unseen, right.two_pots, right.miss, right.ball_off)


def _cue_balls(right: RightGame) -> None:
    right.lag()
    right.to_the_end(
        right.cue_potted, right.pot_seen, right.cue_off, right.two_pots, right.called_and_cue_potted, right.call_made
    )


def _fouls(right: RightGame) -> None:
    right.lag()
    right.to_the_end(right.foul, right.two_pots, right.foul_without_reason, right.call_made, right.foul_with_pot)


def _still_fouls(right: RightGame) -> None:
    right.lag()
    right.call_made()
    right.foul()
    for reason in (1, 0, 1, 0):
        right.still(reason)
    right.warn()
    right.still()
    right.call_made_with_another()
    right.to_the_end(right.pot_seen, right.two_pots)


def _cases(right: RightGame) -> None:
    right.lag()
    right.case(2)
    right.missed_and_late()
    ball, pocket = right.ball(), right.pocket()
    right.case(3, "p%d@%d" % (ball, pocket), _fall(pocket) + presses(ball))
    right.case(4)
    right.case(5)
    right.case(8)
    right.case(9)
    right.case(12)
    right.case(15)
    right.pot_seen()
    right.case(16)
    right.swept_by("B")
    right.call_missed()
    right.case(7)
    right.to_the_end(right.two_pots, right.call_made)


def _shootout(right: RightGame) -> None:
    right.menu("OK", 10, "OK", "B", "OK", 15, "OK")
    right.begin(10, 15)
    right.lag("A")
    right.pots_unseen(15, 14, 13, 12)
    right.pot_seen(6)
    right.miss()
    right.pots_unseen(1, 11, 10, 9)
    right.call_made(8)
    right.pots_unseen(2, 4)
    assert right.game.position.phase == SHOOTOUT_LAG
    right.lag()
    assert right.game.position.phase == SHOOTOUT
    right.miss()
    right.miss()
    right.only_ball()


def _handicap(right: RightGame) -> None:
    right.menu("OK", 10, "OK")
    right.begin(10)
    right.lag()
    right.to_the_end(right.two_pots, right.call_made, right.foul, right.call_missed)


def _series(right: RightGame) -> None:
    right.menu("B", "B", "B", "OK", 2, "OK")
    right.lag("A")
    right.to_the_end(right.two_pots, right.call_made)
    right.next_game("start:B")
    right.call_missed()
    right.to_the_end(right.pot_seen, right.two_pots)


def _stalemate(right: RightGame) -> None:
    right.lag()
    right.two_pots()
    right.miss()
    for reason in (1, 0, 1, 0):
        right.still(reason)
    right.warn()
    right.still()
    right.still(1)
    assert right.game.position.phase == SHOOTOUT_LAG
    right.lag()
    right.miss()
    right.cue_potted()


_GAMES = {
    "calls": _calls,
    "without calls": _without_calls,
    "cue balls": _cue_balls,
    "fouls": _fouls,
    "still fouls": _still_fouls,
    "cases": _cases,
    "shootout": _shootout,
    "handicap": _handicap,
    "series": _series,
    "stalemate": _stalemate,
}
NAMES = tuple(_GAMES)


def make(name: str) -> RightGame:
    """The game of that name, which is over at its end."""
    right = RightGame(name, NAMES.index(name))
    _GAMES[name](right)
    assert right.game.position.phase == OVER
    return right
