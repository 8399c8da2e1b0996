"""What the board notes for whoever looks after it: short lines, bounded, and never at the cost of the game."""

import errno

import pytest

from host_tools.twin.file_system import mount
from host_tools.twin.flash_chip import Flash
from storage.files import FileSystem
from storage.log import FILE, LIMIT, LINES_AN_HOUR, LONGEST, MOST_LINES, OLD, Log, describe
from tests.support import on_micropython
from tests.support.memory_fs import MemoryFs

HOUR_S = 3600


def lines(fs: MemoryFs) -> "list[str]":
    return (fs.files.get(OLD, b"") + fs.files.get(FILE, b"")).decode().splitlines()


def test_lines_in_order() -> None:
    fs = MemoryFs()
    log = Log(FileSystem(fs))
    log.add("one")
    log.add("two")
    assert fs.files == {}
    log.save()
    log.add("three")
    log.save()
    assert lines(fs) == ["one", "two", "three"]


def test_nothing_is_written_without_news() -> None:
    fs = MemoryFs()
    log = Log(FileSystem(fs))
    for _ in range(5):
        log.add_once("the same")
        log.save()
        log.save()
    assert (lines(fs), fs.writes) == (["the same"], 1)


def test_two_files_take_turns() -> None:
    fs = MemoryFs()
    for start in range(20):
        log = Log(FileSystem(fs))
        for number in range(50):
            log.add(f"line {start}.{number}")
            log.save()
            assert len(fs.files[FILE]) <= LIMIT and len(fs.files.get(OLD, b"")) <= LIMIT
    kept = lines(fs)
    assert kept[-1] == "line 19.49" and len(kept) > 150
    expected = [f"line {start}.{number}" for start in range(20) for number in range(50)]
    assert kept == expected[-len(kept) :]


def test_a_fault_that_comes_and_goes_does_not_wear_out_the_flash() -> None:
    fs = MemoryFs()
    log = Log(FileSystem(fs))
    for _ in range(1000):
        for pocket in (1, 2):
            log.add_once(f"beam {pocket}: obstructed")
            log.save()
    assert fs.writes == 2
    for _ in range(1000):
        log.add("again")
        log.save()
    assert lines(fs)[2:] == ["again"] * 5
    for number in range(1000):
        log.add(f"line {number}")
        log.save()
    assert fs.writes == MOST_LINES


def test_what_goes_on_is_counted_and_said_once_an_hour() -> None:
    fs = MemoryFs()
    log = Log(FileSystem(fs))
    for second in range(3 * HOUR_S):
        if second % 100 == 0 and second < 2 * HOUR_S:
            log.add_once("beam 3: obstructed")
        log.step(1)
        log.save()
    assert lines(fs) == ["beam 3: obstructed", "35 times more: beam 3: obstructed", "36 times more: beam 3: obstructed"]
    # It was gone for an hour, so it is new.
    log.add_once("beam 3: obstructed")
    log.save()
    assert lines(fs)[3:] == ["beam 3: obstructed"]


def test_a_new_fault_is_heard_after_any_number_of_others() -> None:
    """The log was deaf after a hundred lines, until the next start."""
    fs = MemoryFs()
    log = Log(FileSystem(fs))
    for number in range(300):
        log.add(f"line {number}")
        log.save()
    log.step(HOUR_S)
    log.add("another kind")
    log.save()
    assert lines(fs)[-2:] == ["200 lines left out", "another kind"]
    again = Log(FileSystem(MemoryFs()))
    for _ in range(5000):
        again.add("the same")
        again.save()
    again.add("another kind")
    assert again._waiting == ["another kind"]


@pytest.mark.parametrize("length", [1, 40, LONGEST])
def test_wear_of_a_year_of_different_lines(length: int) -> None:
    """The bound that the module states, on littlefs: a line by itself is what costs most."""
    flash = Flash(64)
    log = Log(FileSystem(mount(flash)))
    erases = flash.erases
    written = MOST_LINES
    for number in range(MOST_LINES * 10):
        log.add(f"{number}: " + "x" * length)
        log.save()
    for number in range(200):
        log.step(HOUR_S)
        for other in range(LINES_AN_HOUR * 2):
            log.add(f"{number}, {other}: " + "x" * length)
            log.save()
        written += LINES_AN_HOUR
    cost = (flash.erases - erases) / written
    print(f"{cost:.2f} erases a line, {cost * LINES_AN_HOUR * 24 * 365:.0f} a year")
    assert cost < 1


def test_a_line_is_one_line_and_short() -> None:
    fs = MemoryFs()
    log = Log(FileSystem(fs))
    log.add("a\nb\x00c\x1b" + "x" * 500)
    log.save()
    assert lines(fs) == ["a b c " + "x" * (LONGEST - 6)]


@pytest.mark.parametrize("method", ["write", "rename", "stat"])
def test_a_flash_that_fails_keeps_it_waiting(method: str) -> None:
    fs = MemoryFs({FILE: b"x" * (LIMIT - 1) + b"\n"})
    log = Log(FileSystem(fs))
    log.add("one")
    fs.broken[method] = errno.ENOSPC
    log.save()
    for number in range(100):
        log.add(f"more {number}")
    fs.broken.clear()
    log.save()
    kept = lines(fs)[1:]
    assert kept[0] == "one" and len(kept) == 10


CAUGHT = """
import sys
from storage.log import describe
from storage.setting_table import check

for act in (lambda: check("x", "1"), lambda: check("sound", "7" * 300), lambda: 1 // 0):
    try:
        act()
    except Exception as error:
        print(describe(error))
"""


def test_an_exception_in_one_line(bits: int) -> None:
    said = on_micropython.run(CAUGHT, bits=bits).splitlines()
    assert len(said) == 3 and all(len(line) <= LONGEST for line in said)
    assert said[0].startswith("KeyError: x, setting_table.py:")
    assert said[1].startswith("ValueError: sound is 0 to 1, not 777777") and ", setting_table.py:" in said[1]
    assert said[2].startswith("ZeroDivisionError: ")
    try:
        raise RuntimeError("two\nlines")
    except RuntimeError as error:
        assert describe(error).startswith("RuntimeError: two\nlines, test_log.py:")
