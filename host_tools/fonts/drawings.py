"""Reads the drawings of glyphs: text files that a person can look at and change.

The first paragraph says what a file is. In each of the others the first line names its glyphs, and below stand their
rows, `#` for a lit dot and `.` for a dark one. A name is a character, or several that look alike; `space` is the blank.
"""

from dataclasses import dataclass
from pathlib import Path

NAMED = {"space": " "}


@dataclass(frozen=True)
class Glyph:
    """The characters that look so, and their rows from the top, of `width` dots each, the right-most in bit 0."""

    characters: str
    width: int
    rows: tuple[int, ...]


def read(path: Path, height: int, widest: int) -> list[Glyph]:
    """The glyphs of a file, in its order.

    ValueError names file and glyph where one is not `height` dots high or 1 to `widest` wide, or is there twice.
    """
    found: list[Glyph] = []
    seen: set[str] = set()
    for paragraph in path.read_text(encoding="utf-8").strip().split("\n\n")[1:]:
        names, *lines = [line.split() for line in paragraph.splitlines()]
        if len(lines) != height or any(len(line) != len(names) for line in lines):
            raise ValueError(f"{path}: below {' '.join(names)} there are not {height} rows of each")
        for name, drawn in zip(names, zip(*lines, strict=True), strict=True):
            characters = NAMED.get(name, name)
            width = len(drawn[0])
            if not 1 <= width <= widest or any(len(row) != width or set(row) - {"#", "."} for row in drawn):
                raise ValueError(f"{path}: {name} is not drawn as # and ., 1 to {widest} wide")
            if seen & set(characters):
                raise ValueError(f"{path}: {name} is there twice")
            seen.update(characters)
            rows = tuple(int(row.replace("#", "1").replace(".", "0"), 2) for row in drawn)
            found.append(Glyph(characters, width, rows))
    return found
