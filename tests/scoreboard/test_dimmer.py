"""Night by time of use."""

import pytest

from scoreboard.dimmer import Dimmer

WRAP = 1 << 30
MINUTE_MS = 60_000


@pytest.mark.parametrize("start", [0, WRAP - 1000, WRAP // 2 + 5])
def test_dims_after_so_many_minutes(start: int) -> None:
    dimmer = Dimmer()
    for now, changed in ((0, False), (30 * MINUTE_MS - 2, False), (30 * MINUTE_MS, True), (30 * MINUTE_MS + 2, False)):
        assert dimmer.step((start + now) % WRAP, 30) == changed
    assert dimmer.dim


def test_bright_at_once_when_used() -> None:
    dimmer = Dimmer()
    dimmer.step(0, 1)
    dimmer.use(40_000)
    assert not dimmer.dim
    assert not dimmer.step(MINUTE_MS + 2, 1), "counted from the last use"
    assert dimmer.step(40_000 + MINUTE_MS, 1)
    assert dimmer.dim
    dimmer.use(200_000)
    assert not dimmer.dim
    assert not dimmer.step(200_002, 1)


def test_night_stays_for_weeks() -> None:
    """The ticks wrap after 12.4 days, and look like the past after 6.2."""
    dimmer = Dimmer()
    dimmer.step(0, 10)
    assert dimmer.step(10 * MINUTE_MS, 10)
    for day in range(1, 30):
        assert not dimmer.step(day * 86_400_000 % WRAP, 10)
        assert dimmer.dim


def test_never_with_0_and_the_setting_acts_at_once() -> None:
    dimmer = Dimmer()
    dimmer.step(0, 0)
    assert not dimmer.step(WRAP // 2 - 1, 0)
    assert dimmer.step(WRAP // 2 - 1, 5)
    assert dimmer.step(WRAP // 2 + 1, 0), "switched off in the night"
    assert not dimmer.dim
