"""Taps and holds, by time alone."""

import pytest

from referee.gestures import HOLD, NEITHER, NOT_WAITING, TAP, Gestures

WRAP = 1 << 30
STARTS = [0, WRAP - 700, WRAP // 2 + 1]


def held_at(start: int, looks: "list[int]", key: int = 7) -> "list[int]":
    """When a key that went down at `start` is a hold, looked at so many ms later."""
    made = Gestures()
    made.begin(key, start % WRAP)
    return [ms for ms in looks if made.held((start + ms) % WRAP) == key]


def let_go(start: int, ms: int) -> int:
    """What it is that a key was down for so long, looked at each step."""
    made = Gestures()
    made.begin(7, start % WRAP)
    for passed in range(2, ms, 2):
        assert made.held((start + passed) % WRAP) < 0
    return made.end(7, (start + ms) % WRAP)


@pytest.mark.parametrize("start", STARTS)
def test_held_for_a_second_and_a_half(start: int) -> None:
    assert held_at(start, list(range(2, 3000, 2))) == [1500]


@pytest.mark.parametrize("start", STARTS)
@pytest.mark.parametrize(
    ("ms", "what"), [(20, TAP), (500, TAP), (502, NEITHER), (1400, NEITHER), (1498, NEITHER), (1500, HOLD)]
)
def test_what_is_let_go_is_a_tap_or_a_hold_or_neither(start: int, ms: int, what: int) -> None:
    assert let_go(start, ms) == what


def test_it_acts_once() -> None:
    made = Gestures()
    assert (made.waits(), made.end(7, 0)) == (False, NOT_WAITING)
    made.begin(7, 0)
    assert (made.waits(), made.end(7, 100), made.waits(), made.end(7, 100)) == (True, TAP, False, NOT_WAITING)


def test_each_key_has_its_own_time() -> None:
    """FTC scorekeeper#474, PedalinoMini#399: a hold is not lost to another key."""
    made = Gestures()
    made.begin(7, 0)
    made.begin(8, 700)
    held = [(ms, key) for ms in range(2, 3000, 2) for key in [made.held(ms)] if key >= 0]
    assert held == [(1500, 7), (2200, 8)]


@pytest.mark.parametrize(
    ("passed_ms", "can_be_held", "rolls"),
    [(0, True, False), (40, True, False), (42, True, True), (500, True, True), (502, True, False)]
    + [(0, False, True), (500, False, True), (502, False, False)],
)
def test_fast_fingers_roll(passed_ms: int, can_be_held: bool, rolls: bool) -> None:
    made = Gestures()
    made.begin(7, 0)
    assert (made.rolled(passed_ms, can_be_held) == 7) == rolls
    assert made.waits() == (not rolls)


def test_a_stall_is_no_hold_until_the_key_is_seen_down_after_it() -> None:
    """micropython/micropython#3782: nobody knows whether it was let go meanwhile."""
    assert held_at(0, [2, 4, *range(2000, 2044, 2)]) == [2040]


def test_what_is_let_go_during_a_stall_was_a_tap() -> None:
    made = Gestures()
    made.begin(7, 0)
    for ms in (2, 4, 900, 902, 904):
        assert made.held(ms) < 0
    assert made.end(7, 910) == TAP
