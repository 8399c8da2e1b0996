"""The view on a board of 8 x 8 dot modules: 64 x 16 dots in the reference geometry, any from 32 x 8 up.

From 64 columns on the scores stand in the outer 20 columns, and between them two lines of text (one, if the board is 8
high). The striker's score has a bar below, and an arrow points to it where the upper text leaves room. Boards of less
than 64 columns use the middle 30: two scores of 14 take turns with the text while there is an upper one.
"""

import ticks

from .line import Line
from .score import BAR, DASHES, Score

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from drivers.max7219 import Max7219
    from scoreboard.view import View

BLINK_MS = 500
PAGE_MS = 2000  # of the scores, and at least of the text, where they take turns

# No view lights more: two scores of 188 with a bar, and two lines of the densest letters between them.
MOST_DOTS = 576
BRIGHTEST = 15

# What time makes of a view, in one int: the preview is dark, the winner's bar in its other phase, a small board shows
# the text, and the offsets of both texts if they scroll.
DARK, OTHER, READING = 1, 2, 4
HEAD_SHIFT, FOOT_SHIFT, OFFSET_MASK = 3, 13, 0x3FF

# Signs: rows from the top, the right-most dot in bit 0; their room is with a gap.
_ARROW_LEFT = b"\x10\x30\x7f\xff\x7f\x30\x10"
_ARROW_RIGHT = b"\x08\x0c\xfe\xff\xfe\x0c\x08"
_POINT_LEFT = b"\x01\x03\x07\x0f\x07\x03\x01"
_POINT_RIGHT = b"\x08\x0c\x0e\x0f\x0e\x0c\x08"
POINT_ROOM = 5
_ALARM = b"\x03\x03\x03\x03\x00\x03\x03"
ALARM_ROOM = 4

_REVERSED = b"\x00\x08\x04\x0c\x02\x0a\x06\x0e\x01\x09\x05\x0d\x03\x0b\x07\x0f"
# Three bits, each into a byte of its own: eight rows of them shifted together are three columns.
_SPREAD = (0x0, 0x1, 0x100, 0x101, 0x10000, 0x10001, 0x10100, 0x10101)


