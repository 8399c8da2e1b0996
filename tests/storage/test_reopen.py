"""FTC scorekeeper#840, sgtpuzzles#312: a slip begins a new game, and the one before is gone. Here it can be reopened,
as it was, to its last event."""

import errno
from collections.abc import Callable

import pytest

from host_tools.records.state_json import tokens
from rules.notation import parse
from storage.files import FileSystem
from storage.journal import FOLDER
from storage.session import Session
from storage.setting_table import FILE
from storage.settings import Settings
from tests.support import on_micropython
from tests.support.memory_fs import MemoryFs
from tests.support.power_cuts import BLOCKS, GAME, NEW, REOPEN, Board, Cells, restarted
from tests.support.some_events import some_game


def session_on(fs: MemoryFs) -> Session:
    files = FileSystem(fs)
    return Session(files, Settings(files))


def play(session: Session, *played: str) -> Session:
    for token in played:
        session.play(parse(token))
    return session


def saved(session: Session, *played: str) -> Session:
    play(session, *played).save()
    return session


def begin(session: Session) -> Session:
    session.new_game()
    session.save()
    return session


def state(session: Session) -> "tuple[object, ...]":
    journal, position = session.journal, session.game.position
    known = tokens(session.game), session.series(), journal.tags, session.number()
    return (*known, position.score, position.phase, position.winner)


def segments(fs: MemoryFs) -> "set[int]":
    """The games of which there are segments."""
    return {int(path.split("/")[2].split("-")[0]) for path in fs.files if path.startswith(FOLDER)}


def a_game(fs: MemoryFs, *played: str) -> Session:
    return saved(session_on(fs), *(played or GAME))


# The states from which a game is reopened, one after a whole game each.


def at_once(session: Session, fs: MemoryFs) -> Session:
    session.new_game()
    return session


def written(session: Session, fs: MemoryFs) -> Session:
    return begin(session)


def restarted_since(session: Session, fs: MemoryFs) -> Session:
    begin(session)
    return session_on(fs)


def lagged(session: Session) -> Session:
    """With a start, unless the series has given it."""
    return session if session.game.recorded else play(session, "start:A")


def taken_back(session: Session, fs: MemoryFs) -> Session:
    return saved(lagged(begin(session)), "p7", "undo", "undo")


def taken_back_unsaved(session: Session, fs: MemoryFs) -> Session:
    return play(lagged(begin(session)), "p7", "undo", "undo")


def taken_back_and_restarted(session: Session, fs: MemoryFs) -> Session:
    taken_back(session, fs)
    return session_on(fs)


def twice_by_a_slip(session: Session, fs: MemoryFs) -> Session:
    return saved(begin(begin(begin(session))))


def twice_at_once(session: Session, fs: MemoryFs) -> Session:
    session.new_game()
    session.new_game()
    return session


def taken_back_and_once_more(session: Session, fs: MemoryFs) -> Session:
    return begin(taken_back(session, fs))


def with_options(session: Session, fs: MemoryFs) -> Session:
    begin(session)
    session._settings.set("handicap_a", 30)
    session._settings.set("name_a", "Boris")
    assert session.renew()
    session.save()
    return session_on(fs)


Way = Callable[[Session, MemoryFs], Session]
WAYS: "tuple[Way, ...]" = (
    at_once,
    written,
    restarted_since,
    taken_back,
    taken_back_unsaved,
    taken_back_and_restarted,
    twice_by_a_slip,
    twice_at_once,
    taken_back_and_once_more,
    with_options,
)


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("last", [(), ("concede:A",)])
def test_the_game_before_is_back(way: Way, last: "tuple[str, ...]") -> None:
    fs = MemoryFs({FILE: "name_a=Анна\nhandicap_b=10\nseries=2\n".encode()})
    session = a_game(fs, *GAME[:30], *last)
    assert not session.can_reopen()
    expected = state(session)
    session = way(session, fs)
    while tokens(session.game) and session.game.last():
        # In a series the board has given the start.
        play(session, "undo")
    assert session.can_reopen()
    session.reopen()
    assert state(session) == expected and not session.can_reopen()
    assert not session.save()
    again = session_on(fs)
    assert state(again) == expected and again.journal.faults == [] and not again.can_reopen()
    assert segments(fs) == {1}
    # It goes on, and its record is that of the whole game.
    saved(again, "undo")
    begin(again)
    record = fs.files["/games/00001.txt"].decode()
    assert record.split("\n")[-3] == "undo" and [path for path in fs.files if path.startswith("/games")] == [
        "/games/00001.txt"
    ]
    assert again.number() == 2 and again.journal.faults == []


