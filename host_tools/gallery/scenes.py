"""Every screen of the board, as chapters of keys and balls with shots in between.

The lines are those of `host_tools/sim/verbs.py`, and four more. `go ITEM`: opens the menu and moves there.
`spoil FILE`: puts a bad line into a file on flash. `fail`: the next step ends in an exception. `shot NAME: CAPTION`:
the screen as it is now. Each chapter begins with blank flash, power on, and the language set by the menu.
"""

PLAY = """
key A
"""
# 29 : 25, B plays, 76 points are left.
GAME = """
key A
key 15
key 14
key OK
wait 1100
key OK
key 12
key 13
key OK
wait 1100
"""
# 66 : 0, B plays.
MATCH_POINT = """
key A
key 15
key 14
key 13
key 12
key 9
key 3
key OK
wait 1100
key OK
wait 1100
"""
SHOOTOUT = """
key B
key 15
key 14
key 13
key 12
key 11
key OK
key CUE
key OK
key 10
key 9
key 8
key 7
key 6
key 5
key OK
key 1
key OK
key 4
key OK
wait 1100
key OK
key STILL
key FOUL
key 1
key OK
wait 1100
key OK
key 3
key 2
shot shootout-ahead: What OK would add: it makes 70 to 70
key OK
shot shootout-lag: 70 to 70, a new lag decides
wait 2000
shot rear-spot: The last ball goes to the rear spot
key A
wait 1100
"""
# Three still fouls each; the lone OK is the warning.
STALEMATE = """
key STILL
key OK
key STILL
key OK
key STILL
key OK
key STILL
key OK
wait 1100
key OK
key STILL
key OK
key STILL
key OK
"""

