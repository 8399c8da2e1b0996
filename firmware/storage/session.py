"""The game that is being kept, its journal, and the games that follow one another."""

from compact import let_go
from rules import Game
from rules.events import START, of_player
from rules.token import write

from .files import ENAMETOOLONG, ENOENT, ENOSPC
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
        self.game = Game()
        found = _restore().resume(self.journal)
        if found:
            self.game, self._series = found
        # Where more than a start is in force there is no need to ask.
        game = self.game
        several = game.neighbour(game.neighbour(0, -1), -1) > 0
        if not found or (not several and _next_game().outdated(settings, game, self.journal.tags, self._series)):
            self._begin(None, True)

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
        """Keeps the present game as a record, and begins the next with what is set. A game in which nothing has
        happened leaves none, and the one before it stays the game that can be reopened."""
        self._full = ()
        record = None
        if not _next_game().blank(self.game, self.journal.tags):
            record = self.record()
            try:  # noqa: SIM105 - MicroPython has no contextlib
                # Only what is on flash can be reopened.
                self._save_game()
            except OSError:
                pass
        self._begin(record)

    def renew(self) -> bool:
        """Begins the present game anew with what is set, as long as nothing has happened in it: no event is in force
        but a start that the board gave, which stays. Returns whether that was so."""
        if not _next_game().blank(self.game, self.journal.tags):
            return False
        self._full = ()
        self._begin(None, True)
        return True

    def can_reopen(self) -> bool:
        """Whether the present game has no event in force, and the one before can take its place."""
        return self.journal.before > 0 and not self.game.in_force()

    def reopen(self) -> None:
        """Drops the present game; the one before stands again as it was, to its last event, and keeps its number.

        Raises OSError where the flash refuses or there is no such game (see can_reopen); then nothing has changed.
        """
        if not self.can_reopen():
            raise OSError(ENOENT)
        if self.journal.starting:
            self.save()
        self.journal, self.game, self._series = _restore().reopen(self.journal)
        self._full = ()

    def number(self) -> int:
        """The number of the game on flash; 0 as long as the present one is not there."""
        return 0 if self.journal.starting else self.journal.number

    def record(self) -> str:
        """The present game as the text of a record."""
        from rules.record import text

        let_go("rules.record", "rules.notation")
        return text(self.journal.tags, self.game)

    def series(self) -> "tuple[int, int, int]":
        """Games to win, and won by A and by B before this one; all 0 without a series."""
        return self._series

    def set_tally(self, player: str, games: int) -> bool:
        """Sets how many games of the series A or B won before the present one. Raises ValueError where that would end
        the series, and where none is set.

        Returns whether it is kept as `renew` does it. If not, the tally is shown and goes on from here, but reaches the
        flash with the next game: a restart before that loses it.
        """
        self._series = _next_game().corrected(self._settings, self._series, player, games)
        return self.renew()

    def _begin(self, record: "str | None", again: bool = False) -> None:
        """Begins the next game, or the present one `again`."""
        journal = self.journal
        options, tags, self._series, first = _next_game().agreed(
            self._settings, self.game, journal.tags, self._series, again
        )
        journal.begin(tags, record)
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


def _restore() -> "Any":
    from . import restore

    let_go("storage.restore", "rules.record", "rules.notation")
    return restore


def _next_game() -> "Any":
    from . import next_game

    let_go("storage.next_game")
    return next_game
