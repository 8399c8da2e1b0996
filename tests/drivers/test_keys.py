"""The key matrix under the worst conditions. Tests of a public report name it."""

import io
import itertools
import json
import random
from collections.abc import Callable
from typing import Any

import pytest

from board import devkitc
from device import wiring
from drivers.key_matrix import KeyMatrix
from host_tools.sim import script
from host_tools.sim.verbs import KEYS
from host_tools.twin.world import World
from rules.notation import write
from tests.support.rig import Rig

TICKS = 1 << 30
OK = KEYS.index("OK")


def started(**how: Any) -> Rig:
    """A rig that has been on for 100 ms."""
    rig = Rig(parts="keys", **how)
    rig.world.power_on()
    rig.world.run(100)
    return rig


def last_state(*lines: str) -> dict[str, Any]:
    out = io.StringIO()
    script.run(list(lines), "test", out)
    state: dict[str, Any] = json.loads(out.getvalue().splitlines()[-1])
    return state


def press(key: int) -> list[tuple[int, bool]]:
    return [(key, True), (key, False)]


def test_one_press_is_one_event_however_it_bounces() -> None:
    """micropython/micropython#16605: 5 ms of bounce on both edges, all 25 keys, at every phase; down within 30 ms."""
    worst = 0
    for phase in range(10):
        rig = started()
        rig.world.run(phase)
        for key in range(25):
            before, n = rig.world.now_us // 1000, len(rig.key_events)
            rig.world.down(key)
            rig.world.run(31)
            rig.world.up(key)
            rig.world.run(71)
            assert rig.pressed()[n:] == press(key)
            worst = max(worst, rig.key_events[n][0] - before, rig.key_events[n + 1][0] - before - 31)
    assert worst <= 30


def presses(length: int, pause: int = 71) -> int:
    """How many presses are told of 250 contacts of that many ms, of each key at every phase. Each at most once."""
    told = 0
    for phase in range(10):
        rig = started()
        rig.world.run(phase)
        for key in range(25):
            rig.key_events.clear()
            rig.world.down(key)
            rig.world.run(length)
            rig.world.up(key)
            rig.world.run(pause + length % 2)
            assert rig.pressed() in ([], press(key)), (phase, key)
            told += len(rig.pressed()) // 2
    return told


@pytest.mark.parametrize("length", [1, 6, *range(11, 20)])
def test_a_contact_under_20_ms_is_never_a_press(length: int) -> None:
    """micropython/micropython#16605: 5 ms of bounce on both edges, which make it longer, all 25 keys, every phase."""
    assert presses(length) == 0


@pytest.mark.parametrize("length", [30, 31, 32, 40])
def test_a_contact_of_30_ms_is_always_a_press(length: int) -> None:
    """micropython/micropython#16605: 5 ms of bounce on both edges, which make it shorter, all 25 keys, every phase."""
    assert presses(length) == 250


class Contact:
    """The one key of a column, closed from, to, in us; the clock is in the hands of the test."""

    def __init__(self, *closed: "tuple[int, int]") -> None:
        self.now_us = 0
        self._closed = closed

    def value(self, level: "int | None" = None) -> int:
        return 0 if any(start <= self.now_us < end for start, end in self._closed) else 1


class Row:
    def value(self, level: "int | None" = None) -> int:
        return 1


