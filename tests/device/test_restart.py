"""What fails is caught, noted, shown and built anew; what goes on failing ends in safe mode. It starts from anything.

A Scoreboard without its panel stands for whatever can fail in a step.
"""

import errno
import runpy
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from board import devkitc
from device import loop, supervisor, wiring
from device.supervisor import Failures
from host_tools.records import state_json
from host_tools.sim import verbs
from host_tools.twin.machine import Machine, Reset
from host_tools.twin.world import World
from rules.notation import parse
from storage.session import Session
from storage.setting_table import FILE
from tests.support import on_micropython, words
from tests.support.power_cuts import BLOCKS

ROOT = Path(__file__).parents[2]
MENU, UNDO = verbs.KEYS.index("MENU"), verbs.KEYS.index("UNDO")


def do(world: World, *lines: str) -> None:
    for line in lines:
        verbs.act(world, verbs.parse(line))


def a_game() -> World:
    """A to play, with 7 points."""
    world = World(devkitc)
    world.power_on()
    do(world, "key A", "key 7", "key OK")
    return world


def fail(world: World) -> None:
    """The next step fails."""
    world.app.scoreboard.panel = None
    world.run(2)


def tokens(world: World) -> "list[str | None]":
    return state_json.tokens(world.app.scoreboard.game)


def log(world: World) -> "list[str]":
    with world.fs.open("/log.txt", "r") as file:
        lines: "list[str]" = file.read().splitlines()
    return lines


def seen(world: World) -> "tuple[str, str]":
    view = world.app.scoreboard.view
    return view.head, view.foot


# What fails once.


def test_a_failure_is_noted_shown_and_over_with_the_next_key() -> None:
    """peterhinch/micropython-samples#13: the exception goes only to the REPL, and a dead board looks alive."""
    world = a_game()
    score = world.dots()
    first = world.app.scoreboard
    fail(world)
    world.run(20)
    assert world.app.scoreboard is not first
    assert tokens(world) == ["start:A", "p7"]
    assert log(world)[-1].startswith("AttributeError: 'NoneType' object") and ", app.py:" in log(world)[-1]
    assert world.app.error == log(world)[-1]
    assert seen(world) == words.lines("ru", "error") and world.app.scoreboard.view.alarm
    assert world.dots() != score
    world.run(100_000)
    assert seen(world) == words.lines("ru", "error")
    do(world, "key 9", "key OK")
    assert seen(world) != words.lines("ru", "error") and not world.app.scoreboard.view.alarm
    assert tokens(world) == ["start:A", "p7", "p9"]


def test_what_was_shown_is_saved_before_all_is_built_anew() -> None:
    world = a_game()
    world.app.scoreboard.session.play(parse("p9"))
    fail(world)
    assert tokens(world) == ["start:A", "p7", "p9"]


def test_no_memory_for_the_failure_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    def describe(error: Exception) -> str:
        raise MemoryError

    monkeypatch.setattr(supervisor, "describe", describe)
    world = a_game()
    fail(world)
    assert tokens(world) == ["start:A", "p7"]


@pytest.mark.parametrize("method", ["add", "save"])
def test_a_log_that_fails_too(method: str, monkeypatch: pytest.MonkeyPatch) -> None:
    world = a_game()

    def broken(*_: object) -> None:
        raise RuntimeError("log")

    monkeypatch.setattr(f"device.supervisor.Log.{method}", broken)
    fail(world)
    monkeypatch.undo()
    world.run(20)
    assert tokens(world) == ["start:A", "p7"]


def test_a_journal_that_cannot_be_saved_meanwhile(monkeypatch: pytest.MonkeyPatch) -> None:
    world = a_game()

    def broken(*_: object) -> bool:
        raise OSError(errno.EIO, "EIO")

    monkeypatch.setattr("storage.session.Session.save", broken)
    fail(world)
    monkeypatch.undo()
    assert tokens(world) == ["start:A", "p7"]


