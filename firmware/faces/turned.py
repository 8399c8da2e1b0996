"""Modules that are mounted turned by quarters: only a board that has some takes this in."""

from compact import const

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from drivers.max7219 import Max7219

# Modules in a part.
_AT_ONCE = const(4)

_REVERSED = b"\x00\x08\x04\x0c\x02\x0a\x06\x0e\x01\x09\x05\x0d\x03\x0b\x07\x0f"
# Three bits, each into a byte of its own: eight rows of them shifted together are three columns.
_SPREAD = (0x0, 0x1, 0x100, 0x101, 0x10000, 0x10001, 0x10100, 0x10101)


class Turned:
    """`rows` are like those of the display, to be written as if no module were turned."""

    def __init__(self, display: "Max7219", modules: "Sequence[tuple[int, int, int]]") -> None:
        """`modules`: the third of each is its quarter turns clockwise."""
        self.rows = [bytearray(2 * len(modules)) for _ in range(8)]
        self._display = display
        self._modules = modules

    def turn(self, part: int) -> bool:
        """Copies a part of the modules to the display, turned back; parts from 0 on. Returns whether there are more."""
        first = part * _AT_ONCE
        for chip in range(first, min(first + _AT_ONCE, len(self._modules))):
            self._turn(chip)
        return first + _AT_ONCE < len(self._modules)

    def _turn(self, chip: int) -> None:
        """Copies a module's eight bytes to the display, turned back by its quarters."""
        at = self._display.at(chip)
        turn = self._modules[chip][2]
        dots = 0
        for y in range(8):
            if turn & 1:
                # Its rows are the columns of the picture, from right to left for one quarter.
                if y % 3 == 0:
                    dots = self._columns(at, y, turn)
                self._display.rows[y if turn == 1 else 7 - y][at] = dots >> y % 3 * 8 & 255
            elif turn:
                dots = self.rows[7 - y][at]
                self._display.rows[y][at] = _REVERSED[dots & 15] << 4 | _REVERSED[dots >> 4]
            else:
                self._display.rows[y][at] = self.rows[y][at]

    def _columns(self, at: int, first: int, turn: int) -> int:
        """Three columns of a module, a byte each, the right-most in the lowest; `first` is that one's bit."""
        dots = 0
        for y in range(8):
            dots = dots << 1 | _SPREAD[self.rows[y if turn == 1 else 7 - y][at] >> first & 7]
        return dots
