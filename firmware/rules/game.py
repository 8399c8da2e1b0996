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

    def play(self, event: Event) -> Position:
        """Records an event of any kind. Raises ImpossibleValue or NotAllowed, and nothing changes then."""
        check(event)
        number = len(self.recorded) + 1
        if event.kind == UNDO:
            self._undo()
        elif event.kind == AMEND:
            self.position, self.void = self._amended(event)
            self._done.append(number)
            self._replaced[number] = self._standing[event.number - 1]
            self._standing[event.number - 1] = event.replacement
        else:
            self.position = after(self.position, event)
            self._done.append(number)
        self.recorded.append(event)
        self._standing.append(event if event.kind not in (UNDO, AMEND) else None)
        return self.position

    def skip(self) -> None:
        """Leaves a number to an event that was refused."""
        self.recorded.append(None)
        self._standing.append(None)

    def preview(self, event: Event) -> Position:
        """The position that an event (any but undo) would lead to. Raises as `play` does; nothing changes."""
        check(event)
        if event.kind == AMEND:
            return self._amended(event)[0]
        return after(self.position, event)

    def last(self) -> "Event | None":
        """The event that undo would take back."""
        return self.recorded[self._done[-1] - 1] if self._done else None

    def event(self, number: int) -> "Event | None":
        """The event that stands at `number`, in force or void; None for all others."""
        return self._standing[number - 1] if 0 < number <= len(self._standing) else None

    def _undo(self) -> None:
        taken = self.last()
        if taken is None:
            raise NotAllowed("nothing-to-undo")
        number = self._done[-1]
        amended = taken.kind == AMEND
        target = taken.number if amended else number
        before = self._replaced[number] if amended else None
        self.position, self.void = self._fold(target, before)
        self._done.pop()
        if amended:
            self._replaced.pop(number)
        self._standing[target - 1] = before

    def _amended(self, event: Event) -> "tuple[Position, list[int]]":
        if self.event(event.number) is None:
            raise NotAllowed("not-in-force", "", event.number)
        return self._fold(event.number, event.replacement)

    def _fold(self, number: int, replacement: "Event | None") -> "tuple[Position, list[int]]":
        """Position and void numbers with another event, or none, at `number`.

        What comes after the end of the game is void: the player who had 71 there has won (S13, S14).
        """
        position = Position(self.options)
        void = []
        for at, event in enumerate(self._standing, 1):
            if at == number:
                event = replacement
            if event is None:
                continue
            if position.phase == OVER:
                void.append(at)
                continue
            try:
                position = after(position, event)
            except NotAllowed as error:
                error.number, error.event = at, event
                raise
        return position, void
