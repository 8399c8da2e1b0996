"""The special cases: all that is known of each stands in its row of TABLE (rules S2 to S16).

A case's number, which is the number of its rule, is what the referee enters. S1, S10, S13 and S14 need no entry.
"""

from compact import const

# How a case is entered: JOINS a stroke of any kind, stands ALONE, or is a LATE fall, which is one more pot of the
# stroke before (S6).
JOINS = const(0x001)
ALONE = const(0x002)
LATE = const(0x004)
# FOUL: it is one. WITH_FOUL: the stroke that it joins may be one.
FOUL = const(0x008)
WITH_FOUL = const(0x010)
# VOIDS: no pot of the stroke counts. NO_STROKE: by itself it is none: turn, score and still fouls stay. REPLAYED:
# neither the still fouls (K1), a stroke without a call (S15) nor a place given to the cue ball are used up.
VOIDS = const(0x020)
NO_STROKE = const(0x040)
REPLAYED = const(0x080)
# Who plays next, where it is not as V5 says: the striker again, or the opponent whatever was potted; by itself that
# comes directly after the stroke that passed the turn to him.
STRIKER = const(0x100)
OPPONENT = const(0x200)
# Each player's next stroke needs no call.
FREES = const(0x400)
# Nothing hangs in the jaws after it (S6, S7), though it passed the turn.
NO_LATE = const(0x800)

# By case: what it is, and what the referee has to do (see prompts.py).
TABLE = {
    2: (JOINS | WITH_FOUL, ("cue:anywhere",)),
    3: (JOINS | WITH_FOUL, ("ball:anywhere",)),
    4: (JOINS | WITH_FOUL | NO_STROKE, ("restore",)),
    5: (JOINS | VOIDS | STRIKER | REPLAYED, ("restore", "replay")),
    6: (LATE, ()),
    7: (JOINS | OPPONENT | NO_STROKE | NO_LATE, ("jaws",)),
    8: (JOINS | VOIDS | STRIKER, ("cue:house",)),
    9: (JOINS | OPPONENT, ()),
    11: (ALONE | FOUL | NO_LATE, ("restore",)),
    12: (ALONE | NO_STROKE, ("restore",)),
    15: (ALONE | NO_STROKE | FREES, ("cue:pocket",)),
    16: (ALONE | NO_STROKE, ("temporary-house",)),
}


def traits(case: int) -> int:
    """What a case is: the bits above; 0 for no case and for a number that is none."""
    row = TABLE.get(case)
    return row[0] if row else 0
