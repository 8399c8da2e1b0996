"""What `doctor` runs on the board: sent as text through the raw REPL, never installed.

Runs under MicroPython with the installed slot on its import path, whose drivers and board facts it uses.
"""

import gc
import os

from drivers.beams import Beams
from drivers.key_matrix import KeyMatrix

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

WATCHDOG_MS = 600_000
STEP_MS = 2
CAUSES = ("PWRON_RESET", "HARD_RESET", "WDT_RESET", "DEEPSLEEP_RESET", "SOFT_RESET")
TONE_HZ = 2400
LOUD = 32768
# Longest filter of the ESP32's pulse counter.
FILTER_NS = 12_787


def about(machine: "Any") -> "dict[str, object]":
    """What the owner, or whoever helps, wants to know of the controller. Sizes in bytes."""
    gc.collect()
    cause = machine.reset_cause()
    disk = os.statvfs("/")
    return {
        "cause": [name for name in CAUSES if getattr(machine, name, None) == cause],
        "id": bytes(machine.unique_id()),
        "heap": gc.mem_free(),  # type: ignore[attr-defined]
        "flash": disk[0] * disk[2],
        # littlefs can count more used blocks than there are: then it tells of billions that are free.
        "free": disk[0] * disk[3] if disk[3] <= disk[2] else 0,
    }


def beams(machine: "Any", board: "Any") -> "tuple[list[Any], list[Any]]":
    """Pins of the receivers and, as far as the chip has some, counters of their edges into the dark."""
    pins = [machine.Pin(gpio, machine.Pin.IN) for gpio in board.BEAMS]
    counters: "list[Any]" = [None] * len(pins)
    counter = getattr(machine, "Counter", None)
    if counter:
        edge = counter.RISING if board.BEAM_DARK else counter.FALLING
        for unit, pocket in enumerate(board.COUNTED):
            counters[pocket - 1] = counter(unit, pins[pocket - 1], edge=edge, filter_ns=FILTER_NS)
    return pins, counters


class Bench:
    """The board's hardware, with nothing of the game: keys and beams to look at, LEDs and buzzer to set."""

    def __init__(self, machine: "Any", board: "Any", time: "Any") -> None:
        pin = machine.Pin
        self.board = board
        self.time = time
        self.watchdog = machine.WDT(timeout=WATCHDOG_MS)
        self.emitters = pin(board.EMITTERS, pin.OUT, value=1)
        rows = [pin(gpio, pin.OPEN_DRAIN, pin.PULL_UP, value=1) for gpio in board.ROWS]
        self.keys = KeyMatrix(rows, [pin(gpio, pin.IN) for gpio in board.COLUMNS])
        self.beams = Beams(*beams(machine, board), board.BEAM_DARK)
        self.buzzer = machine.PWM(pin(board.BUZZER), freq=TONE_HZ, duty_u16=0)
        if board.DISPLAY == "ws2812":
            self.strip = __import__("neopixel").NeoPixel(pin(board.STRIP), board.STRIP_LEDS)
        else:
            from drivers.max7219 import Max7219

            spi = machine.SPI(
                board.SPI_ID, baudrate=board.SPI_BAUD, sck=pin(board.SCK), mosi=pin(board.MOSI), miso=None
            )
            self.chain = Max7219(spi, pin(board.CS, pin.OUT, value=1), len(board.MODULES))

    def look(self, ms: int) -> "tuple[list[int], list[int], list[int]]":
        """Watches for that long: keys that went down, beams that were dark meanwhile, beams that were lit meanwhile."""
        self.watchdog.feed()
        pressed: "list[int]" = []
        dark: "list[int]" = []
        lit: "list[int]" = []
        for _ in range(ms // STEP_MS):
            self.keys.step(self.time.ticks_ms())
            while self.keys.next():
                if self.keys.event_down:
                    pressed.append(self.keys.event_key)
            self.beams.step(self.time.ticks_ms())
            while self.beams.next():
                pass
            for pocket in range(1, self.beams.pockets + 1):
                seen = dark if self.beams.is_dark(pocket) else lit
                if pocket not in seen:
                    seen.append(pocket)
            self.time.sleep_ms(STEP_MS)
        return pressed, dark, lit

    def noise(self) -> "tuple[list[int], int]":
        """Since the bench was made: how often each beam was dark for too short a time for a ball while it was watched,
        and how many events of keys and beams came too fast to be taken."""
        spikes = [self.beams.spikes(pocket) for pocket in range(1, self.beams.pockets + 1)]
        return spikes, self.beams.lost() + self.keys.lost()

    def emit(self, on: int) -> None:
        """Switches all emitters."""
        self.emitters.value(on)

    def sound(self, on: int) -> None:
        """Switches the buzzer."""
        self.buzzer.duty_u16(LOUD if on else 0)

    def module(self, chip: int, rows: bytes) -> None:
        """Shows eight rows, in its own order, on one LED module, and nothing on the others."""
        for digit in range(8):
            for other in range(len(self.board.MODULES)):
                self.chain.rows[digit][self.chain.at(other)] = rows[digit] if other == chip else 0
        for digit in range(8):
            self.chain.show(digit)

    def lights(self, first: int, count: int, colour: "tuple[int, int, int]") -> None:
        """Shows a colour on a stretch of the LED strip, and nothing on the rest."""
        for i in range(self.board.STRIP_LEDS):
            self.strip[i] = colour if first <= i < first + count else (0, 0, 0)
        self.strip.write()
