"""The game on flash: tag lines, an empty line, and events as they are recorded, each line with a checksum.

A game is a run of short segment files, `/journal/GAME-SEGMENT`. littlefs keeps files of up to 128 bytes inside their
directory, where an append costs some 200 programmed bytes and next to no erase; one growing file would cost a sector an
event. When the next game begins, the segments give way to one record, `/games/GAME.txt`. What is found damaged is kept
as `/games/GAME-SEGMENT.bad`.
"""

from binascii import crc32

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from .files import FileSystem

FOLDER = "/journal"
RECORDS = "/games"
# In bytes. Each append programs its whole file again, each file costs its making and removal: 64 to 96 is least.
SEGMENT = 80

# Games that end while the flash refuses everything wait in memory, where there is room for a few.
MOST_RECORDS = 4
MOST_FAULTS = 20
MOST_DIGITS = 6


class Journal:
    """The journal of one game at a time. `tags` of that game: pairs of name and value.

    `begin` and `append` only say what is to be kept; `save` brings it to flash. `faults`: a line for each thing that
    was found damaged or given up.
    """

    def __init__(self, files: "FileSystem") -> None:
        self._files = files
        self.tags: "list[tuple[str, str]]" = []
        self.faults: "list[str]" = []
        # The game on flash (0: none), and whether its record is written already.
        self._number = 0
        self._recorded = False
        # Where its next line goes, and the checksum that this one continues.
        self._segment = 0
        self._size = 0
        self._check = 0
        self._in_doubt = True
        # What waits for the flash.
        self._starting = False
        self._records: "list[str]" = []
        self._waiting: "list[str]" = []

    def restore(self) -> "list[str] | None":
        """The events of the latest game, or None without one. What is damaged is set aside, and said in `faults`.

        Raises OSError where the flash cannot even tell what there is.
        """
        games: "dict[int, list[tuple[int, str]]]" = {}
        for name in self._files.names(FOLDER):
            game, segment = _parse(name)
            if game:
                games.setdefault(game, []).append((segment, name))
            else:
                self._say("%s/%s: foreign, left alone" % (FOLDER, name))
        for game in sorted(games, reverse=True):
            tokens = self._read(game, sorted(games[game]))
            if tokens is not None:
                # Power can go between the first line of a game and the end of tidying up after the one before.
                self._attempt(self._tidy, game)
                return tokens
        return None

    def begin(self, tags: "list[tuple[str, str]]", record: "str | None") -> None:
        """The next game begins; `record` is the text of the present one, None where it is not worth keeping."""
        if record is not None:
            self._records.append(record)
        if len(self._records) > MOST_RECORDS:
            self._records.pop(0)
            self._say("a game was lost: the flash did not take its record")
        self.tags, self._waiting, self._starting = tags, [], True

    def append(self, token: str) -> None:
        """Another event of the present game."""
        self._waiting.append(token)

    def save(self) -> bool:
        """Brings to flash what waits, in order, durable on return. Returns whether anything did.

        Raises OSError; what is not on flash then waits for the next call.
        """
        if not self._starting and not self._waiting:
            return False
        if self._starting:
            self._start()
        while self._waiting:
            self._write(self._waiting[0])
            self._waiting.pop(0)
        return True

    def make_room(self) -> bool:
        """Removes the oldest record. Returns whether there was one. Raises OSError."""
        oldest = ""
        for name in self._files.names(RECORDS):
            if _leading(name) >= 0 and (not oldest or _leading(name) < _leading(oldest)):
                oldest = name
        if oldest:
            self._files.remove("%s/%s" % (RECORDS, oldest))
            self._say("flash full: removed %s/%s" % (RECORDS, oldest))
        return bool(oldest)

    def _start(self) -> None:
        """Writes the record of the game before and the head of the next, then removes the segments."""
        files = self._files
        files.make_folder(FOLDER)
        files.make_folder(RECORDS)
        old = files.names(FOLDER)
        while self._records:
            number = self._number if self._number and not self._recorded else self._free_number()
            files.write("%s/%05d.txt" % (RECORDS, number), self._records[0].encode())
            self._records.pop(0)
            self._recorded = True
        number = self._free_number()
        head, check = b"", number
        # A series begins with an event that is known already: it is there with the tags, or they are not.
        for text in ['[%s "%s"]' % tag for tag in self.tags] + [""] + self._waiting[:1]:
            line, check = _line(text, check)
            head += line
        files.write(_path(number, 0), head)
        gathered = self._number
        self._number, self._recorded, self._starting, self._in_doubt = number, False, False, False
        self._segment, self._size, self._check = 0, len(head), check
        self._waiting = self._waiting[1:]
        for name in old:
            if gathered and _parse(name)[0]:
                self._attempt(files.remove, "%s/%s" % (FOLDER, name))
            elif _parse(name)[0]:
                # Nobody could read it at the start.
                self._attempt(self._set_aside, name)

    def _write(self, token: str) -> None:
        """Appends one event."""
        line, check = _line(token, self._check)
        if self._size and self._size + len(line) > SEGMENT:
            self._segment, self._size, self._in_doubt = self._segment + 1, 0, True
        path = _path(self._number, self._segment)
        if self._in_doubt and self._files.size(path) > self._size:
            # An append that failed has reached the flash all the same, or a damaged file could not be moved.
            self._files.write(path, self._files.read(path)[: self._size])
        self._in_doubt = True
        self._files.append(path, line)
        self._in_doubt = False
        self._size += len(line)
        self._check = check

    def _free_number(self) -> int:
        names = self._files.names(FOLDER) + self._files.names(RECORDS)
        return max([self._number] + [_leading(name) for name in names]) + 1

    def _read(self, game: int, segments: "list[tuple[int, str]]") -> "list[str] | None":
        """The events of a game as far as line follows line; None without a whole head."""
        tags: "list[tuple[str, str]]" = []
        tokens: "list[str]" = []
        in_head = True
        self._number = self._check = game
        self._segment = self._size = 0
        for segment, name in segments:
            try:
                data, readable = self._files.read("%s/%s" % (FOLDER, name)), True
            except OSError:
                data, readable = b"", False
            good = 0
            while True:
                text, end = self._next_line(data, good)
                # An empty line ends the head, and there is no other.
                if end < 0 or not (text or in_head):
                    break
                if not in_head:
                    tokens.append(text)
                elif text:
                    tag, _, value = text[1:-2].partition(' "')
                    tags.append((tag, value))
                else:
                    in_head = False
                good = end
            if in_head:
                # Nothing of it counts.
                good = 0
            if good < len(data) or in_head or not readable:
                self._say("%s/%s: damaged after byte %d" % (FOLDER, name, good))
                self._attempt(self._set_aside, name, data, good)
            if good or not data:
                # One without content was just made when power went.
                self._segment, self._size = segment, good
        self._in_doubt = True
        if in_head:
            self._number = 0
            return None
        self.tags = tags
        return tokens

    def _next_line(self, data: bytes, at: int) -> "tuple[str, int]":
        """The line that begins at `at` and where it ends, -1 where it does not continue the lines before."""
        end = data.find(b"\n", at) + 1
        if end < at + 6:
            return "", -1
        try:
            text = str(data[at : end - 6], "utf-8")
        except UnicodeError:
            return "", -1
        line, check = _line(text, self._check)
        if line != data[at:end]:
            return "", -1
        self._check = check
        return text, end

    def _set_aside(self, name: str, data: bytes = b"", good: int = 0) -> None:
        """Keeps a damaged segment as it is among the records, and its first `good` bytes in its place."""
        path, bad = "%s/%s" % (FOLDER, name), "%s/%s.bad" % (RECORDS, name)
        self._files.make_folder(RECORDS)
        if not good:
            self._files.rename(path, bad)
            return
        self._attempt(self._files.write, bad, data)
        self._files.write(path, data[:good])

    def _tidy(self, game: int) -> None:
        """Removes what is left of the games before, and of writes that were not finished."""
        self._files.sweep(FOLDER)
        for name in self._files.names(FOLDER):
            if 0 < _parse(name)[0] < game:
                self._attempt(self._files.remove, "%s/%s" % (FOLDER, name))

    def _attempt(self, function: "Callable[..., object]", *args: object) -> None:
        """Does what the game can go on without, for now."""
        try:
            function(*args)
        except OSError as error:
            self._say("%s: %s" % (args[0], error))

    def _say(self, fault: str) -> None:
        if len(self.faults) < MOST_FAULTS:
            self.faults.append(fault)


def _line(text: str, check: int) -> "tuple[bytes, int]":
    """A line and its checksum, which covers all lines before it too, from the game's number on."""
    data = text.encode()
    check = crc32(data, check) & 0xFFFF
    return data + b" %04x\n" % check, check


def _path(game: int, segment: int) -> str:
    return "%s/%05d-%03d" % (FOLDER, game, segment)


def _parse(name: str) -> "tuple[int, int]":
    """Game and segment of a file's name; (0, 0) where it is no segment."""
    game, _, segment = name.partition("-")
    if 0 < len(game) < 10 and 0 < len(segment) < 10 and not (game + segment).strip("0123456789"):
        return int(game), int(segment)
    return 0, 0


def _leading(name: str) -> int:
    """The number that a name begins with; -1 without one, or where it is none of ours."""
    digits = len(name) - len(name.lstrip("0123456789"))
    return int(name[:digits]) if 0 < digits <= MOST_DIGITS else -1
