"""A score on one side of a matrix board."""

from compact import const

from .glyphs import DIGITS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .line import Line

_LARGEST = const(999)
_NOTHING = const(4000)  # no number that is shown
_HEIGHT = const(14)
_MINUS = const(10)
_BLANK = const(11)

# The row below a score: nothing, the striker's bar, the winner's dashes in two phases.
BAR = const(1)
DASHES = const(2)
_MARKS = (0, 0xFFFFF, 0x33333, 0xCCCCC)


class Score:
    """A score on 24 columns: `rows` from the top, redrawn when what it shows changes, the right-most dot in bit 0.

    Large digits stand in cells 8 dots apart, so that they do not move when the number changes.
    """

    def __init__(self, line: "Line", area: int, height: int, low: int) -> None:
        """The score has `area` columns; the right-most is bit `low`, which is 0 for the score at the right.

        What is not drawn in large digits is drawn with the help of `line`, of which one does for all.
        """
        self.rows = [0] * 16
        self._large = height > 8 and area >= 20
        self._area = area
        self._low = low
        self._bottom = height - 1
        self._shown = _NOTHING
        self._line = line

    def draw(self, value: int, mark: int) -> None:
        """Draws a number and its mark."""
        value = max(-_LARGEST, min(_LARGEST, value))
        if value != self._shown:
            self._shown = value
            for y in range(self._bottom):
                self.rows[y] = 0
            if self._large and -100 < value < 200:
                self._draw_large(value)
            else:
                self._draw_small(value)
        self._draw_mark(mark, value)

    def _draw_mark(self, mark: int, value: int) -> None:
        area, low = self._area, self._low
        if self._large and -9 <= value <= 99:
            area = 17
            low = low and 7
        self.rows[self._bottom] = (_MARKS[mark] & (1 << area) - 1) << low

    def _draw_large(self, value: int) -> None:
        size = abs(value)
        tens = size // 10 % 10 if size > 9 else _MINUS if value < 0 else _BLANK
        # Two digits have a margin of one dot to the edge, one digit stands between their places, three have no margin.
        low = 8 if self._low else 1
        if value > 99 or value < -9:
            low = self._low
            _place(self.rows, tens, size % 10, low)
            # In its cell the 1 has an empty column to its right.
            _place(self.rows, 1 if value > 0 else _MINUS, _BLANK, low + 7 if value > 0 else low + 8)
        else:
            _place(self.rows, tens, size % 10, low + 4 if tens == _BLANK else low)

    def _draw_small(self, value: int) -> None:
        """Draws a number in the text font, twice as high where there is room."""
        line = self._line
        line.read_number(value, self._area < 20)
        line.fit(self._area)
        line.paint(0)
        low = self._low + (self._area - line.width >> 1)
        high = 1 if self._bottom > 7 else 0
        for y in range(7 << high):
            self.rows[y] = line.rows[y >> high] << low


def _place(rows: "list[int]", left: int, right: int, low: int) -> None:
    """Adds two digits."""
    left *= _HEIGHT
    right *= _HEIGHT
    for y in range(_HEIGHT):
        rows[y] = rows[y] | (DIGITS[left + y] << 8 | DIGITS[right + y]) << low
