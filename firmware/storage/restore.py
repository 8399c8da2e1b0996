"""Reads games back, at the start whatever flash holds, and the one before where that is wanted; imported for that, and
let go.

What is damaged is set aside, what the rules refuse is left out, and either is said in the journal's faults.
"""

from compact import let_go
from rules import Game, Options, RulesError
from rules.errors import ImpossibleValue
from rules.notation import number, parse
from rules.record import parse_handicap

from .files import NEW
from .journal import BREAK, FOLDER, RECORDS, Journal, line
from .journal import parse as parse_name
from .journal import path as path_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .files import FileSystem

    Tags = list[tuple[str, str]]

    Series = tuple[int, int, int]

STALEMATES = ("shootout", "draw")
SERIES = ("Series", "SeriesA", "SeriesB")
# What the firmware itself reads of the tags, each once.
MEANT = ("Handicap", "Stalemate", BREAK) + SERIES
LONGEST_SERIES = 15
# Letters of what is refused that are enough to know it by.
SHOWN = 40
EIO = 5


def resume(journal: Journal) -> "tuple[Game, Series] | None":
    """The latest game and its series; None without one."""
    try:
        events = tokens(journal)
    except OSError as error:
        journal.say("journal: cannot be read: %s" % error)
        return None
    return None if events is None else _fold(journal, events)


def reopen(journal: Journal) -> "tuple[Journal, Game, Series]":
    """Drops the present game, and reads back the one before, with its journal. Raises OSError, and nothing has changed
    then."""
    files = journal.files
    found = _whole(files, journal.before, _names(files))
    if not found:
        raise OSError(EIO, "the game before cannot be read")
    head = path_of(journal.number, 0)
    files.rename(head, head + NEW)
    found[0].faults = journal.faults
    found[0].attempt(_tidy, found[0])
    return found


def tokens(journal: Journal) -> "list[str] | None":
    """The events of the latest game, or None without one.

    Raises OSError where the flash cannot even tell what there is.
    """
    names = _names(journal.files)
    for name in names:
        if not parse_name(name)[0] and not name.endswith(NEW):
            journal.say("%s/%s: foreign, left alone" % (FOLDER, name))
    for game in _games(names):
        found = _read(journal, game, names)
        if found is not None:
            journal.before = _before(journal, names)
            # Power can go between the first line of a game and the end of tidying up after those before.
            journal.attempt(_tidy, journal)
            return found
    return None


def _before(journal: Journal, names: "list[str]") -> int:
    """The game before the present one in which something has happened, 0 where there is none that can be reopened.
    Mostly there are no others, but power can go while one is removed in which nothing has."""
    for game in _games(names):
        # Of a game without its first segment only the rest is still to be removed.
        if game < journal.number and _head(game) in names:
            from .next_game import blank

            let_go("storage.next_game")
            found = _whole(journal.files, game, names)
            if found is None:
                journal.say("%s: damaged, the game before" % path_of(game, 0))
            elif not blank(found[1], found[0].tags):
                return game
    return 0


def _whole(files: "FileSystem", number: int, names: "list[str]") -> "tuple[Journal, Game, Series] | None":
    """A game with its journal, as far as nothing is wrong with that."""
    journal = Journal(files)
    events = _read(journal, number, names, False)
    if events is None:
        return None
    game, series = _fold(journal, events)
    return journal, game, series


def _fold(journal: Journal, events: "list[str]") -> "tuple[Game, Series]":
    options, series = _agreed(journal)
    return _play(journal, Game(options), events), series


def _agreed(journal: Journal) -> "tuple[Options, Series]":
    """What the tags say of how the game is played. Leaves out those that say nothing the rules know: another version
    of the firmware may have written them."""
    points, draw = {"A": 0, "B": 0}, False
    series = [0, 0, 0]
    kept: "Tags" = []
    meant: "list[str]" = []
    for name, value in journal.tags:
        try:
            if name in meant:
                raise ImpossibleValue("twice")
            if name == "Handicap":
                points = parse_handicap(value)
            elif name == "Stalemate":
                if value not in STALEMATES:
                    raise ImpossibleValue("stalemate", "K4")
                draw = value == "draw"
            elif name == BREAK and value not in ("A", "B"):
                raise ImpossibleValue("player")
            elif name in SERIES:
                series[SERIES.index(name)] = number(value, 0, LONGEST_SERIES, name)
            if name in MEANT:
                meant.append(name)
            kept.append((name, value))
        except RulesError as error:
            _refused(journal, '[%s "%s"]' % (name, value[:SHOWN]), error)
    journal.tags = kept
    return Options(points["A"], points["B"], draw), (series[0], series[1], series[2])


