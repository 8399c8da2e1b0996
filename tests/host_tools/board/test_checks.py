"""Each fault that the checker knows, sown alone into a good board, is reported, and nothing else is."""

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from board import devkitc, devkitc_ws2812, esp32s3_devkitc1
from host_tools.board import checks, facts
from host_tools.board.chips import CHIPS

BOARDS: "dict[str, Any]" = {
    "devkitc": devkitc,
    "devkitc_ws2812": devkitc_ws2812,
    "esp32s3_devkitc1": esp32s3_devkitc1,
}
GONE = object()


def report(board: "Any", **changes: object) -> "list[checks.Finding]":
    """What the checker says of a copy of a board with other facts; GONE takes one out."""
    copy = SimpleNamespace(**{name: value for name, value in vars(board).items() if name.isupper()})
    for name, value in changes.items():
        if value is GONE:
            delattr(copy, name)
        else:
            setattr(copy, name, value)
    return checks.check(facts.facts_of(copy, Path("copy.py")))


def faults(board: "Any", **changes: object) -> "list[str]":
    return [str(finding) for finding in report(board, **changes) if finding.severity == checks.FAULT]


def notes(board: "Any", **changes: object) -> "list[str]":
    return [str(finding) for finding in report(board, **changes) if finding.severity == checks.NOTE]


def swap(pins: "tuple[int, ...]", new: int) -> "tuple[int, ...]":
    """The same pins with another for the first."""
    return (new,) + pins[1:]


def line(role: str, *wired: object, board: "Any" = devkitc) -> "tuple[object, ...]":
    """LINES with other values for what follows the name of one role; none takes it out."""
    if not wired:
        return tuple(item for item in board.LINES if item[0] != role)
    return tuple((role,) + wired + item[1 + len(wired) :] if item[0] == role else item for item in board.LINES)


def board_of(columns: int, rows: int) -> "dict[str, object]":
    """Another size, with the modules for it."""
    modules = tuple((column, row, 0) for row in range(rows) for column in range(columns))
    return {"WIDTH": 8 * columns, "HEIGHT": 8 * rows, "MODULES": modules}


@pytest.mark.parametrize("name", facts.names())
def test_the_boards_are_clean(name: str) -> None:
    board = facts.read(name)
    assert [str(finding) for finding in checks.check(board) if finding.severity == checks.FAULT] == []


def test_all_boards_are_under_test() -> None:
    assert sorted(BOARDS) == facts.names()


def test_every_fact_about_a_chip_has_its_source() -> None:
    for chip in CHIPS.values():
        for fact in chip.cautions + chip.straps:
            assert "Datasheet" in fact.source or "Errata" in fact.source or "Guide" in fact.source
            assert "“" in fact.source or "[" in fact.source


