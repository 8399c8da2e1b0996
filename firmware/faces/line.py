"""A line of text or a number, resolved to glyphs once and drawn often, into rows of dots that are ints.

No row has more than 30 bits, so that none is a heap object on a 32-bit MicroPython. Only `read` allocates, and only for
a new text.
"""

import ticks
from compact import const

from .glyphs import ASCII, BOX, CYRILLIC, GLYPHS, SIGNS, SLIM, WIDE

_HEIGHT = const(7)
_MINUS = const(10)
_PLUS = const(0x2B)
_LIMIT = const(96)  # glyphs of a line; what is beyond is not drawn
_GAP = const(12)  # dots between the end of a scrolling text and its next start
_PAUSE_MS = const(1000)
_DOT_MS = const(40)


def find(code: int) -> int:
    """The number of the wide glyph of a character, that of a box if there is none."""
    if 0x20 <= code < 0x80:
        return ASCII[code - 0x20]
    if 0x410 <= code < 0x450:
        # Lower case has the glyphs of the capitals, 32 before it.
        return CYRILLIC[code - 0x410 & 31]
    for i in range(0, len(SIGNS), 3):
        if SIGNS[i] << 8 | SIGNS[i + 1] == code:
            return SIGNS[i + 2]
    return BOX


def narrow(glyph: int) -> int:
    """The number of the narrow form of a wide glyph, or its own if it has none."""
    return glyph + WIDE if glyph < SLIM else glyph


class Line:
    """`width` is that of the fitted text in dots; a text that `scrolls` is wider than its window in either font.

    `rows` from the top, as they were painted, the right-most dot in bit 0.
    """

    def __init__(self) -> None:
        self.text = ""
        self.width = -1
        self.scrolls = False
        self.rows = [0] * _HEIGHT
        self._run = bytearray(_LIMIT)
        self._length = 0
        self._wide = -1
        self._narrow = -1
        self._slim = False
        self._room = 0

    def read(self, text: str) -> None:
        """Takes a text; a character that the font lacks is drawn as a box."""
        if text == self.text:
            return
        self.text = text
        self._clear()
        code = more = 0
        # By bytes: taken by letters, MicroPython would keep each of them for ever.
        for byte in text.encode():
            if byte < 0x80:
                code = byte
            elif byte < 0xC0:
                code = code << 6 | byte & 0x3F
                more -= 1
            else:
                more = 1 if byte < 0xE0 else 2 if byte < 0xF0 else 3
                code = byte & 0x3F >> more
            if not more and self._length < _LIMIT:
                self._add(find(code), False)

    def read_number(self, value: int, tight: bool) -> None:
        """Takes a number of up to three digits; `tight` makes minus and hundreds narrow whatever the rest is."""
        self._clear()
        self._add_number(value, tight, False)

    def read_gain(self, value: int, slim: bool) -> None:
        """Takes what is added to a score, with its sign, narrow if `slim`."""
        self._clear()
        if value > 0:
            self._add(find(_PLUS), slim)
        self._add_number(value, slim, slim)
        self.fit(_LIMIT)

    def _add_number(self, value: int, tight: bool, slim: bool) -> None:
        if value < 0:
            self._add(_MINUS, tight)
            value = -value
        if value >= 100:
            self._add(value // 100, tight)
        if value >= 10:
            self._add(value // 10 % 10, slim)
        self._add(value % 10, slim)

    def fit(self, window: int) -> None:
        """Chooses the font for a window of so many dots: wide, else narrow, else wide and scrolling."""
        self._slim = self._wide > window >= self._narrow
        self.scrolls = self._narrow > window
        self.width = self._narrow if self._slim else self._wide
        self._room = window if self.scrolls else self.width

    def offset(self, now_ms: int, since_ms: int) -> int:
        """Dots by which a scrolling text has moved that came up at `since_ms`: it rests, goes round once, rests."""
        moved = ticks.diff(now_ms, since_ms) % self.period() - _PAUSE_MS
        return moved // _DOT_MS if moved > 0 else 0

    def period(self) -> int:
        """Milliseconds in which a scrolling text goes round once."""
        return _PAUSE_MS + (self.width + _GAP) * _DOT_MS

    def paint(self, offset: int) -> None:
        """Draws the fitted text, of one that scrolls what its window shows when it has moved by `offset` dots."""
        for y in range(_HEIGHT):
            self.rows[y] = 0
        i = 0
        # Columns from the right end of the window: where a glyph begins, then where it ends.
        at = self._room + offset
        while at > 0 and self._length:
            glyph = (narrow(self._run[i]) if self._slim else self._run[i]) << 3
            at -= GLYPHS[glyph]
            if at < self._room:
                self._put(glyph, at)
            at -= 1
            i += 1
            if i == self._length:
                i = 0
                at -= _GAP - 1

    def _put(self, glyph: int, at: int) -> None:
        """Adds what of a glyph is inside the window; clipped before it is shifted, or it would outgrow 30 bits."""
        mask = 31 if self._room - at >= 5 else (1 << self._room - at) - 1
        cut = 0
        if at < 0:
            cut = -at
            at = 0
        rows = self.rows
        for y in range(_HEIGHT):
            glyph += 1
            rows[y] = rows[y] | (GLYPHS[glyph] & mask) >> cut << at

    def _clear(self) -> None:
        self._length = 0
        self._wide = self._narrow = -1

    def _add(self, glyph: int, slim: bool) -> None:
        slender = glyph + WIDE if glyph < SLIM else glyph
        width = GLYPHS[slender << 3] + 1
        self._narrow += width
        self._wide += width if slim else GLYPHS[glyph << 3] + 1
        self._run[self._length] = slender if slim else glyph
        self._length += 1
