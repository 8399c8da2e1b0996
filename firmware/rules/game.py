"""A game is the list of its events; its position is their fold from the start. Undo, amend and insert fold another."""

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
        number, kind = len(self.recorded) + 1, event.kind
        if kind == UNDO:
            self._replaced.pop(self._done.pop(), None)
        else:
            self._done.append(number)
        if kind == AMEND:
            self._replaced[number] = self._standing[fold.target - 1]
        if kind == INSERT and not self._order:
            self._order = list(range(1, number))
        self._add(event, None if kind in (UNDO, AMEND) else event, event.number if kind == INSERT else 0)
        if fold.target:
            self._standing[fold.target - 1] = fold.event
            self.void = fold.void
        self.position = fold.position
        return self.position

    def skip(self) -> None:
        """Leaves a number to an event that was refused."""
        self._add(None, None)

    def _add(self, event: "Event | None", standing: "Event | None", before: int = 0) -> None:
        """Gives an event the next number, and the last place or the one before another number."""
        self.recorded.append(event)
        self._standing.append(standing)
        if self._order:
            self._order.insert(self._order.index(before) if before else len(self._order), len(self.recorded))

    def preview(self, event: Event) -> Position:
        """The position that an event would lead to. Raises as `play` does; nothing changes."""
        check(event)
        fold = self.fold(event)
        fold.finish()
        return fold.position

    def fold(self, event: Event) -> "Fold":
        """Begins to work out what an event would lead to. Raises NotAllowed."""
        kind = event.kind
        if kind in (AMEND, INSERT):
            if self.event(event.number) is None:
                raise NotAllowed("not-in-force", "", event.number)
            if kind == INSERT:
                return self._fold(len(self.recorded) + 1, event.replacement, event.number)
            return self._fold(event.number, event.replacement)
        if kind != UNDO:
            return Fold(self.position, [event], (1,))
        taken = self.last()
        if taken is None:
            raise NotAllowed("nothing-to-undo")
        number = self._done[-1]
        if taken.kind == AMEND:
            return self._fold(taken.number, self._replaced[number])
        return self._fold(number, None)

    def _fold(self, target: int, event: "Event | None", before: int = 0) -> "Fold":
        return Fold(Position(self.options), self._standing, self._numbers(), target, event, before)

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
        numbers = self._numbers()
        at = len(numbers)
        if 0 < number <= at:
            at = self._order.index(number) if self._order else number - 1
        at += step
        while 0 <= at < len(numbers):
            if self._standing[numbers[at] - 1]:
                return numbers[at]
            at += step
        return 0

    def in_force(self) -> bool:
        """Whether there is any event that was not taken back or removed."""
        return self.neighbour(0, -1) > 0

    def _numbers(self) -> "Sequence[int]":
        """All numbers in the order of play."""
        return self._order or range(1, len(self._standing) + 1)


class Fold:
    """What events make of a position, with another, or none, at one place of them: in pieces, as a game can be long.

    `target` that place's number, from 1, or 0; `event` what is to stand there; `position` and `void` as far as it has
    come. The place is a new one, before the number `before`, where that is given.
    """

    def __init__(
        self,
        position: Position,
        events: "list[Event | None]",
        numbers: "Sequence[int]",
        target: int = 0,
        event: "Event | None" = None,
        before: int = 0,
    ) -> None:
        self.target = target
        self.event = event
        self.position = position
        self.void: "list[int]" = []
        self._events = events
        self._numbers = numbers
        self._before = before
        self._at = 0

    def run(self, most: int) -> bool:
        """Folds so many events more at the most. Returns whether it is done. Raises NotAllowed.

        What comes after the end of the game is void: the player who had 71 there has won (S13, S14).
        """
        while most and self._at < len(self._numbers):
            number = self._numbers[self._at]
            if number == self._before:
                # First what is put in there; then this one.
                number, self._before = self.target, 0
            else:
                self._at += 1
            event = self.event if number == self.target else self._events[number - 1]
            if event is None:
                continue
            most -= 1
            if self.target and self.position.phase == OVER:
                self.void.append(number)
                continue
            try:
                self.position = after(self.position, event)
            except NotAllowed as error:
                if self.target:
                    error.number, error.event = number, event
                raise
        return self._at == len(self._numbers)

    def finish(self) -> None:
        """Folds the rest."""
        self.run(len(self._events) + 1)
