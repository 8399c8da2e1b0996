"""Every sequence of a small alphabet of events, as chess libraries do it with perft.

None breaks an invariant, and exactly the events that ought to be are accepted. Their numbers by depth are pinned.
"""

import os

import pytest

from rules import NotAllowed, Options, Position
from rules.notation import write
from rules.position import LAG, OVER, PLAY, SHOOTOUT, SHOOTOUT_LAG, value
from tests.support.token_game import Game

ALPHABET = ("start:A", "-", "p15/p14/p13/p12/p11", "c10@1/p10@2", "f2", "f1/=", "warn", "undo", "s6/p10@1") + (
    "p9/s9",
    "s5",
    "p8/s7",
    "s7",
    "s4",
    "s15",
    "o7",
)
# By handicap of A and B: accepted sequences of no event, of one, of two and so on. 60 and 70 are near every end.
COUNTS = {
    (0, 0): (1, 1, 12, 137, 1632, 18937, 216988, 2447138),
    (60, 70): (1, 1, 12, 105, 959, 8642, 77618, 694347),
}
DEPTH = 7 if os.environ.get("SOAK") else 5


def _strokes(game: Game) -> "list[str]":
    """Tokens of the events in force."""
    events = [game.event(number) for number in range(1, len(game.tokens) + 1)]
    return [write(event) for event in events if event]


def _expected(game: Game, token: str) -> bool:
    """Whether the rules allow that event now, told another way than the rules do it."""
    position = game.position
    in_force = _strokes(game)
    if token == "undo":
        return bool(in_force)
    if position.phase == OVER:
        return False
    if token.startswith("start:"):
        return position.phase in (LAG, SHOOTOUT_LAG)
    if token == "warn":
        return position.phase == PLAY and not position.warned and min(position.still.values()) >= 2
    if position.phase in (LAG, SHOOTOUT_LAG):
        return False
    if token in ("s6/p10@1", "s7"):
        # Of the alphabet, only these pass the turn without a foul, and leave a ball to fall late; in a shootout a pot
        # by case 9 wins, and so does the 10 where it needed no call, which else leaves the table.
        last = in_force[-1] if in_force else ""
        if last == "c10@1/p10@2":
            return token == "s7" and (position.phase == SHOOTOUT or 10 in position.on_table)
        return last in ("-", "p9/s9", "o7") and (token == "s7" or position.phase == SHOOTOUT or 10 in position.on_table)
    balls = [int(part[1:].split("@")[0]) for part in token.split("/") if part[0] in "cpo"]
    if position.phase == SHOOTOUT:
        named = [ball for ball in balls if not token.startswith("p")]
        potted = [part for part in token.split("/") if part[0] == "p"]
        return len(potted) <= 1 and (not position.on_table or all(ball in position.on_table for ball in named))
    return all(ball in position.on_table for ball in balls)


def _check(position: Position) -> None:
    """What holds in every position."""
    assert (position.striker is not None) == (position.phase in (PLAY, SHOOTOUT))
    assert (position.reason is not None) == (position.phase == OVER)
    if position.phase == PLAY:
        counted = sum(value(ball) for ball in range(1, 16) if ball not in position.on_table)
        handicap = sum(position.options.handicap.values())
        assert sum(position.score.values()) == handicap + counted + (0 if position.on_table else 10)
        assert max(position.score.values()) < 71
    if position.phase in (SHOOTOUT_LAG, SHOOTOUT):
        assert position.score == {"A": 70, "B": 70} and len(position.on_table) <= 1
    if position.phase == OVER and position.reason in ("points", "penalty"):
        assert position.score[position.winner or ""] >= 71
    assert not position.warned or min(position.still.values()) >= 2
    assert position.on_table == sorted(set(position.on_table))


def _count(game: Game, depth: int, counts: "list[int]") -> None:
    _check(game.position)
    counts[len(counts) - 1 - depth] += 1
    if not depth:
        return
    for token in ALPHABET:
        expected = _expected(game, token)
        before = game.position
        again = game.copy()
        try:
            again.play(token)
        except NotAllowed:
            assert not expected, (game.tokens, token)
            assert again.position is before
            continue
        assert expected, (game.tokens, token)
        _count(again, depth - 1, counts)


@pytest.mark.parametrize("handicap", COUNTS)
def test_all_sequences(handicap: "tuple[int, int]", capsys: pytest.CaptureFixture[str]) -> None:
    counts = [0] * (DEPTH + 1)
    _count(Game(Options(*handicap)), DEPTH, counts)
    with capsys.disabled():
        print("\naccepted sequences by number of events:", *counts)
    assert tuple(counts) == COUNTS[handicap][: DEPTH + 1]


def test_all_sequences_of_still_fouls() -> None:
    """K1 to K4 need more strokes than the alphabet above allows."""
    reached = set()

    def go(game: Game, depth: int) -> None:
        _check(game.position)
        reached.add((game.position.phase, game.position.still["A"], game.position.still["B"], game.position.warned))
        for token in ("f1/=", "warn", "s5", "-", "start:B"):
            if depth and _expected(game, token):
                again = game.copy()
                again.play(token)
                go(again, depth - 1)

    game = Game()
    game.play("start:A")
    go(game, 9)
    assert (PLAY, 2, 2, False) in reached and (PLAY, 2, 2, True) in reached
    assert (PLAY, 3, 3, False) in reached and (PLAY, 3, 3, True) in reached
    assert (SHOOTOUT_LAG, 0, 0, False) in reached
