"""Whatever the flash holds, the board starts, says what it left out, and its keys live.

What comes with good checksums was written by a board: by this version of the firmware, or by another.
"""

import os

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from host_tools.records.record_text import read
from host_tools.records.state_json import tokens
from storage.journal import FOLDER, line, path
from storage.setting_table import FIELDS
from tests.storage import any_flash
from tests.support import on_micropython

# An own strategy of a run: `SOAK=1` is the long form.
EXAMPLES = 500 if os.environ.get("SOAK") else 40


def journal(lines: "list[bytes]", game: int = 1, cuts: "tuple[int, ...]" = ()) -> "dict[str, bytes | None]":
    """The segments of a game with these lines, whose checksums hold; a new segment before each number of `cuts`."""
    files: "dict[str, bytes | None]" = {}
    check, segment, data = game, 0, b""
    for number, said in enumerate(lines):
        if number in cuts:
            files[path(game, segment)] = data
            segment, data = segment + 1, b""
        check = checked(said, check)
        data += said + b" %04x\n" % check
    files[path(game, segment)] = data
    return files


def checked(data: bytes, check: int) -> int:
    """What `line` does for text."""
    from binascii import crc32

    return crc32(data, check) & 0xFFFF


def text_journal(*lines: str) -> "dict[str, bytes | None]":
    return journal([said.encode() for said in lines])


def test_checksums_here_are_those_of_the_journal() -> None:
    assert journal([b"start:A"], 7) == {path(7, 0): line("start:A", 7)[0]}


