"""Views on seven-segment digits, read from what the LEDs of the strip shine."""

from pathlib import Path
from typing import Any

import pytest

from board import devkitc_ws2812
from drivers.ws2812 import Ws2812
from faces.segments import COLOURS, LEFT, LEFT_DIM, OFF, RED, RIGHT, RIGHT_DIM, WHITE, SegmentFace
from host_tools.twin.strip import NeoPixel, Strip
from tests.support import on_micropython, strip_reader, strips
from tests.support.strips import StripBoard

Pixel = tuple[int, int, int]


def colours(board: StripBoard, pixels: "list[Pixel]") -> "tuple[set[Pixel], set[Pixel]]":
    """Those of the left and of the right score."""
    found = [colour for _, colour in strip_reader.lit(pixels, board.facts)]
    return set().union(*found[:3]), set().union(*found[3:])


def bars(board: StripBoard, pixels: "list[Pixel]") -> "list[list[Pixel]]":
    return [pixels[first : first + number] for first, number in board.facts.BARS]


def test_every_score() -> None:
    board = StripBoard()
    for score in range(-99, 200):
        pixels = board.show(score_left=score, score_right=100 - score)
        assert strip_reader.scores(pixels, board.facts) == (score, 100 - score)


def test_a_score_beyond_three_places_is_none() -> None:
    board = StripBoard()
    assert strip_reader.text(board.show(score_left=-100, score_right=999), board.facts) == "---999"
    assert strip_reader.text(board.show(score_left=1000), board.facts) == "---999"


def test_whose_turn() -> None:
    board = StripBoard()
    both = board.show(score_left=12, score_right=34)
    assert colours(board, both) == ({COLOURS[LEFT]}, {COLOURS[RIGHT]})
    left = board.show(turn=1)
    assert colours(board, left) == ({COLOURS[LEFT]}, {COLOURS[RIGHT_DIM]})
    assert bars(board, left) == [[COLOURS[LEFT]] * 4, [(0, 0, 0)] * 4]
    right = board.show(turn=2)
    assert colours(board, right) == ({COLOURS[LEFT_DIM]}, {COLOURS[RIGHT]})
    assert bars(board, right) == [[(0, 0, 0)] * 4, [COLOURS[RIGHT]] * 4]


GAINS: "list[tuple[dict[str, int], str]]" = [
    ({"gain_left": 7}, "  7 30"),
    ({"gain_right": -5}, " 20 -5"),
    ({"gain_left": -5, "gain_right": 5}, " -5  5"),
    ({"gain_left": 58, "gain_right": -13}, " 58-13"),
    ({"gain_left": 136}, "136 30"),
    ({"gain_left": -105}, "--- 30"),
]


@pytest.mark.parametrize(("gains", "shown"), GAINS)
def test_gains_take_turns_with_the_scores(gains: "dict[str, int]", shown: str) -> None:
    """White, for one second of three, on their side only; the scores stay otherwise."""
    board = StripBoard()
    start = (1 << 30) - 700
    board.show(start, score_left=20, score_right=30, turn=1)
    board.show(start, ahead=True, ahead_at=start, **gains)
    for now, text in ((0, shown), (999, shown), (1000, " 20 30"), (2999, " 20 30"), (3000, shown), (4000, " 20 30")):
        pixels = board.show((start + now) & ((1 << 30) - 1))
        assert strip_reader.text(pixels, board.facts) == text
        for seen, name, bright in zip(
            colours(board, pixels), ("gain_left", "gain_right"), (LEFT, RIGHT_DIM), strict=True
        ):
            assert seen == {COLOURS[WHITE if text == shown and name in gains else bright]}


def test_a_sign_goes_before_gains() -> None:
    board = StripBoard()
    shown = {"score_left": 20, "score_right": 30, "turn": 2, "sign": "fall", "sign_value": 3}
    sign = board.show(0, **shown)
    assert board.show(0, ahead=True, gain_left=7, gain_right=-5) == sign
    assert strip_reader.text(board.show(1000), board.facts) == " 20 30"


