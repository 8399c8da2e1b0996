"""Why an event was refused, in a sentence. On CPython and MicroPython."""

from rules import RulesError
from rules.events import Event
from rules.notation import write

# By kind of refusal; a %s takes its values.
SENTENCES = {
    # The notation
    "no-such-event": "no event begins with %s:",
    "no-player": "one player, A or B, is wanted",
    "player": "player %s: there are A and B",
    "no-number": "%s: no plain number",
    "range": "%s %s: there are %d to %d",
    "no-adjust": "adjust:A+3 or adjust:B-5 is wanted",
    "no-target": "%s:N:EVENT is wanted",
    "nested": "no undo, amend or insert within another",
    "no-pocket": "a call names its pocket",
    "late-call": "a call comes first",
    "reason-twice": "foul reason %d twice",
    "still-twice": "= twice",
    "two-cases": "two special cases",
    "no-part": "no part of a stroke: %s",
    "ball-twice": "one ball twice in a stroke",
    "handicap": "a handicap is A+5, B+10 or both",
    "handicap-of-both": "not both players can start with %d",
    # What can never stand together
    "still-without-foul": "= wants a foul",
    "with-balls": "no potted balls, nor such off the table, can stand beside it",
    "case-not-entered": "case %d is not entered",
    "case-with-foul": "case %d has no penalty",
    "case-not-alone": "case %d stands by itself",
    "late-fall": "case %d names the one ball that fell",
    # The game
    "over": "the game is over",
    "nothing-to-undo": "there is nothing to take back",
    "not-in-force": "event %d is not in force",
    "no-warning-due": "no warning is due",
    "only-in-play": "only in play",
    "before-lag": "not before the lag",
    "lag-decided": "the lag is decided",
    "lag-first": "the lag comes first",
    "one-ball-left": "one object ball is left",
    "ball-gone": "ball %d is not on the table",
    "late-after-no-miss": "not directly after a stroke that passed the turn without a penalty",
    "late-ball-there": "part of that stroke already",
    "late-scores-nothing": "that stroke still scores nothing",
    # The panel
    "call-ball": "CALL wants its ball",
    "call-pocket": "CALL wants a pocket for ball %d, 1 to 6",
    "case": "CASE wants its number",
    "late": "case 6 wants the ball that fell",
    "reason": "FOUL wants a reason, 1 to 11, or another key",
    "still": "STILL says that no object ball moved",
    "miss": "so soon after the call: a miss? OK again",
    "skip": "nobody has named what fell into pocket %d; OK again leaves it out",
    "tap-or-hold": "let go at once, or held for 1.5 s",
    "hold-ok": "a game is going on: hold OK for 1.5 s",
    "two-keys": "OK came together with another key: one at a time",
    "undo-again": "UNDO takes it back when it is pressed again",
    "no-more": "there is no other event on this side",
    "menu-key": "in the menu A and B move, OK chooses, MENU leaves",
    "menu-range": "%d to %d",
    "setting": "this value cannot stand beside the others",
    "no-series": "no series is set",
    "flash": "the flash refuses",
}


def why(error: RulesError) -> str:
    """What was wrong; where a correction would make a later event illegal, with that event's number and token."""
    said = SENTENCES[error.kind] % error.values
    if isinstance(error.event, Event):
        said = "event %d, %s: %s" % (error.number, write(error.event), said)
    return said


def sentence(error: RulesError) -> str:
    """The same with the id of the rule, where there is one."""
    return why(error) + (" (%s)" % error.rule if error.rule else "")
