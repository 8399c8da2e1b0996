"""Weeks in which nothing happens, with each input in each state it can rest in. On CPython and MicroPython.

Steps are 2 ms apart for some seconds wherever all that is stored is half a turn of the tick count old, or a whole one,
and a minute apart in between: nothing moves there, and a driver has to bear late steps anyway.
"""

import ticks
from drivers.beams import Beams
from drivers.buzzer import Buzzer
from drivers.key_matrix import KeyMatrix
from drivers.max7219 import Max7219
from drivers.ws2812 import Ws2812
from scoreboard.dimmer import Dimmer

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

SIDE = 5
DARK = 1
LAST_TICK = 0x3FFFFFFF
HALF = 0x20000000
STEP_MS, LATE_MS = 2, 60_000
# Longer than any of the drivers' times but that of a stuck key.
CLOSE_MS = 3000
STUCK_MS = 20_000
NIGHT_MIN = 30
KINDS = ("fall", "unsure", "faulty", "obstructed", "clear", "hand")

LIT, DARKENED, FAULTY_LIT, FAULTY_DARK, DARK_FROM_START, UNCOUNTED_DARK = 1, 2, 3, 4, 5, 6
COUNTED_DARK = (DARKENED, FAULTY_DARK, DARK_FROM_START)
KEY_STUCK, KEY_FROM_START, KEY_UP = 7, 18, 24


class Pin:
    """A receiver, or a row of the panel."""

    def __init__(self) -> None:
        self.level = 0

    def value(self, level: "int | None" = None) -> int:
        if level is not None:
            self.level = level
        return self.level


class Column:
    """Reads low where a key is closed in a row that is low."""

    def __init__(self, rows: "list[Pin]", column: int) -> None:
        self._rows = rows
        self._column = column
        # A bit for each row.
        self.closed = 0

    def value(self) -> int:
        row = 0
        while row < SIDE:
            if self.closed >> row & 1 and not self._rows[row].level:
                return 0
            row += 1
        return 1


class Counter:
    """Counts what it is told."""

    def __init__(self) -> None:
        self.count = 0

    def value(self, new: "int | None" = None) -> int:
        count = self.count
        if new is not None:
            self.count = new
        return count


class Bus:
    """SPI, an LED strip and a PWM at once. `writes` so far, and whether it `sounds`."""

    def __init__(self) -> None:
        self.writes = 0
        self.sounds = False

    def write(self, data: object = None) -> None:
        self.writes += 1

    def __len__(self) -> int:
        return 1

    def __setitem__(self, i: int, colour: object) -> None:
        pass

    def freq(self, hertz: int) -> None:
        pass

    def duty_u16(self, duty: int) -> None:
        self.sounds = duty > 0


