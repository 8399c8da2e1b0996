"""The twin runs from each board's own module, on all Pythons."""

import pytest

from tests.support import on_micropython

SCRIPT = """
from board import {name} as board
from host_tools.twin.world import World
from rules.notation import write
from referee.keys import KEYS

world = World(board)
world.power_on()
for name in ("A", "7", "OK"):
    world.down(KEYS.index(name))
    world.run(80)
    world.up(KEYS.index(name))
    world.run(120)
for pocket in (1, 4):
    world.ball(pocket)
    world.run(400)
print([write(event) for event in world.app.scoreboard.game.recorded], world.app.scoreboard.falls())
dots = world.dots()
print(len(dots[0]), len(dots), "#" in "".join(dots))
world.power_off()
"""
EXPECTED = "['start:A', 'p7'] [1, 4]\n64 16 True\n"


@pytest.mark.parametrize("name", ["devkitc", "esp32s3_devkitc1"])
def test_a_short_game_on_each_board(name: str, bits: int, capsys: pytest.CaptureFixture[str]) -> None:
    script = SCRIPT.format(name=name)
    exec(script, {})
    assert capsys.readouterr().out == EXPECTED
    # 64-bit words are twice the board's.
    assert on_micropython.run(script, heap={64: "320k", 32: "256k"}[bits], bits=bits) == EXPECTED
