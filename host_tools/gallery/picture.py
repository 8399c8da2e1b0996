"""The contact sheet as PNG: glowing dots on dark."""

from pathlib import Path
from typing import Any

from PIL import Image, ImageChops, ImageDraw, ImageFilter, ImageFont

from board import devkitc_ws2812
from host_tools.gallery import layout, strip_text
from host_tools.gallery.camera import Pixel
from host_tools.gallery.layout import BOARD, EDGE, PITCH, Sheet

# Drawn twice as large, then made smaller: round dots of four pixels.
SCALE = 2
PAPER, CASE, INK = (22, 22, 26), (8, 7, 8), (214, 210, 204)
DARK_DOT, LIT_DOT, GLOW_DOT = (38, 18, 16), (255, 84, 56), (255, 40, 24)
DARK_SEGMENT = (26, 26, 28)
STRIP_COLOURS = {"A": (255, 150, 40), "B": (70, 160, 255), "W": (240, 240, 240), "R": (255, 50, 40)}
COLOURS = 256
DIMMED = 0.3
THICK = 4


def write(sheet: Sheet, path: Path) -> None:
    """Draws and writes it."""
    size = (layout.WIDTH * SCALE, sheet.height * SCALE)
    base = Image.new("RGB", size, PAPER)
    light = Image.new("RGB", size)
    draw, glow = ImageDraw.Draw(base), ImageDraw.Draw(light)
    for label in sheet.labels:
        font = ImageFont.load_default(label.size * SCALE)
        draw.text((label.x * SCALE, label.y * SCALE), label.text, fill=INK, font=font)
    for place in sheet.places:
        for corner, language in ((place.english, "en"), (place.russian, "ru")):
            _case(draw, corner, BOARD[0])
            _dots(draw, glow, corner, place.shot.dots[language])
        _case(draw, place.strip, layout.STRIP_WIDTH)
        _segments(draw, glow, place.strip, place.shot.pixels)
    near = light.filter(ImageFilter.GaussianBlur(1.6 * SCALE))
    far = light.filter(ImageFilter.GaussianBlur(6 * SCALE))
    lit = ImageChops.add(ImageChops.add(base, near.point(lambda v: v * 0.55)), far.point(lambda v: v * 0.4))
    small = lit.resize((layout.WIDTH, sheet.height), Image.Resampling.LANCZOS)
    small.quantize(COLOURS, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE).save(path, optimize=True)


def _case(draw: Any, corner: tuple[int, int], width: int) -> None:
    x, y = corner
    box = (x * SCALE, y * SCALE, (x + width) * SCALE, (y + BOARD[1]) * SCALE)
    draw.rounded_rectangle(box, 5 * SCALE, fill=CASE)


def _dots(draw: Any, glow: Any, corner: tuple[int, int], rows: list[str]) -> None:
    for y, row in enumerate(rows):
        for x, dot in enumerate(row):
            at = [(corner[i] + EDGE + (x, y)[i] * PITCH + PITCH / 2) * SCALE for i in (0, 1)]
            radius = (1.55 if dot == "#" else 1.1) * SCALE
            box = (at[0] - radius, at[1] - radius, at[0] + radius, at[1] + radius)
            draw.ellipse(box, fill=LIT_DOT if dot == "#" else DARK_DOT)
            if dot == "#":
                glow.ellipse(box, fill=GLOW_DOT)


def _segments(draw: Any, glow: Any, corner: tuple[int, int], pixels: list[Pixel]) -> None:
    rows = strip_text.text(pixels, devkitc_ws2812)
    top = corner[1] + EDGE
    wide, high = PITCH, (BOARD[1] - 2 * EDGE) / len(rows)
    for place in range(6):
        for segment, ((x0, y0), (x1, y1)) in strip_text.SEGMENTS.items():
            letter = rows[y0][strip_text.left(place) + x0]
            points = [
                (corner[0] + EDGE + (strip_text.left(place) + x0 + 0.5 - 0.3 * (segment in "ADG")) * wide) * SCALE,
                (top + (y0 + 0.5 - 0.2 * (segment not in "ADG")) * high) * SCALE,
                (corner[0] + EDGE + (strip_text.left(place) + x1 + 0.5 + 0.3 * (segment in "ADG")) * wide) * SCALE,
                (top + (y1 + 0.5 + 0.2 * (segment not in "ADG")) * high) * SCALE,
            ]
            _line(draw, glow, points, letter)
    for y, columns in ((0, range(16, 20)), (6, range(16, 20)), (len(rows) - 1, range(len(rows[0])))):
        for x in columns:
            if rows[y][x] != ".":
                at = [(corner[0] + EDGE + (x + 0.5) * wide) * SCALE, (top + (y + 0.5) * high) * SCALE]
                _line(draw, glow, [at[0] - 2, at[1], at[0] + 2, at[1]], rows[y][x])


def _line(draw: Any, glow: Any, points: list[float], letter: str) -> None:
    """A segment, or the room for it."""
    fill = DARK_SEGMENT
    if letter != ".":
        strength = DIMMED if letter.islower() else 1.0
        red, green, blue = STRIP_COLOURS[letter.upper()]
        fill = (int(red * strength), int(green * strength), int(blue * strength))
        glow.line(points, fill=fill, width=THICK * SCALE)
    draw.line(points, fill=fill, width=THICK * SCALE)
