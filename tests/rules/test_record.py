"""Records: what they say of a game, and where one is broken."""

import string

import pytest

from host_tools.records.record_text import Record, RecordError, read, write
from rules import ImpossibleValue, RulesError
from rules.record import parse_handicap

GAME = """; a friendly game
[A "Anna \\"the\\" first"]
[Handicap "B+10"]
[Stalemate "draw"]

1. start:A {good
luck} 2... p7 ; well played
*
"""


def test_what_a_record_says() -> None:
    record = read(GAME)
    kinds = ["rest", "tag", "tag", "tag", "number", "token", "comment", "number", "token", "rest", "result"]
    assert [item.kind for item in record.items] == kinds
    name = record.tag("A")
    assert name is not None and name.text == 'Anna "the" first'
    assert record.tag("B") is None
    assert [(item.text, item.line, item.column) for item in record.events()] == [("start:A", 6, 4), ("p7", 7, 12)]
    options = record.options()
    assert (options.handicap, options.draw) == ({"A": 0, "B": 10}, True)
    plain = Record().options()
    assert (plain.handicap, plain.draw) == ({"A": 0, "B": 0}, False)


@pytest.mark.parametrize("sign", sorted(set(string.printable) - set(string.whitespace) - set("{;[*")))
def test_every_other_sign_is_part_of_an_event(sign: str) -> None:
    assert [(item.kind, item.text) for item in read(sign).items] == [("token", sign)]


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        ("start:A *", ["token", "result"]),
        ("start:A 1-0 p7", ["token", "token", "token"]),
        ("* 1-0 {well} 0-1", ["token", "token", "comment", "result"]),
        ("* 12.", ["result", "number"]),
        ("... p7", ["token", "token"]),
        ("2... p7", ["number", "token"]),
        ("12X. X2.", ["token", "token"]),
        ("1.X2", ["number", "token"]),
        ('[A "x"][B "y"]p7{}f1;', ["tag", "tag", "token", "comment", "token", "rest"]),
    ],
)
def test_what_looks_like_a_result_or_a_number(text: str, kinds: list[str]) -> None:
    record = read(text)
    assert [item.kind for item in record.items] == kinds
    again = read(write(record))
    assert [(item.kind, item.text) for item in again.items] == [(item.kind, item.text) for item in record.items]


def test_a_comment_that_ends_where_a_line_begins() -> None:
    assert [(item.kind, item.text) for item in read("{good\n}p7").items] == [("comment", "good\n"), ("token", "p7")]


def test_an_event_a_line() -> None:
    text = '; a friendly game\n[A "x\\\\y \\"z\\""]\n[B ""]\n\n{well}\n1. start:A {good\nluck}\np7 ; well\nf2\n*\n'
    assert write(read(text)) == text
    assert write(Record()) == "\n"


@pytest.mark.parametrize(
    ("text", "line", "column"),
    [
        ("{open", 1, 1),
        ("start:A\n p7 {open\n\n", 2, 5),
        ("[A x]", 1, 1),
        (' [A "x"', 1, 2),
        ('[A "x" y]', 1, 1),
        ('["x"]', 1, 1),
        ('[A B "x"]', 1, 1),
        ('[A] "x"]', 1, 1),
        ('start:A\n[A "x"]', 2, 1),
    ],
)
def test_where_it_is_broken(text: str, line: int, column: int) -> None:
    with pytest.raises(RecordError) as caught:
        read(text)
    assert (caught.value.line, caught.value.column) == (line, column)
    assert str(caught.value).startswith(f"line {line}, column {column}: ")


@pytest.mark.parametrize("tag", ['[Stalemate "lag"]', '[Handicap "C+5"]', '[Handicap "A+70 B+70"]'])
def test_a_tag_that_makes_no_game(tag: str) -> None:
    with pytest.raises(RecordError) as caught:
        read('[A "x"]\n ' + tag).options()
    assert (caught.value.line, caught.value.column) == (2, 2)


def test_handicaps() -> None:
    assert parse_handicap("") == {"A": 0, "B": 0}
    assert parse_handicap("B+70 A+69") == {"A": 69, "B": 70}
    assert parse_handicap("A+0") == {"A": 0, "B": 0}
    for text in ("A+71", "A-5", "a+5", "A+5 A+5", "A+5  B+5", "A+05", "A+", "5", "A+5,B+5", "A+70 B+70"):
        with pytest.raises(RulesError):
            parse_handicap(text)
    with pytest.raises(ImpossibleValue) as refused:
        parse_handicap("A+70 B+70")
    assert refused.value.rule == "V6"
