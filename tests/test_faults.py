"""peterhinch/micropython-samples#13: a dead task, a live-looking board. Every call of the hardware and of the flash,
and every function of the firmware, raises once in a stretch of play: the score is intact, and the board comes back.
"""

import sys
from collections.abc import Iterator
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

import pytest

from board import devkitc
from device import wiring
from host_tools.records.state_json import tokens
from host_tools.sim import verbs
from host_tools.twin.world import World
from rules import Event
from rules.game import Fold
from rules.notation import write
from storage.files import FileSystem
from storage.log import Log
from storage.session import Session

FIRMWARE = str(Path(wiring.__file__).parents[1])
ERRORS = (OSError, RuntimeError, MemoryError)
SOAK = pytest.mark.soak

BALL = "a ball in pocket 3"
HELD = "OK, held"
STRETCH = (
    ("A", "7", "OK", BALL, "9", "OK", "FOUL", "1", "OK")
    # A setting, then another game.
    + ("MENU", "B", "B", "OK", "B", "OK", "MENU")
    + ("MENU", "A", HELD, "B", "CUE", "OK")
)


class Sites:
    """Where the firmware calls out: how often so far, by name. `faults`: names, and which call there raises."""

    def __init__(self, faults: "dict[str, int] | None" = None) -> None:
        self.calls: "dict[str, int]" = {}
        self.faults = faults or {}

    def call(self, name: str) -> None:
        frame = sys._getframe(2)
        site = f"{name} in {Path(frame.f_code.co_filename).name}:{frame.f_lineno}"
        self.calls[site] = self.calls.get(site, 0) + 1
        if self.faults.get(site) == self.calls[site]:
            raise ERRORS[len(site) % len(ERRORS)](5, "injected")


class Faulty:
    """Stands for an object of the twin; each call is told to the sites first."""

    def __init__(self, real: object, sites: Sites, name: str) -> None:
        self._real = real
        self._sites = sites
        self._name = name

    def __getattr__(self, name: str) -> "Any":
        value = getattr(self._real, name)
        # What starts the processor again does not fail.
        return value if plain(value) or name == "reset" else Faulty(value, self._sites, f"{self._name}.{name}")

    def __call__(self, *args: object, **named: object) -> "Any":
        self._sites.call(self._name)
        real: "Any" = self._real
        result = real(*[unwrap(arg) for arg in args], **{name: unwrap(arg) for name, arg in named.items()})
        return result if plain(result) else Faulty(result, self._sites, self._name)

    def __iter__(self) -> "Iterator[object]":
        items: "Any" = self._real
        return iter(items)

    def __enter__(self) -> "Faulty":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def plain(value: object) -> bool:
    return value is None or isinstance(value, (int, str, bytes, tuple))


def unwrap(value: object) -> object:
    return value._real if isinstance(value, Faulty) else value


@pytest.fixture
def played(monkeypatch: pytest.MonkeyPatch) -> "list[str]":
    """The events of the present game that the rules have taken, whatever became of the board then."""
    recorded: "list[str]" = []
    play, new_game = Session.play, Session.new_game

    def playing(self: Session, event: Event, fold: "Fold | None" = None) -> None:
        play(self, event, fold)
        recorded.append(write(event))

    def beginning(self: Session) -> None:
        new_game(self)
        recorded.clear()

    monkeypatch.setattr(Session, "play", playing)
    monkeypatch.setattr(Session, "new_game", beginning)
    return recorded


def stretch(sites: "Sites | None") -> World:
    def build(machine: "Any", board: "Any", fs: "Any") -> "Any":
        if sites is None:
            return wiring.build(machine, board, fs)
        return wiring.build(Faulty(machine, sites, "machine"), board, Faulty(fs, sites, "fs"))

    world = World(devkitc, build=build)
    world.power_on()
    for name in STRETCH:
        if name == BALL:
            world.ball(3)
        elif name == HELD:
            verbs.act(world, verbs.parse("hold OK 1600"))
        else:
            press(world, name)
    return world


