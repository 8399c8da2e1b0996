"""Keeps the board running: what fails is logged, shown and built anew; what fails again and again ends in safe mode.

Safe mode is a board without a scoreboard: nothing is watched, nothing touched, and the REPL is open. The ESP32's
watchdog cannot be stopped once it runs, so the way there is a reset that finds three failures in the RTC's memory.
"""

import gc

import ticks
from compact import const
from referee.keys import MENU, UNDO
from storage.log import Log, describe

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from scoreboard.app import Scoreboard

_WATCHDOG_MS = const(8000)
_SAFE_MODE_KEYS_MS = const(3000)
# By then every key that is down has been read.
_SCANNED_MS = const(60)

# A hiccup of the flash must not cost an event.
_SAVES = const(3)
FAILURES = const(3)
_WITHIN_S = const(60)
MAGIC = b"E"

CAUSES = ("PWRON_RESET", "HARD_RESET", "WDT_RESET", "DEEPSLEEP_RESET", "SOFT_RESET")


def reset_cause(machine: "Any") -> str:
    """Why the processor started, by MicroPython's name or, if it has none, the number."""
    cause = machine.reset_cause()
    for name in CAUSES:
        if getattr(machine, name, None) == cause:
            return name
    return str(cause)


class Failures:
    """How long ago the board failed, in seconds, as far as that is under a minute; it outlasts a reset.

    `seconds`: how many have gone by with the latest step.
    """

    def __init__(self, machine: "Any") -> None:
        self._machine = machine
        self.seconds = 0
        self._since_ms = -1
        self._ages = bytearray()
        try:
            memory = machine.RTC().memory()
        except Exception:
            memory = b""
        if memory[:1] == MAGIC and len(memory) <= len(MAGIC) + FAILURES:
            self._ages = bytearray(memory[1:])

    def too_many(self) -> bool:
        """Whether it is no use to go on."""
        return len(self._ages) >= FAILURES

    def add(self, count: int = 1) -> None:
        """The board has failed just now."""
        for _ in range(count):
            self._ages.append(0)
        self._keep()

    def clear(self) -> None:
        """Begins anew."""
        self._ages = bytearray()
        self._keep()

    def step(self, now_ms: int) -> None:
        """Time passes: `now_ms`."""
        if self._since_ms < 0:
            self._since_ms = now_ms
        self.seconds = ticks.diff(now_ms, self._since_ms) // 1000
        if self.seconds > 0:
            self._since_ms = ticks.add(self._since_ms, self.seconds * 1000)
            if self._ages:
                self._grow_older(self.seconds)

    def _grow_older(self, seconds: int) -> None:
        # Apart from `step`: a name that a comprehension uses costs an allocation in each call.
        ages = [age + seconds for age in self._ages]
        self._ages = bytearray([age for age in ages if age < _WITHIN_S])
        self._keep()

    def _keep(self) -> None:
        try:
            self._machine.RTC().memory(MAGIC + bytes(self._ages[-FAILURES:]))
        except Exception:
            # They are forgotten with the next reset, then; nothing is worse.
            return


class Device:
    """A board that runs. `scoreboard` is None in safe mode. `error`: the latest failure since the start, or "".

    `assemble` makes the scoreboard with all its drivers, `show_safe_mode` puts safe mode on the display.
    """

    def __init__(
        self, machine: "Any", log: Log, assemble: "Callable[[], Scoreboard]", show_safe_mode: "Callable[[], None]"
    ) -> None:
        self.scoreboard: "Scoreboard | None" = None
        self.error = ""
        self._machine = machine
        self._log = log
        self._assemble = assemble
        self._watchdog: "Any" = None
        self._failures = Failures(machine)
        # Since when MENU and UNDO are held; -1 before the first step, None once one of them was not.
        self._held_since_ms: "int | None" = -1
        cause = self._note_cause()
        # Where MicroPython itself crashes the ESP32 calls that a hard reset, like one that somebody asked for.
        if cause in ("WDT_RESET", "HARD_RESET"):
            self._failures.add()
        if self._failures.too_many():
            self._failures.clear()
            self._note("safe mode")
            try:
                show_safe_mode()
            except Exception as error:
                self._note_error(error)
            return
        self._build("error" if cause == "WDT_RESET" else "")

    def step(self, now_ms: int) -> None:
        """One step at `now_ms` (wraps at 2**30). Nothing but the loss of power or a reset comes out of it."""
        if self.scoreboard is None:
            return
        # In place of `except`, with which there would be more variables than MicroPython has room for but on the heap.
        with self:
            # No name for it here: what has failed must be gone before all is built anew.
            self.scoreboard.step(now_ms)
            self._failures.step(now_ms)
            if self._failures.seconds > 0:
                self._log.step(self._failures.seconds)
            if self._held_since_ms is not None:
                self._watch_keys(now_ms)
            self._watchdog.feed()

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: object, error: "BaseException | None", trace: object) -> bool:
        """A failure of the firmware ends here; the loss of power, a reset and Ctrl-C do not."""
        if not isinstance(error, Exception):
            return False
        self._fail(error)
        return True

    def _fail(self, error: Exception) -> None:
        self._count(error)
        self.save()
        self.scoreboard = None
        self._build("error")

    def save(self) -> None:
        """Brings to flash what has been shown but is not there yet."""
        for _ in range(_SAVES):
            try:
                if self.scoreboard:
                    self.scoreboard.session.save()
                return
            except Exception as error:
                self._note_error(error)

    def _build(self, notice: str) -> None:
        """Builds the scoreboard from what is on flash, or gives up with a reset into safe mode."""
        while not self._failures.too_many():
            try:
                gc.collect()
                if self._watchdog is None:
                    self._watchdog = self._machine.WDT(timeout=_WATCHDOG_MS)
                self.scoreboard = self._assemble()
                if notice:
                    self.scoreboard.alarms.notice = notice
                gc.collect()
                return
            except Exception as error:
                self._count(error)
                notice = "error"
        self._machine.reset()

    def _watch_keys(self, now_ms: int) -> None:
        """MENU and UNDO held together from the start lead to safe mode."""
        if self._held_since_ms == -1:
            self._held_since_ms = now_ms
        held = ticks.diff(now_ms, self._held_since_ms or 0)
        if held < _SCANNED_MS:
            return
        board = self.scoreboard
        if not (board and board.is_down(MENU) and board.is_down(UNDO)):
            self._held_since_ms = None
        elif held >= _SAFE_MODE_KEYS_MS:
            self._note("MENU and UNDO held")
            self._failures.add(FAILURES)
            self._machine.reset()

    def _note_cause(self) -> str:
        """Logs why the processor started, and returns it."""
        try:
            cause = reset_cause(self._machine)
            self._log.add("start: " + cause)
            return cause
        except Exception as error:
            self._note_error(error)
            return ""

    def _count(self, error: Exception) -> None:
        """A failure: it is counted, and logged if that can be done at all."""
        self._failures.add()
        gc.collect()
        self._note_error(error)

    def _note_error(self, error: Exception) -> None:
        try:
            self.error = describe(error)
            self._note(self.error)
        except Exception:
            # No memory even for that.
            return

    def _note(self, text: str) -> None:
        try:
            self._log.add(text)
            self._log.save()
        except Exception:
            # The log is the least of it.
            return
