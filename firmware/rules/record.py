"""A game as the text of a record, in the manner of PGN, and what the tags of a record agree on."""

from .errors import ImpossibleValue
from .notation import number, write
from .position import OVER, TARGET

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .game import Game

RESULTS = {"A": "1-0", "B": "0-1", None: "1/2-1/2"}


def text(tags: "list[tuple[str, str]]", game: "Game") -> str:
    """The record of a game: its tags with the result and its reason, then an event a line, then the result."""
    position = game.position
    result = "*"
    if position.phase == OVER:
        result = RESULTS[position.winner]
        tags = tags + [("Reason", position.reason or "")]
    lines = [tag_line(name, value) for name, value in tags + [("Result", result)]]
    lines.append("")
    lines += [write(event) for event in game.recorded if event]
    lines.append(result)
    return "\n".join(lines) + "\n"


def tag_line(name: str, value: str) -> str:
    """A tag as it is written."""
    return "[" + name + ' "' + value.replace("\\", "\\\\").replace('"', '\\"') + '"]'


def parse_handicap(text: str) -> "dict[str, int]":
    """`A+5`, `B+10` or both, separated by a space; "" is none (V6). Raises RulesError."""
    points = {"A": 0, "B": 0}
    given = ""
    for part in text.split(" ") if text else ():
        player = part[:1]
        if part[1:2] != "+" or player not in points or player in given:
            raise ImpossibleValue("handicap", "V6")
        points[player] = number(part[2:], 0, TARGET - 1, "handicap")
        given += player
    if points["A"] == points["B"] == TARGET - 1:
        raise ImpossibleValue("handicap-of-both", "V6", TARGET - 1)
    return points