def press(world: World, name: str) -> None:
    """As quickly as the board can tell."""
    key = verbs.KEYS.index(name)
    world.down(key)
    world.run(40)
    world.up(key)
    world.run(40)


def check(world: World, played: "list[str]", where: str) -> None:
    """The score is intact, on the board and on flash, and the board is alive."""
    assert world.powered and world.app.scoreboard, where
    assert tokens(world.app.scoreboard.game) == played, where
    # What failed in the last steps is drawn in the next.
    world.run(40)
    shown = world.dots()
    assert any("#" in row for row in shown), where
    version = world.app.scoreboard.view.version
    press(world, "4")
    assert world.app.scoreboard.view.version > version, where
    world.power_off()
    world.power_on()
    assert tokens(world.app.scoreboard.game) == played, where


@pytest.mark.parametrize("which", ["middle", pytest.param("first", marks=SOAK), pytest.param("last", marks=SOAK)])
@pytest.mark.parametrize("at_once", [20, pytest.param(1, marks=SOAK)])
def test_every_call_of_the_hardware_and_the_flash_fails_once(
    which: str, at_once: int, played: "list[str]", monkeypatch: pytest.MonkeyPatch
) -> None:
    """One at a time, or many in one stretch, with the board being patient."""
    monkeypatch.setattr("device.supervisor.FAILURES", at_once + 2)
    sites = Sites()
    world = stretch(sites)
    # Before `check` calls on: what fails there would not be in the stretch.
    faults = {site: {"first": 1, "middle": calls // 2 + 1, "last": calls}[which] for site, calls in sites.calls.items()}
    check(world, played, "no fault")
    assert len(faults) > 30
    names = list(faults)
    failed = 0
    for start in range(0, len(names), at_once):
        played.clear()
        chosen = names[start : start + at_once]
        sites = Sites({name: faults[name] for name in chosen})
        world = stretch(sites)
        # Those before may have kept it from calling so often.
        sites.faults.clear()
        failed += bool(world.app.error)
        check(world, played, f"call {[faults[name] for name in chosen]} of {chosen}")
    print(f"{len(names)} places to call from")
    assert failed


def functions() -> "list[CodeType]":
    """Every function of the firmware that the stretch runs, but for what handles the failure, and the few assignments
    before there is anybody to handle it."""
    before = (wiring.build.__code__, FileSystem.__init__.__code__, Log.__init__.__code__)
    found: "dict[CodeType, None]" = {}

    def trace(frame: FrameType, event: str, _: object) -> None:
        code = frame.f_code
        ours = code.co_filename.startswith(FIRMWARE) and not code.co_filename.endswith("device/supervisor.py")
        if ours and code not in before:
            found[code] = None

    sys.settrace(trace)
    try:
        stretch(None)
    finally:
        sys.settrace(None)
    return list(found)


def raising(target: CodeType, error: "type[Exception]", passed: int) -> None:
    """The next call but `passed` of that function raises."""
    left = [passed]

    def trace(frame: FrameType, event: str, _: object) -> None:
        if frame.f_code is target:
            if not left[0]:
                sys.settrace(None)
                raise error(5, "injected")
            left[0] -= 1

    sys.settrace(trace)


@pytest.mark.parametrize(("every", "passed"), [(17, 0), pytest.param(1, 0, marks=SOAK), pytest.param(1, 5, marks=SOAK)])
def test_every_function_fails_once(every: int, passed: int, played: "list[str]") -> None:
    found = functions()
    assert len(found) > 150
    failed = 0
    for number, code in list(enumerate(found))[::every]:
        error = ERRORS[number % len(ERRORS)]
        played.clear()
        raising(code, error, passed)
        try:
            world = stretch(None)
        finally:
            sys.settrace(None)
        failed += bool(world.app.error)
        check(world, played, f"{error} in {code.co_filename}:{code.co_firstlineno} {code.co_name}")
    print(f"{failed} of {len(found[::every])} functions built the board anew")
    assert failed > len(found[::every]) // 2
