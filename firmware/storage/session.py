"""The game that is being kept, its journal, and the games that follow one another."""

from compact import let_go
from rules import Game
from rules.events import START, of_player
from rules.notation import write

from .files import ENAMETOOLONG, ENOSPC
from .journal import Journal

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from rules import Event
    from rules.game import Fold

    from .files import FileSystem
    from .settings import Settings


class Session:
    """`game` is what the referee keeps; it goes to flash with `save`, after the board has shown it."""

    def __init__(self, files: "FileSystem", settings: "Settings") -> None:
        self.journal = Journal(files)
        self._settings = settings
        self._series = (0, 0, 0)
        # What a full flash said; what was free then, and how many events waited.
        self._full: "tuple[Any, ...]" = ()
        self._full_at = (0, 0)
        from . import restore

        let_go("storage.restore")
        let_go("rules.record")
        found = restore.resume(self.journal, settings)
        if found:
            self.game, self._series = found
        else:
            self.game = Game()
            self._begin(None)

    def play(self, event: "Event", fold: "Fold | None" = None) -> None:
        """Records an event (see Game.play). Raises RulesError and changes nothing where it is refused."""
        self.game.play(event, fold)
        self.journal.append(write(event))

    def save(self) -> bool:
        """Brings to flash what is not there yet, settings too. Returns whether there was anything. Raises OSError."""
        if self._full and self._full_at == self._fullness():
            # Whoever tries again each second would wear the flash out.
            raise OSError(*self._full)
        self._full = ()
        while True:
            try:
                return self._save()
            except OSError as error:
                if error.errno not in (ENOSPC, ENAMETOOLONG):
                    raise
                if not _next_game().make_room(self.journal):
                    self._full, self._full_at = error.args, self._fullness()
                    raise

    def new_game(self) -> None:
        """Keeps the present game as a record, and begins the next with the options that are set."""
        self._full = ()
        self._begin(self.record() if self.game.recorded else None)

    def record(self) -> str:
        """The present game as the text of a record."""
        from rules.record import text

        let_go("rules.record")
        return text(self.journal.tags, self.game)

    def series(self) -> "tuple[int, int, int]":
        """Games to win, and won by A and by B before this one; all 0 without a series."""
        return self._series

    def _begin(self, record: "str | None") -> None:
        next_game = _next_game()
        options = next_game.options(self._settings)
        self._series, first = next_game.series(self._settings, self.game, self._series)
        self.journal.begin(next_game.tags(self._settings, options, self._series), record)
        self.game = Game(options)
        if first:
            self.play(of_player(START, first))

    def _save(self) -> bool:
        """Settings first: an option that is set before the first event makes another game, and where the power goes
        between the two, that game follows from the settings (see restore). But no event waits for them."""
        try:
            saved = self._settings.save()
        except OSError:
            self._save_game()
            raise
        return self._save_game() or saved

    def _save_game(self) -> bool:
        journal = self.journal
        begun = journal.starting
        if begun:
            _next_game().start(journal)
        return journal.save() or begun

    def _fullness(self) -> "tuple[int, int]":
        return self.journal.files.free(), len(self.journal.waiting)


def _next_game() -> "Any":
    from . import next_game

    let_go("storage.next_game")
    return next_game