@pytest.mark.parametrize(
    "said, changes",
    [
        ("fault: GPIO 19: used twice, for COLUMNS 1 and EMITTERS", {"EMITTERS": 19}),
        ("fault: GPIO 19: used 3 times, for COLUMNS 1, EMITTERS and BUZZER", {"EMITTERS": 19, "BUZZER": 19}),
        ("fault: PSRAM: 'octal': there is no module with an ESP32 and such a PSRAM [", {"PSRAM": "octal"}),
        ("fault: GPIO 40 (BUZZER): no such pin: the ESP32 has GPIO 0 to 39", {"BUZZER": 40}),
        ("fault: GPIO -1 (BUZZER): no such pin", {"BUZZER": -1}),
        ("fault: GPIO 16 (ROWS 4), GPIO 17 (ROWS 5): on a module with PSRAM (WROVER)", {"PSRAM": "quad"}),
        ("fault: GPIO 36 (BUZZER): it can be an input only [ESP32 Series Datasheet, “Restrictions", {"BUZZER": 36}),
        # espressif/esp-idf#4585, micropython/micropython#5425: ghost edges.
        ("fault: GPIO 36 (COLUMNS 1): it is pulled low for 80 ns", {"COLUMNS": swap(devkitc.COLUMNS, 36)}),
        ("fault: GPIO 39 (BEAMS 1): it is pulled low for 80 ns", {"BEAMS": swap(devkitc.BEAMS, 39)}),
        # micropython/micropython#7374: PULL_UP on pins that have none.
        (
            "fault: GPIO 34 (BEAMS 1), GPIO 35 (BEAMS 2): it has no pull of its own: PULL_UP does nothing",
            {"LINES": line("BEAMS", "in", "up", 0)},
        ),
        # micropython/micropython#6149: GPIO 12 high at reset.
        (
            "fault: GPIO 12 (BUZZER): the pull-up works against the strap: high at reset, the flash gets 1.8 V instead"
            " of 3.3 V, and the chip does not start [ESP32 Series Datasheet, “Internal LDO",
            {"LINES": line("BUZZER", "out", "up", 10_000, -1)},
        ),
        ("fault: GPIO 12 (BUZZER): the pull-up works", {"LINES": line("BUZZER", "out", "up", 10_000, 1)}),
        ("fault: GPIO 2 (EMITTERS): the pull-up works", {"LINES": line("EMITTERS", "out", "up", 10_000, -1)}),
        ("fault: GPIO 5 (CS): the pull-down works", {"LINES": line("CS", "out", "down", 10_000, -1)}),
        ("fault: GPIO 15 (MOSI): the pull-down works", {"LINES": line("MOSI", "out", "down", 10_000)}),
        ("fault: GPIO 0 (CS): the pull-down works", {"CS": 0, "LINES": line("CS", "out", "down", 10_000, -1)}),
        ("fault: LINES: says nowhere how CS is wired", {"LINES": line("CS")}),
        ("fault: LINES: says more than once how CS is wired", {"LINES": devkitc.LINES + devkitc.LINES[-1:]}),
        (
            "fault: LINES: says how STRIP is wired, which this display has not",
            {"LINES": devkitc.LINES + (("STRIP", "out", "", 0, -1, "strip"),)},
        ),
        ("fault: ROWS: wired as 'out', but the firmware makes it 'open-drain'", {"LINES": line("ROWS", "out")}),
        ("fault: COLUMNS: wired as 'out'", {"LINES": line("COLUMNS", "out")}),
        ("fault: SCK: wants the chip's own pull", {"LINES": line("SCK", "out", "down", 0, -1)}),
        ("fault: COLUMNS: wants the chip's own pull", {"LINES": line("COLUMNS", "in", "up", 0)}),
        ("fault: SCK: 470 ohms pull neither up nor down", {"LINES": line("SCK", "out", "", 470, -1)}),
        ("fault: EMITTERS: is to be low while the chip starts", {"LINES": line("EMITTERS", "out", "", 0, 0)}),
        ("fault: COLUMNS: expected an external pull-up of 2200 to 22000", {"LINES": line("COLUMNS", "in", "", 0)}),
        ("fault: COLUMNS: expected an external pull-up", {"LINES": line("COLUMNS", "in", "down", 10_000)}),
        ("fault: COLUMNS: expected an external pull-up", {"LINES": line("COLUMNS", "in", "up", 47_000)}),
        ("fault: COLUMNS: expected an external pull-up", {"LINES": line("COLUMNS", "in", "up", 1_000)}),
        ("fault: ROWS: pulled down, but", {"LINES": line("ROWS", "open-drain", "down", 10_000)}),
        ("fault: ROWS: pulled down, but", {"LINES": line("ROWS", "open-drain", "down", 0)}),
        (
            "fault: ROWS: a pull-up of 220 ohms: expected 330 to 1000000",
            {"LINES": line("ROWS", "open-drain", "up", 220)},
        ),
        ("fault: BEAMS: a pull-up of 1 ohms", {"LINES": line("BEAMS", "in", "up", 1)}),
        ("fault: EMITTERS: a pull-down of 2000000 ohms", {"LINES": line("EMITTERS", "out", "down", 2_000_000)}),
        ("fault: CS: a pull-up of 1 ohms", {"LINES": line("CS", "out", "up", 1)}),
        ("fault: COUNTERS: 9; expected 0 to 6", {"COUNTERS": 9}),
        ("fault: COUNTED: 6 pockets for 5 counter units", {"COUNTERS": 5}),
        ("fault: COUNTED: counted twice: pocket 5", {"COUNTED": (1, 2, 3, 4, 5, 5)}),
        ("fault: COUNTED: no such pocket: 0 and 7; expected 1 to 6", {"COUNTED": (1, 0, 3, 4, 5, 7)}),
        ("fault: SPI_ID: no SPI 3: MicroPython has 1 and 2", {"SPI_ID": 3}),
        ("fault: SPI_BAUD: 20000000 Hz: a MAX7219 takes 10000000 at most [MAX7219", {"SPI_BAUD": 20_000_000}),
        (
            "fault: SPI_BAUD: 500000 Hz: a row of 16 modules takes 0.51 ms, longer than the beams bear: expected 0.5 ms"
            " at most, here 512000 Hz or more [MAX7219",
            {"SPI_BAUD": 500_000},
        ),
        ("fault: WIDTH: 60 dots: expected a multiple of 8", {"WIDTH": 60}),
        ("fault: WIDTH: 24 dots: expected a multiple of 8, the side of a module, and 32 or more", board_of(3, 2)),
        ("fault: HEIGHT: 15 dots: expected a multiple of 8", {"HEIGHT": 15}),
        ("fault: MODULES: more than one module at (0, 0)", {"MODULES": devkitc.MODULES + ((0, 0, 2),)}),
        ("fault: MODULES: outside of 64 x 16 dots: a module at (8, 1)", {"MODULES": devkitc.MODULES + ((8, 1, 0),)}),
        ("fault: MODULES: a gap in 64 x 16 dots: no module at (7, 1)", {"MODULES": devkitc.MODULES[:-1]}),
        (
            "fault: MODULES: a gap in 640 x 16 dots: no module at (8, 0), (9, 0), (10, 0), (11, 0), (12, 0), (13, 0)"
            " and 138 more (module column, module row)",
            {"WIDTH": 640},
        ),
        (
            "fault: SUPPLY_MA: 717 mA: the board takes 628 mA with nothing lit, and what is left does not do for 576"
            " dots lit, as many as ever are, even at the lowest brightness [MAX7219",
            {"SUPPLY_MA": 717},
        ),
        ("fault: BUZZER: 12.0; expected a GPIO number, a whole number", {"BUZZER": 12.0}),
        ("fault: ROWS[0]: 4.0; expected a GPIO number, a whole number", {"ROWS": (4.0,) + devkitc.ROWS[1:]}),
        ("fault: SPI_BAUD: 8000000.0; expected 1 to 80000000 Hz, a whole number", {"SPI_BAUD": 8e6}),
        ("fault: BUZZER: something of type int; expected a GPIO number", {"BUZZER": 10**5000}),
        (
            "fault: LINES[3]: 6 items, ('EMITTERS', 'out', 'down', 1000",
            {"LINES": line("EMITTERS", "out", "down", 10**400)},
        ),
    ],
)
def test_a_fault_on_the_reference_board(said: str, changes: "dict[str, object]") -> None:
    (fault,) = faults(devkitc, **changes)
    assert fault.startswith(said)


