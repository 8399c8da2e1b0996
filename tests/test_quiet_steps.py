"""micropython/micropython#8428: the collector pauses a heap that churns. So nothing is allocated in a step in which
nothing happens.
"""

import pytest

from tests.support import on_micropython

STEPS = 10_000

# What has been going on before it is quiet, as lines of a script.
QUIET = {
    "the lag": (),
    "a turn": ("key A",),
    "what OK would do blinks": ("key A", "key 7"),
    "a fall waits": ("key A", "ball 3"),
    "a key is held, a beam dark, and the board says so": ("key A", "key OK", "beam 3 dark", "down STILL", "wait 21000"),
    "a beam is faulty": ("key A", *["beam 4 dark", "wait 10", "beam 4 light", "wait 10"] * 20),
    "the menu": ("key MENU", "key B"),
}

CODE = """
import micropython
from device import wiring
from board import devkitc
from host_tools.sim import verbs
from host_tools.twin.world import World

world = World(devkitc, build=wiring.build)
world.power_on()
for line in %r:
    verbs.act(world, verbs.parse(line))
world.run(4000)
before = world.step_count
micropython.heap_lock()
try:
    world.run(%d)
finally:
    micropython.heap_unlock()
print(world.step_count - before, world.powered)
"""


@pytest.mark.parametrize("name", QUIET)
def test_nothing_is_allocated_in_ten_thousand_quiet_steps(name: str, bits: int) -> None:
    assert on_micropython.run(CODE % (QUIET[name], 2 * STEPS), bits=bits) == f"{STEPS} True\n"


TAKEN = """
import micropython
from board import %s as board
from device import wiring
from host_tools.sim import verbs
from host_tools.twin.world import World

class Metered:
    def __init__(self, *parts):
        self.device = wiring.build(*parts)
        self.bytes = 0

    def step(self, now_ms):
        before = micropython.mem_total()
        self.device.step(now_ms)
        self.bytes += micropython.mem_total() - before

world = World(board, build=Metered)
world.power_on()
for line in %r:
    verbs.act(world, verbs.parse(line))
world.run(4000)
metered = world.app
metered.bytes = 0
before = world.step_count
world.run(%d)
print(world.step_count - before, metered.bytes)
"""


@pytest.mark.parametrize("board", ["devkitc", "devkitc_ws2812"])
@pytest.mark.parametrize("name", QUIET)
def test_nor_is_anything_taken_and_given_back_at_once(name: str, board: str) -> None:
    """MicroPython takes the variables and the stack of a function from the heap where they need more than 11 words, for
    as long as it runs; with the heap locked it finds other room. What was ever taken is counted by the unix port only:
    the 32-bit build has room of its own for them. As the limit is in words and the code the same, it holds on 32 bits.
    """
    assert on_micropython.run(TAKEN % (board, QUIET[name], 2 * STEPS)) == f"{STEPS} 0\n"


def test_an_allocation_would_be_noticed(bits: int) -> None:
    """The lock bites: the same with a key pressed in its midst fails."""
    code = CODE.replace("    world.run(", "    world.down(3)\n    world.run(")
    with pytest.raises(pytest.fail.Exception, match="MemoryError"):
        on_micropython.run(code % ((), 1000), bits=bits)


def test_a_frame_of_too_many_words_would_be_noticed() -> None:
    wide = "def wide():\n    a = b = c = d = e = f = g = h = i = j = k = l = 0\n"
    code = wide + TAKEN.replace("self.device.step(now_ms)", "self.device.step(now_ms); wide()")
    taken = int(on_micropython.run(code % ("devkitc", (), 2 * STEPS)).split()[1])
    assert taken >= 12 * 8 * STEPS
