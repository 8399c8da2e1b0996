"""Puts a board together: the one module that knows everybody, on the device and in the twin alike."""

from drivers.beams import Beams
from drivers.buzzer import Buzzer
from drivers.keys import KeyMatrix
from scoreboard import texts
from scoreboard.app import Scoreboard
from scoreboard.files import FileSystem
from scoreboard.log import Log
from scoreboard.view import View
from supervisor import Device

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from scoreboard.app import Face

STEP_US = 2000
# Longest filter of the ESP32's pulse counter: 1023 cycles of 80 MHz.
FILTER_NS = 12_787
TONE_HZ = 2400


def build(machine: "Any", board: "Any", fs: "Any", neopixel: "Any" = None) -> Device:
    """A device made of `board`'s pins, which `machine` makes; `fs` has the methods of an unmounted VfsLfs2.

    `neopixel` is that module, for a board with a strip.
    """
    files = FileSystem(fs)
    log = Log(files)
    return Device(
        machine,
        log,
        lambda: _scoreboard(machine, board, files, log, neopixel),
        lambda: _show_safe_mode(machine, board, neopixel),
    )


def _scoreboard(machine: "Any", board: "Any", files: FileSystem, log: Log, neopixel: "Any") -> Scoreboard:
    pin = machine.Pin
    pin(board.EMITTERS, pin.OUT, value=1)
    rows = [pin(gpio, pin.OPEN_DRAIN, pin.PULL_UP, value=1) for gpio in board.ROWS]
    columns = [pin(gpio, pin.IN) for gpio in board.COLUMNS]
    beams = [pin(gpio, pin.IN) for gpio in board.BEAMS]
    return Scoreboard(
        KeyMatrix(rows, columns),
        Beams(beams, _counters(machine, board, beams), board.BEAM_DARK),
        _face(machine, board, neopixel),
        Buzzer(machine.PWM(pin(board.BUZZER), freq=TONE_HZ, duty_u16=0)),
        files,
        log,
    )


def _face(machine: "Any", board: "Any", neopixel: "Any") -> "Face":
    """Imports what the board's display needs, and only that: the other one would take memory."""
    return _segments(machine, board, neopixel) if board.DISPLAY == "ws2812" else _matrix(machine, board)


def _matrix(machine: "Any", board: "Any") -> "Face":
    from drivers.max7219 import Max7219, brightest
    from faces.matrix import MOST_DOTS, MatrixFace

    pin = machine.Pin
    spi = machine.SPI(board.SPI_ID, baudrate=board.SPI_BAUD, sck=pin(board.SCK), mosi=pin(board.MOSI))
    chips = len(board.MODULES)
    limit = brightest(MOST_DOTS, board.SUPPLY_MA - board.OTHER_MA - chips * board.IDLE_MA, board.DOT_MA)
    display = Max7219(spi, pin(board.CS, pin.OUT, value=1), chips)
    return MatrixFace(display, board.WIDTH, board.HEIGHT, board.MODULES, limit)


def _segments(machine: "Any", board: "Any", neopixel: "Any") -> "Face":
    from drivers.ws2812 import Ws2812, most
    from faces.segments import COLOURS, SegmentFace

    leds = board.STRIP_LEDS
    limit = most(leds, COLOURS, board.SUPPLY_MA - board.OTHER_MA, board.COLOUR_MA, board.IDLE_MA)
    strip = Ws2812(neopixel.NeoPixel(machine.Pin(board.STRIP), leds), COLOURS, limit)
    return SegmentFace(strip, board.DIGITS, board.SEGMENT_LEDS, board.BARS, board.ACK_LED, board.ALARM_LED)


def _counters(machine: "Any", board: "Any", beams: "list[Any]") -> "list[Any]":
    """A counter of edges into the dark for each beam that has a unit; none where the firmware has no Counter."""
    counter = getattr(machine, "Counter", None)
    if counter is None:
        return []
    edge = counter.RISING if board.BEAM_DARK else counter.FALLING
    return [counter(unit, beams[unit], edge=edge, filter_ns=FILTER_NS) for unit in range(board.COUNTERS)]


def _show_safe_mode(machine: "Any", board: "Any", neopixel: "Any") -> None:
    """In English: the settings, which know the language, may be what failed."""
    view = View()
    view.alarm = True
    view.prompt = "safe-mode"
    head, foot = texts.lines("en", "safe-mode")
    view.show_text(head, foot, 0)
    view.version += 1
    _face(machine, board, neopixel).draw(view, 0)


def run(machine: "Any", board: "Any", fs: "Any", time: "Any", neopixel: "Any" = None) -> None:
    """Runs the board, a step every 2 ms, for ever; in safe mode it returns, and leaves the REPL open."""
    device = build(machine, board, fs, neopixel)
    due = time.ticks_us()
    while device.scoreboard:
        device.step(time.ticks_ms())
        due = time.ticks_add(due, STEP_US)
        rest = time.ticks_diff(due, time.ticks_us())
        if rest > 0:
            time.sleep_us(rest)
        else:
            due = time.ticks_us()
