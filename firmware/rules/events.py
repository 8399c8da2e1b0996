"""Events and their notation: one event, one token without spaces."""

from .errors import ImpossibleValue, UnreadableToken

PLAYERS = "AB"
BALLS = 15
POCKETS = 6

# Reasons of a penalty: 0 not given, 1 to 9 are P1 to P9, 10 is S11, 11 is P15.
REASONS = 11

# Special cases by their code, which is the number of the rule: 9 is S9.
CODES = (2, 3, 4, 5, 6, 7, 8, 9, 11, 12, 15, 16)
ALONE = (11, 12, 15, 16)
VOIDING = (5, 7, 8)
NO_FOUL = (5, 6, 7, 8, 9)


class Event:
    """One event. `kind`: start, stroke, warn, undo, amend, adjust or concede; what the kind does not use stays empty.

    Of a stroke: `call` (ball, pocket) or None; `pots` pairs (ball, pocket or 0 if not known) as entered; `outs` balls
    that left the table; `fouls` reasons; `still` no object ball moved (K1); `case` code or 0. Of amend: `number` and
    `replacement` (None removes). Of adjust: `points`. `player` of start, adjust and concede.
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

    def __init__(self, kind: str, token: str) -> None:
        self.kind = kind
        self.token = token


def parse(token: str) -> Event:
    """Reads one token. Raises UnreadableToken or ImpossibleValue."""
    word, colon, rest = token.partition(":")
    if not colon:
        if word in ("warn", "undo"):
            return Event(word, token)
        return _stroke(token)
    event = Event(word, token)
    if word == "amend":
        return _amend(event, rest)
    if word == "adjust":
        event.points = _points(token, rest)
        rest = rest[0]
    elif word not in ("start", "concede"):
        raise UnreadableToken("no event begins with " + word + ":")
    if len(rest) != 1:
        raise UnreadableToken("one player, A or B, is wanted")
    if rest not in PLAYERS:
        raise ImpossibleValue("player %s: there are A and B" % rest)
    event.player = rest
    return event


def number(text: str, first: int, last: int, what: str) -> int:
    """A decimal number without leading zeros, `first` to `last`. Raises UnreadableToken or ImpossibleValue."""
    if not text or min(text) < "0" or max(text) > "9" or (text[0] == "0" and text != "0"):
        raise UnreadableToken(what + ": no plain number")
    value = int(text) if len(text) < 7 else last + 1
    if not first <= value <= last:
        raise ImpossibleValue("%s %s: there are %d to %d" % (what, text, first, last))
    return value


def _points(token: str, text: str) -> int:
    if len(text) < 3 or text[1] not in "+-":
        raise UnreadableToken("adjust:A+3 or adjust:B-5 is wanted")
    points = number(text[2:], 1, 999, "points")
    return -points if text[1] == "-" else points


def _amend(event: Event, rest: str) -> Event:
    digits, colon, token = rest.partition(":")
    if not colon:
        raise UnreadableToken("amend:N:EVENT or amend:N:x is wanted")
    event.number = number(digits, 1, 999999, "event")
    if token == "undo" or token[:6] == "amend:":
        raise ImpossibleValue("no undo or amend in place of an event")
    if token != "x":
        event.replacement = parse(token)
    return event


def _ball(text: str, pocket_wanted: bool) -> "tuple[int, int]":
    digits, at, pocket = text.partition("@")
    ball = number(digits, 1, BALLS, "ball")
    if at:
        return ball, number(pocket, 1, POCKETS, "pocket")
    if pocket_wanted:
        raise UnreadableToken("a call names its pocket")
    return ball, 0


def _stroke(token: str) -> Event:
    """A stroke: what was called, potted and knocked off; fouls P1 to P9, P15, S11 by their reason; a special case."""
    event = Event("stroke", token)
    if token == "-":
        return event
    touched: "list[int]" = []
    for at, part in enumerate(token.split("/")):
        letter, text = part[:1], part[1:]
        if letter == "c":
            if at:
                raise ImpossibleValue("a call comes first", "V4")
            event.call = _ball(text, True)
        elif letter == "p":
            event.pots += (_ball(text, False),)
            touched.append(event.pots[-1][0])
        elif letter == "o":
            event.outs += (number(text, 1, BALLS, "ball"),)
            touched.append(event.outs[-1])
        elif letter == "f":
            reason = number(text, 0, REASONS, "foul reason")
            if reason in event.fouls:
                raise ImpossibleValue("foul reason %d twice" % reason, "P12")
            event.fouls += (reason,)
        elif part == "=":
            if event.still:
                raise ImpossibleValue("= twice", "K1")
            event.still = True
        elif letter == "s":
            if event.case:
                raise ImpossibleValue("two special cases")
            event.case = number(text, 1, 16, "special case")
        else:
            raise UnreadableToken("no part of a stroke: " + part)
    if len(set(touched)) < len(touched):
        raise ImpossibleValue("one ball twice in a stroke")
    _check_parts(event)
    return event


def _check_parts(event: Event) -> None:
    """What can never stand together in one stroke."""
    if event.still and not event.fouls:
        raise ImpossibleValue("= wants a foul", "K1")
    if event.still and (event.pots or event.outs):
        raise ImpossibleValue("= says that no object ball moved", "K1")
    case = event.case
    if not case:
        return
    rule = "S%d" % case
    if case not in CODES:
        raise ImpossibleValue("case %d is not entered" % case, rule)
    if case in NO_FOUL and event.fouls:
        raise ImpossibleValue("case %d has no penalty" % case, rule)
    if case in ALONE and event.token != "s%d" % case:
        raise ImpossibleValue("case %d stands by itself" % case, rule)
    if case == 6 and (event.call or event.outs or len(event.pots) != 1):
        raise ImpossibleValue("case 6 names the one ball that fell", rule)
