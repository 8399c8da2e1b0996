"""Beams and key matrix alone on the twin's board, and scripts of what happens to them. On CPython and MicroPython.

A script has one verb a line; only `wait` lets time pass, all else happens at the present moment or is due from it on:
`wait MS`; `pulse POCKET US LENGTH_US`: the beam is dark for so long, beginning so much later; `sleep MS`: Python stands
still; `down NAME`, `up NAME`: a key. What stands behind it is for the reader.
"""

from board import devkitc
from drivers.beams import Beams
from drivers.key_matrix import KeyMatrix
from host_tools.sim.verbs import KEYS
from host_tools.twin.world import World

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

# Longest filter of the ESP32's pulse counter.
FILTER_NS = 12_787


def board(dark: int = devkitc.BEAM_DARK, counters: int = devkitc.COUNTERS) -> "Any":
    """The reference board with other beams."""

    class Board:
        pass

    for name in dir(devkitc):
        if name[:1] != "_":
            setattr(Board, name, getattr(devkitc, name))
    setattr(Board, "BEAM_DARK", dark)  # noqa: B010 - the class has no such names for mypy
    setattr(Board, "COUNTERS", counters)  # noqa: B010
    return Board


class Rig:
    """Both drivers, wired up as the wiring does. `beam_events`: (ms since power on, pocket, kind).
    `key_events`: (ms since power on, key, whether it is down).

    `dark` is what the driver believes, as the board's facts say where it is None. `parts` that run: beams, keys.
    """

    def __init__(
        self, facts: "Any" = devkitc, dark: "int | None" = None, diodes: bool = True, parts: str = "beams keys"
    ) -> None:
        self.beam_events: "list[tuple[int, int, int]]" = []
        self.key_events: "list[tuple[int, int, bool]]" = []
        self.taking = True
        self._with_beams = "beams" in parts
        self._with_keys = "keys" in parts
        self._dark = facts.BEAM_DARK if dark is None else dark
        self._sleeps_until_us = 0
        self.world = World(facts, build=self._build)
        self.world.diodes = diodes

    def _build(self, machine: "Any", facts: "Any", fs: "Any") -> "Rig":
        pin = machine.Pin
        pin(facts.EMITTERS, pin.OUT, value=1)
        pins = [pin(gpio, pin.IN) for gpio in facts.BEAMS]
        counters: "list[Any]" = [None] * len(pins)
        for i in range(facts.COUNTERS):
            edge = machine.Counter.RISING if self._dark else machine.Counter.FALLING
            counters[i] = machine.Counter(i, pins[i], edge=edge, filter_ns=FILTER_NS)
        self.beams = Beams(pins, counters, self._dark)
        rows = [pin(gpio, pin.OPEN_DRAIN, pin.PULL_UP, value=1) for gpio in facts.ROWS]
        self.keys = KeyMatrix(rows, [pin(gpio, pin.IN) for gpio in facts.COLUMNS])
        return self

    def step(self, now: int) -> None:
        """Steps both drivers, unless Python stands still."""
        if self.world.now_us < self._sleeps_until_us:
            return
        if self._with_beams:
            self.beams.step(now)
        if self._with_keys:
            self.keys.step(now)
        if self.taking:
            self.take()

    def take(self) -> None:
        """Takes all events that wait."""
        now = self.world.now_us // 1000
        beams, keys = self.beams, self.keys
        while beams.next():
            self.beam_events.append((now, beams.event_pocket, beams.event_kind))
        while keys.next():
            self.key_events.append((now, keys.event_key, keys.event_down))

    def do(self, line: str) -> None:
        """Does one line of a script."""
        words = line.split()
        verb, word = words[0], words[1]
        if verb == "wait":
            self.world.run(int(word))
        elif verb == "pulse":
            self.world.pulse(int(word), int(words[2]), int(words[3]))
        elif verb == "sleep":
            self._sleeps_until_us = self.world.now_us + int(word) * 1000
        elif verb == "down":
            self.world.down(KEYS.index(word))
        else:
            self.world.up(KEYS.index(word))

    def found(self, pocket: int) -> "list[int]":
        """The kinds of events of a beam so far."""
        return [kind for _, where, kind in self.beam_events if where == pocket]

    def pressed(self) -> "list[tuple[int, bool]]":
        """The key events so far, without their times."""
        return [(key, down) for _, key, down in self.key_events]


def play(lines: "list[str]", parts: str) -> Rig:
    """Runs a script from power on."""
    rig = Rig(parts=parts)
    rig.world.power_on()
    for line in lines:
        rig.do(line)
    return rig
