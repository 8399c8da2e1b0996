"""Where everything of the contact sheet stands, in pixels."""

from typing import NamedTuple

from board import devkitc
from host_tools.gallery.camera import Shot
from host_tools.gallery.strip_text import left

PITCH = 4
EDGE = 6
BOARD = (devkitc.WIDTH * PITCH + 2 * EDGE, devkitc.HEIGHT * PITCH + 2 * EDGE)
STRIP_WIDTH = (left(5) + 6) * PITCH + 2 * EDGE
GAP = 10
CAPTION, HEADING, TITLE = 20, 44, 70
MARGIN = 28
CELL = (2 * BOARD[0] + STRIP_WIDTH + 2 * GAP, CAPTION + BOARD[1] + 14)
COLUMNS = 2
COLUMN_GAP = 36
WIDTH = 2 * MARGIN + COLUMNS * CELL[0] + (COLUMNS - 1) * COLUMN_GAP

TITLE_TEXT = "The LED board, screen by screen"
LEGEND = (
    "From the firmware itself on the simulated board: English, Russian, and the seven-segment board of WS2812 strip. "
    "Drawn from what the LEDs hold."
)


class Label(NamedTuple):
    """A line of text, its left edge and baseline's top."""

    x: int
    y: int
    text: str
    size: int


class Place(NamedTuple):
    """Top left corners of a shot's three pictures."""

    shot: Shot
    english: tuple[int, int]
    russian: tuple[int, int]
    strip: tuple[int, int]


class Sheet(NamedTuple):
    """The whole of it."""

    height: int
    labels: list[Label]
    places: list[Place]


def lay_out(shots: list[Shot]) -> Sheet:
    """Chapters one below the other, two shots in a row."""
    labels = [Label(MARGIN, MARGIN, TITLE_TEXT, 24), Label(MARGIN, MARGIN + 34, LEGEND, 13)]
    places = []
    y = MARGIN + TITLE
    chapter, column = "", 0
    for shot in shots:
        if shot.chapter != chapter:
            chapter = shot.chapter
            y += CELL[1] if column else 0
            column = 0
            labels.append(Label(MARGIN, y + 12, chapter, 18))
            y += HEADING
        x = MARGIN + column * (CELL[0] + COLUMN_GAP)
        labels.append(Label(x, y, shot.caption, 13))
        top = y + CAPTION
        second = x + BOARD[0] + GAP
        places.append(Place(shot, (x, top), (second, top), (second + BOARD[0] + GAP, top)))
        column += 1
        if column == COLUMNS:
            column = 0
            y += CELL[1]
    return Sheet(y + (CELL[1] if column else 0) + MARGIN, labels, places)
