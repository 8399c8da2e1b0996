"""What `doctor` runs on the board: sent as text through the raw REPL, never installed.

Runs under MicroPython with the installed slot on its import path, whose drivers and board facts it uses.
"""

import gc
import os

from drivers.key_matrix import KeyMatrix

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

WATCHDOG_MS = 600_000
STEP_MS = 2
CAUSES = ("PWRON_RESET", "HARD_RESET", "WDT_RESET", "DEEPSLEEP_RESET", "SOFT_RESET")
TONE_HZ = 2400
LOUD = 32768


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
        "free": disk[0] * disk[3],
    }


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
        self.beams = [pin(gpio, pin.IN) for gpio in board.BEAMS]
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
            event = self.keys.next()
            while event >= 0:
                if event & 1:
                    pressed.append(event >> 1)
                event = self.keys.next()
            for i in range(len(self.beams)):
                seen = dark if self.beams[i].value() == self.board.BEAM_DARK else lit
                if i + 1 not in seen:
                    seen.append(i + 1)
            self.time.sleep_ms(STEP_MS)
        return pressed, dark, lit

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
        self.chain.show()

    def lights(self, first: int, count: int, colour: "tuple[int, int, int]") -> None:
        """Shows a colour on a stretch of the LED strip, and nothing on the rest."""
        for i in range(self.board.STRIP_LEDS):
            self.strip[i] = colour if first <= i < first + count else (0, 0, 0)
        self.strip.write()
