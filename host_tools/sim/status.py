"""What can be read off a running board from outside, as JSON: record, settings, panel, flash, pace, memory.

Runs under CPython and MicroPython.
"""

import gc

from host_tools.records import state_json
from rules.notation import write
from storage import journal, log
from storage.files import FileSystem

TYPE_CHECKING = False
if TYPE_CHECKING:
    from host_tools.twin.world import World
    from scoreboard.app import Scoreboard
    from storage.settings import Settings

SETTINGS = ("language", "handicap_a", "handicap_b", "stalemate", "name_a", "name_b")
# Of the journal only its end is shown: a long game has fifty segments.
SEGMENTS = 5
SECOND_US = 1_000_000


class Pace:
    """How long a step takes, of the firmware and the simulated world together: mean and worst of the latest second."""

    def __init__(self) -> None:
        self._sum = self._worst = self._steps = 0
        self._since = 0

    def add(self, took_us: int) -> None:
        """Another step."""
        self._sum += took_us
        self._steps += 1
        if took_us > self._worst:
            self._worst = took_us

    def take(self, now_us: int) -> "str | None":
        """The latest second as JSON, once it is over; else None."""
        if now_us - self._since < SECOND_US or not self._steps:
            return None
        said = '{"mean": %d, "worst": %d}' % (self._sum // self._steps, self._worst)
        self._sum = self._worst = self._steps = 0
        self._since = now_us
        return said


def heap() -> str:
    """Bytes used and free of the heap that firmware and simulated world share; null where Python does not tell."""
    if not hasattr(gc, "mem_free"):
        return "null"
    return '{"used": %d, "free": %d}' % (gc.mem_alloc(), gc.mem_free())  # type: ignore[attr-defined]


def flash(world: "World") -> str:
    """What the flash has been through since it was new."""
    counts = world.flash
    return '{"programs": %d, "bytes": %d, "erases": %d}' % (counts.programs, counts.program_bytes, counts.erases)


def chosen(values: "Settings") -> str:
    """The settings that a page can change."""
    return state_json.line([(name, state_json.string(values.word(name))) for name in SETTINGS])


def panel(app: "Scoreboard") -> str:
    """What a page needs of the panel beside the state: `pending` what an unfinished CALL, FOUL or CASE waits for (see
    referee.draft) and `called` its ball, `inserts` whether what is composed in review goes before the event shown,
    `said` what the board says of a key that was taken, and `refusal` kind and values of why one was refused, with
    number and token of the event that a correction would spoil, or null."""
    referee, refusal, why = app.panel, app.refusal(), "null"
    if refusal:
        token = write(refusal.event) if refusal.event else ""  # type: ignore[arg-type]
        why = state_json.line(
            [
                ("kind", state_json.string(refusal.kind)),
                ("values", state_json.text(refusal.values)),
                ("number", str(refusal.number)),
                ("token", state_json.string(token)),
            ]
        )
    draft = referee.entry()
    return state_json.line(
        [
            ("pending", state_json.string(draft.pending)),
            ("called", str(draft.called)),
            ("inserts", state_json.text(bool(referee.review and referee.review.inserts))),
            ("said", state_json.string(app.fingers.said)),
            ("refusal", why),
        ]
    )


class Contents:
    """What lies on the flash, read anew where something was written."""

    def __init__(self) -> None:
        self._seen: "tuple[object, int]" = (None, 0)

    def read(self, world: "World") -> "list[tuple[str, str]]":
        """Names and JSON values: the log and the end of the journal, as they are on flash. [] where nothing is new."""
        seen = (world.flash, world.flash.ops)
        if world.fs is None or seen == self._seen:
            return []
        self._seen = seen
        files = FileSystem(world.fs)
        try:
            said = _text(files, log.OLD) + _text(files, log.FILE)
            names = sorted(files.names(journal.FOLDER))
            kept = [_text(files, "%s/%s" % (journal.FOLDER, name)) for name in names[-SEGMENTS:]]
        except OSError:
            return []
        head = "...\n" if len(names) > SEGMENTS else ""
        return [("log", state_json.string(said)), ("journal", state_json.string(head + "".join(kept)))]


def record(app: "Scoreboard") -> str:
    """The game as a record."""
    return state_json.string(app.session.record())


def _text(files: FileSystem, path: str) -> str:
    if not files.size(path):
        return ""
    data = files.read(path)
    try:
        return str(data, "utf-8")
    except UnicodeError:
        # A torn write leaves bytes that are no text.
        return "".join([chr(byte) if byte < 128 else "?" for byte in data])
