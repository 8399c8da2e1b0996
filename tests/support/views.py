"""Views for the tests of the faces: on both runtimes."""

from scoreboard.view import View


def numbered_view(i: int) -> View:
    """One of many that differ in all that every face draws; what only one kind of face has is left to its tests."""
    view = View()
    view.score_left = (-99, 0, 7, 36, 88, 140, -105, 210)[i % 8]
    view.score_right = (71, -5, 199, 11, -40, 69)[i % 6]
    view.ahead = i % 3 == 1
    view.ahead_at = 100
    if view.ahead:
        view.gain_left = (7, -5, 0, 58, -105)[i % 5]
        view.gain_right = (0, 5, 0, -3)[i % 4]
        view.next_turn = i // 3 % 3
        view.next_winner = 1 if i % 8 == 4 else 0
    view.turn = i % 3
    view.winner = 2 if i % 5 == 4 else 0
    view.ack = i % 4 == 2
    view.alarm = i % 7 == 3
    view.brightness = i % 16
    view.version = i
    return view