def told(*closed: "tuple[int, int]", asleep: "tuple[int, int]" = (0, 0)) -> "list[bool]":
    """What is told of a key that is closed in all rows at once, by row 0."""
    contact, rest = Contact(*closed), Contact()
    rows: Any = [Row() for _ in range(5)]
    columns: Any = [contact, rest, rest, rest, rest]
    keys = KeyMatrix(rows, columns)
    events = []
    for now_us in range(0, 400_000, 2000):
        if not asleep[0] < now_us < asleep[1]:
            contact.now_us = now_us
            keys.step(now_us // 1000)
            while keys.next():
                if keys.event_key == 0:
                    events.append(keys.event_down)
    return events


def test_the_worst_bounce_that_there_can_be() -> None:
    """Closed all through the 5 ms behind it, a contact of 19 ms is no press; open all through its first 5 ms, one of
    31 ms is one; 50 us apart within a step."""
    for phase in range(0, 2000, 50):
        start = 20_000 + phase
        assert told((start, start + 19_000 + 5000)) == [], phase
        assert told((start, start + 10), (start + 5000, start + 31_000)) == [True, False], phase


def test_two_touches_with_a_stall_between_are_no_press() -> None:
    """micropython/micropython#3782: nobody knows that it was closed all the time."""
    for first in range(20_000, 39_000, 1000):
        for second in range(62_000, 90_000, 3000):
            assert told((first, first + 19_000), (second, second + 19_000), asleep=(38_000, 80_000)) == []
    assert told((30_000, 130_000), asleep=(38_000, 80_000)) == [True, False]


def test_a_key_that_opens_for_a_moment_is_still_down() -> None:
    """One contact is one press, also with openings shorter than any finger is."""
    for phase in range(0, 2000, 100):
        start = 20_000 + phase
        gaps = [(start, start + 60_000), (start + 66_000, start + 90_000), (start + 97_000, start + 150_000)]
        assert told(*gaps) == [True, False], phase


def test_with_diodes_any_number_of_keys_at_once() -> None:
    """Chris--A/Keypad#7: a fourth key when three are down. With diodes there is none, up to all 25."""
    rng = random.Random(7)
    for count in [25, *range(2, 25)] * 3:
        rig = started()
        keys = rng.sample(range(25), count)
        for key in keys:
            rig.world.down(key)
            rig.world.run(rng.randrange(4))
        rig.world.run(40)
        assert sorted(rig.pressed()) == sorted((key, True) for key in keys)
        for key in keys:
            rig.world.up(key)
        rig.world.run(40)
        assert sorted(rig.pressed()[count:]) == sorted((key, False) for key in keys)


def rectangles() -> "list[tuple[int, int, int, int]]":
    pairs = list(itertools.combinations(range(5), 2))
    return [(a * 5 + c, a * 5 + d, b * 5 + c, b * 5 + d) for a, b in pairs for c, d in pairs]


@pytest.mark.parametrize("missing", range(4))
def test_without_diodes_an_ambiguous_rectangle_is_refused(missing: int) -> None:
    """Chris--A/Keypad#7: every rectangle, its three keys in every order and all at once: the fourth never appears, the
    one that makes it ambiguous is refused, and is taken as soon as another one is let go."""
    assert len(rectangles()) == 100
    rig = started(diodes=False)
    for corners in rectangles():
        three = [key for i, key in enumerate(corners) if i != missing]
        for order in itertools.permutations(three):
            rig.key_events.clear()
            for key in order:
                rig.world.down(key)
                rig.world.run(40)
            assert rig.pressed() == [(key, True) for key in order[:2]], order
            rig.world.up(order[0])
            rig.world.run(40)
            assert sorted(rig.pressed()[2:]) == sorted([(order[0], False), (order[2], True)]), order
            for key in order[1:]:
                rig.world.up(key)
            rig.world.run(40)
        rig.key_events.clear()
        for key in three:
            rig.world.down(key)
        rig.world.run(60)
        assert not rig.pressed(), three
        for key in three:
            rig.world.up(key)
        rig.world.run(60)
        rig.key_events.clear()


def test_without_diodes_nothing_is_ever_guessed() -> None:
    """Chris--A/Keypad#7: keys at random, bounce and all; what is told down is closed, what is told up was down."""
    for seed in range(20):
        rng = random.Random(seed)
        rig = started(diodes=False)
        closed: set[int] = set()
        told: set[int] = set()
        opened = [-100] * 25
        for _ in range(300):
            key = rng.randrange(25)
            if key in closed:
                closed.remove(key)
                opened[key] = rig.world.now_us // 1000
                rig.world.up(key)
            elif len(closed) < 5:
                closed.add(key)
                rig.world.down(key)
            rig.world.run(rng.choice((1, 3, 8, 40)))
            for at, other, down in rig.key_events:
                # A contact that opens bounces for 5 ms.
                if down:
                    assert other in closed or at - opened[other] <= 5, (seed, other)
                assert (other in told) != down
                told ^= {other}
            rig.key_events.clear()
        assert rig.keys.lost() == 0


def test_two_keys_at_once_need_no_diodes() -> None:
    rig = started(diodes=False)
    for a, b in itertools.combinations(range(25), 2):
        rig.key_events.clear()
        for key in (a, b):
            rig.world.down(key)
        rig.world.run(40)
        for key in (a, b):
            rig.world.up(key)
        rig.world.run(40)
        assert sorted(rig.pressed()) == sorted(press(a) + press(b)), (a, b)


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("hold 9 480", {"composing": "p9"}),
        ("hold 9 1400", {"composing": None}),
        ("hold 9 1600", {"composing": "o9"}),
        ("hold UNDO 480", {"screen": "undo:start:A"}),
        ("hold UNDO 1400", {"screen": "cue:house"}),
        ("hold UNDO 1600", {"screen": "review:1"}),
    ],
)
def test_a_hold_never_also_acts_as_a_press(line: str, expected: dict[str, Any]) -> None:
    """peterhinch/micropython-async#22, peterhinch/micropython-async#101: a ball key and UNDO, 1.40 and 1.60 s."""
    state = last_state("key A", line)
    assert {name: state[name] for name in expected} == expected
    assert state["composing"] == expected.get("composing")