@pytest.mark.parametrize("turn", [0, 1, 2])
@pytest.mark.parametrize("then", [0, 1, 2])
def test_the_bar_of_who_would_play_blinks(turn: int, then: int) -> None:
    board = StripBoard()
    start = (1 << 30) - 700
    before = board.show(start, score_left=20, score_right=30, turn=turn)
    board.show(start, ahead=True, ahead_at=start, next_turn=then)
    for now, lit in ((0, True), (499, True), (500, False), (999, False), (1000, True)):
        pixels = board.show((start + now) & ((1 << 30) - 1))
        assert colours(board, pixels) == colours(board, before)
        for side, bar in enumerate(bars(board, pixels), 1):
            shines = lit if side == then else side == turn
            assert bar == [COLOURS[(OFF, LEFT, RIGHT)[side if shines else 0]]] * 4


def test_who_would_win_has_the_winners_bar() -> None:
    board = StripBoard()
    won = board.show(0, score_left=20, score_right=30, winner=1, over=True)
    phases = set()
    for now in (1000, 1500):
        would = board.show(now, winner=0, over=False, turn=2, ahead=True, next_winner=1)
        assert would != won and colours(board, would) == ({COLOURS[LEFT_DIM]}, {COLOURS[RIGHT]})
        assert bars(board, would)[1] == [COLOURS[RIGHT]] * 4
        phases.add(tuple(bars(board, would)[0]))
    dark, amber = (0, 0, 0), COLOURS[LEFT]
    assert phases == {(amber, dark, amber, dark), (dark, amber, dark, amber)}


def test_the_winner_can_be_read_all_the_time() -> None:
    board = StripBoard()
    phases = set()
    for now in range(0, 2000, 100):
        pixels = board.show(now, score_left=36, score_right=89, winner=2, over=True)
        assert strip_reader.scores(pixels, board.facts) == (36, 89)
        assert colours(board, pixels) == ({COLOURS[LEFT_DIM]}, {COLOURS[RIGHT]})
        left, right = bars(board, pixels)
        assert set(left) == {(0, 0, 0)}
        phases.add(tuple(right))
    dark, blue = (0, 0, 0), COLOURS[RIGHT]
    assert phases == {(blue, dark, blue, dark), (dark, blue, dark, blue)}


def test_signs() -> None:
    board = StripBoard()
    facts = board.facts
    before = board.show(score_left=1, score_right=2)
    after = board.show(ack=True, alarm=True)
    assert (before[facts.ACK_LED], before[facts.ALARM_LED]) == ((0, 0, 0), (0, 0, 0))
    assert (after[facts.ACK_LED], after[facts.ALARM_LED]) == (COLOURS[WHITE], COLOURS[RED])
    assert board.show(ack=False, alarm=False) == before


SPELLED: "dict[tuple[str, Any], list[str]]" = {
    ("fall", 3): ["ABEFG", "ABCDG", "ABEG", "", "", ""],
    ("unsure", 6): ["ABEFG", "ACDEFG", "ABEG", "", "", ""],
    ("lag", 0): ["DEF", "ABCEFG", "ACDEF", "ABCEFG", "G", "CDEFG"],
    ("warn", 0): ["AEFG", "CDEG", "BCDEF", "DEF", "", "ABDEG"],
    ("spot", 12): ["ACDFG", "ABEFG", "CDEG", "DEFG", "BC", "ABDEG"],
    ("rear-spot", 7): ["ACDFG", "ABEFG", "CDEG", "DEFG", "", "ABC"],
    ("undo", 0): ["BCDEF", "CEG", "BCDEG", "CDEG", "", ""],
    ("review", 142): ["EG", "ADEFG", "", "BC", "BCFG", "ABDEG"],
    ("menu", ("beam_3", 1)): ["CDEFG", "ADEFG", "ABCDG", "", "", "BC"],
    ("menu", ("sound", None)): ["ACDFG", "CDEG", "BCDEG", "", "", ""],
    ("menu", ("adjust-a", -140)): ["ABCEFG", "ABCEFG", "G", "BC", "BCFG", "ABCDEF"],
    ("error", 0): ["ADEFG", "EG", "EG", "", "", ""],
    ("safe-mode", 0): ["ACDFG", "ABCEFG", "AEFG", "ADEFG", "", ""],
}


