"""Integers as MicroPython has them on the ESP32, for CPython: a result that would not fit 31 bits is an error."""

from typing import Any

LEAST, MOST = -(2**30), 2**30 - 1


class SmallInt(int):
    """An int whose arithmetic gives ints of its kind. AssertionError where MicroPython would have to allocate."""

    def __new__(cls, value: int) -> "SmallInt":
        assert LEAST <= value <= MOST, f"{value} does not fit 31 bits"
        return super().__new__(cls, value)


def _checked(name: str) -> Any:
    plain = getattr(int, name)

    def operation(*operands: int) -> Any:
        result = plain(*operands)
        return SmallInt(result) if isinstance(result, int) else result

    return operation


for _name in ("add", "sub", "mul", "floordiv", "mod", "and", "or", "xor", "lshift", "rshift"):
    for _side in ("__%s__", "__r%s__"):
        setattr(SmallInt, _side % _name, _checked(_side % _name))
for _name in ("__neg__", "__invert__", "__abs__"):
    setattr(SmallInt, _name, _checked(_name))
