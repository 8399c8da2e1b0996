"""What a step of the real firmware costs on the twin, under MicroPython and CPython, and what memory it takes.

Timed is `step` alone, not the world round it; the twin's pins, counters and LED chips, which a step uses, are in it.
A quiet step: the mean of QUIET_STEPS in which nothing happens, the best of ROUNDS such runs. A busy one, beside a quiet
one: of the steps by which the board answers (the firmware spreads its work over some) the longest, the median of TIMES
of them. A commit has its flash write and its garbage collection in it; its second row is the longest of its steps less
the time that the file system, on a flash modelled in Python, and the collector take. Memory is MicroPython's, with
words of 64 bits, twice those of the ESP32: the firmware, compiled from source, with all its objects and the twin's
`machine`, once a whole game has been played.
"""

import gc
import json
import sys
import time

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

QUIET_STEPS = 1000
# Short and many: the best of them was hardly disturbed.
ROUNDS = 20
TIMES = 31
# The key, or the ball, has been seen and answered by then.
ANSWERED_MS = 60
# An OK sooner after the one before would be taken for a bounce of the finger.
CALM_MS = 1200


def measure() -> "list[dict[str, Any]]":
    """Times on both runtimes, memory on MicroPython.

    Raises runtime.RuntimeMissing without it, OSError if a run fails.
    """
    from host_tools import runtime

    rows = []
    for name, title in ((runtime.MICROPYTHON, "MicroPython"), (runtime.CPYTHON, "CPython")):
        quiet, *busy = [(what, round(value, 1), unit) for what, value, unit in _run(name, "times")]
        rows.append(_row("%s, %s" % (quiet[0], title), quiet[1], quiet[2]))
        for what, value, unit in busy:
            rows.append(_row("%s, in quiet steps, %s" % (what, title), value, unit, quiet[1]))
    for what, value, unit in _run(runtime.MICROPYTHON, "memory"):
        rows.append(_row(what, value, unit))
    return rows


def _row(name: str, value: float, unit: str, peer: "float | None" = None) -> "dict[str, Any]":
    ratio = None if peer is None else round(value / peer, 2)
    return {"name": "step: " + name, "value": value, "unit": unit, "peer": peer, "ratio": ratio}


def _run(name: str, what: str) -> "list[tuple[str, float, str]]":
    """What `main` prints on a runtime."""
    import subprocess

    from host_tools import runtime

    if name == runtime.MICROPYTHON and runtime.micropython() is None:
        raise runtime.RuntimeMissing("MicroPython is not installed: run `make setup`")
    # The world and its timing share the heap with the firmware.
    command = runtime.command(name, __name__, what, heap="512k")
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise OSError(f"failed under {name}: {(done.stderr.strip().splitlines() or ['?'])[-1]}")
    return [(what, value, unit) for what, value, unit in json.loads(done.stdout)]


# What follows runs on both runtimes, in a process of its own.


def main(argv: "list[str]") -> int:
    """Measures `times` or `memory`, and prints a list of name, value and unit as JSON."""
    print(json.dumps(_times() if argv[0] == "times" else _memory()))
    return 0


class Timed:
    """The firmware, and its longest step since `forget`: `worst_us`, and `worst_own_us` less what file system and
    collector took of one."""

    def __init__(self, machine: "Any", board: "Any", fs: "Any") -> None:
        from device import wiring

        self.device = wiring.build(machine, board, fs)
        self.worst_us = 0.0
        self.worst_own_us = 0.0
        self._not_own_us = 0.0

    def forget(self) -> None:
        """Begins anew."""
        self.worst_us = self.worst_own_us = 0.0

    def step(self, now_ms: int) -> None:
        """Times a step."""
        self._not_own_us = 0.0
        start = _clock()
        self.device.step(now_ms)
        took_us = _since_us(start)
        self.worst_us = max(self.worst_us, took_us)
        self.worst_own_us = max(self.worst_own_us, took_us - self._not_own_us)

    def watched(self, function: "Callable[..., Any]") -> "Callable[..., Any]":
        """A function of the file system or the collector, its time counted."""

        def timed(*args: "Any") -> "Any":
            start = _clock()
            result = function(*args)
            self._not_own_us += _since_us(start)
            return result

        return timed


class Collector:
    """The module gc, its collecting as it is told."""

    def __init__(self, collect: "Callable[[], Any]") -> None:
        self.collect = collect

    def __getattr__(self, name: str) -> "Any":
        return getattr(gc, name)


