"""The pocket beams: waveforms at the pins, edges in the counters."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from host_tools.twin.world import World
from tests.support.twin_scenes import Board, Probe, board_with


class Inverted(Board):
    BEAM_DARK = 0


class Uncounted(Board):
    COUNTERS = 0


def watched(board: "type[Board]" = Board) -> "tuple[World, list[int]]":
    """A board, and the times in ms at which beam 1 was sampled dark."""
    dark: "list[int]" = []

    def act(probe: Probe, now: int) -> None:
        if probe.beams[0].value() == board.BEAM_DARK:
            dark.append(now)

    return board_with(act, board), dark


@pytest.mark.parametrize("board", [Board, Inverted])
def test_a_ball_darkens_its_beam_over_55_mm(board: "type[Board]") -> None:
    world, dark = watched(board)
    world.run(11)
    world.ball(1, 2.0)
    world.run(60)
    assert dark == list(range(12, 11 + 28, 2))
    assert [counter.value() for counter in world.app.counters] == [1, 0, 0, 0, 0, 0]


def test_touching_balls_leave_13_mm_of_light() -> None:
    world, dark = watched()
    world.ball(1, 1.0)
    world.ball(1, 1.0)
    world.run(200)
    light = [now for now in range(2, 122, 2) if now not in dark]
    assert light == list(range(56, 68, 2))
    assert world.app.counters[0].value() == 2


def test_beams_are_dark_without_emitters() -> None:
    world, dark = watched()
    world.app.emitters.value(0)
    world.run(4)
    world.app.emitters.value(1)
    world.run(4)
    assert dark == [2, 4]
    assert [counter.value() for counter in world.app.counters] == [1] * 6


def test_held_dark() -> None:
    world, dark = watched()
    world.beam(1, True)
    world.run(6)
    world.ball(1)
    world.run(100)
    assert len(dark) == 53
    world.beam(1, False)
    world.run(100)
    assert len(dark) == 53
    assert world.app.counters[0].value() == 1


def test_the_filter_of_the_counter() -> None:
    world = board_with()
    counter = world.app.counters[0]
    for length, total in ((12, 0), (13, 1), (1, 1), (100, 2)):
        world.pulse(1, 500, length)
        world.run(2)
        assert counter.value() == total
    # Light shorter than the filter does not part two darks.
    world.pulse(1, 100, 300)
    world.pulse(1, 412, 300)
    world.run(2)
    assert counter.value() == 3
    assert counter.value(0) == 3
    assert counter.value() == 0


def test_a_counter_counts_also_what_no_step_ever_sampled() -> None:
    world, dark = watched()
    for i in range(100):
        world.pulse(1, 1000 + 2000 * i, 900)
    world.stall(400)
    assert not dark
    assert world.app.counters[0].value() == 100
    for i in range(7):
        world.pulse(1, 1000 + 100 * i, 50)
    world.run(2)
    assert world.app.counters[0].value() == 107


@settings(max_examples=60, deadline=None)
@given(
    st.lists(st.tuples(st.integers(0, 40_000), st.integers(1, 9_000)), max_size=12),
    st.lists(st.integers(1, 20), max_size=6),
)
def test_counter_equals_a_count_by_microseconds(pulses: "list[tuple[int, int]]", pauses: "list[int]") -> None:
    world = board_with()
    for start, length in pulses:
        world.pulse(1, start, length)
    for i, pause in enumerate(pauses):
        (world.stall if i % 2 else world.run)(pause)
        world.app.counters[0].value()
    world.run(100)

    # Independently: the union of the pulses, then the filter, each dark or light of at most 12 us being none.
    spans: "list[list[int]]" = []
    for start, end in sorted((start, start + length) for start, length in pulses):
        if spans and start <= spans[-1][1]:
            spans[-1][1] = max(spans[-1][1], end)
        else:
            spans.append([start, end])
    count, seen_dark, light_from = 0, False, -1000
    for start, end in spans:
        if start - light_from > 12:
            seen_dark = False
        if end - start > 12 and not seen_dark:
            count += 1
            seen_dark = True
        light_from = end
    assert world.app.counters[0].value() == count


def test_balls_fall_while_the_power_is_off() -> None:
    world = board_with()
    world.power_off()
    world.ball(1, 0.5)
    world.run(50)
    world.power_on()
    assert world.app.beams[0].value() == 1
    world.run(100)
    assert world.app.beams[0].value() == 0
    assert world.app.counters[0].value() == 0


def test_bad_input() -> None:
    world = board_with()
    for pocket in (0, 7):
        with pytest.raises(IndexError):
            world.ball(pocket)
    for speed in (0, -1.0, float("nan")):
        with pytest.raises(ValueError, match="speed"):
            world.ball(1, speed)


def test_a_board_without_counters_has_no_class_for_them() -> None:
    machines = []

    class Idle:
        def step(self, now: int) -> None:
            pass

    def build(machine: object, board: object, fs: object) -> Idle:
        machines.append(machine)
        return Idle()

    World(Uncounted, build=build).power_on()
    assert not hasattr(machines[0], "Counter")