def most_dots(width: int, height: int) -> int:
    """The most dots that are lit at once: by a view or, on a board of more, by a pattern of the self-test."""
    return min(max(MOST_DOTS, width * height // 2), width * height)


class MatrixFace:
    """Draws a view into the rows of a `Max7219` and shows what changed.

    Drawing allocates nothing and goes by bytes, never by dots; only turned modules cost more.
    """

    def __init__(
        self,
        display: "Max7219",
        width: int,
        height: int,
        modules: "Sequence[tuple[int, int, int]]",
        brightest: int = BRIGHTEST,
    ) -> None:
        """`width` and `height` in dots; `modules`: module column, module row and quarter turns clockwise of each chip;
        `brightest` the intensity of the chips for a view's brightness of 15, as the supply allows.

        ValueError if the modules do not cover the board exactly, or the board is smaller than 32 x 8.
        """
        columns = width // 8
        bands = height // 8
        if width < 32 or height < 8 or width % 8 or height % 8:
            raise ValueError("a board of %d x %d dots: at least 32 x 8, in steps of 8" % (width, height))
        places = {}
        for chip in range(len(modules)):
            column, band, turn = modules[chip]
            if not (0 <= column < columns and 0 <= band < bands and 0 <= turn <= 3):
                raise ValueError("module %d lies outside of the board" % chip)
            places[column, band] = display.at(chip)
        if len(places) != len(modules) or len(places) != columns * bands:
            raise ValueError("%d modules do not make a board of %d x %d dots" % (len(modules), width, height))
        self._display = display
        self._brightest = brightest
        self._turns = [(display.at(chip), modules[chip][2]) for chip in range(len(modules))]
        # Without turned modules what is drawn is what is sent.
        turned = any(turn for _, turn in self._turns)
        self._canvas = [bytearray(2 * len(modules)) for _ in range(8)] if turned else display.rows
        if not turned:
            self._turns = []
        self._tall = bands > 1
        self._paged = width < 64
        middle = columns // 2
        first = (bands - 2) // 2 if self._tall else 0
        self._bands = [self._strip(places, columns, middle, first + i) for i in range(2 if self._tall else 1)]
        self._roomy = middle >= 5
        rows = 16 if self._tall else 8
        self._left = Score(14 if self._paged else 20, rows, 0 if self._paged else 4)
        self._right = Score(14 if self._paged else 20, rows, 0)
        # On 64 columns the third byte of a score is also one of the middle; elsewhere it stands apart.
        nothing = bytearray(16)
        a, b, c = (nothing, nothing, nothing) if self._paged else self._left.planes
        d, e, f = (nothing, nothing, nothing) if self._paged else self._right.planes
        shared_left = middle - 2 == 2
        shared_right = middle + 1 == columns - 3
        self._planes = (a, b, c if shared_left else nothing, d if shared_right else nothing, e, f)
        self._apart = []
        for i in range(0 if self._paged else len(self._bands)):
            if not shared_left:
                self._apart.append((places[2, first + i], c, 8 * i))
            if not shared_right:
                self._apart.append((places[columns - 3, first + i], d, 8 * i))
        self._text = [0] * 16
        self._head = Line()
        self._foot = Line()
        self._half = 0
        self._version = -1
        self._frame = 0

    def draw(self, view: "View", now_ms: int) -> None:
        """Brings the board up to date with a view and the time, in ms; sends only what changed.

        To be called every step, as it also refreshes the chips.
        """
        self._display.refresh(now_ms)
        fresh = view.version != self._version
        if fresh:
            self._version = view.version
            self._read(view)
        head = self._head
        foot = self._foot
        frame = 0
        if view.preview:
            frame = ticks.diff(now_ms, view.preview_at) // BLINK_MS & DARK
        if view.winner and now_ms // BLINK_MS & 1:
            frame |= OTHER
        if head.scrolls:
            frame |= head.offset(ticks.diff(now_ms, view.head_at)) << HEAD_SHIFT
        if foot.scrolls:
            frame |= foot.offset(ticks.diff(now_ms, view.foot_at)) << FOOT_SHIFT
        if self._paged and head.text and self._reading(ticks.diff(now_ms, view.head_at)):
            frame |= READING
        changed = frame ^ self._frame
        if not fresh and not changed:
            return
        self._frame = frame
        if view.pattern:
            self._draw_pattern(view.pattern)
            return
        self._draw_scores(view)
        if self._paged and not frame & READING:
            self._join_scores(view)
        elif fresh or changed > OTHER:
            self._draw_text(view)
        self._compose()
        self._display.show()

    def _draw_pattern(self, pattern: int) -> None:
        """Every other column, or every other row."""
        display = self._display
        for digit in range(8):
            dots = 0x55 << (pattern & 1) & 255 if pattern <= 2 else 255 * ((digit ^ pattern) & 1)
            # The data bytes stand at the odd places of a message.
            for at in range(1, len(display.rows[digit]), 2):
                display.rows[digit][at] = dots
        display.show()

    def _read(self, view: "View") -> None:
        """Takes texts and brightness of a changed view; the room for texts depends on the scores."""
        self._display.brightness(view.brightness * self._brightest // BRIGHTEST)
        # Half of the columns of the middle; a row of more than 30 dots would be a heap object on a 32-bit MicroPython.
        half = 15
        if not self._paged and not self._roomy:
            half = 14
            narrow = -9 <= view.score_left <= 99 and -9 <= view.score_right <= 99
            if not (narrow and (not view.preview or (-9 <= view.next_left <= 99 and -9 <= view.next_right <= 99))):
                half = 11
        self._half = half
        self._head.read(view.head)
        self._head.fit(2 * half - (ALARM_ROOM if view.alarm else 0))
        self._foot.read(view.foot)
        self._foot.fit(2 * half)

    def _reading(self, elapsed: int) -> bool:
        """Whether a board on which they take turns shows the text, `elapsed` ms after it came up, or the scores."""
        reading = PAGE_MS
        if self._head.scrolls:
            reading = max(reading, self._head.period())
        if self._foot.scrolls:
            reading = max(reading, self._foot.period())
        return elapsed % (reading + PAGE_MS) < reading

    def _draw_scores(self, view: "View") -> None:
        lit = not self._frame & DARK
        crown = DASHES + (self._frame >> 1 & 1)
        mark = crown if view.winner == 1 else BAR if view.turn == 1 else 0
        if view.preview and view.next_left != view.score_left:
            self._left.draw(view.next_left, lit, mark)
        else:
            self._left.draw(view.score_left, True, mark)
        mark = crown if view.winner == 2 else BAR if view.turn == 2 else 0
        if view.preview and view.next_right != view.score_right:
            self._right.draw(view.next_right, lit, mark)
        else:
            self._right.draw(view.score_right, True, mark)

    def _join_scores(self, view: "View") -> None:
        """Puts both scores of a small board into the middle, with the signs between them."""
        text = self._text
        _, left, left_end = self._left.planes
        _, right, right_end = self._right.planes
        for y in range(16):
            text[y] = left[y] << 24 | left_end[y] << 16 | right[y] << 8 | right_end[y]
        if view.alarm:
            self._draw_sign(_ALARM, 14)
        self._draw_ack(view, 14)

    def _draw_text(self, view: "View") -> None:
        text = self._text
        head = self._head
        low = 15 - self._half
        window = 2 * self._half
        moved = self._frame >> HEAD_SHIFT & OFFSET_MASK
        text[7] = 0
        if self._tall:
            text[8] = 0
            self._draw_line(self._foot, 9, low, window, self._frame >> FOOT_SHIFT)
        elif not head.text:
            head = self._foot
            moved = self._frame >> FOOT_SHIFT
        striker = 0 if self._paged else view.winner or view.turn
        alarm_at = low
        if view.alarm:
            # Away from the arrow.
            window -= ALARM_ROOM
            if striker == 2:
                alarm_at += window + ALARM_ROOM - 2
            else:
                low += ALARM_ROOM
        point_at = low if striker == 2 else low + window - 4
        point = striker and head.text and head.width + POINT_ROOM <= window
        if point:
            window -= POINT_ROOM
            if striker == 2:
                low += POINT_ROOM
        self._draw_line(head, 0, low, window, moved)
        if point:
            self._draw_sign(_POINT_LEFT if striker == 1 else _POINT_RIGHT, point_at)
        elif striker and not head.text:
            self._draw_sign(_ARROW_LEFT if striker == 1 else _ARROW_RIGHT, point_at if striker == 2 else point_at - 4)
        if view.alarm:
            self._draw_sign(_ALARM, alarm_at)
        self._draw_ack(view, 15 - self._half)

    def _draw_line(self, line: Line, top: int, low: int, window: int, moved: int) -> None:
        if line.scrolls:
            line.paint_moved(self._text, top, low, window, moved)
        else:
            line.paint(self._text, top, low + ((window - line.width) >> 1))

    def _draw_sign(self, sign: bytes, low: int) -> None:
        text = self._text
        for y in range(7):
            text[y] |= sign[y] << low

    def _draw_ack(self, view: "View", low: int) -> None:
        if view.ack:
            self._text[7] |= 3 << low
            if self._tall:
                self._text[8] |= 3 << low

    def _strip(self, places: "dict[tuple[int, int], int]", columns: int, middle: int, band: int) -> "tuple[int, ...]":
        """Where in each row of the canvas a band has its bytes: two of the left score, four of the middle, two."""
        text = [places[column, band] for column in range(middle - 2, middle + 2)]
        if self._paged:
            # The scores are in the middle, and what is written outside is overwritten.
            return tuple(text[:1] * 2 + text + text[3:] * 2)
        left = [places[column, band] for column in range(2)]
        right = [places[column, band] for column in range(columns - 2, columns)]
        return tuple(left + text + right)

    def _compose(self) -> None:
        a, b, c, d, e, f = self._planes
        canvas = self._canvas
        text = self._text
        y = 0
        for l0, l1, t0, t1, t2, t3, r1, r2 in self._bands:
            for row in canvas:
                dots = text[y]
                row[l0] = a[y]
                row[l1] = b[y]
                row[r1] = e[y]
                row[r2] = f[y]
                row[t0] = dots >> 23 | c[y]
                row[t1] = dots >> 15 & 255
                row[t2] = dots >> 7 & 255
                row[t3] = dots << 1 & 255 | d[y]
                y += 1
        for at, plane, y in self._apart:
            for row in canvas:
                row[at] = plane[y]
                y += 1
        for at, turn in self._turns:
            self._turn(at, turn)

    def _turn(self, at: int, turn: int) -> None:
        """Copies a module's eight bytes from the canvas to the display, turned back by so many quarters."""
        rows = self._display.rows
        canvas = self._canvas
        if turn == 0:
            for y in range(8):
                rows[y][at] = canvas[y][at]
        elif turn == 2:
            for y in range(8):
                dots = canvas[7 - y][at]
                rows[y][at] = _REVERSED[dots & 15] << 4 | _REVERSED[dots >> 4]
        else:
            # Its rows are the columns of the picture, from right to left for one quarter.
            first = middle = last = 0
            for y in range(8):
                dots = canvas[y if turn == 1 else 7 - y][at]
                first = first << 1 | _SPREAD[dots & 7]
                middle = middle << 1 | _SPREAD[dots >> 3 & 7]
                last = last << 1 | _SPREAD[dots >> 6]
            for y in range(8):
                dots = first if y < 3 else middle if y < 6 else last
                rows[y if turn == 1 else 7 - y][at] = dots >> y % 3 * 8 & 255