def test_memory_errors_and_failures_on_micropython(bits: int) -> None:
    """On a heap in which a second board beside the first would not fit; 64-bit words are twice the board's."""
    code = """
from device import wiring
from board import devkitc
from host_tools.records import state_json
from host_tools.sim import verbs
from host_tools.twin.world import World

class Broken:
    review = 0
    def __init__(self, error):
        self.error = error
    def __getattr__(self, name):
        raise self.error

world = World(devkitc, build=wiring.build)
world.power_on()
for line in ("key A", "key 7", "key OK"):
    verbs.act(world, verbs.parse(line))
for error in (MemoryError("no more"), OSError(5), ValueError("x")):
    world.app.scoreboard.panel = Broken(error)
    world.run(100)
    print(world.app.error.split(":")[0], state_json.tokens(world.app.scoreboard.game), world.app.scoreboard.view.head)
    world.app._failures.clear()
"""
    said = on_micropython.run(code, heap={64: "320k", 32: "256k"}[bits], bits=bits).splitlines()
    head = words.lines("ru", "error")[0]
    assert said == [f"{name} ['start:A', 'p7'] {head}" for name in ("MemoryError", "OSError", "ValueError")]


# What fails again and again.


def test_three_failures_within_a_minute_lead_to_safe_mode() -> None:
    world = a_game()
    for _ in range(2):
        fail(world)
        world.run(28_000)
    machine = world.machine
    fail(world)
    world.run(20)
    assert world.powered and world.machine is not machine
    check_safe(world)
    assert log(world)[-1] == "safe mode"
    # The next start is an ordinary one.
    world.power_off()
    world.power_on()
    assert tokens(world) == ["start:A", "p7"]


def check_safe(world: World) -> None:
    """The board shows it, and nothing runs, bites or writes."""
    assert world.app.scoreboard is None
    app, dots, ops = world.app, world.dots(), world.flash.ops
    assert any("#" in row for row in dots)
    world.run(60_000)
    assert world.app is app and world.flash.ops == ops and world.dots() == dots


def test_failures_further_apart_do_not() -> None:
    world = a_game()
    for _ in range(4):
        fail(world)
        world.run(31_000)
    assert tokens(world) == ["start:A", "p7"]
    assert len([line for line in log(world) if line.startswith("AttributeError")]) == 4


def test_a_scoreboard_that_cannot_be_built(monkeypatch: pytest.MonkeyPatch) -> None:
    world = a_game()
    world.power_off()

    def broken(*_: object) -> None:
        raise ValueError("no such board")

    monkeypatch.setattr("scoreboard.app.Settings", broken)
    world.power_on()
    world.run(20)
    check_safe(world)
    assert [line.split(",")[0] for line in log(world)[-5:-2]] == ["ValueError: no such board"] * 3
    monkeypatch.undo()
    world.power_off()
    world.power_on()
    assert tokens(world) == ["start:A", "p7"]


