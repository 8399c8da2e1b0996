"""What keeps the firmware small on MicroPython, and means the same on CPython."""


class _Slicer:
    def __getitem__(self, part: slice) -> slice:
        return part


# Writing `[:]` makes an object each time, and MicroPython's `slice` cannot be called.
WHOLE = _Slicer()[:]


def const(value: int) -> int:
    """MicroPython's compiler knows this name: it puts the number in place of the constant, and one with a leading
    underscore takes no memory at all."""
    return value
