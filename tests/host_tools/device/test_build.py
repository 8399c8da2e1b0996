"""The build: size, sameness, what is in it; and that it plays a game where there are no sources."""

import ast
import hashlib
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from host_tools.board import facts
from host_tools.device import build as builds
from host_tools.device.build import MOST, ROOT, build
from host_tools.device.device_error import DeviceError
from tests.support.built import built
from tests.support.on_micropython import executable

BOARDS = facts.names()
# The twin comes from the checkout, with all facts of its board; of the firmware there is only what was built.
PLAY = """
import gc
gc.threshold(8192)
import sys
name = sys.argv.pop()
sys.path[:] = sys.argv[1:]
from host_tools.records import state_json
from host_tools.twin.world import World
import board
from device import wiring
class Facts: pass
facts = {}
exec(open("%s/board/%s.py" % (sys.path[1], name)).read(), facts)
for name in facts:
    setattr(Facts, name, facts[name])
world = World(Facts, build=lambda machine, _, *rest: wiring.build(machine, board, *rest))
world.power_on()
# A, CALL, 7, pocket 3; OK at the end.
for key in (20, 4, 7, 2):
    world.down(key)
    world.run(80)
    world.up(key)
    world.run(120)
world.ball(3)
world.run(500)
world.down(24)
world.run(80)
world.up(24)
world.run(1200)
print(state_json.line(state_json.board_pairs(world.app.scoreboard)))
print(sorted(set(getattr(sys.modules[name], "__file__", "") for name in sys.modules if "twin" not in name)))
"""


@pytest.mark.parametrize("board", BOARDS)
def test_size_and_bytecode(board: str) -> None:
    made = built(board)
    assert made.size <= MOST
    assert sorted(path for path in made.files if path.endswith(".py")) == ["boot.py", "main.py"]
    for path, data in made.files.items():
        if path.endswith(".mpy"):
            # Version, no native code, integers of 31 bits.
            assert (data[0], data[1], data[2] >> 2, data[3]) == (ord("M"), 6, 0, 31), path


@pytest.mark.parametrize("board", BOARDS)
def test_a_game_without_the_sources(board: str, tmp_path: Path) -> None:
    builds.write(built(board), tmp_path)
    assert not list((tmp_path / "slot").rglob("*.py"))
    result = subprocess.run(
        [sys.executable, executable(), "-X", "heapsize=1m", "-c", PLAY, str(tmp_path / "slot"), str(ROOT), board],
        cwd=tmp_path,
        env={name: value for name, value in os.environ.items() if name != "MICROPYPATH"},
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert result.returncode == 0, result.stdout + result.stderr
    state, loaded = result.stdout.splitlines()
    assert json.loads(state)["score"] == {"A": 7, "B": 0}
    used = ast.literal_eval(loaded)
    assert [path for path in used if path.startswith(str(ROOT / "firmware"))] == []
    assert len([path for path in used if path.startswith(str(tmp_path)) and path.endswith(".mpy")]) > 25


def test_the_same_bytes_anywhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    builds.write(build("devkitc"), tmp_path / "one")
    monkeypatch.chdir(tmp_path)
    builds.write(build(str(ROOT / "board" / "devkitc.py")), tmp_path / "two")
    one, two = (
        {
            path.relative_to(tmp_path / name): path.read_bytes()
            for path in (tmp_path / name).rglob("*")
            if path.is_file()
        }
        for name in ("one", "two")
    )
    assert one == two
    names = [data for path, data in one.items() if path.suffix == ".mpy"]
    assert not any(str(ROOT).encode() in data or b"firmware/" in data for data in names)


def test_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    stale = tmp_path / "slot" / "old.mpy"
    stale.parent.mkdir()
    stale.write_bytes(b"")
    assert builds.main(["--out", str(tmp_path)]) == 0
    assert not stale.exists()
    said = json.loads((tmp_path / "manifest.json").read_text())
    for path, (size, digest) in said["files"].items():
        data = (tmp_path / path).read_bytes()
        assert (len(data), hashlib.sha256(data).hexdigest()) == (size, digest)
    out = capsys.readouterr().out
    total = sum(size for size, _ in said["files"].values())
    assert f"{total} bytes in {len(said['files'])} files for devkitc" in out
    # What manifest.py asks of MicroPython's own tools, and that it is there.
    asked: list[tuple[str, ...]] = []
    exec(
        (tmp_path / "manifest.py").read_text(),
        {name: lambda *paths: asked.append(paths) for name in ("include", "freeze", "freeze_mpy")},
    )
    assert asked == [("$(PORT_DIR)/boards/manifest.py",), ("slot",), (".", "main.py")]


def test_nobody_elses_files_are_overwritten(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    own = tmp_path / "main.py"
    own.write_text("mine")
    assert builds.main(["--out", str(tmp_path)]) == 2
    assert f"{own} is there already, and not from a build: expected another folder\n" in capsys.readouterr().err
    assert own.read_text() == "mine"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("def f(:\n pass\n", "mine.py does not compile: SyntaxError: invalid syntax"),
        ("@micropython.native\ndef f():\n return 1\n", "does not compile"),
    ],
)
def test_what_cannot_be_compiled(text: str, expected: str) -> None:
    with pytest.raises(DeviceError, match=r"^mine\.py") as raised:
        builds.compiled(text, "mine.py")
    assert expected in str(raised.value)


def test_too_large(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(builds, "MOST", 30_000)
    assert builds.main(["--out", str(tmp_path)]) == 2
    printed = capsys.readouterr()
    assert printed.err.endswith("bytes are more than the 30000 that there is room for\n")
    assert list(tmp_path.iterdir()) == []


def test_a_board_with_faults(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "mine.py"
    file.write_text((ROOT / "board" / "devkitc.py").read_text() + "BUZZER = 6\n")
    assert builds.main(["--board", str(file), "--out", str(tmp_path / "out")]) == 2
    assert "mine.py: has faults, see `python -m host_tools board check" in capsys.readouterr().err
    assert builds.main(["--board", "nonesuch"]) == 2
    assert "no board 'nonesuch'" in capsys.readouterr().err


def test_types_are_left_out() -> None:
    text = 'TYPE_CHECKING = False\nif TYPE_CHECKING:\n    from x import (\n        y,\n    )\n\nz: "y" = 1\n'
    assert builds.without_types(text) == '\n\n\n\n\n\nz: "y" = 1\n'


def test_what_only_the_compiler_reads_is_left_out() -> None:
    text = "from compact import const\n_X = const(3)\n"
    assert builds.without_types(text) == "\n_X = const(3)\n"
    text = "from compact import WHOLE, const, let_go\n"
    assert builds.without_types(text) == "from compact import WHOLE, let_go\n"
    assert b"const" not in builds.compiled(builds.without_types("from compact import const\n_X = const(3)\n"), "x.py")


def test_turned_modules_take_their_module_along() -> None:
    assert not [path for path in built("devkitc").files if "turned" in path]