def test_a_stuck_key_is_told_and_the_rest_work() -> None:
    rig = started()
    rig.world.down(13)
    rig.world.run(19_000)
    assert rig.keys.stuck() == -1
    rig.world.run(1100)
    assert rig.keys.stuck() == 13
    for key in (0, 12, 14, 18):
        rig.world.down(key)
        rig.world.run(40)
        rig.world.up(key)
        rig.world.run(40)
    rig.world.up(13)
    rig.world.run(40)
    assert rig.keys.stuck() == -1
    rig.world.down(13)
    rig.world.run(40)
    rig.world.up(13)
    rig.world.run(40)
    expected = [(13, True), *press(0), *press(12), *press(14), *press(18), *press(13)]
    assert rig.pressed() == expected


def test_a_key_that_is_stuck_at_power_up_is_no_press() -> None:
    rig = Rig(parts="keys")
    rig.world.down(OK)
    rig.world.down(3)
    rig.world.run(100)
    rig.world.power_on()
    rig.world.down(4)
    rig.world.run(100)
    assert rig.pressed() == [(4, True)]
    assert rig.keys.is_down(OK) and rig.keys.is_down(3) and not rig.keys.is_down(2)
    rig.world.up(4)
    rig.world.run(20_000)
    assert rig.keys.stuck() == 3
    rig.world.up(3)
    rig.world.run(40)
    assert rig.keys.stuck() == OK
    for move in (rig.world.up, rig.world.down):
        move(OK)
        rig.world.run(40)
    assert rig.pressed() == [*press(4), (OK, True)]


def test_ok_stuck_at_power_up_plays_nothing() -> None:
    """It would be a stroke at each power on."""
    state = last_state("key A", "power off", "down OK", "wait 100", "power on", "wait 25000", "key 7")
    assert (state["striker"], state["composing"]) == ("A", "p7")


@pytest.mark.parametrize("stall", [80, 400])
@pytest.mark.parametrize("length", [80, 120])
def test_a_stall_at_every_phase_of_a_press(length: int, stall: int) -> None:
    """micropython/micropython#3782: a press that outlasts the stall, or has been seen before it, counts once; one that
    is over by then may be lost, but is never another key, never two.
    """
    lost = 0
    for start in range(-length - 40, stall + 40):
        rig = started()
        key = start % 25
        for at, line in sorted(
            [(200, f"sleep {stall}"), (200 + start, "down " + KEYS[key]), (200 + start + length, "up " + KEYS[key])]
        ):
            rig.do(f"wait {100 + at - rig.world.now_us // 1000}")
            rig.do(line)
        rig.do("wait 600")
        assert rig.pressed() in ([], press(key)), start
        if start <= -30 or start + length >= stall + 30:
            assert rig.pressed() == press(key), start
        lost += not rig.pressed()
    assert lost <= max(0, stall - length) + 60


