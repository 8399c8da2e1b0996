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
# A fault that comes and goes must not wear out the flash.
MOST_LINES = 100


class Log:
    """Lines wait in memory until `save`, which never fails for the flash's sake: the game does not depend on them."""

    def __init__(self, files: "FileSystem") -> None:
        self._files = files
        self._waiting: "list[str]" = []
        self._last = ""
        self._lines = 0

    def add(self, text: str) -> None:
        """Says what happened and where, in one line; at once again the same says nothing new."""
        text = "".join([sign if sign >= " " else " " for sign in text[:LONGEST]])
        if text != self._last and self._lines < MOST_LINES and len(self._waiting) < MOST_WAITING:
            self._last = text
            self._lines += 1
            self._waiting.append(text)

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
    out = io.StringIO()
    if hasattr(sys, "print_exception"):
        sys.print_exception(error, out)
    else:
        import traceback

        traceback.print_exception(type(error), error, error.__traceback__, file=out)
    at = ""
    for line in out.getvalue().split("\n"):
        words = line.strip().split('"')
        if words[0] == "File " and len(words) > 2:
            at = words[1].split("/")[-1] + ":" + words[2].split(",")[1].strip()[5:]
    return at
