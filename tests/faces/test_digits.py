"""The score digits, also as an eye sees them that resolves no single dot."""

from itertools import combinations

import pytest

from faces.glyphs import DIGITS

HEIGHT = 14
*CELLS, BLANK = [DIGITS[at : at + HEIGHT] for at in range(0, len(DIGITS), HEIGHT)]
FIGURES = range(10)


def dots(figure: int) -> "list[list[int]]":
    return [[CELLS[figure][y] >> (6 - x) & 1 for x in range(7)] for y in range(HEIGHT)]


def blurred(figure: int, reach: int) -> "list[float]":
    """Each dot spread over its neighbourhood as a pyramid `reach` dots wide on each side."""
    field = [[0.0] * (7 + 2 * reach) for _ in range(HEIGHT + 2 * reach)]
    total = (reach + 1) ** 4
    for y, row in enumerate(dots(figure)):
        for x, lit in enumerate(row):
            for dy in range(-reach, reach + 1):
                for dx in range(-reach, reach + 1):
                    weight = (reach + 1 - abs(dy)) * (reach + 1 - abs(dx))
                    field[y + reach + dy][x + reach + dx] += lit * weight / total
    return [value for row in field for value in row]


def test_cells() -> None:
    assert len(CELLS) == 11, "ten digits and minus"
    assert all(len(rows) == HEIGHT and any(rows) and all(row < 1 << 7 for row in rows) for rows in CELLS)
    assert not any(BLANK)
    assert not any(row & 1 for row in CELLS[1]), "beside the tens the 1 of a hundred moves closer"


def test_sizes() -> None:
    for figure in FIGURES:
        assert CELLS[figure][0] and CELLS[figure][HEIGHT - 1], "14 dots high"
        columns = [any(row[x] for row in dots(figure)) for x in range(7)]
        assert sum(columns) == (4 if figure == 1 else 7)


def test_no_thin_stroke() -> None:
    """Every lit dot is part of a lit square of 2 x 2, except at the ends and corners."""
    for figure in FIGURES:
        picture = [[0] * 9, *[[0, *row, 0] for row in dots(figure)], [0] * 9]
        thin = 0
        for y in range(1, 15):
            for x in range(1, 8):
                squares = [(y - a, x - b) for a in (0, 1) for b in (0, 1)]
                if picture[y][x] and not any(
                    picture[v][u] and picture[v][u + 1] and picture[v + 1][u] and picture[v + 1][u + 1]
                    for v, u in squares
                ):
                    thin += 1
        assert thin <= 1, figure


@pytest.mark.parametrize("reach, least", [(1, 2.5), (2, 1.6), (3, 1.0)])
def test_all_pairs_differ_from_afar(reach: int, least: float) -> None:
    """At 10 m a dot of 4 mm is 1.4 arc minutes: a sharp eye blurs by less than one dot, a poor one by two or three."""
    seen = {figure: blurred(figure, reach) for figure in FIGURES}
    for a, b in combinations(FIGURES, 2):
        distance = sum((p - q) ** 2 for p, q in zip(seen[a], seen[b], strict=True)) ** 0.5
        assert distance > least, (a, b)
