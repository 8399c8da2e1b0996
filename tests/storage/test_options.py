"""What a club sets: series, sides, handicap, names; from the menu, and as the records have it."""

from typing import Any

from board import devkitc
from host_tools.records.record_text import read
from host_tools.records.state_json import tokens
from host_tools.sim import verbs
from host_tools.twin.world import World
from referee.menu import ITEMS
from tests.support import led_reader


def played(said: str, world: "World | None" = None) -> World:
    """A board after some lines of script, `;` between them."""
    if world is None:
        world = World(devkitc)
        world.power_on()
    for line in said.split(";"):
        verb = verbs.parse(line)
        if verb:
            verbs.act(world, verb)
    return world


def menu(item: str, keys: str) -> str:
    """The keys that choose an item of the menu, and those that follow."""
    return choose(item) + "key OK;" + keys


def choose(item: str) -> str:
    """The keys that lead to an item of the menu."""
    return "key MENU;" + "key B;" * ITEMS.index(item)


def record(world: World, number: int) -> Any:
    with world.fs.open("/games/%05d.txt" % number, "rb") as file:
        return read(str(file.read(), "utf-8"))


def tags(world: World) -> dict[str, str]:
    return dict(world.app.scoreboard.session.journal.tags)


HELD = "hold OK 1600;"
NEW_GAME = choose("new-game") + HELD
A_WINS = choose("concede-b") + HELD
B_WINS = choose("concede-a") + HELD


def test_a_series_counts_games_and_alternates_the_break() -> None:
    world = played(menu("series", "key 2;key OK;key MENU;key A;") + A_WINS + NEW_GAME)
    board = world.app.scoreboard
    assert tokens(board.game) == ["start:B"]
    assert board.session.series() == (2, 1, 0)
    played("key OK;" + B_WINS + NEW_GAME, world)
    assert tokens(board.game) == ["start:A"]
    assert board.session.series() == (2, 1, 1)
    played("key 5;key OK", world)
    assert (board.view.head, board.view.foot) == ("1:1", "125")
    played(A_WINS + NEW_GAME, world)
    assert board.session.series() == (2, 0, 0)
    assert board.shown()[0] == "lag"


def test_a_series_goes_on_after_a_power_cut() -> None:
    world = played(menu("series", "key 2;key OK;key MENU;key A;") + A_WINS)
    world.power_off()
    world.power_on()
    played(NEW_GAME, world)
    assert world.app.scoreboard.session.series() == (2, 1, 0)
    assert tokens(world.app.scoreboard.game) == ["start:B"]


def test_a_series_of_another_length_goes_on() -> None:
    world = played(menu("series", "key 2;key OK;key MENU;key A;") + A_WINS + menu("series", "key 3;key OK;key MENU;"))
    played(NEW_GAME, world)
    assert world.app.scoreboard.session.series() == (3, 1, 0)


def test_sides_are_swapped_on_the_board_only() -> None:
    world = played("key A;key 7;key OK;" + menu("swapped", "key 1;key OK;key MENU"))
    assert led_reader.scores(world.dots()) == (0, 7)
    assert world.app.scoreboard.view.turn == 2
    assert world.app.scoreboard.game.position.score == {"A": 7, "B": 0}


def test_a_stalemate_can_be_a_draw() -> None:
    world = played(menu("stalemate", "key B;key OK;key MENU;key A"))
    assert tags(world)["Stalemate"] == "draw"
    played("key STILL;key OK;" * 4 + "wait 1000;key OK;" + "key STILL;key OK;" * 2, world)
    position = world.app.scoreboard.game.position
    assert (position.phase, position.winner, position.reason) == ("over", None, "stalemate")


def test_names_and_options_stand_in_the_record() -> None:
    world = played("")
    settings = world.app.scoreboard.settings
    for name, value in (("name_a", "Анна"), ("name_b", "Boris"), ("table", "2"), ("handicap_b", 10)):
        settings.set(name, value)
    played(NEW_GAME + "key A;key 7;key OK;" + NEW_GAME, world)
    numbers = sorted(entry[0] for entry in world.fs.ilistdir("/games"))
    kept = record(world, int(numbers[-1][:5]))
    said = [(item.name, item.text) for item in kept.items if item.kind == "tag"]
    assert said[:4] == [("Table", "2"), ("A", "Анна"), ("B", "Boris"), ("Handicap", "B+10")]
    assert [item.text for item in kept.events()] == ["start:A", "p7"]
    assert kept.items[-1].text == "*"


def test_a_finished_game_says_who_won_and_how() -> None:
    world = played("key A;" + A_WINS + NEW_GAME)
    kept = record(world, 1)
    assert (kept.tag("Result").text, kept.tag("Reason").text, kept.items[-1].text) == ("1-0", "concession", "1-0")
