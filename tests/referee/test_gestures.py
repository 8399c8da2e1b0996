"""Taps and holds, by time alone."""

import pytest

from referee.gestures import Gesture

WRAP = 1 << 30


def held_until(start: int, steps: "list[int]") -> "list[bool]":
    """Whether a key that went down at `start` is a hold, looked at so many ms later."""
    gesture = Gesture()
    gesture.begin(7, start % WRAP)
    return [gesture.is_hold((start + ms) % WRAP) for ms in steps]


@pytest.mark.parametrize("start", [0, WRAP - 700, WRAP // 2 + 1])
def test_held_for_a_second_and_a_half(start: int) -> None:
    assert held_until(start, list(range(2, 1502, 2)))[-2:] == [False, True]


def test_it_acts_once() -> None:
    gesture = Gesture()
    assert gesture.key == -1
    gesture.begin(7, 0)
    assert (gesture.key, gesture.end(), gesture.key) == (7, 7, -1)


def test_a_stall_is_no_hold_until_the_key_is_seen_down_after_it() -> None:
    """micropython/micropython#3782: nobody knows whether it was let go meanwhile."""
    looks = [2, 4, *range(2000, 2034, 2)]
    assert [ms for ms, held in zip(looks, held_until(0, looks), strict=True) if held] == [2030, 2032]
