"""Reads seven-segment digits off the colours of a strip's LEDs; it knows nothing of how the firmware draws them."""

# The usual seven-segment signs, by the segments that are lit: A at the top, then clockwise, G in the middle.
SIGNS = {
    "": " ",
    "ABCDEF": "0",
    "BC": "1",
    "ABDEG": "2",
    "ABCDG": "3",
    "BCFG": "4",
    "ACDFG": "5",
    "ACDEFG": "6",
    "ABC": "7",
    "ABCDEFG": "8",
    "ABCDFG": "9",
    "G": "-",
}

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    Pixel = tuple[int, int, int]


def lit(pixels: "list[Pixel]", board: "Any") -> "list[tuple[str, set[Pixel]]]":
    """For each of the six places its lit segments, in the order of their letters, and their colours."""
    found: "list[tuple[str, set[Pixel]]]" = [("", set())] * 6
    led = 0
    for place, order in board.DIGITS:
        segments = ""
        colours = set()
        for segment in order:
            shining = pixels[led : led + board.SEGMENT_LEDS]
            assert len(set(shining)) == 1, "a segment shines alike"
            if shining[0] != (0, 0, 0):
                segments += segment
                colours.add(shining[0])
            led += board.SEGMENT_LEDS
        found[place] = ("".join(sorted(segments)), colours)
    return found


def text(pixels: "list[Pixel]", board: "Any") -> str:
    """The six places; `*` for what is no digit."""
    return "".join([SIGNS.get(segments, "*") for segments, _ in lit(pixels, board)])


def scores(pixels: "list[Pixel]", board: "Any") -> "tuple[int, int]":
    """The two scores. Raises ValueError for what reads as no number."""
    shown = text(pixels, board)
    return int(shown[:3]), int(shown[3:])
