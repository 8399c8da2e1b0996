"""What is wrong with the board, and what is said of it as long as it lasts."""

from referee.keys import KEYS
from rules.events import POCKETS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from storage.log import Log
    from storage.settings import Settings

    # A text's key, and what belongs into it.
    Said = tuple[str, object]


class Alarms:
    """Beams, keys and flash that fail. Each fault goes to the log once.

    `notice`: key of a text about what was wrong at the start, or is over; shown until a key is pressed, or "".
    `flash_failed` and `stuck` (a key, or -1) as they are now.
    """

    def __init__(self, log: "Log", settings: "Settings") -> None:
        self.notice = ""
        self.flash_failed = False
        self.stuck = -1
        self._log = log
        self._settings = settings
        # A bit for each pocket.
        self._faulty = 0
        self._obstructed = 0

    def beam_faulty(self, pocket: int) -> None:
        """That beam is out."""
        self._faulty |= 1 << pocket
        self._log.add_once("beam %d: faulty" % pocket)

    def beam_right(self, pocket: int) -> None:
        """It has passed a self-test."""
        self._faulty &= ~(1 << pocket)

    def beam_obstructed(self, pocket: int) -> None:
        """Something stays in that beam."""
        self._obstructed |= 1 << pocket
        self._log.add_once("beam %d: obstructed" % pocket)

    def beam_clear(self, pocket: int) -> None:
        """It is gone."""
        self._obstructed &= ~(1 << pocket)

    def key_stuck(self, key: int) -> bool:
        """The lowest key that is stuck, or -1. Returns whether that is news."""
        news = key != self.stuck
        if news:
            self.stuck = key
            if key >= 0:
                self._log.add_once("key %s: stuck" % KEYS[key])
        return news

    def beam_on(self, pocket: int) -> bool:
        """Whether the owner has not switched that beam off."""
        return bool(self._settings.number("beam_%d" % pocket))

    def any(self) -> bool:
        """Whether anything is wrong."""
        return bool(self.notice) or self.said() is not None

    def said(self) -> "Said | None":
        """What is to be said where nothing else is: the worst of it."""
        on = self._beams_on() if self._faulty | self._obstructed else 0
        faulty, obstructed = self._faulty & on, self._obstructed & on
        if faulty:
            return "beam-faulty", _lowest(faulty)
        if obstructed and obstructed == on and on & (on - 1):
            # All of several at once: that is the light.
            return "beams-dark", None
        if obstructed:
            return "beam-obstructed", _lowest(obstructed)
        if self.flash_failed:
            return "flash", None
        return ("key-stuck", KEYS[self.stuck]) if self.stuck >= 0 else None

    def _beams_on(self) -> int:
        on = 0
        for pocket in range(1, POCKETS + 1):
            if self.beam_on(pocket):
                on |= 1 << pocket
        return on


def _lowest(bits: int) -> int:
    """The number of the lowest bit that is set."""
    number = 0
    while not bits >> number & 1:
        number += 1
    return number
