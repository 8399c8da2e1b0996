"""The board and what happens to it: a world whose time moves only when told. On CPython and MicroPython alike."""

from host_tools.twin.file_system import mount
from host_tools.twin.flash_chip import Flash, PowerLost
from host_tools.twin.key_switches import Matrix
from host_tools.twin.led_chips import Max7219Chain
from host_tools.twin.machine import Machine, Reset, Rtc, Wdt
from host_tools.twin.timeline import NEVER
from host_tools.twin.waveforms import Beam

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

STEP_US = 2000
STRIP = "ws2812"
# An ESP32 with 4 MB of flash has a file system of 2 MB.
BLOCKS = 512
TICKS_MASK = (1 << 30) - 1


class World:
    """A board with new flash, its power off. `board` is a module of facts; `build(machine, board, fs)`, wiring.build
    where it is not given, makes the firmware's object, which has a method `step(now_ms)`; for a board with a strip it
    gets the module `neopixel` as well.

    Public, to look at: `now_us` since the world began; `step_count`; `powered`; `app` (None while nothing runs);
    `machine`, `leds` (Max7219Chain or Strip), `beams`, `matrix`, `flash`, `fs`.
    """

    def __init__(self, board: "Any", blocks: int = BLOCKS, build: "Callable[..., Any] | None" = None) -> None:
        self.board = board
        self.now_us = 0
        self.step_count = 0
        self.powered = False
        self.app: "Any" = None
        self.machine: "Machine | None" = None
        self.fs: "Any" = None
        self.rtc = Rtc()
        self.flash = Flash(blocks)
        self.leds: "Any" = _display(board)
        self.matrix = Matrix(len(board.ROWS), len(board.COLUMNS))
        self.beams = [Beam() for _ in board.BEAMS]
        self._build = build
        self._starting = 0
        self._wdt: "Wdt | None" = None
        self._step_us = 0
        self._due_us = 0
        self._ticks_at_start = 0
        self._start_us = 0

    # The power

    def power_on(self) -> None:
        """Starts the board; the first step is done and no time has passed."""
        if self.powered:
            return
        self.powered = True
        self.rtc = Rtc()
        self.leds.power(True)
        self._starting = Machine.PWRON_RESET
        self._step_us = self.now_us
        self.run(0)

    def power_off(self) -> None:
        """Pulls the plug."""
        self.powered = False
        self.leds.power(False)
        self._halt()

    def cut(self, n: int, part: "float | int" = 0.5) -> None:
        """The power goes in the n-th flash operation from now, with `part` of it done (see Flash.cut)."""
        self.flash.cut(n, part)

    def set_clock(self, ms: int) -> None:
        """Where the tick counter begins at the next power_on or reset; after that one at 0 again."""
        self._ticks_at_start = ms

    # Time

    @property
    def now_ms(self) -> int:
        """The processor's tick counter, 0 to 2**30 - 1."""
        return (self.now_us - self._start_us) // 1000 & TICKS_MASK

    def run(self, ms: int) -> None:
        """Time passes, with a step each 2 ms while there is power. What the firmware raises comes through."""
        end_us = self.now_us + ms * 1000
        while self.powered and self._step_us <= end_us:
            try:
                if self._starting:
                    self._start()
                else:
                    self._steps(end_us)
            except PowerLost:
                self.power_off()
            except Reset as reset:
                self._halt()
                self._starting = reset.cause
                self._step_us = self.now_us + STEP_US
        self._pass_to(end_us)

    def stall(self, ms: int) -> None:
        """Python stands still while time passes, and does one step afterwards, unless the watchdog bites before."""
        end_us = self.now_us + ms * 1000
        if self.powered:
            bites_us = self._wdt.due_us if self._wdt else NEVER
            self._step_us = max(self.now_us, min(bites_us, end_us))
            self.run((self._step_us - self.now_us) // 1000)
        self.run((end_us - self.now_us) // 1000)

    # What people and balls do

    def down(self, key: int) -> None:
        """Closes the switch of key 0 to 24 (row * 5 + column), with bounce. IndexError for no such key."""
        self.matrix.move(key, True, self.now_us)
        self._due_us = 0

    def up(self, key: int) -> None:
        """Opens a switch, with bounce."""
        self.matrix.move(key, False, self.now_us)
        self._due_us = 0

    def ball(self, pocket: int, m_per_s: float = 2.0) -> None:
        """A ball falls through the beam of pocket 1 to 6 from now on: dark for 55 mm of its way. Behind one that is not
        through yet it follows after 13 mm of light. ValueError: speed not above 0. IndexError: no such pocket."""
        if not m_per_s > 0:
            raise ValueError("speed")
        self._beam(pocket).ball(self.now_us, m_per_s)

    def beam(self, pocket: int, dark: bool) -> None:
        """Holds a beam dark, or no longer."""
        self._beam(pocket).hold(dark, self.now_us)

    def pulse(self, pocket: int, start_us: int, length_us: int) -> None:
        """A beam is dark for `length_us`, beginning `start_us` from now."""
        self._beam(pocket).cover(self.now_us + start_us, self.now_us + start_us + length_us)

    def spike(self, chip: int) -> None:
        """What an LED chip holds turns to nonsense. IndexError for no such chip."""
        self.leds.spike(chip)

    @property
    def diodes(self) -> bool:
        """Whether the panel has its diodes."""
        return self.matrix.diodes

    @diodes.setter
    def diodes(self, fitted: bool) -> None:
        self.matrix.diodes = fitted

    # What there is to see and to hear

    def dots(self) -> "list[str]":
        """The lit dots: a row each, `#` and `.`."""
        dots: "list[str]" = self.leds.dots(self.board.WIDTH, self.board.HEIGHT)
        return dots

    def pixels(self) -> "list[tuple[int, int, int]]":
        """What the LEDs of a strip shine: red, green, blue, 0 to 255. AttributeError where there is no strip."""
        pixels: "list[tuple[int, int, int]]" = self.leds.pixels()
        return pixels

    @property
    def tone(self) -> int:
        """What the buzzer sounds, in hertz; 0 is silence."""
        return self.machine.tone if self.machine else 0

    def log_ops(self) -> "list[tuple[str, int, int, int]]":
        """Begins a log of flash operations (see Flash) and gives it."""
        self.flash.log = []
        return self.flash.log

    # For the machine

    def watch(self, wdt: Wdt) -> None:
        """From now on this watchdog counts."""
        self._wdt = wdt
        self._due_us = 0

    def _beam(self, pocket: int) -> Beam:
        if not 1 <= pocket <= len(self.beams):
            raise IndexError("pocket")
        self._due_us = 0
        return self.beams[pocket - 1]

    def _start(self) -> None:
        """The processor starts: its pins float, the firmware is built and does its first step."""
        self._pass_to(self._step_us)
        self._start_us = self.now_us - self._ticks_at_start * 1000
        self._ticks_at_start = 0
        self.machine = Machine(self, self._starting)
        self.fs = mount(self.flash)
        build = self._build or _wiring()
        if getattr(self.board, "DISPLAY", "") == STRIP:
            from host_tools.twin.strip import Neopixel

            self.app = build(self.machine, self.board, self.fs, Neopixel(self))
        else:
            self.app = build(self.machine, self.board, self.fs)
        self._starting = 0
        self._steps(self.now_us)

    def _halt(self) -> None:
        """The processor is no more. What it drove floats, the LED chips keep what they have."""
        self.flash.power_off()
        if self.fs:
            self.fs.abandon()
        self.app = self.machine = self.fs = self._wdt = None
        for row in range(len(self.board.ROWS)):
            self.matrix.drive(row, False)
        self.leds.select(1)
        for beam in self.beams:
            beam.counter = None
            beam.light(False, self.now_us)

    def _steps(self, end_us: int) -> None:
        """Steps until `end_us`. Here the time goes, so nothing is done and nothing allocated that need not be."""
        flash, app = self.flash, self.app
        while self._step_us <= end_us:
            self.now_us = now_us = self._step_us
            self._step_us = now_us + STEP_US
            if now_us >= self._due_us:
                self._settle()
                if self._wdt and self._wdt.due_us <= now_us:
                    raise Reset(Machine.WDT_RESET)
            self.step_count += 1
            app.step((now_us - self._start_us) // 1000 & TICKS_MASK)
            if flash.bus is None:
                # Somebody has caught PowerLost all the same.
                raise PowerLost

    def _pass_to(self, now_us: int) -> None:
        self.now_us = now_us
        if now_us >= self._due_us:
            self._settle()

    def _settle(self) -> None:
        """Lets happen what is due by now, and finds out when there will be something next."""
        now_us = self.now_us
        self.matrix.advance(now_us)
        due_us = self.matrix.bounces.next_us
        for beam in self.beams:
            beam.advance(now_us)
            due_us = min(due_us, beam.events.next_us)
        if self._wdt:
            due_us = min(due_us, self._wdt.due_us)
        self._due_us = due_us


def _display(board: "Any") -> "Any":
    if getattr(board, "DISPLAY", "") == STRIP:
        from host_tools.twin.strip import Strip

        return Strip(board.STRIP_LEDS)
    return Max7219Chain(board.MODULES)


def _wiring() -> "Callable[..., Any]":
    from device.wiring import build

    return build
