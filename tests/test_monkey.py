"""Random keys, balls, beams, stalls, spikes and power cuts: nothing fails, and the board shows what flash holds."""

import os

import pytest

from tests.support import monkey, on_micropython

SOAK = bool(os.environ.get("SOAK"))


@pytest.mark.parametrize("seed", range(200 if SOAK else 6))
def test_nothing_is_ever_lost(seed: int) -> None:
    monkey.run(seed, 500 if SOAK else 250)


def test_nor_on_micropython(bits: int) -> None:
    length = 400 if SOAK else 80
    for seed in range(2):
        code = f"from tests.support import monkey\nmonkey.run({seed}, {length})\nprint('done')\n"
        # Firmware, world and checks share the heap, and 64 bits are twice the board's words.
        assert on_micropython.run(code, heap={64: "384k", 32: "256k"}[bits], bits=bits) == "done\n"