@pytest.mark.parametrize("gpio", [6, 7, 8, 9, 10, 11])
def test_pins_of_the_flash(gpio: int) -> None:
    (fault,) = faults(devkitc, BUZZER=gpio)
    assert fault.startswith(f"fault: GPIO {gpio} (BUZZER): the flash hangs on it")


@pytest.mark.parametrize("gpio", [20, 24, 28, 29, 30, 31])
def test_pins_that_are_not_there(gpio: int) -> None:
    (fault,) = faults(devkitc, BUZZER=gpio)
    assert fault.startswith(f"fault: GPIO {gpio} (BUZZER): the module has no such pin")


@pytest.mark.parametrize("gpio", [37, 38])
def test_pins_of_the_chip_that_the_module_hides(gpio: int) -> None:
    (fault,) = faults(devkitc, BEAMS=swap(devkitc.BEAMS, gpio))
    assert fault.startswith(f"fault: GPIO {gpio} (BEAMS 1): the module has no such pin")


@pytest.mark.parametrize("gpio", [1, 3])
def test_pins_of_the_console(gpio: int) -> None:
    (fault,) = faults(devkitc, BUZZER=gpio)
    assert fault.startswith(f"fault: GPIO {gpio} (BUZZER): UART0")


@pytest.mark.parametrize("gpio, role", [(0, "BUZZER"), (2, "EMITTERS"), (5, "CS"), (12, "BUZZER"), (15, "MOSI")])
@pytest.mark.parametrize("sensed", ["ROWS", "COLUMNS", "BEAMS"])
def test_a_strap_is_for_no_key_and_no_beam_that_it_matters_to(gpio: int, role: str, sensed: str) -> None:
    pins = getattr(devkitc, sensed)
    # The two change places; as the first beam's pin cannot drive anything, the second one's goes.
    free = pins[0] if sensed != "BEAMS" else pins[2]
    changed = tuple(gpio if pin == free else pin for pin in pins)
    (found,) = [
        finding
        for finding in report(devkitc, **{sensed: changed, role: free})
        if finding.about == f"GPIO {gpio} ({sensed} {1 + changed.index(gpio)})" and "a strap, and " in finding.text
    ]
    assert found.severity == (checks.NOTE if sensed == "BEAMS" and gpio in (5, 15) else checks.FAULT)
    assert len(faults(devkitc, **{sensed: changed, role: free})) == (found.severity == checks.FAULT)


