"""What a hand does at a real table: keys leant on, pressed twice, forgotten; balls fetched out of the pockets by hand.

Each slip is to cost nothing: it is seen at once, and what follows in the case brings the right score.
"""

from typing import Any

import pytest

from tests.support import scripted

PLAY = "key A;"
SEVEN = PLAY + "key 7;key OK;"
SCORE_7 = {"A": 7, "B": 0}
CALL = "key CALL;key 7;key 3;"
BACK = "key UNDO;key UNDO"
NEW_GAME = "key MENU;key A;hold OK 1600;"
# A series to two, of which A has won the first game.
WON = "key 15;key 14;key 13;key 12;key 11;key 10;key OK;wait 1100;"
ON_SERIES = "key MENU;key B;key B;key B;key OK;key 2;key OK;key MENU;" + PLAY + WON
# The bottom row of keys, wiped over.
FORTH, AND_BACK = "key A;key B;key CASE;key MENU;key OK;", "key OK;key MENU;key CASE;key B;key A;"

CASES: "dict[str, tuple[str, dict[str, Any]]]" = {
    # A new game.
    "MENU and OK, and OK": (SEVEN + "key MENU;key OK;key OK;" + BACK, {"score": SCORE_7}),
    "wiped forth": (SEVEN + FORTH + "key MENU;key CASE", {"score": SCORE_7, "composing": None, "striker": "A"}),
    "and back": (SEVEN + FORTH + AND_BACK, {"score": SCORE_7, "composing": None, "striker": "A"}),
    "OK bounces in the menu": (
        SEVEN + "key MENU;down OK;wait 40;up OK;wait 40;down OK;wait 40;up OK;wait 100;" + BACK,
        {"score": SCORE_7},
    ),
    "two OKs an hour apart": (
        SEVEN + "key MENU;key OK;wait 3600000;key OK;" + BACK,
        {"score": SCORE_7, "striker": "A", "screen": ""},
    ),
    "a new game on purpose, and back": (SEVEN + NEW_GAME + BACK, {"score": SCORE_7, "game": 1, "screen": ""}),
    "two of them, and back": (SEVEN + NEW_GAME + "wait 1000;key MENU;key A;key OK;" + BACK, {"score": SCORE_7}),
    "with an event in it already": (SEVEN + NEW_GAME + "key B;" + BACK + ";" + BACK, {"score": SCORE_7}),
    "after the end of a game": (
        PLAY + WON + "key OK;" + BACK,
        {"phase": "over", "result": {"winner": "A", "reason": "points"}, "score": {"A": 75, "B": 0}},
    ),
    "and then its last event": (PLAY + WON + "key OK;" + BACK + ";" + BACK, {"phase": "play", "result": None}),
    "only within three seconds": (
        SEVEN + NEW_GAME + "key UNDO;wait 3100;key UNDO",
        {"phase": "lag", "screen": "undo:game"},
    ),
    "another key puts it off": (SEVEN + NEW_GAME + "key UNDO;key CALL;key UNDO", {"screen": "undo:game"}),
    "power goes between": (SEVEN + NEW_GAME + "wait 500;power off;power on;" + BACK, {"score": SCORE_7, "game": 1}),
    "and after": (SEVEN + NEW_GAME + BACK + ";wait 500;power off;power on", {"score": SCORE_7, "game": 1}),
    "the handicap is that of the game": (
        SEVEN + NEW_GAME + "key MENU;key OK;key 10;key OK;key MENU;" + BACK,
        {"score": SCORE_7, "striker": "A"},
    ),
    "and of the one that waits": (
        SEVEN + NEW_GAME + "key MENU;key OK;key 10;key OK;key MENU",
        {"score": {"A": 10, "B": 0}, "phase": "lag"},
    ),
    # Hands.
    "a hand fetches the ball": (
        PLAY + CALL + "ball 3;wait 100;key OK;beam 3 dark;wait 400;beam 3 light;wait 1000;"
        "key CALL;key 8;key 3;wait 4000;key OK",
        {"score": SCORE_7, "striker": "B", "falls": []},
    ),
    "before OK": (
        PLAY + CALL + "ball 3;wait 900;beam 3 dark;wait 400;beam 3 light;wait 1000;key OK",
        {"score": SCORE_7, "falls": []},
    ),
    "a hand, and no ball": (
        PLAY + CALL + "beam 3 dark;wait 300;beam 3 light;wait 4000;key OK",
        {"score": {"A": 0, "B": 0}, "striker": "B"},
    ),
    "a hand comes and goes": (
        PLAY + "beam 5 dark;wait 250;beam 5 light;wait 100;" * 4 + "wait 1000",
        {"falls": [], "screen": "cue:house", "composing": None},
    ),
    "its fingers first": (
        PLAY + "beam 5 dark;wait 30;beam 5 light;wait 300;beam 5 dark;wait 300;beam 5 light;wait 1000",
        {"falls": []},
    ),
    "but a ball that a referee has named stays": (
        PLAY + "ball 5;wait 100;key 9;wait 100;beam 5 dark;wait 300;beam 5 light;wait 1000",
        {"falls": [], "composing": "p9@5"},
    ),
    "something lies in the called pocket": (
        PLAY + CALL + "beam 3 dark;wait 60000;key OK",
        {"score": {"A": 0, "B": 0}, "striker": "B", "falls": []},
    ),
    "a hand waved in the self-test": (
        PLAY + "key MENU;key A;key A;key OK;wait 3000;"
        "beam 3 dark;wait 50;beam 3 light;wait 50;beam 4 dark;wait 300;beam 4 light;wait 50;key MENU;key MENU;wait 100",
        {"falls": [], "unsure": [], "screen": "cue:house"},
    ),
    # Balls.
    "a ball bounces out again": (
        PLAY + CALL + "ball 3;wait 350;ball 3;wait 100;key 7",
        {"composing": "c7@3", "falls": [3, 3], "screen": "P3?", "refusal": ""},
    ),
    "whatever falls then": (
        PLAY + CALL + "ball 3;wait 350;key 7;ball 3;wait 900;ball 3;wait 100",
        {"composing": "c7@3", "falls": [3, 3, 3]},
    ),
    "the called pocket flickers": (
        PLAY + CALL + "beam 3 dark;wait 20;beam 3 light;wait 80;" * 10 + "wait 3000;key OK",
        {"score": {"A": 0, "B": 0}, "striker": "B", "falls": []},
    ),
    "a flash in the middle of a ball": (
        PLAY + "beam 3 dark;wait 27;beam 3 light;wait 2;beam 3 dark;wait 25;beam 3 light;wait 100",
        {"falls": [3]},
    ),
    "a fall of ten seconds before the call": (
        PLAY + "ball 3;wait 9000;" + CALL + "wait 20",
        {"composing": "c7@3/p7@3", "falls": []},
    ),
    "an older one is named by a key only": (
        PLAY + "ball 3;wait 10200;" + CALL + "wait 20",
        {"composing": "c7@3", "falls": [3], "screen": "P3?"},
    ),
    # Taps and holds.
    "two keys leant on at once": (PLAY + "down 7;down 8;wait 2000;up 7;up 8", {"composing": "o7/o8"}),
    "far apart on the panel": (PLAY + "down 1;down 15;wait 2000;up 1;up 15", {"composing": "o1/o15"}),
    "a ball and UNDO": (
        PLAY + "key 5;key OK;down 7;down UNDO;wait 2000",
        {"screen": "review:2", "score": {"A": 5, "B": 0}},
    ),
    "fingers roll from key to key": (
        PLAY + "down 7;wait 100;down 8;wait 50;up 7;wait 50;up 8;wait 30",
        {"composing": "p7/p8"},
    ),
    "a key that is leant on while OK is pressed": (
        PLAY + "down 7;wait 1000;down OK;wait 80;up OK;up 7;wait 30",
        {"score": {"A": 0, "B": 0}, "striker": "B", "composing": None},
    ),
    "CUE held: it left the table": (PLAY + "hold CUE 1600", {"composing": "f3"}),
    "and CUE takes it back": (PLAY + "hold CUE 1600;key CUE", {"composing": None}),
    "potted, and then off the table": (PLAY + "key CUE;hold CUE 1600", {"composing": "f3"}),
    "a contact that is too short": (PLAY + "down 7;wait 16;up 7;wait 100", {"composing": None}),
    # OK.
    "OK bounces where it was refused": (
        PLAY + "ball 3;wait 200;down OK;wait 40;up OK;wait 40;down OK;wait 40;up OK;wait 40",
        {"falls": [3], "screen": "P3?", "striker": "A"},
    ),
    "OK so soon after the call": (
        PLAY + CALL + "key OK",
        {"screen": "miss?", "striker": "A", "composing": "c7@3", "refusal": "so soon after the call: a miss? OK again"},
    ),
    "which records the miss when it is meant": (PLAY + CALL + "key OK;wait 400;key OK", {"striker": "B"}),
    "not with the ball entered": (PLAY + CALL + "key 7;key OK", {"score": SCORE_7}),
    "nor after three seconds": (PLAY + CALL + "wait 3000;key OK", {"striker": "B"}),
    "another call is doubted anew": (
        PLAY + CALL + "key OK;key CALL;key CALL;key 8;key 2;key OK",
        {"screen": "miss?", "composing": "c8@2"},
    ),
    # A forgotten OK.
    "a fall long after the stroke": (
        PLAY + "ball 3;wait 100;key 10;wait 10000;ball 4;wait 100",
        {"screen": "ok?", "composing": "p10@3", "falls": [4]},
    ),
    "OK is of the stroke before": (
        PLAY + "ball 3;wait 100;key 10;wait 10000;ball 4;wait 100;key OK",
        {"screen": "P4?", "score": {"A": 10, "B": 0}, "falls": [4], "composing": None},
    ),
    "and the fall of the next": (
        PLAY + "ball 3;wait 100;key 10;wait 10000;ball 4;wait 100;key OK;key 9;key OK",
        {"score": {"A": 19, "B": 0}, "falls": []},
    ),
    "any other key goes on": (
        PLAY + "ball 3;wait 100;key 10;wait 10000;ball 4;wait 100;key 9",
        {"screen": "", "composing": "p10@3/p9@4", "falls": []},
    ),
    "so does UNDO, once": (
        PLAY + "ball 3;wait 100;key 10;wait 10000;ball 4;wait 100;key UNDO",
        {"screen": "P4?", "composing": "p10@3", "falls": [4]},
    ),
    "a call long after the stroke": (PLAY + "key 10;wait 8200;key CALL", {"screen": "ok?", "composing": "p10"}),
    "it is of the next": (
        PLAY + "key 10;wait 8200;key CALL;key OK;key 7;key 3",
        {"score": {"A": 10, "B": 0}, "composing": "c7@3"},
    ),
    "or of the same": (PLAY + "key 10;wait 8200;key CALL;key 7;key 3", {"composing": "c7@3/p10"}),
    "UNDO takes that CALL back": (PLAY + "key 10;wait 8200;key CALL;key UNDO", {"screen": "", "composing": "p10"}),
    "a foul counts, too": (
        PLAY + "key FOUL;key 4;wait 8200;ball 2;wait 100;key OK",
        {"fouls": {"A": 1, "B": 0}, "falls": [2]},
    ),
    "not a call alone": (PLAY + CALL + "wait 20000;ball 3;wait 100", {"composing": "c7@3/p7@3", "screen": ""}),
    "nor soon": (PLAY + "key 10;wait 7000;ball 4;wait 100", {"composing": "p10@4", "screen": ""}),
    # A finger between two keys, or one that bounces.
    "OK and UNDO at once": (
        SEVEN + "key 8;down OK;down UNDO;wait 80;up OK;up UNDO;wait 120",
        {"score": SCORE_7, "striker": "A", "refusal": "OK came together with another key: one at a time"},
    ),
    "UNDO and then OK": (
        SEVEN + "key 8;down UNDO;wait 80;down OK;wait 80;up OK;up UNDO;wait 120",
        {"score": SCORE_7, "striker": "A"},
    ),
    "OK and MENU at once": (
        SEVEN + "key 8;down OK;down MENU;wait 80;up OK;up MENU;wait 120",
        {"screen": "menu/handicap_a", "score": SCORE_7},
    ),
    "OK and a ball at once": (SEVEN + "down OK;down 15;wait 80;up OK;up 15;wait 120", {"composing": "p15"}),
    "FOUL bounces": (
        PLAY + "down FOUL;wait 60;up FOUL;wait 40;down FOUL;wait 60;up FOUL;wait 120;key 7;key OK",
        {"score": {"A": -5, "B": 5}, "striker": "B"},
    ),
    "a ball key bounces": (PLAY + "down 7;wait 60;up 7;wait 50;down 7;wait 60;up 7;wait 60", {"composing": "p7"}),
    # OK is no yes to UNDO.
    "OK after UNDO plays nothing": (
        SEVEN + "wait 1200;key UNDO;key OK",
        {"score": SCORE_7, "striker": "A", "refusal": "UNDO takes it back when it is pressed again"},
    ),
    "the cue ball off the table after FOUL": (PLAY + "key FOUL;hold CUE 1600", {"composing": "f0/f3"}),
    # Review.
    "in review OK alone leaves": (
        SEVEN + "wait 1200;hold UNDO 1600;key OK",
        {"score": SCORE_7, "screen": "", "striker": "A"},
    ),
    "the finger that leaves it plays nothing": (
        SEVEN + "wait 1200;hold UNDO 1600;key OK;key OK",
        {"score": SCORE_7, "screen": "", "striker": "A"},
    ),
    "a miss that was forgotten": (
        SEVEN + "key 9;key OK;hold UNDO 1600;key MENU;key B;key OK;wait 600;key OK",
        {"score": {"A": 7, "B": 9}, "striker": "B", "screen": "review:4"},
    ),
    "a stroke that was a miss": (
        SEVEN + "hold UNDO 1600;key MENU;key OK;wait 600;key OK",
        {"score": {"A": 0, "B": 0}, "striker": "B", "screen": "review:2"},
    ),
    "the wrong lag, seen after three strokes": (
        SEVEN + "wait 1100;key OK;key 9;key OK;hold UNDO 1600;key A;key A;key A;key MENU;key A;key OK",
        {"score": {"A": 9, "B": 7}, "striker": "A"},
    ),
    # Series and settings.
    "the series goes on": (ON_SERIES + "key OK", {"phase": "play", "striker": "B"}),
    "its game begun anew": (ON_SERIES + "key OK;key 7;key OK;" + NEW_GAME, {"striker": "B", "score": {"A": 0, "B": 0}}),
    "options while no event is in force": (
        PLAY + BACK + ";key MENU;key OK;key 10;key OK;key MENU",
        {"score": {"A": 10, "B": 0}, "phase": "lag"},
    ),
    "an option set for the next game, and then nothing is left of this": (
        PLAY + "key MENU;key OK;key 10;key OK;key MENU;" + BACK + ";key MENU;key OK;wait 600;key OK;key MENU",
        {"score": {"A": 10, "B": 0}, "phase": "lag"},
    ),
    "a reason is wanted": (
        SEVEN + "key FOUL;key 12",
        {"composing": "f0", "refusal": "FOUL wants a reason, 1 to 11, or another key"},
    ),
}


