"""The notation: what reads as an event, what is none, and what can never be."""

import pytest

from rules import ImpossibleValue, NotAllowed, Options, UnreadableToken
from rules.events import check
from rules.notation import parse, write
from tests.support.token_game import Game

UNREADABLE = (
    [
        "",
        "x",
        "7",
        "start",
        "start:",
        "start:AB",
        "begin:A",
        "concede:",
        "warn:",
        "undo:1",
        "-/p3",
        "p3/",
        "/p3",
        "p3//p4",
    ]
    + ["p", "p07", "p3@", "p3@01", "p+3", "c7", "c7@", "o3@1", "f", "f01", "s", "s06", "==", "P3", " p3", "p3 ", "p３"]
    + ["adjust:", "adjust:A", "adjust:A3", "adjust:A+", "adjust:A+03", "adjust:+3", "amend:", "amend:1", "amend::x"]
    + ["s11:", "s11:AB", "s11:a1", "s12:A", "s4:A", "ps11:A", "S11:A", "s011:A", "s11:A:B"]
    + ["amend:01:x", "amend:1:", "amend:x:1", "amend:1:y", "--"]
    + ["insert:", "insert:1", "insert::-", "insert:1:", "insert:1:x", "insert:01:-", "insert:x:-", "insert:1:y"]
)
IMPOSSIBLE = (
    ["start:C", "start:a", "concede:X", "p0", "p16", "p3@0", "p3@7", "c16@1", "c3@7", "o16", "f12", "s1", "s10", "s13"]
    + ["s14", "s17", "adjust:A+0", "adjust:A+1000", "adjust:C+3", "amend:0:x", "amend:1:undo", "amend:1:amend:1:x"]
    + [
        "amend:1000000:x",
        "amend:1:p16",
        "p3/p3",
        "p3/p3@1",
        "o3/o3",
        "p3/o3",
        "p3/c3@1",
        "c3@1/c4@1",
        "f1/f1",
        "=",
        "f1/=/=",
    ]
    + ["=/p3", "f1/=/p3", "f1/=/o3", "f1/s5", "f1/s7", "f1/s8", "f1/s9", "s2/s3", "s11/p3", "s15/f1", "s16/o3"]
    + ["s12/p3", "s6", "s6/p3/p4", "s6/o3", "s6/p3/o4", "c3@1/s6/p3", "s6/f1"]
    + ["s11:C", "s11:A/p3", "p3/s11:B", "f1/s11:B", "s11:A/s11", "s11/s11:A", "f10/p3", "f10/o3", "f2/f10/p3@1"]
    + ["amend:1:insert:1:-", "insert:0:-", "insert:1:undo", "insert:1:amend:1:x", "insert:1:insert:1:-"]
    + ["insert:1000000:-", "insert:1:p16", "insert:1:f1/s5"]
)


@pytest.mark.parametrize("token", UNREADABLE)
def test_unreadable(token: str) -> None:
    with pytest.raises(UnreadableToken):
        parse(token)


@pytest.mark.parametrize("token", IMPOSSIBLE)
def test_impossible(token: str) -> None:
    with pytest.raises(ImpossibleValue):
        check(parse(token))
    with pytest.raises(ImpossibleValue):
        Game().preview(token)
    with pytest.raises(ImpossibleValue):
        Game().play(token)


def test_the_parts_of_a_stroke() -> None:
    event = parse("c7@3/p7@3/p1/o9/f11/f0/s4")
    assert (event.kind, event.call, event.pots) == ("stroke", (7, 3), ((7, 3), (1, 0)))
    assert (event.outs, event.fouls, event.case, event.still) == ((9,), (11, 0), 4, False)
    nothing = parse("-")
    assert (nothing.call, nothing.pots, nothing.outs, nothing.fouls, nothing.case) == (None, (), (), (), 0)
    assert parse("f3/=").still
    assert [(event.case, event.player) for event in map(parse, ("s11", "s11:A", "s11:B", "f10"))] == [
        (11, ""),
        (11, "A"),
        (11, "B"),
        (0, ""),
    ]
    check(parse("c3@1/f10/f2"))


def test_the_other_events() -> None:
    event = parse("adjust:B-999")
    assert (event.kind, event.player, event.points) == ("adjust", "B", -999)
    event = parse("amend:999999:p3")
    assert event.replacement is not None
    assert (event.kind, event.number, event.replacement.pots) == ("amend", 999999, ((3, 0),))
    assert parse("amend:1:x").replacement is None
    event = parse("insert:7:warn")
    assert event.replacement is not None
    assert (event.kind, event.number, event.replacement.kind) == ("insert", 7, "warn")
    assert [parse(token).kind for token in ("warn", "undo", "start:A", "concede:B")] == [
        "warn",
        "undo",
        "start",
        "concede",
    ]


def test_the_events_beside_an_event() -> None:
    """In the order of play, past what was refused, taken back or removed."""
    game = Game()
    beside, in_force = game.game.neighbour, game.game.in_force
    assert (beside(0, -1), beside(0, 1), beside(7, -1), in_force()) == (0, 0, 0, False)
    game.play("start:A")
    assert (beside(0, -1), beside(1, -1), beside(1, 1), in_force()) == (1, 0, 0, True)
    game.skip()
    for token in ("p3", "p4", "undo", "p5", "amend:3:x", "p6"):
        game.play(token)
    assert [beside(number, -1) for number in (0, 99, 8, 7, 6, 5, 4, 3, 2, 1)] == [8, 8, 6, 6, 1, 1, 1, 1, 1, 0]
    assert [beside(number, 1) for number in (1, 2, 6, 8, 9, 0)] == [6, 6, 8, 0, 0, 0]
    game.play("insert:6:p7")
    game.play("insert:9:-")
    game.play("insert:6:p8")
    assert [beside(number, -1) for number in (0, 8, 6, 11, 9, 10)] == [8, 6, 11, 9, 10, 1]
    assert [beside(number, 1) for number in (1, 10, 9, 11, 6, 8)] == [10, 9, 11, 6, 8, 0]
    game.play("undo")
    assert (beside(6, -1), beside(9, 1), beside(11, -1)) == (9, 6, 9)
    for _ in range(6):
        game.play("undo")
    assert in_force() and beside(0, -1) == 1
    game.play("amend:1:x")
    assert not in_force() and beside(0, -1) == 0


def test_what_a_game_gives_back() -> None:
    game = Game()
    assert game.position.score == {"A": 0, "B": 0}
    assert not Options().draw
    assert game.play("start:A") is game.position
    assert game.preview("p5").score == {"A": 5, "B": 0}
    assert game.preview("amend:1:start:B").striker == "B"
    assert game.position.score == {"A": 0, "B": 0}
    event = game.event(1)
    assert event is not None and write(event) == "start:A"
    assert game.event(0) is None and game.event(2) is None
    assert game.last() == "start:A"
    game.play("undo")
    assert game.last() is None
    with pytest.raises(NotAllowed):
        game.play("undo")
