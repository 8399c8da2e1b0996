"""The referee's panel: a 5 x 5 matrix of keys with a diode each."""

import ticks
from compact import const
from drivers.event_queue import EventQueue

TYPE_CHECKING = False
if TYPE_CHECKING:
    from machine import Pin

_SIDE = const(5)
# Contacts bounce for so long after they close and after they open.
_BOUNCE_MS = const(5)
# 19 ms of contact and their bounce are less than this from the first closed reading to the last. 30 ms hold as much
# that is surely closed, after the bounce and up to a step before the end.
_PRESS_MS = const(24)
_RELEASE_MS = const(10)
# Nobody holds a key that long.
_STUCK_MS = const(20_000)


class KeyMatrix:
    """Watches all keys in each step, and queues what changed.

    `rows` are open-drain outputs with a pull-up; `columns` read low where a key of a row that is driven low is closed.
    With no key down all rows are low, so one reading of the columns says that none is closed. Else the rows are driven
    low one at a time, a row's columns read at once, and then the next: a reading each 2 ms, as with fewer a contact of
    19 ms that bounces at its ends cannot be told from one of 30 ms.

    A contact under 20 ms is never a press, from 30 ms on it always is. A key is down when it has read closed for 24 ms,
    openings in the first 5 ms aside: 31 ms after the first contact at the latest. It is up when it has read open for
    10 ms: 17 ms after the contact's end at the latest.

    While Python stands still nothing is read, and what was seen before proves nothing. A key that is still closed 31 ms
    later has been pressed, once; what opens before is not seen at all, and neither is a key let go and pressed again
    meanwhile: no hardware of the ESP32 latches 25 switches in a matrix of which one row at a time is driven.
    """

    def __init__(self, rows: "list[Pin]", columns: "list[Pin]") -> None:
        # The event that `next` took.
        self.event_key = 0
        self.event_down = False
        self._queue = EventQueue()
        self._rows = rows
        self._columns = columns
        # Whether a key is down, or may be on the way.
        self._busy = False
        # Of the latest step: its time, whether it was late, and what its latest row read.
        self._now_ms = 0
        self._late = False
        self._read = 0
        # By row, a bit for each column. Turning: it may be about to change, and has been read so before.
        self._down = bytearray(_SIDE)
        self._turning = bytearray(_SIDE)
        self._stuck = bytearray(_SIDE)
        # Nothing is told of these until they have been seen open: stuck, or closed from the start.
        self._ignored = bytearray(_SIDE)
        # Since when each key is turning, or down. Nobody asks once it is stuck, as ticks cannot tell a week from a
        # moment.
        self._since_ms = [0] * (_SIDE * _SIDE)
        self._drive(1)
        for row in range(_SIDE):
            rows[row].value(0)
            self._ignored[row] = self._read_columns()
            rows[row].value(1)
        self._drive(0)

    def step(self, now_ms: int) -> None:
        """Reads the matrix. `now_ms` wraps at 2**30; about 2 ms after the step before."""
        if self._busy or self._read_columns():
            self._busy = False
            self._late = ticks.diff(now_ms, self._now_ms) > _BOUNCE_MS
            self._now_ms = now_ms
            self._drive(1)
            for row in range(_SIDE):
                self._rows[row].value(0)
                self._watch(row)
                self._rows[row].value(1)
            self._drive(0)
        self._now_ms = now_ms

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

    def _drive(self, level: int) -> None:
        for pin in self._rows:
            pin.value(level)

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

    def _watch(self, row: int) -> None:
        """Reads the row that is driven."""
        down, read = self._down[row], self._read_columns()
        if read & (read - 1) and self._flows_back():
            # Nobody knows which of these are closed. Those that read open are.
            read &= down
        self._read = read
        self._ignored[row] &= read | down
        down |= read | self._turning[row]
        key, bit = row * _SIDE, 1
        while bit <= down:
            if down & bit:
                self._judge(key, bit)
            key += 1
            bit <<= 1

    def _judge(self, key: int, bit: int) -> None:
        """A key that is closed, down or turning."""
        self._busy = True
        row = key // _SIDE
        down = self._down[row] & bit
        span = ticks.diff(self._now_ms, self._since_ms[key])
        if self._read & bit != down:
            if self._late or not self._turning[row] & bit:
                self._turning[row] |= bit
                self._since_ms[key] = self._now_ms
            elif span >= (_RELEASE_MS if down else _PRESS_MS):
                self._change(row, key, bit)
                self._since_ms[key] = self._now_ms
        elif self._turning[row] & bit:
            if down or span > _BOUNCE_MS:
                self._turning[row] ^= bit
        elif not self._stuck[row] & bit and span > _STUCK_MS:
            self._stuck[row] |= bit
            self._ignored[row] |= bit

    def _change(self, row: int, key: int, bit: int) -> None:
        self._down[row] ^= bit
        self._turning[row] ^= bit
        self._stuck[row] &= ~bit
        if not self._ignored[row] & bit:
            self._queue.put(key, 1 if self._down[row] & bit else 0)
