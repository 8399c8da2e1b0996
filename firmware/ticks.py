"""Arithmetic of the tick counter: milliseconds that wrap at 2**30.

CPython has no `ticks_diff`, and that of MicroPython's unix port wraps elsewhere; these are the same everywhere. No
result on the way leaves the 31 bits that a small integer has on the ESP32, so nothing is ever allocated.
"""

from compact import const

_MASK = const(0x3FFFFFFF)
_HALF = const(0x20000000)


def diff(later_ms: int, earlier_ms: int) -> int:
    """Signed milliseconds from `earlier_ms` to `later_ms`; right while they are less than 2**29, 6.2 days, apart."""
    return (later_ms - earlier_ms & _MASK ^ _HALF) - _HALF


def add(ticks_ms: int, milliseconds: int) -> int:
    """The tick count `milliseconds` after `ticks_ms`; they are less than 2**29 either way."""
    return ticks_ms - _HALF + milliseconds & _MASK ^ _HALF
