"""What happened to the board, for whoever looks after it: short lines in two files that take turns."""

import io
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .files import FileSystem

FILE, OLD = "/log.txt", "/log.old"
# In bytes, letters and lines.
LIMIT = 2000
LONGEST = 100
MOST_WAITING = 10
# Between two starts; what fails again and again must not wear out the flash.
MOST_LINES = 100


class Log:
    """Lines wait in memory until `save`, which never fails for the flash's sake: the game does not depend on them."""

    def __init__(self, files: "FileSystem") -> None:
        self._files = files
        self._waiting: "list[str]" = []
        self._known: "list[str]" = []
        self._lines = 0

    def add(self, text: str) -> None:
        """Says what happened and where, in one line."""
        if self._lines < MOST_LINES and len(self._waiting) < MOST_WAITING:
            self._lines += 1
            self._waiting.append("".join([sign if sign >= " " else " " for sign in text[:LONGEST]]))

    def add_once(self, text: str) -> None:
        """The same for what comes and goes: the first time since the start tells all."""
        if text not in self._known and len(self._known) < MOST_LINES:
            self._known.append(text)
            self.add(text)

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
