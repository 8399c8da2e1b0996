"""Folds a record and prints the state after each event; works under CPython and MicroPython."""

import sys

from host_tools.records.record_text import Item, Record, RecordError, read
from host_tools.records.refusals import sentence
from host_tools.records.state_json import game_pairs, line, text
from rules import Game, RulesError
from rules.notation import parse

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable


def main(argv: "list[str]") -> int:
    """`NAME [--keep-going]`: replays the record on standard input, UTF-8 text that messages call NAME."""

    def out(line: str) -> None:
        sys.stdout.write(line + "\n")

    def complain(line: str) -> None:
        sys.stderr.write(line + "\n")

    return run(argv[0], str(sys.stdin.buffer.read(), "utf-8"), "--keep-going" in argv[1:], out, complain)


def run(
    name: str, source: str, keep_going: bool, out: "Callable[[str], None]", complain: "Callable[[str], None]"
) -> int:
    """Replays a record. Returns the exit status: 0, 1 for a refused event, 2 for what is no record."""
    try:
        refused = lines(read(source), keep_going, out)
    except RecordError as error:
        complain("%s: %s" % (name, error))
        return 2
    if refused:
        complain("%s: %s" % (name, refused))
        return 1
    return 0


def lines(record: Record, keep_going: bool, out: "Callable[[str], None]") -> "str | None":
    """Hands `out` a JSON line an event. Returns where and why an event was refused, unless `keep_going`; else None."""
    game = Game(record.options())
    for number, item in enumerate(record.events(), 1):
        head = [("n", str(number)), ("token", text(item.text))]
        try:
            game.play(parse(item.text))
        except RulesError as error:
            if not keep_going:
                return refusal(number, item, error)
            game.skip()
            out(line(head + [("refused", text(sentence(error)))]))
            continue
        out(line(head + game_pairs(game)))
    return None


def refusal(number: int, item: Item, error: RulesError) -> str:
    """Where and why an event was refused."""
    return "line %d, column %d: event %d, %s: %s" % (item.line, item.column, number, item.text, sentence(error))
