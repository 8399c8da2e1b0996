"""Falls and the balls that they were: the queue, and how both pair up."""

from referee.draft import Draft
from referee.falls import CUE_BALL, Falls
from rules.notation import write
from tests.support.token_game import Game


def draft(*tokens: str) -> Draft:
    """The next stroke of a game."""
    game = Game()
    for token in ("start:A", *tokens):
        game.play(token)
    made = Draft()
    made.on(game.position)
    return made


def call(stroke: Draft, ball: int, pocket: int) -> None:
    stroke.press_call()
    stroke.press_ball(ball)
    stroke.press_ball(pocket)


def test_every_fall_is_kept_in_order_until_it_is_named() -> None:
    """missionpinball/mpf#1763."""
    stroke = draft()
    for pocket in (3, 5, 3):
        stroke.add_fall(pocket, True)
    assert stroke.falls.waiting(True) == [3, 5, 3]
    stroke.press_ball(9)
    assert (stroke.falls.waiting(True), write(stroke.event())) == ([5, 3], "p9@3")


def test_balls_and_falls_pair_up_whichever_comes_first() -> None:
    stroke = draft()
    stroke.press_ball(9)
    stroke.add_fall(4, True)
    assert write(stroke.event()) == "p9@4" and not stroke.falls.waiting(True)


def test_an_unsure_fall_asks_once_a_pocket_and_never_names_the_called_ball() -> None:
    stroke = draft()
    stroke.add_fall(2, False)
    stroke.add_fall(2, False)
    assert stroke.falls.waiting(False) == [2]
    call(stroke, 7, 3)
    stroke.press_ball(7)
    assert write(stroke.event()) == "c7@3/p7"


def test_the_called_ball_is_named_in_its_pocket_and_not_after_a_dispute() -> None:
    stroke = draft()
    call(stroke, 7, 3)
    stroke.add_fall(3, True)
    assert write(stroke.event()) == "c7@3/p7@3"
    stroke.press_ball(7)
    assert (write(stroke.event()), stroke.falls.waiting(True)) == ("c7@3", [3])
    stroke.add_fall(5, True)
    assert stroke.falls.waiting(True) == [3, 5]


def test_the_cue_ball_takes_the_oldest_fall_else_the_one_that_the_board_named() -> None:
    """P2."""
    stroke = draft()
    call(stroke, 7, 3)
    stroke.add_fall(3, True)
    stroke.press_cue()
    assert write(stroke.event()) == "c7@3/f2"
    assert stroke.falls.pocket_of(CUE_BALL) == 3


def test_a_faulty_beam_takes_back_what_no_referee_has_named() -> None:
    """swehner/foos#81."""
    stroke = draft()
    stroke.add_fall(3, True)
    stroke.press_ball(9)
    stroke.add_fall(3, True)
    stroke.falls.withdraw(3, stroke.balls)
    assert (write(stroke.event()), stroke.falls.waiting(True)) == ("p9@3", [])


def test_never_more_are_demanded_than_balls_are_there() -> None:
    game = Game()
    for token in ("start:A", "p15/p14/p13", "-", "p12/p11/p10", "-", "p2/p3/p4/p5", "-", "p6/p7/p8/p9"):
        game.play(token)
    stroke = Draft()
    stroke.on(game.position)
    assert game.position.on_table == [1]
    for pocket in (1, 2, 3):
        stroke.add_fall(pocket, True)
    assert (write(stroke.event()), len(stroke.demanded())) == ("p1@1", 1)


def test_no_more_than_memory_bears() -> None:
    falls = Falls()
    for _ in range(100):
        falls.add(1, True, 0)
    assert len(falls.waiting(True)) == 32


def test_nothing_is_demanded_on_a_foul() -> None:
    stroke = draft()
    stroke.add_fall(3, True)
    assert stroke.demanded() == [3]
    stroke.press_foul()
    assert stroke.demanded() == []
