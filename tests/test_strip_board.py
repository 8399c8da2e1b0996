"""The board of WS2812 strip with the whole firmware: on both runtimes alike, and nothing allocated when it is quiet."""

import pytest

from board import devkitc_ws2812
from host_tools.sim import verbs
from host_tools.twin.world import World
from tests.support import on_micropython, strip_reader

SCRIPT = ("key A", "ball 3", "wait 300", "key 12", "wait 700", "key OK", "wait 1500", "key CUE", "key OK", "wait 900")

PLAY = """
import binascii
from device import wiring
from board import devkitc_ws2812
from host_tools.sim import verbs
from host_tools.twin.world import World

world = World(devkitc_ws2812, build=wiring.build)
world.power_on()
for line in %r:
    verbs.act(world, verbs.parse(line))
    digest = 0
    for pixel in world.pixels():
        digest = binascii.crc32(bytes(pixel), digest)
    print(line, digest, world.leds.frames)
"""

QUIET = """
import micropython
%s
world.run(4000)
before = world.step_count
micropython.heap_lock()
try:
    world.run(20000)
finally:
    micropython.heap_unlock()
print(world.step_count - before)
"""


def test_a_game_on_the_strip() -> None:
    world = World(devkitc_ws2812)
    world.power_on()
    for line in SCRIPT:
        verbs.act(world, verbs.parse(line))
    # After 12 points the cue ball went down.
    assert strip_reader.scores(world.pixels(), devkitc_ws2812) == (7, 5)


def test_the_same_on_micropython(bits: int, capsys: "pytest.CaptureFixture[str]") -> None:
    exec(PLAY % (SCRIPT,), {})
    assert on_micropython.run(PLAY % (SCRIPT,), bits=bits) == capsys.readouterr().out


@pytest.mark.parametrize("script", [(), ("key A", "key 7"), ("key A", "ball 3"), ("key MENU",)])
def test_nothing_is_allocated_in_ten_thousand_quiet_steps(script: "tuple[str, ...]", bits: int) -> None:
    assert on_micropython.run(QUIET % (PLAY % (script,)), bits=bits).splitlines()[-1] == "10000"


def test_safe_mode_is_told() -> None:
    world = World(devkitc_ws2812)
    for key in ("MENU", "UNDO"):
        world.down(verbs.KEYS.index(key))
    world.power_on()
    world.run(3500)
    assert world.app.scoreboard is None
    signs = [segments for segments, _ in strip_reader.lit(world.pixels(), devkitc_ws2812)]
    assert signs == ["ACDFG", "ABCEFG", "AEFG", "ADEFG", "", ""]
    assert world.pixels()[devkitc_ws2812.ALARM_LED] != (0, 0, 0)
