"""Views as dots, read from the registers of the chips."""

from pathlib import Path
from typing import Any

import pytest

from faces import glyphs, line
from tests.support import face_scenes as scenes
from tests.support import on_micropython
from tests.support.boards import Board, count, part

SIZES = [(32, 8), (40, 8), (64, 8), (32, 16), (48, 16), (64, 16), (72, 16), (80, 16), (128, 16), (96, 24), (64, 32)]
CELLS = [glyphs.DIGITS[at : at + 14] for at in range(0, len(glyphs.DIGITS), 14)]


def picture(number: int) -> "list[str]":
    """The first 14 rows of a number in large digits, without empty columns on its sides."""
    rows = [""] * 14
    for sign in str(number):
        cell = CELLS["0123456789-".index(sign)]
        closer = 1 if number >= 100 and not rows[0] else 0
        for y in range(14):
            rows[y] += f"{cell[y] >> closer:07b} "
    return trim([row.replace("1", "#").replace("0", ".").replace(" ", ".") for row in rows])


def trim(rows: "list[str]") -> "list[str]":
    """Without the empty columns on both sides."""
    lit = [x for x in range(len(rows[0])) if any(row[x] == "#" for row in rows)]
    return [row[lit[0] : lit[-1] + 1] for row in rows] if lit else []


def test_every_score() -> None:
    """Each from -99 to 199 has its digits, at either side; a third place may be closer than the others are apart."""
    board = Board()
    for number in range(-99, 200):
        dots = board.show(score_left=number, score_right=number)
        for left, right in ((0, 20), (44, 64)):
            seen = trim(part(dots, left, right, 0, 14))
            assert seen == picture(number), number
        assert count(part(dots, 20, 44)) == 0, "a free middle"


def test_scores_beyond_the_usual_fit() -> None:
    board = Board()
    for number in (-999, -888, -205, -100, 200, 210, 999, -1000, 1000):
        dots = board.show(score_left=number, score_right=number)
        assert trim(part(dots, 0, 20, 0, 14)) == trim(part(dots, 44, 64, 0, 14)) != []
        assert count(part(dots, 20, 44)) == 0