def _play(journal: Journal, game: Game, events: "list[str]") -> Game:
    """Plays the events; those that the rules refuse keep their numbers."""
    for token in events:
        try:
            game.play(parse(token))
        except RulesError as error:
            game.skip()
            _refused(journal, token[:SHOWN], error)
    return game


def _refused(journal: Journal, what: str, error: RulesError) -> None:
    journal.say("journal: %s: %s %s" % (what, error, error.rule))


def _read(journal: Journal, game: int, names: "list[str]", mend: bool = True) -> "list[str] | None":
    """The events of a game, of all that is in the folder, as far as line follows line, what is damaged set aside; None
    without a whole head. Without `mend` nothing is changed, and there is no game where anything is damaged."""
    tags: "Tags" = []
    events: "list[str]" = []
    in_head = whole = True
    journal.number = journal.check = game
    journal.segment = journal.size = 0
    for name in names:
        found, segment = parse_name(name)
        if found != game:
            continue
        try:
            data, readable = journal.files.read("%s/%s" % (FOLDER, name)), True
        except OSError:
            data, readable = b"", False
        good = 0
        while whole:
            text, end = _next_line(journal, data, good)
            # An empty line ends the head, and there is no other.
            if end < 0 or not (text or in_head):
                break
            if not in_head:
                events.append(text)
            elif text:
                _add_tag(journal, tags, text)
            else:
                in_head = False
            good = end
        if in_head:
            # Nothing counts of a game whose head is not whole.
            good, whole = 0, False
        damaged = good < len(data) or in_head or not readable
        if damaged and not mend:
            return None
        if damaged:
            journal.say("%s/%s: damaged after byte %d" % (FOLDER, name, good))
            journal.attempt(_set_aside, name, journal, data, good)
        if good or not data:
            # One without content was just made when power went.
            journal.segment, journal.size = segment, good
    journal.in_doubt = True
    if in_head:
        journal.number = 0
        return None
    journal.tags = tags
    return events


def _next_line(journal: Journal, data: bytes, at: int) -> "tuple[str, int]":
    """The line that begins at `at` and where it ends, -1 where it does not continue the lines before."""
    end = data.find(b"\n", at) + 1
    if end < at + 6:
        return "", -1
    try:
        text = str(data[at : end - 6], "utf-8")
    except UnicodeError:
        return "", -1
    expected, check = line(text, journal.check)
    if expected != data[at:end]:
        return "", -1
    journal.check = check
    return text, end


def _add_tag(journal: Journal, tags: "Tags", text: str) -> None:
    """Takes over a tag line, unless no record could hold it."""
    name, quote, value = text[1:-2].partition(' "')
    if text[0] == "[" and quote and text[-2:] == '"]' and min(text) >= " " and name and not _any(name, ' "]'):
        tags.append((name, value))
    else:
        journal.say("journal: %s: no tag" % text[:SHOWN])


def _set_aside(name: str, journal: Journal, data: bytes, good: int) -> None:
    """Keeps a damaged segment as it is among the records, and its first `good` bytes in its place."""
    files = journal.files
    path, bad = "%s/%s" % (FOLDER, name), "%s/%s.bad" % (RECORDS, name)
    files.make_folder(RECORDS)
    if not good:
        files.rename(path, bad)
        return
    journal.attempt(files.write, bad, data)
    files.write(path, data[:good])


def _tidy(journal: Journal) -> None:
    """Removes what is left of older games and of those that were dropped, and then of writes that were not finished:
    until all else of a dropped game is gone its first segment has to tell so."""
    files = journal.files
    names = _names(files)
    gone = [name for name in names if name.endswith(NEW)]
    for name in reversed(names):
        game = parse_name(name)[0]
        if game and game != journal.before and (game < journal.number or _dropped(game, names)):
            gone.insert(0, name)
    for name in gone:
        journal.attempt(files.remove, "%s/%s" % (FOLDER, name))


def _names(files: "FileSystem") -> "list[str]":
    """What is in the folder, by game and segment."""
    return sorted([name for name, _ in files.entries(FOLDER)], key=parse_name)


def _games(names: "list[str]") -> "list[int]":
    """The games of which there is something that counts, the latest first."""
    games = {parse_name(name)[0] for name in names}
    return [game for game in sorted(games, reverse=True) if game and not _dropped(game, names)]


def _dropped(game: int, names: "list[str]") -> bool:
    """Whether a game has given way to the one before."""
    return _head(game) not in names and _head(game) + NEW in names


def _head(game: int) -> str:
    """The name of a game's first segment."""
    return path_of(game, 0)[len(FOLDER) + 1 :]


def _any(text: str, signs: str) -> bool:
    return bool([sign for sign in signs if sign in text])
