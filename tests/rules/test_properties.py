"""What holds in every game, whatever is played."""

import random
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from host_tools.records import refusals
from host_tools.records.record_text import Item, Record, RecordError, read, write
from rules import Event, ImpossibleValue, NotAllowed, Options, Position, RulesError
from rules.events import check
from rules.notation import parse
from rules.notation import write as write_event
from rules.position import OVER, PLAY, value
from tests.support.some_events import some_game, some_stroke, some_token
from tests.support.token_game import Game

SEEDS = st.integers(0, 2**32)
LENGTHS = st.integers(1, 60)


def contents(position: Position) -> dict[str, Any]:
    """Everything that a position says."""
    said = {name: said for name, said in vars(position).items() if name not in ("options", "previous")}
    return {**said, "prompts": position.prompts()}


def state(game: Game) -> dict[str, Any]:
    """Everything that a game's state says."""
    return {**contents(game.position), "void": game.void}


@given(SEEDS, LENGTHS, st.integers(0, 70), st.integers(0, 69))
def test_scores_sum_to_the_handicap_and_the_balls_counted(seed: int, length: int, a: int, b: int) -> None:
    """V1, V2, V7."""
    game = Game(Options(a, b))
    rng = random.Random(seed)
    for _ in range(length):
        try:
            game.play(some_token(rng, game, corrections=False))
        except RulesError:
            continue
        position = game.position
        if position.phase in (PLAY, OVER) and position.reason in (None, "points", "penalty"):
            counted = sum(value(ball) for ball in range(1, 16) if ball not in position.on_table)
            cleared = 0 if position.on_table else 10
            assert sum(position.score.values()) == a + b + counted + cleared


@given(SEEDS, LENGTHS)
def test_replaying_every_prefix_gives_the_state_that_was_kept(seed: int, length: int) -> None:
    game = Game()
    rng = random.Random(seed)
    for _ in range(length):
        try:
            game.play(some_token(rng, game))
        except RulesError:
            continue
        again = Game()
        for token in game.tokens:
            again.play(token or "")
        assert state(again) == state(game)


@given(SEEDS, LENGTHS, st.data())
def test_undo_of_any_number_of_events_equals_never_having_had_them(seed: int, length: int, data: Any) -> None:
    states: list[dict[str, Any]] = []
    tokens: list[str] = []
    rng = random.Random(seed)
    game = Game()
    for _ in range(length):
        token = some_token(rng, game)
        if token == "undo":
            continue
        before = state(game)
        try:
            game.play(token)
        except RulesError:
            continue
        states.append(before)
        tokens.append(write_event(parse(token)))
    for _ in range(data.draw(st.integers(0, len(states)))):
        assert game.last() == tokens.pop()
        game.play("undo")
        assert state(game) == states.pop()


@given(SEEDS, LENGTHS, st.data())
def test_amend_equals_having_played_the_amended_list(seed: int, length: int, data: Any) -> None:
    game = some_game(seed, length, corrections=False)
    if not game.tokens:
        return
    number = data.draw(st.integers(1, len(game.tokens)))
    token = data.draw(st.sampled_from(["x", "-", "p5", "f2", "p15/p14/p13/p12/p11/p10", "c3@1/p3@1", "s9", "start:B"]))
    played = [said or "" for said in game.tokens]
    played[number - 1 : number] = [] if token == "x" else [token]
    again = Game()
    legal = True
    for said in played:
        if again.position.phase == OVER:
            break
        try:
            again.play(said)
        except NotAllowed:
            legal = False
            break
    before = state(game)
    try:
        game.play(f"amend:{number}:{token}")
    except NotAllowed as error:
        assert not legal
        assert "event " in refusals.why(error)
        assert state(game) == before
    else:
        assert legal
        assert {**state(game), "void": []} == state(again)


def played(tokens: "list[str]") -> "tuple[Game, int]":
    """A game of these events as far as it goes, and how many it took: fewer where it ended or the next is illegal."""
    game = Game()
    for at, token in enumerate(tokens):
        try:
            game.play(token)
        except NotAllowed:
            return game, at
    return game, len(tokens)


@given(SEEDS, LENGTHS, st.data())
def test_insert_equals_having_played_it_there(seed: int, length: int, data: Any) -> None:
    """Again and again, also before what was put in before."""
    game = some_game(seed, length, corrections=False)
    # The game as it stands: number and token, in the order of play.
    standing = [(number, token or "") for number, token in enumerate(game.tokens, 1)]
    rng = random.Random(seed + 1)
    for _ in range(data.draw(st.integers(1, 5))):
        if not standing:
            return
        place = data.draw(st.integers(0, len(standing) - 1))
        token = some_token(rng, Game(), corrections=False) if rng.random() < 0.2 else some_stroke(rng, game)
        try:
            check(parse(token))
        except ImpossibleValue:
            continue
        new = (len(game.tokens) + 1, token)
        wanted = [*standing[:place], new, *standing[place:]]
        again, taken = played([said for _, said in wanted])
        before = state(game)
        try:
            game.play(f"insert:{standing[place][0]}:{token}")
        except NotAllowed as refused:
            assert again.position.phase != OVER and taken < len(wanted)
            assert isinstance(refused.event, Event)
            assert (refused.number, write_event(refused.event)) == (
                wanted[taken][0],
                write_event(parse(wanted[taken][1])),
            )
            assert state(game) == before
            continue
        standing = wanted
        assert {**state(game), "void": []} == state(again)
        assert game.void == [number for number, _ in wanted[taken:]]
        assert write_event(game.event(new[0]) or parse("undo")) == write_event(parse(token))


