"""A new picture takes some steps, so that none of them is long; its rows then follow one another within 6 ms."""

from typing import Any

import pytest

from tests.support import on_micropython
from tests.support.boards import Board
from tests.support.strips import StripBoard

# 20 ms.
MOST_STEPS = 10
OLD: "dict[str, Any]" = {"score_left": 68, "score_right": 139, "turn": 1, "head": "P3?", "foot": "130"}
NEW: "dict[str, Any]" = {"score_left": -21, "score_right": 47, "turn": 2, "head": "ВЫСТАВЬ 5", "foot": "9", "ack": True}
STRIP = {**OLD, "sign": "fall", "sign_value": 3, "brightness": 15}
NEW_STRIP = {**NEW, "sign": "review", "sign_value": 12, "brightness": 3}


def change(board: "Board | StripBoard", changes: "dict[str, Any]") -> None:
    """What is to be shown changes; nothing is drawn yet."""
    for name, value in changes.items():
        setattr(board.view, name, value)
    board.view.version += 1


def shown(board: "Board | StripBoard") -> Any:
    return board.dots() if isinstance(board, Board) else board.strip.pixels()


def alone(kind: type, changes: "dict[str, Any]") -> Any:
    """What a board shows that has never shown anything else."""
    board = kind()
    change(board, changes)
    board.face.draw(board.view, 0)
    return shown(board)


def made_of(board: "Board | StripBoard", *pictures: Any) -> bool:
    """Whether each row of dots is that of one of these pictures; a strip changes all at once."""
    now = shown(board)
    if isinstance(board, StripBoard):
        return now in pictures
    return all(row in [picture[y] for picture in pictures] for y, row in enumerate(now))


@pytest.mark.parametrize(("kind", "old"), [(Board, OLD), (StripBoard, STRIP)])
def test_the_first_picture_is_there_at_once(kind: type, old: "dict[str, Any]") -> None:
    """A board that starts, or starts anew, has nothing else to do; and safe mode takes one step only."""
    board = kind()
    change(board, old)
    assert not board.face.draw(board.view, 0)
    first = shown(board)
    assert board.show(0) == first == alone(kind, old)


@pytest.mark.parametrize(("kind", "old", "new"), [(Board, OLD, NEW), (StripBoard, STRIP, NEW_STRIP)])
def test_another_one_in_ten_steps_row_by_row(kind: type, old: "dict[str, Any]", new: "dict[str, Any]") -> None:
    board = kind()
    before = board.show(0, **old)
    after = alone(kind, {**old, **new})
    change(board, new)
    steps = 1
    while board.face.draw(board.view, 0):
        assert made_of(board, before, after)
        steps += 1
    assert 2 < steps <= MOST_STEPS
    assert shown(board) == alone(kind, {**old, **new}) != before


@pytest.mark.parametrize(("kind", "old", "new"), [(Board, OLD, NEW), (StripBoard, STRIP, NEW_STRIP)])
def test_a_change_in_the_midst_begins_it_again(kind: type, old: "dict[str, Any]", new: "dict[str, Any]") -> None:
    """After each number of steps, to the picture before and to another one."""
    third = {**new, "score_left": 8, "head": "OK?", "brightness": 9}
    for then in (old, third):
        for steps in range(1, MOST_STEPS):
            board = kind()
            before = board.show(0, **old)
            change(board, new)
            for _ in range(steps):
                board.face.draw(board.view, 0)
            meanwhile, after = shown(board), alone(kind, {**old, **new, "ack": False, **then})
            assert made_of(board, before, alone(kind, {**old, **new}))
            change(board, {"ack": False, **then})
            left = 1
            while board.face.draw(board.view, 0):
                assert made_of(board, meanwhile, after)
                left += 1
            assert left <= MOST_STEPS
            assert shown(board) == after


@pytest.mark.parametrize("turn", [0, 1])
def test_what_blinks_and_scrolls_goes_on_beside_a_new_picture(turn: int) -> None:
    """Steps of 2 ms, with a change every 70 ms: from 30 ms after each on the board is as it would be without any."""
    text = "ПРЕДУПРЕДИТЬ: A-B!"
    board = Board(turn=turn)
    board.show(0, **OLD)
    for now in range(2, 4000, 2):
        if now % 70 == 0:
            change(board, {"head": text, "winner": 2, "turn": 0, "score_left": now // 70})
        board.face.draw(board.view, now)
        if now % 70 > 30 and now > 70 and now % 40 > 30 and now % 500 > 30:
            fresh = Board(turn=turn)
            fresh.view = board.view
            fresh.face.draw(fresh.view, now)
            assert board.dots() == fresh.dots(), now


def test_a_strip_is_sent_once_for_a_picture() -> None:
    """Whatever changes, brightness included; and not again because of its time while half of it is taken over."""
    board = StripBoard()
    board.show(0, **STRIP)
    sent = board.strip.frames
    change(board, NEW_STRIP)
    now = 490
    while board.face.draw(board.view, now):
        now += 2
    assert now > 500, "it would have been sent again in between"
    assert board.strip.frames == sent + 1


@pytest.mark.parametrize("size", [(128, 16), (64, 32), (96, 24)])
def test_nothing_stays_of_a_pattern(size: "tuple[int, int]") -> None:
    """Also outside of the scores and the texts."""
    board = Board(*size)
    before = board.show(0, **OLD)
    for pattern in range(1, 5):
        assert board.show(0, pattern=pattern) != before
        assert board.show(0, pattern=0) == before


@pytest.mark.parametrize("module", ["face_scenes", "strips"])
def test_the_heap_gives_nothing_for_what_blinks_and_scrolls(module: str) -> None:
    """By mem_total, which counts also what a long list of variables takes for a while; heap_lock does not see that."""
    where = "64, 16, 0" if module == "face_scenes" else ""
    code = "from tests.support import %s\nprint(sum(%s.taken(%s)))" % (module, module, where)
    assert on_micropython.run(code) == "0\n"


def test_turned_modules_take_nothing_when_it_is_quiet() -> None:
    code = "from tests.support import face_scenes\nprint(face_scenes.taken(64, 16, 1)[0])"
    assert on_micropython.run(code) == "0\n"
