"""No frame that the view can produce takes more than the supply gives, at any brightness that can be set.

What lights in a frame is counted on the LEDs. A frame of dots is made of two scores and the middle, which share no dot:
the worst of each together is the worst frame.
"""

from itertools import product
from typing import Any

import pytest

from board import devkitc, devkitc_ws2812, esp32s3_devkitc1
from drivers.max7219 import brightest
from drivers.ws2812 import most
from faces.geometry import MOST_DOTS, most_dots
from faces.segments import COLOURS
from host_tools.twin.world import World
from referee.keys import KEYS
from tests.support import words
from tests.support.boards import Board, count, part
from tests.support.strips import StripBoard, show

SCORES = range(-99, 200)
VALUES = ("8", "15", "STILL", "C8@6/P8@6/P10")
MIDDLE = (20, 44)
WIDE_MIDDLE = (17, 47)


def lines() -> "list[tuple[str, str]]":
    """All pairs of lines: every text in both languages with all kinds of values, calls, and what is composed."""
    found = []
    for key in words.KEYS:
        for language in words.LANGUAGES:
            places = words.find(key)[words.LANGUAGES.index(language)].count("%s")
            for value in VALUES if places else VALUES[:1]:
                found.append(words.lines(language, key, *[value] * places))
    found += [("МЕНЮ", head) for head, _ in found] + [("8>6", "8 10 6 F8"), ("P6??", "O8 F10 ="), ("8:8", "130")]
    found += [(key, key) for key in KEYS]
    return sorted(set(found))


def worst_middle(left: int, right: int, columns: "tuple[int, int]") -> int:
    """The most dots between two scores: all texts, at all offsets of a scroll, with all signs."""
    board = Board()
    worst = 0
    for (head, foot), turn in product(lines(), (1, 0)):
        board.show(0, score_left=left, score_right=right, head=head, foot=foot, ack=True, alarm=turn == 0, turn=turn)
        scrolls = board.face._middle.head.scrolls or board.face._middle.foot.scrolls
        for now in range(0, 8000 if scrolls else 1, 320):
            worst = max(worst, count(part(board.show(now), *columns)))
    for gains in product((-88, 0, 88, 188), repeat=2):
        changes: "dict[str, Any]" = {"gain_left": gains[0], "gain_right": gains[1], "ahead": True, "next_turn": 1}
        dots = board.show(0, head="", foot="Ш" * 5, alarm=True, **changes)
        worst = max(worst, count(part(dots, *columns)))
    board.show(0, gain_left=0, gain_right=0, ahead=False, next_turn=0)
    # The densest letters, wide and narrow, whatever that spells.
    for letter in "08БДЖЗМШЩФЪЮW№":
        for length in (5, 7):
            dots = board.show(0, head=letter * length, foot=letter * length, ack=True, alarm=True, turn=0)
            worst = max(worst, count(part(dots, *columns)))
    return worst


def worst_score(scores: "list[int]") -> int:
    """The most dots of one score with its mark."""
    board = Board()
    worst = 0
    for score, (turn, winner) in product(scores, ((1, 0), (0, 1))):
        for now in (0, 500):
            dots = board.show(now, score_left=score, score_right=0, turn=turn, winner=winner, foot="")
            worst = max(worst, count(part(dots, 0, 20)))
    return worst


def test_no_view_lights_more_dots() -> None:
    narrow = [score for score in SCORES if -9 <= score <= 99]
    three_places = 2 * worst_score(list(SCORES)) + worst_middle(188, 188, MIDDLE)
    two_places = 2 * worst_score(narrow) + worst_middle(88, 88, WIDE_MIDDLE)
    assert max(three_places, two_places) <= MOST_DOTS
    assert max(three_places, two_places) > 0.9 * MOST_DOTS, "a bound far off makes the board needlessly dark"


@pytest.mark.parametrize("size", [(32, 8), (64, 8), (32, 16), (48, 16), (96, 16), (128, 32)])
def test_nor_on_a_board_of_another_size(size: "tuple[int, int]") -> None:
    board = Board(*size)
    for head, foot in (("88888888", "88888888"), ("ШШШШ", "ШШШШ"), ("", "")):
        for score, winner in product((188, -88, 88, -888), (0, 1)):
            changes: "dict[str, Any]" = {"score_left": score, "score_right": score, "head": head, "foot": foot}
            for now in (0, 2000, 2500):
                dots = board.show(now, turn=1 - winner, winner=winner, ack=True, alarm=True, **changes)
                assert count(dots) <= MOST_DOTS


