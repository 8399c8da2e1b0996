"""A chain of MAX7219 LED drivers, 8 x 8 dots each (tables as in Maxim's data sheet 19-4452)."""

import ticks
from compact import WHOLE, const

TYPE_CHECKING = False
if TYPE_CHECKING:
    from machine import SPI, Pin

# Registers (table 2) besides the digits, which are 1 to 8.
_DECODE = const(0x09)
_INTENSITY = const(0x0A)
_SCAN_LIMIT = const(0x0B)
_SHUTDOWN = const(0x0C)
_TEST = const(0x0F)
_NO_DECODE = const(0)  # table 4
_ALL_DIGITS = const(7)  # table 8
_NORMAL = const(1)  # table 3
BRIGHTEST = const(15)  # table 7

# The 13 registers take 0.52 s in turn, so that a flash erase of 0.4 s in between still leaves it below one second.
_REFRESH_MS = const(40)


class Max7219:
    """All chips of a chain, written at once: a message has the same register of each of them.

    `rows` are the messages for digit registers 1 to 8, as they go down the wire: `chips` pairs of address and data, the
    pair of the furthest chip first. `rows[d][at(chip)]` is the data byte of a chip, to be drawn into; nothing shows
    before `show`. Neither allocates, nor do `refresh` and `brightness`.
    """

    def __init__(self, spi: "SPI", cs: "Pin", chips: int) -> None:
        """Whatever state the chips are in, they are dark from here to the first `show`."""
        # Stored once: looking a method up without calling it makes an object.
        self._select = cs.value
        self._write = spi.write
        self._chips = chips
        self.rows = [self._message(digit, 0) for digit in range(1, 9)]
        # Address 0 is the no-op: nothing has been sent, so every row differs from `rows`.
        self._sent = [bytearray(2 * chips) for _ in range(8)]
        self._intensity = self._message(_INTENSITY, 0)
        self._power = self._message(_SHUTDOWN, 0)
        test = self._message(_TEST, 0)
        # The test mode overrides the shutdown (table 10), so it ends first; the shutdown ends when all else is right.
        self._cycle = [
            test,
            self._message(_DECODE, _NO_DECODE),
            self._message(_SCAN_LIMIT, _ALL_DIGITS),
            self._intensity,
        ]
        self._cycle += self._sent
        self._cycle.append(self._power)
        self._next = 0
        self._refreshed = 0
        cs.value(1)
        for message in (test, self._power, self._cycle[1], self._cycle[2], self._intensity):
            self._send(message)

    def at(self, chip: int) -> int:
        """Index in each of `rows` of the data byte of a chip; chip 0 is the one next to the controller."""
        return 2 * (self._chips - 1 - chip) + 1

    def show(self, digit: int) -> None:
        """Sends a row, 0 to 7, if it has changed since it was last sent; the first time the last row also turns the
        display on."""
        row = self.rows[digit]
        last = self._sent[digit]
        if row != last:
            self._send(row)
            last[WHOLE] = row
        if digit == 7 and not self._power[1]:
            self._fill(self._power, _NORMAL)
            self._send(self._power)

    def refresh(self, now_ms: int) -> None:
        """To be called every step: writes every register again, one each 40 ms, as a spike may have changed it."""
        if 0 <= ticks.diff(now_ms, self._refreshed) < _REFRESH_MS:
            return
        self._refreshed = now_ms
        self._send(self._cycle[self._next])
        self._next = (self._next + 1) % len(self._cycle)

    def brightness(self, level: int) -> None:
        """Sets the intensity, 0 to 15: a duty cycle of (2 * level + 1) / 32 (table 7). ValueError for another level."""
        if not 0 <= level <= BRIGHTEST:
            raise ValueError("brightness is 0 to 15")
        if level != self._intensity[1]:
            self._fill(self._intensity, level)
            self._send(self._intensity)

    def _message(self, register: int, data: int) -> bytearray:
        message = bytearray(2 * self._chips)
        for i in range(0, len(message), 2):
            message[i] = register
            message[i + 1] = data
        return message

    def _fill(self, message: bytearray, data: int) -> None:
        for i in range(1, len(message), 2):
            message[i] = data

    def _send(self, message: bytearray) -> None:
        # The chips take over what they hold at the rising edge of CS (table 1).
        self._select(0)
        self._write(message)
        self._select(1)


def brightest(dots: int, supply_ma: int, dot_ma: int) -> int:
    """The highest intensity at which `dots` lit dots take no more than `supply_ma`.

    `dot_ma`: what one takes, averaged over the scan, if it is lit all of its time; it is for (2 * level + 1) / 32 of it
    (table 7). ValueError if even the lowest intensity is too much.
    """
    level = (supply_ma * 32 // (dots * dot_ma) - 1) // 2
    if level < 0:
        raise ValueError("%d mA do not feed %d dots" % (supply_ma, dots))
    return min(level, BRIGHTEST)