def variations() -> "dict[str, tuple[str, dict[str, Any]]]":
    """The same slips with other keys, in other pockets, for longer or shorter."""
    found: "dict[str, tuple[str, dict[str, Any]]]" = {}
    for pocket in range(1, 7):
        call = f"key CALL;key 7;key {pocket};"
        dark = f"beam {pocket} dark;wait %d;beam {pocket} light;"
        for ms in (210, 700, 2500):
            found[f"a hand of {ms} ms in pocket {pocket}"] = (
                PLAY + call + dark % ms + "wait 4000;key OK",
                {"score": {"A": 0, "B": 0}, "striker": "B", "falls": []},
            )
        for ms in (60, 110, 140):
            found[f"a slow ball of {ms} ms in pocket {pocket}"] = (
                PLAY + call + dark % ms + "wait 300;key OK",
                {"score": SCORE_7, "striker": "A"},
            )
        found[f"a fall while OK is forgotten, pocket {pocket}"] = (
            PLAY + f"ball {pocket};wait 100;key 10;wait 8300;ball {7 - pocket};wait 100;key OK",
            {"score": {"A": 10, "B": 0}, "falls": [7 - pocket]},
        )
        found[f"OK right after the call of pocket {pocket}"] = (PLAY + call + "wait 2000;key OK", {"screen": "miss?"})
    for one, two in ((1, 2), (3, 9), (12, 13), (14, 15)):
        found[f"{one} and {two} leant on"] = (
            PLAY + f"down {one};down {two};wait 2000;up {one};up {two}",
            {"composing": f"o{one}/o{two}"},
        )
    for key in (2, 11, 15):
        for ms in (600, 1000, 1400):
            found[f"key {key} let go after {ms} ms"] = (PLAY + f"hold {key} {ms}", {"composing": None})
    for ms in (11, 14, 18, 19):
        found[f"a contact of {ms} ms"] = (PLAY + f"down 9;wait {ms};up 9;wait 100", {"composing": None})
    for gap in (20, 40, 200, 450):
        found[f"OK twice within {gap} ms, the first refused"] = (
            PLAY + f"ball 3;wait 200;down OK;wait 40;up OK;wait {gap};down OK;wait 40;up OK;wait 40",
            {"falls": [3], "striker": "A"},
        )
    for wait in (100, 2000, 60_000):
        found[f"a new game by a slip, seen after {wait} ms"] = (
            SEVEN + NEW_GAME + f"wait {wait};" + BACK,
            {"score": SCORE_7, "game": 1},
        )
    return found


CASES.update(variations())


@pytest.mark.parametrize("name", CASES)
def test_slip(name: str) -> None:
    said, expected = CASES[name]
    state = scripted.states(said)[-1]
    assert {key: state[key] for key in expected} == expected, said


def test_all_runtimes_agree(bits: int) -> None:
    assert scripted.agree([said for said, _ in CASES.values() if "3600000" not in said], bits)
