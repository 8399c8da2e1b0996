"""Reads scores off lit dots as an eye would, by holes and strokes; it knows nothing of how the firmware draws them."""

HEIGHT = 14
# Two places leave two empty columns before the text in the middle, three places need more.
TWO_PLACES, THREE_PLACES = 16, 20


def scores(dots: list[str]) -> tuple[int, int]:
    """The two scores on a board of 64 x 16 dots, left and right. Raises ValueError for what reads as no number."""
    return _number(_outer(dots, False)), _number(_outer(dots, True))


def _outer(dots: list[str], right: bool) -> list[str]:
    rows = [row[::-1] if right else row for row in dots[:HEIGHT]]
    gap = all(row[TWO_PLACES : TWO_PLACES + 2] == ".." for row in rows)
    rows = [row[: TWO_PLACES if gap else THREE_PLACES] for row in rows]
    return [row[::-1] if right else row for row in rows]


def _number(dots: list[str]) -> int:
    return int("".join(_sign(glyph) for glyph in _glyphs(dots)))


def _glyphs(dots: list[str]) -> list[list[str]]:
    """What stands between empty columns."""
    found: list[list[str]] = []
    begin = None
    width = len(dots[0])
    for x in range(width + 1):
        lit = x < width and any(row[x] == "#" for row in dots)
        if lit and begin is None:
            begin = x
        if not lit and begin is not None:
            found.append([row[begin:x] for row in dots])
            begin = None
    return found


def _sign(glyph: list[str]) -> str:
    width = len(glyph[0])
    rows = [y for y, row in enumerate(glyph) if "#" in row]
    if len(rows) <= 3 and 4 < rows[0] < 9:
        return "-"
    if rows != list(range(HEIGHT)):
        raise ValueError("a sign that is not 14 dots high")
    holes = _holes(glyph)
    if len(holes) == 2:
        return "8"
    if len(holes) == 1:
        top, bottom = holes[0]
        if bottom - top > 7:
            return "0"
        if "#" not in glyph[-1][: width // 2]:
            return "4"
        return "6" if top > 6 else "9"
    if holes:
        raise ValueError("a sign with three holes or more")
    if width < 6:
        return "1"
    if glyph[-1] == "#" * width:
        return "2"
    left_above = [row[0] for row in glyph[2:6]]
    if "#" not in glyph[-1][: width // 3] and "#" not in left_above:
        return "7"
    return "5" if left_above == ["#"] * 4 else "3"


def _holes(glyph: list[str]) -> list[tuple[int, int]]:
    """First and last row of each dark area that is closed in by lit dots, from the top."""
    width = len(glyph[0])
    seen = set()
    found = []
    for start in [(y, x) for y in range(-1, HEIGHT + 1) for x in range(-1, width + 1)]:
        area = []
        todo = [start]
        while todo:
            y, x = todo.pop()
            inside = 0 <= y < HEIGHT and 0 <= x < width
            if (y, x) in seen or not (-1 <= y <= HEIGHT and -1 <= x <= width) or (inside and glyph[y][x] == "#"):
                continue
            seen.add((y, x))
            area.append((y, x))
            todo += [(y - 1, x), (y + 1, x), (y, x - 1), (y, x + 1)]
        if area and (-1, -1) not in area:
            found.append((min(area)[0], max(area)[0]))
    return sorted(found)