@pytest.mark.parametrize(
    "gpio, severity", [(0, checks.FAULT), (3, checks.NOTE), (45, checks.FAULT), (46, checks.FAULT)]
)
def test_a_beam_on_a_strap_of_the_s3(gpio: int, severity: str) -> None:
    beams = swap(esp32s3_devkitc1.BEAMS, gpio)
    (found,) = [finding for finding in report(esp32s3_devkitc1, BEAMS=beams) if "and the beam " in finding.text]
    assert (found.severity, found.about) == (severity, f"GPIO {gpio} (BEAMS 1)")


@pytest.mark.parametrize("wired", [("", 0, -1), ("up", 10_000, -1), ("up", 10_000, 1), ("down", 10_000, 0)])
@pytest.mark.parametrize("role", ["EMITTERS", "BUZZER"])
@pytest.mark.parametrize("board, gpio", [(devkitc, 0), (devkitc, 5), (devkitc, 15), (esp32s3_devkitc1, 0)])
def test_no_transistor_keeps_a_strap_high(board: "Any", gpio: int, role: str, wired: "tuple[object, ...]") -> None:
    changes = {name: getattr(board, role) for name in ("CS", "MOSI") if getattr(board, name) == gpio}
    # The line that takes the pin in exchange is wired so that it leaves that strap alone.
    lines = tuple((item[0], "out", "", 0, -1, "x") if item[0] in changes else item for item in board.LINES)
    lines = tuple((role, "out", *wired, "x") if item[0] == role else item for item in lines)
    (fault,) = faults(board, **{**changes, role: gpio, "LINES": lines})
    assert fault.startswith(f"fault: GPIO {gpio} ({role}): a strap, and the base of a transistor keeps it at 0.8 V")


@pytest.mark.parametrize("board", [devkitc, esp32s3_devkitc1])
def test_what_hangs_on_gpio_0(board: "Any") -> None:
    changes = {"CS": 0}
    assert faults(board, **changes) == []
    assert any(
        note.startswith("note: GPIO 0 (CS): the BOOT key and the automatic reset") for note in notes(board, **changes)
    )


