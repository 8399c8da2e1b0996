"""What a driver has found and nobody has taken yet."""

from compact import const

_SIZE = const(64)


class EventQueue:
    """A ring of up to 63 events: where something happened, and what, each from 0 to 255. Allocates nothing.

    What does not fit is not taken in, and counted in `lost`; what stands there already stays as it is.
    """

    def __init__(self) -> None:
        self.lost = 0
        # The event taken last.
        self.where = 0
        self.what = 0
        self._events = bytearray(2 * _SIZE)
        self._head = 0
        self._tail = 0

    def put(self, where: int, what: int) -> None:
        """Enters an event behind the others."""
        at = self._head
        head = (at + 2) % (2 * _SIZE)
        if head == self._tail:
            self.lost += 1
            return
        self._events[at] = where
        self._events[at + 1] = what
        self._head = head

    def take(self) -> bool:
        """Takes the oldest event out, into `where` and `what`; false if there is none."""
        at = self._tail
        if at == self._head:
            return False
        self.where = self._events[at]
        self.what = self._events[at + 1]
        self._tail = (at + 2) % (2 * _SIZE)
        return True