class Idler:
    """All drivers and the dimmer, and what hangs on them. `tick` makes a tick count of a number."""

    def __init__(self, start_ms: int, tick: "Callable[[int], int]" = int) -> None:
        self._now_ms = start_ms
        self._tick = tick
        self.pins: "list[Any]" = [Pin() for _ in range(6)]
        self.counters: "list[Any]" = [Counter() for _ in range(6)]
        self.counters[UNCOUNTED_DARK - 1] = None
        rows: "list[Any]" = [Pin() for _ in range(SIDE)]
        self.columns: "list[Any]" = [Column(rows, column) for column in range(SIDE)]
        self.pins[DARK_FROM_START - 1].level = DARK
        self.close(KEY_FROM_START)
        self.beams = Beams(self.pins, self.counters, DARK)
        self.keys = KeyMatrix(rows, self.columns)
        self.chips: "Any" = Bus()
        self.strip: "Any" = Bus()
        self.pwm: "Any" = Bus()
        self.buzzer = Buzzer(self.pwm)
        select: "Any" = Pin()
        self._max7219 = Max7219(self.chips, select, 1)
        self._ws2812 = Ws2812(self.strip, ((0, 0, 0),), 255)
        self._ws2812.take(0)
        self._ws2812.send()
        self._dimmer = Dimmer()

    def step(self) -> None:
        """One step of everything."""
        now_ms = self._tick(self._now_ms)
        self.keys.step(now_ms)
        self.beams.step(now_ms)
        self._dimmer.step(now_ms, NIGHT_MIN)
        self.buzzer.step(now_ms)
        self._max7219.refresh(now_ms)
        self._ws2812.refresh(now_ms)

    def pass_time(self, ms: int, step_ms: int = STEP_MS) -> None:
        """Steps for that long. Nothing is allocated here."""
        while ms > 0:
            self._now_ms = ticks.add(self._now_ms, step_ms)
            self.step()
            ms -= step_ms

    def darken(self, pocket: int) -> None:
        """An edge into the dark, which stays."""
        self.pins[pocket - 1].level = DARK
        if self.counters[pocket - 1]:
            self.counters[pocket - 1].count += 1

    def light(self, pocket: int) -> None:
        """Light again."""
        self.pins[pocket - 1].level = 1 - DARK

    def close(self, key: int) -> None:
        """A key goes down."""
        self.columns[key % SIDE].closed |= 1 << key // SIDE

    def open(self, key: int) -> None:
        """A key goes up."""
        self.columns[key % SIDE].closed &= ~(1 << key // SIDE)

    def events(self) -> str:
        """What the drivers have told since this was asked last."""
        told = []
        while self.beams.next():
            told.append("beam %d: %s" % (self.beams.event_pocket, KINDS[self.beams.event_kind]))
        while self.keys.next():
            told.append("key %d: %s" % (self.keys.event_key, "down" if self.keys.event_down else "up"))
        return ", ".join(told)

    def settle(self) -> None:
        """Brings each input to where it rests."""
        self.pass_time(CLOSE_MS)
        for _ in range(20):
            for pocket in (FAULTY_LIT, FAULTY_DARK):
                self.darken(pocket)
            self.pass_time(10)
            for pocket in (FAULTY_LIT, FAULTY_DARK):
                self.light(pocket)
            self.pass_time(10)
        for pocket in (DARKENED, FAULTY_DARK, UNCOUNTED_DARK):
            self.darken(pocket)
        self.close(KEY_STUCK)
        self.buzzer.won(self._tick(self._now_ms))
        self.pass_time(STUCK_MS + CLOSE_MS)

    def glitch(self) -> None:
        """Light that no sample sees, in each beam that is dark and counted."""
        for pocket in COUNTED_DARK:
            self.darken(pocket)
        self.pass_time(CLOSE_MS)

    def state(self) -> str:
        """What is to be known of all inputs without an event."""
        beams = [
            "%d%s%s" % (i, " dark" if self.beams.is_dark(i) else "", " faulty" if self.beams.is_faulty(i) else "")
            for i in range(1, 7)
        ]
        return "%s; stuck %d; %s; %s" % (
            ", ".join(beams),
            self.keys.stuck(),
            "night" if self._dimmer.dim else "day",
            "sounds" if self.pwm.sounds else "silent",
        )

    def end(self) -> None:
        """All inputs come back, and act as ever."""
        for pocket in range(1, 7):
            self.light(pocket)
        self.open(KEY_STUCK)
        self.open(KEY_FROM_START)
        self.pass_time(CLOSE_MS)

    def act(self) -> None:
        """A ball through each beam, and a press of each key that rested."""
        for pocket in range(1, 7):
            self.darken(pocket)
        for key in (KEY_STUCK, KEY_FROM_START, KEY_UP):
            self.close(key)
        self.pass_time(40)
        for pocket in range(1, 7):
            self.light(pocket)
        for key in (KEY_STUCK, KEY_FROM_START, KEY_UP):
            self.open(key)
        self.pass_time(40)


def _nothing() -> int:
    return 0


try:
    # Bytes allocated so far, frames that are too big for the C stack among them.
    from micropython import mem_total as allocated
except ImportError:
    try:
        # Not every MicroPython has that; this one knows nothing of frames.
        from gc import mem_alloc as allocated  # type: ignore[attr-defined]
    except ImportError:
        allocated = _nothing


def idle(start_ms: int, tick: "Callable[[int], int]" = int) -> "list[str]":
    """Idles from a tick count on for one turn of it and a half. What was told, how it stood, how often LEDs were
    refreshed in 3 s and what was allocated, line by line."""
    idler = Idler(start_ms, tick)
    idler.settle()
    lines = [idler.events(), idler.state()]
    for _ in range(3):
        before = allocated()
        idler.pass_time((HALF - 2 * CLOSE_MS) // LATE_MS * LATE_MS, LATE_MS)
        idler.pass_time(HALF % LATE_MS + CLOSE_MS)
        chips, strip = idler.chips.writes, idler.strip.writes
        idler.pass_time(CLOSE_MS)
        chips, strip = idler.chips.writes - chips, idler.strip.writes - strip
        idler.glitch()
        bytes_more = allocated() - before
        lines.append("%s; refreshed %d %d; %d bytes" % (idler.state(), chips, strip, bytes_more))
        lines.append(idler.events())
    lines.append("spikes %s" % [idler.beams.spikes(pocket) for pocket in range(1, 7)])
    idler.end()
    lines.append(idler.events())
    idler.act()
    lines.append(idler.events())
    return lines


def hold() -> "list[str]":
    """The two states that last for seconds only: a key held before it is stuck, a beam dark before it is obstructed."""
    idler = Idler(LAST_TICK - CLOSE_MS)
    idler.pass_time(CLOSE_MS // 2)
    idler.close(KEY_UP)
    idler.darken(LIT)
    idler.pass_time(100)
    before = allocated()
    idler.pass_time(1500)
    bytes_more = allocated() - before
    lines = ["%s; %d bytes" % (idler.state(), bytes_more)]
    before = allocated()
    idler.pass_time(15_000)
    bytes_more = allocated() - before
    lines.append("%s; %d bytes" % (idler.state(), bytes_more))
    lines.append(idler.events())
    return lines


def chatter() -> str:
    """A cable that chatters at 10 kHz: what the counter is left with, and the spikes."""
    idler = Idler(0)
    idler.settle()
    counter = idler.counters[LIT - 1]
    for _ in range(2000):
        counter.count += 20
        idler.pass_time(STEP_MS)
    return "%d, %d" % (counter.count, idler.beams.spikes(LIT))
