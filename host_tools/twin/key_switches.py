"""The panel's switches, electrically: contacts that bounce, diodes that may be missing, columns pulled up by 10 k."""

from host_tools.twin.timeline import Timeline

BOUNCE_US = 5000
# A contact changes after 80 to 1103 us, so samples of any phase can meet a make or a break.
BOUNCE_LEAST_US = 80
BOUNCE_MASK = 1023


class Matrix:
    """Switch `key` (row * columns + column) joins its row to its column, through a diode whose cathode is at the row.

    `low` has a bit for each row that a pin drives low: all that a row does, since a row at 1 floats (open-drain), and
    a driven 1 would end at the diodes. `rows_low` and `columns_low` are what pins then read as 0, unless `stale`.
    """

    def __init__(self, rows: int, columns: int) -> None:
        self._columns = columns
        self._contacts = [0] * rows  # for each row the columns that it touches, as bits
        self._seed = 1
        self.bounces = Timeline()
        self.low = 0
        self.rows_low = 0
        self.columns_low = 0
        self.stale = False
        self._diodes = True

    @property
    def diodes(self) -> bool:
        """Whether the diodes are there. Without them current flows both ways through every closed switch."""
        return self._diodes

    @diodes.setter
    def diodes(self, fitted: bool) -> None:
        self._diodes = fitted
        self.stale = True

    def move(self, key: int, closed: bool, now_us: int) -> None:
        """Closes or opens a switch: it changes at once, bounces for 5 ms, and stays. IndexError for no such key."""
        if not 0 <= key < len(self._contacts) * self._columns:
            raise IndexError("key")
        self.bounces.drop(key << 1, key << 1 | 1)
        if bool(self._contacts[key // self._columns] >> key % self._columns & 1) == closed:
            return
        self._touch(key, closed)
        touches = closed
        at_us = now_us + self._pause()
        while at_us < now_us + BOUNCE_US:
            touches = not touches
            self.bounces.add(at_us, key << 1 | touches)
            at_us += self._pause()
        self.bounces.add(now_us + BOUNCE_US, key << 1 | closed)

    def advance(self, now_us: int) -> None:
        """Lets the contacts bounce up to now."""
        while self.bounces.next_us <= now_us:
            code = self.bounces.take()
            self._touch(code >> 1, bool(code & 1))

    def drive(self, row: int, low: bool) -> None:
        """Drives a row low, or lets it float."""
        self.low = self.low | 1 << row if low else self.low & ~(1 << row)
        self.stale = True

    def resolve(self) -> None:
        """Follows the current from the rows that are driven low."""
        rows, columns, before = self.low, 0, -1
        while columns != before:
            before = columns
            for row in range(len(self._contacts)):
                if rows >> row & 1:
                    columns |= self._contacts[row]
                elif not self._diodes and self._contacts[row] & columns:
                    rows |= 1 << row
                    columns |= self._contacts[row]
        self.rows_low = rows
        self.columns_low = columns
        self.stale = False

    def _touch(self, key: int, touches: bool) -> None:
        row, bit = key // self._columns, 1 << key % self._columns
        self._contacts[row] = self._contacts[row] | bit if touches else self._contacts[row] & ~bit
        self.stale = True

    def _pause(self) -> int:
        self._seed = (self._seed * 1103515245 + 12345) & 0x7FFFFFFF
        return BOUNCE_LEAST_US + (self._seed >> 16 & BOUNCE_MASK)
