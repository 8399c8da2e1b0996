"""A whole game on real littlefs, and the power cut in each of its flash operations. Runs on both Pythons."""

from host_tools.records import state_json
from host_tools.twin.file_system import mount
from host_tools.twin.flash_chip import PAGE, PROGRAM, Flash, PowerLost
from rules.notation import parse
from storage.files import FileSystem
from storage.journal import RECORDS
from storage.session import Session
from storage.settings import Settings

BLOCKS = 24

# Stands for the end of the game and the beginning of the next.
NEW = "new game"
# Stands for dropping a game without events, for the one before.
REOPEN = "reopen"
# 65 events of every kind: strokes, warn, undo, amend, adjust.
TOKENS = """
start:B p2@1/o8 undo p7@2/p3@2 c5@2/p5 f10/= adjust:A-5 f11/= o9/f1 o1 - amend:5:f11/= p4/f6 f7/= c10@2/p10@2
f8/= f5/= s15 adjust:B-1 p13/p9@2/o4 f10/= c4@1/p4@2/f6 p4 f0/= p6@1/f6 c1@2/p1/f3 c8@2/f4 f4/= c2@1/p11/p2@1
c6@1/p6@2/p14@1/f6 f5/= c8@2/p12@1/o8 p5@2/f6 c8@1/p8@2 c6@1/p12@1/p6@2/f3 o8/f7/s4 p1/f5 p14@2/p8/p15
p6@2/f1 p12@2/p1@2/p5@2 adjust:B-20 f8/= o6 p6@2 s11 undo f3/= s8 undo s15 f2/= f9/= s15 - undo f6/= warn
adjust:B+1 s16 undo s11 - - - f5/=
"""
GAME = TOKENS.split()
# What may follow it: a game that is taken back, one by a slip, the game again, one more event of it, and more games.
AFTERWARDS = [NEW, "start:A", "undo", NEW, REOPEN, "undo", NEW, "start:A", "c7@3/p7@3", NEW, REOPEN, NEW]


class Cells(Flash):
    """Flash whose content can be put back as it was."""

    def image(self) -> "dict[int, bytes]":
        """A copy of all that is in it."""
        return {number: bytes(page) for number, page in self._pages.items()}

    def put_back(self, image: "dict[int, bytes]") -> None:
        """Makes it what it was; the power is off."""
        self.power_off()
        self.cut(0)
        self._pages = {number: bytearray(page) for number, page in image.items()}


class Board:
    """What the flash sees of a board: a session, and its saving after each event."""

    def __init__(self, flash: Flash) -> None:
        self.fs = mount(flash)
        self._files = files = FileSystem(self.fs)
        self.settings = Settings(files)
        self.session = Session(files, self.settings)
        self.session.save()

    def do(self, event: str) -> None:
        """Plays an event, saved."""
        if event == NEW:
            self.session.new_game()
        elif event == REOPEN:
            self.session.reopen()
        else:
            self.session.play(parse(event))
        self.session.save()

    def state(self) -> str:
        """The game that is kept, as text, and which ones can be reopened."""
        session = self.session
        text = state_json.line(state_json.game_pairs(session.game)) + " ".join(session.record().split())
        return "%s %d %d" % (text, session.number(), session.journal.before)

    def records(self) -> "list[tuple[str, bytes]]":
        """Name and text of the finished games."""
        return [(name, self._files.read(RECORDS + "/" + name)) for name in sorted(self._files.names(RECORDS))]


class Expected:
    """What there may be after a cut: game and records of before the event or of after it."""

    def __init__(self, before: str, old: "list[tuple[str, bytes]]", after: str, new: "list[tuple[str, bytes]]") -> None:
        self._before = before
        self._old = old
        self._after = after
        self._new = new

    def check(self, board: Board, where: str) -> None:
        """AssertionError for anything else. The record of a game can be there before the next game is."""
        state, records = board.state(), board.records()
        assert state in (self._before, self._after), "%s: %s" % (where, state)
        assert records == self._new or (state == self._before and records == self._old), "%s: %s" % (where, records)


def restarted(flash: Flash) -> Board:
    """The board after the power has come back. AssertionError where it found anything wrong."""
    formats = flash.formats
    board = Board(flash)
    assert board.session.journal.faults == [], board.session.journal.faults
    assert flash.formats == formats
    return board


