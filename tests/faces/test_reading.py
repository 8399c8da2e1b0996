"""Every score that can be is read off the dots by a reader that knows nothing of how they are drawn."""

import pytest

from tests.support import led_reader
from tests.support.boards import Board


@pytest.mark.parametrize("turn", [0, 1, 2])
def test_every_score_of_both_players(turn: int) -> None:
    """Also beside a full middle, whoever plays, and beside what OK would add to it."""
    board = Board()
    for score in range(-99, 200):
        other = 100 - score
        board.show(0, score_left=score, score_right=other, turn=turn, head="ЩЩЩЩЩ", foot="88888", ahead=False)
        assert led_reader.scores(board.dots()) == (score, other)
        for now in (0, 500, 2000, 2500):
            dots = board.show(now, gain_left=-5, gain_right=88, ahead=True, next_turn=2 - turn % 2)
            assert led_reader.scores(dots) == (score, other)
        board.view.gain_left = board.view.gain_right = board.view.next_turn = 0


def test_the_winner_and_the_signs_are_not_in_the_way() -> None:
    board = Board()
    for score in range(-99, 200):
        for now in (0, 500):
            dots = board.show(now, score_left=score, score_right=71, winner=2, ack=True, alarm=True, head="ПОБЕДА")
            assert led_reader.scores(dots) == (score, 71)
