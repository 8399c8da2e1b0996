"""Runs scripts under real MicroPython, on a heap as small as the board's: the unix port, whose words have 64 bits, or
the WebAssembly build, whose words and small integers are those of the ESP32.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from host_tools import runtime
from tests.support.needs import missing

ROOT = Path(__file__).parents[2]
# Importing sources leaves a small heap in pieces, unless it is tidied up on the way.
GC = "import gc\ngc.threshold(8192)\n"
# The cap is for one board. Where a program makes one after the other, the collector, which takes whatever looks like an
# address for one, may keep some of those that are gone.
SEVERAL_BOARDS = "1m"


def executable() -> str:
    """MicroPython's unix port: beside this Python, or on the PATH. Without it a test is skipped, or fails in CI."""
    found = shutil.which("micropython", path=str(Path(sys.executable).parent)) or shutil.which("micropython")
    if not found:
        missing("no micropython executable")
    return found


def run(script: "str | Path", heap: str = "256k", timeout_s: float = 600, bits: int = 64) -> str:
    """What a script, a path or its text, prints. It imports as on CPython; its failure is the test's.

    With 32 bits the heap is capped where garbage is collected, which happens only at the end of the script, and at each
    `yield` of a generator `batches`, where it defines one: what runs for long does so there, on both.
    """
    is_file = isinstance(script, Path) or (script.endswith(".py") and "\n" not in script)
    code = Path(script).read_text(encoding="utf-8") if is_file else str(script)
    if bits == 32:
        try:
            command = runtime.command_32(code, ROOT, ROOT / "firmware", heap=heap)
        except runtime.RuntimeMissing as error:
            missing(str(error))
    else:
        if "def batches(" in code:
            code += "\nfor _ in batches():\n    gc.collect()\n"
        command = [executable(), "-X", "heapsize=" + heap, "-c", GC + code]
    result = subprocess.run(
        command,
        cwd=ROOT,
        env={**os.environ, "MICROPYPATH": f"{ROOT}:{ROOT / 'firmware'}:.frozen"},
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=timeout_s,
    )
    if result.returncode:
        pytest.fail(f"under MicroPython, {bits} bits: exit status {result.returncode}\n{result.stdout}{result.stderr}")
    return result.stdout
