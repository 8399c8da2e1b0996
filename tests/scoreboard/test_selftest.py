"""The self-test from the menu, and what is found out at power-up, on the electrical board."""

import types
from typing import Any

from board import devkitc
from device import wiring
from host_tools.records.state_json import screen_text, tokens
from host_tools.twin.world import World
from referee.keys import KEYS
from tests.storage.test_options import menu, played

SELF_TEST = menu("self-test", "")


def facts(**changed: Any) -> Any:
    board = types.SimpleNamespace(**{name: value for name, value in vars(devkitc).items() if name.isupper()})
    for name, value in changed.items():
        setattr(board, name, value)
    return board


def pages(world: World, ms: int) -> list[str]:
    """What the two lines of the centre say one after another within a while."""
    said: list[str] = []
    for _ in range(ms // 50):
        world.run(50)
        view = world.app.scoreboard.view
        text = view.head + "/" + view.foot
        if not view.pattern and text not in said:
            said.append(text)
    return said


def log(world: World) -> str:
    with world.fs.open("/log.txt", "rb") as file:
        return str(file.read(), "utf-8")


def test_every_dot_is_lit_and_never_all_at_once() -> None:
    world = played(SELF_TEST)
    seen = [["."] * devkitc.WIDTH for _ in range(devkitc.HEIGHT)]
    for _ in range(300):
        world.run(10)
        dots = world.dots()
        assert sum(row.count("#") for row in dots) <= devkitc.WIDTH * devkitc.HEIGHT // 2
        for y, row in enumerate(dots):
            for x, dot in enumerate(row):
                if world.app.scoreboard.view.pattern and dot == "#":
                    seen[y][x] = "#"
    assert "." not in "".join("".join(row) for row in seen)


def test_all_is_well() -> None:
    world = played(SELF_TEST)
    said = pages(world, 14000)
    assert said[0] == "ЛУЧИ/В НОРМЕ"
    assert [page.split("/")[0] for page in said[1:5]] == ["MP", "RAM", "FLASH", "RESET"]
    assert "RESET/PWRON" in said
    assert said[-1] == "КНОПКА/?"
    played("key 7;key CUE;key MENU;key MENU", world)
    assert "self-test: beams follow" in log(world)
    assert screen_text(*world.app.scoreboard.shown()) == "lag"


def test_every_key_shows_its_name() -> None:
    world = played(SELF_TEST)
    world.run(14000)
    for key in range(len(KEYS)):
        world.down(key)
        world.run(80)
        assert world.app.scoreboard.view.foot == KEYS[key]
        world.up(key)
        world.run(80)
    assert tokens(world.app.scoreboard.game) == []


def test_a_test_that_nobody_ends_ends_itself() -> None:
    world = played(SELF_TEST)
    world.run(80_000)
    played("key A", world)
    assert tokens(world.app.scoreboard.game) == ["start:A"]


def test_a_beam_without_light_is_named_and_nothing_falls_meanwhile() -> None:
    world = played("key A;beam 4 dark;wait 3000;" + SELF_TEST)
    assert "ЛУЧ 4/ТЕМНО" in pages(world, 14000)
    played("key MENU;key MENU", world)
    assert "self-test: beam-no-light 4" in log(world)
    assert world.app.scoreboard.falls() == []


def test_a_faulty_beam_is_taken_in_again_once_it_follows() -> None:
    """swehner/foos#81: out until a self-test passes."""
    world = played("key A")
    for at in range(40):
        world.pulse(2, at * 20_000, 10_000)
    world.run(1000)
    played("ball 2;wait 100", world)
    assert world.app.scoreboard.falls() == []
    assert world.app.scoreboard.view.alarm
    played(SELF_TEST, world)
    world.run(3000)
    played("key MENU;key MENU", world)
    assert not world.app.scoreboard.view.alarm
    played("ball 2;wait 100", world)
    assert world.app.scoreboard.falls() == [2]


def test_inverted_polarity_is_found_out_at_power_up() -> None:
    """The receivers are high in the light, and the board was told that they are low."""
    wrong = facts(BEAM_DARK=1 - devkitc.BEAM_DARK)
    world = World(devkitc, build=lambda machine, _, fs: wiring.build(machine, wrong, fs))
    world.power_on()
    played("key A;ball 3;wait 100", world)
    assert world.app.scoreboard.falls() == []
    assert world.app.scoreboard.view.alarm
    played(SELF_TEST, world)
    assert "ЛУЧ 1/ИНВЕРС" in pages(world, 5000)


def test_a_beam_without_a_counter_is_said() -> None:
    few = facts(COUNTERS=4, COUNTED=(1, 3, 4, 6))
    world = World(devkitc, build=lambda machine, _, fs: wiring.build(machine, few, fs))
    world.power_on()
    said = pages(played(SELF_TEST, world), 9000)
    assert "ЛУЧ 2/ОПРОС" in said and "ЛУЧ 5/ОПРОС" in said


def test_spikes_and_lost_events_are_said() -> None:
    """braidstag/arduino-milestag#26: what is no ball is told to whoever looks for its cause."""
    world = played("key A;ball 3 40;wait 100;ball 3 40;wait 100;ball 5 40;wait 100")
    board = world.app.scoreboard
    assert board.falls() == []
    for _ in range(64):
        board._keys._queue.put(0, 0)
    said = pages(played(SELF_TEST, world), 16_000)
    assert said[:4] == ["ЛУЧИ/В НОРМЕ", "ПОМЕХ 3/2", "ПОМЕХ 5/1", "УТЕРЯНО/1"]
    played("key MENU;key MENU", world)
    lines = log(world).splitlines()
    begin = lines.index("self-test: beams follow")
    assert lines[begin + 1 : begin + 4] == [
        "self-test: beam-spikes 3 2",
        "self-test: beam-spikes 5 1",
        "self-test: lost 1",
    ]


def test_a_board_that_nobody_uses_is_dimmed() -> None:
    world = played(menu("dim_after", "key 1;key OK;key MENU"))
    view = world.app.scoreboard.view
    assert view.brightness == 8
    world.run(61_000)
    assert view.brightness == 2
    played("key 5", world)
    assert view.brightness == 8


def test_what_beams_see_while_the_test_is_open_is_no_ball() -> None:
    """They are waved at, to see them follow."""
    world = played("key A;" + SELF_TEST)
    assert screen_text(*world.app.scoreboard.shown()) == "menu/self-test"
    world.run(5000)
    played("ball 3;wait 100;beam 5 dark;wait 2500;key MENU;key MENU;wait 100", world)
    assert world.app.scoreboard.falls() == []
    assert world.app.scoreboard.view.alarm
    played("beam 5 light;wait 100", world)
    assert not world.app.scoreboard.view.alarm


def test_a_beam_that_fails_during_the_test_is_shown() -> None:
    world = played("key A;" + SELF_TEST)
    world.run(5000)
    for at in range(40):
        world.pulse(2, at * 20_000, 10_000)
    world.run(1000)
    played("key MENU;key MENU;wait 100", world)
    assert world.app.scoreboard.view.alarm
    assert world.app.scoreboard.falls() == []
