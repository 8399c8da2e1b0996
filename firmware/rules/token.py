"""Writes the notation of events; what reads it is `notation`."""

from .cases import LATE, traits
from .events import ADJUST, AMEND, INSERT, STROKE, Event

CORRECTIONS = (AMEND, INSERT)


def write(event: Event) -> str:
    """The token of an event; `notation.parse` makes the same event of it."""
    kind = event.kind
    if kind == STROKE:
        return _write_stroke(event)
    if kind == ADJUST:
        return "adjust:%s%+d" % (event.player, event.points)
    if kind in CORRECTIONS:
        return "%s:%d:%s" % (kind, event.number, write(event.replacement) if event.replacement else "x")
    return kind + ":" + event.player if event.player else kind


def _write_stroke(event: Event) -> str:
    case = ["s%d" % event.case] if event.case else []
    if event.player:
        case[0] += ":" + event.player
    # The ball of a late fall stands behind it: s6/p12.
    late = traits(event.case) & LATE
    parts = ["c%d@%d" % event.call] if event.call else []
    if late:
        parts += case
    parts += ["p%d@%d" % pot if pot[1] else "p%d" % pot[0] for pot in event.pots]
    parts += ["o%d" % ball for ball in event.outs]
    parts += ["f%d" % reason for reason in event.fouls]
    if event.still:
        parts.append("=")
    if not late:
        parts += case
    return "/".join(parts) or "-"