@pytest.mark.parametrize(("kind", "value"), SPELLED)
def test_signs_take_turns_with_the_scores(kind: str, value: Any) -> None:
    board = StripBoard()
    scores = board.show(5000, score_left=12, score_right=8, turn=2)
    sign = board.show(5000, sign=kind, sign_value=value)
    places = strip_reader.lit(sign, board.facts)
    found = [segments for segments, _ in places]
    whole = SPELLED[kind, value]
    if whole[3:] == ["", "", ""] and kind != "menu":
        assert found == ["", "BC", "ABDEG"] + whole[:3], "on the side of the striker"
        assert places[5][1] == {COLOURS[WHITE]}
    else:
        assert found == whole
        assert {colour for _, shining in places for colour in shining} == {COLOURS[WHITE]}
    for now, shown in ((5999, sign), (6000, scores), (7999, scores), (8000, sign), (9000, scores)):
        assert board.show(now) == shown
    assert board.show(9100, sign="", sign_value=0) == scores


@pytest.mark.parametrize("kind", ["cue:house", "cue:anywhere", "restore", "replay", "no-call", "unknown"])
def test_other_prompts_are_not_shown(kind: str) -> None:
    board = StripBoard()
    scores = board.show(0, score_left=12, score_right=8, turn=1)
    assert board.show(10, sign=kind) == scores


class Other:
    """A strip that runs from the right to the left through other digits, three LEDs a segment."""

    STRIP_LEDS = 142
    SEGMENT_LEDS = 3
    DIGITS = ((5, "ABCDEFG"), (4, "GFEDCBA"), (3, "ABCDEFG"), (2, "DCBAFEG"), (1, "ABCDEFG"), (0, "ABCDEFG"))
    BARS = ((133, 7), (126, 7))
    ACK_LED, ALARM_LED = 140, 141


def test_any_order_and_direction() -> None:
    board = StripBoard(Other)
    for score in range(-99, 200):
        assert strip_reader.scores(board.show(score_left=score, score_right=100 - score), Other) == (score, 100 - score)


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"digits": devkitc_ws2812.DIGITS[1:]}, "each once"),
        ({"digits": ((0, "GBAFEDC"),) * 6}, "each once"),
        ({"digits": devkitc_ws2812.DIGITS[:5] + ((5, "GBAFEDD"),)}, "GBAFEDD"),
        ({"segment_leds": 3}, "only 94"),
        ({"bars": ((84, 4), (91, 4))}, "only 94"),
        ({"alarm_led": 94}, "only 94"),
    ],
)
def test_boards_that_are_none(changes: "dict[str, Any]", told: str) -> None:
    facts = devkitc_ws2812
    strip = Ws2812(NeoPixel(Strip(facts.STRIP_LEDS), facts.STRIP_LEDS), COLOURS, 255)
    arguments: "dict[str, Any]" = {
        "digits": facts.DIGITS,
        "segment_leds": facts.SEGMENT_LEDS,
        "bars": facts.BARS,
        "ack_led": facts.ACK_LED,
        "alarm_led": facts.ALARM_LED,
    }
    with pytest.raises(ValueError, match=told):
        SegmentFace(strip, **{**arguments, **changes})


def test_only_changes_are_sent() -> None:
    board = StripBoard()
    board.show(score_left=1)
    sent = board.strip.frames
    for now in range(0, 400, 2):
        board.show(now)
    board.show(400, head="ПАТ", foot="12")
    assert board.strip.frames == sent, "texts are not seen"
    board.show(400, score_left=2)
    assert board.strip.frames == sent + 1


def test_equal_on_micropython_and_nothing_allocated(bits: int, capsys: "pytest.CaptureFixture[str]") -> None:
    strips.main()
    here = capsys.readouterr().out
    assert on_micropython.run(Path(strips.__file__), bits=bits) == here
