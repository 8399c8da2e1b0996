"""The game that is being kept, its journal, and the games that follow one another."""

from rules import Game, Options, RulesError
from rules.events import START, of_player
from rules.notation import parse, write
from rules.position import OVER
from rules.record import parse_handicap, text

from .files import ENOSPC
from .journal import Journal

TYPE_CHECKING = False
if TYPE_CHECKING:
    from rules import Event
    from rules.game import Fold

    from .files import FileSystem
    from .settings import Settings


class Session:
    """`game` is what the referee keeps; it goes to flash with `save`, after the board has shown it."""

    def __init__(self, files: "FileSystem", settings: "Settings") -> None:
        self._settings = settings
        self.journal = Journal(files)
        self.game = Game()
        tokens = None
        try:
            tokens = self.journal.restore()
        except OSError as error:
            self.journal.faults.append("journal: cannot be read: %s" % error)
        if tokens is None:
            self._begin(None)
        else:
            self._restore(tokens)

    def play(self, event: "Event", fold: "Fold | None" = None) -> None:
        """Records an event (see Game.play). Raises RulesError and changes nothing where it is refused."""
        self.game.play(event, fold)
        self.journal.append(write(event))

    def save(self) -> bool:
        """Brings to flash what is not there yet, settings too. Returns whether there was anything. Raises OSError."""
        while True:
            try:
                saved = self.journal.save()
                return self._settings.save() or saved
            except OSError as error:
                if error.errno != ENOSPC or not self.journal.make_room():
                    raise

    def new_game(self) -> None:
        """Keeps the present game as a record, and begins the next with the options that are set."""
        self._begin(self.record() if self.game.recorded else None)

    def record(self) -> str:
        """The present game as the text of a record."""
        return text(self.journal.tags, self.game)

    def series(self) -> "tuple[int, int, int]":
        """Games to win, and won by A and by B before this one; all 0 without a series."""
        return self._tag_number("Series"), self._tag_number("SeriesA"), self._tag_number("SeriesB")

    def _tag(self, name: str) -> str:
        for known, value in self.journal.tags:
            if known == name:
                return value
        return ""

    def _tag_number(self, name: str) -> int:
        value = self._tag(name)
        return int(value) if value.isdigit() else 0

    def _begin(self, record: "str | None") -> None:
        tags, first = self._tags()
        self.journal.begin(tags, record)
        self.game = Game(self._options())
        if first:
            self.play(of_player(START, first))

    def _tags(self) -> "tuple[list[tuple[str, str]], str]":
        """Tags of the next game, and who plays it first where the series says so."""
        settings = self._settings
        tags = []
        for name, setting in (("Table", "table"), ("A", "name_a"), ("B", "name_b")):
            if settings.word(setting):
                tags.append((name, settings.word(setting)))
        handicap = []
        for player, points in (("A", settings.number("handicap_a")), ("B", settings.number("handicap_b"))):
            if points:
                handicap.append("%s+%d" % (player, points))
        if handicap:
            tags.append(("Handicap", " ".join(handicap)))
        tags.append(("Stalemate", settings.word("stalemate")))
        wanted, won_a, won_b = self.series()
        first = ""
        if settings.number("series"):
            position = self.game.position
            if position.phase == OVER and wanted == settings.number("series") and max(won_a, won_b) < wanted:
                won_a += position.winner == "A"
                won_b += position.winner == "B"
                first = "B" if self._first() == "A" else "A"
            if not first or max(won_a, won_b) >= wanted:
                won_a, won_b, first = 0, 0, ""
            tags.append(("Series", str(settings.number("series"))))
            tags.append(("SeriesA", str(won_a)))
            tags.append(("SeriesB", str(won_b)))
        return tags, first

    def _first(self) -> str:
        """Who played first in the present game."""
        for number in range(1, len(self.game.recorded) + 1):
            event = self.game.event(number)
            if event and event.kind == START:
                return event.player
        return ""

    def _options(self) -> Options:
        points = parse_handicap(self._tag("Handicap"))
        return Options(points["A"], points["B"], self._tag("Stalemate") == "draw")

    def _restore(self, tokens: "list[str]") -> None:
        faults = self.journal.faults
        try:
            self.game = Game(self._options())
        except ValueError as error:
            faults.append("journal: %s" % error)
        for token in tokens:
            try:
                self.game.play(parse(token))
            except RulesError as error:
                self.game.skip()
                faults.append("journal: %s: %s %s" % (token, error, error.rule))
