"""Reads a board module: its facts, and what is wrong with their form."""

import importlib.util
import os.path
import sys
from collections.abc import Callable
from contextlib import redirect_stdout
from dataclasses import dataclass, field
from pathlib import Path
from types import ModuleType
from typing import Any

from host_tools.board.chips import CHIPS

FOLDER = Path(__file__).resolve().parents[2] / "board"
SIDE = 5
POCKETS = 6
PLACES = 6
SEGMENTS = "ABCDEFG"
# The names of pins: tuples of them, single ones, and those of each display.
SEVERAL = ("ROWS", "COLUMNS", "BEAMS")
SINGLE = ("EMITTERS", "BUZZER")
DISPLAY_PINS = {"max7219": ("SCK", "MOSI", "CS"), "ws2812": ("STRIP",)}
ROLES = SEVERAL + SINGLE + tuple(pin for pins in DISPLAY_PINS.values() for pin in pins)
DIRECTIONS = ("in", "out", "open-drain")
PULLS = ("", "up", "down")


class Unreadable(Exception):
    """There is no module to be had; str() says why in one line."""


@dataclass(frozen=True)
class Line:
    """How the pins of a role are wired: see LINES in board/devkitc.py."""

    role: str
    direction: str
    pull: str
    ohms: int
    level: int
    to: str


@dataclass(frozen=True)
class Use:
    """A pin in use; `label` is its role, with its place in it from 1."""

    gpio: int
    role: str
    label: str


@dataclass
class Facts:
    """What a board module says. `known` are its well-formed facts; `faults` names each other one and says why.

    `sound` are the well-formed items of tuples by their places, whatever is wrong with the rest of the tuple: one fault
    must not hide others.
    """

    path: Path
    known: dict[str, object] = field(default_factory=dict)
    sound: dict[str, dict[int, Any]] = field(default_factory=dict)
    faults: list[tuple[str, str]] = field(default_factory=list)

    def has(self, *names: str) -> bool:
        """Whether all of these are there and well-formed."""
        return all(name in self.known for name in names)

    def number(self, name: str) -> int:
        """A fact that is an integer."""
        value = self.known[name]
        assert isinstance(value, int)
        return value

    def text(self, name: str) -> str:
        """A fact that is a text."""
        value = self.known[name]
        assert isinstance(value, str)
        return value

    def numbers(self, name: str) -> tuple[int, ...]:
        """A fact that is a tuple of integers."""
        value = self.known[name]
        assert isinstance(value, tuple)
        return value

    def items(self, name: str) -> tuple[tuple[Any, ...], ...]:
        """The well-formed items of a fact that is a tuple of tuples."""
        return tuple(self.sound.get(name, {}).values())

    def lines(self) -> dict[str, Line]:
        """The well-formed LINES by role; the first of two for one."""
        return {item[0]: Line(*item) for item in reversed(self.items("LINES"))}

    def uses(self) -> list[Use]:
        """All pins in use."""
        several = [
            Use(gpio, role, f"{role} {i + 1}") for role in SEVERAL for i, gpio in self.sound.get(role, {}).items()
        ]
        single = [Use(self.number(role), role, role) for role in self.roles() if role not in SEVERAL and self.has(role)]
        return several + single

    def roles(self) -> tuple[str, ...]:
        """The names of pins that this board should have."""
        return SEVERAL + SINGLE + (DISPLAY_PINS[self.text("DISPLAY")] if self.has("DISPLAY") else ())


def _is_int(value: object) -> bool:
    # Nothing on a board has more digits, and Python refuses to print some thousand.
    return type(value) is int and abs(value) < 10**9


def _is_text(value: object) -> bool:
    return isinstance(value, str) and bool(value.strip()) and value.isprintable()


def _between(least: int, most: int) -> Callable[[object], bool]:
    return lambda value: isinstance(value, int) and _is_int(value) and least <= value <= most


def _one_of(*choices: object) -> Callable[[object], bool]:
    return lambda value: any(type(value) is type(choice) and value == choice for choice in choices)


def _is_ints(value: object, length: int = 0) -> bool:
    return isinstance(value, tuple) and all(map(_is_int, value)) and (not length or len(value) == length)


