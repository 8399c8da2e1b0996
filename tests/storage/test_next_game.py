"""What the next game begins with: options and names that were set around its start, and the tally of a series.

scoreboard PR#367: options changed around the start of a game; FTC scorekeeper#840: the series' tally is gone.
"""

import pytest

from host_tools.records.state_json import tokens
from rules.notation import parse
from storage.files import FileSystem
from storage.session import Session
from storage.setting_table import FILE
from storage.settings import Settings
from tests.support.memory_fs import MemoryFs
from tests.support.power_cuts import options_sweep


class Table:
    """A session on a file system in memory, with what the referee and the owner do."""

    def __init__(self, **values: "int | str") -> None:
        self.fs = MemoryFs()
        self.restart()
        self.set(**values)

    def restart(self, file: "str | None" = None) -> None:
        """Power off and on, with another settings file."""
        if file is not None:
            self.fs.files[FILE] = file.encode()
        files = FileSystem(self.fs)
        self.settings = Settings(files)
        self.session = Session(files, self.settings)
        self.session.save()

    def set(self, **values: "int | str") -> "list[bool]":
        """As the menu does it; whether each acted at once."""
        acted = []
        for name, value in values.items():
            self.settings.set(name, value)
            acted.append(self.session.renew())
            self.session.save()
        return acted

    def play(self, said: str) -> None:
        for token in said.split():
            self.session.play(parse(token))
        self.session.save()

    def next(self, said: str = "") -> None:
        self.session.new_game()
        self.session.save()
        self.play(said)

    @property
    def events(self) -> "list[str | None]":
        return tokens(self.session.game)

    @property
    def tally(self) -> "tuple[int, int, int]":
        return self.session.series()

    @property
    def tags(self) -> "dict[str, str]":
        return dict(self.session.journal.tags)

    def check(self, tally: "tuple[int, int, int]", events: "list[str]") -> None:
        """So it is, and so it is after a restart."""
        for _ in range(2):
            assert (self.tally, self.events) == (tally, events)
            assert self.session.journal.faults == []
            self.restart()


# What acts while no event is in force.


def test_options_and_names_act_while_no_event_is_in_force() -> None:
    table = Table()
    table.play("start:A p7 undo undo")
    assert table.set(handicap_a=20, stalemate="draw", name_b="Boris", table="2") == [True] * 4
    for _ in range(2):
        assert (table.events, table.session.game.position.score) == ([], {"A": 20, "B": 0})
        assert table.tags["B"] == "Boris" and table.tags["Table"] == "2" and table.session.game.options.draw
        table.restart()
    table.play("start:A")
    assert table.set(handicap_a=0) == [False]
    assert table.session.game.position.score == {"A": 20, "B": 0}
    table.play("amend:1:x")
    assert table.set(handicap_a=5) == [True]
    assert table.session.game.position.score == {"A": 5, "B": 0}


@pytest.mark.parametrize("events", ["", "start:A undo", "start:A p7 undo undo start:B undo", "start:A amend:1:x"])
@pytest.mark.parametrize(
    ("line", "tag"),
    [
        ("name_a=Anna", ("A", "Anna")),
        ("name_b=Boris", ("B", "Boris")),
        ("table=7", ("Table", "7")),
        ("handicap_b=10", ("Handicap", "B+10")),
        ("stalemate=draw", ("Stalemate", "draw")),
        ("series=3", ("Series", "3")),
    ],
)
def test_a_settings_file_acts_on_a_game_without_events(events: str, line: str, tag: "tuple[str, str]") -> None:
    table = Table()
    table.next("start:A p7")
    table.next(events)
    table.restart(line)
    for _ in range(2):
        assert tag in table.session.journal.tags and table.events == []
        number = table.session.number()
        assert table.session.can_reopen()
        table.restart()
        assert table.session.number() == number
    table.play("start:B")
    table.next()
    record = table.fs.files["/games/%05d.txt" % number].decode()
    assert '[%s "%s"]' % tag in record and "start:B" in record


