"""What OK or UNDO would lead to, worked out before it is pressed."""

from rules import RulesError
from rules.events import UNDO, check

TYPE_CHECKING = False
if TYPE_CHECKING:
    from rules import Event, Game, Position
    from rules.game import Fold


class Outlook:
    """`event` that OK, or UNDO, would record, None where there is none that the rules allow; `position` after it, None
    as long as that is not known.

    An undo or amend folds the whole game: that is done in pieces.
    """

    def __init__(self) -> None:
        self.position: "Position | None" = None
        self.event: "Event | None" = None
        self._fold: "Fold | None" = None

    def close(self) -> None:
        """Another event would come of it now."""
        self.event = self._fold = None

    def look(self, game: "Game", event: "Event | None") -> None:
        """OK, or UNDO, would record that event, or nothing."""
        self.close()
        self.position = None
        if event is None:
            return
        try:
            check(event)
            self.event, self._fold = event, game.fold(event)
            # All there is to do for a stroke.
            self.work()
        except RulesError:
            self.close()

    def work(self) -> bool:
        """Time for one event of a fold. Returns whether it has shown what OK would lead to."""
        if self._fold is None or self.position:
            return False
        self._run(self._fold)
        return self.position is not None

    def _run(self, fold: "Fold") -> None:
        # Apart from `work`, which has nothing to do in most steps: what catches an error takes memory for it.
        try:
            done = fold.run(1)
        except RulesError:
            self.close()
            return
        # An undo is worked out, but not shown before it is taken back.
        if done and self.event and self.event.kind != UNDO:
            self.position = fold.position

    def take(self, event: "Event") -> "Fold | None":
        """The fold of that event as far as it has come, where there is one; whatever was looked at is gone then."""
        fold = self._fold if event is self.event else None
        self.close()
        return fold
