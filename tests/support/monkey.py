"""A monkey at the board: random keys, balls, beams, stalls and power, on either runtime; its seed replays a failure."""

import random

from board import devkitc
from host_tools.records.state_json import tokens
from host_tools.sim import verbs
from host_tools.twin.world import World
from referee.keys import KEYS
from rules import Game
from rules.notation import parse
from rules.position import PLAY, value
from storage.files import FileSystem
from storage.session import Session
from storage.settings import Settings

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


class Monkey:
    """`log` is what it did so far, as a script; `check` finds out whether the board still keeps the game."""

    def __init__(self, seed: int) -> None:
        self.log: "list[str]" = []
        self._random = random.Random(seed) if hasattr(random, "Random") else _seeded(seed)
        self.world = World(devkitc)
        self.world.power_on()

    def act(self) -> None:
        """One random thing."""
        line = self._choose()
        self.log.append(line)
        verbs.act(self.world, verbs.parse(line))

    def _choose(self) -> str:
        pick = self._random
        kind = pick.random()
        if not self.world.powered:
            return "power on" if kind < 0.7 else "wait %d" % pick.randrange(1, 3000)
        if kind < 0.55:
            # OK and the balls more often than MENU, or all of it would be a menu.
            name = (
                KEYS[pick.randrange(25)] if kind < 0.35 else pick.choice(("OK", "OK", "UNDO", "CALL", "3", "7", "15"))
            )
            return "key " + name
        if kind < 0.60:
            return "hold %s %d" % (KEYS[pick.randrange(25)], pick.randrange(10, 2000))
        if kind < 0.64:
            return "%s %s" % (pick.choice(("down", "up", "up")), KEYS[pick.randrange(25)])
        if kind < 0.80:
            return "ball %d %s" % (pick.randrange(1, 7), pick.choice(("0.3", "1", "2", "8")))
        if kind < 0.83:
            return "beam %d %s" % (pick.randrange(1, 7), pick.choice(("dark", "light", "light")))
        if kind < 0.92:
            return "wait %d" % pick.randrange(1, 1500)
        if kind < 0.96:
            return "stall %d" % pick.choice((5, 80, 400))
        if kind < 0.98:
            return "cut %d" % pick.randrange(1, 20)
        return pick.choice(("power off", "spike %d" % pick.randrange(16), "diodes off", "diodes on", "diodes on"))

    def check(self) -> None:
        """Nothing failed, what is shown is the fold of what is on flash, and the sums are right, or AssertionError."""
        app = self.world.app
        if app is None:
            return
        assert not app.error, app.error
        board = app.scoreboard
        game = board.game
        if len(self.log) % 10 == 0:
            files = FileSystem(self.world.fs)
            kept = tokens(Session(files, Settings(files)).game)
            assert kept == tokens(game), (kept, tokens(game))
        again = Game(game.options)
        for token in tokens(game):
            again.play(parse(token or ""))
        now, then = game.position, again.position
        assert (now.phase, now.striker, now.score, now.prompts()) == (
            then.phase,
            then.striker,
            then.score,
            then.prompts(),
        )
        assert game.void == again.void
        view = board.view
        left, right = ("B", "A") if board.settings.number("swapped") else ("A", "B")
        assert (view.score_left, view.score_right) == (now.score[left], now.score[right])
        if now.phase == PLAY and not _adjusted(game):
            counted = sum([value(ball) for ball in range(1, 16) if ball not in now.on_table])
            handicap = game.options.handicap["A"] + game.options.handicap["B"]
            assert now.score["A"] + now.score["B"] == handicap + counted + (0 if now.on_table else 10)


def _adjusted(game: Game) -> bool:
    events = [game.event(number) for number in range(1, len(game.recorded) + 1)]
    return any(event is not None and event.kind == "adjust" for event in events)


def _seeded(seed: int) -> "Any":
    # MicroPython has one generator for all.
    random.seed(seed)
    return random


def run(seed: int, length: int) -> World:
    """Lets a monkey do so many things, and looks at the board after each. AssertionError has the script."""
    monkey = Monkey(seed)
    for _ in range(length):
        try:
            monkey.act()
            monkey.check()
        except Exception as error:
            raise AssertionError("seed %d: %r\n%s" % (seed, error, "\n".join(monkey.log))) from error
    return monkey.world
