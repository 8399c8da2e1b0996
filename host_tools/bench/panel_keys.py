"""The scan of the panel against the key matrix of PyPI's chumicro-buttons, on the same MicroPython.

Both read the twin's matrix of switches (5 ms of bounce on each edge), each one of its own to which the same happens at
the same microsecond. The peer is its KeyMatrix, wired as its manual has it (cathodes at the rows), set up as it comes
but for long presses, which are off: what it costs to tell short from long is no part of the scan. In each step of 2 ms
ours reads all keys at once, and row by row only while one is closed or down; the peer reads all rows in each call, and
is called in each step, or once in 10 ms. Ours tells of a press only when it has lasted for longer than a touch of 19 ms
with its bounce.

The presses: PRESSES of random keys, 40 to 200 ms long, up to several at once, with diodes; no key is pressed again
sooner than 60 ms after it was let go. Latency is from the first contact to the step that tells of it. The ghosts: in
each rectangle of the matrix three corners are pressed one after another, without diodes, and a press of the fourth is a
ghost. (Of these three ours refuses the one that makes it ambiguous until another is let go.) Times are taken on pins
that are empty Python methods, the same for both, with no key pressed; a call of the peer does more than ours: it holds
25 keys' levels with the time since when.
"""

import json
import random
import sys
import time

from host_tools.twin.key_switches import Matrix
from host_tools.twin.machine import ColumnPin, Pin, RowPin

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

PEER = ("chumicro-buttons==0.1.2", "chumicro-timing==0.8.4")
PRESSES = 500
SEED = 1
SIDE = 5
STEP_US = 2000
SCAN_US = SIDE * STEP_US
# A press has been told by then after its end, and its key bounces no more.
LATE_US = 55_000
# Short and many: the best of them was hardly disturbed.
ROUNDS = 30
CALLS = 200

# What is measured of ours, and beside what of the peer.
ROWS = (
    ("first contact to event, median", "ms", "median", "median"),
    ("first contact to event, worst", "ms", "worst", "worst"),
    ("first contact to event, median, peer each 10 ms", "ms", "median", "slow median"),
    ("first contact to event, worst, peer each 10 ms", "ms", "worst", "slow worst"),
    ("lost of %d presses" % PRESSES, "presses", "lost", "lost"),
    ("double or invented in %d presses" % PRESSES, "presses", "double", "double"),
    ("ghosts in 100 rectangles without diodes", "presses", "ghosts", "ghosts"),
    ("a scan of 25 keys (1e6 / it: scans a second)", "us", "scan", "scan"),
    ("what a step of 2 ms spends on it", "us", "step", "step"),
)


def measure() -> "list[dict[str, Any]]":
    """Ours and the peer's, which is None, said on stderr, where it cannot be had or does not run.

    Raises runtime.RuntimeMissing without MicroPython, OSError if ours does not run.
    """
    import tempfile

    ours = _run("ours", "")
    peer = None
    with tempfile.TemporaryDirectory() as folder:
        try:
            _install(folder)
            peer = _run("peer", folder)
        except OSError as error:
            print(f"keys: without its peer: {error}", file=sys.stderr)
    return [_row(name, unit, ours[mine], peer[theirs] if peer else None) for name, unit, mine, theirs in ROWS]


def _row(name: str, unit: str, ours: float, peer: "float | None") -> "dict[str, Any]":
    """A count beside 0 is put beside 1."""
    ratio = None if peer is None else 1.0 if ours == peer else round(ours / (peer or 1), 4)
    return {"name": "keys: " + name, "value": ours, "unit": unit, "peer": peer, "ratio": ratio}


def _install(folder: str) -> None:
    import subprocess

    # It is for MicroPython: what it asks of CPython does not matter.
    options = ["--quiet", "--disable-pip-version-check", "--no-deps", "--ignore-requires-python", "--target", folder]
    command = [sys.executable, "-m", "pip", "install"] + options + list(PEER)
    got = subprocess.run(command, capture_output=True, text=True, check=False)
    if got.returncode:
        raise OSError(f"{PEER[0]} cannot be installed: {(got.stderr.strip().splitlines() or ['?'])[-1]}")


