"""A face on a strip of LEDs that is read like the real one. On both runtimes; as a script it digests scenes."""

import binascii

from board import devkitc_ws2812
from drivers.ws2812 import FULL, Ws2812
from faces.segments import COLOURS, SegmentFace
from host_tools.twin.strip import NeoPixel, Strip
from scoreboard.view import View
from tests.support.views import numbered_view

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

SIGNS: "list[tuple[str, Any]]" = [
    ("", 0),
    ("lag", 0),
    ("fall", 3),
    ("spot", 12),
    ("undo", 0),
    ("menu", ("beam_3", 1)),
    ("cue:house", 0),
    ("error", 0),
]


def show(display: Ws2812) -> None:
    """Takes over all that is drawn, and sends it."""
    part = 0
    while display.take(part):
        part += 1
    display.send()


class StripBoard:
    """The face of a board with a strip, and its view. `facts` as in board/devkitc_ws2812.py."""

    def __init__(self, facts: "Any" = devkitc_ws2812, most: int = FULL) -> None:
        self.facts = facts
        self.strip = Strip(facts.STRIP_LEDS)
        self.strip.power(True)
        self.display = Ws2812(NeoPixel(self.strip, facts.STRIP_LEDS), COLOURS, most)
        self.face = SegmentFace(
            self.display, facts.DIGITS, facts.SEGMENT_LEDS, facts.BARS, facts.ACK_LED, facts.ALARM_LED
        )
        self.view = View()
        self.view.brightness = 15

    def show(self, now: int = 0, **changes: object) -> "list[tuple[int, int, int]]":
        """What the LEDs shine after the view changed as told and was drawn."""
        for name, value in changes.items():
            assert hasattr(self.view, name)
            setattr(self.view, name, value)
        if changes:
            self.view.version += 1
        while self.face.draw(self.view, now):
            pass
        return self.strip.pixels()


def views() -> "list[View]":
    """Views that differ in all that the face draws, numbered."""
    found = []
    for i in range(48):
        view = numbered_view(i)
        view.sign, view.sign_value = SIGNS[i // 6]
        found.append(view)
    return found


def draw(face: SegmentFace, view: View, now: int) -> None:
    """All steps of a picture."""
    while face.draw(view, now):
        pass


def quiet() -> None:
    """Draws all views at many times with the heap locked; only a new sign may allocate, as it is spelled once."""
    try:
        from micropython import heap_lock, heap_unlock
    except ImportError:
        return
    face = StripBoard().face
    for view in views():
        draw(face, view, 0)
        # A new picture with the same sign.
        view.version += 100
        heap_lock()
        for now in range(0, 6000, 34):
            draw(face, view, now)
        heap_unlock()


def taken() -> "list[int]":
    """As tests.support.face_scenes.taken."""
    from micropython import mem_total

    face = StripBoard().face
    found = []
    for view in views():
        draw(face, view, 0)
        before = mem_total()
        for now in range(0, 20_000, 2):
            face.draw(view, now)
        found.append(mem_total() - before)
    return found


def main() -> None:
    """A line a view."""
    quiet()
    board = StripBoard()
    for view in views():
        board.view = view
        digest = 0
        for now in (0, 600, 1100, 3100):
            for pixel in board.show(now):
                digest = binascii.crc32(bytes(pixel), digest)
        print(view.version, digest)


if __name__ == "__main__":
    main()
