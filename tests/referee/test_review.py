"""Review: which events can be looked at, and what is recorded of it."""

import pytest

from referee.review import INSERT, REMOVE, REPLACE, Review
from rules import RulesError
from rules.notation import write
from tests.support.token_game import Game


def game(*tokens: str) -> Game:
    made = Game()
    for token in tokens:
        made.play(token)
    return made


def latest(played: Game) -> Review:
    return Review(played.game, played.game.neighbour(0, -1))


def outcome(review: Review) -> str:
    event = review.outcome()
    return write(event) if event else ""


def choose(review: Review, choice: str) -> None:
    review.open()
    while review.choice != choice:
        review.press_player("B")


def test_it_passes_over_what_is_not_in_force() -> None:
    played = game("start:A", "p7", "undo", "p8", "-", "amend:4:x", "p9")
    assert [number for number in range(1, 8) if played.event(number)] == [1, 5, 7]
    review, seen = latest(played), []
    for player in "AABBA":
        seen.append(review.number)
        review.press_player(player)
    assert seen == [7, 5, 1, 5, 7] and review.number == 5
    review.press_player("A")
    with pytest.raises(RulesError, match="no-more"):
        review.press_player("A")


def test_it_goes_in_the_order_of_play() -> None:
    review, seen = latest(game("start:A", "p7", "p8", "insert:3:p9")), []
    for _ in range(3):
        seen.append(review.number)
        review.press_player("A")
    assert [*seen, review.number] == [3, 4, 2, 1]


def test_what_is_recorded() -> None:
    review = Review(game("start:A", "p7", "p8").game, 2)
    assert outcome(review) == ""
    review.draft.press_ball(9)
    assert outcome(review) == "amend:2:p9"
    choose(review, INSERT)
    assert outcome(review) == ""
    review.choose()
    assert (review.choice, outcome(review)) == ("", "insert:2:p9")
    review.draft.clear()
    assert outcome(review) == "insert:2:-"
    review.draft.press_call()
    assert outcome(review) == ""
    review.draft.press_call()
    review.draft.press_ball(9)
    choose(review, REPLACE)
    review.choose()
    assert outcome(review) == "amend:2:p9"
    choose(review, REMOVE)
    assert outcome(review) == "amend:2:x"
    review.open()
    event = review.event()
    assert (review.choice, event and write(event)) == ("", "p7")
    review.press_player("B")
    assert review.draft.is_empty()


def test_a_lag_has_its_players_among_the_choices() -> None:
    played = game("start:A", "p7")
    review = Review(played.game, 1)
    choose(review, "B")
    assert outcome(review) == "amend:1:start:B"
    review.press_player("B")
    assert review.choice == REPLACE
    review = Review(played.game, 2)
    review.open()
    seen = []
    for _ in range(3):
        seen.append(review.choice)
        review.press_player("B")
    assert seen == [REPLACE, INSERT, REMOVE] and review.choice == REPLACE


def test_where_it_goes_on() -> None:
    played = game("start:A", "p7", "p8", "insert:3:p9")
    review = Review(played.game, 3)
    review.inserts = True
    assert review.go_on() and (review.number, review.inserts) == (4, False)
    played.play("amend:4:x")
    assert review.go_on() and review.number == 2
    played.play("amend:2:x")
    assert review.go_on() and review.number == 1
    played.play("amend:3:x")
    played.play("amend:1:x")
    assert not review.go_on()
