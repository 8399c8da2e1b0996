"""The computer's own time, for those parts of the simulator that live in it. Runs under CPython and MicroPython."""

import sys
import time

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable


def clock() -> "Callable[[], int]":
    """A clock in microseconds that never goes back."""
    if sys.implementation.name == "micropython":
        ticks: "Callable[[], int]" = time.ticks_us  # type: ignore[attr-defined]
        return ticks
    return lambda: time.monotonic_ns() // 1000


class Progress:
    """One line that shows that something lives, told at most every `every_us`, on whatever `write` writes to."""

    def __init__(self, write: "Callable[[str], object]", every_us: int = 1_000_000) -> None:
        self._write = write
        self._every_us = every_us
        self._now = clock()
        self._told_us = self._now()
        self._shown = False

    def tell(self, text: str) -> None:
        """What has been reached, if it is time to say so again."""
        now_us = self._now()
        if now_us - self._told_us >= self._every_us:
            self._told_us = now_us
            self._shown = True
            self._write("\r\x1b[K" + text)

    def clear(self) -> None:
        """Makes room for what is printed for good."""
        if self._shown:
            self._shown = False
            self._write("\r\x1b[K")
