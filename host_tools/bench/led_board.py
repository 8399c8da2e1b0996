"""The LED board against PyPI's micropython-max7219: the time of a full new frame, drawing included.

Both run on the same MicroPython, one after the other, on buses and pins that take no time. Ours: two views take turns
that differ in every digit register, drawn by MatrixFace in all its steps and sent by Max7219. The peer: the same two
pictures of 64 x 16 dots on 16 modules, drawn with its own method for other letters than the built-in ones,
`text_from_glyph`, a glyph for each module, and sent with `show`. The second value lets it draw what it can do best:
sixteen built-in letters.
"""

import subprocess
import sys
import tempfile
from typing import Any

from host_tools import runtime

PEER = "micropython-max7219==0.2.0"
HEAP = "256k"
FRAMES = 400

_BUS = """
import gc, time

class Bus:
    # Built-in functions that do nothing much: what a frame costs shall be the drivers' own.
    write = len
    value = abs
    OUT = 1
    def init(self, mode, value):
        pass
    def __call__(self, level):
        pass

def clock(draw):
    draw(0)
    draw(1)
    best = None
    for _ in range(5):
        gc.collect()
        start = time.ticks_us()
        for i in range(%d):
            draw(i & 1)
        took = time.ticks_diff(time.ticks_us(), start)
        best = took if best is None else min(best, took)
    print(best / %d)
""" % (FRAMES, FRAMES)

_OURS = """
from board import devkitc
from drivers.max7219 import Max7219
from faces.matrix import MatrixFace
from scoreboard.view import View

display = Max7219(Bus(), Bus(), 16)
face = MatrixFace(display, 64, 16, devkitc.MODULES)
views = []
for left, right, turn, head, foot in ((68, 39, 1, "P3?", "130"), (21, 47, 2, "SPOT", "95")):
    view = View()
    view.score_left, view.score_right, view.turn = left, right, turn
    view.head, view.foot, view.version = head, foot, len(views)
    views.append(view)
# A picture takes several steps of the firmware.
def draw_all(view):
    while face.draw(view, 0):
        pass

pictures = []
for view in views:
    draw_all(view)
    pictures.append([bytes(row) for row in display.rows])
for row in range(8):
    assert pictures[0][row] != pictures[1][row]
"""

_PEER = """
from max7219 import Matrix8x8
peer = Matrix8x8(Bus(), Bus(), 16)
peer._cs = abs
"""

_SAME_DOTS = """
LETTERS = "ABCDEFGHIJKLMNOP"
glyphs = []
for picture in pictures:
    found = {}
    for chip in range(16):
        at = display.at(chip)
        found[LETTERS[chip]] = [[picture[y][at] >> (7 - x) & 1 for x in range(8)] for y in range(8)]
    glyphs.append(found)

def draw(i):
    peer.text_from_glyph(LETTERS, glyphs[i])
    peer.show()

draw(1)
for y in range(8):
    for module in range(16):
        assert peer._buffer[y * 16 + module] == pictures[1][y][display.at(module)]
"""

_TEXT = """
def draw(i):
    peer.zero()
    peer.text("68 P3? 130  39 <" if i else "21 SPOT 95  47 >")
    peer.show()
"""


def measure() -> list[dict[str, Any]]:
    """Microseconds a frame. Raises runtime.RuntimeMissing without MicroPython, OSError if the peer cannot be had."""
    with tempfile.TemporaryDirectory() as folder:
        install = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-deps"]
        got = subprocess.run([*install, "--target", folder, PEER], capture_output=True, text=True, check=False)
        if got.returncode:
            raise OSError(f"{PEER} cannot be installed: {(got.stderr.strip().splitlines() or ['?'])[-1]}")
        ours = _time(_BUS + _OURS + "clock(lambda i: draw_all(views[i]))", folder)
        same = _time(_BUS + _OURS + _PEER + _SAME_DOTS + "clock(draw)", folder)
        text = _time(_BUS + _PEER + _TEXT + "clock(draw)", folder)
    return [
        _result("LED board, full new frame, same dots", ours, same),
        _result("LED board, full new frame, peer with built-in letters", ours, text),
    ]


def _result(name: str, ours: float, peer: float) -> dict[str, Any]:
    return {"name": name, "value": round(ours, 1), "unit": "us", "peer": round(peer, 1), "ratio": round(ours / peer, 4)}


def _time(code: str, folder: str) -> float:
    """What a program prints, run by MicroPython with the firmware and the peer to import."""
    micropython = runtime.micropython()
    if micropython is None:
        raise runtime.RuntimeMissing("MicroPython is not installed: run `make setup`")
    paths = [str(runtime.ROOT), str(runtime.ROOT / "firmware"), folder]
    head = f"import sys\nsys.path[:0] = {paths!r}\n"
    command = [sys.executable, str(micropython), "-X", "heapsize=" + HEAP, "-c", head + code]
    return float(subprocess.run(command, capture_output=True, text=True, check=True).stdout)