def test_games_of_all_kinds_of_events_are_reopened() -> None:
    for seed in range(20):
        fs = MemoryFs()
        session = saved(session_on(fs), *[str(token) for token in some_game(seed, 40).tokens])
        if session.game.last() is None:
            continue
        expected = state(session)
        begin(session).reopen()
        assert state(session) == expected == state(session_on(fs))


def test_only_a_game_without_events_gives_way() -> None:
    fs = MemoryFs()
    session = session_on(fs)
    for _ in range(2):
        assert not session.can_reopen()
        with pytest.raises(OSError, match="2"):
            session.reopen()
        begin(session)
    saved(begin(saved(session, "start:A")), "start:B")
    expected = state(session)
    assert not session.can_reopen()
    with pytest.raises(OSError, match="2"):
        session.reopen()
    assert state(session) == expected == state(session_on(fs))


def test_it_is_the_game_right_before_and_no_older_one() -> None:
    fs = MemoryFs()
    session = begin(saved(begin(saved(session_on(fs), "start:A", "p7")), "start:B", "p8"))
    assert segments(fs) == {2, 3}
    session.reopen()
    saved(session, "undo", "undo")
    assert tokens(session.game) == ["start:B", "p8", "undo", "undo"] and not session.can_reopen()


def test_a_game_in_which_nothing_happened_leaves_no_record() -> None:
    fs = MemoryFs()
    begin(saved(session_on(fs), "start:A", "p7", "undo", "undo"))
    assert not [path for path in fs.files if path.startswith("/games")]
    session = session_on(fs)
    assert not session.can_reopen() and session.number() == 2


@pytest.mark.parametrize("method", ["write", "rename", "mkdir", "ilistdir", "stat", "remove", "read"])
@pytest.mark.parametrize("way", WAYS)
def test_where_the_flash_refuses_nothing_has_changed(way: Way, method: str) -> None:
    fs = MemoryFs()
    session = way(a_game(fs), fs)
    expected, journal = (tokens(session.game), session.series(), session.journal.tags), session.journal
    fs.broken[method] = errno.EIO
    try:
        session.reopen()
    except OSError as error:
        assert error.errno == errno.EIO
        assert (tokens(session.game), session.series(), session.journal.tags) == expected
        assert session.journal is journal and session.can_reopen()
        fs.broken.clear()
        session.save()
        assert tokens(session_on(fs).game) == expected[0]
        session.reopen()
    fs.broken.clear()
    assert tokens(session.game) == GAME == tokens(session_on(fs).game)


def test_a_flash_that_failed_at_the_end_of_a_game() -> None:
    """What is not on flash is in the record, and no part of the game is taken for the whole."""
    fs = MemoryFs()
    session = a_game(fs, *GAME[:10])
    fs.broken["write"] = errno.EIO
    play(session, *GAME[10:12]).new_game()
    assert not session.can_reopen() and session.number() == 0
    with pytest.raises(OSError, match="2"):
        session.reopen()
    fs.broken.clear()
    session.save()
    assert GAME[11] in fs.files["/games/00001.txt"].decode()
    assert segments(fs) == {2} and not session.can_reopen() and not session_on(fs).can_reopen()


def test_a_game_that_waits_for_the_flash_is_written_before_the_next() -> None:
    fs = MemoryFs()
    session = play(session_on(fs), *GAME[:10])
    session.new_game()
    session.reopen()
    assert tokens(session.game) == GAME[:10] == tokens(session_on(fs).game)


# The flash.


def test_a_full_flash_takes_the_game_before_first() -> None:
    flash = Cells(BLOCKS)
    board = Board(flash)
    for event in GAME + [NEW]:
        board.do(event)
    assert board.session.can_reopen()
    number = 0
    try:
        while True:
            number += 1
            with board.fs.open("/other-%d" % number, "wb") as file:
                file.write(bytes(200))
    except OSError:
        pass
    session = board.session
    board.do("start:A")
    while session.journal.before:
        board.do("undo" if len(session.game.recorded) % 2 == 0 else "c7@1/o7/o8/o9/o10/o11/f11/f9/f8/f5")
    assert session.journal.faults == []
    assert [name for name, _ in board.records()] == ["00001.txt"]
    expected = board.state()
    flash.power_off()
    assert restarted(flash).state() == expected


def test_twenty_slips_and_back_leave_nothing_behind() -> None:
    flash = Cells(BLOCKS)
    board = Board(flash)
    for event in GAME:
        board.do(event)
    expected = board.state()
    for _ in range(20):
        for event in (NEW, "start:A", "undo", NEW, REOPEN):
            board.do(event)
        assert board.state() == expected
    assert sorted({entry[0].split("-")[0] for entry in board.fs.ilistdir(FOLDER)}) == ["00001"]


def before(fs: MemoryFs) -> "list[str]":
    return sorted(path for path in fs.files if path.startswith(FOLDER + "/00001-"))


