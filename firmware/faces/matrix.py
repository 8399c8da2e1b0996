"""The view on a board of 8 x 8 dot modules: 64 x 16 dots in the reference geometry, any from 32 x 8 up.

From 64 columns on the scores stand in the outer 20 columns, and between them two lines of text (one, if the board is 8
high). The striker's score has a bar below, and an arrow points to it where the upper text leaves room. Boards of less
than 64 columns use the middle 30: two scores of 14 take turns with the text while there is an upper one.

What OK would add to the scores stands in the upper line, at their sides; a text that belongs there too takes turns with
it. The arrow blinks at the side that would play or have won; where there is none, the bar of that side does. Below the
score of who would have won are the winner's dashes already.
"""

import ticks
from compact import const

from .canvas import Canvas
from .line import Line
from .middle import SCORES, Middle
from .score import BAR, DASHES, Score

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from drivers.max7219 import Max7219
    from scoreboard.view import View

_BLINK_MS = const(500)

_BRIGHTEST = const(15)

# What time makes of a view, in one int: the winner's bar is in its other phase, what blinks is dark, which page is
# shown where some take turns, and the offsets of both texts if they scroll.
_OTHER = const(1)
_DARK = const(2)
_PAGE_SHIFT = const(2)
_PAGE = const(12)
_HEAD_SHIFT = const(4)
_FOOT_SHIFT = const(14)
_OFFSET_MASK = const(0x3FF)
_ALL = const(0x3FFFFFFF)

# A new picture takes some steps, so that none of them is long. From _TURN on come the modules, if some are turned; from
# _SHOW on the rows are sent, two a step.
_IDLE = const(0)
_READ = const(1)
_SCORES = const(2)
_TEXTS = const(3)
_TURN = const(4)
_SHOW = const(64)


class MatrixFace:
    """Draws a view into the rows of a `Max7219`, and shows what changed when it is complete.

    Drawing allocates nothing but what a new text takes.
    """

    def __init__(
        self,
        display: "Max7219",
        width: int,
        height: int,
        modules: "Sequence[tuple[int, int, int]]",
        brightest: int = _BRIGHTEST,
    ) -> None:
        """`width` and `height` in dots; `modules`: module column, module row and quarter turns clockwise of each chip;
        `brightest` the intensity of the chips for a view's brightness of 15, as the supply allows.

        ValueError if the modules do not cover the board exactly, or the board is smaller than 32 x 8.
        """
        self._display = display
        self._brightest = brightest
        line = Line()
        self._middle = Middle(width, height, line)
        self._paged = width < 64
        area = 14 if self._paged else 20
        rows = 16 if height > 8 else 8
        self._left = Score(line, area, rows, 0 if self._paged else 4)
        self._right = Score(line, area, rows, 0)
        outer = (self._left.rows, self._right.rows)
        if self._paged:
            # The scores are drawn into the middle.
            outer = ([0] * 16,) * 2
        self._canvas = Canvas(display, width, height, modules, outer[0], self._middle.rows, outer[1])
        self._stage = _IDLE
        self._version = -1
        self._frame = 0
        self._pattern = 0
        # The bits of the frame that differ from what was drawn last.
        self._changed = 0

    def draw(self, view: "View", now_ms: int) -> bool:
        """Brings the board up to date with a view and the time, in ms, a part of the work in each call; sends only what
        changed. Returns whether there is more to do.

        To be called every step, as it also refreshes the chips. The first picture is there after one call, any other
        after 8 at most, and one more for each four modules if some are turned.
        """
        self._display.refresh(now_ms)
        if view.version != self._version:
            first = self._version < 0
            self._version = view.version
            # A picture that is not complete is given up. What changed the view took its time of this step.
            self._stage = _READ
            while first and self.draw(view, now_ms):
                pass
            return not first
        if self._stage:
            self._stage = self._advance(view, self._stage)
            return self._stage > _IDLE or self._changed > 0
        line = self._middle.head
        frame = self._middle.page(now_ms) << _PAGE_SHIFT
        if view.ahead and ticks.diff(now_ms, view.ahead_at) // _BLINK_MS & 1:
            frame |= _DARK
        if (view.winner or view.next_winner) and now_ms // _BLINK_MS & 1:
            frame |= _OTHER
        if line.scrolls:
            frame |= line.offset(now_ms, view.head_at) << _HEAD_SHIFT
        line = self._middle.foot
        if line.scrolls:
            frame |= line.offset(now_ms, view.foot_at) << _FOOT_SHIFT
        self._changed |= frame ^ self._frame
        if not self._changed:
            return False
        self._frame = frame
        self._stage = self._advance(view, _SCORES)
        # What time alone changes is little, and shown on time; turned modules are dear.
        while self._stage and self._changed != _ALL and not self._canvas.turned:
            self._stage = self._advance(view, self._stage)
        return self._stage > _IDLE

    def _advance(self, view: "View", stage: int) -> int:
        """Does a part of the work. Returns what is next."""
        if stage == _READ:
            self._display.brightness(view.brightness * self._brightest // _BRIGHTEST)
            self._middle.read(view)
            self._changed = _ALL
            return _IDLE
        if stage == _SCORES:
            if view.pattern != self._pattern:
                self._fill(view.pattern)
            if view.pattern:
                return _SHOW
            if self._changed & _PAGE:
                self._middle.place(view, self._frame >> _PAGE_SHIFT & 3)
            self._left.draw(view.score_left, self._mark(view, 1))
            self._right.draw(view.score_right, self._mark(view, 2))
            return _TEXTS
        if stage == _TEXTS:
            if self._changed > _OTHER or self._paged:
                self._draw_texts(view)
            self._canvas.draw()
            return _TURN if self._canvas.turned else _SHOW
        if stage < _SHOW:
            turned = self._canvas.turned
            return stage + 1 if turned and turned.turn(stage - _TURN) else _SHOW
        return self._show(stage, 2 * (stage - _SHOW))

    def _draw_texts(self, view: "View") -> None:
        middle = self._middle
        frame = self._frame
        if frame >> _PAGE_SHIFT & 3 == SCORES:
            middle.draw_scores(view, self._left.rows, self._right.rows)
            return
        middle.draw_head(frame >> _HEAD_SHIFT & _OFFSET_MASK, frame >> _FOOT_SHIFT, not frame & _DARK)
        middle.draw_foot(frame >> _FOOT_SHIFT)

    def _show(self, stage: int, row: int) -> int:
        """Sends two rows."""
        self._display.show(row)
        self._display.show(row + 1)
        if row < 6:
            return stage + 1
        self._changed = 0
        return _IDLE

    def _fill(self, pattern: int) -> None:
        """Lights every other column, or every other row, or nothing."""
        self._pattern = pattern
        for digit in range(8):
            dots = 0x55 << (pattern & 1) & 255 if pattern <= 2 else 255 * ((digit ^ pattern) & 1)
            row = self._display.rows[digit]
            # The data bytes stand at the odd places of a message.
            for at in range(1, len(row), 2):
                row[at] = dots if pattern else 0

    def _mark(self, view: "View", side: int) -> int:
        """What is below the score of that side."""
        if view.winner == side or view.next_winner == side:
            return DASHES + (self._frame & _OTHER)
        if view.next_turn == side and (self._paged or not self._middle.arrow):
            return 0 if self._frame & _DARK else BAR
        return BAR if view.turn == side else 0