def test_digits_do_not_move_when_the_score_does() -> None:
    board = Board()
    for number in range(10, 100):
        dots = board.show(score_left=number, score_right=number)
        for place, left in ((number // 10, 1), (number // 10, 48), (number % 10, 9), (number % 10, 56)):
            assert part(dots, left, left + 7, 0, 14) == [
                f"{row:07b}".replace("1", "#").replace("0", ".") for row in CELLS[place][:14]
            ]


def test_whose_turn() -> None:
    board = Board()
    dots = board.show(score_left=68, score_right=39)
    assert count(part(dots, 0, 64, 14)) == 0
    left = board.show(turn=1)
    assert left[15] == "#" * 17 + "." * 47
    right = board.show(turn=2)
    assert right[15] == "." * 47 + "#" * 17
    assert trim(part(left, 18, 46))[3] == "########"
    assert trim(part(right, 18, 46)) == [row[::-1] for row in trim(part(left, 18, 46))], "an arrow to the one who plays"
    small = board.show(head="P3?")
    assert part(small, 42, 46, 0, 7) == ["#...", "##..", "###.", "####", "###.", "##..", "#..."]
    assert board.show(head="ПРОСТО")[15] == right[15], "no room for the arrow: the bar stays"


@pytest.mark.parametrize("width, height", SIZES)
def test_a_text_that_fits_stands_in_the_middle(width: int, height: int) -> None:
    board = Board(width, height)
    board.show(score_left=68, score_right=39, head="OXO")
    dots = board.dots()
    top = (height // 8 - 2) // 2 * 8 if height > 8 else 0
    middle = width // 16 * 8
    expected = [
        ".###..#...#..###.",
        "#...#.#...#.#...#",
        "#...#..#.#..#...#",
        "#...#...#...#...#",
        "#...#..#.#..#...#",
        "#...#.#...#.#...#",
        ".###..#...#..###.",
    ]
    assert part(dots, middle - 8, middle + 9, top, top + 7) == expected
    assert board.chain.writes and len(set(board.chain.writes)) == 1


def test_narrow_before_scrolling() -> None:
    board = Board()
    wide = board.show(score_left=10, score_right=10, head="MAAM")
    assert trim(part(wide, 17, 47, 0, 7))[0] == "#...#..###...###..#...#"
    narrow = trim(part(board.show(head="АААААА"), 17, 47, 0, 7))
    assert [len(narrow[0]), narrow[3]] == [23, "###.###.###.###.###.###"]
    assert board.show(5000) == board.dots()
    board.chain.writes.clear()
    board.show(9000)
    assert board.chain.writes == [32], "refreshed, not scrolled"


def test_three_places_leave_less_room() -> None:
    board = Board()
    for left, right, room in ((99, -9, 28), (100, 0, 22), (0, -10, 22)):
        dots = board.show(score_left=left, score_right=right, foot="ЩЩЩЩЩЩ")
        edge = 32 - room // 2
        assert count(part(dots, edge - 1, edge, 9)) == count(part(dots, 64 - edge, 65 - edge, 9)) == 0, "a gap"
        assert count(part(dots, edge, edge + 1, 9)) and count(part(dots, 63 - edge, 64 - edge, 9))


@pytest.mark.parametrize("width, height", [(64, 16), (64, 8), (32, 8), (128, 16)])
def test_scrolling(width: int, height: int) -> None:
    """Every offset shows the right part of text, gap, text."""
    text = "ПРЕДУПРЕДИТЬ: A-B!"
    ruler = Board(128, 16)
    strip = [""] * 7
    for letter in text:
        glyph = trim(part(ruler.show(head=letter), 49, 79, 0, 7)) or ["..."] * 7
        strip = [a + b + "." for a, b in zip(strip, glyph, strict=True)]
    length = len(strip[0]) - 1
    ring = [row[:-1] + "." * line._GAP for row in strip]
    board = Board(width, height)
    room = 28 if width == 64 else 30
    left = width // 2 - room // 2
    start = (1 << 30) - 900
    board.show(start, score_left=5, head=text, head_at=start)
    for moved in range(length + line._GAP):
        now = (start + line._PAUSE_MS + line._DOT_MS * moved) & ((1 << 30) - 1)
        expected = [(row * 2)[moved : moved + room] for row in ring]
        assert part(board.show(now), left, left + room, 0, 7) == expected, moved
    again = (start + line._PAUSE_MS + line._DOT_MS * (length + line._GAP) + 500) & ((1 << 30) - 1)
    if width >= 64:
        assert part(board.show(again), left, left + room, 0, 7) == [row[:room] for row in ring], "it rests again"


def test_a_text_without_end_is_drawn_too() -> None:
    board = Board()
    board.show(head="Щ" * 500, foot="\U0001f3b1 §")
    for now in range(0, 40_000, 777):
        board.show(now)


BLINKS = ((0, True), (499, True), (500, False), (999, False), (1000, True), (1499, True), (1500, False))


def written(text: str, slim: bool = False) -> "list[str]":
    """A text as it stands alone in the middle, wide or narrow."""
    fitted = line.Line()
    fitted.read(text)
    fitted.fit(fitted._narrow if slim else fitted._wide)
    fitted.paint(0)
    return [f"{row:0{fitted.width}b}".replace("1", "#").replace("0", ".") for row in fitted.rows]


@pytest.mark.parametrize("width, height", [(64, 16), (72, 16), (64, 8), (96, 16), (64, 32)])
@pytest.mark.parametrize("left, right", [(7, 0), (0, -5), (-5, 5), (5, -5), (14, 0), (-5, 14), (58, -3), (0, 136)])
@pytest.mark.parametrize("then", [1, 2])
def test_gains_at_their_sides_and_the_arrow_blinks(width: int, height: int, left: int, right: int, then: int) -> None:
    """In the upper line; the scores, their bars and all else are as before, and nothing overlaps."""
    board = Board(width, height)
    start = (1 << 30) - 700
    room = 28 if width < 80 else 30
    low, high = width // 16 * 8 - room // 2, width // 16 * 8 + room // 2
    top = (height // 8 - 2) // 2 * 8 if height > 8 else 0
    before = board.show(start, score_left=20, score_right=30, turn=1)
    changes = {"gain_left": left, "gain_right": right, "ahead": True, "ahead_at": start, "next_turn": then}
    for now, lit in BLINKS:
        dots = board.show((start + now) & ((1 << 30) - 1), **changes)
        assert [row[:low] + row[high:] for row in dots] == [row[:low] + row[high:] for row in before]
        line_of_gains = part(dots, low, high, top, top + 7)
        slim = left and right and max(abs(left), abs(right)) > 9
        for gain in (left, right):
            if not gain:
                continue
            glyphs_of_it = written("%+d" % gain, bool(slim))
            size = len(glyphs_of_it[0])
            at = slice(0, size) if gain is left else slice(room - size, room)
            assert [row[at] for row in line_of_gains] == glyphs_of_it
            gap = slice(size, size + 1) if gain is left else slice(room - size - 1, room - size)
            assert {row[gap] for row in line_of_gains} == {"."}
            line_of_gains = [row[: at.start] + "." * size + row[at.stop :] for row in line_of_gains]
        assert bool(count(line_of_gains)) == lit, "an arrow, and nothing else"
        if lit:
            arrow = trim(line_of_gains)
            assert arrow[3] == "#" * len(arrow[3]) and len(arrow[3]) in (4, 8)
            assert arrow[0].index("#") == (3 if then == 1 else 0) + (len(arrow[3]) == 8) * (0 if then == 1 else 4)
        changes = {}
    assert board.show(start, ahead=False, gain_left=0, gain_right=0, next_turn=0) == before


def test_gains_beside_scores_of_three_places() -> None:
    board = Board()
    for left, right, shown in ((-5, 5, "-5 +5"), (-105, 0, "-105"), (-60, 60, "-60 +60"), (105, -105, "+105")):
        dots = board.show(0, score_left=120, score_right=30, ahead=True, gain_left=left, gain_right=right, next_turn=0)
        parts = [written(text, len(shown) > 3) for text in shown.split()]
        between = 22 - sum([len(rows[0]) for rows in parts])
        expected = [("." * between).join(rows) for rows in zip(*parts, strict=True)]
        if len(parts) == 1:
            expected = [row + "." * between for row in expected]
        assert part(dots, 21, 43, 0, 7) == expected


def test_the_arrow_of_who_would_play_blinks_beside_a_text_too() -> None:
    board = Board()
    steady = board.show(0, score_left=20, score_right=30, turn=2, head="7>3", foot="9")
    for now, lit in BLINKS:
        dots = board.show(now, turn=1, ahead=True, next_turn=2)
        assert part(dots, 42, 46, 0, 7) == (part(steady, 42, 46, 0, 7) if lit else ["...."] * 7)
        assert [row[:42] + row[46:] for row in dots[:15]] == [row[:42] + row[46:] for row in steady[:15]]
        assert part(dots, 0, 17, 15) == ["#" * 17] and count(part(dots, 44, 64, 15)) == 0, "whose turn it is"


@pytest.mark.parametrize("turn, then", [(1, 1), (1, 2), (2, 1), (0, 2)])
def test_the_bar_blinks_where_no_arrow_has_room(turn: int, then: int) -> None:
    board = Board()
    board.show(0, score_left=20, score_right=30, turn=turn, head="ПРОСТОР")
    bars = ["." * 17, "." * 17]
    for now, lit in BLINKS:
        dots = board.show(now, ahead=True, next_turn=then)
        for side in (1, 2):
            shines = lit if side == then else side == turn
            bars[side - 1] = ("#" if shines else ".") * 17
        assert dots[15] == bars[0] + "." * 30 + bars[1]


@pytest.mark.parametrize("height", [8, 16])
def test_gains_take_turns_with_a_text_in_their_place(height: int) -> None:
    board = Board(64, height)
    shown = {"score_left": 20, "score_right": 30, "turn": 1, "head": "P3?", "foot": "7", "ahead": True, "next_turn": 1}
    text = board.show(1000, head_at=1000, **shown)
    gains = Board(64, height).show(1000, **{**shown, "head": "", "foot": "7" if height > 8 else "", "gain_left": 7})
    for now, seen in ((1000, text), (2499, text), (3000, gains), (4499, gains), (5000, text), (7000, gains)):
        assert board.show(now, gain_left=7) == seen


@pytest.mark.parametrize("width, height", [(32, 8), (32, 16), (48, 16)])
def test_a_small_board_shows_gains_in_turn_with_the_scores(width: int, height: int) -> None:
    """With an arrow of their own; among the scores the bar of who would play blinks. A text comes before them."""
    board = Board(width, height)
    low = width // 2 - 15
    ahead = {"ahead": True, "ahead_at": 1000, "next_turn": 2, "gain_left": -5, "gain_right": 5}
    scores = board.show(1000, score_left=20, score_right=30, turn=1)
    gains = board.show(1000, **ahead)
    for now in (1000, 2000, 5000):
        assert board.show(now) == gains
    shown = [row[low : low + 10] for row in part(gains, 0, width, 0, 7)]
    assert shown == written("-5") and count(part(gains, low + 12, low + 19, 0, 7))
    assert count(board.show(1500)) < count(gains)
    for now, lit in ((3000, True), (3500, False), (4000, True), (4999, False)):
        dots = board.show(now)
        assert dots[:-1] == scores[:-1]
        assert dots[-1][low : low + 30] == "#" * 14 + ".." + ("#" if lit else ".") * 14
    text = board.show(9000, head="P3?", head_at=9000)
    for now, seen in ((9000, text), (10999, text), (11000, gains), (12499, gains), (15000, text)):
        assert board.show(now) == seen


def test_a_small_board_shows_what_is_composed() -> None:
    """On 8 rows, also where only the lower line has a text; an idle one stays hidden."""
    board = Board(32, 8)
    scores = board.show(1000, score_left=20, score_right=30, turn=1, foot="76", foot_at=1000)
    text = board.show(1000, foot="F4", ahead=True, next_turn=2)
    assert text != scores
    for now, seen in ((2999, True), (3000, False), (5000, True)):
        assert (board.show(now) == text) == seen


def test_who_would_win_differs_from_who_has_won() -> None:
    """The winner's bar is there already, but the arrow blinks, and the turn still has its bar."""
    board = Board()
    score: "dict[str, Any]" = {"score_left": 20, "score_right": 30}
    for now, lit in BLINKS:
        won = Board().show(now, winner=2, over=True, **score)
        dots = board.show(now, turn=1, ahead=True, next_winner=2, **score)
        assert part(dots, 0, 17, 15) == ["#" * 17]
        assert part(dots, 46, 64) == part(won, 46, 64)
        assert part(dots, 18, 46) == (part(won, 18, 46) if lit else ["." * 28] * 16)


def test_the_winner_can_be_read_all_the_time() -> None:
    board = Board()
    phases = set()
    for now in range(0, 2000, 100):
        dots = board.show(now, score_left=36, score_right=89, winner=2, over=True, head="ПОБЕДА")
        assert trim(part(dots, 44, 64, 0, 14)) == picture(89)
        assert dots[15][:44] == "." * 44
        phases.add(dots[15][44:])
    assert len(phases) == 2
    a, b = phases
    assert {x + y for x, y in zip(a[3:], b[3:], strict=True)} == {"#.", ".#"}


def test_signs() -> None:
    board = Board()
    before = board.show(score_left=1, score_right=2, turn=1, head="P3?", foot="130")
    dot = board.show(ack=True)
    assert count(dot) == count(before) + 4 and dot[:7] + dot[9:] == before[:7] + before[9:]
    assert board.show(ack=False) == before
    for turn, column in ((1, 44), (2, 18), (0, 44)):
        assert part(board.show(alarm=True, turn=turn), column, column + 2, 0, 7) == ["##"] * 4 + ["..", "##", "##"]


@pytest.mark.parametrize("foot", ["888", "8888", "88888", "888888", "8888888", "88888888"])
def test_the_only_line_leaves_the_alarm_its_room(foot: str) -> None:
    """On a board that is 8 high, where no upper text stands in front of the lower one."""
    dots = Board(64, 8).show(score_left=1, score_right=2, turn=1, foot=foot, alarm=True)
    assert part(dots, 42, 46, 0, 7) == ["..##"] * 4 + ["....", "..##", "..##"]


@pytest.mark.parametrize("width, height", [(32, 8), (32, 16), (48, 16)])
def test_a_small_board_takes_turns(width: int, height: int) -> None:
    board = Board(width, height)
    middle = width // 16 * 8
    scores = board.show(1000, score_left=-99, score_right=199, turn=2, foot="130")
    assert count(part(scores, 0, middle - 1, 0, 7)) and count(part(scores, middle + 1, width, 0, 7))
    assert scores[-1] == ("." * (middle + 1) + "#" * 14).ljust(width, ".")
    text = board.show(1000, head="P3?", head_at=1000)
    assert text != scores
    for now, seen in ((2999, text), (3000, scores), (4999, scores), (5000, text), (7000, scores)):
        assert board.show(now) == seen
    signs = board.show(7000, alarm=True, ack=True)
    assert count(signs) > count(scores)


@pytest.mark.parametrize("width, height", SIZES)
def test_turned_modules_show_the_same(width: int, height: int) -> None:
    views: "list[dict[str, Any]]" = [
        {"score_left": 86, "score_right": -39, "turn": 1, "head": "Я3Д", "foot": "СЪ7"},
        {"score_left": 5, "score_right": 171, "turn": 2, "head": "", "ack": True, "alarm": True},
    ]
    straight = Board(width, height)
    modules = [(x, y, (3 * x + y) % 4) for y in range(height // 8) for x in range(width // 8)]
    modules = modules[1::2] + modules[::2]
    boards = [Board(width, height, turn) for turn in (1, 2, 3)] + [Board(width, height, modules=modules)]
    for changes in views:
        expected = straight.show(**changes)
        assert count(expected)
        for board in boards:
            assert board.show(**changes) == expected


def test_the_whole_board_in_eight_messages() -> None:
    board = Board()
    board.show(score_left=68, score_right=39, turn=1, head="P3?", foot="130")
    chain = board.chain
    chain.writes.clear()
    chain.edges = 0
    board.show(score_left=21, score_right=47, turn=2, head="ПАТ", foot="95")
    assert chain.writes == [32] * 8
    assert chain.edges == 16
    board.show(score_left=21)
    assert len(chain.writes) == 8, "nothing changed to the eye"
    board.show(ack=True)
    assert len(chain.writes) == 10, "two rows changed"


def test_brightness_is_the_views() -> None:
    board = Board()
    board.show(brightness=3)
    assert {registers[10] for registers in board.chain.registers} == {3}


@pytest.mark.parametrize("width, height", [(24, 8), (32, 0), (33, 8), (64, 12)])
def test_sizes_that_are_none(width: int, height: int) -> None:
    with pytest.raises(ValueError, match="board"):
        Board(width, height)


@pytest.mark.parametrize("last", [(3, 1, 0), (4, 0, 0), (3, 0, 4), (2, 0, 0)])
def test_modules_that_do_not_fit(last: "tuple[int, int, int]") -> None:
    with pytest.raises(ValueError, match="board"):
        Board(32, 8, modules=[(0, 0, 0), (1, 0, 0), (2, 0, 0), last])


def test_a_module_too_few() -> None:
    with pytest.raises(ValueError, match="3 modules"):
        Board(32, 8, modules=[(0, 0, 0), (1, 0, 0), (2, 0, 0)])


def test_equal_on_micropython_and_nothing_allocated(bits: int, capsys: "pytest.CaptureFixture[str]") -> None:
    for _ in scenes.batches():
        pass
    here = capsys.readouterr().out
    assert on_micropython.run(Path(scenes.__file__), bits=bits) == here
