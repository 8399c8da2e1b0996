"""The view as it follows from keys, balls and time, with the real firmware on the twin."""

import pytest

from board import devkitc
from host_tools.gallery.camera import obey
from host_tools.records.state_json import screen_text
from host_tools.sim import verbs
from host_tools.sim.flash_editor import FlashEditor
from host_tools.twin.world import World
from scoreboard.view import View

# 29 : 25, A plays.
GAME = "key A;key 15;key 14;key OK;wait 1100;key OK;key 12;key 13;key OK;wait 1100;key OK;wait 1100"
SWAP = ";go swapped;key OK;key B;key OK;key MENU"
WINNING = "key A;key 15;key 14;key 13;key 12;key 11;key OK;wait 1100;key 10"
WON = "key A;key 15;key 14;key 13;key 12;key 11;key 10;key OK;wait 200"


def play(script: str) -> World:
    world = World(devkitc)
    world.power_on()
    for line in script.split(";"):
        obey(world, line)
    return world


def view(script: str) -> View:
    found: View = play(script).app.scoreboard.view
    return found


# What is said of a case: the script (`;` between its lines), and what the view has to hold then.
CASES: "dict[str, tuple[str, dict[str, object]]]" = {
    "before the lag nobody plays": ("", {"turn": 0, "winner": 0, "over": False, "prompt": "lag", "foot": "A B?"}),
    "A is on the left": (GAME, {"score_left": 29, "score_right": 25, "turn": 1, "foot": "76", "head": ""}),
    "with the sides swapped on the right": (GAME + SWAP, {"score_left": 25, "score_right": 29, "turn": 2}),
    "a player without points to lose": ("key B;key CUE;key OK", {"score_left": 5, "score_right": -5, "turn": 1}),
    "nothing composed, nothing ahead": (GAME, {"ahead": False, "gain_left": 0, "next_turn": 0, "next_winner": 0}),
    "what OK would do": (
        GAME + ";key 9",
        {"ahead": True, "score_left": 29, "gain_left": 9, "gain_right": 0, "turn": 1, "next_turn": 1},
    ),
    "a foul moves both": (GAME + ";key CUE", {"gain_left": -5, "gain_right": 5, "turn": 1, "next_turn": 2}),
    "the same, swapped": (GAME + SWAP + ";key CUE", {"gain_left": 5, "gain_right": -5, "turn": 2, "next_turn": 1}),
    "an unfinished call leads nowhere": (GAME + ";key 9;key CALL", {"ahead": False, "gain_left": 0, "next_turn": 0}),
    "a call alone changes no score": (
        GAME + ";key CALL;key 7;key 3",
        {"ahead": True, "gain_left": 0, "gain_right": 0, "next_turn": 2, "head": "7>3", "foot": ""},
    ),
    "what is composed": (
        GAME + ";key CALL;key 7;key 3;key 7;key 10",
        {"head": "", "foot": "7>3 7 10", "gain_left": 17},
    ),
    "who would win": (
        WINNING,
        {"score_left": 65, "gain_left": 10, "winner": 0, "turn": 1, "next_winner": 1, "next_turn": 0, "over": False},
    ),
    "swapped, who would win is on the right": (WINNING[:-7] + SWAP + ";key 10", {"gain_right": 10, "next_winner": 2}),
    "balls by number, fouls and balls off the table by letter": (
        GAME + ";key 7;hold 9 1600;key FOUL;key 4",
        {"foot": "7 O9 F4", "gain_left": -5},
    ),
    "a stroke that the rules refuse leads nowhere": ("key A;key CASE;key 6;key 7", {"ahead": False, "foot": "S6 7"}),
    "a fall": (GAME + ";ball 3;wait 60", {"head": "P3?", "prompt": "P3?"}),
    "an unsure fall": (GAME + ";ball 2;stall 90;wait 20", {"head": "P2??", "prompt": "P2??"}),
    "the event that UNDO would take back": ("key A;key 7;key OK;key UNDO", {"prompt": "undo:p7", "foot": "p7"}),
    "the menu": (GAME + ";key MENU;key B", {"prompt": "menu/handicap_b", "head": "МЕНЮ"}),
    "a correction is a sum to add": (
        GAME + ";go adjust-b;key OK;key 5",
        {"prompt": "menu/adjust-b/5", "head": "ПОПР. B", "foot": "+5"},
    ),
    "or to take off": (GAME + ";go adjust-b;key OK;key A", {"foot": "-1"}),
    "A has won": (WON, {"winner": 1, "turn": 0, "over": True, "score_left": 75, "foot": "ПОБЕДА", "prompt": "next?"}),
    "swapped, the winner is on the right": (WON + SWAP, {"winner": 2, "score_right": 75}),
    "the series": (
        "go series;key OK;key 3;key OK;key MENU;key A;go concede-b;hold OK 1600;wait 1100;key OK;"
        "wait 1100;key OK;wait 1100;key OK;wait 1100",
        {"head": "1:0", "turn": 2},
    ),
    "the series, swapped": (
        "go series;key OK;key 3;key OK;key MENU;key A;go concede-b;hold OK 1600;wait 1100;key OK;"
        "wait 1100;key OK;wait 1100;key OK;wait 1100" + SWAP,
        {"head": "0:1", "turn": 1},
    ),
    "nothing is wrong": (GAME, {"alarm": False}),
    "a beam stands dark": (GAME + ";beam 3 dark;wait 2200", {"alarm": True}),
    "and is free again": (GAME + ";beam 3 dark;wait 2200;beam 3 light;wait 200", {"alarm": False}),
    "its owner has switched that beam off": (
        GAME + ";go beam_3;key OK;key B;key OK;key MENU;beam 3 dark;wait 2200",
        {"alarm": False, "prompt": ""},
    ),
    "a key is stuck": (GAME + ";down STILL;wait 21000", {"alarm": True}),
    "bad settings are told until a key is pressed": (
        "spoil /settings.txt;power off;power on;wait 50",
        {"alarm": True, "prompt": "settings"},
    ),
    "then no longer": ("spoil /settings.txt;power off;power on;wait 50;key A", {"alarm": False, "prompt": "cue:house"}),
    "it failed": ("key A;fail;wait 50", {"alarm": True, "prompt": "error"}),
    "brightness as set": ("go brightness;key OK;key 12;key OK", {"brightness": 12}),
}