def test_damage_in_the_game_before_is_said_and_keeps_it_closed() -> None:
    whole = MemoryFs()
    begin(a_game(whole, *GAME[:20]))
    for path in before(whole):
        for data in (b"rubbish", whole.files[path][:-1], whole.files[path] + b"x"):
            fs = MemoryFs({**whole.files, path: data})
            session = session_on(fs)
            assert session.journal.faults == [f"{before(whole)[0]}: damaged, the game before"]
            assert not session.can_reopen() and tokens(session.game) == []
            assert saved(session, "start:A").journal.faults and session_on(fs).journal.faults == []
            # All of it is in its record.
            assert GAME[19] in fs.files["/games/00001.txt"].decode()


def test_damage_found_when_it_is_reopened_changes_nothing() -> None:
    whole = MemoryFs()
    begin(a_game(whole, *GAME[:20]))
    for path in before(whole):
        fs = MemoryFs(whole.files)
        session = session_on(fs)
        fs.files[path] = b"rubbish"
        with pytest.raises(OSError, match="game before"):
            session.reopen()
        assert tokens(session.game) == [] and session.number() == 2
        assert tokens(saved(session, "start:B").game) == ["start:B"] == tokens(session_on(fs).game)


def test_a_head_that_is_gone_is_damage_and_one_that_was_dropped_is_not() -> None:
    fs = MemoryFs()
    saved(begin(a_game(fs, *GAME[:20])), *GAME[:20])
    head, rest = "/journal/00002-000", "/journal/00002-001"
    files = dict(fs.files)
    del files[head]
    gone = session_on(MemoryFs(files))
    assert gone.journal.faults[0] == f"{rest}: damaged after byte 0"
    dropped = MemoryFs({**files, head + ".new": fs.files[head]})
    session = session_on(dropped)
    assert session.journal.faults == [] and segments(dropped) == {1}
    for again in (gone, session):
        assert tokens(again.game) == GAME[:20] and again.number() == 1


# Names like those of other games' segments.
ODD = {
    "/journal/00002-001": 1,
    "/journal/00003-000": 1,
    "/journal/00003-001": 1,
    "/journal/00003-000.new": 0,
    "/journal/00001-999": 1,
    "/journal/00000-000": 1,
    "/journal/00009-000.new": 0,
}


@pytest.mark.parametrize("path", ODD)
@pytest.mark.parametrize("data", [b"", b"rubbish", b"start:A 0000\n"])
def test_odd_names_beside_the_game_before(path: str, data: bytes) -> None:
    fs = MemoryFs()
    begin(a_game(fs))
    fs.files[path] = data
    session = session_on(fs)
    # What follows the last segment of a game and is empty was just made when power went.
    follows = path in ("/journal/00002-001", "/journal/00001-999")
    assert len(session.journal.faults) == (0 if follows and not data else ODD[path])
    if session.can_reopen():
        session.reopen()
        assert tokens(session.game) == GAME
    session = saved(begin(session), "start:A")
    assert tokens(session_on(fs).game) == ["start:A"]


def test_the_same_on_micropython(bits: int) -> None:
    """The key steps, on its own littlefs where it has one."""
    code = """
import sys
from host_tools.records.state_json import tokens
from tests.support.power_cuts import BLOCKS, GAME, NEW, REOPEN, Board, Cells, restarted
flash = Cells(BLOCKS)
board = Board(flash)
board.settings.set("series", 3)
board.do(NEW)
for event in ("start:A", "concede:B", NEW, "p7", "concede:A"):
    board.do(event)
expected = board.state()
board.do(NEW)
print(board.session.series(), tokens(board.session.game))
board.do("undo")
flash.power_off()
board = restarted(flash)
print([name for name in ("storage.restore", "storage.next_game") if name in sys.modules])
print(board.session.can_reopen(), tokens(board.session.game), board.session.number())
board.do(REOPEN)
print(board.state().rsplit(" ", 1)[0] == expected.rsplit(" ", 1)[0], board.session.series(), board.session.number())
board.session.set_tally("A", 0)
board.do(NEW)
print(board.session.set_tally("B", 2), board.session.series(), tokens(board.session.game))
board.settings.set("name_a", "Anna")
print(board.session.renew(), board.session.journal.tags[0], tokens(board.session.game))
board.session.save()
flash.power_off()
board = restarted(flash)
print(board.session.series(), tokens(board.session.game), board.session.number())
"""
    said = on_micropython.run(code, "4m", bits=bits).splitlines()
    assert said == [
        "(3, 1, 1) ['start:A']",
        "[]",
        "True ['start:A', 'undo'] 4",
        "True (3, 1, 0) 3",
        "True (3, 0, 2) ['start:A']",
        "True ('A', 'Anna') ['start:A']",
        "(3, 0, 2) ['start:A'] 5",
    ]
