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
        ("fault: GPIO 0 (BUZZER): the pull-down works against the strap: low at reset, the chip waits", {"BUZZER": 0}),
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
        ("fault: COUNTERS: 9; expected 0 to 6", {"COUNTERS": 9}),
        ("fault: COUNTED: 6 pockets for 5 counter units", {"COUNTERS": 5}),
        ("fault: COUNTED: counted twice: pocket 5", {"COUNTED": (1, 2, 3, 4, 5, 5)}),
        ("fault: COUNTED: no such pocket: 0, 7", {"COUNTED": (1, 0, 3, 4, 5, 7)}),
        ("fault: SPI_ID: no SPI 3: MicroPython has 1 and 2", {"SPI_ID": 3}),
        ("fault: SPI_BAUD: 20000000 Hz: a MAX7219 takes 10000000 at most [MAX7219", {"SPI_BAUD": 20_000_000}),
        ("fault: WIDTH: 60 dots: expected a multiple of 8", {"WIDTH": 60}),
        ("fault: HEIGHT: 15 dots: expected a multiple of 8", {"HEIGHT": 15}),
        ("fault: MODULES: more than one module at (0, 0)", {"MODULES": devkitc.MODULES + ((0, 0, 2),)}),
        ("fault: MODULES: outside of 64 x 16 dots: a module at (8, 1)", {"MODULES": devkitc.MODULES + ((8, 1, 0),)}),
        ("fault: MODULES: a gap in 64 x 16 dots: no module at (7, 1)", {"MODULES": devkitc.MODULES[:-1]}),
        ("fault: SUPPLY_MA: 700 mA: even at the lowest brightness the board takes 793 mA", {"SUPPLY_MA": 700}),
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
def test_a_strap_is_for_no_key_and_no_beam(gpio: int, role: str, sensed: str) -> None:
    pins = getattr(devkitc, sensed)
    # The two change places; as the first beam's pin cannot drive anything, the second one's goes.
    free = pins[0] if sensed != "BEAMS" else pins[2]
    changed = tuple(gpio if pin == free else pin for pin in pins)
    found = faults(devkitc, **{sensed: changed, role: free})
    assert len(found) == 1
    assert found[0].startswith(f"fault: GPIO {gpio} ({sensed} {1 + changed.index(gpio)}): a strap, and ")


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
        ("fault: GPIO 0 (BUZZER): the pull-down works against the strap", {"BUZZER": 0}),
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
        ("fault: DIGITS[0]: (6, 'GBAFEDC'); expected (place", {"DIGITS": ((6, "GBAFEDC"),)}),
        ("fault: BARS: 1 bars: expected two", {"BARS": devkitc_ws2812.BARS[:1]}),
        ("fault: SUPPLY_MA: 500 mA: even at the lowest brightness", {"SUPPLY_MA": 500}),
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


def test_an_unknown_chip() -> None:
    (fault,) = faults(devkitc, CHIP="esp8266")
    assert fault == "fault: CHIP: 'esp8266'; expected one of 'esp32', 'esp32s3'"


def test_everything_is_said_at_once() -> None:
    found = faults(devkitc, BUZZER=6, EMITTERS=19, SPI_BAUD=20_000_000, NAME="", MODULES=devkitc.MODULES[1:])
    assert len(found) == 5


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