def sweep(parts: "list[float | int]", again: "list[float | int]", length: int = len(GAME)) -> "tuple[int, int]":
    """Plays so many events of the game, and AFTERWARDS. Cuts the power in each flash operation, with each
    of `parts` of it done (none given: at each byte), and with each of `again` in each operation of the restart. Each
    time the state must be that after the event or before it.

    Returns the number of cuts, and of those in a restart.
    """
    flash = Cells(BLOCKS)
    board = Board(flash)
    cuts = seconds = 0
    number = 0
    for event in GAME[:length] + AFTERWARDS:
        number += 1
        before, records = board.state(), board.records()
        image = flash.image()
        board.do(event)
        expected = Expected(before, records, board.state(), board.records())
        end = flash.image()
        operation = 0
        for what, _, _, size in _operations(flash, image, event):
            operation += 1
            for part in parts or range(0, size + 1, 1 if what == PROGRAM else PAGE):
                flash.put_back(image)
                board = Board(flash)
                flash.cut(operation, part)
                try:
                    board.do(event)
                except PowerLost:
                    cuts += 1
                where = "event %d, cut in operation %d at %s" % (number, operation, part)
                assert flash.bus is None, where
                torn = flash.image()
                ops = flash.ops
                flash.power_off()
                expected.check(restarted(flash), where)
                for second in range(1, flash.ops - ops + 1):
                    for another in again:
                        flash.put_back(torn)
                        flash.cut(second, another)
                        try:
                            Board(flash)
                        except PowerLost:
                            seconds += 1
                        flash.power_off()
                        expected.check(restarted(flash), where + " and %d of the restart" % second)
        flash.put_back(end)
        board = Board(flash)
    return cuts, seconds


def options_sweep(old: "dict[str, int | str]", new: "dict[str, int | str]") -> "tuple[int, int]":
    """Sets options before the first event, as the menu does, and cuts the power in each flash operation, and in each
    of the restart after that. Each time all of it must be the old or all of it the new, and stay so.

    Returns the number of cuts, and of those in a restart.
    """
    flash = Cells(BLOCKS)
    board = Board(flash)
    _set(board, old)
    image = flash.image()
    before = _agreed(board)
    flash.log = []
    _set(board, new)
    operations, flash.log = len(flash.log), None
    after = _agreed(board)
    assert before != after
    cuts = seconds = 0
    for operation in range(1, operations + 1):
        for part in (0.0, 0.5, 1.0):
            flash.put_back(image)
            board = Board(flash)
            flash.cut(operation, part)
            try:
                _set(board, new)
            except PowerLost:
                cuts += 1
            torn = flash.image()
            ops = flash.ops
            flash.power_off()
            where = "cut in operation %d at %s" % (operation, part)
            found = _agreed(restarted(flash))
            assert found in (before, after), "%s: %s" % (where, found)
            restart = flash.ops - ops
            flash.power_off()
            assert _agreed(restarted(flash)) == found, where
            for second in range(1, restart + 1):
                flash.put_back(torn)
                flash.cut(second, part)
                try:
                    Board(flash)
                except PowerLost:
                    seconds += 1
                flash.power_off()
                assert _agreed(restarted(flash)) == found, "%s, and %d of the restart" % (where, second)
    return cuts, seconds


def _set(board: Board, options: "dict[str, int | str]") -> None:
    for name in sorted(options):
        board.settings.set(name, options[name])
    board.do(NEW)


def _agreed(board: Board) -> "list[object]":
    """What is set, and what the game is played with."""
    settings, session = board.settings, board.session
    said = [settings.word(name) for name in ("handicap_a", "handicap_b", "stalemate", "series")]
    options = session.game.options
    return [said, options.handicap["A"], options.handicap["B"], options.draw, session.series(), session.journal.tags]


def _operations(flash: Cells, image: "dict[int, bytes]", event: str) -> "list[tuple[str, int, int, int]]":
    """The flash operations of an event on a board that has just started."""
    flash.put_back(image)
    board = Board(flash)
    flash.log = []
    board.do(event)
    log, flash.log = flash.log, None
    return log
