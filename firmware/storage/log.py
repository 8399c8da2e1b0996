"""What happened to the board, for whoever looks after it: short lines in two files that take turns.

What fails again and again must not wear out the flash. A line that comes again is written a few times, then counted,
and the count is written once an hour. Of all lines together there are 100 after a start and six more an hour, 53,000 a
year at the very most. A line costs less than one sector erase, so there are no more of those; makers promise 100,000
for each sector, and littlefs spreads them over all that are free.
"""

import io
import sys

from compact import const

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .files import FileSystem

FILE, OLD = "/log.txt", "/log.old"
# In bytes, letters and lines.
LIMIT = const(2000)
LONGEST = const(100)
MOST_WAITING = const(10)
# After a start, and again once they have been earned.
MOST_LINES = const(100)
LINES_AN_HOUR = const(6)
_HOUR_S = const(3600)
# How often the same line is written in an hour, and how many lines are known again.
_OFTEN = const(5)
_MOST_KNOWN = const(8)


class Log:
    """Lines wait in memory until `save`, which never fails for the flash's sake: the game does not depend on them."""

    def __init__(self, files: "FileSystem") -> None:
        self._files = files
        self._waiting: "list[str]" = []
        # How often a line may be written yet in this hour; below 0: how often it was not.
        self._known: "dict[str, int]" = {}
        self._left = MOST_LINES
        self._left_out = 0
        self._seconds = 0

    def add(self, text: str, often: int = _OFTEN) -> None:
        """Says what happened and where, in one line."""
        line = "".join([sign if sign >= " " else " " for sign in text[:LONGEST]])
        if line not in self._known:
            if len(self._known) >= _MOST_KNOWN:
                self._known.clear()
            self._known[line] = often
        self._known[line] -= 1
        if self._known[line] >= 0:
            self._say(line)

    def add_once(self, text: str) -> None:
        """The same for what comes and goes: the first time tells all."""
        self.add(text, 1)

    def step(self, seconds: int) -> None:
        """So many seconds have passed."""
        self._seconds += seconds
        if self._seconds >= _HOUR_S:
            self._seconds = 0
            self._left = min(self._left + LINES_AN_HOUR, MOST_LINES)
            self._tell_counts()
            self.save()

    def save(self) -> None:
        """Brings to flash what waits; where that fails it waits on."""
        if not self._waiting:
            return
        data = ("\n".join(self._waiting) + "\n").encode()
        try:
            if self._files.size(FILE) + len(data) > LIMIT:
                self._files.rename(FILE, OLD)
            self._files.append(FILE, data)
        except OSError:
            return
        self._waiting = []

    def _tell_counts(self) -> None:
        """What goes on is counted from now on; what came no more is as good as new."""
        known, self._known = self._known, {}
        for line in sorted(known):
            if known[line] < 0:
                self._say(("%d times more: %s" % (-known[line], line))[:LONGEST])
                self._known[line] = 0

    def _say(self, line: str) -> None:
        if self._left_out and self._left > 1 and len(self._waiting) + 1 < MOST_WAITING:
            self._waiting.append("%d lines left out" % self._left_out)
            self._left, self._left_out = self._left - 1, 0
        if self._left and len(self._waiting) < MOST_WAITING:
            self._waiting.append(line)
            self._left -= 1
        else:
            self._left_out += 1


def describe(error: BaseException) -> str:
    """An exception in one line: its kind, what it says, and the file and line that it comes from."""
    said = "%s: %s" % (type(error).__name__, error)
    return "%s, %s" % (said[: LONGEST - 30], _origin(error))


def _origin(error: BaseException) -> str:
    """The file and line of the innermost call, which is the last that either Python prints."""
    if not hasattr(sys, "print_exception"):
        at = error.__traceback__
        while at and at.tb_next:
            at = at.tb_next
        return "%s:%d" % (at.tb_frame.f_code.co_filename.split("/")[-1], at.tb_lineno) if at else ""
    out = io.StringIO()
    sys.print_exception(error, out)
    origin = ""
    for line in out.getvalue().split("\n"):
        words = line.strip().split('"')
        if words[0] == "File " and len(words) > 2:
            origin = words[1].split("/")[-1] + ":" + words[2].split(",")[1].strip()[5:]
    return origin
