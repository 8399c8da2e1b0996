"""Drawing on both runtimes, with the heap locked where it can be; prints a digest of the dots of each scene."""

import binascii

from drivers.max7219 import Max7219
from faces.matrix import MatrixFace
from scoreboard.view import View
from tests.support.boards import Board
from tests.support.views import numbered_view

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator


class Silent:
    """Pin and bus of a chain that allocate nothing."""

    def value(self, level: int) -> None:
        pass

    def write(self, message: bytearray) -> None:
        pass


def views() -> "list[View]":
    """Views that differ in all that a face draws, numbered."""
    found = []
    for i in range(24):
        view = numbered_view(i)
        view.head = ("", "P3?", "ПОБЕДА", "Предупредить! @", "ёж №7")[i % 5]
        view.foot = ("130", "", "c7@3/p7@3/p12/f2", "OK?")[i % 4]
        found.append(view)
    return found


def face(width: int, height: int, turn: int) -> MatrixFace:
    """One whose chips allocate nothing."""
    modules = [(x, y, turn) for y in range(height // 8) for x in range(width // 8)]
    return MatrixFace(Max7219(Silent(), Silent(), len(modules)), width, height, modules)


def draw(drawn: MatrixFace, view: View, now: int) -> None:
    """All steps of a picture."""
    while drawn.draw(view, now):
        pass


def quiet(width: int, height: int, turn: int) -> None:
    """Draws all views at many times with the heap locked; only a new text may allocate, as it is read once."""
    drawn = face(width, height, turn)
    all_views = views()
    try:
        from micropython import heap_lock, heap_unlock
    except ImportError:
        return
    for view in all_views:
        draw(drawn, view, 0)
        # A new picture of the same texts.
        view.version += 100
        heap_lock()
        for now in range(0, 6000, 34):
            draw(drawn, view, now)
        heap_unlock()


def taken(width: int, height: int, turn: int) -> "list[int]":
    """Bytes that the heap gave for 10,000 steps of each view, those included that it got back.

    MicroPython takes the variables of a function from there if they are more than 11 words, locked or not.
    """
    from micropython import mem_total

    drawn = face(width, height, turn)
    found = []
    for view in views():
        draw(drawn, view, 0)
        before = mem_total()
        for now in range(0, 20_000, 2):
            drawn.draw(view, now)
        found.append(mem_total() - before)
    return found


def batches() -> "Iterator[None]":
    """Prints a line a scene; what it made may go each time that it pauses."""
    for width, height, turn in ((64, 16, 0), (64, 16, 1), (32, 8, 0), (32, 16, 2), (128, 16, 3), (64, 8, 0)):
        quiet(width, height, turn)
        yield
        board = Board(width, height, turn)
        digest = 0
        for view in views():
            board.view = view
            for now in (0, 600, 3100):
                digest = binascii.crc32("\n".join(board.show(now)).encode(), digest)
            yield
        print(width, height, turn, digest)
