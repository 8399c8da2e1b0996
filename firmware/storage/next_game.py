"""Where one game ends and the next begins: its options, its series, the record of the one before, room for it.
Imported for that, and let go."""

from rules import Game, Options
from rules.events import START
from rules.position import OVER, other

from .files import DIRECTORY
from .journal import BREAK, FOLDER, RECORDS, line, parse, path

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .journal import Journal
    from .settings import Settings

    Series = tuple[int, int, int]
    Tags = list[tuple[str, str]]

TAGS = (("Table", "table"), ("A", "name_a"), ("B", "name_b"))
# What the settings say of a game: the tag, and its value where there is none.
SET = (("Table", ""), ("A", ""), ("B", ""), ("Handicap", ""), ("Stalemate", "shootout"), ("Series", ""))


def agreed(
    settings: "Settings", game: Game, tags: "Tags", before: "Series", again: bool
) -> "tuple[Options, Tags, Series, str]":
    """How the next game is played: its options, tags and series, and who plays first where that is known.

    `game`, with these tags, is the one before it, in the series `before`. `again`: it takes that game's place, in which
    nothing has happened.
    """
    options = Options(
        settings.number("handicap_a"), settings.number("handicap_b"), settings.word("stalemate") == "draw"
    )
    series, given = _series(settings, game, _given(tags), before, again)
    # Where the start that the board gave was taken back, it is not given again.
    return options, _tags(settings, options, series, given), series, given and (_first(game) if again else given)


def blank(game: Game, tags: "Tags") -> bool:
    """Whether nothing has happened in a game: no event is in force, or only the start that the board gave."""
    standing = [game.event(number) for number in range(1, len(game.recorded) + 1)]
    kinds = [event.kind for event in standing if event]
    return not kinds or (kinds == [START] and bool(_given(tags)))


def outdated(settings: "Settings", game: Game, tags: "Tags", series: "Series") -> bool:
    """Whether nothing has happened in a game, and it is not played with what is set: the settings have reached the
    flash and the game that follows them has not, or somebody has changed their file."""
    if not blank(game, tags):
        return False
    said, wanted = dict(tags), dict(agreed(settings, game, tags, series, True)[1])
    # Other tags, of another version or none, are as good.
    return bool([name for name, usual in SET if said.get(name, usual) != wanted.get(name, usual)])


def corrected(settings: "Settings", series: "Series", player: str, games: int) -> "Series":
    """The series with so many games won by a player. Raises ValueError where that would end it, and without one."""
    if not 0 <= games < settings.number("series"):
        raise ValueError("%d games won of %d" % (games, settings.number("series")))
    return (series[0], games, series[2]) if player == "A" else (series[0], series[1], games)


def _series(settings: "Settings", game: Game, given: str, before: "Series", again: bool) -> "tuple[Series, str]":
    """The series that the next game belongs to, and whom the board gives the break (`given`: in the game before)."""
    wanted, won_a, won_b = settings.number("series"), before[1], before[2]
    position = game.position
    if not wanted:
        return (0, 0, 0), ""
    if not before[0]:
        # The game before belongs to no series.
        given = ""
    elif position.phase == OVER:
        won_a += position.winner == "A"
        won_b += position.winner == "B"
        given = other(_first(game))
    elif not again and (given or won_a or won_b):
        # An aborted game is played once more; the first one of a series has its lag once more.
        given = _first(game) or given
    if max(won_a, won_b) >= wanted:
        return (wanted, 0, 0), ""
    return (wanted, won_a, won_b), given


def _tags(settings: "Settings", options: Options, series: "Series", given: str) -> "Tags":
    found = [(name, settings.word(setting)) for name, setting in TAGS if settings.word(setting)]
    handicap = ["%s+%d" % (player, options.handicap[player]) for player in ("A", "B") if options.handicap[player]]
    if handicap:
        found.append(("Handicap", " ".join(handicap)))
    found.append(("Stalemate", settings.word("stalemate")))
    if series[0]:
        for name, value in zip(("Series", "SeriesA", "SeriesB"), series):
            found.append((name, str(value)))
    if given:
        found.append((BREAK, given))
    return found


def start(journal: "Journal") -> None:
    """Writes the record of the game before and the head of the next, then removes the segments of older games. Raises
    OSError; what is not on flash then waits for the next call."""
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
        game = parse(name)[0]
        if game and gathered:
            if game != journal.before:
                journal.attempt(files.remove, "%s/%s" % (FOLDER, name))
        elif game:
            # Nobody could read it at the start.
            journal.attempt(files.rename, "%s/%s" % (FOLDER, name), "%s/%s.bad" % (RECORDS, name))


def make_room(journal: "Journal") -> bool:
    """Removes what is worth least: the journal of the game before, whose record is on flash; without one the oldest
    record; without one the journal of a game that has ended, where its record waits in memory. Returns whether there
    was anything. Raises OSError."""
    files = journal.files
    # The head first: without it nothing comes back that would look like an earlier moment of the game.
    segments = sorted([name for name in files.names(FOLDER) if parse(name)[0]])
    spent = [name for name in segments if journal.number and parse(name)[0] != journal.number]
    if spent:
        if journal.before != journal.number:
            journal.before = 0
        _remove(journal, spent)
        return True
    oldest = ""
    for name in files.names(RECORDS):
        if _leading(name) >= 0 and (not oldest or _leading(name) < _leading(oldest)):
            oldest = name
    if oldest:
        files.remove("%s/%s" % (RECORDS, oldest))
        journal.say("flash full: removed %s/%s" % (RECORDS, oldest))
        return True
    if not journal.records:
        return False
    journal.before = 0
    _remove(journal, segments)
    return bool(segments)


def _remove(journal: "Journal", segments: "list[str]") -> None:
    for name in segments:
        journal.files.remove("%s/%s" % (FOLDER, name))


def _given(tags: "Tags") -> str:
    """Whom the board gave the break in a game with these tags."""
    return dict(tags).get(BREAK, "")


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
