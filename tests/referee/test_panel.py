"""The panel as a referee uses it: keys and balls in, the state of the board out."""

from typing import Any

import pytest

from tests.support import scripted

# What is said of a case: the script (; stands for a new line), and what the last state has to hold.
PLAY = "key A;"
# Past the time in which another OK would be the same finger.
LATER = "wait 1100;"
# In review: the latest event is removed.
REMOVE = "key MENU;key B;key B;key OK"
# From the first item of the menu.
TO_ADJUST = "key MENU;" + "key A;" * 6
TO_CONCEDE = "key MENU;" + "key A;" * 4
# Only ball 1 is left: A has 70, B 49.
LAST_BALL = (
    PLAY
    + "key 15;key 14;key 13;key 12;key 11;key OK;wait 1100;key OK;key 10;key 9;key 8;key 7;key 6;key 5;key 4;key OK;"
)
LAST_BALL += "wait 1100;key OK;key 3;key OK;wait 1100;key OK;key 2;key OK;"
STILL_FOULS = "key STILL;key OK;" * 4
CASES: dict[str, tuple[str, dict[str, Any]]] = {
    "the board asks for the lag": ("", {"phase": "lag", "screen": "lag", "composing": None}),
    "B answers the lag at once": ("key B", {"striker": "B", "screen": "cue:house"}),
    "nothing is composed before the lag": ("key 7;key CALL;key CUE;key OK", {"phase": "lag", "composing": None}),
    "A and B are refused in play": (PLAY + "key B", {"striker": "A"}),
    # Ball keys.
    "a ball key pots": (PLAY + "key 7", {"composing": "p7", "screen": ""}),
    "the same key again takes it back": (PLAY + "key 7;key 7", {"composing": None}),
    "a ball that is gone is refused": (PLAY + "key 7;key OK;key 7", {"composing": None}),
    "balls in the order of the keys": (PLAY + "key 9;key 2;key 15", {"composing": "p9/p2/p15"}),
    "held long enough a ball left the table": (PLAY + "hold 9 1600", {"composing": "o9"}),
    "let go before that, and after a tap, it does nothing": (
        PLAY + "hold 9 1400",
        {"composing": None, "refusal": "let go at once, or held for 1.5 s"},
    ),
    "a tap may take half a second": (PLAY + "hold 9 480", {"composing": "p9"}),
    "the hold acts while the key is down": (PLAY + "down 9;wait 1600", {"composing": "o9"}),
    "a potted ball becomes one off the table": (PLAY + "key 9;hold 9 1600", {"composing": "o9"}),
    "a ball off the table is taken back": (PLAY + "hold 9 1600;key 9", {"composing": None}),
    "a key that follows settles the one before": (PLAY + "down 9;wait 60;key OK", {"score": {"A": 9, "B": 0}}),
    # OK.
    "OK alone is a stroke without a pot": (PLAY + "key OK", {"striker": "B"}),
    # rollerderby/scoreboard#623, rollerderby/scoreboard#893: panicked or doubled presses.
    "OK again at once is a bounce of the finger": (PLAY + "key OK;key OK", {"striker": "B"}),
    "OK again a second later is a stroke": (PLAY + "key OK;wait 1000;key OK", {"striker": "A"}),
    "two real fouls in a row stay two": (PLAY + "key FOUL;key OK;key FOUL;key OK", {"fouls": {"A": 1, "B": 1}}),
    # Calls.
    "a call": (PLAY + "key CALL;key 7;key 3", {"composing": "c7@3"}),
    "an unfinished call refuses OK": (PLAY + "key CALL;key 7;key OK", {"striker": "A", "composing": None}),
    "a pocket is 1 to 6": (PLAY + "key CALL;key 7;key 9;key 3", {"composing": "c7@3"}),
    "CALL again drops it": (PLAY + "key CALL;key 7;key 3;key CALL", {"composing": None}),
    "CALL again drops an unfinished one": (PLAY + "key CALL;key 7;key CALL;key 5", {"composing": "p5"}),
    "a fall in the called pocket enters the ball": (
        PLAY + "key CALL;key 7;key 3;ball 3;wait 60",
        {"composing": "c7@3/p7@3", "falls": [], "screen": ""},
    ),
    "also one before the call": (PLAY + "ball 3;wait 60;key CALL;key 7;key 3", {"composing": "c7@3/p7@3"}),
    "with the call dropped its ball is a fall again": (
        PLAY + "key CALL;key 7;key 3;ball 3;wait 60;key CALL",
        {"composing": None, "falls": [3], "screen": "P3?"},
    ),
    "the called ball's key says it was another ball": (
        PLAY + "key CALL;key 7;key 3;ball 3;wait 60;key 7",
        {"composing": "c7@3", "falls": [3], "screen": "P3?"},
    ),
    "so it does where the referee had entered it before the fall": (
        PLAY + "key CALL;key 7;key 3;key 7;ball 3;wait 60;key 7",
        {"composing": "c7@3", "falls": [3], "screen": "P3?"},
    ),
    "or before the call": (
        PLAY + "ball 3;wait 60;key 7;key CALL;key 7;key 3;key 7",
        {"composing": "c7@3", "falls": [3], "screen": "P3?"},
    ),
    "another ball that was taken back leaves its fall free": (
        PLAY + "ball 3;wait 60;key 9;key CALL;key 7;key 3;key 9",
        {"composing": "c7@3/p7@3", "falls": []},
    ),
    "the last ball, entered by its key, is taken back by it": (
        LAST_BALL + "key 1;ball 4;wait 60;key 1",
        {"composing": None, "falls": [4], "screen": "P4?"},
    ),
    "the called ball left the table after all": (
        PLAY + "key CALL;key 7;key 3;key 7;ball 3;wait 60;hold 7 1600",
        {"composing": "c7@3/o7", "falls": [3]},
    ),
    "however many fell in the called pocket": (
        PLAY + "key CALL;key 7;key 3;ball 3;wait 100;ball 3;wait 60;hold 7 1600",
        {"composing": "c7@3/o7", "falls": [3, 3]},
    ),
    "the last ball left the table after all": (
        LAST_BALL + "key 1;ball 4;wait 60;hold 1 1600",
        {"composing": "o1", "falls": [4]},
    ),
    "which then is named": (
        PLAY + "key CALL;key 7;key 3;ball 3;wait 60;key 7;key 8;key OK",
        {"score": {"A": 0, "B": 0}, "striker": "B", "prompts": ["spot:8"]},
    ),
    # Falls.
    "a fall waits for its name": (PLAY + "ball 5;wait 60", {"falls": [5], "screen": "P5?", "composing": None}),
    "a ball key names it": (PLAY + "ball 5;wait 60;key 9", {"falls": [], "composing": "p9@5", "screen": ""}),
    "a ball entered before its fall": (PLAY + "key 9;ball 5;wait 60", {"falls": [], "composing": "p9@5"}),
    "falls and balls pair up in order": (
        PLAY + "ball 5;wait 60;ball 2;wait 60;key 9;key 4",
        {"composing": "p9@5/p4@2", "falls": []},
    ),
    "its fall is free again, in its old place": (
        PLAY + "ball 5;wait 60;ball 2;wait 60;key 9;key 9;key 4",
        {"composing": "p4@5", "falls": [2]},
    ),
    "OK is refused once": (PLAY + "ball 5;wait 60;key OK", {"falls": [5], "striker": "A"}),
    "a second OK drops the fall": (PLAY + "ball 5;wait 60;key OK;wait 400;key OK", {"falls": [], "striker": "B"}),
    "on a foul nothing has to be named": (PLAY + "ball 5;wait 60;key FOUL;key OK", {"striker": "B", "falls": []}),
    "two balls at once": (PLAY + "ball 5;ball 2;wait 60", {"falls": [2, 5]}),
    "two balls in one pocket": (PLAY + "ball 5;ball 5;wait 100", {"falls": [5, 5]}),
    "a fall before the lag is ignored": ("ball 5;wait 60;key A", {"falls": [], "screen": "cue:house"}),
    # CUE.
    "the cue ball potted": (PLAY + "key CUE", {"composing": "f2"}),
    "CUE again takes it back": (PLAY + "key CUE;key CUE", {"composing": None}),
    "the cue ball takes the oldest fall": (PLAY + "ball 5;wait 60;ball 2;wait 60;key CUE", {"falls": [2]}),
    "CUE waits for its fall": (PLAY + "key CUE;ball 2;wait 60", {"falls": [], "composing": "f2"}),
    "CUE takes what the board named itself": (
        PLAY + "key CALL;key 7;key 3;ball 3;wait 60;key CUE",
        {"composing": "c7@3/f2", "falls": []},
    ),
    "and gives it back": (PLAY + "key CALL;key 7;key 3;ball 3;wait 60;key CUE;key CUE", {"composing": "c7@3/p7@3"}),
    # Fouls.
    "a foul without a reason": (PLAY + "key FOUL", {"composing": "f0"}),
    "a foul with its reason": (PLAY + "key FOUL;key 11", {"composing": "f11"}),
    "12 is no reason": (
        PLAY + "key FOUL;key 12",
        {"composing": "f0", "refusal": "FOUL wants a reason, 1 to 11, or another key"},
    ),
    "the reason comes directly after": (PLAY + "key FOUL;key STILL;key 4", {"composing": "f0/="}),
    "FOUL again takes it back": (PLAY + "key FOUL;key 4;key FOUL", {"composing": None}),
    "several reasons, ascending": (PLAY + "key FOUL;key 4;key CUE", {"composing": "f2/f4"}),
    "STILL is a foul": (PLAY + "key STILL", {"composing": "f0/="}),
    "STILL with a reason": (PLAY + "key STILL;key FOUL;key 1", {"composing": "f1/="}),
    "STILL again takes its own back": (PLAY + "key FOUL;key 1;key STILL;key STILL", {"composing": "f1"}),
    "STILL and a pot contradict": (PLAY + "key 5;key STILL", {"composing": "p5"}),
    "a debt": (PLAY + "key FOUL;key 1;key OK", {"score": {"A": -5, "B": 5}, "needs": {"A": 76, "B": 66}}),
    # The order of the token.
    "one order": (
        PLAY + "key FOUL;key 9;hold 8 1600;key 5;key CASE;key 4;key CALL;key 1;key 6",
        {"composing": "c1@6/p5/o8/f9/s4"},
    ),
    # UNDO.
    "UNDO clears what is composed": (PLAY + "key 5;key UNDO", {"composing": None, "screen": "cue:house"}),
    "UNDO shows what it would take back": (PLAY + "key 5;key OK;key UNDO", {"screen": "undo:p5"}),
    "and takes it back when pressed again": (PLAY + "key 5;key OK;key UNDO;key UNDO", {"score": {"A": 0, "B": 0}}),
    "for three seconds": (PLAY + "key UNDO;wait 3000;key UNDO", {"striker": "A", "screen": "undo:start:A"}),
    "any other key puts it off": (PLAY + "key UNDO;key 5;key UNDO;key UNDO", {"screen": "undo:start:A"}),
    "nothing to take back": (
        "key UNDO;key UNDO",
        {"phase": "lag", "screen": "lag", "refusal": "there is nothing to take back"},
    ),
    "UNDO again: what fell was nothing": (
        PLAY + "ball 5;wait 60;key 9;key UNDO;key UNDO",
        {"falls": [], "composing": None, "striker": "A", "screen": "cue:house"},
    ),
    "held too short it does nothing": (PLAY + "hold UNDO 1400", {"screen": "cue:house"}),
    "UNDO leaves falls waiting": (PLAY + "ball 5;wait 60;key 9;key UNDO", {"falls": [5], "composing": None}),
    # Special cases.
    "a case by its number": (PLAY + "key CASE;key 9", {"composing": "s9"}),
    "CUE stands for 16": (PLAY + "key CASE;key CUE;key OK", {"prompts": ["temporary-house"], "striker": "A"}),
    "a case that is not entered": (PLAY + "key CASE;key 10;key 13;key 2", {"composing": "s2"}),
    "an unfinished case refuses OK": (PLAY + "key CASE;key OK", {"striker": "A", "composing": None}),
    "CASE again drops it": (PLAY + "key CASE;key 9;key CASE", {"composing": None}),
    "case 6 wants its ball": (PLAY + "key OK;key CASE;key 6;key OK", {"striker": "B"}),
    "case 6 with its ball": (PLAY + "key OK;key CASE;key 6;key 7", {"composing": "s6/p7"}),
    "case 6 with the pocket that a beam saw": (
        PLAY + "key OK;ball 4;wait 60;key CASE;key 6;key 7;key OK",
        {"score": {"A": 7, "B": 0}, "striker": "A"},
    ),
    "a case that voids pots wants no names": (
        PLAY + "ball 5;wait 60;key CASE;key 5;key OK",
        {"prompts": ["restore", "replay", "cue:house"], "falls": []},
    ),
    "a ball that was shaken down wants no name": (
        PLAY + "key OK;ball 3;wait 100;key CASE;key 7;key OK",
        {"prompts": ["jaws"], "striker": "B", "score": {"A": 0, "B": 0}, "falls": []},
    ),
    "others on that stroke do": (
        PLAY + "ball 3;wait 60;ball 4;wait 60;key CASE;key 7;key OK",
        {"falls": [3, 4], "screen": "P3?", "composing": "s7"},
    ),
    "a call that was made, and one shaken down": (
        PLAY + "key CALL;key 5;key 3;ball 3;wait 60;key 9;ball 4;wait 60;key CASE;key 7;key OK",
        {"score": {"A": 14, "B": 0}, "striker": "B", "prompts": ["jaws"]},
    ),
    "who swept the balls up": (PLAY + "key CASE;key 11;key B", {"composing": "s11:B"}),
    "it was the striker, where nobody is named": (
        PLAY + "key CASE;key 11;key OK",
        {"score": {"A": -5, "B": 5}, "striker": "B", "prompts": ["restore"]},
    ),
    "balls at rest were moved between two strokes": (
        PLAY + "key CASE;key 4;key OK",
        {"striker": "A", "prompts": ["restore", "cue:house"]},
    ),
    "cases stand by themselves": (PLAY + "key 5;key CASE;key 12;key OK", {"composing": "p5/s12", "striker": "A"}),
    # The warning.
    "the board demands the warning": (PLAY + STILL_FOULS, {"screen": "warn", "prompts": ["warn"]}),
    "OK confirms it": (
        PLAY + STILL_FOULS + "wait 1000;key OK",
        {"screen": "", "stalemate": {"A": 2, "B": 2, "warned": True}},
    ),
    "not a bounce of the finger": (PLAY + STILL_FOULS + "key OK", {"screen": "warn"}),
    "not while something is composed": (PLAY + STILL_FOULS + "wait 1000;key 5;key OK", {"score": {"A": 5, "B": 0}}),
    "it stops nobody from playing": (
        PLAY + STILL_FOULS + "key STILL;key OK",
        {"stalemate": {"A": 3, "B": 2, "warned": False}},
    ),
    # Review.
    "a cue ball entered before its fall takes it": (
        PLAY + "key CALL;key 7;key 3;key CUE;ball 3;wait 60",
        {"composing": "c7@3/f2"},
    ),
    "also from the last ball": (LAST_BALL + "key CUE;ball 4;wait 60", {"composing": "f2", "falls": []}),
    "CUE taken back, the called ball has its fall again": (
        PLAY + "key CALL;key 7;key 3;key CUE;ball 3;wait 60;key CUE",
        {"composing": "c7@3/p7@3", "falls": []},
    ),
    "CUE, again and again": (
        PLAY + "key CALL;key 7;key 3;key CUE;ball 3;wait 60;key CUE;key CUE",
        {"composing": "c7@3/f2", "falls": []},
    ),
    "a fall that was named is doubtful once its beam is faulty": (
        PLAY + "ball 3;wait 300;key 7;" + "ball 3 50;wait 20;" * 40 + "key 7",
        {"composing": None, "falls": [], "unsure": [3]},
    ),
    "UNDO held: review": (PLAY + "key 5;key OK;hold UNDO 1600", {"screen": "review:2"}),
    "half a minute without a key leaves it": (PLAY + "key 5;key OK;hold UNDO 1600;wait 30100", {"screen": ""}),
    "counted from the key's release": (PLAY + "key 5;key OK;hold UNDO 9000;wait 29700", {"screen": "review:2"}),
    "A steps to older events": (PLAY + "key 5;key OK;hold UNDO 1600;key A;key A", {"screen": "review:1"}),
    "B to newer ones": (PLAY + "key 5;key OK;hold UNDO 1600;key A;key B;key B", {"screen": "review:2"}),
    "a new stroke and OK amend": (
        PLAY + "key 5;key OK;key 6;key OK;hold UNDO 1600;key A;key 14;key OK",
        {"score": {"A": 20, "B": 0}, "screen": "review:2", "composing": None},
    ),
    "what is composed there is not the next stroke": (
        PLAY + "hold UNDO 1600;key 9;key UNDO",
        {"composing": None, "screen": "cue:house"},
    ),
    "MENU shows what can be done": (PLAY + "key 5;key OK;hold UNDO 1600;key MENU", {"screen": "review:2/replace"}),
    "and leads back": (PLAY + "key 5;key OK;hold UNDO 1600;key MENU;key MENU", {"screen": "review:2"}),
    "so does UNDO": (PLAY + "key 5;key OK;hold UNDO 1600;key MENU;key UNDO", {"screen": "review:2"}),
    "removing an event": (
        PLAY + "key 5;key OK;hold UNDO 1600;" + REMOVE,
        {"score": {"A": 0, "B": 0}, "screen": "review:1"},
    ),
    "but not where a later one needs it": (
        PLAY + "key 5;key OK;hold UNDO 1600;key A;" + REMOVE,
        {"screen": "review:1/remove", "striker": "A", "refusal": "event 2, p5: the lag comes first"},
    ),
    "a forgotten stroke is put where it belongs": (
        PLAY + "key 5;key OK;key 6;key OK;hold UNDO 1600;key MENU;key B;key OK;key 9;wait 400;key OK",
        {"score": {"A": 20, "B": 0}, "screen": "review:4", "composing": None},
    ),
    "a composed stroke is put in, too": (
        PLAY + "key 5;key OK;hold UNDO 1600;key 9;key MENU;key B;key OK;wait 400;key OK",
        {"score": {"A": 14, "B": 0}, "screen": "review:3"},
    ),
    "a stroke of two is parted": (
        PLAY + "key 5;key 6;key OK;hold UNDO 1600;key 6;key OK;key MENU;key B;key OK;key 5;wait 400;key OK;key UNDO",
        {"score": {"A": 11, "B": 0}, "fouls": {"A": 0, "B": 0}, "striker": "A"},
    ),
    "the wrong lag is mended in its place": (
        PLAY + "key 5;key OK;hold UNDO 1600;key A;key MENU;key A;key OK",
        {"score": {"A": 0, "B": 5}, "striker": "B", "screen": "review:1"},
    ),
    "OK with nothing composed leaves": (
        PLAY + "key 5;key OK;wait 1200;hold UNDO 1600;key OK",
        {"screen": "", "score": {"A": 5, "B": 0}},
    ),
    "UNDO leaves": (PLAY + "key 5;key OK;hold UNDO 1600;key UNDO", {"screen": ""}),
    "30 s without a key leave": (PLAY + "key 5;key OK;hold UNDO 1600;wait 30000", {"screen": ""}),
    "falls wait meanwhile": (PLAY + "hold UNDO 1600;ball 3;wait 100;key 5;key UNDO", {"falls": [3], "screen": "P3?"}),
    "nothing to review": ("hold UNDO 1600", {"screen": "lag"}),
    "an older stroke that wins ends the game there": (
        PLAY
        + "key FOUL;key OK;key 15;key OK;hold UNDO 1600;key A;key 11;key 12;key 13;key 14;key 10;key 9;key 8;key OK",
        {"phase": "over", "result": {"winner": "A", "reason": "points"}, "void": [3]},
    ),
    "OK again in review is a bounce too": (
        PLAY + "key 7;key OK;wait 1000;hold UNDO 1600;key 5;key OK;key OK",
        {"score": {"A": 5, "B": 0}, "screen": "review:2"},
    ),
    "and after a correction from the menu": (
        PLAY + TO_ADJUST + "key OK;key B;key B;key OK;key OK",
        {"score": {"A": 2, "B": 0}, "striker": "A", "screen": "cue:house"},
    ),
    # Falls and the turn.
    "nothing waits when an undo takes the turn away": (
        PLAY + "key UNDO;wait 60;ball 3;wait 60;key UNDO;key UNDO;key UNDO",
        {"phase": "lag", "falls": [], "screen": "lag"},
    ),
    "nor on a game that a correction has ended": (
        PLAY
        + "key 15;key 14;key 13;key 12;key OK;wait 1100;key OK;wait 1100;key 11;key OK;wait 1100;key 7;ball 3;wait 100;"
        "hold UNDO 1600;key A;key A;key 15;key 14;key 13;key 12;key 1;key 9;key OK;wait 1100;key UNDO",
        {"phase": "over", "falls": [], "composing": None, "screen": "next?"},
    ),
    "a case that is no stroke does not drop a fall unasked": (
        PLAY + "ball 3;wait 100;key CASE;key 15;key OK",
        {"falls": [3], "screen": "P3?", "composing": "s15"},
    ),
    "the called pocket is the better witness for the last ball": (
        LAST_BALL + "key CALL;key 1;key 4;ball 3;wait 60;ball 4;wait 60",
        {"composing": "c1@4/p1@4", "falls": [3], "screen": "P3?"},
    ),
    # The menu.
    "MENU opens": ("key MENU", {"screen": "menu/handicap_a"}),
    "and leaves": ("key MENU;key MENU", {"screen": "lag"}),
    "UNDO goes back in it": ("key MENU;key OK;key UNDO", {"screen": "menu/handicap_a"}),
    "half a minute without a key closes it": ("key MENU;wait 30000", {"screen": "lag"}),
    "a new game is last": ("key MENU;key A", {"screen": "menu/new-game"}),
    "in the middle of a game OK has to be held": (
        PLAY + "key 5;key OK;key MENU;key A;key OK",
        {"screen": "menu/new-game", "score": {"A": 5, "B": 0}, "refusal": "a game is going on: hold OK for 1.5 s"},
    ),
    "and it begins": (
        PLAY + "key 5;key OK;key MENU;key A;hold OK 1600",
        {"phase": "lag", "score": {"A": 0, "B": 0}},
    ),
    "UNDO leads back to the one before": (
        PLAY + "key 5;key OK;key MENU;key A;hold OK 1600;key UNDO;state;key UNDO",
        {"phase": "play", "score": {"A": 5, "B": 0}, "screen": "", "game": 1},
    ),
    "a score is corrected": (
        PLAY + TO_ADJUST + "key OK;key 3;key OK",
        {"score": {"A": 3, "B": 0}, "screen": "cue:house"},
    ),
    "downwards": (PLAY + TO_ADJUST + "key B;key OK;key A;key A;key OK", {"score": {"A": 0, "B": -2}}),
    "a correction of nothing is none": (
        PLAY + TO_ADJUST + "key OK;wait 400;key OK",
        {"score": {"A": 0, "B": 0}, "screen": "menu/adjust-a", "refusal": ""},
    ),
    "a player gives up": (
        PLAY + TO_CONCEDE + "hold OK 1600",
        {"result": {"winner": "B", "reason": "concession"}},
    ),
    "but not by a slip": (PLAY + TO_CONCEDE + "key OK", {"result": None, "screen": "menu/concede-a"}),
    "a handicap before the lag holds at once": (
        "key MENU;key OK;key 15;key OK;key MENU",
        {"score": {"A": 15, "B": 0}},
    ),
    "during a game for the next": (
        PLAY + "key MENU;key OK;key 15;key OK;key MENU",
        {"score": {"A": 0, "B": 0}},
    ),
    "the end asks for the next game": (
        PLAY + TO_CONCEDE + "hold OK 1600;wait 400",
        {"phase": "over", "screen": "next?"},
    ),
    "which OK begins": (
        PLAY + TO_CONCEDE + "hold OK 1600;wait 1100;key OK",
        {"phase": "lag", "result": None, "game": 2},
    ),
    "but not the finger that ended the game": (
        PLAY + "key 15;key 14;key 13;key 12;key 11;key 10;key OK;key OK",
        {"phase": "over", "game": 1},
    ),
    "what is composed stays behind the menu": (PLAY + "key 5;key MENU;key MENU", {"composing": "p5"}),
}


@pytest.mark.parametrize("name", CASES)
def test_panel(name: str) -> None:
    said, expected = CASES[name]
    state = scripted.states(said)[-1]
    assert {key: state[key] for key in expected} == expected, said


def test_all_runtimes_agree(bits: int) -> None:
    assert scripted.agree([said for said, _ in CASES.values()], bits)
