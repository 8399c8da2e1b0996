"""What is put on a board's flash from outside is what the firmware goes on with."""

import pytest

from board import devkitc
from host_tools.records.state_json import tokens
from host_tools.sim import verbs
from host_tools.sim.flash_editor import FlashEditor
from host_tools.twin.world import World
from storage.files import FileSystem
from storage.journal import RECORDS


def editing() -> "tuple[World, FlashEditor]":
    world = World(devkitc)
    world.power_on()
    return world, FlashEditor(world)


@pytest.mark.parametrize("at", range(3))
def test_a_record_is_shown_after_any_number_of_events_as_it_was_agreed(at: int) -> None:
    """Also after none, when the settings of the board, which are others, would decide."""
    world, editor = editing()
    tags = [("A", "Anna"), ("Handicap", "A+5 B+70"), ("Stalemate", "draw"), ("Series", "3"), ("Event", "Cup")]
    editor.show(tags, ["start:A", "p7"][:at])
    session = world.app.scoreboard.session
    assert tokens(session.game) == ["start:A", "p7"][:at]
    assert (session.game.options.handicap, session.game.options.draw) == ({"A": 5, "B": 70}, True)
    assert (session.series(), session.journal.tags) == ((3, 0, 0), tags)
    editor.back()
    assert world.app.scoreboard.game.options.handicap == {"A": 0, "B": 0}


@pytest.mark.parametrize("handicap", ["A+70 B+70", "A+99", "x"])
def test_a_record_with_a_handicap_that_cannot_be(handicap: str) -> None:
    world, editor = editing()
    editor.show([("Handicap", handicap), ("A", "Anna")], [])
    assert world.app.error == ""
    assert world.app.scoreboard.session.journal.tags == [("A", "Anna")]
    assert world.app.scoreboard.alarms.notice == "flash"


@pytest.mark.parametrize("played", [False, True])
def test_a_record_goes_on_as_it_was_agreed(played: bool) -> None:
    """The game that waited becomes a record, unless nothing has happened in it."""
    world, editor = editing()
    if played:
        press(world, "A")
    tags = [("A", "Anna"), ("Handicap", "A+5"), ("Stalemate", "draw")]
    editor.show(tags, [])
    session = world.app.scoreboard.session
    editor.keep(session.journal.tags, session.game)
    session = world.app.scoreboard.session
    assert (session.journal.tags, session.game.options.handicap) == (tags, {"A": 5, "B": 0})
    assert len(FileSystem(world.fs).names(RECORDS)) == played


def test_what_is_set_before_the_first_event_is_played_with() -> None:
    world, editor = editing()
    editor.set({"handicap_a": "10", "name_a": "Anna"}, new_game=False)
    session = world.app.scoreboard.session
    assert session.game.position.score == {"A": 10, "B": 0}
    press(world, "A")
    editor.set({"handicap_a": "20"}, new_game=False)
    assert world.app.scoreboard.game.position.score == {"A": 10, "B": 0}
    editor.set({}, new_game=True)
    assert world.app.scoreboard.game.position.score == {"A": 20, "B": 0}
    assert world.app.scoreboard.session.journal.tags[0] == ("A", "Anna")


def press(world: World, *names: str) -> None:
    for name in names:
        verbs.act(world, verbs.parse("key " + name))