def _times() -> "list[tuple[str, float, str]]":
    from board import devkitc
    from host_tools.sim.verbs import KEYS
    from host_tools.twin import file_system
    from host_tools.twin.world import World

    # The collector comes only when it is called, as on the board.
    if hasattr(gc, "threshold"):
        gc.threshold(-1)
    world = World(devkitc, build=Timed)
    world.power_on()
    timed = world.app
    board = timed.device.scoreboard
    file_system.guarded = timed.watched(file_system.guarded)
    collector = Collector(timed.watched(gc.collect))
    for module in list(sys.modules.values()):
        if getattr(module, "gc", None) is gc and module is not sys.modules[__name__]:
            module.gc = collector  # type: ignore[attr-defined]

    def answer(act: "Callable[..., None]", *args: int) -> "tuple[float, float]":
        gc.collect()
        timed.forget()
        act(*args)
        world.run(ANSWERED_MS)
        return timed.worst_us, timed.worst_own_us

    def press(name: str) -> "list[tuple[float, float]]":
        key = KEYS.index(name)
        took = [answer(world.down, key), answer(world.up, key)]
        world.run(CALM_MS)
        return took

    def dot_goes() -> "tuple[float, float]":
        gc.collect()
        while board.view.ack:
            timed.forget()
            world.run(2)
        world.run(ANSWERED_MS)
        return timed.worst_us, timed.worst_own_us

    press("A")
    down, up, ball, commit, dot = [], [], [], [], []
    for _ in range(TIMES):
        # A ball key acts when it is let go.
        took = press("7")
        down.append(took[0])
        up.append(took[1])
        press("UNDO")
        ball.append(answer(world.ball, 3))
        assert board.falls() == [3]
        # It has no name, so the first OK is refused.
        press("OK")
        events = len(board.game.recorded)
        commit.append(answer(world.down, KEYS.index("OK")))
        world.up(KEYS.index("OK"))
        assert board.view.ack and len(board.game.recorded) == events + 1
        dot.append(dot_goes())
        world.run(CALM_MS)
    quiet, device = [], timed.device
    world.run(4000)
    for _ in range(ROUNDS):
        gc.collect()
        begin = world.now_ms
        start = _clock()
        for now in range(begin, begin + 2 * QUIET_STEPS, 2):
            device.step(now)
        quiet.append(_since_us(start) / QUIET_STEPS)
        world.run(2 * QUIET_STEPS)
    return [
        ("quiet", min(quiet), "us"),
        ("a key down", _median([took for took, _ in down]), "us"),
        ("a key up", _median([took for took, _ in up]), "us"),
        ("a ball", _median([took for took, _ in ball]), "us"),
        ("a commit with its flash write", _median([took for took, _ in commit]), "us"),
        ("a commit less files and collecting", _median([own for _, own in commit]), "us"),
        ("the end of the acknowledging dot", _median([took for took, _ in dot]), "us"),
    ]


def _memory() -> "list[tuple[str, float, str]]":
    from board import devkitc
    from host_tools.sim import verbs
    from host_tools.twin.world import World

    world = World(devkitc)
    world.power_on()
    verbs.act(world, verbs.parse("key A"))
    game = world.app.scoreboard.game
    for ball in range(1, 16):
        # Three strokes without a pot, and one with.
        for keys in ("", "", "", "key %d" % ball):
            if game.position.phase == "over":
                break
            world.run(CALM_MS)
            for line in (keys, "key OK"):
                if line:
                    verbs.act(world, verbs.parse(line))
    assert game.position.phase == "over", game.position.phase
    events = len(game.recorded)
    world.run(4000)
    allocated = _allocated(world)
    with_it = _in_use()
    del game
    world.power_off()
    # What is left is the twin, its flash with the game on it, and this.
    for name in list(sys.modules):
        if name.split(".")[0] not in ("host_tools", "board", "__main__"):
            del sys.modules[name]
    without = _in_use()
    return [
        ("bytes allocated in a quiet one, MicroPython", allocated, "bytes"),
        ("heap in use after a game of %d events, 64-bit" % events, with_it - without, "bytes"),
    ]


def _allocated(world: "Any") -> float:
    """Bytes a step, with nothing collected meanwhile."""
    device, begin = world.app, world.now_ms
    gc.collect()
    gc.disable()
    before = gc.mem_alloc()  # type: ignore[attr-defined]
    for now in range(begin, begin + 2 * QUIET_STEPS, 2):
        device.step(now)
    allocated: int = gc.mem_alloc() - before  # type: ignore[attr-defined]
    gc.enable()
    return allocated / QUIET_STEPS


def _in_use() -> int:
    for _ in range(3):
        gc.collect()
    used: int = gc.mem_alloc()  # type: ignore[attr-defined]
    return used


def _clock() -> int:
    """Microseconds on MicroPython, else nanoseconds."""
    return time.ticks_us() if hasattr(time, "ticks_us") else time.perf_counter_ns()


def _since_us(start: int) -> float:
    if hasattr(time, "ticks_us"):
        return float(time.ticks_diff(time.ticks_us(), start))  # type: ignore[attr-defined]
    return (time.perf_counter_ns() - start) / 1000


def _median(values: "list[float]") -> float:
    return sorted(values)[len(values) // 2]
