"""micropython/micropython#8428: the collector pauses a heap that churns. So nothing is allocated in a step in which
nothing happens.
"""

import pytest

from tests import on_micropython

STEPS = 10_000

# What has been going on before it is quiet, as lines of a script.
QUIET = {
    "the lag": (),
    "a turn": ("key A",),
    "a preview blinks": ("key A", "key 7"),
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


def test_an_allocation_would_be_noticed(bits: int) -> None:
    """The lock bites: the same with a key pressed in its midst fails."""
    code = CODE.replace("    world.run(", "    world.down(3)\n    world.run(")
    with pytest.raises(pytest.fail.Exception, match="MemoryError"):
        on_micropython.run(code % ((), 1000), bits=bits)
