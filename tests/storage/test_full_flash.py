"""A flash with no block left: the right number of free bytes, and a game that goes on without wearing it out."""

import errno

import pytest

from host_tools.device import toolbox
from host_tools.records.state_json import tokens
from host_tools.twin.file_system import mount
from rules.notation import parse
from storage.files import FileSystem
from storage.session import Session
from storage.settings import Settings
from tests.support import on_micropython
from tests.support.power_cuts import BLOCKS, Board, Cells

# littlefs wants room for a name, or for what is in it.
FULL = (errno.ENOSPC, errno.ENAMETOOLONG)

FREE = """
from host_tools.twin.file_system import mount
from host_tools.twin.flash_chip import Flash
from storage.files import FileSystem

flash = Flash(24)
fs = mount(flash)
files = FileSystem(fs)
print(files.free())
files.make_folder("/journal")
least = files.free()
try:
    for number in range(1000):
        files.append("/journal/%d" % number, b"x" * 60)
        least = min(least, files.free())
except OSError:
    pass
print(least, files.free(), fs.statvfs("/")[3] > 24)
"""


def test_free_bytes_of_a_flash_full_of_directories() -> None:
    """littlefs counts directories twice, and the board said FLASH/17179869168K."""
    said = on_micropython.run(FREE)
    assert said.split()[1:] == ["0", "0", "True"]
    assert int(said.split()[0]) == 22 * 4096
    namespace: "dict[str, object]" = {}
    printed: "list[str]" = []
    namespace["print"] = lambda *values: printed.extend(map(str, values))
    exec(FREE, namespace)
    assert printed == said.split()


@pytest.mark.parametrize(("free", "said"), [(5, 5), (0, 0), (0xFFFFFFFC, 0)])
def test_what_deploy_reads(free: int, said: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.statvfs", lambda _path: (4096, 4096, 24, free, free, 0, 0, 0, 0, 255))
    assert toolbox.room() == (4096, said)


def endless(board: Board) -> "list[str]":
    """Plays until the journal has filled the flash by itself, and ten events more. Returns all of them."""
    played = ["start:A"]
    board.do("start:A")
    refused = 0
    while refused < 10:
        # Long tokens fill it sooner.
        played.append("c7@1/o7/o8/o9/o10/o11/f11/f9/f8/f5" if len(played) % 2 else "undo")
        try:
            board.do(played[-1])
            assert not refused
        except OSError as error:
            assert error.errno in FULL
            refused += 1
    return played


def test_a_journal_that_fills_the_flash_by_itself() -> None:
    """The game goes on in memory; what reached the flash is there after a restart."""
    flash = Cells(BLOCKS)
    board = Board(flash)
    played = endless(board)
    assert len(played) > 300
    assert tokens(board.session.game) == played
    # Whoever tries again each second, with no event more, wears nothing out.
    programs, erases = flash.programs, flash.erases
    for _ in range(20):
        with pytest.raises(OSError, match=r"\[Errno"):
            board.session.save()
    assert (flash.programs, flash.erases) == (programs, erases)
    flash.power_off()
    again = Board(flash)
    kept = tokens(again.session.game)
    assert kept == played[: len(kept)] and len(kept) >= len(played) - 10
    assert again.session.journal.faults == []


def test_the_next_game_finds_room_where_the_journal_has_left_none() -> None:
    """Its record could not be written beside it, and then nothing could, for ever."""
    flash = Cells(BLOCKS)
    board = Board(flash)
    played = endless(board)
    record = board.session.record()
    board.do("new game")
    board.do("start:B")
    with board.fs.open("/games/00001.txt", "r") as file:
        assert file.read() == record
    assert record.count("\n") > len(played)
    flash.power_off()
    again = Board(flash)
    assert (tokens(again.session.game), again.session.journal.faults) == (["start:B"], [])


def test_an_older_record_gives_way_to_an_endless_game() -> None:
    flash = Cells(BLOCKS)
    board = Board(flash)
    for _ in range(2):
        board.do("start:A")
        board.do("new game")
    endless(board)
    faults = board.session.journal.faults
    assert faults == ["flash full: removed /games/00001.txt", "flash full: removed /games/00002.txt"]


def test_settings_that_find_no_room_keep_no_event_waiting() -> None:
    flash = Cells(BLOCKS)
    fs = mount(flash)
    files = FileSystem(fs)
    settings = Settings(files)
    session = Session(files, settings)
    session.play(parse("start:A"))
    session.save()
    number = 0
    try:
        while True:
            number += 1
            with fs.open("/other-%d" % number, "wb") as file:
                file.write(bytes(200))
    except OSError:
        pass
    for name in ("name_a", "name_b"):
        settings.set(name, "x" * 40)
    for token in ("p7", "f1"):
        session.play(parse(token))
        with pytest.raises(OSError, match=r"\[Errno"):
            session.save()
        assert session.journal.waiting == []
    flash.power_off()
    files = FileSystem(mount(flash))
    assert tokens(Session(files, Settings(files)).game) == ["start:A", "p7", "f1"]