@pytest.mark.parametrize("events", ["start:A", "start:A p7 undo"])
def test_a_settings_file_does_not_touch_a_game_that_has_begun(events: str) -> None:
    table = Table(name_a="Anna", series=2)
    table.play(events)
    tags, number = table.tags, table.session.number()
    table.restart("name_a=Boris\nhandicap_a=10\nseries=3\ntable=3\nstalemate=draw\n")
    assert (table.tags, table.events, table.session.number()) == (tags, events.split(), number)
    table.next()
    assert table.tags["A"] == "Boris" and table.session.game.options.handicap == {"A": 10, "B": 0}


def test_nothing_begins_anew_where_nothing_else_is_set() -> None:
    table = Table(name_a="Anna", handicap_a=3, series=2)
    table.play("start:A concede:A")
    for events in ("", "undo", "undo start:A undo"):
        table.next(events)
        number, known = table.session.number(), table.events
        table.restart()
        assert (table.session.number(), table.events, table.tally) == (number, known, (2, 0, 1))


@pytest.mark.parametrize(
    ("old", "new"), [({}, {"name_a": "Anna"}), ({"series": 2, "name_b": "B"}, {"series": 3, "name_b": ""})]
)
def test_names_and_their_game_stay_together_when_power_goes(
    old: "dict[str, int | str]", new: "dict[str, int | str]"
) -> None:
    cuts, seconds = options_sweep(old, new)
    assert cuts > 20 and seconds > 20


# The series.


def test_an_aborted_game_keeps_the_tally_and_the_break() -> None:
    table = Table(series=3)
    table.play("start:A p7")
    table.next()
    # The first game has its lag once more.
    table.check((3, 0, 0), [])
    table.play("start:A concede:B")
    table.next()
    table.check((3, 1, 0), ["start:B"])
    table.play("p7")
    for _ in range(3):
        table.next()
        table.check((3, 1, 0), ["start:B"])
    table.play("concede:A")
    table.next("p3")
    table.check((3, 1, 1), ["start:A", "p3"])
    table.next()
    table.check((3, 1, 1), ["start:A"])


def test_a_break_that_was_taken_back_is_the_referees() -> None:
    table = Table(series=3)
    table.play("start:A concede:B")
    table.next("undo")
    # Options act, and the lag is still to be had.
    assert table.set(handicap_a=5) == [True]
    table.check((3, 1, 0), [])
    table.play("start:A p7")
    table.next()
    table.check((3, 1, 0), ["start:A"])
    table.play("undo")
    table.next()
    table.check((3, 1, 0), ["start:A"])


def test_a_drawn_game_counts_for_the_break_alone() -> None:
    table = Table(series=2, stalemate="draw")
    table.play("start:A f1/= f1/= f1/= f1/= warn f1/= f1/=")
    assert table.session.game.position.reason == "stalemate"
    table.next()
    table.check((2, 0, 0), ["start:B"])
    table.play("p7")
    table.next()
    table.check((2, 0, 0), ["start:B"])


def test_options_act_between_two_games_of_a_series_and_the_start_stays() -> None:
    table = Table(series=3)
    table.play("start:A concede:B")
    table.next()
    assert table.set(handicap_b=10, name_a="Anna") == [True, True]
    for _ in range(2):
        assert table.session.game.position.score == {"A": 0, "B": 10} and table.tags["A"] == "Anna"
        assert (table.tally, table.events) == ((3, 1, 0), ["start:B"])
        table.restart()
    table.restart("series=3\nname_a=Dora\n")
    assert table.tags["A"] == "Dora" and (table.tally, table.events) == ((3, 1, 0), ["start:B"])
    # That is no game of its own yet.
    table.next()
    assert sorted(name for name in table.fs.files if "games" in name) == ["/games/%05d.txt" % 2]
    table.play("p7")
    assert table.set(handicap_b=0) == [False]


