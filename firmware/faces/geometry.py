"""The geometry of a matrix board: wanted once, when it is put together."""

from compact import const

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from drivers.max7219 import Max7219

# No view lights more: two scores of 188 with a bar, and two lines of the densest letters between them.
MOST_DOTS = const(576)


def most_dots(width: int, height: int) -> int:
    """The most dots that are lit at once: by a view or, on a board of more, by a pattern of the self-test."""
    return min(max(MOST_DOTS, width * height // 2), width * height)


def bands(
    display: "Max7219", width: int, height: int, modules: "Sequence[tuple[int, int, int]]"
) -> "list[tuple[int, ...]]":
    """Where in a message of the display a row of each band of modules, one or two, has its bytes: two of the left
    score, four of what is between, two of the right score; then the inner byte of the left and of the right score, -1
    where that is the outer byte of what is between.

    `width` and `height` in dots; `modules`: module column, module row and quarter turns clockwise of each chip.
    ValueError if the modules do not cover the board exactly, or the board is smaller than 32 x 8.
    """
    columns = width // 8
    rows = height // 8
    if width < 32 or height < 8 or width % 8 or height % 8:
        raise ValueError("a board of %d x %d dots: at least 32 x 8, in steps of 8" % (width, height))
    places = {}
    for chip in range(len(modules)):
        column, row, turn = modules[chip]
        if not (0 <= column < columns and 0 <= row < rows and 0 <= turn <= 3):
            raise ValueError("module %d lies outside of the board" % chip)
        places[column, row] = display.at(chip)
    if len(places) != len(modules) or len(places) != columns * rows:
        raise ValueError("%d modules do not make a board of %d x %d dots" % (len(modules), width, height))
    half = columns // 2
    # The scores of a small board are drawn in the middle; nothing is written beside it.
    outer = (0, 1, columns - 2, columns - 1) if width >= 64 else (half - 2, half - 2, half + 1, half + 1)
    found = outer[:2] + (half - 2, half - 1, half, half + 1) + outer[2:]
    apart = (2 if half > 4 and width >= 64 else -1, columns - 3 if width > 64 else -1)
    first = max(0, (rows - 2) // 2)
    return [tuple([places[x, y] if x >= 0 else -1 for x in found + apart]) for y in range(first, min(first + 2, rows))]
