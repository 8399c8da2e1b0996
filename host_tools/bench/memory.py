"""What the firmware takes of the heap, on a MicroPython whose words have the 32 bits of the ESP32's.

Loaded is what `build` compiles for the reference board, module by module, each after those that it imports: a row is
what the heap has grown by, names (MicroPython's qstrs) included. `objects` is what building the device and its first
FRAME_MS then add, with `machine` as light as can be and what files hold taken off. In use is all of that, measured by
itself; `device.start` is left out, as it wants the real machine. What is imported when it is wanted, and let go, is not
in it. Names that the ESP32 has in its ROM and the WebAssembly build has not count here, and the other way round.
"""

import gc
import json
import re
import sys

from host_tools.twin.dict_files import DictFiles
from host_tools.twin.file_system import Files
from host_tools.twin.flash_chip import Flash

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import ModuleType
    from typing import Any

    from host_tools.device.build import Build

# What a board may have in use at most after its first frame, on 32 bits, in bytes: Wi-Fi, a game and some room to spare
# want the rest.
MOST_IN_USE = 97_280
ENTRY = "device.wiring"
FRAME_MS = 200
HEAP = "1m"
BLOCKS = 24


def measure() -> "list[dict[str, Any]]":
    """Bytes on 32 bits, and how many on 64.

    Raises runtime.RuntimeMissing without either MicroPython, OSError if a run fails.
    """
    from host_tools.device import build

    made = [build.build_at(level, build.REFERENCE) for level in (build.LINES, build.NO_LINES)]
    chosen = loaded()
    narrow, wide = in_use(32, chosen), in_use(64, chosen)
    title = "heap in use after the first frame, %d-bit"
    rows = [
        _row(title % 32, narrow["bytes"], "bytes"),
        _row(title % 64, wide["bytes"], "bytes"),
        _row("heap: names, 32-bit", narrow["bytes of names"], "bytes"),
        _row("heap: how many names, 32-bit", narrow["names"], "names"),
        _row("the build, with line numbers", made[0].size, "bytes"),
        _row("the build, without them", made[1].size, "bytes"),
    ]
    return rows + [_row("heap: %s, 32-bit" % name, size, "bytes") for name, size in _by_module(chosen).items()]


def _row(name: str, value: int, unit: str) -> "dict[str, Any]":
    return {"name": name, "value": value, "unit": unit, "peer": None, "ratio": None}


def loaded() -> "Build":
    """The build that goes onto the reference board, even where it is too large for it."""
    from host_tools.device import build

    with_lines = build.build_at(build.LINES, build.REFERENCE)
    return with_lines if with_lines.size <= build.MOST else build.build_at(build.NO_LINES, build.REFERENCE)


def in_use(bits: int, made: "Build") -> "dict[str, int]":
    """`bytes` in use after the first frame; the `names` and `bytes of names` in them. Raises as `measure`."""
    said = _run(bits, made, "whole")
    # Number of pools, names, bytes of text, bytes of all.
    pools = [[int(number) for number in re.findall(r"\d+", line)] for line in said if line.startswith("qstr pool")]
    return {
        "bytes": next(json.loads(line)[1] for line in said if line.startswith("[")),
        "names": pools[1][1] - pools[0][1],
        "bytes of names": pools[1][3] - pools[0][3],
    }


def _by_module(made: "Build") -> "dict[str, int]":
    from host_tools.device import build

    paths = [path[len(build.SLOT) : -len(".mpy")] for path in made.files if path.startswith(build.SLOT)]
    every = [path.replace("/__init__", "").replace("/", ".") for path in paths]
    (order,) = _run(32, made, "in_order", sorted(name for name in every if name != build.START))
    return dict(json.loads(line) for line in _run(32, made, "one_by_one", *json.loads(order)))


def _run(bits: int, made: "Build", function: str, *args: "list[str]") -> "list[str]":
    """The lines that a function of those below prints, with the build where modules are looked for first."""
    import subprocess
    import tempfile
    from pathlib import Path

    from host_tools import runtime
    from host_tools.device import build

    with tempfile.TemporaryDirectory() as folder:
        build.write(made, Path(folder))
        slot = Path(folder, build.SLOT).resolve()
        code = "from %s import %s\n" % (__name__, function)
        code += "def batches():\n    return %s(%s)\n" % (function, ", ".join(repr(arg) for arg in args))
        if bits == 32:
            command = runtime.command_32(code, slot, runtime.ROOT, heap=HEAP)
        else:
            micropython = runtime.micropython()
            if micropython is None:
                raise runtime.RuntimeMissing("MicroPython is not installed: run `make setup`")
            paths = [str(slot), str(runtime.ROOT)]
            code = "import gc, sys\nsys.path[:] = %r\n%sfor _ in batches():\n    gc.collect()\n" % (paths, code)
            command = [sys.executable, str(micropython), "-X", "heapsize=" + HEAP, "-c", code]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise OSError(f"failed on {bits} bits: {(done.stderr.strip().splitlines() or ['?'])[-1]}")
    return done.stdout.splitlines()


