"""What is wrong with the board: the worst of it is said, and each fault is logged once."""

from typing import Any

from board import devkitc
from host_tools.sim import verbs
from host_tools.twin.world import World
from referee.keys import STILL
from scoreboard.alarms import Alarms
from storage.files import FileSystem
from storage.settings import Settings
from tests.support.memory_fs import MemoryFs


class Log:
    """Keeps what it is told."""

    def __init__(self) -> None:
        self.lines: "list[str]" = []

    def add_once(self, text: str) -> None:
        self.lines.append(text)


def alarms(**settings: int) -> "tuple[Any, Log]":
    log, made = Log(), Settings(FileSystem(MemoryFs()))
    for name, value in settings.items():
        made.set(name, value)
    board: "Any" = Alarms(log, made)  # type: ignore[arg-type]
    return board, log


def test_nothing_is_wrong() -> None:
    board, log = alarms()
    assert not board.any() and board.said() is None and not log.lines


def test_the_worst_is_said() -> None:
    board, log = alarms()
    assert board.key_stuck(STILL) and not board.key_stuck(STILL)
    assert board.said() == ("key-stuck", "STILL")
    board.flash_failed = True
    assert board.said() == ("flash", None)
    board.beam_obstructed(5)
    board.beam_obstructed(2)
    assert board.said() == ("beam-obstructed", 2)
    board.beam_faulty(6)
    assert board.said() == ("beam-faulty", 6) and board.any()
    board.beam_right(6)
    board.beam_clear(2)
    assert board.said() == ("beam-obstructed", 5)
    assert log.lines == ["key STILL: stuck", "beam 5: obstructed", "beam 2: obstructed", "beam 6: faulty"]


def test_all_beams_dark_is_the_lights_fault() -> None:
    board, _ = alarms()
    for pocket in range(1, 7):
        board.beam_obstructed(pocket)
    assert board.said() == ("beams-dark", None)


def test_a_beam_that_is_switched_off_is_none_of_the_boards() -> None:
    board, _ = alarms(beam_3=0)
    board.beam_obstructed(3)
    assert not board.any() and board.said() is None and not board.beam_on(3) and board.beam_on(4)
    assert board.key_stuck(-1) is False


def test_a_notice_is_an_alarm() -> None:
    board, _ = alarms()
    board.notice = "settings"
    assert board.any()


def test_a_fall_that_nobody_named_is_in_the_log() -> None:
    world = World(devkitc)
    world.power_on()
    for line in (
        "key A",
        "key 7",
        "ball 3",
        "wait 100",
        "ball 4",
        "wait 100",
        "key OK",
        "wait 600",
        "key OK",
        "wait 200",
    ):
        verbs.act(world, verbs.parse(line))
    with world.fs.open("/log.txt", "rb") as file:
        assert b"event 2: nobody named what fell: P4\n" in file.read()
