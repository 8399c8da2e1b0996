"""Arithmetic of the tick counter: milliseconds that wrap at 2**30.

CPython has no `ticks_diff`, and that of MicroPython's unix port wraps elsewhere; these are the same everywhere.
"""

# Literals, not 1 << 30: a number of 31 bits would be a heap object on the ESP32.
MASK = 0x3FFFFFFF
HALF = 0x20000000


def diff(later: int, earlier: int) -> int:
    """Signed milliseconds from `earlier` to `later`; right while they are less than 6 days apart."""
    return ((later - earlier + HALF) & MASK) - HALF


def add(ticks: int, milliseconds: int) -> int:
    """The tick count `milliseconds` after `ticks`."""
    return (ticks + milliseconds) & MASK
