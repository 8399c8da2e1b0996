"""The LEDs of a strip as text: seven-segment digits drawn with a letter for the colour of each segment.

A amber, B blue, W white, R red; small letters where it is dim; `.` is dark. Below the digits the bars, between the
scores the acknowledgement (below) and the alarm (above).
"""

from typing import Any

Pixel = tuple[int, int, int]

# Dim is a quarter of bright; at the brightness that the gallery is taken with, this lies between.
DIM = 48

# Where each segment lies in a cell of 6 x 7: x, y of its first and last place.
SEGMENTS = {
    "A": ((1, 0), (3, 0)),
    "B": ((4, 1), (4, 2)),
    "C": ((4, 4), (4, 5)),
    "D": ((1, 6), (3, 6)),
    "E": ((0, 4), (0, 5)),
    "F": ((0, 1), (0, 2)),
    "G": ((1, 3), (3, 3)),
}
CELL, GAP, HEIGHT = 6, 4, 9


def colour(pixel: Pixel) -> str:
    """The letter of a colour."""
    red, green, blue = pixel
    if not red and not green and not blue:
        return "."
    letter = "W" if red == green == blue else "R" if not green and not blue else "A" if red > blue else "B"
    return letter if max(pixel) >= DIM else letter.lower()


def segments(pixels: list[Pixel], board: Any) -> dict[tuple[int, str], str]:
    """The colour of each segment, by place 0 to 5 and its letter. ValueError if its LEDs do not shine alike."""
    found = {}
    led = 0
    for place, order in board.DIGITS:
        for segment in order:
            shining = {colour(pixel) for pixel in pixels[led : led + board.SEGMENT_LEDS]}
            if len(shining) > 1:
                raise ValueError(f"segment {segment} of place {place} is {shining}")
            found[place, segment] = shining.pop()
            led += board.SEGMENT_LEDS
    return found


def left(place: int) -> int:
    """Column of a digit's left edge."""
    return place * CELL + (GAP if place > 2 else 0)


def text(pixels: list[Pixel], board: Any) -> list[str]:
    """The rows, each as long."""
    rows = [["."] * (left(5) + CELL - 1) for _ in range(HEIGHT)]
    for (place, segment), letter in segments(pixels, board).items():
        (x0, y0), (x1, y1) = SEGMENTS[segment]
        for y in range(y0, y1 + 1):
            for x in range(x0, x1 + 1):
                rows[y][left(place) + x] = letter
    for side, (first, number) in enumerate(board.BARS):
        for i in range(number):
            rows[HEIGHT - 1][left(3 * side) + 2 + 4 * i] = colour(pixels[first + i])
    middle = left(3) - GAP // 2 - 1
    rows[0][middle] = colour(pixels[board.ALARM_LED])
    rows[6][middle] = colour(pixels[board.ACK_LED])
    return ["".join(row) for row in rows]
