"""The 32-bit MicroPython: what it is, and that programs on it are heard, capped and fail as on the other."""

import json
import re

import pytest

from host_tools import runtime
from host_tools.wasm import install
from tests.support import on_micropython


def test_small_integers_have_31_bits() -> None:
    code = """
import micropython, sys
def grow(number):
    micropython.heap_lock()
    try:
        number += 1
        return True
    except MemoryError:
        return False
    finally:
        micropython.heap_unlock()
print(sys.implementation.name, grow(0x3FFFFFFE), grow(0x3FFFFFFF))
"""
    assert on_micropython.run(code, bits=32) == "micropython True False\n"
    assert on_micropython.run(code) == "micropython True True\n"


def test_what_is_printed_and_the_failure_come_back(bits: int) -> None:
    assert on_micropython.run("print('шар', end='')", bits=bits) == "шар"
    with pytest.raises(pytest.fail.Exception, match=r"(?s)exit status 1\nseen\n.*ZeroDivisionError"):
        on_micropython.run("print('seen')\n1 // 0\n", bits=bits)


def test_a_failure_with_the_heap_locked_is_told(bits: int) -> None:
    with pytest.raises(pytest.fail.Exception, match="MemoryError"):
        on_micropython.run("import micropython\nmicropython.heap_lock()\nx = [0] * 9\n", bits=bits, timeout_s=60)


BATCHES = """
def batches():
    for _ in range(40):
        litter = bytes(100000)
        yield
    kept = bytes(%d)
    yield
    print("done")
"""


def test_garbage_goes_between_batches_and_what_stays_is_capped(bits: int) -> None:
    assert on_micropython.run(BATCHES % 100000, bits=bits) == "done\n"
    with pytest.raises(pytest.fail.Exception, match="MemoryError"):
        on_micropython.run(BATCHES % 300000, bits=bits)


def test_a_machine_without_it_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runtime, "WASM", runtime.ROOT / "nowhere")
    with pytest.raises(runtime.RuntimeMissing, match="make setup"):
        runtime.command_32("")


def test_it_is_pinned_by_a_checksum_and_no_registry_is_named() -> None:
    wanted = json.loads((install.FOLDER / "package.json").read_text())["dependencies"]
    lock = (install.FOLDER / "package-lock.json").read_text()
    packages = json.loads(lock)["packages"]
    for name, version in wanted.items():
        locked = packages["node_modules/" + name]
        assert locked["version"] == version and re.match("sha512-", locked["integrity"])
    assert "://" not in lock and len(packages) == 1 + len(wanted)
