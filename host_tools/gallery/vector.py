"""The contact sheet as SVG: the same, sharp at any size."""

from pathlib import Path
from xml.sax.saxutils import escape

from board import devkitc, devkitc_ws2812
from host_tools.gallery import layout, strip_text
from host_tools.gallery.camera import Pixel
from host_tools.gallery.layout import BOARD, EDGE, PITCH, Sheet

STRIP_COLOURS = {"A": "#ff9628", "B": "#46a0ff", "W": "#f0f0f0", "R": "#ff3228"}
DIMMED = 0.3
# A dash of no length with round ends is a dot: a run of dots is one line.
STYLE = (
    """
text{font-family:sans-serif;fill:#d6d2cc}
.off,.on,.glow{fill:none;stroke-linecap:round;stroke-dasharray:0 %d}
.off{stroke:#261210;stroke-width:2.2}
.on{stroke:#ff5438;stroke-width:3.1}
.glow{stroke:#ff2818;stroke-width:7;stroke-opacity:.18}
.case{fill:#080708}
.seg{fill:none;stroke-linecap:round;stroke-width:3.4}
"""
    % PITCH
)


def write(sheet: Sheet, path: Path) -> None:
    """Writes it."""
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {layout.WIDTH} {sheet.height}" '
        f'width="{layout.WIDTH}" height="{sheet.height}">',
        f"<style>{STYLE}</style>",
        f'<defs><path id="dots" d="{_runs(["#" * devkitc.WIDTH] * devkitc.HEIGHT)}"/></defs>',
        f'<rect width="{layout.WIDTH}" height="{sheet.height}" fill="#16161a"/>',
    ]
    for label in sheet.labels:
        y = label.y + label.size
        parts.append(f'<text x="{label.x}" y="{y}" font-size="{label.size}">{escape(label.text)}</text>')
    for place in sheet.places:
        for corner, language in ((place.english, "en"), (place.russian, "ru")):
            name = f"{place.shot.name}-{language}"
            dots = f'<defs><path id="{name}" d="{_runs(place.shot.dots[language])}"/></defs>'
            uses = "".join(f'<use href="#{what}" class="{kind}"/>' for what, kind in _layers(name))
            parts.append(_board(corner, BOARD[0], dots + uses))
        parts.append(_board(place.strip, layout.STRIP_WIDTH, _segments(place.shot.pixels)))
    parts.append("</svg>\n")
    path.write_text("\n".join(parts), encoding="utf-8")


def _layers(name: str) -> tuple[tuple[str, str], ...]:
    return ("dots", "off"), (name, "glow"), (name, "on")


def _board(corner: tuple[int, int], width: int, inside: str) -> str:
    case = f'<rect class="case" width="{width}" height="{BOARD[1]}" rx="5"/>'
    return f'<g transform="translate({corner[0]} {corner[1]})">{case}{inside}</g>'


def _runs(rows: list[str]) -> str:
    """Lines through the centres of dots that stand side by side."""
    lines = []
    for y, row in enumerate(rows):
        x = 0
        while x < len(row):
            end = x
            while end < len(row) and row[end] == "#":
                end += 1
            if end > x:
                # A little longer than to the last dot, which would be lost to rounding.
                lines.append(f"M{EDGE + x * PITCH + 2} {EDGE + y * PITCH + 2}h{(end - x - 1) * PITCH}.1")
            x = max(end, x + 1)
    return "".join(lines)


def _segments(pixels: list[Pixel]) -> str:
    rows = strip_text.text(pixels, devkitc_ws2812)
    high = (BOARD[1] - 2 * EDGE) / len(rows)
    found = []
    lines = [
        (strip_text.left(place) + x0, y0, strip_text.left(place) + x1, y1)
        for place in range(6)
        for (x0, y0), (x1, y1) in strip_text.SEGMENTS.values()
    ]
    middle = strip_text.left(3) - strip_text.GAP // 2 - 1
    lines += [(middle, y, middle, y) for y in (0, 6)]
    lines += [(x, len(rows) - 1, x, len(rows) - 1) for x in range(len(rows[0]))]
    for number, (x0, y0, x1, y1) in enumerate(lines):
        letter = rows[y0][x0]
        if letter == "." and number >= 6 * 7:
            continue
        colour = STRIP_COLOURS.get(letter.upper(), "#1a1a1c")
        faint = f' stroke-opacity="{DIMMED}"' if letter.islower() else ""
        path = f"M{EDGE + (x0 + 0.5) * PITCH:g} {EDGE + (y0 + 0.5) * high:.1f}"
        path += f"L{EDGE + (x1 + 0.5) * PITCH:g} {EDGE + (y1 + 0.5) * high:.1f}"
        found.append(f'<path class="seg" stroke="{colour}"{faint} d="{path}"/>')
    return "".join(found)