def test_the_referees_own_lag_is_an_event() -> None:
    table = Table(series=3)
    table.play("start:A")
    assert table.set(handicap_b=10) == [False]
    assert table.session.game.position.score == {"A": 0, "B": 0}


def test_another_length_keeps_the_tally_until_it_is_enough() -> None:
    table = Table(series=2)
    table.play("start:A concede:B")
    table.next()
    assert table.set(series=3) == [True]
    table.check((3, 1, 0), ["start:B"])
    table.play("concede:A")
    # Of a game that is over: its winner counts in the series as it is now.
    assert table.set(series=5) == [False]
    table.next()
    table.check((5, 1, 1), ["start:A"])
    table.play("concede:B")
    table.set(series=2)
    table.next()
    table.check((2, 0, 0), [])
    table.set(series=3)
    table.check((3, 0, 0), [])


def test_a_length_that_is_reached_already_ends_the_series_at_once() -> None:
    table = Table(series=3)
    table.play("start:A concede:B")
    table.next()
    table.set(series=1)
    table.check((1, 0, 0), [])


def test_without_a_series_there_is_no_tally() -> None:
    table = Table(series=3)
    table.play("start:A concede:B")
    table.next()
    table.set(series=0)
    table.check((0, 0, 0), [])
    table.set(series=3)
    table.check((3, 0, 0), [])


def test_a_game_before_the_series_does_not_count() -> None:
    table = Table()
    table.play("start:A p7")
    assert table.set(series=2) == [False]
    table.play("concede:B")
    table.next()
    table.check((2, 0, 0), [])


def test_reopening_takes_the_tally_back() -> None:
    table = Table(series=2)
    table.play("start:A concede:B")
    table.next("concede:A")
    table.next("undo")
    assert table.tally == (2, 1, 1)
    table.session.reopen()
    table.check((2, 1, 0), ["start:B", "concede:A"])
    table.play("undo concede:B")
    table.next()
    table.check((2, 0, 0), [])


# The tally by hand.


def test_the_tally_is_set_at_once_while_nothing_has_happened() -> None:
    table = Table(series=3)
    assert table.session.set_tally("A", 2) and table.session.set_tally("B", 1)
    table.session.save()
    table.check((3, 2, 1), [])
    table.play("start:B concede:A")
    table.next()
    table.check((3, 2, 2), ["start:A"])
    assert table.session.set_tally("B", 0)
    table.session.save()
    table.check((3, 2, 0), ["start:A"])


def test_the_tally_set_in_a_game_goes_on_from_there() -> None:
    table = Table(series=3)
    table.play("start:A p7")
    assert not table.session.set_tally("A", 1)
    assert not table.session.set_tally("B", 2)
    assert (table.tally, table.events) == ((3, 1, 2), ["start:A", "p7"])
    table.play("concede:B")
    table.next()
    table.check((3, 2, 2), ["start:B"])


def test_the_tally_can_be_set_before_its_series_begins() -> None:
    table = Table()
    table.play("start:A")
    table.set(series=3)
    assert not table.session.set_tally("B", 2)
    assert table.tally[0] == 0
    table.play("concede:A")
    table.next()
    table.check((3, 0, 2), [])


def test_a_tally_that_cannot_be_is_refused() -> None:
    table = Table()
    for games in (0, 1):
        with pytest.raises(ValueError, match="games won"):
            table.session.set_tally("A", games)
    table.set(series=2)
    for games in (-1, 2, 15):
        with pytest.raises(ValueError, match="games won"):
            table.session.set_tally("B", games)
    assert table.tally == (2, 0, 0)


# The number.


def test_the_number_is_that_of_the_game_on_flash() -> None:
    fs = MemoryFs()
    files = FileSystem(fs)
    session = Session(files, Settings(files))
    assert session.number() == 0
    session.save()
    assert session.number() == 1
    session.play(parse("start:A"))
    session.new_game()
    assert session.number() == 0
    session.save()
    assert session.number() == 2
