"""The self-test from the menu: emitters and receivers, every LED, what the device says of itself, every key."""

import gc
import sys

import ticks
from referee.keys import KEYS, MENU

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Protocol

    class Beams(Protocol):
        """The beams, pocket 1 to `pockets`."""

        pockets: int

        def is_dark(self, pocket: int) -> bool: ...
        def counted(self, pocket: int) -> bool: ...
        def restore(self, pocket: int) -> None: ...

    class Emitters(Protocol):
        """The pin of all emitters; 1 is on."""

        def value(self, level: int) -> object: ...


# Far more than a receiver of 0.5 ms needs, and short enough for nobody to take the beams for obstructed.
SETTLE_MS = 100
PATTERNS = 4
PATTERN_MS = 500
PAGE_MS = 2000
# Nobody stands at the panel any more.
LEFT_MS = 60_000


class SelfTest:
    """One run. `pattern` 1 to 4 while LEDs are tested, else 0; `done` once MENU was pressed twice.

    `blind` while it darkens the beams itself. `page` is the key of a text and its value. `report` has a line for each
    result, for the log.
    """

    def __init__(self, beams: "Beams", emitters: "Emitters", facts: "list[str]") -> None:
        """`facts`: short texts, each a page."""
        self.pattern = 0
        self.page = ("self-test", "")
        self.done = False
        self.blind = True
        self.report: "list[str]" = []
        self._beams = beams
        self._emitters = emitters
        self._facts = facts
        self._pages: "list[tuple[str, str]]" = []
        self._followed: "list[bool]" = []
        self._stage = 0
        self._at = -1
        self._menu_pressed = False
        emitters.value(0)

    def step(self, now_ms: int) -> bool:
        """Time passes: `now_ms`. Returns whether something else is to be seen."""
        if self._at < 0:
            self._at = now_ms
        stage, passed = self._stage, ticks.diff(now_ms, self._at)
        if stage <= 1 and passed >= SETTLE_MS:
            dark = [self._beams.is_dark(pocket) for pocket in range(1, self._beams.pockets + 1)]
            if stage == 0:
                self._followed = dark
                self._emitters.value(1)
            else:
                self._judge(dark)
                self.blind = False
                self.pattern = 1
        elif 2 <= stage < 2 + PATTERNS and passed >= PATTERN_MS:
            self.pattern = (self.pattern + 1) % (PATTERNS + 1)
        elif self._pages and stage >= 2 + PATTERNS and (passed >= PAGE_MS or self.page[0] == "self-test"):
            self.page = self._pages.pop(0)
        elif passed >= LEFT_MS:
            self.done = True
        else:
            return False
        self._stage, self._at = stage + 1, now_ms
        return True

    def key(self, key: int) -> None:
        """A key went down: its name is shown; MENU twice in a row ends the test."""
        self.done = key == MENU and self._menu_pressed
        self._menu_pressed = key == MENU
        self._pages = []
        self._at = -1
        self.page = ("key", KEYS[key])

    def stop(self) -> None:
        """Leaves the emitters as the beams need them, whatever stage was reached."""
        self._emitters.value(1)

    def _judge(self, dark: "list[bool]") -> None:
        """Says of each beam what its receiver did; a fault of old is over where it followed."""
        for i in range(len(dark)):
            pocket, name = i + 1, str(i + 1)
            if self._followed[i] and not dark[i]:
                self._beams.restore(pocket)
                if not self._beams.counted(pocket):
                    self._pages.append(("beam-uncounted", name))
            elif self._followed[i]:
                self._pages.append(("beam-no-light", name))
            else:
                self._pages.append(("beam-inverted" if dark[i] else "beam-deaf", name))
        self.report = ["self-test: %s %s" % page for page in self._pages] or ["self-test: beams follow"]
        self._pages = self._pages or [("beams-follow", "")]
        for fact in self._facts:
            self._pages.append(("fact", fact))
        self._pages.append(("key", "?"))
        self.report.append("self-test: " + ", ".join(self._facts))


def facts(cause: str, flash_free: int) -> "list[str]":
    """What the device says of itself: version, free memory and flash in KiB, why it started."""
    version = ".".join([str(part) for part in sys.implementation.version[:3]])
    memory = gc.mem_free() // 1024 if hasattr(gc, "mem_free") else 0
    return ["MP/" + version, "RAM/%dK" % memory, "FLASH/%dK" % (flash_free // 1024), "RESET/" + cause.split("_")[0]]