@pytest.mark.parametrize(("width", "height"), [(32, 8), (64, 16), (72, 24), (128, 32)])
def test_boards_of_other_sizes_light_no_more_than_is_counted_on(width: int, height: int) -> None:
    board = Board(width, height)
    most = most_dots(width, height)
    assert most <= width * height
    worst = max(count(board.show(0, pattern=pattern)) for pattern in range(5))
    worst = max(worst, count(board.show(0, pattern=0, score_left=188, score_right=188, head="8" * 9, foot="8" * 9)))
    assert 0 < worst <= most


@pytest.mark.parametrize("board", [devkitc, esp32s3_devkitc1], ids=lambda board: board.NAME)
def test_the_worst_frame_of_dots_stays_below_the_supply(board: Any) -> None:
    """At a duty of (2 * level + 1) / 32, as in table 7 of the data sheet; the same for a weaker supply."""
    rest = board.OTHER_MA + len(board.MODULES) * board.IDLE_MA
    for supply in (board.SUPPLY_MA, 3000, 2000, 1000):
        limit = brightest(MOST_DOTS, supply - rest, board.DOT_MA)
        for brightness in range(16):
            level = brightness * limit // 15
            assert rest + MOST_DOTS * board.DOT_MA * (2 * level + 1) / 32 <= supply
    assert brightest(MOST_DOTS, board.SUPPLY_MA - rest, board.DOT_MA) >= 12, "this board need not be dark"


def test_the_assembled_board_keeps_to_it() -> None:
    class Weak:
        """The reference board on a supply of two amperes."""

    for name in dir(devkitc):
        setattr(Weak, name, getattr(devkitc, name))
    setattr(Weak, "SUPPLY_MA", 2000)  # noqa: B010 - the class has no such name for mypy
    limit = brightest(MOST_DOTS, 2000 - 500 - 16 * 8, 5)
    world = World(Weak)
    world.power_on()
    for brightness in (0, 8, 15):
        world.app.scoreboard.settings.set("brightness", brightness)
        world.app.scoreboard._used(world.now_ms)
        world.run(40)
        assert {world.leds.register(chip, 10) for chip in range(16)} == {brightness * limit // 15}
    assert limit < 15


def test_the_worst_frame_of_a_strip_stays_below_the_supply() -> None:
    """All scores and all prompts on the reference board, at full brightness: 20 mA a colour, 1 mA a LED at rest."""
    board = devkitc_ws2812
    for supply in (board.SUPPLY_MA, 1500, 1000):
        limit = most(board.STRIP_LEDS, COLOURS, supply - board.OTHER_MA, board.COLOUR_MA, board.IDLE_MA)
        strip = StripBoard(most=limit)
        worst = 0.0
        for score, (turn, winner) in product(SCORES, ((0, 0), (1, 0), (0, 2))):
            pixels = strip.show(
                500,
                score_left=score,
                score_right=-99 if score < 0 else 188,
                turn=turn,
                winner=winner,
                ack=True,
                alarm=True,
            )
            worst = max(worst, current(pixels))
        signs: "list[tuple[str, Any]]" = [("lag", 0), ("warn", 0), ("safe-mode", 0), ("unsure", 6), ("spot", 8)]
        signs += [("menu", ("beam_8", 88)), ("review", 888), ("menu", ("8", 8888))]
        for kind, value in signs:
            worst = max(worst, current(strip.show(sign=kind, sign_value=value)))
        for gain in (-88, 88, 136):
            gains = {"gain_left": gain, "gain_right": gain, "ahead": True, "next_turn": 1}
            worst = max(worst, current(strip.show(sign="", sign_value=0, **gains)))
        assert worst + board.OTHER_MA <= supply
        strip.display.leds[:] = bytes([1]) * board.STRIP_LEDS
        show(strip.display)
        assert current(strip.strip.pixels()) + board.OTHER_MA <= supply, "nor would all LEDs at once"


def current(pixels: "list[tuple[int, int, int]]") -> float:
    """Milliamperes that the LEDs draw."""
    board = devkitc_ws2812
    return sum(board.IDLE_MA + sum(pixel) * board.COLOUR_MA / 255 for pixel in pixels)