def test_a_level_against_a_strap_that_nothing_makes_either() -> None:
    against, unheld = sorted(faults(devkitc, LINES=line("BUZZER", "out", "", 0, 1)))
    assert against.startswith("fault: BUZZER: is to be high while the chip starts, but no external pull-up")
    assert unheld.startswith("fault: GPIO 12 (BUZZER): wanted at a level that is against the strap")


@pytest.mark.parametrize(
    "said, changes",
    [
        ("fault: GPIO 49 (BUZZER): no such pin: the ESP32-S3 has GPIO 0 to 48", {"BUZZER": 49}),
        ("fault: GPIO 22 (BUZZER): the chip has no such pin", {"BUZZER": 22}),
        ("fault: GPIO 26 (BUZZER): the flash hangs on it", {"BUZZER": 26}),
        ("fault: GPIO 33 (BUZZER): the module has no such pin", {"BUZZER": 33}),
        ("fault: GPIO 37 (BUZZER): on a module with octal PSRAM", {"BUZZER": 37}),
        ("fault: GPIO 19 (BUZZER): USB", {"BUZZER": 19}),
        ("fault: GPIO 43 (BUZZER): UART0", {"BUZZER": 43}),
        ("fault: GPIO 3 (COLUMNS 1): a strap", {"COLUMNS": swap(esp32s3_devkitc1.COLUMNS, 3)}),
        ("fault: GPIO 45 (COLUMNS 1): a strap", {"COLUMNS": swap(esp32s3_devkitc1.COLUMNS, 45)}),
        ("fault: GPIO 45 (CS): the pull-up works against the strap: high at reset, the flash gets 1.8 V", {"CS": 45}),
        ("fault: GPIO 46 (CS): the pull-up works against the strap", {"CS": 46}),
        ("fault: COUNTERS: 6 counter units: the ESP32-S3 has 4 [", {"COUNTERS": 6, "COUNTED": (1, 2, 3, 4, 5, 6)}),
    ],
)
def test_a_fault_on_the_esp32_s3(said: str, changes: "dict[str, object]") -> None:
    (fault,) = faults(esp32s3_devkitc1, **changes)
    assert fault.startswith(said)


@pytest.mark.parametrize(
    "said, changes",
    [
        ("fault: STRIP_LEDS: 101 LEDs: to send more than 100", {"STRIP_LEDS": 101}),
        ("fault: STRIP_LEDS: used twice: LED 0", {"ACK_LED": 0}),
        ("fault: STRIP_LEDS: LED 94 is used: the strap", {"ACK_LED": 94}),
        ("fault: DIGITS: expected places 0 to 5", {"DIGITS": devkitc_ws2812.DIGITS[:-1] + ((0, "GBAFEDC"),)}),
        (
            "fault: DIGITS[0]: (6, 'GBAFEDC'); expected (place",
            {"DIGITS": ((6, "GBAFEDC"),) + devkitc_ws2812.DIGITS[1:]},
        ),
        ("fault: DIGITS: 5 items, ((0, 'GBAFEDC'), (1", {"DIGITS": devkitc_ws2812.DIGITS[:5]}),
        ("fault: BARS: ((84, 4),); expected a tuple of 2, each item (first LED", {"BARS": devkitc_ws2812.BARS[:1]}),
        (
            "fault: BARS[0]: (84, 0); expected (first LED 0 to 999, number of LEDs 1 to 1000), all whole numbers",
            {"BARS": ((84, 0), (88, 4))},
        ),
        (
            "fault: SUPPLY_MA: 594 mA: the board takes 594 mA with nothing lit, and what is left does not do for 94",
            {"SUPPLY_MA": 594},
        ),
    ],
)
def test_a_fault_on_a_board_of_ws2812(said: str, changes: "dict[str, object]") -> None:
    (fault,) = faults(devkitc_ws2812, **changes)
    assert fault.startswith(said.replace("strap", "strip"))


