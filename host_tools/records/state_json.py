"""The state of a game as one line of JSON, written the same way on CPython and on MicroPython."""

from rules import Game
from rules.events import PLAYERS
from rules.notation import write
from rules.position import TARGET

from .refusals import why

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any, TextIO

    from scoreboard.app import Scoreboard


def text(value: "object") -> str:
    """JSON of None, booleans, integers, strings, lists of them, and dicts whose keys are A and B."""
    if value is None:
        return "null"
    if value is True or value is False:
        return "true" if value else "false"
    if isinstance(value, str):
        return string(value)
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join([text(item) for item in value]) + "]"
    return str(value)


def string(value: str) -> str:
    """A JSON string; all but quotes, backslashes and control signs stand as they are."""
    out = ""
    for sign in value:
        if sign in '"\\':
            out += "\\" + sign
        elif ord(sign) < 32:
            out += "\\u%04x" % ord(sign)
        else:
            out += sign
    return '"' + out + '"'


def line(pairs: "list[tuple[str, str]]") -> str:
    """An object of names and values that are JSON already."""
    return "".join(_pieces(pairs))


def write_line(pairs: "list[tuple[str, str]]", out: "TextIO") -> None:
    """Writes what `line` gives, and the end of the line, piece by piece: a small heap may have no room for it whole."""
    for piece in _pieces(pairs):
        out.write(piece)
    out.write("\n")


def game_pairs(game: Game) -> "list[tuple[str, str]]":
    """Names and JSON values of a game's state, in the order in which the rules list them."""
    position = game.position
    needs = {player: max(0, TARGET - position.score[player]) for player in PLAYERS}
    stalemate = _by_player(position.still) + [("warned", text(position.warned))]
    result = "null"
    if position.reason is not None:
        result = line([("winner", text(position.winner)), ("reason", text(position.reason))])
    return [
        ("phase", text(position.phase)),
        ("striker", text(position.striker)),
        ("score", line(_by_player(position.score))),
        ("needs", line(_by_player(needs))),
        ("on_table", text(position.on_table)),
        ("stalemate", line(stalemate)),
        ("fouls", line(_by_player(position.fouls))),
        ("result", result),
        ("void", text(game.void)),
        ("prompts", text([prompt_text(kind, which) for kind, which in position.prompts()])),
    ]


def board_pairs(app: "Scoreboard") -> "list[tuple[str, str]]":
    """State of a running board: that of its game, then what is being composed, waiting falls and the prompt shown."""
    pairs = game_pairs(app.game)
    event = app.composing()
    pairs.append(("composing", text(write(event) if event else None)))
    refusal = app.refusal()
    pairs.append(("falls", text(app.falls())))
    pairs.append(("unsure", text(app.unsure())))
    pairs.append(("screen", text(screen_text(*app.shown()))))
    pairs.append(("refusal", text(why(refusal) if refusal else "")))
    pairs.append(("game", text(app.session.number())))
    return pairs


def tokens(game: Game) -> "list[str | None]":
    """The events of a game as recorded; None for those that were refused."""
    return [write(event) if event else None for event in game.recorded]


def prompt_text(kind: str, which: "int | str") -> str:
    """A prompt as the rules write it: `restore`, `spot:7`, `cue:anywhere:A`."""
    return "%s:%s" % (kind, which) if which else kind


def screen_text(kind: str, which: "Any") -> str:
    """What the board shows: a prompt, `P3?`, `P3??`, `miss?`, `ok?`, `next?`, `undo:TOKEN`, `undo:game`, `review:N`
    with what is chosen there behind a stroke, or a menu path."""
    if kind in ("fall", "unsure"):
        return "P%d" % which + ("?" if kind == "fall" else "??")
    if kind == "undo":
        return "undo:%s" % (write(which) if which else "game")
    if kind == "review":
        return "review:%d" % which[0] + ("/" + which[1] if which[1] else "")
    if kind in ("miss", "ok", "next"):
        return kind + "?"
    if kind == "menu":
        return "menu/%s" % which[0] + ("" if which[1] is None else "/%s" % which[1])
    return prompt_text(kind, which)


def _pieces(pairs: "list[tuple[str, str]]") -> "Iterator[str]":
    yield "{"
    before = ""
    for name, value in pairs:
        yield before + string(name) + ": "
        yield value
        before = ", "
    yield "}"


def _by_player(values: "dict[str, int]") -> "list[tuple[str, str]]":
    return [(player, str(values[player])) for player in PLAYERS]
