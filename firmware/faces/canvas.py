"""The modules of a matrix board: where each row of scores and texts has its bytes on the chips of the chain."""

from compact import let_go

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from drivers.max7219 import Max7219

    from .turned import Turned


class Canvas:
    """Writes 16 rows of dots into the messages of a `Max7219`, by bytes, never by dots.

    `turned`: what turns modules, if some are, which costs more; else None.
    """

    def __init__(
        self,
        display: "Max7219",
        width: int,
        height: int,
        modules: "Sequence[tuple[int, int, int]]",
        left: "list[int]",
        middle: "list[int]",
        right: "list[int]",
    ) -> None:
        """`width` and `height` in dots; `modules`: module column, module row and quarter turns clockwise of each chip.

        `left` and `right`: the rows of the scores from the top, 24 bits each; `middle`: what is between them, 30 bits.
        ValueError if the modules do not cover the board exactly, or the board is smaller than 32 x 8.
        """
        from .geometry import bands

        self._bands = bands(display, width, height, modules)
        let_go("faces.geometry")
        self._left = left
        self._middle = middle
        self._right = right
        self._rows = display.rows
        self.turned: "Turned | None" = None
        if any(turn for _, _, turn in modules):
            from .turned import Turned

            self.turned = Turned(display, modules)
            self._rows = self.turned.rows

    def draw(self) -> None:
        """Writes the picture; turned modules still have to be turned."""
        for y in range(8 * len(self._bands)):
            self._write(y)

    def _write(self, y: int) -> None:
        row = self._rows[y & 7]
        at = self._bands[y >> 3]
        left = self._left[y]
        row[at[0]] = left >> 16
        row[at[1]] = left >> 8 & 255
        right = self._right[y]
        row[at[6]] = right >> 8 & 255
        row[at[7]] = right & 255
        # The inner byte of a score is one of the middle's too, or stands apart from it.
        if at[8] >= 0:
            row[at[8]] = left & 255
            left = 0
        if at[9] >= 0:
            row[at[9]] = right >> 16
            right = 0
        middle = self._middle[y]
        row[at[2]] = middle >> 23 | left & 255
        row[at[3]] = middle >> 15 & 255
        row[at[4]] = middle >> 7 & 255
        row[at[5]] = (middle & 127) << 1 | right >> 16
