"""`python -m host_tools replay`: plays a record and prints its states, or with --sheet a score sheet."""

import errno
import subprocess
import sys

from host_tools import runtime
from host_tools.cli import Parser
from host_tools.records import replay, sheet
from host_tools.records.record_text import RecordError, read

# A record is replayed as a whole, and may be longer than any that a board could hold.
HEAP = "64m"


def main(argv: list[str]) -> int:
    """Exit status: 0, 1 for a refused event, 2 for a wrong command line or what is no record."""
    parser = Parser("python -m host_tools replay", description="Plays a record and prints the state after each event.")
    parser.add_argument("file", metavar="FILE", help="the record; - reads stdin")
    parser.add_argument("--keep-going", action="store_true", help="go on after refused events, without them")
    parser.add_argument("--sheet", action="store_true", help="print a score sheet instead, for people")
    parser.add_argument("--lang", choices=sheet.LANGUAGES, help=f"language of the sheet (default {sheet.LANGUAGES[0]})")
    parser.add_argument("--runtime", choices=runtime.RUNTIMES, help="the Python that plays it (default cpython)")
    options = parser.parse_args(argv)
    if options.lang and not options.sheet:
        parser.error("--lang is the language of a --sheet")
    if options.sheet and options.runtime == runtime.MICROPYTHON:
        parser.error("--sheet is printed by CPython only")
    if options.runtime == runtime.MICROPYTHON:
        try:
            runtime.choose(options.runtime)
        except runtime.RuntimeMissing as error:
            parser.error(str(error))
    try:
        status, out, complaints = play(
            options.file, options.keep_going, options.sheet and (options.lang or sheet.LANGUAGES[0]), options.runtime
        )
        return show(out, complaints) or status
    except KeyboardInterrupt:
        return 130


def play(name: str, keep_going: bool, language: "str | None", chosen: "str | None") -> "tuple[int, str, str]":
    """Replays the record in a file, for a score sheet if there is a language.

    Returns exit status, output and complaints.
    """
    try:
        # By its number: Python has no sys.stdin where it was closed.
        with open(0 if name == "-" else name, "rb", closefd=name != "-") as file:
            source = str(file.read(), "utf-8")
    except (OSError, ValueError) as error:
        if isinstance(error, UnicodeError):
            return 2, "", f"{name}: not UTF-8 text; a record is UTF-8\n"
        return 2, "", f"{name}: cannot be read: {error.strerror if isinstance(error, OSError) else error}\n"
    if language:
        return print_sheet(name, source, keep_going, language)
    if chosen == runtime.MICROPYTHON:
        arguments = [name, "--keep-going"] if keep_going else [name]
        child = subprocess.run(
            runtime.command(chosen, "host_tools.records.replay", *arguments, heap=HEAP),
            input=source.encode(),
            capture_output=True,
        )
        status = child.returncode if child.returncode >= 0 else 128 - child.returncode
        return status, child.stdout.decode(), child.stderr.decode(errors="surrogateescape")
    out: list[str] = []
    complaints: list[str] = []
    status = replay.run(name, source, keep_going, out.append, complaints.append)
    return status, "".join(line + "\n" for line in out), "".join(line + "\n" for line in complaints)


def print_sheet(name: str, source: str, keep_going: bool, language: str) -> "tuple[int, str, str]":
    """The same for a score sheet: half a game must not look like one, so a refused event leaves it unprinted."""
    try:
        record = read(source)
        game = sheet.History(record)
    except RecordError as error:
        return 2, "", f"{name}: {error}\n"
    for entry in game.entries:
        if entry.refused and not keep_going:
            return 1, "", f"{name}: {replay.refusal(entry.number, entry.item, entry.refused)}\n"
    return 0, "".join(line + "\n" for line in sheet.lines(record, game, language)), ""


def show(out: str, complaints: str) -> int:
    """Prints UTF-8 whatever the locale.

    Returns an exit status: 0, 141 when nobody reads the output any more, 1 if it cannot be written.
    """
    try:
        if sys.stdout is not None:
            sys.stdout.buffer.write(out.encode())
            sys.stdout.buffer.flush()
    except OSError as error:
        # Python would try again, and complain, when it ends.
        sys.stdout = None
        if error.errno == errno.EPIPE:
            return 141
        complaints += f"the output cannot be written: {error.strerror}\n"
        _complain(complaints)
        return 1
    _complain(complaints)
    return 0


def _complain(text: str) -> None:
    """A token can hold any sign; those that would drive a terminal are not sent to it."""
    if sys.stderr is not None:
        seen = "".join(sign if (sign >= " " and sign != "\x7f") or sign == "\n" else "\ufffd" for sign in text)
        sys.stderr.buffer.write(seen.encode(errors="surrogateescape"))
        sys.stderr.buffer.flush()
