"""The game on flash: tag lines, an empty line, and events as they are recorded, each line with a checksum.

A game is a run of short segment files, `/journal/GAME-SEGMENT`. littlefs keeps files of up to 128 bytes inside their
directory, where an append costs some 200 programmed bytes and next to no erase; one growing file would cost a sector an
event. When the next game begins, one record is made of them, `/games/GAME.txt`, and when yet another begins, the
segments go: until then the game can be reopened. A game is dropped by renaming its first segment to
`/journal/GAME-000.new`: whatever more is there of it then counts for nothing. What is found damaged is kept as
`/games/GAME-SEGMENT.bad`.

Here is what a running game needs. The journal is read in `restore`, a game begins in `next_game`.
"""

from binascii import crc32

from compact import const

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from .files import FileSystem

FOLDER = "/journal"
RECORDS = "/games"
# The tag of a game whose start the board gave, as in all games of a series but the first: to whom.
BREAK = "Break"
# In bytes. Each append programs its whole file again, each file costs its making and removal: 64 to 96 is least.
_SEGMENT = const(80)

# Games that end while the flash refuses everything wait in memory, where there is room for a few.
_MOST_RECORDS = const(4)
_MOST_FAULTS = const(20)


class Journal:
    """The journal of one game at a time. `tags` of that game: pairs of name and value.

    `begin` and `append` only say what is to be kept. `faults`: a line for each thing that was found damaged or given
    up; whoever has noted them may empty it.
    """

    def __init__(self, files: "FileSystem") -> None:
        self.files = files
        self.tags: "list[tuple[str, str]]" = []
        self.faults: "list[str]" = []
        # The game on flash (0: none), and whether its record is written already.
        self.number = 0
        self.recorded = False
        # The game that can be reopened in place of the present one (0: none): all of it is in its segments.
        self.before = 0
        # Where its next line goes, and the checksum that this one continues.
        self.segment = 0
        self.size = 0
        self.check = 0
        self.in_doubt = True
        # What waits for the flash: the beginning of a game, records of those before it, events.
        self.starting = False
        self.records: "list[str]" = []
        self.waiting: "list[str]" = []

    def begin(self, tags: "list[tuple[str, str]]", record: "str | None") -> None:
        """The next game begins; `record` is the text of the present one, None where it is not worth keeping."""
        if record is not None:
            self.records.append(record)
            self.before = 0 if self.starting or self.waiting else self.number
        if len(self.records) > _MOST_RECORDS:
            self.records.pop(0)
            self.say("a game was lost: the flash did not take its record")
        self.tags, self.waiting, self.starting = tags, [], True

    def append(self, token: str) -> None:
        """Another event of the present game."""
        self.waiting.append(token)

    def save(self) -> bool:
        """Brings to flash the events that wait, in order, durable on return. Returns whether there were any.

        Raises OSError; what is not on flash then waits for the next call. A game has to have begun there.
        """
        if not self.waiting:
            return False
        while self.waiting:
            self._write(self.waiting[0])
            self.waiting.pop(0)
        return True

    def say(self, fault: str) -> None:
        """Notes what is wrong."""
        if len(self.faults) < _MOST_FAULTS:
            self.faults.append(fault)

    def attempt(self, function: "Callable[..., object]", *args: object) -> None:
        """Does what the game can go on without, for now."""
        try:
            function(*args)
        except OSError as error:
            self.say("%s: %s" % (args[0], error))

    def _write(self, token: str) -> None:
        files = self.files
        data, check = line(token, self.check)
        if self.size and self.size + len(data) > _SEGMENT:
            self.segment, self.size, self.in_doubt = self.segment + 1, 0, True
        name = path(self.number, self.segment)
        if self.in_doubt and files.size(name) > self.size:
            # An append that failed has reached the flash all the same, or a damaged file could not be moved.
            files.write(name, files.read(name)[: self.size])
        self.in_doubt = True
        files.append(name, data)
        self.in_doubt = False
        self.size += len(data)
        self.check = check


def line(text: str, check: int) -> "tuple[bytes, int]":
    """A line and its checksum, which covers all lines before it too, from the game's number on."""
    data = text.encode()
    check = crc32(data, check) & 0xFFFF
    return data + b" %04x\n" % check, check


def path(game: int, segment: int) -> str:
    """Where a segment is."""
    return "%s/%05d-%03d" % (FOLDER, game, segment)


def parse(name: str) -> "tuple[int, int]":
    """Game and segment of a file's name; (0, 0) where it is no segment."""
    game, _, segment = name.partition("-")
    if game and segment and not (game + segment).strip("0123456789"):
        found = int(game), int(segment)
        # With another number of zeros it is not the file that the next line would go to.
        if path(found[0], found[1]) == "%s/%s" % (FOLDER, name):
            return found
    return 0, 0
