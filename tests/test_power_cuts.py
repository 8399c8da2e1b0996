"""micropython/micropython#5337, joltwallet/esp_littlefs#129: garbage or loss after power-off. The old state or the new
comes back, never another.

`-s` shows the numbers of cuts. The long forms cut at every byte.
"""

import pytest

from board import devkitc
from host_tools.records import state_json
from host_tools.sim import verbs
from host_tools.twin.world import World
from tests.support import on_micropython, power_cuts

MIDDLE = [0.5]
# Half of the first byte, the middle, and all of it with nothing after it.
ALL = [0.0, 0.5, 1.0]
EVERY_BYTE: "list[float | int]" = []
SOAK = pytest.mark.soak


@pytest.mark.parametrize(
    ("parts", "again"),
    [
        pytest.param(MIDDLE, MIDDLE, id="middle"),
        pytest.param(ALL, ALL, id="before, middle, after", marks=SOAK),
        pytest.param(EVERY_BYTE, MIDDLE, id="every byte", marks=SOAK),
    ],
)
def test_a_whole_game_cut_in_every_flash_operation(parts: "list[float | int]", again: "list[float | int]") -> None:
    assert len(power_cuts.GAME) >= 60
    cuts, seconds = power_cuts.sweep(parts, again)
    print(f"{cuts} cuts, and {seconds} more in the restarts after them")
    assert cuts > 50 and seconds > 50


@pytest.mark.parametrize(
    ("parts", "length"),
    [
        pytest.param(MIDDLE, 32, id="a short game"),
        pytest.param(ALL, len(power_cuts.GAME), id="a whole game", marks=SOAK),
    ],
)
def test_the_same_on_micropythons_littlefs(parts: "list[float | int]", length: int) -> None:
    """vfs.VfsLfs2, with the same number of operations to cut."""
    sweep = f"print(*power_cuts.sweep({parts}, {parts}, {length}))\n"
    code = "gc.threshold(-1)\nfrom tests.support import power_cuts\n" + sweep
    cuts, seconds = map(int, on_micropython.run(code, heap="4m", timeout_s=1200).split())
    print(f"{cuts} cuts, and {seconds} more in the restarts after them")
    assert (cuts, seconds) == power_cuts.sweep(parts, parts, length)


OPTIONS: "list[tuple[dict[str, int | str], dict[str, int | str]]]" = [
    ({}, {"series": 2}),
    ({"series": 2}, {"series": 0}),
    ({"series": 2}, {"series": 3, "handicap_a": 5, "handicap_b": 10, "stalemate": "draw"}),
]


@pytest.mark.parametrize(("old", "new"), OPTIONS)
def test_options_of_a_game_without_an_event(old: "dict[str, int | str]", new: "dict[str, int | str]") -> None:
    """The menu's settings and the game that is begun with them are two files: no cut leaves one of them alone."""
    cuts, seconds = power_cuts.options_sweep(old, new)
    print(f"{cuts} cuts, and {seconds} more in the restarts after them")
    assert cuts > 20 and seconds > 20


# Keys of one event each; UNDO takes two.
STROKES = (
    ("7", "FOUL", "OK"),
    ("CALL", "9", "3", "FOUL", "OK"),
    ("FOUL", "1", "OK"),
    ("STILL", "OK"),
    ("UNDO", "UNDO"),
    ("OK",),
    ("CUE", "OK"),
    ("CASE", "CUE", "OK"),
    ("15", "FOUL", "OK"),
)


def press(world: World, stroke: "tuple[str, ...]", pause_ms: int = 1000) -> None:
    """Keys, as quickly as the board can tell, and a pause in which it forgets the last OK."""
    for name in stroke:
        key = verbs.KEYS.index(name)
        world.down(key)
        world.run(40)
        world.up(key)
        world.run(40)
    world.run(pause_ms)


def tokens(world: World) -> "list[str | None]":
    return state_json.tokens(world.app.scoreboard.game)


def test_a_game_by_keys_cut_at_each_event() -> None:
    """squash-scoreboard-display-esp32: the match is gone after a reset. Here it is back, each time."""
    world = World(devkitc)
    world.power_on()
    events = cuts = 0
    while events < 18:
        stroke = STROKES[events % len(STROKES)] if events else ("A",)
        board = world.app.scoreboard
        before = state_json.tokens(board.game)
        world.cut(1 + events % 2, ALL[events % 3])
        press(world, stroke)
        after = state_json.tokens(board.game)
        assert len(after) == len(before) + 1
        if not world.powered:
            cuts += 1
            world.power_on()
        world.cut(0)
        assert tokens(world) in (before, after)
        assert (world.app.error, world.app.scoreboard.alarms.notice) == ("", "")
        if tokens(world) == before:
            press(world, stroke)
        assert tokens(world) == after
        world.power_off()
        world.power_on()
        assert tokens(world) == after
        events += 1
    assert cuts > 5


@pytest.mark.parametrize("part", [0.5, pytest.param(0.0, marks=SOAK), pytest.param(1.0, marks=SOAK)])
def test_the_very_first_start_cut_in_every_flash_operation(part: float) -> None:
    """From blank flash on; no start is so short that the next does not get further or find all of it."""
    operation = 0
    while True:
        operation += 1
        world = World(devkitc)
        world.cut(operation, part)
        world.power_on()
        world.run(20)
        if world.powered:
            break
        world.power_on()
        world.run(20)
        assert world.powered and world.app.error == ""
        press(world, ("A",), 0)
        world.power_off()
        world.power_on()
        assert tokens(world) == ["start:A"]
    assert operation > 10


def test_the_display_comes_first() -> None:
    """Not an operation of the flash before the board shows the stroke."""
    world = World(devkitc)
    world.power_on()
    press(world, ("A",))
    seen: "list[list[str]]" = []

    class Log(list["tuple[str, int, int, int]"]):
        def append(self, operation: "tuple[str, int, int, int]") -> None:
            seen.append(world.dots())

    world.flash.log = Log()
    for stroke in STROKES:
        del seen[:]
        press(world, stroke)
        shown = scores(world.dots())
        assert seen and [scores(dots) for dots in seen] == [shown] * len(seen), stroke


def scores(dots: "list[str]") -> "list[str]":
    """Where the board has its two scores."""
    return [row[:16] + row[-16:] for row in dots]
