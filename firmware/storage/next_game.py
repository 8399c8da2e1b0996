"""Where one game ends and the next begins: its options, the record of the one before, room for it. Imported for that,
and let go."""

from rules import Game, Options
from rules.events import START
from rules.position import OVER

from .files import DIRECTORY
from .journal import FOLDER, RECORDS, line, parse, path

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .journal import Journal
    from .settings import Settings

    Series = tuple[int, int, int]

TAGS = (("Table", "table"), ("A", "name_a"), ("B", "name_b"))


def options(settings: "Settings") -> Options:
    """How the next game is played."""
    return Options(settings.number("handicap_a"), settings.number("handicap_b"), settings.word("stalemate") == "draw")


def series(settings: "Settings", game: Game, before: "Series") -> "tuple[Series, str]":
    """The series that the next game belongs to, and who plays first in it where that is known. `game` is the one
    before it, in the series `before`."""
    wanted, won_a, won_b = settings.number("series"), before[1], before[2]
    first = ""
    if not wanted:
        return (0, 0, 0), first
    position = game.position
    if position.phase == OVER and before[0] == wanted and max(won_a, won_b) < wanted:
        won_a += position.winner == "A"
        won_b += position.winner == "B"
        first = "B" if _first(game) == "A" else "A"
    if not first or max(won_a, won_b) >= wanted:
        return (wanted, 0, 0), ""
    return (wanted, won_a, won_b), first


def tags(settings: "Settings", agreed: Options, series: "Series") -> "list[tuple[str, str]]":
    """The tags of the next game."""
    found = [(name, settings.word(setting)) for name, setting in TAGS if settings.word(setting)]
    handicap = ["%s+%d" % (player, agreed.handicap[player]) for player in ("A", "B") if agreed.handicap[player]]
    if handicap:
        found.append(("Handicap", " ".join(handicap)))
    found.append(("Stalemate", settings.word("stalemate")))
    if series[0]:
        for name, value in zip(("Series", "SeriesA", "SeriesB"), series):
            found.append((name, str(value)))
    return found


def start(journal: "Journal") -> None:
    """Writes the record of the game before and the head of the next, then removes the segments. Raises OSError; what is
    not on flash then waits for the next call."""
    files = journal.files
    files.make_folder(FOLDER)
    files.make_folder(RECORDS)
    old = files.names(FOLDER)
    while journal.records:
        files.write("%s/%s" % (RECORDS, _record_name(journal)), journal.records[0].encode())
        journal.records.pop(0)
        journal.recorded = True
    number = _free_number(journal)
    head, check = b"", number
    # A series begins with an event that is known already: it is there with the tags, or they are not.
    for text in ['[%s "%s"]' % tag for tag in journal.tags] + [""] + journal.waiting[:1]:
        data, check = line(text, check)
        head += data
    files.write(path(number, 0), head)
    gathered = journal.number
    journal.number, journal.recorded, journal.starting, journal.in_doubt = number, False, False, False
    journal.segment, journal.size, journal.check = 0, len(head), check
    journal.waiting = journal.waiting[1:]
    for name in old:
        if parse(name)[0] and gathered:
            journal.attempt(files.remove, "%s/%s" % (FOLDER, name))
        elif parse(name)[0]:
            # Nobody could read it at the start.
            journal.attempt(files.rename, "%s/%s" % (FOLDER, name), "%s/%s.bad" % (RECORDS, name))


def make_room(journal: "Journal") -> bool:
    """Removes the oldest record; without one the journal of a game that has ended, where its record waits in memory.
    Returns whether there was anything. Raises OSError."""
    files = journal.files
    oldest = ""
    for name in files.names(RECORDS):
        if _leading(name) >= 0 and (not oldest or _leading(name) < _leading(oldest)):
            oldest = name
    if oldest:
        files.remove("%s/%s" % (RECORDS, oldest))
        journal.say("flash full: removed %s/%s" % (RECORDS, oldest))
        return True
    segments = sorted([name for name in files.names(FOLDER) if parse(name)[0]]) if journal.records else []
    # The head first: without it nothing comes back that would look like an earlier moment of the game.
    for name in segments:
        files.remove("%s/%s" % (FOLDER, name))
    return bool(segments)


def _first(game: Game) -> str:
    """Who played first in a game."""
    for number in range(1, len(game.recorded) + 1):
        event = game.event(number)
        if event and event.kind == START:
            return event.player
    return ""


def _record_name(journal: "Journal") -> str:
    """What the record that waits is called: as its game, where that has no record yet and no folder is in the way."""
    name = "%05d.txt" % journal.number
    if journal.number and not journal.recorded:
        entries = journal.files.entries(RECORDS)
        if not [known for known, kind in entries if kind == DIRECTORY and known[: len(name)] == name]:
            return name
    return "%05d.txt" % _free_number(journal)


def _free_number(journal: "Journal") -> int:
    entries = journal.files.entries(FOLDER) + journal.files.entries(RECORDS)
    return max([journal.number] + [_leading(name) for name, _ in entries]) + 1


def _leading(name: str) -> int:
    """The number that a name begins with; -1 without one."""
    digits = len(name) - len(name.lstrip("0123456789"))
    return int(name[:digits]) if digits else -1
