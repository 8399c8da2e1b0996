"""The self-test from the menu: emitters and receivers, every LED, what the device says of itself, every key."""

import gc
import sys

import ticks
from compact import const
from referee.keys import KEYS, MENU

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Protocol

    class Keys(Protocol):
        """The panel."""

        def lost(self) -> int: ...

    class Beams(Protocol):
        """The beams, pocket 1 to `pockets`."""

        pockets: int

        def is_dark(self, pocket: int) -> bool: ...
        def counted(self, pocket: int) -> bool: ...
        def spikes(self, pocket: int) -> int: ...
        def lost(self) -> int: ...
        def restore(self, pocket: int) -> None: ...

    class Emitters(Protocol):
        """The pin of all emitters; 1 is on."""

        def value(self, level: int) -> object: ...


# Far more than a receiver of 0.5 ms needs, and short enough for nobody to take the beams for obstructed.
_SETTLE_MS = const(100)
_PATTERNS = const(4)
_PATTERN_MS = const(500)
_PAGE_MS = const(2000)
# Nobody stands at the panel any more.
_LEFT_MS = const(60_000)


class SelfTest:
    """One run. `pattern` 1 to 4 while LEDs are tested, else 0; `done` once MENU was pressed twice.

    `page` is the key of a text and its values. `report` has a line for each
    result, for the log.
    """

    def __init__(self, keys: "Keys", beams: "Beams", emitters: "Emitters", facts: "list[str]") -> None:
        """`facts`: short texts, each a page."""
        self.pattern = 0
        self.page: "tuple[str, ...]" = ("self-test",)
        self.done = False
        self.report: "list[str]" = []
        self._keys = keys
        self._beams = beams
        self._emitters = emitters
        self._facts = facts
        self._pages: "list[tuple[str, ...]]" = []
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
        if stage <= 1 and passed >= _SETTLE_MS:
            dark = [self._beams.is_dark(pocket) for pocket in range(1, self._beams.pockets + 1)]
            if stage == 0:
                self._followed = dark
                self._emitters.value(1)
            else:
                self._judge(dark)
                self.pattern = 1
        elif 2 <= stage < 2 + _PATTERNS and passed >= _PATTERN_MS:
            self.pattern = (self.pattern + 1) % (_PATTERNS + 1)
        elif self._pages and stage >= 2 + _PATTERNS and (passed >= _PAGE_MS or self.page[0] == "self-test"):
            self.page = self._pages.pop(0)
        elif passed >= _LEFT_MS:
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
        """Says of each beam what its receiver did; a fault of old is over where it followed. Then what went by since
        the start that was no ball, and what got lost."""
        pages: "list[tuple[str, ...]]" = []
        for i in range(len(dark)):
            pocket, name = i + 1, str(i + 1)
            if self._followed[i] and not dark[i]:
                self._beams.restore(pocket)
                if not self._beams.counted(pocket):
                    pages.append(("beam-uncounted", name))
            elif self._followed[i]:
                pages.append(("beam-no-light", name))
            else:
                pages.append(("beam-inverted" if dark[i] else "beam-deaf", name))
        counts: "list[tuple[str, ...]]" = []
        for i in range(len(dark)):
            spikes = self._beams.spikes(i + 1)
            if spikes:
                counts.append(("beam-spikes", str(i + 1), str(spikes)))
        lost = self._keys.lost() + self._beams.lost()
        if lost:
            counts.append(("lost", str(lost)))
        self.report = [_line(page) for page in pages] or ["self-test: beams follow"]
        self.report += [_line(page) for page in counts]
        self._pages = pages = (pages or [("beams-follow",)]) + counts
        for fact in self._facts:
            pages.append(("fact", fact))
        pages.append(("key", "?"))
        self.report.append("self-test: " + ", ".join(self._facts))


def _line(page: "tuple[str, ...]") -> str:
    return "self-test: " + " ".join(page)


def facts(cause: str, flash_free: int) -> "list[str]":
    """What the device says of itself: version, free memory and flash in KiB, why it started."""
    version = ".".join([str(part) for part in sys.implementation.version[:3]])
    memory = gc.mem_free() // 1024 if hasattr(gc, "mem_free") else 0
    return ["MP/" + version, "RAM/%dK" % memory, "FLASH/%dK" % (flash_free // 1024), "RESET/" + cause.split("_")[0]]
