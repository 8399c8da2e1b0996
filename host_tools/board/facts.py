"""Reads a board module: its facts, and what is wrong with their form."""

import importlib.util
import sys
from collections.abc import Callable
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
    """What a board module says. `known` are its well-formed facts; `faults` names each other one and says why."""

    path: Path
    known: dict[str, object] = field(default_factory=dict)
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
        """A fact that is a tuple of tuples; empty if it is not known."""
        value = self.known.get(name, ())
        assert isinstance(value, tuple)
        return value

    def lines(self) -> dict[str, Line]:
        """LINES by role; the first of two for one."""
        return {item[0]: Line(*item) for item in reversed(self.items("LINES"))}

    def uses(self) -> list[Use]:
        """All pins in use."""
        several = [
            Use(gpio, role, f"{role} {i}")
            for role in SEVERAL
            if self.has(role)
            for i, gpio in enumerate(self.numbers(role), 1)
        ]
        single = [Use(self.number(role), role, role) for role in self.roles() if role not in SEVERAL and self.has(role)]
        return several + single

    def roles(self) -> tuple[str, ...]:
        """The names of pins that this board should have."""
        return SEVERAL + SINGLE + (DISPLAY_PINS[self.text("DISPLAY")] if self.has("DISPLAY") else ())


def _is_int(value: object) -> bool:
    return type(value) is int


def _is_text(value: object) -> bool:
    return isinstance(value, str) and bool(value.strip())


def _between(least: int, most: int) -> Callable[[object], bool]:
    return lambda value: isinstance(value, int) and _is_int(value) and least <= value <= most


def _one_of(*choices: object) -> Callable[[object], bool]:
    return lambda value: any(type(value) is type(choice) and value == choice for choice in choices)


def _is_ints(value: object, length: int = 0) -> bool:
    return isinstance(value, tuple) and all(map(_is_int, value)) and (not length or len(value) == length)


def _ints(length: int) -> Callable[[object], bool]:
    return lambda value: _is_ints(value, length)


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

SHAPES: dict[str, Shape] = {
    "NAME": (_is_text, "a text"),
    "CHIP": (_one_of(*CHIPS), "one of " + ", ".join(map(repr, CHIPS))),
    "PSRAM": (_one_of("", "quad", "octal"), "one of '', 'quad', 'octal'"),
    "ROWS": (_ints(SIDE), f"a tuple of {SIDE} GPIO numbers"),
    "COLUMNS": (_ints(SIDE), f"a tuple of {SIDE} GPIO numbers"),
    "BEAMS": (_ints(POCKETS), f"a tuple of {POCKETS} GPIO numbers, pocket 1 first"),
    "BEAM_DARK": (_one_of(0, 1), "0 or 1"),
    "COUNTERS": (_one_of(*range(POCKETS + 1)), f"0 to {POCKETS}"),
    "COUNTED": (_is_ints, "a tuple of pocket numbers, one for each counter unit"),
    "EMITTERS": (_is_int, "a GPIO number"),
    "BUZZER": (_is_int, "a GPIO number"),
    "SUPPLY_MA": (_between(1, 20_000), "1 to 20000 mA"),
    "OTHER_MA": (_between(1, 20_000), "1 to 20000 mA"),
    "IDLE_MA": (_between(1, 20_000), "1 to 20000 mA"),
    "DISPLAY": (_one_of(*DISPLAY_PINS), "one of " + ", ".join(map(repr, DISPLAY_PINS))),
}
"""What each fact has to be, and that in words."""

DISPLAY_SHAPES: dict[str, dict[str, Shape]] = {
    "max7219": {
        "SPI_ID": (_is_int, "the number of an SPI peripheral"),
        "SPI_BAUD": (_between(1, 80_000_000), "hertz"),
        "SCK": (_is_int, "a GPIO number"),
        "MOSI": (_is_int, "a GPIO number"),
        "CS": (_is_int, "a GPIO number"),
        "WIDTH": (_between(1, 1024), "1 to 1024 dots"),
        "HEIGHT": (_between(1, 1024), "1 to 1024 dots"),
        "DOT_MA": (_between(1, 20_000), "1 to 20000 mA"),
    },
    "ws2812": {
        "STRIP": (_is_int, "a GPIO number"),
        "STRIP_LEDS": (_between(1, 1000), "1 to 1000 LEDs"),
        "SEGMENT_LEDS": (_between(1, 1000), "1 to 1000 LEDs"),
        "ACK_LED": (_between(0, 999), "the number of a LED, from 0"),
        "ALARM_LED": (_between(0, 999), "the number of a LED, from 0"),
        "COLOUR_MA": (_between(1, 20_000), "1 to 20000 mA"),
    },
}
"""The same of the facts that a display needs."""

ITEMS: dict[str, Shape] = {
    "LINES": (
        _is_line,
        f"(name of pins, {'|'.join(DIRECTIONS)}, ''|up|down, ohms, level -1|0|1, what it is wired to)",
    ),
}
"""The same of each item of the facts that are tuples of any length."""

DISPLAY_ITEMS: dict[str, dict[str, Shape]] = {
    "max7219": {"MODULES": (_is_module, "(module column, module row, quarter turns 0 to 3)")},
    "ws2812": {
        "DIGITS": (_is_digit, f"(place 0 to {PLACES - 1}, its segments {SEGMENTS} in the strip's order)"),
        "BARS": (_is_bar, "(first LED, number of LEDs)"),
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
    is_file = name.endswith(".py") or "/" in name or "\\" in name
    if not is_file and name not in names():
        raise Unreadable(f"no board {name!r}: expected one of {', '.join(names())}, or a file")
    path = Path(name) if is_file else FOLDER / f"{name}.py"
    if not path.is_file():
        raise Unreadable(f"{name}: no such file")
    return facts_of(_load(path), path)


def _load(path: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location("board_under_check", path)
    if spec is None or spec.loader is None:
        raise Unreadable(f"{path}: expected a file named *.py")
    module = importlib.util.module_from_spec(spec)
    keeps_bytecode, sys.dont_write_bytecode = sys.dont_write_bytecode, True
    try:
        spec.loader.exec_module(module)
    except SyntaxError as error:
        raise Unreadable(f"{path}: line {error.lineno or '?'} is no Python: {error.msg}") from error
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # whatever a stranger's file does, SystemExit included
        said = " ".join(str(error).split())
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
    for name, (fits, expected) in {**DISPLAY_ITEMS.get(display, {}), **ITEMS}.items():
        _take(facts, module, name, _is_filled, f"a tuple of {expected}")
        for i, item in enumerate(facts.items(name)):
            if not fits(item):
                facts.faults.append((f"{name}[{i}]", f"{_short(item)}; expected {expected}"))
                facts.known.pop(name, None)
    return facts


def _take(facts: Facts, module: object, name: str, fits: Callable[[object], bool], expected: str) -> None:
    if not hasattr(module, name):
        facts.faults.append((name, f"missing; expected {expected}"))
        return
    value = getattr(module, name)
    if fits(value):
        facts.known[name] = value
    else:
        facts.faults.append((name, f"{_short(value)}; expected {expected}"))


def _is_filled(value: object) -> bool:
    return isinstance(value, tuple) and bool(value)


def _short(value: object, room: int = 60) -> str:
    try:
        text = " ".join(repr(value).split())
    except Exception:
        text = f"a {type(value).__name__}"
    return text if len(text) <= room else text[: room - 1] + "…"
