"""A game is the list of its events; its position is their fold from the start. Undo and amend fold another list."""

from .errors import NotAllowed
from .events import AMEND, UNDO, Event, check
from .judge import after
from .position import OVER, Options, Position


class Game:
    """One game as it is recorded.

    `recorded` the events as recorded, refused ones that were skipped as None; `position` the state; `void` the numbers,
    from 1, of events after the end that a correction brought forward (S13, S14).
    """

    def __init__(self, options: "Options | None" = None) -> None:
        self.options = options or Options()
        self.recorded: "list[Event | None]" = []
        self.position = Position(self.options)
        self.void: "list[int]" = []
        # By number: the event in force or void there, None for all others.
        self._standing: "list[Event | None]" = []
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
        number, standing = len(self.recorded) + 1, None
        if event.kind == UNDO:
            self._replaced.pop(self._done.pop(), None)
        else:
            self._done.append(number)
            if event.kind == AMEND:
                self._replaced[number] = self._standing[fold.target - 1]
            else:
                standing = event
        if fold.target:
            self._standing[fold.target - 1] = fold.event
            self.void = fold.void
        self.position = fold.position
        self._standing.append(standing)
        self.recorded.append(event)
        return self.position

    def skip(self) -> None:
        """Leaves a number to an event that was refused."""
        self.recorded.append(None)
        self._standing.append(None)

    def preview(self, event: Event) -> Position:
        """The position that an event would lead to. Raises as `play` does; nothing changes."""
        check(event)
        fold = self.fold(event)
        fold.finish()
        return fold.position

    def fold(self, event: Event) -> "Fold":
        """Begins to work out what an event would lead to. Raises NotAllowed."""
        if event.kind == AMEND:
            if self.event(event.number) is None:
                raise NotAllowed("not-in-force", "", event.number)
            return self._fold(event.number, event.replacement)
        if event.kind != UNDO:
            return Fold(self.position, [event])
        taken = self.last()
        if taken is None:
            raise NotAllowed("nothing-to-undo")
        number = self._done[-1]
        if taken.kind == AMEND:
            return self._fold(taken.number, self._replaced[number])
        return self._fold(number, None)

    def _fold(self, target: int, event: "Event | None") -> "Fold":
        return Fold(Position(self.options), self._standing, target, event)

    def last(self) -> "Event | None":
        """The event that undo would take back."""
        return self.recorded[self._done[-1] - 1] if self._done else None

    def event(self, number: int) -> "Event | None":
        """The event that stands at `number`, in force or void; None for all others."""
        return self._standing[number - 1] if 0 < number <= len(self._standing) else None


class Fold:
    """What events make of a position, with another, or none, at one place of them: in pieces, as a game can be long.

    `target` that place's number, from 1, or 0; `event` what is to stand there; `position` and `void` as far as it has
    come.
    """

    def __init__(
        self, position: Position, events: "list[Event | None]", target: int = 0, event: "Event | None" = None
    ) -> None:
        self.target = target
        self.event = event
        self.position = position
        self.void: "list[int]" = []
        self._events = events
        self._at = 0

    def run(self, most: int) -> bool:
        """Folds so many events more at the most. Returns whether it is done. Raises NotAllowed.

        What comes after the end of the game is void: the player who had 71 there has won (S13, S14).
        """
        while most and self._at < len(self._events):
            event = self._events[self._at]
            self._at += 1
            if self._at == self.target:
                event = self.event
            if event is None:
                continue
            most -= 1
            if self.target and self.position.phase == OVER:
                self.void.append(self._at)
                continue
            try:
                self.position = after(self.position, event)
            except NotAllowed as error:
                if self.target:
                    error.number, error.event = self._at, event
                raise
        return self._at == len(self._events)

    def finish(self) -> None:
        """Folds the rest."""
        self.run(len(self._events))
