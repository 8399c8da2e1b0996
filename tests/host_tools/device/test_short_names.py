"""Private names as the build shortens them."""

import ast
from pathlib import Path

import pytest

from host_tools.device.build import FIRMWARE
from host_tools.device.short_names import shorten

SOURCE = '''"""Says _often."""
_LIMIT = 5


class _Thing:
    def __init__(self) -> None:
        self._often = _LIMIT  # _often
        self.public = self._often + self._often

    def _seldom(self, _often: int) -> str:
        return "_often" if _often else str(self._often)
'''


def test_the_most_used_is_the_shortest_and_nothing_else_changes() -> None:
    short = shorten(SOURCE)
    assert "self._a = _b  # _often" in short
    assert "def _d(self, _a: int)" in short and 'return "_often" if _a' in short
    assert "class _c:" in short and "__init__" in short and "self.public" in short
    assert [line.strip().split(" ")[0] for line in short.splitlines() if "class" in line or "def" in line] == [
        "class",
        "def",
        "def",
    ]
    assert len(short.splitlines()) == len(SOURCE.splitlines())


def test_the_same_each_time() -> None:
    assert shorten(SOURCE) == shorten(SOURCE)


def test_it_means_the_same() -> None:
    before: "dict[str, object]" = {}
    after: "dict[str, object]" = {}
    text = "def twice(number):\n    _double = number * 2\n    return _double\nresult = twice(21)\n"
    exec(text, before)
    exec(shorten(text), after)
    assert before["result"] == after["result"] == 42
    assert "_double" not in shorten(text)


def test_more_names_than_letters() -> None:
    text = "\n".join(f"_name_{number} = {number}" for number in range(100))
    names = [line.split(" ")[0] for line in shorten(text).splitlines()]
    assert len(set(names)) == 100 and max(len(name) for name in names) == 3


@pytest.mark.parametrize("path", sorted(FIRMWARE.rglob("*.py")), ids=lambda path: path.stem)
def test_every_module_of_the_firmware_still_compiles(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    compile(shorten(text), str(path), "exec")
    # Names within them would stay long on some Pythons.
    assert not [node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.JoinedStr)]
