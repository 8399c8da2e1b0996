"""`python -m host_tools board`: checks, lists and draws board definitions."""

import sys
from io import TextIOWrapper
from pathlib import Path

from host_tools.board import checks, facts
from host_tools.board.mounting import mounting
from host_tools.board.schematic import wiring
from host_tools.cli import Parser


def main(argv: list[str]) -> int:
    """Exit status: 0, 1 for a board with faults, 2 for a wrong command line or what is no board module."""
    parser = Parser("python -m host_tools board", description="Checks, lists and draws board definitions.")
    verbs = parser.add_subparsers(dest="verb", metavar="VERB", required=True, parser_class=Parser)
    known = f"the board: {', '.join(facts.names())}, or the FILE of another"
    for verb, purpose in (
        ("check", "reports every fault and every note, each with its source; exit status 1 if there is a fault"),
        ("pins", "lists the pins"),
        ("wiring", "draws the wiring as SVG"),
    ):
        verb_parser = verbs.add_parser(verb, help=purpose, description=purpose.capitalize() + ".")
        verb_parser.add_argument("board", metavar="NAME", help=known)
        if verb == "wiring":
            verb_parser.add_argument("--out", metavar="FILE", type=Path, help="where to write it (default: stdout)")
    beams = verbs.add_parser("mounting", help="draws how a beam is mounted as SVG", description="Draws it as SVG.")
    beams.add_argument("--out", metavar="FILE", type=Path, help="where to write it (default: stdout)")
    options = parser.parse_args(argv)
    try:
        if options.verb == "mounting":
            return _write(mounting(), options.out)
        board = facts.read(options.board)
        if options.verb == "check":
            return _check(board)
        if options.verb == "pins":
            print(pin_table(board))
            return 0
        if any(finding.severity == checks.FAULT for finding in checks.check(board)):
            _complain(f"{board.path}: has faults, see `board check {options.board}`")
            return 1
        return _write(wiring(board), options.out)
    except facts.Unreadable as error:
        return _complain(str(error))


def _check(board: facts.Facts) -> int:
    found = checks.check(board)
    for finding in found:
        print(finding)
    faults = sum(finding.severity == checks.FAULT for finding in found)
    name = board.text("NAME") if board.has("NAME") else board.path
    print(f"{name}: {_count(faults, 'fault')}, {_count(len(found) - faults, 'note')}")
    return 1 if faults else 0


def _count(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"


def pin_table(board: facts.Facts) -> str:
    """The pins in use by GPIO number, with what hangs on them and what there is to say of them."""
    lines = board.lines()
    found = checks.check(board)
    rows = [("GPIO", "role", "direction", "pull, level at reset", "wired to", "remarks")]
    for use in sorted(board.uses(), key=lambda use: use.gpio):
        line = lines.get(use.role)
        pin = f"GPIO {use.gpio}"
        abouts = (finding for finding in found if finding.about == pin or f"{pin} ({use.label})" in finding.about)
        remarks = "; ".join(map(_remark, abouts))
        wired = (line.direction, _pull(line), line.to) if line else ("?", "?", "?")
        rows.append((str(use.gpio), use.label, *wired, remarks))
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    return "\n".join("  ".join(cell.ljust(width) for cell, width in zip(row, widths)).rstrip() for row in rows)


def _remark(finding: checks.Finding) -> str:
    text = finding.text if finding.severity == checks.FAULT else finding.text.split(" (")[0].split(":")[0]
    return f"{finding.severity}: {text}" if finding.severity == checks.FAULT else text


def _pull(line: facts.Line) -> str:
    pull = f"{line.pull} {_ohms(line.ohms)}" if line.pull else "none"
    return pull + {0: ", low", 1: ", high"}.get(line.level, "")


def _ohms(ohms: int) -> str:
    return f"{ohms / 1000:g} k" if ohms else "(its own)"


def _write(svg: str, out: "Path | None") -> int:
    if out is None:
        if isinstance(sys.stdout, TextIOWrapper):
            # As SVG is where it names no other.
            sys.stdout.reconfigure(encoding="utf-8")
        print(svg)
        return 0
    try:
        out.write_text(svg + "\n", encoding="utf-8")
    except OSError as error:
        return _complain(f"{out}: {error.strerror or error}")
    return 0


def _complain(text: str) -> int:
    print(f"python -m host_tools board: {text}", file=sys.stderr)
    return 2