@pytest.mark.parametrize("board", BOARDS.values(), ids=BOARDS)
def test_a_missing_fact_is_one_fault(board: "Any") -> None:
    names = [name for name in vars(board) if name.isupper()]
    assert len(names) > 20
    for name in names:
        (fault,) = faults(board, **{name: GONE})
        assert fault.startswith(f"fault: {name}: missing; expected ")


@pytest.mark.parametrize("wrong", [None, object(), 1.5, "", (), ("x",), [4, 13], True, -7, {}, b"", ((0, 0),), 10**30])
@pytest.mark.parametrize("board", BOARDS.values(), ids=BOARDS)
def test_a_fact_of_the_wrong_kind_is_one_line(board: "Any", wrong: object) -> None:
    for name in [name for name in vars(board) if name.isupper()]:
        if (name, wrong) in (("PSRAM", ""), ("COUNTED", ())) or (wrong == -7 and isinstance(getattr(board, name), int)):
            continue
        found = faults(board, **{name: wrong})
        assert found
        if not isinstance(wrong, int) or isinstance(wrong, bool):
            assert [fault for fault in found if fault.startswith(f"fault: {name}")] == found
        assert all("\n" not in fault and len(fault) < 300 for fault in found)


@pytest.mark.parametrize("sign", ["\n", "\t", "\x1b[31m", "\x00", "\u2028", "\ud800"])
def test_a_text_that_is_more_than_a_line(sign: str) -> None:
    for changes in ({"NAME": "a" + sign}, {"LINES": line("CS", "out", "up", 10_000, 1, "a" + sign)}):
        (fault,) = faults(devkitc, **changes)
        assert fault.isprintable()
        assert fault.endswith("a text in one line, without control signs" + (")" if "LINES" in changes else ""))


def test_the_slowest_bus() -> None:
    assert faults(devkitc, SPI_BAUD=512_000) == []


def test_an_unknown_chip() -> None:
    (fault,) = faults(devkitc, CHIP="esp8266")
    assert fault == "fault: CHIP: 'esp8266'; expected one of 'esp32', 'esp32s3'"


def test_everything_is_said_at_once() -> None:
    found = faults(devkitc, BUZZER=6, EMITTERS=19, SPI_BAUD=20_000_000, NAME="", MODULES=devkitc.MODULES[1:])
    assert len(found) == 5


BAD_LINE = (("CS", "output", "up", 10_000, 1, "x"),)


@pytest.mark.parametrize(
    "board, changes, abouts",
    [
        (devkitc, {"LINES": line("CS") + BAD_LINE, "BUZZER": 5, "CS": 12}, ["GPIO 5 (BUZZER)", "LINES[7]"]),
        (devkitc, {"LINES": line("ROWS", "out", board=devkitc)[:-1] + BAD_LINE}, ["LINES[7]", "ROWS"]),
        (
            devkitc,
            {"CHIP": "esp8266", "BUZZER": 4, "COUNTED": (1, 1, 7), "SPI_BAUD": 20_000_000},
            ["CHIP", "COUNTED", "COUNTED", "COUNTED", "GPIO 4", "SPI_BAUD"],
        ),
        (devkitc, {"COUNTERS": 9, "COUNTED": (1, 1)}, ["COUNTED", "COUNTERS"]),
        (devkitc, {"ROWS": devkitc.ROWS + (6,)}, ["GPIO 6 (ROWS 6)", "ROWS"]),
        (devkitc, {"COLUMNS": (19, "x", 22, 23, 6)}, ["COLUMNS[1]", "GPIO 6 (COLUMNS 5)"]),
        (devkitc, {"BEAMS": (36, 35)}, ["BEAMS", "GPIO 36 (BEAMS 1)"]),
        (devkitc, {"MODULES": ((0, 0, 4), (1, 0, 0), (1, 0, 0))}, ["MODULES", "MODULES", "MODULES[0]"]),
        (devkitc, {"MODULES": ((0, 0, 4),) + devkitc.MODULES[1:] + ((9, 0, 0),)}, ["MODULES", "MODULES[0]"]),
        (devkitc_ws2812, {"ACK_LED": -1, "STRIP_LEDS": 300}, ["ACK_LED", "STRIP_LEDS"]),
        (devkitc_ws2812, {"STRIP_LEDS": 0, "ALARM_LED": 92}, ["STRIP_LEDS", "STRIP_LEDS"]),
        (devkitc_ws2812, {"SEGMENT_LEDS": 0, "BARS": ((84, 5), (88, 9))}, ["SEGMENT_LEDS", "STRIP_LEDS", "STRIP_LEDS"]),
        (
            devkitc_ws2812,
            {"BARS": ((84, 0), (88, 9)), "DIGITS": devkitc_ws2812.DIGITS[:1] * 2},
            ["BARS[0]", "DIGITS", "DIGITS", "STRIP_LEDS", "STRIP_LEDS"],
        ),
    ],
)
def test_a_fault_hides_no_other(board: "Any", changes: "dict[str, object]", abouts: "list[str]") -> None:
    found = [finding for finding in report(board, **changes) if finding.severity == checks.FAULT]
    assert sorted(finding.about for finding in found) == abouts


