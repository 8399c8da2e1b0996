"""The referee's panel: a 5 x 5 matrix of keys with a diode each."""

import ticks
from drivers.event_queue import EventQueue

TYPE_CHECKING = False
if TYPE_CHECKING:
    from machine import Pin

SIDE = 5
# Nobody holds a key that long.
STUCK_MS = 20_000


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
        self._rows = rows
        self._columns = columns
        self._row = 0
        # By row, a bit for each column.
        self._read = [0] * SIDE
        self._down = [0] * SIDE
        self._stuck = [0] * SIDE
        # Nothing is told of these until they have been seen open: stuck, or closed from the start.
        self._ignored = [0] * SIDE
        self._since = [0] * (SIDE * SIDE)
        self._queue = EventQueue()
        for pin in rows:
            pin.value(1)
        for row in range(SIDE):
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
        elif down & ~self._stuck[row]:
            self._find_stuck(row, now_ms)
        self._rows[row].value(1)
        self._row = row = row + 1 if row < SIDE - 1 else 0
        self._rows[row].value(0)

    def next(self) -> int:
        """The oldest change not yet taken: key * 2 + 1 down, key * 2 up, key = row * 5 + column; -1 if none."""
        return self._queue.take()

    def lost(self) -> int:
        """Changes that nobody took in time; 0 as long as all are taken after each step."""
        return self._queue.lost

    def is_down(self, key: int) -> bool:
        """Whether that key is down, also one that is stuck or has been down from the start."""
        return bool(self._down[key // SIDE] >> key % SIDE & 1)

    def stuck(self) -> int:
        """The lowest key that has been down for longer than any finger would stay, or -1."""
        for row in range(SIDE):
            if self._stuck[row]:
                for column in range(SIDE):
                    if self._stuck[row] >> column & 1:
                        return row * SIDE + column
        return -1

    def _read_columns(self) -> int:
        read = 0
        for column in range(SIDE):
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
        for column in range(SIDE):
            bit = 1 << column
            if settled & bit:
                key = row * SIDE + column
                self._since[key] = now_ms
                self._stuck[row] &= ~bit
                if not self._ignored[row] & bit:
                    self._queue.put(key * 2 + (1 if self._down[row] & bit else 0))

    def _find_stuck(self, row: int, now_ms: int) -> None:
        for column in range(SIDE):
            bit = 1 << column
            if self._down[row] & bit and ticks.diff(now_ms, self._since[row * SIDE + column]) > STUCK_MS:
                self._stuck[row] |= bit
                self._ignored[row] |= bit