# What follows runs on MicroPython. At each `yield` what is garbage goes.


class Pin:
    """Reads what rests: no key down, all beams lit, and dark while the emitters are off."""

    IN = OUT = OPEN_DRAIN = PULL_UP = 1
    facts: "Any" = None
    lit = 0

    def __init__(self, number: int, *_: int, value: int = 0) -> None:
        self.number = number
        self.value(value)

    def value(self, level: "int | None" = None) -> int:
        """Switches the emitters, or reads."""
        if level is not None and self.number == self.facts.EMITTERS:
            Pin.lit = level
        return self.facts.BEAM_DARK ^ self.lit if self.number in self.facts.BEAMS else 1


class Silent:
    """SPI, PWM, WDT and RTC, which do nothing."""

    def __init__(self, *_: "Any", **__: "Any") -> None:
        pass

    def write(self, data: bytes) -> None:
        """Nothing."""

    def freq(self, hertz: int) -> None:
        """Nothing."""

    def duty_u16(self, duty: int) -> None:
        """Nothing."""

    def feed(self) -> None:
        """Nothing."""

    def memory(self, data: bytes = b"") -> bytes:
        """Blank."""
        return b""


class Counter:
    """Has seen nothing."""

    RISING = FALLING = 1

    def __init__(self, *_: "Any", **__: "Any") -> None:
        pass

    def value(self, new: int = 0) -> int:
        """0."""
        return 0


class Machine:
    """The least of a `machine`."""

    PWRON_RESET, HARD_RESET, WDT_RESET, DEEPSLEEP_RESET, SOFT_RESET = 1, 2, 3, 4, 5
    Pin, Counter = Pin, Counter
    SPI = PWM = WDT = RTC = Silent

    @staticmethod
    def reset_cause() -> int:
        """Power came."""
        return 1


def whole() -> "Iterator[None]":
    """Prints what a board that runs has in use, in bytes, and MicroPython's names before and after it started."""
    import micropython

    flash = Flash(BLOCKS)
    files = files_on(flash)
    micropython.qstr_info()
    yield
    begun = gc.mem_alloc()  # type: ignore[attr-defined]
    device = started(files)
    drop(flash)
    yield
    told("in use", begun)
    micropython.qstr_info()
    assert device.scoreboard, "what was measured is safe mode"


def in_order(every: "list[str]") -> "Iterator[None]":
    """Prints modules, those after which the first frame has come and the others, each after those that it imports."""
    import builtins

    order: "list[str]" = []
    plain = builtins.__import__

    def noted(*args: "Any") -> "ModuleType":
        before = set(sys.modules)
        module = plain(*args)
        order.extend(sorted([name for name in sys.modules if name not in before and name not in order]))
        return module

    builtins.__import__ = noted  # type: ignore[assignment]
    started(files_on(Flash(BLOCKS)))
    kept = [name for name in order if name in sys.modules and name in every]
    yield
    for name in every:
        __import__(name)
        yield
    builtins.__import__ = plain
    print(json.dumps([kept, [name for name in order if name in every and name not in kept]]))


def one_by_one(kept: "list[str]", wanted: "list[str]") -> "Iterator[None]":
    """Prints how much each module takes, in bytes, and the objects of a board; then modules that are imported when they
    are wanted."""
    flash = Flash(BLOCKS)
    files = files_on(flash)
    for name in kept:
        package = name.rpartition(".")[0]
        if package and package not in sys.modules:
            # It would import its modules all at once.
            sys.modules[package] = Placeholder(package)  # type: ignore[assignment]
    yield
    begun = gc.mem_alloc()  # type: ignore[attr-defined]
    for name in kept:
        if isinstance(sys.modules.get(name), Placeholder):
            del sys.modules[name]
        __import__(name)
        yield
        begun = told(name, begun)
    device = started(files)
    drop(flash)
    yield
    begun = told("objects", begun)
    for name in wanted:
        __import__(name)
        yield
        begun = told(name + ", when it is wanted", begun)
    assert device.scoreboard, "what was measured is safe mode"


class Placeholder:
    """A package without what is in its own file."""

    def __init__(self, name: str) -> None:
        self.__path__ = "%s/%s" % (sys.path[0], name)


def files_on(flash: Flash) -> Files:
    """An empty file system."""
    bus = flash.power_on()
    DictFiles.mkfs(bus)
    return Files(bus, DictFiles(bus))


def drop(flash: Flash) -> None:
    """Lets go of what is in files: on the chip it lies on flash."""
    assert flash.tree
    flash.tree.clear()


def started(files: Files) -> "Any":
    """A device, some steps after its first frame."""
    Pin.facts = __import__("board")
    __import__(ENTRY)
    device = sys.modules[ENTRY].build(Machine, Pin.facts, files)
    for now_ms in range(0, FRAME_MS, 2):
        device.step(now_ms)
    return device


def told(name: str, before: int) -> int:
    """Prints by how much the heap has grown, and gives what is in use now."""
    now: int = gc.mem_alloc()  # type: ignore[attr-defined]
    print('["%s", %d]' % (name, now - before))
    return now