def _is_module(value: object) -> bool:
    return isinstance(value, tuple) and _is_ints(value, 3) and 0 <= value[2] < 4


def _is_digit(value: object) -> bool:
    return (
        isinstance(value, tuple)
        and len(value) == 2
        and _one_of(*range(PLACES))(value[0])
        and isinstance(value[1], str)
        and "".join(sorted(value[1])) == SEGMENTS
    )


def _is_bar(value: object) -> bool:
    return isinstance(value, tuple) and _is_ints(value, 2) and 0 <= value[0] < 1000 and 0 < value[1] <= 1000


def _is_line(value: object) -> bool:
    if not isinstance(value, tuple) or len(value) != 6:
        return False
    role, direction, pull, ohms, level, to = value
    return (
        role in ROLES
        and direction in DIRECTIONS
        and pull in PULLS
        and _is_int(ohms)
        and ohms >= 0
        and _one_of(-1, 0, 1)(level)
        and _is_text(to)
    )


Shape = tuple[Callable[[object], bool], str]

TEXT = "a text in one line, without control signs"
PIN: Shape = (_is_int, "a GPIO number, a whole number")
MILLIAMPERES: Shape = (_between(1, 20_000), "1 to 20000 mA, a whole number")
DOTS: Shape = (_between(1, 1024), "1 to 1024 dots, a whole number")
LEDS: Shape = (_between(1, 1000), "1 to 1000 LEDs, a whole number")
LED: Shape = (_between(0, 999), "the number of a LED, a whole number from 0")

SHAPES: dict[str, Shape] = {
    "NAME": (_is_text, TEXT),
    "CHIP": (_one_of(*CHIPS), "one of " + ", ".join(map(repr, CHIPS))),
    "PSRAM": (_one_of("", "quad", "octal"), "one of '', 'quad', 'octal'"),
    "BEAM_DARK": (_one_of(0, 1), "0 or 1, a whole number"),
    "COUNTERS": (_between(0, POCKETS), f"0 to {POCKETS}, a whole number"),
    "COUNTED": (_is_ints, "a tuple of pocket numbers, one for each counter unit, all whole numbers"),
    "EMITTERS": PIN,
    "BUZZER": PIN,
    "SUPPLY_MA": MILLIAMPERES,
    "OTHER_MA": MILLIAMPERES,
    "IDLE_MA": MILLIAMPERES,
    "DISPLAY": (_one_of(*DISPLAY_PINS), "one of " + ", ".join(map(repr, DISPLAY_PINS))),
}
"""What each fact has to be, and that in words."""

DISPLAY_SHAPES: dict[str, dict[str, Shape]] = {
    "max7219": {
        "SPI_ID": (_is_int, "the number of an SPI peripheral, a whole number"),
        "SPI_BAUD": (_between(1, 80_000_000), "1 to 80000000 Hz, a whole number"),
        "SCK": PIN,
        "MOSI": PIN,
        "CS": PIN,
        "WIDTH": DOTS,
        "HEIGHT": DOTS,
        "DOT_MA": MILLIAMPERES,
    },
    "ws2812": {
        "STRIP": PIN,
        "STRIP_LEDS": LEDS,
        "SEGMENT_LEDS": LEDS,
        "ACK_LED": LED,
        "ALARM_LED": LED,
        "COLOUR_MA": MILLIAMPERES,
    },
}
"""The same of the facts that a display needs."""

ITEMS: dict[str, tuple[Shape, int]] = {
    "ROWS": (PIN, SIDE),
    "COLUMNS": (PIN, SIDE),
    "BEAMS": (PIN, POCKETS),
    "LINES": (
        (
            _is_line,
            f"(name of pins, {'|'.join(DIRECTIONS)}, ''|up|down, whole ohms, level -1|0|1, what is at its end: {TEXT})",
        ),
        0,
    ),
}
"""The same of each item of the facts that are tuples, and how many items there have to be; 0 for any number."""

