"""What stands between the two scores of a matrix board: two lines of text, one if it is 8 high, and signs."""

import ticks
from compact import const

from .line import Line

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from scoreboard.view import View

# Signs: rows from the top, the right-most dot in bit 0; their room is with a gap.
_ARROW_LEFT = b"\x10\x30\x7f\xff\x7f\x30\x10"
_ARROW_RIGHT = b"\x08\x0c\xfe\xff\xfe\x0c\x08"
_POINT_LEFT = b"\x01\x03\x07\x0f\x07\x03\x01"
_POINT_RIGHT = b"\x08\x0c\x0e\x0f\x0e\x0c\x08"
_ARROW = const(8)
_POINT = const(4)
_POINT_ROOM = const(5)
_ALARM = b"\x03\x03\x03\x03\x00\x03\x03"
_ALARM_ROOM = const(4)
_GAP = const(2)  # beside a gain
_SQUEEZED = const(3)  # dots that are enough for a point between two gains: it takes one of their gaps

_PAGE_MS = const(2000)  # of scores and gains, and at least of a text, where they take turns

TEXT = const(0)
GAINS = const(1)
SCORES = const(2)


class Middle:
    """`rows` of 30 dots from the top, the right-most in bit 0; `head` and `foot` are fitted to the room there is.

    `arrow`: what points to who plays or has won, or would if OK were pressed; empty where there is no room for it.
    Drawing allocates nothing but what a new text takes.
    """

    def __init__(self, width: int, height: int, line: Line) -> None:
        """For a board of that size in dots. Gains are drawn with the help of `line`."""
        self.rows = [0] * 16
        self.head = Line()
        self.foot = Line()
        self.arrow = b""
        self._number = line
        self._tall = height > 8
        self._paged = width < 64
        self._roomy = width >= 80
        self._low = self._window = self._head_low = self._arrow_low = 0
        # What stands beside the upper line and between the two, and the line that is the upper one.
        self._signs = [0] * 9
        self._upper = self.head
        self._gains = False
        # For how long text and gains are shown in turn, and since when; what is still free of the upper line.
        self._text_ms = self._gains_ms = self._since = 0
        self._edge = self._room = 0

    def read(self, view: "View") -> None:
        """Takes the texts of a view; the room for them depends on the scores."""
        # Half of the columns; a row of more than 30 dots would be a heap object on a 32-bit MicroPython.
        half = 15
        if not self._paged and not self._roomy:
            half = 14 if _short(view.score_left, view.score_right) else 11
        self._low = 15 - half
        self._window = 2 * half
        beside = self._window - (_ALARM_ROOM if view.alarm else 0)
        self.head.read(view.head)
        self.head.fit(beside)
        self.foot.read(view.foot)
        self.foot.fit(self._window if self._tall else beside)
        self._upper = self.head if self._tall or view.head else self.foot
        self._share_time(view)

    def _share_time(self, view: "View") -> None:
        """Gains take turns with a text in their place, and all of it with the scores of a small board, on which a lower
        text does not come up alone before something is composed."""
        line = self._upper
        longest = max(_PAGE_MS, line.period() if line.scrolls else 0)
        if self._paged and self._tall and self.foot.scrolls:
            longest = max(longest, self.foot.period())
        self._text_ms, self._since = 0, view.ahead_at
        if line.text and (view.head or view.ahead or not self._paged):
            self._text_ms = longest
            self._since = view.head_at if line is self.head else view.foot_at
            longest = _PAGE_MS
        self._gains_ms = longest if view.gain_left or view.gain_right else 0

    def page(self, now_ms: int) -> int:
        """What its time is: TEXT, GAINS or SCORES."""
        read = self._text_ms + self._gains_ms
        at = ticks.diff(now_ms, self._since) % (read + (_PAGE_MS if self._paged else 0) or 1)
        if at < self._text_ms:
            return TEXT
        return GAINS if at < read else SCORES if self._paged else TEXT

    def place(self, view: "View", page: int) -> None:
        """Gives the upper line of that page what the signs leave."""
        self._gains = page == GAINS
        side = 0
        if not self._paged or self._gains:
            side = (view.next_winner or view.next_turn) if view.ahead else view.winner or view.turn
        self._place_signs(view, side)
        if self._gains:
            self._place_gains(view.gain_left, view.gain_right)
        line = self._upper
        self._place_arrow(side, 0 if self._gains else line.width + 1)
        self._head_low = self._edge if line.scrolls else self._edge + (self._room - line.width >> 1)

    def _place_signs(self, view: "View", side: int) -> None:
        """The acknowledgement, and the alarm away from the arrow."""
        signs = self._signs
        for y in range(7):
            signs[y] = 0
        signs[7] = signs[8] = 3 << self._low if view.ack else 0
        self._edge = self._low
        self._room = self._window
        if view.alarm:
            self._room -= _ALARM_ROOM
            if side == 2:
                _add(signs, _ALARM, self._edge + self._room + 2)
            else:
                _add(signs, _ALARM, self._edge)
                self._edge += _ALARM_ROOM

    def _place_gains(self, left: int, right: int) -> None:
        """Each on the side of its score, narrow where they would leave the arrow no room."""
        slim = self._read_gain(left, False) + self._read_gain(right, False) + _SQUEEZED > self._room
        if slim and self._read_gain(left, True) + self._read_gain(right, True) > self._room + _SQUEEZED:
            # No stroke is worth so much. One of the two tells more than both on top of each other.
            if left > right:
                right = 0
            else:
                left = 0
        self._room -= self._read_gain(left, slim)
        if left:
            self._number.paint(0)
            _add(self._signs, self._number.rows, self._edge + self._room + _GAP)
        taken = self._read_gain(right, slim)
        if right:
            self._number.paint(0)
            _add(self._signs, self._number.rows, self._edge)
        self._edge += taken
        self._room -= taken

    def _read_gain(self, value: int, slim: bool) -> int:
        """The room that a gain takes, with a gap; 0 for none."""
        if not value:
            return 0
        self._number.read_gain(value, slim)
        return self._number.width + _GAP

    def _place_arrow(self, side: int, text: int) -> None:
        """A whole one where the line has no text; only its point beside a text, which takes so many dots with a gap, or
        where gains leave no more room."""
        self.arrow = b""
        if not side or self._room - text < (_POINT if text else _SQUEEZED):
            return
        whole = not text and self._room >= _ARROW
        if side == 2:
            self.arrow = _ARROW_RIGHT if whole else _POINT_RIGHT
            # Rather close to the sign of a gain than to a digit.
            self._arrow_low = self._edge + min(0, self._room - _POINT)
        else:
            self.arrow = _ARROW_LEFT if whole else _POINT_LEFT
            self._arrow_low = self._edge + self._room - (_ARROW if whole else _POINT)
        if text:
            self._room -= _POINT_ROOM
            if side == 2:
                self._edge += _POINT_ROOM

    def draw_head(self, head_moved: int, foot_moved: int, lit: bool) -> None:
        """Draws the upper line and the signs, the arrow if it is lit; a line that scrolls has moved by so many dots."""
        rows, signs = self.rows, self._signs
        for y in range(9):
            rows[y] = signs[y]
        if not self._gains:
            self._upper.paint(head_moved if self._upper is self.head else foot_moved)
            _add(rows, self._upper.rows, self._head_low)
        if lit:
            _add(rows, self.arrow, self._arrow_low)

    def draw_foot(self, moved: int) -> None:
        """Draws the lower line of a board that has two."""
        if self._tall:
            line = self.foot
            line.paint(moved)
            low = self._low if line.scrolls else self._low + (self._window - line.width >> 1)
            for y in range(7):
                self.rows[9 + y] = line.rows[y] << low

    def draw_scores(self, view: "View", left: "list[int]", right: "list[int]") -> None:
        """Puts both scores of a small board in place of the texts, with the signs between them."""
        rows = self.rows
        for y in range(16):
            rows[y] = left[y] << 16 | right[y]
        if view.alarm:
            for y in range(7):
                rows[y] = rows[y] | _ALARM[y] << 14
        if view.ack:
            rows[7] |= 3 << 14
            rows[8] |= 3 << 14


def _add(rows: "list[int]", dots: "Sequence[int]", low: int) -> None:
    for y in range(len(dots)):
        rows[y] = rows[y] | dots[y] << low


def _short(left: int, right: int) -> bool:
    """Whether both scores have two places."""
    return -9 <= left <= 99 and -9 <= right <= 99