CHAPTERS = (
    (
        "A game",
        """
shot lag: Who plays first?
key A
shot cue-house: The lag is decided; cue ball in hand, from the house
key OK
wait 1100
shot turn-right: B plays; below, the points left on the table
key OK
wait 1100
shot turn-left: A plays
key CALL
shot call-ball: CALL: which ball?
key 7
shot call-pocket: Ball 7, to which pocket?
key 3
shot called: Called: 7 to pocket 3
key OK
shot miss: OK so soon after the call: was it missed? OK again says so
wait 2100
ball 3
wait 100
shot preview: It fell there: what OK would add, and who would play, blinking
wait 600
shot preview-dark: The same half a second later, the arrow is dark
key 14
shot more: Another ball with it
key OK
wait 1100
shot scored: OK; A goes on
down CALL
wait 80
shot taken: The dot: a key was taken
up CALL
wait 200
key CALL
ball 5
wait 200
shot fall: Something fell into pocket 5: which ball?
key OK
shot skip: OK nevertheless: is it to be left out? OK again does so
wait 2100
key 12
shot named: It was the 12
key FOUL
shot reason: FOUL: for which reason? (OK: none given)
key 4
shot foul: Reason 4; five points would change hands
key OK
shot spot: The 12 goes back to the table
wait 1100
ball 2
stall 90
wait 100
shot unsure: Something may have fallen into pocket 2
key UNDO
key OK
wait 1100
hold 9 1600
shot off-the-table: Ball 9 left the table
key OK
wait 1100
key UNDO
shot undo: UNDO shows what it would take back
key UNDO
wait 3000
ball 1
wait 200
key 10
wait 9000
ball 6
wait 200
shot ok: Another fall, long after the stroke: was OK forgotten? OK is of the stroke before
key OK
key 13
key OK
wait 1100
""",
    ),
    (
        "What was recorded, set right",
        GAME
        + """
hold UNDO 1600
shot review: UNDO held: review of the events, the latest first
key A
key A
shot review-older: A looks at an older one, B at a newer
key 9
wait 2100
shot review-amended: Another stroke in its place: what OK would make of the scores
key UNDO
hold UNDO 1600
key A
key A
key MENU
shot review-replace: MENU: what can be done with it. A stroke in its place
key B
shot review-insert: A forgotten stroke before it
key OK
shot insert-before: The stroke that is composed now goes before number 2
key 9
wait 2100
shot insert-ahead: What OK would make of the scores
key UNDO
hold UNDO 1600
key MENU
key B
key B
shot review-remove: It was none
key UNDO
key A
key A
key A
key MENU
key A
shot review-lag-b: The lag, wrongly entered: B begins
key A
shot review-lag-a: A begins
key UNDO
key UNDO
key MENU
key A
hold OK 1600
wait 600
key UNDO
shot undo-game: In a new game UNDO leads back to the one before
""",
    ),
    (
        "What the referee is told",
        PLAY
        + """
key OK
wait 1100
key CASE
shot case: CASE: which one?
key 6
shot late: Case 6: which ball fell late?
key CASE
key CASE
key 2
key OK
shot cue-anywhere: The cue ball was stopped: it lies where the striker wants
wait 1100
key CASE
key 3
key OK
shot ball-anywhere: Another ball was deflected
wait 1100
key CASE
key 4
key OK
shot restore: Balls at rest were moved: restore them
wait 1100
key CASE
key 5
key OK
wait 2100
shot replay: The striker was hindered: he plays again
key OK
wait 1100
key CASE
key 7
key OK
shot jaws: A ball fell from shaking: back into the jaws
wait 1100
key OK
wait 1100
key CASE
key 15
key OK
shot cue-pocket: All balls at a corner: the cue ball goes behind them
wait 2000
shot no-call: The next stroke of each player needs no call
key OK
wait 1100
key CASE
key CUE
key OK
shot temporary-house: All balls in the house: the far end is the house
wait 1100
key STILL
key OK
key STILL
key OK
key STILL
key OK
key STILL
key OK
shot warn: Two still fouls each: warn both, then OK
""",
    ),
    (
        "How a game ends",
        MATCH_POINT
        + """
shot match-point: 66 to 0
key FOUL
wait 2100
shot penalty-ahead: What OK would do: A wins by a penalty
key OK
shot won-penalty: A has won by a penalty
""",
    ),
    (
        "",
        """
key B
key FOUL
key OK
key 15
key 14
key 13
key 12
key 11
key 10
key 9
key 8
key 7
key 6
key 5
key 4
key 3
key 2
key 1
shot three-places: A whole table in one stroke, against a debt
key OK
shot won-points: A has won by points
""",
    ),
    (
        "",
        MATCH_POINT
        + """
go adjust-a
key OK
key 5
key OK
shot won-adjustment: A correction decided it
""",
    ),
    (
        "",
        GAME
        + """
go concede-a
hold OK 1600
shot won-concession: A has conceded
wait 2000
shot next: What OK does then
""",
    ),
    (
        "",
        SHOOTOUT
        + """
shot shootout: A plays for the last ball
key 2
key OK
shot won-shootout-pot: Potted: A has won
""",
    ),
    (
        "",
        SHOOTOUT.replace("shot ", "# shot ")
        + """
key FOUL
key OK
shot won-shootout-foul: A penalty in the shootout: B has won
""",
    ),
    (
        "",
        """
go stalemate
key OK
key B
key OK
key MENU
key A
"""
        + STALEMATE
        + """
shot draw: Three still fouls each: a draw, where so agreed
""",
    ),
    (
        "",
        PLAY
        + STALEMATE
        + """
shot stalemate-lag: Three still fouls each, else: 70 to 70, and a new lag
wait 2000
shot clear: All balls but one leave the table
wait 2000
shot rear-spot-any: No ball was potted: any goes to the rear spot
""",
    ),
    (
        "A series, sides swapped",
        """
go series
key OK
key 3
key OK
key MENU
key A
go concede-b
hold OK 1600
wait 1100
key OK
wait 1100
key OK
wait 1100
shot series: A series: A leads 1 to 0
key 9
key OK
wait 1100
go won_b
key OK
key 1
shot won-b-value: The games won can be set right
key MENU
go series
key OK
key 5
key OK
shot next-game: In the middle of a game: it holds from the next
wait 2100
key MENU
go swapped
key OK
key B
key OK
key MENU
shot swapped: Sides swapped: A is on the right
""",
    ),
    (
        "Refused, and why",
        """
key UNDO
shot nothing-to-undo: UNDO, and nothing was recorded
key 7
shot lag-first: A ball before the lag
go won_a
key OK
shot no-series: Games won, without a series
key CALL
shot menu-key: A key that the menu does not know
wait 2100
key MENU
go brightness_night
key OK
key 1
key MENU
go swapped
key OK
key 7
shot menu-range: A number that is none of the values
key MENU
go handicap_b
key OK
key A
key OK
key A
key OK
key A
key OK
shot setting: 70 points of handicap for both
""",
    ),
    (
        "",
        PLAY
        + """
key B
shot lag-decided: A or B, and the lag is decided
key 7
key OK
key 7
shot ball-gone: A ball that is potted already
hold 8 900
shot tap-or-hold: Held for too long, and not long enough
key STILL
key 8
shot still: A ball, where STILL says that none moved
key UNDO
key 8
key STILL
shot with-balls: STILL, where a ball was potted
down OK
down 9
wait 80
up 9
up OK
wait 120
shot two-keys: OK together with another key
key UNDO
key UNDO
key OK
shot undo-again: OK, where UNDO is to be pressed again
key CASE
key 13
shot case-not-entered: A case that needs no entry
key CASE
key FOUL
key 4
key CASE
key 5
key OK
shot case-with-foul: A case that excuses the foul
key UNDO
key 8
key CASE
key 15
key OK
shot case-not-alone: A case that is no part of a stroke
key UNDO
key CASE
key 6
key 11
key OK
shot refused: A late fall, and there was no miss
key UNDO
go new-game
key OK
shot hold-ok: A new game in the middle of one wants OK held
key MENU
key 8
key OK
hold UNDO 1600
key B
shot no-more: In review: there is no newer event
key A
key 8
key OK
shot later: Ball 8 in its place, which event 3 has potted
""",
    ),
    (
        "",
        SHOOTOUT.replace("shot ", "# shot ")
        + """
key 2
key 3
shot one-ball-left: Two balls, and only one is left
key UNDO
key FOUL
key OK
key 7
shot over: A ball after the end of the game
""",
    ),
    (
        "What is wrong",
        PLAY
        + """
key OK
wait 1100
"""
        + "beam 4 dark\nwait 10\nbeam 4 light\nwait 10\n" * 20
        + """
shot beam-faulty: A loose cable: the beam is taken out
""",
    ),
    (
        "",
        PLAY
        + """
key OK
beam 3 dark
wait 2200
key OK
key OK
wait 200
shot beam-obstructed: Something stands in a beam
beam 1 dark
beam 2 dark
beam 4 dark
beam 5 dark
beam 6 dark
wait 2200
key UNDO
key OK
wait 1100
key OK
wait 200
shot beams-dark: No beam has light
beam 1 light
beam 2 light
beam 3 light
beam 4 light
beam 5 light
beam 6 light
wait 200
down STILL
wait 21000
key UNDO
wait 200
shot key-stuck: A key does not come up
""",
    ),
    (
        "",
        """
go self-test
key OK
shot self-test: The self-test begins with the beams
wait 400
shot self-test-leds: Then every LED, in four patterns
wait 2000
shot beams-follow: Every receiver follows its emitter
wait 8000
shot self-test-reset: What the device says of itself, and last why it started
key STILL
shot key: Each key shows its name
key MENU
key MENU
beam 3 dark
go self-test
key OK
wait 2400
shot beam-no-light: A receiver that sees no light
beam 3 light
key MENU
key MENU
ball 6 40
wait 100
go self-test
key OK
wait 4400
shot beam-spikes: How often a beam was dark for too short a time for a ball
""",
    ),
    (
        "",
        GAME
        + """
spoil /settings.txt
power off
power on
wait 100
shot settings: The settings could not be read: defaults hold
key CALL
key CALL
fail
wait 100
shot error: The firmware failed, and goes on from the journal
power off
down MENU
down UNDO
power on
wait 3400
shot safe-mode: Safe mode, for repair
""",
    ),
)

# Of the menu's items, those whose values are shown too, with the keys that lead to another value.
_VALUES = {
    "adjust-a": "key 15",
    "handicap_a": "key 10",
    "stalemate": "key B",
    "series": "key 3",
    "swapped": "key B",
    "language": "",
    "brightness": "",
    "beam_1": "key B",
}
# One stands for all of its kind.
_ALIKE = ("adjust-b", "concede-a", "handicap_b", "beam_2", "beam_3", "beam_4", "beam_5", "beam_6")


def menu_chapter(items: "tuple[str, ...]") -> "tuple[str, str]":
    """All items of the menu, and some with their values."""
    lines = ["key A", "key MENU"]
    for item in items:
        name = item.replace("_", "-")
        if item in _ALIKE:
            lines.append("key B")
            continue
        lines.append("shot menu-%s: Menu: %s" % (name, name.replace("-", " ")))
        if item in _VALUES:
            lines += ["key OK", _VALUES[item], "shot menu-%s-value: What OK would set" % name, "key MENU", "go " + item]
        lines.append("key B")
    return "The menu", "\n".join(lines)
