"""The notation goes both ways: what is written reads as the same event, and what was read is written in its order."""

import random

from hypothesis import given
from hypothesis import strategies as st

from rules import Event, RulesError
from rules.events import check
from rules.notation import parse, write
from tests.support.some_events import some_token
from tests.support.token_game import Game


def contents(event: "Event | None") -> object:
    if event is None:
        return None
    said = {name: value for name, value in vars(event).items() if name != "replacement"}
    return said, contents(event.replacement)


@given(st.integers(0, 2**32))
def test_what_is_written_reads_as_the_same_event(seed: int) -> None:
    event = parse(some_token(random.Random(seed), Game()))
    assert contents(parse(write(event))) == contents(event)
    assert write(parse(write(event))) == write(event)


def test_the_order_of_a_token() -> None:
    """Call, pots as entered, balls off the table, fouls, =, case."""
    assert write(parse("c3@1/s4/f2/o9/p7@1/f1/p3")) == "c3@1/p7@1/p3/o9/f2/f1/s4"
    assert write(parse("=/f1")) == "f1/="
    assert write(parse("p12@3/s6")) == "s6/p12@3"
    assert [write(parse(token)) for token in ("-", "warn", "undo", "start:A", "concede:B")] == [
        "-",
        "warn",
        "undo",
        "start:A",
        "concede:B",
    ]
    for token in (
        "adjust:A+3",
        "adjust:B-999",
        "amend:7:x",
        "amend:7:f2/=",
        "insert:7:c3@1/p3@1",
        "insert:1:start:B",
        "s11:A",
    ):
        assert write(parse(token)) == token


@given(st.text(alphabet="cposf=@/-0123456789:x+AB", max_size=24))
def test_an_event_that_can_be_is_written_as_it_reads(token: str) -> None:
    try:
        event = parse(token)
        check(event)
    except RulesError:
        return
    assert contents(parse(write(event))) == contents(event)
