"""Makes the parts of a board from its facts: the one module that knows everybody."""

from compact import const
from drivers.beams import Beams
from drivers.buzzer import Buzzer
from drivers.key_matrix import KeyMatrix
from scoreboard.app import Scoreboard
from scoreboard.view import View

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from scoreboard.app import Face, NewTest
    from storage.files import FileSystem
    from storage.log import Log

# All that is read of a board's module; a build takes along these facts and no others.
FACTS = (
    ("DISPLAY", "ROWS", "COLUMNS", "BEAMS", "BEAM_DARK", "COUNTED", "EMITTERS", "BUZZER")
    + ("SPI_ID", "SPI_BAUD", "SCK", "MOSI", "CS", "WIDTH", "HEIGHT", "MODULES")
    + ("STRIP", "STRIP_LEDS", "DIGITS", "SEGMENT_LEDS", "BARS", "ACK_LED", "ALARM_LED")
    + ("SUPPLY_MA", "OTHER_MA", "IDLE_MA", "DOT_MA", "COLOUR_MA")
)

# Longest filter of the ESP32's pulse counter: 1023 cycles of 80 MHz.
_FILTER_NS = const(12_787)
_TONE_HZ = const(2400)


def scoreboard(
    machine: "Any", board: "Any", files: "FileSystem", log: "Log", neopixel: "Any", self_test: "NewTest"
) -> Scoreboard:
    """The application with all its drivers."""
    pin = machine.Pin
    emitters = pin(board.EMITTERS, pin.OUT, value=0)
    face = _face(machine, board, neopixel)
    rows = [pin(gpio, pin.OPEN_DRAIN, pin.PULL_UP, value=1) for gpio in board.ROWS]
    columns = [pin(gpio, pin.IN) for gpio in board.COLUMNS]
    pins = [pin(gpio, pin.IN) for gpio in board.BEAMS]
    # The emitters have been off for a while: a receiver that sees light all the same is none to trust.
    deaf = [i + 1 for i in range(len(pins)) if pins[i].value() != board.BEAM_DARK]
    emitters.value(1)
    beams = Beams(pins, _counters(machine, board, pins), board.BEAM_DARK)
    for pocket in deaf:
        beams.fail(pocket)
    return Scoreboard(
        KeyMatrix(rows, columns),
        beams,
        face,
        Buzzer(machine.PWM(pin(board.BUZZER), freq=_TONE_HZ, duty_u16=0)),
        files,
        log,
        emitters,
        self_test,
    )


def _face(machine: "Any", board: "Any", neopixel: "Any") -> "Face":
    """Imports what the board's display needs, and only that: the other one would take memory."""
    return _segments(machine, board, neopixel) if board.DISPLAY == "ws2812" else _matrix(machine, board)


def _matrix(machine: "Any", board: "Any") -> "Face":
    from drivers.max7219 import Max7219, brightest
    from faces.geometry import most_dots
    from faces.matrix import MatrixFace

    pin = machine.Pin
    # Left out, miso would be a pin of the port's own choice, which a beam or the panel may have.
    spi = machine.SPI(board.SPI_ID, baudrate=board.SPI_BAUD, sck=pin(board.SCK), mosi=pin(board.MOSI), miso=None)
    chips = len(board.MODULES)
    dots = most_dots(board.WIDTH, board.HEIGHT)
    limit = brightest(dots, board.SUPPLY_MA - board.OTHER_MA - chips * board.IDLE_MA, board.DOT_MA)
    display = Max7219(spi, pin(board.CS, pin.OUT, value=1), chips)
    return MatrixFace(display, board.WIDTH, board.HEIGHT, board.MODULES, limit)


def _segments(machine: "Any", board: "Any", neopixel: "Any") -> "Face":
    from drivers.ws2812 import Ws2812, most
    from faces.segments import COLOURS, SegmentFace

    leds = board.STRIP_LEDS
    limit = most(leds, COLOURS, board.SUPPLY_MA - board.OTHER_MA, board.COLOUR_MA, board.IDLE_MA)
    strip = Ws2812(neopixel.NeoPixel(machine.Pin(board.STRIP), leds), COLOURS, limit)
    return SegmentFace(strip, board.DIGITS, board.SEGMENT_LEDS, board.BARS, board.ACK_LED, board.ALARM_LED)


def _counters(machine: "Any", board: "Any", pins: "list[Any]") -> "list[Any]":
    """For each beam a counter of edges into the dark, or None: the chip has too few, or the firmware has no Counter."""
    counters: "list[Any]" = [None] * len(pins)
    counter = getattr(machine, "Counter", None)
    if counter:
        edge = counter.RISING if board.BEAM_DARK else counter.FALLING
        for unit, pocket in enumerate(board.COUNTED):
            counters[pocket - 1] = counter(unit, pins[pocket - 1], edge=edge, filter_ns=_FILTER_NS)
    return counters


def show_safe_mode(machine: "Any", board: "Any", neopixel: "Any") -> None:
    """Safe mode on the display, in English: the settings, which know the language, may be what failed."""
    view = View()
    view.alarm = True
    view.sign = "safe-mode"
    view.show_text("SAFE", "MODE", 0)
    view.version += 1
    _face(machine, board, neopixel).draw(view, 0)
