"""The state of a game after an event."""

from compact import const

from .events import BALLS
from .prompts import in_order

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .events import Event
    from .prompts import Prompt

LAG, PLAY, SHOOTOUT_LAG, SHOOTOUT, OVER = "lag", "play", "shootout-lag", "shootout", "over"

TARGET = const(71)
_WARNED_AT = const(2)


def value(ball: int) -> int:
    """Points of an object ball: its number, the ace 11 (V1)."""
    return 11 if ball == 1 else ball


def other(player: str) -> str:
    """The opponent of `player`."""
    return "B" if player == "A" else "A"


class Options:
    """What is agreed before a game: `handicap` points at the start (V6), `draw` a stalemate ends the game (K4)."""

    def __init__(self, a: int = 0, b: int = 0, draw: bool = False) -> None:
        self.handicap = {"A": a, "B": b}
        self.draw = draw


class Position:
    """The state of a game. Never changed once `after` has returned it.

    `phase` one of the five above; `striker` A, B or None; `score`, `fouls` (penalties) and `still` (K1) by player;
    `on_table` sorted object balls; `warned` (K2); `free` players whose next stroke needs no call (S15); `last_potted`
    the ball of T1 or 0; `winner` A, B or None and `reason`, None until the game is over; `standing` prompts that stand
    until the next stroke or start; `previous` the position before the last event and that event, where it was a stroke
    (S6, S7).
    """

    def __init__(self, options: Options, score: "dict[str, int] | None" = None) -> None:
        """The opening of a game, or with a `score` one without balls, counts and prompts, to be filled in."""
        self.options = options
        self.phase = LAG
        self.striker: "str | None" = None
        self.warned = False
        self.free = ""
        self.last_potted = 0
        self.winner: "str | None" = None
        self.reason: "str | None" = None
        self.previous: "tuple[Position, Event] | None" = None
        if score is not None:
            self.score = score
            return
        self.score = options.handicap.copy()
        self.on_table = list(range(1, BALLS + 1))
        self.still = {"A": 0, "B": 0}
        self.fouls = {"A": 0, "B": 0}
        self.standing: "list[Prompt]" = []

    def copy(self) -> "Position":
        """A position of its own with the same contents, but for `previous`."""
        new = Position(self.options, self.score.copy())
        new.phase, new.striker, new.warned, new.free = self.phase, self.striker, self.warned, self.free
        new.still, new.fouls, new.last_potted = self.still.copy(), self.fouls.copy(), self.last_potted
        new.on_table, new.standing = self.on_table[:], self.standing[:]
        return new

    def warning_due(self) -> bool:
        """Whether the referee has to warn both players now (K2)."""
        return self.phase == PLAY and not self.warned and min(self.still["A"], self.still["B"]) >= _WARNED_AT

    def prompts(self) -> "list[Prompt]":
        """What the referee has to do now, in the order of the rules."""
        if self.phase == OVER:
            return []
        prompts = self.standing[:]
        if self.phase in (LAG, SHOOTOUT_LAG):
            prompts.append(("lag", 0))
        if self.warning_due():
            prompts.append(("warn", 0))
        if self.striker and self.striker in self.free:
            prompts.append(("no-call", 0))
        return in_order(prompts)
