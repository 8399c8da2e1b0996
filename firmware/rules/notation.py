"""The one notation of events: one event, one token without spaces. Here, and nowhere else, text becomes an event; in
`token` an event becomes text. A running game reads none, so the device lets go of this module.
"""

from compact import const

from .cases import TABLE
from .errors import ImpossibleValue, UnreadableToken
from .events import (
    ADJUST,
    AMEND,
    BALLS,
    CONCEDE,
    PLAYERS,
    POCKETS,
    POINTS,
    REASONS,
    START,
    STROKE,
    UNDO,
    WARN,
    Event,
    amendment,
    of_player,
)
from .token import CORRECTIONS
from .token import write as write

_LARGEST_EVENT = const(999999)


def parse(token: str) -> Event:
    """Reads one token. Raises UnreadableToken or ImpossibleValue."""
    word, colon, rest = token.partition(":")
    # S11 can name a player.
    if not colon or word.endswith("s11"):
        return Event(token) if token in (WARN, UNDO) else _stroke(token)
    if word in CORRECTIONS:
        return _correction(word, rest)
    points = 0
    if word == ADJUST:
        points = _points(rest)
        rest = rest[0]
    elif word not in (START, CONCEDE):
        raise UnreadableToken("no-such-event", "", word)
    return of_player(word, _player(rest), points)


def number(text: str, first: int, last: int, what: str) -> int:
    """A decimal number without leading zeros, `first` to `last`. Raises UnreadableToken or ImpossibleValue."""
    if not text or min(text) < "0" or max(text) > "9" or (text[0] == "0" and text != "0"):
        raise UnreadableToken("no-number", "", what)
    value = int(text) if len(text) < 7 else last + 1
    if not first <= value <= last:
        raise ImpossibleValue("range", "", what, text, first, last)
    return value


def _player(text: str) -> str:
    if len(text) != 1:
        raise UnreadableToken("no-player")
    if text not in PLAYERS:
        raise ImpossibleValue("player", "", text)
    return text


def _points(text: str) -> int:
    if len(text) < 3 or text[1] not in "+-":
        raise UnreadableToken("no-adjust")
    points = number(text[2:], 1, POINTS, "points")
    return -points if text[1] == "-" else points


def _correction(word: str, rest: str) -> Event:
    digits, colon, token = rest.partition(":")
    if not colon:
        raise UnreadableToken("no-target", "", word)
    target = number(digits, 1, _LARGEST_EVENT, "event")
    if token == UNDO or token.partition(":")[0] in CORRECTIONS:
        raise ImpossibleValue("nested")
    return amendment(target, None if word == AMEND and token == "x" else parse(token), word)


def _ball(text: str, pocket_wanted: bool) -> "tuple[int, int]":
    digits, at, pocket = text.partition("@")
    ball = number(digits, 1, BALLS, "ball")
    if at:
        return ball, number(pocket, 1, POCKETS, "pocket")
    if pocket_wanted:
        raise UnreadableToken("no-pocket")
    return ball, 0


def _stroke(token: str) -> Event:
    """A stroke: what was called, potted and knocked off; fouls P1 to P9, P15, S11 by their reason; a special case."""
    event = Event(STROKE)
    if token == "-":
        return event
    touched: "list[int]" = []
    for at, part in enumerate(token.split("/")):
        letter, text = part[:1], part[1:]
        if letter == "c":
            if at:
                raise ImpossibleValue("late-call", "V4")
            event.call = _ball(text, True)
        elif letter == "p":
            event.pots += (_ball(text, False),)
            touched.append(event.pots[-1][0])
        elif letter == "o":
            event.outs += (number(text, 1, BALLS, "ball"),)
            touched.append(event.outs[-1])
        elif letter == "f":
            _add_foul(event, number(text, 0, REASONS, "foul reason"))
        elif part == "=":
            if event.still:
                raise ImpossibleValue("still-twice", "K1")
            event.still = True
        elif letter == "s":
            if event.case:
                raise ImpossibleValue("two-cases")
            if text[:3] == "11:":
                event.player, text = _player(text[3:]), "11"
            event.case = number(text, 1, max(TABLE), "special case")
        else:
            raise UnreadableToken("no-part", "", part)
    if len(set(touched)) < len(touched):
        raise ImpossibleValue("ball-twice")
    return event


def _add_foul(event: Event, reason: int) -> None:
    if reason in event.fouls:
        raise ImpossibleValue("reason-twice", "P12", reason)
    event.fouls += (reason,)
