"""The arithmetic of the tick counter, over all of its range and within 31 bits."""

import random

import pytest

import ticks
from tests.support import on_micropython
from tests.support.small_ints import MOST, SmallInt

WRAP = 2**30
HALF = 2**29
# Where something may turn over, and its neighbours.
EDGES = sorted({(at + near) % WRAP for at in (0, HALF, WRAP // 4, 3 * WRAP // 4) for near in range(-3, 4)})
RNG = random.Random(30)
COUNTS = EDGES + [RNG.randrange(WRAP) for _ in range(200)]
SPANS = sorted(
    {at + near for at in (0, HALF // 2, -HALF // 2) for near in range(-3, 4)} | {-HALF, 1 - HALF, HALF - 1, HALF - 2}
) + [RNG.randrange(-HALF, HALF) for _ in range(200)]


def test_a_span_added_is_the_difference_again() -> None:
    for count in COUNTS:
        for span in SPANS:
            later = ticks.add(SmallInt(count), SmallInt(span))
            assert later == (count + span) % WRAP
            assert ticks.diff(SmallInt(later), SmallInt(count)) == span, (count, span)


def test_any_two_counts_differ_by_less_than_half_of_the_range() -> None:
    """Also two that are further apart: what comes out is small, and right but for whole turns."""
    for later in COUNTS:
        for earlier in COUNTS:
            difference = ticks.diff(SmallInt(later), SmallInt(earlier))
            assert -HALF <= difference < HALF
            assert (int(difference) - (later - earlier)) % WRAP == 0


def test_a_number_that_is_too_large_would_be_noticed() -> None:
    for expression in ("most + 1", "1 - -most", "2 * most", "-(-most - 1)"):
        with pytest.raises(AssertionError, match="31 bits"):
            eval(expression, {"most": SmallInt(MOST)})


def test_the_same_under_micropython_and_nothing_allocated(bits: int) -> None:
    code = f"""
import micropython
import ticks

def sum_up(edges, spans):
    total = 0
    for a in edges:
        for b in edges:
            total = (total * 31 + ticks.diff(a, b)) % 1000003
        for span in spans:
            total = (total * 31 + ticks.add(a, span) % 1000003) % 1000003
    return total

edges, spans, total = {EDGES}, ({-HALF}, -1, 0, 1, {HALF - 1}), 0
micropython.heap_lock()
total = sum_up(edges, spans)
micropython.heap_unlock()
print(total)
"""
    total = 0
    for a in EDGES:
        for b in EDGES:
            total = (total * 31 + ticks.diff(a, b)) % 1000003
        for span in (-HALF, -1, 0, 1, HALF - 1):
            total = (total * 31 + ticks.add(a, span) % 1000003) % 1000003
    assert on_micropython.run(code, bits=bits) == f"{total}\n"
