"""Nothing ages without bound, and nothing is allocated where nothing happens, however long that is."""

from tests.support import idling, on_micropython
from tests.support.small_ints import SmallInt

# All that rests begins to do so where the tick count turns over.
AT_THE_WRAP = idling.LAST_TICK - 10_000
SOMEWHERE = 123_456_789

DARK = "1, 2 dark, 3 faulty, 4 dark faulty, 5 dark, 6 dark; stuck 7"
# 3 s are 75 writes to the chips, 40 ms apart, and 6 to the strip.
IDLE = [f"{DARK}; night; silent; refreshed 75 6; 0 bytes", ""]
EXPECTED = [
    "beam 2: fall, beam 6: fall, beam 2: hand, beam 6: hand, "
    "beam 2: obstructed, beam 4: obstructed, beam 6: obstructed, key 7: down",
    f"{DARK}; day; silent",
    *IDLE * 3,
    "spikes [0, 3, 0, 3, 3, 0]",
    "beam 2: clear, beam 4: clear, beam 5: clear, beam 6: clear",
    "beam 1: fall, beam 2: fall, beam 5: fall, beam 6: fall, "
    "key 7: down, key 18: down, key 24: down, key 7: up, key 18: up, key 24: up",
]
HOLD = [
    "1 dark, 2, 3, 4, 5 dark, 6; stuck -1; day; silent; 0 bytes",
    "1 dark, 2, 3, 4, 5 dark, 6; stuck -1; day; silent; 0 bytes",
    "beam 1: fall, beam 1: hand, beam 5: obstructed, beam 1: obstructed, key 24: down",
]


def settled(lines: "list[str]") -> "list[str]":
    """Without what two beams told before they were found faulty."""
    first = lines[0].rpartition("beam 3: faulty, beam 4: faulty, ")
    assert first[1] and set(first[0].split(", ")) == {"beam 5: obstructed", "beam 3: fall", "beam 4: fall", ""}
    return [first[2], *lines[1:]]


def test_eighteen_days_of_rest_in_every_state() -> None:
    """Each number on the way fits the 31 bits of the ESP32; a glitch of light after 6, 12 and 18 days is no ball."""
    assert settled(idling.idle(AT_THE_WRAP, SmallInt)) == EXPECTED


def test_nothing_is_allocated_in_eighteen_days_of_rest(bits: int) -> None:
    """On 64 bits by `mem_total`, which sees frames too: those of more than 11 words are taken from the heap."""
    code = f"from tests.support import idling\nprint('\\n'.join(idling.idle({SOMEWHERE})))"
    assert settled(on_micropython.run(code, heap="1m", bits=bits).split("\n")[:-1]) == EXPECTED


def test_nothing_is_allocated_while_a_key_is_held_and_a_beam_dark(bits: int) -> None:
    assert idling.hold() == HOLD
    code = "from tests.support import idling\nprint('\\n'.join(idling.hold()))"
    assert on_micropython.run(code, bits=bits).split("\n")[:-1] == HOLD


def test_no_count_grows_without_bound() -> None:
    """A cable that chatters for a week counts more than 31 bits hold."""
    assert idling.chatter() == "0, 9999"
