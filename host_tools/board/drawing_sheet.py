"""A sheet of paper for schematics: parts between points, by schemdraw. One unit is 36 points, y grows upwards."""

import re
from itertools import pairwise
from typing import Any
from xml.sax.saxutils import escape

import schemdraw
from schemdraw import elements as elm
from schemdraw import logic

Point = tuple[float, float]

GREY = "#777777"
SMALL, NORMAL, TITLE = 9, 11, 15


class Sheet:
    """Collects what is drawn; all places are absolute."""

    def __init__(self, title: str) -> None:
        self.title = title
        self._drawing = schemdraw.Drawing(show=False)
        self._drawing.config(fontsize=NORMAL, font="sans-serif", bgcolor="white", lw=1.5, margin=0.5)

    def svg(self) -> str:
        """The sheet as SVG, the same on every machine."""
        text = self._drawing.get_imagedata("svg").decode("utf-8")
        # Sums of sines end in digits that differ from one processor to the next.
        text = re.sub(r"<[^>]+>", lambda tag: re.sub(r"-?\d+\.\d+", _rounded, tag[0]), text)
        return text.replace(">", f" role='img'><title>{escape(self.title)}</title>", 1)

    def line(self, *points: Point, color: str = "black", lw: float = 1.5, ls: "Any" = "-") -> None:
        """A wire through these points."""
        for start, end in pairwise(points):
            self._drawing.add(elm.Line(color=color, lw=lw, ls=ls).at(start).to(end))

    def arrow(self, start: Point, end: Point, color: str = "black") -> None:
        """An arrow."""
        self._drawing.add(elm.Arrow(color=color, headwidth=0.2, headlength=0.25).at(start).to(end))

    def part(
        self, kind: "type[elm.Element2Term]", start: Point, end: Point, label: str = "", side: "Any" = "top"
    ) -> None:
        """A part with two ends; a diode's second end is its cathode."""
        element = kind().at(start).to(end)
        self._drawing.add(element.label(label, loc=side, fontsize=SMALL, ofst=0.12) if label else element)

    def dot(self, *points: Point) -> None:
        """Where wires meet."""
        for point in points:
            self._drawing.add(elm.Dot(radius=0.07).at(point).theta(0))

    def text(
        self, at: Point, text: str, size: float = NORMAL, align: "Any" = "left", color: str = "black", turn: float = 0
    ) -> None:
        """Text whose middle of the given edge is at a point; it may have lines."""
        label = elm.Label(color=color).at(at).theta(0)
        # schemdraw reads it as XML but for < and >, and what stands between two $ as a formula.
        text = text.replace("&", "&amp;").replace("$", "&#36;")
        label.label(text, loc="center", halign=align, valign="center", fontsize=size, ofst=(0, 0), rotate=turn)
        self._drawing.add(label)

    def remark(self, at: Point, text: str, align: "Any" = "left") -> None:
        """Small grey text."""
        self.text(at, text, SMALL, align, GREY)

    def ground(self, at: Point) -> None:
        """0 V."""
        self._drawing.add(elm.Ground().at(at).theta(0))

    def supply(self, at: Point, label: str) -> None:
        """A supply of that name, from above."""
        vdd: Any = elm.Vdd
        self._drawing.add(vdd().at(at).theta(0).label(label, fontsize=SMALL))

    def gate(self, inverting: bool, schmitt: bool, at: Point) -> "tuple[Point, Point]":
        """A gate with one input, its input at a point. Returns the points of its input and its output."""
        kind: Any = (logic.SchmittNot if inverting else logic.Schmitt) if schmitt else logic.Buf
        gate = self._drawing.add(kind().anchor("in1").at(at).theta(0))
        return at, _point(gate.absanchors["out"])

    def npn(self, base: Point, photo: bool = False) -> "tuple[Point, Point]":
        """A transistor, its base at a point. Returns the points of its collector and its emitter."""
        kind: Any = elm.NpnPhoto if photo else elm.BjtNpn
        part = self._drawing.add(kind(circle=True).anchor("base").at(base).theta(0))
        return _point(part.absanchors["collector"]), _point(part.absanchors["emitter"])

    def speaker(self, at: Point) -> Point:
        """A buzzer, its first end at a point. Returns the second."""
        kind: Any = elm.Speaker
        part = self._drawing.add(kind().anchor("in1").at(at).theta(0))
        return _point(part.absanchors["in2"])

    def box(
        self, corner: Point, opposite: Point, fill: "str | None" = None, color: str = "black", ls: "Any" = "-"
    ) -> None:
        """A rectangle."""
        rect = elm.Rect(corner1=(0, 0), corner2=(opposite[0] - corner[0], opposite[1] - corner[1]), color=color, ls=ls)
        self._drawing.add((rect.fill(fill) if fill else rect).at(corner).theta(0).zorder(0))

    def circle(self, middle: Point, radius: float, fill: "str | None" = None, color: str = "black") -> None:
        """A circle."""
        ring = elm.Dot(radius=radius, open=fill is None, color=color)
        self._drawing.add((ring.fill(fill) if fill else ring).at(middle).theta(0).zorder(0))


def _rounded(number: "re.Match[str]") -> str:
    return f"{round(float(number[0]), 2) + 0.0:g}"


def _point(point: "Any") -> Point:
    return float(point[0]), float(point[1])
