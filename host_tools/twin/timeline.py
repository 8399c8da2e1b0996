"""Events to come, in the order of their time."""

NEVER = 1 << 61
CODES = 256


class Timeline:
    """Events, each an int below 256 at a time in microseconds. Among events of one time the lower code comes first."""

    def __init__(self) -> None:
        # time * CODES + code, soonest last: what comes next is cheap to look at and to take.
        self._events: "list[int]" = []
        self.next_us = NEVER

    def add(self, at_us: int, code: int) -> None:
        """Enters an event."""
        event = at_us * CODES + code
        i = len(self._events)
        while i and self._events[i - 1] < event:
            i -= 1
        self._events.insert(i, event)
        self.next_us = self._events[-1] // CODES

    def take(self) -> int:
        """Removes the soonest event, which happened at `next_us`; gives its code."""
        code = self._events.pop() % CODES
        self.next_us = self._events[-1] // CODES if self._events else NEVER
        return code

    def drop(self, first: int, last: int) -> None:
        """Removes all events with codes from `first` to `last`."""
        self._events = [event for event in self._events if not first <= event % CODES <= last]
        self.next_us = self._events[-1] // CODES if self._events else NEVER
