"""The loop: a step of the board every 2 ms."""

from . import wiring

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

STEP_US = 2000


def run(machine: "Any", board: "Any", fs: "Any", time: "Any", neopixel: "Any" = None) -> None:
    """Runs the board, a step every 2 ms, for ever; in safe mode it returns, and leaves the REPL open."""
    device = wiring.build(machine, board, fs, neopixel)
    # Steps come in the middle of even milliseconds, so that a little jitter does not make 3 ms of 2.
    due = time.ticks_us() // STEP_US * STEP_US + STEP_US // 2
    try:
        while device.scoreboard:
            device.step(time.ticks_ms() & ~1)
            rest = -1
            while rest < 0:
                due = time.ticks_add(due, STEP_US)
                rest = time.ticks_diff(due, time.ticks_us())
            time.sleep_us(rest)
    finally:
        # After Ctrl-C: a tool on the computer wants the board, and starts it again afterwards.
        device.save()
