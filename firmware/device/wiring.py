"""Puts a board together: the one module that knows everybody, on the device and in the twin alike."""

from device.supervisor import Device, reset_cause
from drivers.beams import Beams
from drivers.buzzer import Buzzer
from drivers.key_matrix import KeyMatrix
from scoreboard import texts
from scoreboard.app import Scoreboard
from scoreboard.view import View
from storage.files import FileSystem
from storage.log import Log

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from scoreboard.app import Face
    from scoreboard.selftest import SelfTest

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
        Buzzer(machine.PWM(pin(board.BUZZER), freq=TONE_HZ, duty_u16=0)),
        files,
        log,
        lambda: _self_test(machine, beams, emitters, files),
    )


def _self_test(machine: "Any", beams: Beams, emitters: "Any", files: FileSystem) -> "SelfTest":
    """Imported when it is wanted: it takes memory that a game can use."""
    from scoreboard.selftest import SelfTest, facts

    return SelfTest(beams, emitters, facts(reset_cause(machine), files.free()))


def _face(machine: "Any", board: "Any", neopixel: "Any") -> "Face":
    """Imports what the board's display needs, and only that: the other one would take memory."""
    return _segments(machine, board, neopixel) if board.DISPLAY == "ws2812" else _matrix(machine, board)


def _matrix(machine: "Any", board: "Any") -> "Face":
    from drivers.max7219 import Max7219, brightest
    from faces.matrix import MatrixFace, most_dots

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
            counters[pocket - 1] = counter(unit, pins[pocket - 1], edge=edge, filter_ns=FILTER_NS)
    return counters


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
    # Steps come in the middle of even milliseconds, so that a little jitter does not make 3 ms of 2.
    due = time.ticks_us() // STEP_US * STEP_US + STEP_US // 2
    try:
        while device.scoreboard:
            device.step(time.ticks_ms() & ~1)
            rest = -1
            while rest < 0:
                due = time.ticks_add(due, STEP_US)
                rest = time.ticks_diff(due, time.ticks_us())
            time.sleep_us(rest)
    finally:
        # After Ctrl-C: a tool on the computer wants the board, and starts it again afterwards.
        device.save()
