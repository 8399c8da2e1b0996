"""Reads the game back at the start, whatever flash holds; imported for that, and let go.

What is damaged is set aside, what the rules refuse is left out, and either is said in the journal's faults.
"""

from rules import Game, Options, RulesError
from rules.errors import ImpossibleValue
from rules.notation import number, parse
from rules.record import parse_handicap

from .files import NEW
from .journal import FOLDER, RECORDS, line
from .journal import parse as parse_name

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .journal import Journal
    from .settings import Settings

    Series = tuple[int, int, int]

STALEMATES = ("shootout", "draw")
SERIES = ("Series", "SeriesA", "SeriesB")
# What the firmware itself reads of the tags, each once.
MEANT = ("Handicap", "Stalemate") + SERIES
LONGEST_SERIES = 15
# Letters of what is refused that are enough to know it by.
SHOWN = 40


def resume(journal: "Journal", settings: "Settings") -> "tuple[Game, Series] | None":
    """The latest game and its series; None without one, and where the next has to begin.

    A game without an event is played with what is set. Where the settings have reached the flash and the game that
    follows them has not, it begins with them now.
    """
    try:
        events = tokens(journal)
    except OSError as error:
        journal.say("journal: cannot be read: %s" % error)
        return None
    if events is None:
        return None
    options, series = _agreed(journal)
    handicap = options.handicap
    set_so = (
        handicap["A"] == settings.number("handicap_a")
        and handicap["B"] == settings.number("handicap_b")
        and options.draw == (settings.word("stalemate") == "draw")
        and series[0] == settings.number("series")
    )
    if not events and not set_so:
        return None
    return _play(journal, Game(options), events), series


def tokens(journal: "Journal") -> "list[str] | None":
    """The events of the latest game, or None without one.

    Raises OSError where the flash cannot even tell what there is.
    """
    games: "dict[int, list[tuple[int, str]]]" = {}
    for name, _ in journal.files.entries(FOLDER):
        game, segment = parse_name(name)
        if game:
            games.setdefault(game, []).append((segment, name))
        elif not name.endswith(NEW):
            journal.say("%s/%s: foreign, left alone" % (FOLDER, name))
    for game in sorted(games, reverse=True):
        found = _read(journal, game, sorted(games[game]))
        if found is not None:
            # Power can go between the first line of a game and the end of tidying up after the one before.
            journal.attempt(_tidy, journal, game)
            return found
    return None


def _agreed(journal: "Journal") -> "tuple[Options, Series]":
    """What the tags say of how the game is played. Leaves out those that say nothing the rules know: another version
    of the firmware may have written them."""
    points, draw = {"A": 0, "B": 0}, False
    series = [0, 0, 0]
    kept: "list[tuple[str, str]]" = []
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
            elif name in SERIES:
                series[SERIES.index(name)] = number(value, 0, LONGEST_SERIES, name)
            if name in MEANT:
                meant.append(name)
            kept.append((name, value))
        except RulesError as error:
            _refused(journal, '[%s "%s"]' % (name, value[:SHOWN]), error)
    journal.tags = kept
    return Options(points["A"], points["B"], draw), (series[0], series[1], series[2])


def _play(journal: "Journal", game: Game, events: "list[str]") -> Game:
    """Plays the events; those that the rules refuse keep their numbers."""
    for token in events:
        try:
            game.play(parse(token))
        except RulesError as error:
            game.skip()
            _refused(journal, token[:SHOWN], error)
    return game


def _refused(journal: "Journal", what: str, error: RulesError) -> None:
    journal.say("journal: %s: %s %s" % (what, error, error.rule))


def _read(journal: "Journal", game: int, segments: "list[tuple[int, str]]") -> "list[str] | None":
    """The events of a game as far as line follows line; None without a whole head."""
    tags: "list[tuple[str, str]]" = []
    events: "list[str]" = []
    in_head = whole = True
    journal.number = journal.check = game
    journal.segment = journal.size = 0
    for segment, name in segments:
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
        if good < len(data) or in_head or not readable:
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


def _next_line(journal: "Journal", data: bytes, at: int) -> "tuple[str, int]":
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


def _add_tag(journal: "Journal", tags: "list[tuple[str, str]]", text: str) -> None:
    """Takes over a tag line, unless no record could hold it."""
    name, quote, value = text[1:-2].partition(' "')
    if text[0] == "[" and quote and text[-2:] == '"]' and min(text) >= " " and name and not _any(name, ' "]'):
        tags.append((name, value))
    else:
        journal.say("journal: %s: no tag" % text[:SHOWN])


def _set_aside(name: str, journal: "Journal", data: bytes, good: int) -> None:
    """Keeps a damaged segment as it is among the records, and its first `good` bytes in its place."""
    files = journal.files
    path, bad = "%s/%s" % (FOLDER, name), "%s/%s.bad" % (RECORDS, name)
    files.make_folder(RECORDS)
    if not good:
        files.rename(path, bad)
        return
    journal.attempt(files.write, bad, data)
    files.write(path, data[:good])


def _tidy(journal: "Journal", game: int) -> None:
    """Removes what is left of the games before, and of writes that were not finished."""
    files = journal.files
    for name, _ in files.entries(FOLDER):
        if name.endswith(NEW) or 0 < parse_name(name)[0] < game:
            journal.attempt(files.remove, "%s/%s" % (FOLDER, name))


def _any(text: str, signs: str) -> bool:
    return bool([sign for sign in signs if sign in text])
