"""What keeps the firmware small on MicroPython, and means the same on CPython."""

import sys


class _Slicer:
    def __getitem__(self, part: slice) -> slice:
        return part


# Writing `[:]` makes an object each time, and MicroPython's `slice` cannot be called.
WHOLE = _Slicer()[:]


def const(value: int) -> int:
    """MicroPython's compiler knows this name: it puts the number in place of the constant, and one with a leading
    underscore takes no memory at all."""
    return value


def let_go(*names: str) -> None:
    """Takes modules that are seldom wanted out of memory; they are read again when they are wanted again. CPython keeps
    them: memory is not scarce there, and reading takes long."""
    if sys.implementation.name != "micropython":
        return
    for name in names:
        room, _, own = name.rpartition(".")
        if sys.modules.pop(name, None) and own in sys.modules[room].__dict__:
            delattr(sys.modules[room], own)
