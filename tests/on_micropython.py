"""Runs scripts under real MicroPython, on a heap as small as the board's."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
# Importing sources leaves a small heap in pieces, unless it is tidied up on the way.
GC = "import gc\ngc.threshold(8192)\n"
# The cap is for one board. Where a program makes one after the other, the collector, which takes whatever looks like an
# address for one, may keep some of those that are gone.
SEVERAL_BOARDS = "1m"


def executable() -> str:
    """MicroPython's unix port: beside this Python, or on the PATH. Without it a test is skipped, or fails in CI."""
    found = shutil.which("micropython", path=str(Path(sys.executable).parent)) or shutil.which("micropython")
    if not found:
        if os.environ.get("CI"):
            pytest.fail("no micropython executable")
        pytest.skip("no micropython executable")
    return found


def run(script: "str | Path", heap: str = "256k", timeout_s: float = 600) -> str:
    """What a script, a path or its text, prints. It imports as on CPython; its failure is the test's."""
    is_file = isinstance(script, Path) or (script.endswith(".py") and "\n" not in script)
    result = subprocess.run(
        [executable(), "-X", "heapsize=" + heap, *([str(script)] if is_file else ["-c", GC + str(script)])],
        cwd=ROOT,
        env={**os.environ, "MICROPYPATH": f"{ROOT}:{ROOT / 'firmware'}:.frozen"},
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=timeout_s,
    )
    if result.returncode:
        pytest.fail(f"under MicroPython: exit status {result.returncode}\n{result.stdout}{result.stderr}")
    return result.stdout