# Tag lines, events, and how many of both are left out.
REFUSED = {
    "a handicap beyond 70": (('[Handicap "A+99"]',), ("start:A", "p7"), 1),
    "a handicap that is none": (('[Handicap "x"]',), ("start:A",), 1),
    "both with 70": (('[Handicap "A+70 B+70"]',), ("start:A",), 1),
    "another stalemate": (('[Stalemate "coin"]',), ("start:A",), 1),
    "a huge series": (('[Series "%s"]' % ("9" * 400), '[SeriesA "1"]'), ("start:A",), 1),
    "a break of nobody's": (('[Series "2"]', '[Break "C"]', '[Break "AB"]', '[Break ""]'), ("start:A",), 3),
    "digits of another script": (('[Series "٣"]', '[SeriesA "²"]', '[SeriesB "-1"]'), ("start:A",), 3),
    "twice": (('[Handicap "A+5"]', '[Handicap "B+5"]', '[Stalemate "draw"]', '[Stalemate "draw"]'), ("start:A",), 2),
    "no tags at all": ((), ("start:A",), 0),
    "tags of another version": (('[Table "3"]', '[Clock "40 s"]', '[Clock "30 s"]'), ("start:A",), 0),
    "no tag": (("x", "[", '["', '[A "', '[A"x"]', '[ "x"]', '[A B "x"]', '[A] "x"]'), ("start:A",), 8),
    "signs that end a line": (('[A "x\ry"]', '[B "x\x00"]', '[Table "\x1f"]'), ("start:A",), 3),
    "events of another version": (('[Stalemate "draw"]',), ("start:A", "dance:A", "p99", "x" * 600, "ёж", "p7"), 4),
    "the wrong order": ((), ("p7", "start:A", "start:A", "undo", "undo", "start:B"), 3),
    "corrections of what is not there": ((), ("start:A", "amend:9:x", "amend:1:undo", "amend:2:p7"), 3),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_the_rules_refuse_is_left_out_and_said(name: str) -> None:
    tags, events, left_out = REFUSED[name]
    world = any_flash.check(text_journal(*tags, "", *events))
    said = [said for said in any_flash.log(world) if said.startswith("journal: ")]
    # The same is said at each start, as long as it is on flash: here there were two.
    assert len(set(said)) == left_out and len(said) == 2 * left_out
    with world.fs.open("/games/00001.txt", "rb") as file:
        record = read(str(file.read(), "utf-8"))
    # What has been left out does not spoil the record.
    record.options()
    assert len(record.events()) == len(kept_events(events))


def kept_events(events: "tuple[str, ...]") -> "list[str]":
    """The events that a game of their own takes."""
    from rules import RulesError
    from tests.support.token_game import Game

    game, kept = Game(), []
    for event in events:
        try:
            game.play(event)
            kept.append(event)
        except RulesError:
            continue
    return kept


def test_the_board_says_so_until_a_key_is_pressed() -> None:
    """It raised three times, and ended in safe mode, at each power-on."""
    from board import devkitc
    from host_tools.twin.file_system import mount
    from host_tools.twin.world import World

    world = World(devkitc)
    any_flash.put(mount(world.flash), text_journal('[Handicap "A+99"]', '[A "Anna"]', "", "start:A", "p7"))
    world.flash.power_off()
    any_flash.start(world)
    board = world.app.scoreboard
    assert (board.alarms.notice, board.view.alarm) == ("flash", True)
    assert tokens(board.game) == ["start:A", "p7"]
    assert board.session.journal.tags == [("A", "Anna")]
    assert any_flash.log(world)[-2].startswith('journal: [Handicap "A+99"]: range')
    any_flash.press(world, "7")
    world.run(20)
    assert (board.alarms.notice, board.view.alarm) == ("", False)


def test_a_folder_in_place_of_the_settings() -> None:
    world = any_flash.check({"/settings.txt/x": b"x"})
    world.app.scoreboard.settings.set("sound", 0)
    any_flash.press(world, "7", "OK")
    any_flash.restart(world)
    assert world.app.scoreboard.settings.number("sound") == 0
    assert not world.app.scoreboard.alarms.any()


FOLDERS = (
    "/settings.txt.new/x",
    "/log.old/x",
    "/journal/00001-000/x",
    "/journal/00002-000/x",
    "/journal/00002-000.new/x",
    "/journal/00002-001/x",
    "/games/00001.txt/x",
    "/games/00001.txt.new/x",
    "/journal.bad/x",
)


@pytest.mark.parametrize("inside", FOLDERS)
def test_a_folder_where_a_file_should_be(inside: str) -> None:
    files = text_journal('[Stalemate "shootout"]', "", "start:A", "p7")
    folder = inside.rpartition("/")[0]
    any_flash.check({**{name: data for name, data in files.items() if name != folder}, inside: b"x"})


@pytest.mark.parametrize("game", [1, 99_999, 100_000, 999_999, 1_000_000, 2**31, 10**12, 10**60])
def test_games_of_any_number(game: int) -> None:
    world = any_flash.check(journal([b"", b"start:A", b"p7"], game))
    names = {entry[0] for entry in world.fs.ilistdir("/games")}
    assert names == {"%05d.txt" % game}


@pytest.mark.parametrize("name", ["1-0", "0001-000", "000001-000", "00001-0", "00001-0000", "00001-000-000"])
def test_a_name_that_the_board_would_not_give(name: str) -> None:
    """Its next line would have gone to another file, and not been found again."""
    segment = text_journal('[Stalemate "shootout"]', "", "start:A", "p7")[path(1, 0)]
    world = any_flash.check({f"{FOLDER}/{name}": segment})
    assert f"{FOLDER}/{name}: foreign, left alone" in any_flash.log(world)


# Anything at all.

odd_text = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\n"), max_size=60)
numbers = st.sampled_from(["0", "2", "15", "16", "007", "-1", "+1", "²", "٣", "9" * 30, "9" * 400, "1e3", "0x1", ""])
values = st.one_of(
    odd_text,
    numbers,
    st.sampled_from(["A+5", "B+70", "A+70 B+70", "A+5 A+5", "A+", "shootout", "draw", '"', "\\", '\\"', '"]', "Анна"]),
)
names = st.one_of(
    st.sampled_from(["Handicap", "Stalemate", "Series", "SeriesA", "SeriesB", "Break", "Table", "A", "B", "Result"]),
    odd_text,
)
tag_lines = st.one_of(st.builds(lambda name, value: f'[{name} "{value}"]', names, values), odd_text)
events = st.one_of(
    st.sampled_from(["start:A", "start:B", "p7", "-", "f1", "c7@2/p7", "undo", "warn", "adjust:A+70", "concede:A"]),
    st.sampled_from(["amend:1:x", "amend:2:p3", "adjust:B-999", "start:", "start:C", "p16", "s6", "amend:1:amend:1:x"]),
    odd_text,
)


@st.composite
def journals(draw: st.DrawFn) -> "dict[str, bytes | None]":
    head = draw(st.lists(tag_lines.filter(bool), max_size=6))
    played = ["start:A"] * draw(st.booleans()) + draw(st.lists(events, max_size=12))
    lines = [said.encode() for said in [*head, "", *played]]
    odd = draw(st.lists(st.tuples(st.integers(0, 30), st.binary(max_size=20)), max_size=1))
    for at, data in odd:
        lines.insert(at, data.replace(b"\n", b""))
    cuts = tuple(draw(st.lists(st.integers(1, 20), max_size=3)))
    return journal(lines, draw(st.sampled_from([1, 2, 99_999, 100_000, 10**9, 10**20])), cuts)


setting_lines = st.one_of(
    st.builds(lambda name, value: f"{name}={value}", st.sampled_from([name for name, _, _ in FIELDS]), values),
    st.builds(lambda name, value: f"{name}={value}", odd_text, values),
    odd_text,
)
setting_files = st.one_of(
    st.binary(max_size=200), st.lists(setting_lines, max_size=30).map(lambda lines: "\n".join(lines).encode())
)
file_names = st.sampled_from(
    ["/journal/x", "/journal/00002-000", "/journal/00001-001", "/journal/7-7", "/journal/00001-000.new"]
    + ["/journal/00002-000.new", "/journal/00002-001", "/journal/00003-001", "/journal/00000-000"]
    + ["/games/00001.txt", "/games/00002-000.bad", "/games/99999999999.txt", "/games/x.new", "/settings.txt.new"]
    + ["/log.txt", "/log.old", "/slot", "/journal.new", "/games/00005"]
)
others = st.dictionaries(file_names, st.binary(max_size=120), max_size=4)


@st.composite
def flashes(draw: st.DrawFn) -> "dict[str, bytes | None]":
    files: "dict[str, bytes | None]" = {}
    files.update(draw(others))
    for _ in range(draw(st.integers(0, 2))):
        files.update(draw(journals()))
    if draw(st.booleans()):
        files["/settings.txt"] = draw(setting_files)
    return files


@settings(max_examples=EXAMPLES, deadline=None, suppress_health_check=list(HealthCheck))
@given(flashes())
def test_whatever_is_on_the_flash(files: "dict[str, bytes | None]") -> None:
    any_flash.check(files)


def test_the_same_on_micropython(bits: int) -> None:
    """A sample of them: all that are named here, and some of the others."""
    cases = [text_journal(*tags, "", *played) for tags, played, _ in REFUSED.values()]
    cases += [{**text_journal("", "start:A"), inside: b"x"} for inside in FOLDERS if "00001-000" not in inside]

    @settings(max_examples=12, deadline=None, database=None, derandomize=True, suppress_health_check=list(HealthCheck))
    @given(flashes())
    def collect(files: "dict[str, bytes | None]") -> None:
        cases.append(files)

    collect()
    code = "from tests.storage import any_flash\ndef batches():\n" + "".join(
        f"    any_flash.check({case!a})\n    print({number})\n    yield\n" for number, case in enumerate(cases)
    )
    said = on_micropython.run(code, on_micropython.SEVERAL_BOARDS, bits=bits)
    assert said.split() == [str(number) for number in range(len(cases))]
