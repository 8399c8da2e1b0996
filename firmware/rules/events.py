"""Events: what happens in a game, as values."""

from compact import const

from .cases import ALONE, JOINS, LATE, TABLE, WITH_FOUL, traits
from .errors import ImpossibleValue

PLAYERS = "AB"
BALLS = const(15)
POCKETS = const(6)

# Reasons of a penalty: 0 not given, 1 to 9 are P1 to P9, 10 is S11, 11 is P15.
REASONS = const(11)
CUE_POTTED = const(2)
CUE_OFF = const(3)
SWEPT = const(10)
WARNED = const(11)

# The most that a score is corrected by.
POINTS = const(999)

START, STROKE, WARN, UNDO, ADJUST, CONCEDE = "start", "stroke", "warn", "undo", "adjust", "concede"
AMEND, INSERT = "amend", "insert"


class Event:
    """One event. `kind`: one of the eight above; what the kind does not use stays empty.

    Of a stroke: `call` (ball, pocket) or None; `pots` pairs (ball, pocket or 0 if not known) as entered; `outs` balls
    that left the table; `fouls` reasons; `still` no object ball moved (K1); `case` code or 0. Of amend and insert:
    `number` and `replacement`, what is to stand there or before it (None removes). Of adjust: `points`. `player` of
    start, adjust and concede, and of a stroke who swept the balls up (S11; "" the striker). An event that a game has
    taken is never changed.
    """

    player = ""
    points = 0
    call: "tuple[int, int] | None" = None
    pots: "tuple[tuple[int, int], ...]" = ()
    outs: "tuple[int, ...]" = ()
    fouls: "tuple[int, ...]" = ()
    still = False
    case = 0
    number = 0
    replacement: "Event | None" = None

    def __init__(self, kind: str) -> None:
        self.kind = kind


def of_player(kind: str, player: str, points: int = 0) -> Event:
    """A start, concession or adjustment."""
    event = Event(kind)
    event.player = player
    if points:
        event.points = points
    return event


def amendment(number: int, replacement: "Event | None", kind: str = AMEND) -> Event:
    """The event that puts another in the place of one, or removes it; as an insert it leaves that one where it is."""
    event = Event(kind)
    event.number = number
    if replacement:
        event.replacement = replacement
    return event


def insertion(number: int, event: Event) -> Event:
    """The event that puts a forgotten one in before another."""
    return amendment(number, event, INSERT)


def by_itself(event: Event) -> bool:
    """Whether a stroke is nothing but its special case, or nothing at all."""
    return not (event.call or event.pots or event.outs or event.fouls or event.still)


def check(event: Event) -> None:
    """Raises ImpossibleValue for a value that no event has, and for what can never stand together in one stroke."""
    if event.replacement:
        check(event.replacement)
    if event.kind == ADJUST and not 0 < abs(event.points) <= POINTS:
        raise ImpossibleValue("range", "", "points", str(event.points), 1, POINTS)
    if event.still and not event.fouls:
        raise ImpossibleValue("still-without-foul", "K1")
    if (event.still or SWEPT in event.fouls) and (event.pots or event.outs):
        # What was potted before balls were swept up counts, and is recorded first.
        raise ImpossibleValue("with-balls", "K1" if event.still else "S11")
    case = event.case
    if not case:
        return
    rule, known = "S%d" % case, traits(case)
    if case not in TABLE:
        raise ImpossibleValue("case-not-entered", rule, case)
    if event.fouls and known & (JOINS | LATE) and not known & WITH_FOUL:
        raise ImpossibleValue("case-with-foul", rule, case)
    if known & ALONE and not by_itself(event):
        raise ImpossibleValue("case-not-alone", rule, case)
    if known & LATE and (event.call or event.outs or len(event.pots) != 1):
        raise ImpossibleValue("late-fall", rule, case)
