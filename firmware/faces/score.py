"""A score on one side of a matrix board."""

from compact import WHOLE

from . import digits
from .line import Line

LARGEST = 999

# The row below a score: nothing, the striker's bar, the winner's dashes in two phases.
BAR, DASHES = 1, 2
_MARKS = (0, 0xFFFFF, 0x33333, 0xCCCCC)


class Score:
    """A score on 24 columns: three bytes in each of 16 rows, redrawn when what it shows changes.

    Large digits stand in cells, so that they do not move when the number changes: the last two 8 dots apart and, for
    the usual number, within one byte each.
    """

    def __init__(self, area: int, height: int, low: int) -> None:
        """The score has `area` columns; the right-most is bit `low` of 24, which is 0 for the score at the right."""
        self.planes = (bytearray(16), bytearray(16), bytearray(16))
        a, b, c = self.planes
        # Two digits have a margin of one dot to the edge of the board.
        self._tens, self._units, self._spare = (a, b, c) if low else (b, c, a)
        self._cells = digits.cells(0 if low else 1) if height > 8 and area >= 20 else []
        self._area = area
        self._low = low
        self._bottom = height - 1
        self._shown = -1
        self._line = Line()
        self._rows = [0] * 16

    def draw(self, value: int, lit: bool, mark: int) -> None:
        """Draws a number, or the room for it while it blinks, and its mark."""
        value = max(-LARGEST, min(LARGEST, value))
        shown = (value + LARGEST) << 3 | lit << 2 | mark
        if shown == self._shown:
            return
        self._shown = shown
        area = self._area
        low = self._low
        if self._cells and -100 < value < 200:
            if -9 <= value <= 99:
                area = 17
                low = low and 7
            self._draw_large(value)
        else:
            self._draw_small(value)
        a, b, c = self.planes
        if not lit:
            for y in range(self._bottom):
                a[y] = b[y] = c[y] = 0
        bar = (_MARKS[mark] & ((1 << area) - 1)) << low
        bottom = self._bottom
        a[bottom] = bar >> 16
        b[bottom] = bar >> 8 & 255
        c[bottom] = bar & 255

    def _draw_large(self, value: int) -> None:
        cells = self._cells
        size = abs(value)
        units = cells[size % 10]
        if -9 <= value < 0 or 10 <= value <= 99:
            self._tens[WHOLE] = cells[size // 10 if value > 0 else digits.MINUS]
            self._units[WHOLE] = units
            self._spare[WHOLE] = cells[digits.BLANK]
            return
        if 0 <= value <= 9:
            # In the middle between the places of two digits.
            low = 12 if self._low else 5
            tens = hundreds = cells[digits.BLANK]
        else:
            low = self._low
            tens = cells[size // 10 % 10]
            hundreds = cells[1 if value > 0 else digits.MINUS]
        # In its cell the 1 has an empty column to its right.
        narrow = 1 if value > 0 else 0
        margin = 0 if self._low else 1
        a, b, c = self.planes
        for y in range(digits.HEIGHT):
            dots = (hundreds[y] >> narrow << 16 | tens[y] << 8 | units[y]) << low >> margin
            a[y] = dots >> 16
            b[y] = dots >> 8 & 255
            c[y] = dots & 255

    def _draw_small(self, value: int) -> None:
        """Draws a number in the text font, twice as high where there is room."""
        line = self._line
        rows = self._rows
        line.read_number(value, self._area < 20)
        line.fit(self._area)
        line.paint(rows, 0, self._low + ((self._area - line.width) >> 1))
        a, b, c = self.planes
        high = 1 if self._bottom > 7 else 0
        for y in range(7 << high):
            dots = rows[y >> high]
            a[y] = dots >> 16
            b[y] = dots >> 8 & 255
            c[y] = dots & 255