DISPLAY_ITEMS: dict[str, dict[str, tuple[Shape, int]]] = {
    "max7219": {"MODULES": ((_is_module, "(module column, module row, quarter turns 0 to 3), all whole numbers"), 0)},
    "ws2812": {
        "DIGITS": ((_is_digit, f"(place 0 to {PLACES - 1}, its segments {SEGMENTS} in the strip's order)"), PLACES),
        "BARS": ((_is_bar, "(first LED 0 to 999, number of LEDs 1 to 1000), all whole numbers"), 2),
    },
}
"""The same of those that a display needs."""


def names() -> list[str]:
    """The boards that the project has."""
    return sorted(path.stem for path in FOLDER.glob("*.py") if path.stem != "__init__")


def read(name: str) -> Facts:
    """The facts of a board by its name in board/, or by its file. The module is imported, nothing else of it is run.

    Raises Unreadable.
    """
    path = FOLDER / f"{name}.py" if name in names() else Path(name)
    if not os.path.isfile(path):  # never fails, as the method of Path does on what may not be read
        if os.path.isfile(f"{name}.py"):
            raise Unreadable(f"{name}: no such file, but {name}.py: a board's file is named with its .py")
        if os.path.exists(name):
            raise Unreadable(f"{name}: is no file")
        if name.endswith(".py") or "/" in name or "\\" in name:
            raise Unreadable(f"{name}: no such file")
        raise Unreadable(f"no board {name!r}: expected one of {', '.join(names())}, or a file")
    return facts_of(_load(path), path)


def _load(path: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location("board_under_check", path)
    if spec is None or spec.loader is None:
        raise Unreadable(f"{path}: the name of a board's file has to end in .py")
    module = importlib.util.module_from_spec(spec)
    keeps_bytecode, sys.dont_write_bytecode = sys.dont_write_bytecode, True
    try:
        # What it prints is no part of a report or a drawing.
        with redirect_stdout(sys.stderr):
            spec.loader.exec_module(module)
    except SyntaxError as error:
        raise Unreadable(f"{path}: line {error.lineno or '?'} is no Python: {error.msg}") from error
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # whatever a stranger's file does, SystemExit included
        said = _short(error, 200, str)
        raise Unreadable(f"{path}: fails when it is imported: {type(error).__name__}: {said}") from error
    finally:
        sys.dont_write_bytecode = keeps_bytecode
    return module


def facts_of(module: object, path: Path) -> Facts:
    """The facts of an imported module."""
    facts = Facts(path)
    for name, (fits, expected) in SHAPES.items():
        _take(facts, module, name, fits, expected)
    display = facts.text("DISPLAY") if facts.has("DISPLAY") else ""
    for name, (fits, expected) in DISPLAY_SHAPES.get(display, {}).items():
        _take(facts, module, name, fits, expected)
    for name, ((fits, expected), length) in {**DISPLAY_ITEMS.get(display, {}), **ITEMS}.items():
        _take(
            facts, module, name, _is_filled(length), f"a tuple{f' of {length}' if length else ''}, each item {expected}"
        )
        value = vars(module).get(name)
        sound = facts.sound.setdefault(name, {})
        for i, item in enumerate(value if isinstance(value, tuple) else ()):
            if fits(item):
                sound[i] = item
            else:
                facts.faults.append((f"{name}[{i}]", f"{_short(item)}; expected {expected}"))
                facts.known.pop(name, None)
    return facts


def _take(facts: Facts, module: object, name: str, fits: Callable[[object], bool], expected: str) -> None:
    if name not in vars(module):
        facts.faults.append((name, f"missing; expected {expected}"))
        return
    value = vars(module)[name]
    if fits(value):
        facts.known[name] = value
    else:
        facts.faults.append((name, f"{_short(value)}; expected {expected}"))


def _is_filled(length: int) -> Callable[[object], bool]:
    return lambda value: isinstance(value, tuple) and (len(value) == length if length else bool(value))


def _short(value: object, room: int = 60, as_text: Callable[[object], str] = repr) -> str:
    """A stranger's value in one short line, whatever its own methods do."""
    try:
        text = " ".join(as_text(value).split())
    except BaseException:
        text = f"something of type {type(value).__name__}"
    text = "".join(sign if sign.isprintable() else "?" for sign in text)
    if len(text) <= room:
        return text
    count = f"{len(value)} items, " if isinstance(value, tuple) else ""
    return f"{count}{text[: room - 1]}…"
