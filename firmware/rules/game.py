"""A game is the list of its events; its position is their fold from the start. Undo and amend fold another list."""

from .errors import NotAllowed
from .events import Event, parse
from .position import OVER, Options, Position, after


class Game:
    """One game as it is recorded.

    `tokens` as recorded, refused ones that were skipped as None; `position` the state; `void` the numbers, from 1, of
    events after the end that a correction brought forward (S13, S14).
    """

    def __init__(self, options: "Options | None" = None) -> None:
        self.options = options or Options()
        self.tokens: "list[str | None]" = []
        self.position = Position(self.options)
        self.void: "list[int]" = []
        # By number: the event in force or void there, None for all others.
        self._events: "list[Event | None]" = []
        # Latest last: number of an event that undo can take back, the number it changed, what stood there before.
        self._done: "list[tuple[int, int, Event | None]]" = []

    def play(self, token: str) -> Position:
        """Records an event of any kind. Raises RulesError and changes nothing where it is refused."""
        event = parse(token)
        number = len(self.tokens) + 1
        if event.kind == "undo":
            if not self._done:
                raise NotAllowed("there is nothing to take back")
            _, target, before = self._done[-1]
            self.position, self.void = self._fold(target, before)
            self._done.pop()
            self._events[target - 1] = before
        elif event.kind == "amend":
            self.position, self.void = self._amended(event)
            self._done.append((number, event.number, self._events[event.number - 1]))
            self._events[event.number - 1] = event.replacement
        else:
            self.position = after(self.position, event)
            self._done.append((number, number, None))
        self.tokens.append(token)
        self._events.append(event if event.kind not in ("undo", "amend") else None)
        return self.position

    def skip(self) -> None:
        """Leaves a number to an event that was refused."""
        self.tokens.append(None)
        self._events.append(None)

    def preview(self, token: str) -> Position:
        """The position that an event (any but undo) would lead to. Raises RulesError; nothing changes."""
        event = parse(token)
        if event.kind == "amend":
            return self._amended(event)[0]
        return after(self.position, event)

    def last(self) -> "str | None":
        """The token that undo would take back, or None."""
        return self.tokens[self._done[-1][0] - 1] if self._done else None

    def event(self, number: int) -> "Event | None":
        """The event that stands at `number`, in force or void; None for all others."""
        return self._events[number - 1] if 0 < number <= len(self._events) else None

    def _amended(self, event: Event) -> "tuple[Position, list[int]]":
        if self.event(event.number) is None:
            raise NotAllowed("event %d is not in force" % event.number)
        return self._fold(event.number, event.replacement)

    def _fold(self, number: int, replacement: "Event | None") -> "tuple[Position, list[int]]":
        """Position and void numbers with another event, or none, at `number`.

        What comes after the end of the game is void: the player who had 71 there has won (S13, S14).
        """
        position = Position(self.options)
        void = []
        for at, event in enumerate(self._events, 1):
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
                raise NotAllowed("event %d, %s: %s" % (at, event.token, error.why), error.rule) from None
        return position, void