def test_a_strap_whose_wiring_is_unknown_is_not_called_right() -> None:
    for lines in (line("CS"), line("CS", "output"), GONE):
        assert not any("GPIO 5 (CS)" in note for note in notes(devkitc, LINES=lines))


@pytest.mark.parametrize(
    "board, changes, said",
    [
        (devkitc, {}, ""),
        (
            devkitc,
            {"SUPPLY_MA": 2000},
            "note: SUPPLY_MA: 2000 mA: at full brightness the board would take 3508 mA with 576 dots lit, as many as"
            " ever are; the firmware stops at brightness 7 of 15 [MAX7219",
        ),
        (devkitc, {"SUPPLY_MA": 718}, "note: SUPPLY_MA: 718 mA: at full brightness the board would take 3508 mA"),
        (devkitc_ws2812, {"SUPPLY_MA": 4000}, ""),
        (
            devkitc_ws2812,
            {},
            "note: SUPPLY_MA: 3000 mA: at full brightness the board would take 3285 mA with 94 LEDs in the strongest"
            " colour; the firmware stops at brightness 227 of 255 [WS2812B",
        ),
    ],
)
def test_where_the_firmware_stops(board: "Any", changes: "dict[str, object]", said: str) -> None:
    found = [note for note in notes(board, **changes) if "SUPPLY_MA" in note]
    assert len(found) == bool(said)
    assert all(note.startswith(said) for note in found)


def test_what_is_worth_knowing_of_the_reference_board() -> None:
    said = notes(devkitc)
    for strap in ("GPIO 2 (EMITTERS)", "GPIO 5 (CS)", "GPIO 12 (BUZZER)", "GPIO 15 (MOSI)"):
        assert any(note.startswith(f"note: {strap}: a strap, ") for note in said)
    assert any("JTAG" in note for note in said)
    assert any("WROVER" in note for note in said)
    assert all(note.endswith("]") for note in said)


def test_the_s3_counts_four_pockets() -> None:
    (note,) = [note for note in notes(esp32s3_devkitc1) if "COUNTED" in note]
    assert "the middle pockets 2 and 5, which are sampled only" in note


@pytest.mark.parametrize("gpio, said", [(38, "RGB LED"), (48, "RGB LED"), (47, "1.8 V"), (40, "JTAG"), (3, "a strap")])
def test_other_notes_on_the_s3(gpio: int, said: str) -> None:
    assert faults(esp32s3_devkitc1, BUZZER=gpio) == []
    assert any(f"GPIO {gpio} (BUZZER)" in note and said in note for note in notes(esp32s3_devkitc1, BUZZER=gpio))
