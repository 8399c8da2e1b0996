"""The table of special cases: every code of the rules is there, and what its row says is what a game does."""

import pytest

from rules import ImpossibleValue, NotAllowed
from rules.cases import (
    ALONE,
    FOUL,
    FREES,
    JOINS,
    LATE,
    NO_LATE,
    NO_STROKE,
    OPPONENT,
    REPLAYED,
    STRIKER,
    TABLE,
    VOIDS,
    WITH_FOUL,
    traits,
)
from rules.prompts import KINDS, PLACEMENTS
from tests.support.token_game import Game

CODES = (2, 3, 4, 5, 6, 7, 8, 9, 11, 12, 15, 16)


def played(*tokens: str) -> Game:
    game = Game()
    for token in ("start:A", *tokens):
        game.play(token)
    return game


def with_trait(trait: int) -> "list[int]":
    return [case for case in sorted(TABLE) if traits(case) & trait]


def test_every_code_has_its_row_and_no_other_number() -> None:
    assert sorted(TABLE) == sorted(CODES)
    assert [traits(number) for number in (0, 1, 10, 13, 14, 17)] == [0] * 6
    for case in CODES:
        assert [bool(traits(case) & form) for form in (JOINS, ALONE, LATE)].count(True) == 1
        assert all(prompt in KINDS for prompt in TABLE[case][1])


@pytest.mark.parametrize("case", with_trait(JOINS))
def test_a_case_that_joins_stands_with_pots_and_perhaps_with_a_foul(case: int) -> None:
    """S2 to S5, S7 to S9."""
    game = Game()
    game.play("start:A")
    game.preview(f"p7/s{case}")
    if traits(case) & WITH_FOUL:
        game.preview(f"f1/s{case}")
    else:
        with pytest.raises(ImpossibleValue):
            game.preview(f"f1/s{case}")


@pytest.mark.parametrize("case", with_trait(ALONE))
def test_a_case_that_stands_alone_joins_nothing(case: int) -> None:
    """S11, S12, S15, S16."""
    game = played()
    game.preview(f"s{case}")
    for other in ("c7@3", "p7", "o7", "f1"):
        with pytest.raises(ImpossibleValue):
            game.preview(f"{other}/s{case}")


@pytest.mark.parametrize("case", with_trait(JOINS))
def test_who_plays_next_and_what_counts(case: int) -> None:
    """S5, S8 void the pots; after S5 and S8 the striker plays, after S7 and S9 the opponent, else as V5 says."""
    position = played(f"p7/s{case}").position
    counted = not traits(case) & VOIDS
    assert position.score == {"A": 7 if counted else 0, "B": 0}
    keeps = traits(case) & STRIKER or (counted and not traits(case) & OPPONENT)
    assert position.striker == ("A" if keeps else "B")


@pytest.mark.parametrize("case", with_trait(NO_STROKE))
def test_what_is_no_stroke_moves_nothing(case: int) -> None:
    """S4, S7, S12, S15, S16."""
    strokes = ("f1/=", "f1/=", "c5@1/o3/s2") if case == 7 else ("f1/=", "o3/f2/s3", "f1/=")
    before = played(*strokes).position
    after = played(*strokes, f"s{case}").position
    assert (after.score, after.striker, after.still) == (before.score, before.striker, before.still)
    assert after.free == ("AB" if traits(case) & FREES else "")
    assert {kind for kind, _ in after.prompts()} >= set(TABLE[case][1])
    kept = [prompt for prompt in before.prompts() if case < 15 or prompt[0] not in PLACEMENTS]
    assert [prompt for prompt in after.prompts() if prompt in kept] == kept


@pytest.mark.parametrize("case", [case for case in with_trait(NO_STROKE) if traits(case) & JOINS])
def test_with_anything_beside_it_it_is_a_stroke(case: int) -> None:
    """S4, S7."""
    for parts in ("c5@1", "o3", *(["f1"] if case == 4 else [])):
        assert played("f1/=", "f1/=", f"{parts}/s{case}").position.striker == "B"
    assert played(f"p5/s{case}").position.score == {"A": 5, "B": 0}


@pytest.mark.parametrize("case", CODES)
def test_after_which_a_ball_may_fall_late(case: int) -> None:
    """S6, S7: after 2, 3, 4 and 9; the turn has passed."""
    game = played("s%d" % case if traits(case) & ALONE else "c5@1/s%d" % case) if case != 6 else played("-", "s6/p3")
    assert with_trait(NO_LATE) == [7, 11]
    for token in ("s6/p5@1", "s7"):
        if case in (2, 3, 4, 9):
            game.preview(token)
        else:
            with pytest.raises(NotAllowed) as refused:
                game.preview(token)
            assert refused.value.rule == "S" + token[1]


def test_a_replayed_stroke_uses_nothing_up() -> None:
    """S5, K1, S15."""
    assert with_trait(REPLAYED) == [5]
    after = played("s15", "f1/=", "s5").position
    assert (after.still, after.free) == ({"A": 1, "B": 0}, "B")


def test_only_sweeping_is_a_foul_by_itself() -> None:
    """S11."""
    assert with_trait(FOUL) == [11]
    assert played("s11").position.score == {"A": -5, "B": 5}


@pytest.mark.parametrize("case", with_trait(JOINS))
def test_balls_are_spotted_one_by_one_or_not_at_all(case: int) -> None:
    """P13, S1; all go back where they were in S4 and S5."""
    prompts = played("-", f"o9/s{case}").position.prompts()
    assert (("spot", 9) in prompts) == (case not in (4, 5))
    assert [kind for kind, _ in prompts if kind != "spot"] == list(TABLE[case][1])
    assert [which for kind, which in prompts if kind != "spot"] == [
        "B" if kind in ("cue:anywhere", "ball:anywhere") else 0 for kind in TABLE[case][1]
    ]