@pytest.mark.parametrize("case", CASES)
def test_view(case: str) -> None:
    script, expected = CASES[case]
    found = view(script)
    said = {**vars(found), "prompt": screen_text(found.sign, found.sign_value)}
    assert {name: said[name] for name in expected} == expected


def test_what_the_referee_has_to_do() -> None:
    """A page each, in the order of the rules; with the ball or the player that belongs to it, where there is one."""
    for tokens, pages in (
        ("start:A s2", [("cue:anywhere", "A", "БИТОК", "A: ГДЕ?")]),
        ("start:A - c5@1/o9/s3", [("spot", 9, "НА СТОЛ", "9"), ("ball:anywhere", "B", "ШАР", "B: ГДЕ?")]),
        (
            "start:A adjust:A+70 adjust:B+70",
            [("lag", 0, "НАЧАЛО", "A B?"), ("clear", 0, "УБРАТЬ", "ЛИШНИЕ"), ("rear-spot", 0, "ТОЧКА", "ЛЮБОЙ")],
        ),
        (
            "start:A p7 adjust:A+63 adjust:B+70",
            [("lag", 0, "НАЧАЛО", "A B?"), ("clear", 0, "УБРАТЬ", "ЛИШНИЕ"), ("rear-spot", 7, "ТОЧКА", "7")],
        ),
    ):
        world = World(devkitc)
        world.power_on()
        FlashEditor(world).show([], tokens.split())
        shown: View = world.app.scoreboard.view
        found = []
        for _ in range(len(pages) + 1):
            world.run(100)
            found.append((shown.sign, shown.sign_value, shown.head, shown.foot))
            world.run(1900)
        assert found == [*pages, pages[0]]


def test_every_field_is_told() -> None:
    """What a face reads is what the docstring says."""
    told = View.__doc__ or ""
    assert [name for name in vars(View()) if "`%s`" % name not in told] == ["score_left", "score_right", "over"]


def test_what_blinks_begins_anew_with_each_key_that_changes_it() -> None:
    world = play(GAME)
    shown = world.app.scoreboard.view
    verbs.act(world, verbs.parse("key 9"))
    first = shown.ahead_at
    assert 80 < world.now_ms - first < 200
    world.run(3000)
    assert shown.ahead_at == first
    verbs.act(world, verbs.parse("key 8"))
    assert shown.ahead_at > first + 3000


def test_the_dot_is_there_at_once_and_not_for_long() -> None:
    world = play(GAME)
    shown = world.app.scoreboard.view
    world.down(verbs.KEYS.index("CALL"))
    lit = 0
    for step in range(200):
        world.run(2)
        lit += shown.ack
        if shown.ack:
            assert step < 60 + 15, "acknowledged within 30 ms"
    assert 50 <= lit <= 70


def test_a_refused_key_has_no_dot() -> None:
    world = play(WON)
    shown = world.app.scoreboard.view
    world.down(verbs.KEYS.index("5"))
    for _ in range(100):
        world.run(2)
        assert not shown.ack


def test_the_version_moves_with_a_change_only() -> None:
    world = play(GAME)
    shown = world.app.scoreboard.view
    before = dict(vars(shown))
    world.run(5000)
    assert vars(shown) == before
    world.down(verbs.KEYS.index("CALL"))
    world.run(60)
    assert shown.version > before["version"]