def test_safe_mode_with_a_broken_display(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise OSError(errno.EIO, "EIO")

    monkeypatch.setattr("faces.matrix.MatrixFace.draw", broken)
    world = World(devkitc)
    world.power_on()
    world.run(100)
    assert world.app.scoreboard is None and world.powered
    assert log(world)[-1].startswith("OSError: [Errno 5] EIO")


def test_a_hang_is_bitten_and_counts() -> None:
    world = a_game()
    for _ in range(2):
        world.stall(8100)
        assert tokens(world) == ["start:A", "p7"]
        world.run(100)
        assert seen(world) == words.lines("ru", "error")
        assert log(world)[-1] == "start: WDT_RESET"
    world.stall(8100)
    check_safe(world)


def test_a_crash_of_micropython_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    """The ESP32 has no name of its own for that."""
    world = a_game()
    for _ in range(supervisor.FAILURES):
        assert seen(world) != words.lines("ru", "error") and tokens(world) == ["start:A", "p7"]

        def crash(_now: int) -> None:
            raise Reset(Machine.HARD_RESET)

        monkeypatch.setattr(world.app, "step", crash)
        world.run(10)
    check_safe(world)
    assert log(world)[-2:] == ["start: HARD_RESET", "safe mode"]


def test_hangs_further_apart_do_not() -> None:
    world = a_game()
    for _ in range(3):
        world.stall(8100)
        world.run(31_000)
    assert tokens(world) == ["start:A", "p7"]


def test_the_watchdog_is_fed_by_completed_steps_only(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where the handling of a failure fails: then it is the watchdog that starts the board again."""
    world = a_game()
    monkeypatch.setattr("device.supervisor.Device._fail", lambda self, error: None)
    world.app.scoreboard.panel = None
    world.run(7900)
    monkeypatch.undo()
    machine = world.machine
    assert machine and machine.reset_cause() == Machine.PWRON_RESET
    world.app.scoreboard.step = lambda now: 1 // 0
    monkeypatch.setattr("device.supervisor.Device._fail", lambda self, error: None)
    world.run(200)
    monkeypatch.undo()
    machine = world.machine
    assert machine and machine.reset_cause() == Machine.WDT_RESET
    assert tokens(world) == ["start:A", "p7"]


def test_failures_outlast_a_reset_and_age() -> None:
    class Rtc:
        kept = b""

        def memory(self, data: "bytes | None" = None) -> "bytes | None":
            if data is None:
                return self.kept
            self.kept = data
            return None

    class Chip:
        rtc = Rtc()

        def RTC(self) -> Rtc:
            return self.rtc

    chip = Chip()
    for foreign in (b"", b"\x00" * 2048, b"E" + bytes(2047), b"xyz"):
        chip.rtc.kept = foreign
        assert not Failures(chip).too_many()
    chip.rtc.kept = b""
    failures = Failures(chip)
    failures.step(0)
    failures.add()
    for now in range(0, 30_001, 1000):
        failures.step(now)
    Failures(chip).add()
    later = Failures(chip)
    later.add()
    assert later.too_many() and Failures(chip).too_many()
    later.step(2**30 - 500)
    for now in range(0, 29_400, 500):
        later.step(now)
    assert later.too_many()
    for now in range(29_500, 31_000, 500):
        later.step(now)
    assert not later.too_many() and not Failures(chip).too_many()
    later.clear()
    assert chip.rtc.kept == b"E"


# MENU and UNDO.


def started_with(*keys: int) -> World:
    world = a_game()
    world.power_off()
    for key in keys:
        world.down(key)
    world.run(100)
    world.power_on()
    return world


def test_menu_and_undo_held_lead_to_safe_mode() -> None:
    world = started_with(MENU, UNDO)
    world.run(2900)
    assert world.app.scoreboard
    world.run(200)
    check_safe(world)
    assert log(world)[-3:] == ["MENU and UNDO held", "start: HARD_RESET", "safe mode"]
    world.power_off()
    world.up(MENU)
    world.up(UNDO)
    world.run(100)
    world.power_on()
    world.run(5000)
    assert tokens(world) == ["start:A", "p7"]


@pytest.mark.parametrize("keys", [(MENU,), (UNDO,), (MENU, 3), (UNDO, 3)])
def test_one_stuck_key_does_not(keys: "tuple[int, ...]") -> None:
    world = started_with(*keys)
    world.run(30_000)
    assert tokens(world) == ["start:A", "p7"]


def test_neither_do_both_for_a_shorter_time_or_later() -> None:
    world = started_with(MENU, UNDO)
    world.run(2800)
    world.up(UNDO)
    world.run(200)
    world.down(UNDO)
    world.run(10_000)
    assert world.app.scoreboard
    world = started_with(MENU)
    world.run(200)
    world.down(UNDO)
    world.run(10_000)
    assert world.app.scoreboard


# What it starts from.


def test_it_starts_from_a_full_flash_and_says_so() -> None:
    world = World(devkitc, BLOCKS)
    world.power_on()
    try:
        for number in range(1000):
            with world.fs.open("/other-%d" % number, "wb") as file:
                file.write(bytes(200))
    except OSError:
        pass
    for name in ("/journal", "/games"):
        for entry in world.fs.ilistdir(name):
            world.fs.remove(name + "/" + entry[0])
        world.fs.rmdir(name)
    # What the folders left free.
    for number in range(1000, 1010):
        try:
            with world.fs.open("/other-%d" % number, "wb") as file:
                file.write(bytes(200))
        except OSError:
            break
    world.power_off()
    world.power_on()
    do(world, "key A", "wait 3000", "key OK", "wait 3000")
    assert world.app.error == "" and tokens(world) == ["start:A", "-"]
    board = world.app.scoreboard
    assert board.view.alarm
    programs = world.flash.programs
    world.run(10_000)
    assert world.flash.programs == programs
    for number in range(8):
        world.fs.remove("/other-%d" % number)
    # No further event, and all of it is on flash within a second.
    world.run(1100)
    assert not board.view.alarm
    world.power_off()
    world.power_on()
    assert tokens(world) == ["start:A", "-"]


def test_it_starts_with_corrupt_settings_and_says_so() -> None:
    world = a_game()
    with world.fs.open(FILE, "wb") as file:
        file.write(b"language=en\n\xff\xfe\x00\nbrightness=99\n")
    world.power_off()
    world.power_on()
    world.run(100)
    assert world.app.error == "" and tokens(world) == ["start:A", "p7"]
    assert seen(world) == words.lines("en", "settings")
    assert log(world)[-1] == "/settings.txt: line 3: brightness is 0 to 15, not 99"


@pytest.mark.parametrize("length", range(0, 60, 3))
def test_it_starts_with_a_journal_torn_anywhere_and_says_so(length: int) -> None:
    world = a_game()
    with world.fs.open("/journal/00001-000", "rb") as file:
        whole = file.read(1000)
    with world.fs.open("/journal/00001-000", "wb") as file:
        file.write(whole[:length])
    world.power_off()
    world.power_on()
    world.run(100)
    assert world.app.error == "" and tokens(world) == ["start:A", "p7"][: len(tokens(world))]
    if length < len(whole) and not whole[:length].endswith(b"\n"):
        assert seen(world) == words.lines("ru", "flash")
        assert any("damaged after byte" in line for line in log(world))
    do(world, "key B", "key OK")
    after = tokens(world)
    world.power_off()
    world.power_on()
    assert tokens(world) == after


def test_power_off_and_on_after_every_event() -> None:
    """squash-scoreboard-display-esp32: only settings are kept, the match is gone after a reset."""
    world = a_game()
    for lines in (["key 9", "key OK"], ["key FOUL", "key 1", "key OK"], ["key UNDO", "key UNDO"], ["key OK"]):
        do(world, *lines)
        before = tokens(world)
        world.power_off()
        world.power_on()
        assert tokens(world) == before
    assert before == ["start:A", "p7", "p9", "f1", "undo", "-"]


# On the device.


class Time:
    """The clock of a world: sleeping lets its time pass."""

    def __init__(self) -> None:
        self.now_us = 0
        self.slept: "list[int]" = []

    def ticks_us(self) -> int:
        return self.now_us

    def ticks_ms(self) -> int:
        return self.now_us // 1000

    def ticks_add(self, ticks: int, delta: int) -> int:
        return ticks + delta

    def ticks_diff(self, ticks: int, other: int) -> int:
        return ticks - other

    def sleep_us(self, us: int) -> None:
        self.slept.append(us)
        self.now_us += us


def test_run_steps_every_two_milliseconds_and_returns_in_safe_mode(monkeypatch: pytest.MonkeyPatch) -> None:
    time = Time()
    steps: "list[int]" = []

    class Device:
        scoreboard: "object" = "there"

        def step(self, now: int) -> None:
            steps.append(now)
            time.now_us += 5000 if len(steps) == 3 else 300
            if len(steps) == 6:
                self.scoreboard = None

        def save(self) -> None:
            pass

    monkeypatch.setattr(wiring, "build", lambda *_: Device())
    loop.run(None, None, None, time)
    assert steps == [0, 2, 4, 10, 12, 14]
    assert time.slept == [2700, 1700, 1000, 1700, 1700, 1700]


def test_ctrl_c_between_display_and_flash_loses_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """A tool on the computer stops the program wherever it is, and starts the board again afterwards."""
    world = a_game()
    device = world.app

    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    do(world, "key 8")

    def stopped(session: Session) -> bool:
        if session.game.recorded[2:]:
            raise KeyboardInterrupt
        return False

    with monkeypatch.context() as patch:
        patch.setattr(Session, "save", stopped)
        with pytest.raises(KeyboardInterrupt):
            do(world, "key OK")
    with monkeypatch.context() as patch:
        patch.setattr(wiring, "build", lambda *_: device)
        patch.setattr(device, "step", interrupted)
        with pytest.raises(KeyboardInterrupt):
            loop.run(None, None, None, Time())
    do(world, "power off", "power on")
    assert tokens(world) == ["start:A", "p7", "p8"]


def test_main_starts_what_the_device_has(monkeypatch: pytest.MonkeyPatch) -> None:
    given: "list[Any]" = []
    monkeypatch.setattr(loop, "run", lambda *args: given.extend(args))
    hertz: "list[int]" = []
    for name in ("machine", "vfs", "board"):
        monkeypatch.setitem(sys.modules, name, ModuleType(name))
    monkeypatch.setattr(sys.modules["machine"], "freq", hertz.append, raising=False)
    monkeypatch.setattr(sys.modules["vfs"], "mount", lambda: [("rom", "/rom"), ("fs", "/")], raising=False)
    monkeypatch.setattr(sys.modules["board"], "DISPLAY", "max7219", raising=False)
    runpy.run_path(str(ROOT / "firmware" / "main.py"), run_name="__main__")
    assert given[:3] == [sys.modules["machine"], sys.modules["board"], "fs"]
    assert hertz == [240_000_000]


def test_boot_puts_the_installed_slot_first(monkeypatch: pytest.MonkeyPatch) -> None:
    import io

    monkeypatch.setattr(sys, "path", ["", "/lib"])
    monkeypatch.setattr("builtins.open", lambda path: io.StringIO("/b\n" if path == "/slot" else ""))
    runpy.run_path(str(ROOT / "firmware" / "boot.py"), run_name="__main__")
    assert sys.path == ["/b", "", "/lib"]


def test_what_is_wanted_once_is_let_go(bits: int) -> None:
    """What a running game does not need takes no memory, and is there again when the next game begins."""
    code = """
import sys
from tests.storage import any_flash
from board import devkitc
from host_tools.records.state_json import tokens
from host_tools.twin.world import World

def rare():
    return [name for name in SELDOM if name in sys.modules or hasattr(sys.modules["storage"], name.split(".")[1])]

SELDOM = ["storage." + name for name in ("restore", "next_game", "setting_table")]
world = World(devkitc, 64)
any_flash.start(world)
print(rare(), "rules.record" in sys.modules)
any_flash.press(world, "A", "7", "OK")
any_flash.new_game(world)
world.run(100)
print(rare(), "rules.record" in sys.modules, tokens(world.app.scoreboard.game))
world.app.scoreboard.settings.set("sound", 0)
any_flash.press(world, "A")
print(rare(), tokens(world.app.scoreboard.game))
"""
    assert on_micropython.run(code, "512k", bits=bits).splitlines() == ["[] False", "[] False []", "[] ['start:A']"]
