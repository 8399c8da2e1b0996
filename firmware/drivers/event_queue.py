"""What a driver has found and nobody has taken yet."""

SIZE = 64


class EventQueue:
    """A ring of up to 63 events, each an int from 0 to 255. Putting and taking allocate nothing.

    What does not fit is not taken in, and counted in `lost`; what stands there already stays as it is.
    """

    def __init__(self) -> None:
        self.lost = 0
        self._events = bytearray(SIZE)
        self._head = 0
        self._tail = 0

    def put(self, event: int) -> None:
        """Enters an event behind the others."""
        head = (self._head + 1) % SIZE
        if head == self._tail:
            self.lost += 1
            return
        self._events[self._head] = event
        self._head = head

    def take(self) -> int:
        """The oldest event, which is gone then; -1 if there is none."""
        if self._head == self._tail:
            return -1
        event = self._events[self._tail]
        self._tail = (self._tail + 1) % SIZE
        return event
