"""What OK or UNDO would lead to, worked out before it is pressed."""

from rules import RulesError
from rules.events import AMEND, check

TYPE_CHECKING = False
if TYPE_CHECKING:
    from rules import Event, Game, Position
    from rules.game import Fold


class Outlook:
    """`position` after OK; None where nothing is drafted that the rules allow, or as long as that is not known.

    An undo or amend folds the whole game: that is done in pieces, and `take` hands it to whoever records the event.
    """

    def __init__(self) -> None:
        self.position: "Position | None" = None
        self._fold: "Fold | None" = None
        self._shows = False

    def close(self) -> None:
        """Another event would come of it now."""
        self._fold = None

    def look(self, game: "Game", event: "Event | None") -> None:
        """OK would record that event, or nothing."""
        self.position = None
        if event is None:
            return
        try:
            check(event)
            if event.kind == AMEND:
                self._fold, self._shows = game.fold(event), True
            else:
                self.position = game.preview(event)
        except RulesError:
            return

    def begin(self, game: "Game", undo: "Event") -> None:
        """UNDO would take the latest event back."""
        self._fold, self._shows = game.fold(undo), False

    def work(self) -> bool:
        """Time for one event of a fold. Returns whether it has shown what OK would lead to."""
        if not self._fold:
            return False
        try:
            if not self._fold.run(1) or not self._shows:
                return False
        except RulesError:
            self._fold = None
            return False
        self.position, self._shows = self._fold.position, False
        return True

    def take(self) -> "Fold | None":
        """The fold as far as it has come, where there is one; it is gone then."""
        fold, self._fold = self._fold, None
        return fold
