"""Runs a script in virtual time, as fast as it can. Runs under CPython and MicroPython, with equal output."""

import sys

from board import devkitc
from device import wiring
from host_tools.records import state_json
from host_tools.sim import verbs
from host_tools.sim.clock import Progress
from host_tools.twin.world import World
from storage import log
from storage.files import FileSystem

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Any, BinaryIO, TextIO

# MicroPython sets that much aside for each line that it reads, however short. Comments may be longer.
CHUNK = 100
# Of a long wait, so that it can be told how far it is.
SLICE_MS = 10_000
# Lines of the board's log that tell why it is in safe mode.
LAST = 3


class ScriptError(Exception):
    """A line that cannot be read; str() is `NAME:LINE: what was expected`."""


class Lines:
    """Lines of a file, read anew each time they are gone through: a long script does not fit in a small heap."""

    def __init__(self, file: "BinaryIO") -> None:
        self._file = file

    def __iter__(self) -> "Iterator[str]":
        self._file.seek(0)
        line = self._file.readline(CHUNK)
        while line:
            said, _, _ = line.partition(b"#")
            if len(said) == CHUNK and said[-1] != 10:
                raise verbs.BadLine("a line of %d bytes or more" % CHUNK)
            yield str(said, "utf-8")
            while line and not line.endswith(b"\n"):
                line = self._file.readline(CHUNK)
            line = self._file.readline(CHUNK)


def check(lines: "Iterable[str]", name: str) -> None:
    """Reads a whole script without running it. Raises ScriptError at the first line that cannot be read."""
    number = 1
    try:
        for line in lines:
            _parse(line, number)
            number += 1
    except UnicodeError:
        raise ScriptError("%s:%d: not UTF-8 text" % (name, number)) from None
    except verbs.BadLine as error:
        raise ScriptError("%s:%d: %s" % (name, number, error)) from None


def run(lines: "Iterable[str]", name: str, out: "TextIO", progress: "Progress | None" = None) -> bool:
    """Runs the lines on a board with blank flash that has just been powered on. Returns whether it never fell into safe
    mode; where it did that is said on stderr.

    `lines` is gone through twice: all of it is checked before anything runs. Raises ScriptError; what the firmware
    raises goes through.
    """
    check(lines, name)
    world = World(devkitc, build=wiring.build)
    world.power_on()
    well = True
    was_safe = False
    number = 1
    for line in lines:
        said = _parse(line, number)
        try:
            if progress:
                _act(world, said, "%s:%d" % (name, number), progress)
            elif said:
                verbs.act(world, said)
        except Exception:
            sys.stderr.write("%s:%d: this line ends in an exception\n" % (name, number))
            raise
        is_safe = _is_safe(world)
        if is_safe and not was_safe:
            well = False
            if progress:
                progress.clear()
            sys.stderr.write("%s:%d: the board fell into safe mode; its log ends: %s\n" % (name, number, _log(world)))
        was_safe = is_safe
        if said and said[0] in ("state", "leds"):
            if progress:
                progress.clear()
            show(world, said[0], out)
        number += 1
    if progress:
        progress.clear()
    show(world, "state", out)
    return well


def _is_safe(world: World) -> bool:
    """Whether a board runs that has given up."""
    return world.app is not None and world.app.scoreboard is None


def _log(world: World) -> str:
    """The last lines of the board's log: why it started, and what came before."""
    files = FileSystem(world.fs)
    lines = str(files.read(log.FILE), "utf-8").strip().split("\n") if files.size(log.FILE) else []
    return "; ".join(lines[-LAST:])


def _act(world: World, said: "list[Any]", place: str, progress: "Progress") -> None:
    """Acts, and tells of it now and then; a long wait is taken in pieces."""
    rest = said[1] if said and said[0] == "wait" else 0
    while rest > SLICE_MS:
        world.run(SLICE_MS)
        rest -= SLICE_MS
        progress.tell("%s, %d s on the board" % (place, world.now_us // 1_000_000))
    if said:
        verbs.act(world, ["wait", rest] if said[0] == "wait" else said)
    progress.tell("%s, %d s on the board" % (place, world.now_us // 1_000_000))


def _parse(line: str, number: int) -> "list[Any]":
    return verbs.parse(line.lstrip("\ufeff") if number == 1 else line)


def show(world: World, what: str, out: "TextIO") -> None:
    """Prints the `state` as JSON, or the lit dots of the `leds` with an empty line behind."""
    if what == "state":
        app = verbs.scoreboard(world)
        if app:
            state_json.write_line(state_json.board_pairs(app), out)
        else:
            out.write("null\n")
        return
    for row in world.dots():
        out.write(row + "\n")
    out.write("\n")


def main(argv: "list[str]") -> int:
    """`FD NAME [--progress]`: the open file, what to call it in messages, and whether to say how far it is, on stderr.

    Exit status 2 if it cannot be understood, 1 if the board fell into safe mode.
    """
    progress = Progress(sys.stderr.write) if "--progress" in argv[2:] else None
    try:
        with open(int(argv[0]), "rb") as file:
            well = run(Lines(file), argv[1], sys.stdout, progress)
    except ScriptError as error:
        sys.stderr.write("%s\n" % error)
        return 2
    return 0 if well else 1
