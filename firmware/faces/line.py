"""A line of text or a number, resolved to glyphs once and drawn often, into rows of dots that are ints.

No row has more than 30 bits, so that none is a heap object on a 32-bit MicroPython. Nothing here allocates: MicroPython
keeps the characters that the font named, so that going through a text makes no new ones.
"""

from .font import DIGITS, GLYPHS, INDEX, MINUS, SLIM, UNKNOWN

LIMIT = 96  # glyphs of a line; what is beyond is not drawn
GAP = 12  # dots between the end of a scrolling text and its next start
PAUSE_MS = 1000
DOT_MS = 40


class Line:
    """`width` is that of the fitted text in dots; a text that `scrolls` is wider than its window in either font."""

    def __init__(self) -> None:
        self.text = ""
        self.width = -1
        self.scrolls = False
        self._run = bytearray(LIMIT)
        self._length = 0
        self._wide = -1
        self._narrow = -1
        self._slim = False

    def read(self, text: str) -> None:
        """Takes a text; a character that the font lacks is drawn as a box."""
        if text == self.text:
            return
        self.text = text
        run = self._run
        index = INDEX
        n = 0
        wide = narrow = -1
        for letter in text:
            if n < LIMIT:
                glyph = index.get(letter, UNKNOWN)
                run[n] = glyph & 255
                n += 1
                wide += (glyph >> 8 & 15) + 1
                narrow += (glyph >> 12) + 1
        self._length = n
        self._wide = wide
        self._narrow = narrow

    def read_number(self, value: int, tight: bool) -> None:
        """Takes a number of up to three digits; `tight` makes minus and hundreds narrow whatever the rest is."""
        self._length = 0
        self._wide = self._narrow = -1
        if value < 0:
            self._add(MINUS, tight)
            value = -value
        if value >= 100:
            self._add(DIGITS[value // 100], tight)
        if value >= 10:
            self._add(DIGITS[value // 10 % 10], False)
        self._add(DIGITS[value % 10], False)

    def fit(self, window: int) -> None:
        """Chooses the font for a window of so many dots: wide, else narrow, else wide and scrolling."""
        self._slim = self._wide > window >= self._narrow
        self.scrolls = self._narrow > window
        self.width = self._narrow if self._slim else self._wide

    def offset(self, elapsed: int) -> int:
        """Dots by which a scrolling text has moved `elapsed` ms after it came up: it rests, goes round once, rests."""
        moved = elapsed % self.period() - PAUSE_MS
        return moved // DOT_MS if moved > 0 else 0

    def period(self) -> int:
        """Milliseconds in which a scrolling text goes round once."""
        return PAUSE_MS + (self.width + GAP) * DOT_MS

    def paint(self, rows: "list[int]", top: int, low: int) -> None:
        """Writes the text into 7 rows from `top` on, its right end at bit `low`."""
        run = self._run
        glyphs = GLYPHS
        slim = self._slim
        a = b = c = d = e = f = g = 0
        low += self.width
        for i in range(self._length):
            at = (SLIM[run[i]] if slim else run[i]) << 3
            low -= glyphs[at]
            a |= glyphs[at + 1] << low
            b |= glyphs[at + 2] << low
            c |= glyphs[at + 3] << low
            d |= glyphs[at + 4] << low
            e |= glyphs[at + 5] << low
            f |= glyphs[at + 6] << low
            g |= glyphs[at + 7] << low
            low -= 1
        rows[top] = a
        rows[top + 1] = b
        rows[top + 2] = c
        rows[top + 3] = d
        rows[top + 4] = e
        rows[top + 5] = f
        rows[top + 6] = g

    def paint_moved(self, rows: "list[int]", top: int, low: int, window: int, offset: int) -> None:
        """Writes what a window, its right end at bit `low`, shows of a text that has moved by `offset` dots."""
        for y in range(7):
            rows[top + y] = 0
        high = low + window
        left = high + offset
        i = 0
        while left > low:
            at = self._run[i] << 3
            right = left - GLYPHS[at]
            if right < high:
                # Clipped before it is shifted, or it would outgrow 30 bits.
                mask = (1 << (high - right)) - 1 if left > high else 31
                cut = low - right if right < low else 0
                for y in range(7):
                    rows[top + y] |= (GLYPHS[at + 1 + y] & mask) >> cut << (right + cut)
            left = right - 1
            i += 1
            if i == self._length:
                i = 0
                left -= GAP - 1

    def _add(self, glyph: int, slim: bool) -> None:
        self._run[self._length] = SLIM[glyph & 255] if slim else glyph & 255
        self._length += 1
        self._wide += (glyph >> 12 if slim else glyph >> 8 & 15) + 1
        self._narrow += (glyph >> 12) + 1
