"""The MAX7219 chain: what is sent, what lights up."""

import pytest

from host_tools.twin.world import World
from tests.support.twin_scenes import Board, board_with

CHIPS = len(Board.MODULES)
DARK = ["." * 16] * 16


def lit_board() -> World:
    """All four chips in normal operation: no decoding, all digits scanned, nothing lit."""
    world = board_with()
    for register, data in ((0xC, 1), (0xB, 7), (0x9, 0)):
        world.app.send(*[(register, data)] * CHIPS)
    return world


def test_dark_at_power_up_and_after() -> None:
    world = board_with()
    assert world.dots() == DARK
    world.app.send(*[(1, 0xFF)] * CHIPS)
    assert world.dots() == DARK, "shut down"
    world.app.send(*[(0xC, 1)] * CHIPS)
    assert world.dots()[0] == "#" * 8 + "......" + ".#", "one digit is scanned"
    world.power_off()
    assert world.dots() == DARK


def test_the_first_word_goes_to_the_furthest_chip() -> None:
    world = lit_board()
    world.app.send((1, 4), (2, 3), (3, 2), (4, 1))
    assert [world.leds.register(chip, 4 - chip) for chip in range(CHIPS)] == [1, 2, 3, 4]


def test_a_short_write_moves_the_old_words_along() -> None:
    world = lit_board()
    world.app.send((1, 4), (1, 3), (1, 2), (1, 1))
    world.app.send((2, 9))
    assert [world.leds.register(chip, 1) for chip in range(CHIPS)] == [1, 1, 2, 3]
    assert [world.leds.register(chip, 2) for chip in range(CHIPS)] == [9, 0, 0, 0]


def test_a_long_write_keeps_the_last_words() -> None:
    world = lit_board()
    world.app.send((1, 99), (1, 4), (1, 3), (1, 2), (1, 1))
    assert [world.leds.register(chip, 1) for chip in range(CHIPS)] == [1, 2, 3, 4]


def test_only_the_rising_edge_of_cs_latches() -> None:
    world = lit_board()
    probe = world.app
    probe.cs.value(0)
    probe.spi.write(bytes((1, 7)) * CHIPS)
    assert world.leds.register(0, 1) == 0
    probe.cs.value(0)
    assert world.leds.register(0, 1) == 0
    probe.cs.value(1)
    assert world.leds.register(0, 1) == 7
    probe.spi.write(bytes((1, 8)) * CHIPS)
    probe.cs.value(1)
    assert world.leds.register(0, 1) == 7
    assert world.leds.stray_bytes == 2 * CHIPS


def test_no_op_and_unused_registers_change_nothing_seen() -> None:
    world = lit_board()
    world.app.send((0x11, 0x80), (0, 0xFF), (0xD, 0xFF), (0xE, 0xFF))
    assert world.dots() == [*DARK[:15], "." * 8 + "#" + "." * 7], "the upper half of a register's number is ignored"


@pytest.mark.parametrize(
    ("chip", "x", "y"),
    [(0, 0, 0), (1, 15, 0), (2, 7, 15), (3, 8, 15)],
    ids=["no turn", "a quarter clockwise", "half", "three quarters"],
)
def test_the_first_digit_and_its_point_are_the_corner_of_a_turned_module(chip: int, x: int, y: int) -> None:
    world = lit_board()
    world.app.send(*[(1, 0x80) if i == chip else (0, 0) for i in reversed(range(CHIPS))])
    assert [(x, y)] == [(i, j) for j in range(16) for i in range(16) if world.dots()[j][i] == "#"]


def test_digits_are_rows_from_the_top_bits_dots_from_the_left() -> None:
    world = lit_board()
    for digit in range(8):
        world.app.send((0, 0), (0, 0), (0, 0), (digit + 1, 0xFF >> digit))
    assert [row[:8] for row in world.dots()[:8]] == ["." * i + "#" * (8 - i) for i in range(8)]


def test_code_b_font() -> None:
    world = lit_board()
    probe = world.app
    probe.send((0, 0), (0, 0), (0, 0), (0x9, 0x01))
    shown = []
    for code in range(16):
        probe.send((0, 0), (0, 0), (0, 0), (1, code))
        probe.send((0, 0), (0, 0), (0, 0), (2, code))
        shown.append(world.leds.lit(0, 0))
        assert world.leds.lit(0, 1) == code, "digit 1 is not decoded"
    assert bytes(shown) == bytes.fromhex("7e306d7933 5b5f707f7b 014f370e67 00")
    probe.send((0, 0), (0, 0), (0, 0), (1, 0xF8))
    assert world.leds.lit(0, 0) == 0xFF, "the point passes by the decoder"


def test_test_mode_lights_all_even_when_shut_down() -> None:
    world = board_with()
    world.app.send((0, 0), (0, 0), (0, 0), (0xF, 1))
    assert [row[:8] for row in world.dots()[:8]] == ["#" * 8] * 8
    assert world.leds.lit(1, 0) == 0


def test_a_spike_spoils_one_chip() -> None:
    world = lit_board()
    before = bytes(world.leds.registers)
    world.spike(2)
    changed = {i // 16 for i in range(len(before)) if before[i] != world.leds.registers[i]}
    assert changed == {2}
    with pytest.raises(IndexError):
        world.spike(4)


def test_registers_outlast_a_reset() -> None:
    world = lit_board()
    world.app.machine.WDT(timeout=100)
    world.app.send((1, 1), (1, 1), (1, 1), (1, 1))
    world.run(200)
    assert world.app.machine.reset_cause() == world.app.machine.WDT_RESET
    assert world.leds.register(0, 1) == 1


def test_what_the_chip_does_not_understand() -> None:
    machine = board_with().app.machine
    sck, mosi = machine.Pin(Board.SCK), machine.Pin(Board.MOSI)
    for wrong in ({"phase": 1}, {"polarity": 1}, {"firstbit": 1}, {"baudrate": 20_000_000}):
        with pytest.raises(ValueError, match="MAX7219"):
            machine.SPI(2, sck=sck, mosi=mosi, miso=None, **wrong)
    with pytest.raises(TypeError, match="miso"):
        # Left out, the controller would take a pin of its own choice for it.
        machine.SPI(2, sck=sck, mosi=mosi)
