"""A game is the list of its events; its position is their fold from the start. Undo, amend and insert fold it anew."""

from .errors import NotAllowed
from .events import AMEND, INSERT, UNDO, Event, check
from .judge import after
from .position import OVER, Options, Position

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence


class Game:
    """One game as it is recorded.

    `recorded` the events as recorded, refused ones that were skipped as None; `position` the state; `void` the numbers,
    from 1 and in the order of play, of events after the end that a correction brought forward (S13, S14).
    """

    def __init__(self, options: "Options | None" = None) -> None:
        self.options = options or Options()
        self.recorded: "list[Event | None]" = []
        self.position = Position(self.options)
        self.void: "list[int]" = []
        # By number: the event in force or void there, for an insert the one that it put in; None for all others.
        self._standing: "list[Event | None]" = []
        # All numbers in the order of play; empty, and not kept, until an insert makes it another than their own.
        self._order: "list[int]" = []
        # Numbers of the events that undo can take back, the latest last.
        self._done: "list[int]" = []
        # By number of an amend: what stood before it at the place that it changed.
        self._replaced: "dict[int, Event | None]" = {}

    def play(self, event: Event, fold: "Fold | None" = None) -> Position:
        """Records an event of any kind; `fold` is what `fold` made of it, where that was called before.

        Raises ImpossibleValue or NotAllowed, and nothing changes then.
        """
        check(event)
        fold = fold or self.fold(event)
        fold.finish()
        target = fold.target
        if event.kind == UNDO:
            self._replaced.pop(self._done.pop(), None)
        else:
            if event.kind == AMEND:
                self._replaced[len(self.recorded) + 1] = self._standing[target - 1]
            self._done.append(len(self.recorded) + 1)
        self._add(event)
        if target:
            self._standing[target - 1] = fold.event
            self.void = fold.void
        self.position = fold.position
        return self.position

    def skip(self) -> None:
        """Leaves a number to an event that was refused."""
        self._add(None)

    def _add(self, event: "Event | None") -> None:
        """Gives an event the next number and its place."""
        self.recorded.append(event)
        self._standing.append(event if event and event.kind not in (UNDO, AMEND) else None)
        number, order = len(self.recorded), self._order
        if event and event.kind == INSERT:
            self._order = order = order or list(range(1, number))
            order.insert(order.index(event.number), number)
        elif order:
            order.append(number)

    def fold(self, event: Event) -> "Fold":
        """Begins to work out what an event would lead to. Raises NotAllowed."""
        kind, number = event.kind, event.number
        if kind == UNDO:
            taken = self.last()
            if taken is None:
                raise NotAllowed("nothing-to-undo")
            number = self._done[-1]
            if taken.kind == AMEND:
                return Fold(self, taken.number, self._replaced[number])
            return Fold(self, number, None)
        if kind not in (AMEND, INSERT):
            return Fold(self, 0, event)
        if self.event(number) is None:
            raise NotAllowed("not-in-force", "", number)
        if kind == INSERT:
            return Fold(self, len(self.recorded) + 1, event.replacement, number)
        return Fold(self, number, event.replacement)

    def last(self) -> "Event | None":
        """The event that undo would take back."""
        return self.recorded[self._done[-1] - 1] if self._done else None

    def event(self, number: int) -> "Event | None":
        """The event that stands at `number`, in force or void; None for all others."""
        return self._standing[number - 1] if 0 < number <= len(self._standing) else None

    def neighbour(self, number: int, step: int) -> int:
        """The nearest event in force or void before (-1) or after (1) `number` in the order of play, or 0.

        A number that was never given, as 0, is behind the latest.
        """
        numbers = self.numbers()
        at = len(numbers)
        if 0 < number <= at:
            at = self._order.index(number) if self._order else number - 1
        at += step
        while 0 <= at < len(numbers):
            if self.event(numbers[at]):
                return numbers[at]
            at += step
        return 0

    def in_force(self) -> bool:
        """Whether there is any event that was not taken back or removed."""
        return self.neighbour(0, -1) > 0

    def numbers(self) -> "Sequence[int]":
        """All numbers in the order of play, also those of events that do not stand."""
        return self._order or range(1, len(self.recorded) + 1)


class Fold:
    """What a game would come to with another event, or none, at one place: in pieces, as a game can be long.

    `target` that place's number, from 1, or 0 for the next event; `event` what is to stand there; `position` and `void`
    as far as it has come; `striker` who played at that place, None as long as that is not known. Where `before` is
    given, the place is a new one before that number.
    """

    def __init__(self, game: Game, target: int, event: "Event | None", before: int = 0) -> None:
        self.target = target
        self.event = event
        self.position = Position(game.options) if target else game.position
        self.void: "list[int]" = []
        self.striker: "str | None" = None
        self._game = game
        self._numbers = game.numbers() if target else (0,)
        self._before = before
        self._at = 0

    def run(self, most: int) -> bool:
        """Folds so many events more at the most. Returns whether it is done. Raises NotAllowed.

        What comes after the end of the game is void: the player who had 71 there has won (S13, S14).
        """
        while most and self._at < len(self._numbers):
            number = self._numbers[self._at]
            if number and number == self._before:
                # First what is put in there; then this one.
                number, self._before = self.target, 0
            else:
                self._at += 1
            event = self._game.event(number)
            if number == self.target:
                event, self.striker = self.event, self.position.striker
            if event is None:
                continue
            most -= 1
            if number and self.position.phase == OVER:
                self.void.append(number)
                continue
            try:
                self.position = after(self.position, event)
            except NotAllowed as error:
                if number:
                    error.number, error.event = number, event
                raise
        return self._at == len(self._numbers)

    def finish(self) -> None:
        """Folds the rest."""
        self.run(len(self._numbers) + 1)