def _run(whose: str, folder: str) -> "dict[str, float]":
    """What `main` prints under MicroPython."""
    import subprocess

    from host_tools import runtime

    if runtime.micropython() is None:
        raise runtime.RuntimeMissing("MicroPython is not installed: run `make setup`")
    command = runtime.command(runtime.MICROPYTHON, __name__, whose, folder)
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise OSError(f"{whose} fails under MicroPython: {(done.stderr.strip().splitlines() or ['?'])[-1]}")
    result: "dict[str, float]" = json.loads(done.stdout)
    return result


# What follows runs under MicroPython, for ours and the peer in a process each.


def main(argv: "list[str]") -> int:
    """Measures `ours` or the `peer`, which is in a folder, and prints the values by name as JSON."""
    if argv[1]:
        sys.path.append(argv[1])
        sys.modules["machine"] = Machine  # type: ignore[assignment]
    make = Ours if argv[0] == "ours" else Peer
    results = _presses(make, STEP_US)
    if make is Peer:
        slow = _presses(make, SCAN_US)
        results["slow median"], results["slow worst"] = slow["median"], slow["worst"]
    results["ghosts"] = _ghosts(make)
    results["step"] = round(_time(make), 1)
    results["scan"] = results["step"]
    print(json.dumps(results))
    return 0


class Row(RowPin):
    """A row that a driver may set up anew at any time."""

    def init(self, mode: int, pull: int = -1, value: "int | None" = None) -> None:
        """Makes it an input, or an output at a level."""
        if value is not None:
            self.level = value
        self.configure(mode == BarePin.OUT)


class Column(ColumnPin):
    """A column, with its pull-up anyway."""

    def init(self, mode: int, pull: int = -1) -> None:
        """It stays an input."""


class BarePin:
    """A pin that takes no time: nothing is pressed. And what the peer takes from the module `machine`."""

    IN = 1
    OUT = 3
    PULL_UP = 2
    PULL_DOWN = 1

    def value(self, level: "int | None" = None) -> int:
        """Open."""
        return 1

    def init(self, mode: int, pull: int = -1, value: "int | None" = None) -> None:
        """Nothing."""


class Machine:
    """Stands for the module `machine`."""

    Pin = BarePin


class Ours:
    """The firmware's driver. `told` is called with key and whether it is down."""

    def __init__(self, rows: "list[Any]", columns: "list[Any]", told: "Callable[[int, bool], None]") -> None:
        from drivers.key_matrix import KeyMatrix

        for row in rows:
            row.init(BarePin.OUT, value=1)
        self._keys = KeyMatrix(rows, columns)
        self._told = told

    def step(self, now: int) -> None:
        """A row."""
        self._keys.step(now)
        while self._keys.next():
            self._told(self._keys.event_key, self._keys.event_down)


class Peer:
    """The same for the peer."""

    def __init__(self, rows: "list[Any]", columns: "list[Any]", told: "Callable[[int, bool], None]") -> None:
        from chumicro_buttons.matrix import KeyMatrix  # type: ignore[import-not-found]
        from chumicro_timing import ticks  # type: ignore[import-not-found]

        self._keys = KeyMatrix(rows, columns, ticks=ticks, long_press_ms=0)
        self._keys.on_press = lambda key: told(key, True)
        self._keys.on_release = lambda key: told(key, False)

    def step(self, now: int) -> None:
        """All rows."""
        if self._keys.check(now):
            self._keys.handle(now)


