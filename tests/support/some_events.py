"""Random events for the tests of the rules."""

import contextlib
import random

from rules import RulesError
from tests.support.token_game import Game

CASES = (2, 3, 4, 5, 6, 7, 8, 9, 11, 12, 15, 16)


def some_token(rng: random.Random, game: Game, corrections: bool = True) -> str:
    """An event of any kind that reads well; the rules may refuse it."""
    position = game.position
    kind = rng.random()
    if position.phase in ("lag", "shootout-lag") and kind < 0.9:
        return "start:" + rng.choice("AB")
    if corrections:
        if kind < 0.04:
            return "undo"
        if kind < 0.08:
            number = rng.randint(1, len(game.tokens) + 1)
            return f"amend:{number}:{rng.choice(['x', some_stroke(rng, game), some_stroke(rng, game), 'start:A'])}"
        if kind < 0.12:
            number = rng.randint(1, len(game.tokens) + 1)
            return f"insert:{number}:{rng.choice([some_stroke(rng, game), some_stroke(rng, game), 'adjust:B+1'])}"
        if kind < 0.14:
            return f"adjust:{rng.choice('AB')}{rng.choice([-20, -5, -1, 1, 5, 20]):+d}"
        if kind < 0.145:
            return "concede:" + rng.choice("AB")
    if ("warn", 0) in position.prompts() and kind < 0.5:
        return "warn"
    return some_stroke(rng, game)


def some_stroke(rng: random.Random, game: Game) -> str:
    """A stroke of any kind."""
    table = game.position.on_table or [rng.randint(1, 15)]
    kind = rng.random()
    if kind < 0.2:
        return "f%d/=" % rng.randint(0, 11)
    if kind < 0.3:
        return rng.choice(("s4", "s7", "s11", "s11:A", "s11:B", "s12", "s15", "s16"))
    if kind < 0.36:
        return "s6/p%d@%d" % (rng.choice(table), rng.randint(1, 6))
    parts = []
    balls = rng.sample(table, min(len(table), rng.choice((0, 1, 1, 1, 2, 3))))
    if rng.random() < 0.4:
        parts.append("c%d@%d" % (rng.choice(balls or table), rng.randint(1, 2)))
    for ball in balls:
        if rng.random() < 0.15:
            parts.append("o%d" % ball)
        else:
            parts.append("p%d" % ball + rng.choice(("", "@1", "@2")))
    if rng.random() < 0.25:
        parts.append("f%d" % rng.randint(0, 11))
    if rng.random() < 0.2:
        parts.append("s%d" % rng.choice(CASES))
    return "/".join(parts) or "-"


def some_game(seed: int, length: int, corrections: bool = True, game: "Game | None" = None) -> Game:
    """A game of random events that the rules allowed; those they refused were not recorded."""
    rng = random.Random(seed)
    game = game or Game()
    for _ in range(length):
        with contextlib.suppress(RulesError):
            game.play(some_token(rng, game, corrections))
    return game