class Sleeper:
    """The whole board, whose Python stands still while `asleep`."""

    def __init__(self, machine: Any, facts: Any, fs: Any) -> None:
        self.asleep = False
        self._device = wiring.build(machine, facts, fs)

    def step(self, now: int) -> None:
        if not self.asleep:
            self._device.step(now)

    def composing(self) -> "str | None":
        scoreboard = self._device.scoreboard
        if not scoreboard:
            return "safe mode"
        drafted = scoreboard.composing()
        return write(drafted) if drafted else None


@pytest.mark.parametrize("stall", [80, 400])
def test_a_stall_makes_no_hold_of_a_press(stall: int) -> None:
    """micropython/micropython#3782, peterhinch/micropython-async#22: a ball key let go after 0.40 s while Python stands
    still was a press, after 1.40 s neither that nor a hold; one that is held for longer than the stall and 1.5 s is a
    hold, wherever the stall is.
    """
    world = World(devkitc, build=Sleeper)
    world.power_on()
    nine = KEYS.index("9")

    def press(key: int, length: int, stall_at: int) -> "str | None":
        happenings: "list[tuple[int, Callable[[], None]]]" = [
            (0, lambda: world.down(key)),
            (length, lambda: world.up(key)),
            (stall_at, lambda: setattr(world.app, "asleep", True)),
            (stall_at + stall, lambda: setattr(world.app, "asleep", False)),
        ]
        at = 0
        for when, act in sorted(happenings, key=lambda happening: happening[0]):
            world.run(when - at)
            at = when
            act()
        world.run(2000)
        composing: "str | None" = world.app.composing()
        return composing

    press(KEYS.index("A"), 80, 1000)
    for stall_at in range(max(40, 400 - stall - 40), 440, 4 if stall < 100 else 20):
        assert press(nine, 400, stall_at) == "p9", stall_at
        assert press(nine, 80, 1000) is None
    for stall_at in range(1400 - stall - 40, 1440, 4 if stall < 100 else 20):
        assert press(nine, 1400, stall_at) is None, stall_at
    for stall_at in range(0, 1600, 50):
        assert press(nine, 1550 + stall, stall_at) == "o9", stall_at
        assert press(nine, 80, 1000) is None


def test_what_no_hardware_here_can_know() -> None:
    """micropython/micropython#3782: a press of 80 ms wholly inside a stall is lost; a key let go and pressed again
    inside stays down. While Python stands still one row is driven, so the other 20 keys move no column, and the pulse
    counters are all taken by the beams: nothing could tell which key it was.
    """
    rig = started()
    for line in ("sleep 100", "wait 10", "down 7", "wait 80", "up 7", "wait 100"):
        rig.do(line)
    assert rig.pressed() == []
    for line in ("down 7", "wait 60", "sleep 100", "up 7", "wait 50", "down 7", "wait 100", "up 7", "wait 40"):
        rig.do(line)
    assert rig.pressed() == press(KEYS.index("7"))


def test_the_clock_may_wrap() -> None:
    """pycom/pycom-micropython-sigfox#231: the clock starts 1 s before 2**30; a press, a hold, a stuck key."""
    clock = ("key A", "power off", f"clock {TICKS - 1000}", "power on")
    assert last_state(*clock, "wait 960", "key 9")["composing"] == "p9"
    for wait in (100, 700, 990):
        assert last_state(*clock, f"wait {wait}", "hold 9 480")["composing"] == "p9"
        assert last_state(*clock, f"wait {wait}", "hold 9 1600")["composing"] == "o9"
    rig = Rig(parts="keys")
    rig.world.set_clock(TICKS - 1000)
    rig.world.power_on()
    rig.world.down(6)
    rig.world.run(19_900)
    assert rig.keys.stuck() == -1
    rig.world.run(200)
    assert rig.keys.stuck() == 6


def test_an_event_too_many_is_counted_and_the_others_stay() -> None:
    rig = started()
    rig.taking = False
    for _ in range(35):
        rig.world.down(1)
        rig.world.run(40)
        rig.world.up(1)
        rig.world.run(40)
    assert rig.keys.lost() == 7
    rig.take()
    assert rig.pressed() == (press(1) * 32)[:63]