class Scene:
    """A panel, and who scans it every so often. `told`: (us, key) of each press it tells of."""

    def __init__(self, make: "Any", every_us: int, diodes: bool) -> None:
        self.told: "list[tuple[int, int]]" = []
        self._matrix = Matrix(SIDE, SIDE)
        self._matrix.diodes = diodes
        self._every_us = every_us
        self._now_us = 0
        rows: "list[Pin]" = [Row(i, self._matrix, i) for i in range(SIDE)]
        columns: "list[Pin]" = [Column(i, self._matrix, i) for i in range(SIDE)]
        self._reader = make(rows, columns, self._tell)

    def run(self, until_us: int) -> None:
        """Time passes."""
        while self._now_us + self._every_us <= until_us:
            self._now_us += self._every_us
            self._matrix.advance(self._now_us)
            self._reader.step(self._now_us // 1000)

    def move(self, key: int, closed: bool, at_us: int) -> None:
        """Closes or opens a switch, later than all that has happened so far."""
        self.run(at_us)
        self._matrix.advance(at_us)
        self._matrix.move(key, closed, at_us)

    def _tell(self, key: int, down: bool) -> None:
        if down:
            self.told.append((self._now_us, key))


def some_presses(count: int) -> "list[tuple[int, int, int]]":
    """Random presses: from us, to us, key."""
    random.seed(SEED)
    at_us = 100_000
    presses: "list[tuple[int, int, int]]" = []
    free_us = [0] * (SIDE * SIDE)
    while len(presses) < count:
        at_us += random.randrange(5_000, 120_000)
        key = random.randrange(SIDE * SIDE)
        if at_us > free_us[key]:
            end_us = at_us + random.randrange(40_000, 200_000)
            presses.append((at_us, end_us, key))
            free_us[key] = end_us + 60_000
    return presses


def _presses(make: "Any", every_us: int) -> "dict[str, float]":
    presses = some_presses(PRESSES)
    scene = Scene(make, every_us, True)
    moves = [(start, key, True) for start, _, key in presses] + [(end, key, False) for _, end, key in presses]
    for at_us, key, closed in sorted(moves):
        scene.move(key, closed, at_us)
    scene.run(max([end for _, end, _ in presses]) + LATE_US)
    return judged(presses, scene.told)


def judged(presses: "list[tuple[int, int, int]]", told: "list[tuple[int, int]]") -> "dict[str, float]":
    """What came of the presses: median and worst latency in ms, how many were lost, and how many told without one.

    OSError if none of them was told.
    """
    latencies = []
    for start, end, key in presses:
        times = [at - start for at, other in told if other == key and start <= at <= end + LATE_US]
        latencies += times[:1]
    if not latencies:
        raise OSError("it tells of no press")
    latencies.sort()
    return {
        "median": round(latencies[len(latencies) // 2] / 1000, 1),
        "worst": round(latencies[-1] / 1000, 1),
        "lost": len(presses) - len(latencies),
        "double": len(told) - len(latencies),
    }


def _ghosts(make: "Any") -> int:
    scene = Scene(make, STEP_US, False)
    at_us = 100_000
    number = ghosts = 0
    for a in range(SIDE):
        for b in range(a + 1, SIDE):
            for c in range(SIDE):
                for d in range(c + 1, SIDE):
                    corners = [a * SIDE + c, a * SIDE + d, b * SIDE + c, b * SIDE + d]
                    fourth = corners.pop(number % 4)
                    number += 1
                    del scene.told[:]
                    for closed in (True, False):
                        for key in corners:
                            scene.move(key, closed, at_us)
                            at_us += 30_300
                    at_us += 50_000
                    scene.run(at_us)
                    ghosts += len([key for _, key in scene.told if key == fourth])
    return ghosts


def _time(make: "Any") -> float:
    """Microseconds a call."""
    reader = make([BarePin() for _ in range(SIDE)], [BarePin() for _ in range(SIDE)], print)
    best = 0.0
    for i in range(ROUNDS):
        start = time.ticks_us()  # type: ignore[attr-defined]
        for now in range(2 * CALLS * i, 2 * CALLS * (i + 1), 2):
            reader.step(now)
        took = time.ticks_diff(time.ticks_us(), start) / CALLS  # type: ignore[attr-defined]
        best = min(best, took) if best else took
    return best
