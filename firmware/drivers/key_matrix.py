"""The referee's panel: a 5 x 5 matrix of keys with a diode each."""

import ticks
from compact import const
from drivers.event_queue import EventQueue

TYPE_CHECKING = False
if TYPE_CHECKING:
    from machine import Pin

_SIDE = const(5)
# Nobody holds a key that long.
_STUCK_MS = const(20_000)


class KeyMatrix:
    """Scans the matrix, a row a step, and queues what changed.

    `rows` are open-drain outputs with a pull-up, driven low one at a time; `columns` read low where a key of that row
    is closed. A key changes when two scans in a row, 10 ms apart, read the same: contacts bounce for about 5 ms, and
    30 ms after the first contact it is down at the latest.

    While Python stands still nothing is scanned. A key that is still closed 30 ms later has been pressed, once; what
    opens before is not seen at all, and neither is a key let go and pressed again meanwhile: no hardware of the ESP32
    latches 25 switches in a matrix of which one row at a time is driven.
    """

    def __init__(self, rows: "list[Pin]", columns: "list[Pin]") -> None:
        # The event that `next` took.
        self.event_key = 0
        self.event_down = False
        self._queue = EventQueue()
        self._rows = rows
        self._columns = columns
        self._row = 0
        # By row, a bit for each column.
        self._read = bytearray(_SIDE)
        self._down = bytearray(_SIDE)
        self._stuck = bytearray(_SIDE)
        # Nothing is told of these until they have been seen open: stuck, or closed from the start.
        self._ignored = bytearray(_SIDE)
        # Since when each key is down. Nobody asks once it is stuck, as ticks cannot tell a week from a moment.
        self._since_ms = [0] * (_SIDE * _SIDE)
        for pin in rows:
            pin.value(1)
        for row in range(_SIDE):
            rows[row].value(0)
            self._ignored[row] = self._read_columns()
            rows[row].value(1)
        rows[0].value(0)

    def step(self, now_ms: int) -> None:
        """Reads the row that the step before selected, and selects the next. `now_ms` wraps at 2**30."""
        row, down = self._row, self._down[self._row]
        read = self._read_columns()
        if read & (read - 1) and self._flows_back():
            # Nobody knows which of these are closed. Those that read open are.
            read &= down
        self._ignored[row] &= read | down
        settled = ~(read ^ self._read[row]) & (read ^ down)
        self._read[row] = read
        if settled:
            self._change(row, settled, now_ms)
        else:
            down &= ~self._stuck[row]
            if down:
                self._find_stuck(row, down, now_ms)
        self._rows[row].value(1)
        self._row = row = row + 1 if row < _SIDE - 1 else 0
        self._rows[row].value(0)

    def next(self) -> bool:
        """Takes the oldest change: `event_key`, row * 5 + column, is down or up then, as `event_down` says. False if
        there is none."""
        queue = self._queue
        if not queue.take():
            return False
        self.event_key = queue.where
        self.event_down = queue.what > 0
        return True

    def lost(self) -> int:
        """Changes that nobody took in time; 0 as long as all are taken after each step."""
        return self._queue.lost

    def is_down(self, key: int) -> bool:
        """Whether that key is down, also one that is stuck or has been down from the start."""
        return bool(self._down[key // _SIDE] >> key % _SIDE & 1)

    def stuck(self) -> int:
        """The lowest key that has been down for longer than any finger would stay, or -1."""
        for row in range(_SIDE):
            if self._stuck[row]:
                for column in range(_SIDE):
                    if self._stuck[row] >> column & 1:
                        return row * _SIDE + column
        return -1

    def _read_columns(self) -> int:
        read = 0
        for column in range(_SIDE):
            if not self._columns[column].value():
                read |= 1 << column
        return read

    def _flows_back(self) -> bool:
        """Whether a row besides the driven one reads low: current comes back through a key without a diode.

        Then all keys between these rows and columns read closed when only some of them are: three corners of a
        rectangle look like four.
        """
        low = 0
        for row in self._rows:
            low += not row.value()
        return low > 1

    def _change(self, row: int, settled: int, now_ms: int) -> None:
        self._down[row] ^= settled
        self._stuck[row] &= ~settled
        key, bit = row * _SIDE, 1
        while bit <= settled:
            if settled & bit:
                self._since_ms[key] = now_ms
                if not self._ignored[row] & bit:
                    self._queue.put(key, 1 if self._down[row] & bit else 0)
            key += 1
            bit <<= 1

    def _find_stuck(self, row: int, down: int, now_ms: int) -> None:
        key, bit = row * _SIDE, 1
        while bit <= down:
            if down & bit and ticks.diff(now_ms, self._since_ms[key]) > _STUCK_MS:
                self._stuck[row] |= bit
                self._ignored[row] |= bit
            key += 1
            bit <<= 1