@given(SEEDS, LENGTHS)
def test_the_walk_goes_through_the_events_in_their_order_of_play(seed: int, length: int) -> None:
    """Forwards and back; folding what it meets is the game."""
    game = some_game(seed, length).game
    assert [game.neighbour(number, 1) for number in (0, len(game.recorded) + 1)] == [0, 0]
    back, number = [], game.neighbour(0, -1)
    assert game.in_force() == (number > 0)
    assert game.neighbour(len(game.recorded) + 1, -1) == number
    while number:
        back.append(number)
        number = game.neighbour(number, -1)
    assert sorted(back) == [number for number in range(1, len(game.recorded) + 1) if game.event(number)]
    for earlier, later in zip(back[1:], back):
        assert game.neighbour(earlier, 1) == later
    if back:
        assert game.neighbour(back[0], 1) == game.neighbour(back[-1], -1) == 0
    again = Game()
    for number in reversed(back):
        if number not in game.void:
            event = game.event(number)
            assert event
            again.game.play(event)
    assert contents(again.position) == contents(game.position)
    assert [number for number in reversed(back) if number in game.void] == game.void


@given(SEEDS, LENGTHS, st.integers(1, 5))
def test_what_is_folded_in_pieces_is_what_would_be_folded_at_once(seed: int, length: int, piece: int) -> None:
    """Undo, amend and insert, worked out before they are recorded, fully or in part."""
    game, again = some_game(seed, length), some_game(seed, length)
    rng = random.Random(seed + 1)
    for kind in ("undo", "amend", "insert", "insert", "undo"):
        what = f":{rng.randint(1, length)}:{some_token(rng, game, corrections=False)}"
        token = kind if kind == "undo" else kind + what
        event = parse(token)
        try:
            fold = game.game.fold(event)
            for _ in range(rng.randint(0, length)):
                fold.run(piece)
            game.game.play(event, fold)
        except RulesError:
            with pytest.raises(RulesError):
                again.play(token)
            continue
        again.play(token)
        assert (state(game), game.tokens, game.last()) == (state(again), again.tokens, again.last())


@given(SEEDS, LENGTHS)
def test_a_refused_event_changes_nothing(seed: int, length: int) -> None:
    game = some_game(seed, length)
    rng = random.Random(seed + 1)
    for _ in range(10):
        before = state(game), game.tokens[:]
        token = some_token(rng, game)
        try:
            game.preview(token) if token != "undo" else None
        except RulesError:
            with pytest.raises(RulesError):
                game.play(token)
        assert (state(game), game.tokens) == before


TOKENS = st.one_of(
    st.text(max_size=20),
    st.text(alphabet="cposf=@/-0123456789:x+AB", max_size=20),
    st.from_regex(
        r"((amend|insert):[0-9]{1,8}:|adjust:[ABC][+-])?([cpofs]?[0-9]{0,3}(@[0-9]{1,2})?/?){0,4}", fullmatch=True
    ),
)


@given(TOKENS)
@example("amend:1:" * 2000 + "-")
@example("insert:1:" * 2000 + "-")
@example("adjust:A+" + "9" * 5000)
@example("p" + "1" * 5000)
@example("p١")
@example("adjust:A+²")
def test_no_token_raises_anything_but_the_documented_errors(token: str) -> None:
    game = Game()
    game.play("start:A")
    try:
        game.play(token)
    except RulesError as error:
        assert refusals.sentence(error)


ITEMS = st.lists(
    st.one_of(
        st.builds(Item, st.just("token"), st.from_regex(r"[a-z][a-z0-9@:=/+]{0,9}", fullmatch=True)),
        st.builds(Item, st.just("number"), st.from_regex(r"[1-9][0-9]{0,2}\.{1,3}", fullmatch=True)),
        st.builds(Item, st.just("comment"), st.text(alphabet=st.characters(exclude_characters="}\r", codec="utf-8"))),
        st.builds(
            Item, st.just("rest"), st.text(alphabet=st.characters(exclude_characters="\r\n", codec="utf-8"), max_size=9)
        ),
    )
)
TAGS = st.lists(
    st.builds(
        Item,
        st.just("tag"),
        st.text(alphabet=st.characters(exclude_characters="\r\n", codec="utf-8"), max_size=30),
        st.text(alphabet=st.characters(categories=["L", "N"]), min_size=1, max_size=9),
    )
)


@given(TAGS, ITEMS, st.sampled_from(["", "1-0", "0-1", "1/2-1/2", "*"]))
def test_a_record_read_back_loses_nothing(tags: list[Item], items: list[Item], result: str) -> None:
    record = Record(tags + items + ([Item("result", result)] if result else []))
    text = write(record)
    again = read(text)
    assert [(item.kind, item.name, item.text) for item in again.items] == [
        (item.kind, item.name, item.text) for item in record.items
    ]
    assert write(again) == text


@given(st.one_of(st.text(), st.text(alphabet='[]"\\{};. \n\tap1-0*@/', max_size=60)))
def test_no_text_raises_anything_but_record_errors(text: str) -> None:
    try:
        record = read(text)
        record.options()
    except RecordError as error:
        where = "line %d, column %d: " % (error.line, error.column)
        assert error.line > 0 and error.column > 0 and str(error).startswith(where) and str(error) != where
        return
    again = read(write(record))
    assert [(item.kind, item.name, item.text) for item in again.items] == [
        (item.kind, item.name, item.text) for item in record.items
    ]
