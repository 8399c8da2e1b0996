"""The driver of the MAX7219 chain, by what arrives in the chips' registers."""

import pytest

from drivers.max7219 import Max7219, brightest

DECODE, INTENSITY, SCAN_LIMIT, SHUTDOWN, TEST = 9, 10, 11, 12, 15
CHIPS = 16


class Chain:
    """The select pin and the bus in one; keeps every message, and asks `watch` after each."""

    def __init__(self, chips: int = CHIPS) -> None:
        self.registers = [[0] * 16 for _ in range(chips)]
        self.messages: "list[bytes]" = []
        self.levels: "list[int]" = []
        self._held = b""
        self.lit_while_starting = 0

    def value(self, level: int) -> None:
        self.levels.append(level)
        if level and self._held:
            self.messages.append(self._held)
            for i in range(len(self.registers)):
                address, data = self._held[len(self._held) - 2 * i - 2 :][:2]
                if address:
                    self.registers[i][address] = data
            self.lit_while_starting += self.lit()
        self._held = b""

    def write(self, message: bytearray) -> None:
        assert self.levels[-1] == 0, "selected"
        self._held += bytes(message)

    def lit(self) -> int:
        """How many chips light anything."""
        return sum(
            1 for r in self.registers if r[TEST] & 1 or (r[SHUTDOWN] & 1 and any(r[1 : 2 + (r[SCAN_LIMIT] & 7)]))
        )


def driver(chain: Chain) -> Max7219:
    return Max7219(chain, chain, len(chain.registers))


def draw(display: Max7219, chip: int, digit: int, dots: int) -> None:
    display.rows[digit][display.at(chip)] = dots


def show(display: Max7219) -> None:
    for digit in range(8):
        display.show(digit)


def right(registers: "list[int]", digits: "list[int]", intensity: int = 0) -> bool:
    return registers[1:13] + [registers[TEST]] == [*digits, 0, intensity, 7, 1, 0]


@pytest.mark.parametrize("garbage", [0x00, 0xFF, 0xA5])
def test_start_up_shows_nothing_but_what_is_drawn(garbage: int) -> None:
    """Whatever the chips hold: dark after the first message, and lit only by the last of the first show."""
    chain = Chain()
    for registers in chain.registers:
        registers[1:] = [garbage] * 15
    display = driver(chain)
    assert chain.messages[0] == bytes([TEST, 0] * CHIPS)
    assert chain.messages[1] == bytes([SHUTDOWN, 0] * CHIPS)
    assert chain.lit() == 0
    chain.lit_while_starting = 0
    draw(display, 3, 2, 0x81)
    for now in range(0, 900, 2):
        display.refresh(now)
    assert chain.lit_while_starting == 0, "not before the first picture is complete"
    show(display)
    assert chain.messages[-1] == bytes([SHUTDOWN, 1] * CHIPS)
    assert chain.lit_while_starting == 1
    for chip in range(CHIPS):
        digits = [0] * 8
        if chip == 3:
            digits[2] = 0x81
        assert right(chain.registers[chip], digits)


def test_only_changed_rows_are_sent() -> None:
    chain = Chain()
    display = driver(chain)
    show(display)
    chain.messages.clear()
    chain.levels.clear()
    show(display)
    assert chain.messages == []
    draw(display, 0, 7, 1)
    draw(display, 15, 7, 2)
    draw(display, 5, 0, 255)
    show(display)
    assert chain.levels == [0, 1, 0, 1]
    assert chain.messages == [bytes([1, 0] * 10 + [1, 255] + [1, 0] * 5), bytes([8, 2] + [8, 0] * 14 + [8, 1])]
    draw(display, 5, 0, 0)
    draw(display, 5, 0, 255)
    show(display)
    assert len(chain.messages) == 2, "what is the same again is not sent"


def test_a_full_board_is_the_least_the_chip_allows() -> None:
    chain = Chain()
    display = driver(chain)
    show(display)
    chain.messages.clear()
    chain.levels.clear()
    for digit in range(8):
        draw(display, digit, digit, 0xFF)
    show(display)
    assert [len(message) for message in chain.messages] == [32] * 8
    assert len(chain.levels) == 16


@pytest.mark.parametrize("start", [0, 12_345, (1 << 30) - 500, (1 << 29) + 7])
def test_every_register_is_rewritten_within_a_second(start: int) -> None:
    """Also with Python standing still for 400 ms in between; what is not shown yet is not sent."""
    chain = Chain()
    display = driver(chain)
    display.brightness(9)
    for digit in range(8):
        draw(display, digit, digit, 0x18)
    show(display)
    pictures = [[0x18 if digit == chip else 0 for digit in range(8)] for chip in range(CHIPS)]
    draw(display, 1, 1, 0xFF)
    passed = 0
    for stall in (0, 0, 400, 0, 400):
        for chip in range(CHIPS):
            chain.registers[chip] = [0x5A + chip] * 16
        passed += stall
        for _ in range((990 - stall) // 2):
            sent = len(chain.messages)
            display.refresh((start + passed) & ((1 << 30) - 1))
            assert len(chain.messages) - sent <= 1, "a step stays short"
            passed += 2
        for chip in range(CHIPS):
            assert right(chain.registers[chip], pictures[chip], 9)


def test_refresh_changes_nothing_that_is_right() -> None:
    chain = Chain()
    display = driver(chain)
    draw(display, 0, 0, 0x3C)
    show(display)
    before = [list(registers) for registers in chain.registers]
    for now in range(0, 2000, 2):
        display.refresh(now)
        assert chain.registers == before
    assert 40 <= len(chain.messages) <= 70


def test_brightness() -> None:
    chain = Chain()
    display = driver(chain)
    for level in (0, 1, 15):
        display.brightness(level)
        assert {registers[INTENSITY] for registers in chain.registers} == {level}
    sent = len(chain.messages)
    display.brightness(15)
    assert len(chain.messages) == sent
    for level in (-1, 16):
        with pytest.raises(ValueError, match="0 to 15"):
            display.brightness(level)
    assert chain.registers[0][DECODE] == 0


@pytest.mark.parametrize("chips", [1, 4, 32])
def test_any_number_of_chips(chips: int) -> None:
    chain = Chain(chips)
    display = driver(chain)
    for chip in range(chips):
        draw(display, chip, 4, chip + 1)
    show(display)
    assert [registers[5] for registers in chain.registers] == [chip + 1 for chip in range(chips)]


def test_the_brightest_is_what_the_supply_bears() -> None:
    assert brightest(640, 100_000, 5) == 15
    for supply in (100, 101, 700, 1500, 2372, 3000):
        level = brightest(640, supply, 5)
        assert 640 * 5 * (2 * level + 1) / 32 <= supply < 640 * 5 * (2 * level + 3) / 32
    with pytest.raises(ValueError, match="99 mA do not feed 640 dots"):
        brightest(640, 99, 5)
