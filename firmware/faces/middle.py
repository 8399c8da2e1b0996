"""What stands between the two scores of a matrix board: two lines of text, one if it is 8 high, and signs."""

from compact import const

from .line import Line

TYPE_CHECKING = False
if TYPE_CHECKING:
    from scoreboard.view import View

# Signs: rows from the top, the right-most dot in bit 0; their room is with a gap.
_ARROW_LEFT = b"\x10\x30\x7f\xff\x7f\x30\x10"
_ARROW_RIGHT = b"\x08\x0c\xfe\xff\xfe\x0c\x08"
_POINT_LEFT = b"\x01\x03\x07\x0f\x07\x03\x01"
_POINT_RIGHT = b"\x08\x0c\x0e\x0f\x0e\x0c\x08"
_POINT_ROOM = const(5)
_ALARM = b"\x03\x03\x03\x03\x00\x03\x03"
_ALARM_ROOM = const(4)


class Middle:
    """`rows` of 30 dots from the top, the right-most in bit 0; `head` and `foot` are fitted to the room there is.

    Drawing allocates nothing but what a new text takes.
    """

    def __init__(self, width: int, height: int) -> None:
        """For a board of that size in dots."""
        self.rows = [0] * 16
        self.head = Line()
        self.foot = Line()
        self._tall = height > 8
        self._paged = width < 64
        self._roomy = width >= 80
        self._low = self._head_low = self._window = 0
        # What stands beside the upper line and between the two, and the line that is the upper one.
        self._signs = [0] * 9
        self._upper = self.head

    def read(self, view: "View") -> None:
        """Takes texts and signs of a view; the room for them depends on the scores."""
        # Half of the columns; a row of more than 30 dots would be a heap object on a 32-bit MicroPython.
        half = 15
        if not self._paged and not self._roomy:
            half = 14 if _short(view.score_left, view.score_right) else 11
            if view.preview and not _short(view.next_left, view.next_right):
                half = 11
        self._low = 15 - half
        self._window = 2 * half
        beside = self._window - (_ALARM_ROOM if view.alarm else 0)
        self.head.read(view.head)
        self.head.fit(beside)
        self.foot.read(view.foot)
        self.foot.fit(self._window if self._tall else beside)
        self._upper = self.head if self._tall or view.head else self.foot
        self._place_signs(view)

    def _place_signs(self, view: "View") -> None:
        """Gives the upper line what the signs leave: the alarm away from the arrow, that where there is room."""
        line, low, window = self._upper, self._low, self._window
        signs = self._signs
        for y in range(7):
            signs[y] = 0
        signs[7] = signs[8] = 3 << low if view.ack else 0
        striker = 0 if self._paged else view.winner or view.turn
        if view.alarm:
            window -= _ALARM_ROOM
            self._add(_ALARM, low + window + 2 if striker == 2 else low)
            if striker != 2:
                low += _ALARM_ROOM
        if striker and not line.text:
            self._add(_ARROW_RIGHT if striker == 2 else _ARROW_LEFT, low if striker == 2 else low + window - 8)
        elif striker and line.width + _POINT_ROOM <= window:
            window -= _POINT_ROOM
            self._add(_POINT_RIGHT if striker == 2 else _POINT_LEFT, low if striker == 2 else low + window + 1)
            if striker == 2:
                low += _POINT_ROOM
        self._head_low = low if line.scrolls else low + (window - line.width >> 1)

    def draw_head(self, head_moved: int, foot_moved: int) -> None:
        """Draws the upper line and the signs; a line that scrolls has moved by so many dots."""
        line = self._upper
        line.paint(head_moved if line is self.head else foot_moved)
        rows, signs = self.rows, self._signs
        for y in range(7):
            rows[y] = line.rows[y] << self._head_low | signs[y]
        rows[7] = signs[7]
        rows[8] = signs[8]

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

    def _add(self, sign: bytes, low: int) -> None:
        for y in range(7):
            self._signs[y] |= sign[y] << low


def _short(left: int, right: int) -> bool:
    """Whether both scores have two places."""
    return -9 <= left <= 99 and -9 <= right <= 99
