"""Draws how a beam is mounted below a pocket: past the middle of the ball, not through it."""

from math import sqrt

from host_tools.board import values
from host_tools.board.drawing_sheet import GREY, SMALL, TITLE, Sheet

BALL, RED = "#e8d9a8", "#b02020"
SCALE = 1 / 20


def chord_mm() -> float:
    """How much of the beam's way along a falling ball is dark."""
    return 2 * sqrt((values.BALL_MM / 2) ** 2 - values.ASIDE_MM**2)


def mounting() -> str:
    """The drawing as SVG: from above where the beam passes, and from the side what it sees of two balls."""
    sheet = Sheet("Mounting of a beam")
    radius = values.BALL_MM / 2 * SCALE
    aside = values.ASIDE_MM * SCALE
    chord = chord_mm()

    sheet.text((-4.2, 3.6), "Looking down along the fall", TITLE)
    sheet.circle((0, 0), radius, BALL)
    sheet.line((-3.4, 0), (3.4, 0), color=GREY, ls="--", lw=1)
    sheet.line((-2.9, aside), (2.9, aside), color=RED)
    for x, name in ((-2.9, "emitter"), (2.9, "receiver")):
        out = -1 if x < 0 else 1
        sheet.box((x, aside + 0.25), (x + out * 0.9, aside - 0.25), fill="white")
        sheet.text((x + out * 0.45, aside - 0.6), name, SMALL, "center")
        mouth = x - out * values.TUBE_MM * SCALE
        for wall in (aside + 0.18, aside - 0.18):
            sheet.line((x, wall), (mouth, wall), lw=3)
        sheet.text((x - out * 0.25, aside + 0.5), f"tube {values.TUBE_MM} mm", SMALL, "left" if x < 0 else "right")
        sheet.line((x, aside + 0.3), (x, 2.35), color=GREY, lw=1)
        sheet.arrow((0, 2.2), (x, 2.2), GREY)
    sheet.text((0, 2.5), "{} to {} mm".format(*values.APART_MM), SMALL, "center")
    sheet.arrow((-0.9, aside / 2), (-0.9, aside), GREY)
    sheet.arrow((-0.9, aside / 2), (-0.9, 0), GREY)
    sheet.text((-0.75, aside / 2), f"{values.ASIDE_MM} to {values.ASIDE_MOST_MM} mm", SMALL)
    sheet.text((0, -0.9), f"{values.BALL_MM} mm", SMALL, "center")
    sheet.text(
        (0, -2.5), "The pocket guides the ball along its middle;\nthe beam passes beside it.", SMALL, "center", GREY
    )

    sheet.text((7.2, 3.6), "Looking along the beam: two balls that touch", TITLE)
    left, level = 8.4, 0.0
    first, second = left + radius, left + 3 * radius
    for middle in (first, second):
        sheet.circle((middle, level), radius, BALL)
    half = chord / 2 * SCALE
    sheet.line((left - 1, level + aside), (left + 4 * radius + 1, level + aside), color=RED, ls=":")
    for middle in (first, second):
        sheet.line((middle - half, level + aside), (middle + half, level + aside), lw=5)
        sheet.text((middle, level + aside - 0.4), f"dark {chord:.0f} mm", SMALL, "center")
    gap = values.BALL_MM - chord
    at = (first + second) / 2
    sheet.line((at, level + aside + 0.15), (at, level + aside + 1.05), color=RED, lw=1)
    sheet.text((at, level + aside + 1.3), f"light {gap:.0f} mm", SMALL, "center", RED)
    sheet.line((left - 1, level), (left + 4 * radius + 1, level), color=GREY, ls="--", lw=1)
    sheet.remark((left + 4 * radius + 1.1, level), "a beam through the\nmiddle: no light between")
    sheet.text(
        (left + 4 * radius + 1.1, level + aside), f"way of the beam,\n{values.ASIDE_MM} mm aside", SMALL, color=RED
    )
    sheet.arrow((left + 4 * radius, level - 2.5), (left, level - 2.5), GREY)
    sheet.remark((left + 2 * radius, level - 2.9), "the balls fall this way", "center")
    return sheet.svg()
