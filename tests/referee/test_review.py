"""Review: which events can be looked at, and what is recorded of it."""

from referee.review import Review, neighbour
from rules.notation import write
from tests.support.token_game import Game


def game(*tokens: str) -> Game:
    made = Game()
    for token in tokens:
        made.play(token)
    return made


def test_it_passes_over_what_is_not_in_force() -> None:
    played = game("start:A", "p7", "undo", "p8", "-", "amend:4:x", "p9")
    assert played.tokens[6] == "p9"
    standing = [number for number in range(1, 8) if played.event(number)]
    assert standing == [1, 5, 7]
    review = Review(played.game, neighbour(played.game, 8, -1))
    assert review.number == 7
    assert review.step(-1) and review.number == 5
    assert review.step(-1) and review.number == 1
    assert not review.step(-1) and review.number == 1
    assert review.step(1) and review.number == 5


def test_what_is_recorded() -> None:
    review = Review(game("start:A", "p7", "p8").game, 2)
    review.draft.press_ball(9)
    assert write(review.amendment()) == "amend:2:p9"
    assert write(review.removal()) == "amend:2:x"
    event = review.event()
    assert event and write(event) == "p7"
    assert review.step(1) and review.draft.is_empty()
