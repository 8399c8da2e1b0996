"""Deploying to real MicroPython, unplugged at every command; going back; and errors."""

import json
import shutil
from functools import partial
from pathlib import Path

import pytest

from host_tools.board import facts
from host_tools.device import deploy, link, rollback
from host_tools.device.build import FIRMWARE, Build, build, compiled, pack
from tests.support.stand_in import StandIn

START = "import time\nfrom parts.one import NAME\ndef main():\n print('running', NAME)\n while 1: time.sleep_ms(2)\n"


def small(name: str, filling: int = 0) -> Build:
    """A version that says its name and runs on."""
    files = {path: (FIRMWARE / path).read_bytes() for path in ("boot.py", "main.py")}
    files["slot/device/start.mpy"] = compiled(START, "start.py")
    files["slot/parts/one.mpy"] = compiled(f"NAME = {name!r}\n", "parts/one.py")
    files["slot/parts/big.mpy"] = compiled(f"BIG = {name * 1000 + 'x' * filling!r}\n", "parts/big.py")
    return pack("devkitc", "esp32", files)


def install(board: StandIn, made: Build) -> int:
    return link.serve("deploy", board.port, lambda link_: deploy.deploy(link_, made), starts=True)


@pytest.fixture(scope="module")
def first(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A flash with a version, settings and a game on it."""
    image = tmp_path_factory.mktemp("first") / "image"
    with StandIn(image) as board:
        assert install(board, small("first")) == 0
        assert board.heard("running first")
    return image


@pytest.fixture
def image(first: Path, tmp_path: Path) -> Path:
    return Path(shutil.copy(first, tmp_path / "image"))


def test_deploy_and_back(image: Path, capsys: pytest.CaptureFixture[str]) -> None:
    old, new = small("first"), small("second")
    with StandIn(image) as board:
        assert board.heard("running first")
        capsys.readouterr()
        assert install(board, new) == 0
        out = capsys.readouterr().out
        assert f"version {new.version}: 2 of 3 files sent" not in out, "the other slot was empty"
        assert f"devkitc, version {new.version}: 3 of 3 files sent, all checked on the board\n" in out
        assert f"version {old.version} is kept" in out
        assert out.endswith("the board has started\n")
        assert board.heard("running second")
        # The first thing that every tool does.
        assert board.watchdog == [link.WATCHDOG_MS]
        assert rollback.main([board.port]) == 0
        assert f"version {old.version} is back" in capsys.readouterr().out
        assert board.heard("running first")
        # The same again costs nothing, and not what there is to go back to.
        assert install(board, old) == 0
        assert f"version {old.version}, is on the board already" in capsys.readouterr().out
        # What has not changed is not sent again.
        assert install(board, small("third")) == 0
        assert "2 of 3 files sent" in capsys.readouterr().out
        assert board.heard("running third")


def settled(board: StandIn) -> bool:
    """Whether it has started again, and said what it runs."""
    return board.starts == 2 and board.said.endswith((b"first\n", b"second\n"))


# pyserial does not close a socket that was cut off.
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_unplugged_at_every_command(image: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    new, ran, again = small("second"), [], 0
    at = 0
    while True:
        at += 1
        copy = Path(shutil.copy(image, tmp_path / "cut"))
        with StandIn(copy) as board:
            board.cut_at = at
            status = install(board, new)
            assert board.wait(partial(settled, board)), board.said
            ran.append(board.said.decode().split()[-1])
            if status == 0:
                break
            message = capsys.readouterr().err
            assert message.count("\n") == 1
            assert "broke off" in message or "was lost" in message
            if at % 10 == 0:
                again += 1
                assert install(board, new) == 0
                assert board.heard("running second")
    switched = ran.index("second")
    assert ran == ["first"] * switched + ["second"] * (len(ran) - switched)
    assert switched > 15
    assert again > 1


def test_a_board_for_another_chip(image: Path, capsys: pytest.CaptureFixture[str]) -> None:
    made = small("second")
    with StandIn(image) as board:
        assert install(board, pack("esp32s3_devkitc1", "esp32s3", made.files)) == 2
        assert "esp32s3_devkitc1 is for an ESP32S3, but the controller" in capsys.readouterr().err
        assert install(board, Build("devkitc", "esp32", 7, made.files, made.manifest)) == 2
        assert "bytecode of version 6, not 7" in capsys.readouterr().err
        assert board.heard("running first")


def test_no_space(image: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with StandIn(image) as board:
        assert install(board, small("second", 200_000)) == 2
        message = capsys.readouterr().err
        assert "there is no space on the board" in message
        assert message.count("\n") == 1
        # Nothing has been touched, so there is still nothing to go back to.
        assert board.heard("running first")
        assert rollback.main([board.port]) == 2
        assert "no older version" in capsys.readouterr().err
        assert board.heard("running first")


def test_a_version_that_does_not_start(
    image: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(link, "START_S", 60)
    broken = small("second")
    files = {**broken.files, "slot/device/start.mpy": compiled("def main():\n raise ValueError('no')\n", "start.py")}
    with StandIn(image) as board:
        assert install(board, pack("devkitc", "esp32", files)) == 2
        message = capsys.readouterr().err
        monkeypatch.undo()
        assert "the board does not start: ValueError: no. `make rollback`" in message
        assert rollback.main([board.port]) == 0
        assert board.heard("running first")


def test_what_is_no_manifest_is_no_version(image: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with StandIn(image) as board:
        for said in (b'{"files": {}}', b'{"board": "x", "files": {"slot/a": 5}}', b'{"board": "x", "files": []}', b"["):
            work = partial(link.Link.put, path="/b/manifest.json", data=said)
            assert link.serve("x", board.port, work) == 0
            assert rollback.main([board.port]) == 2
            assert "there is no older version on the board" in capsys.readouterr().err


def test_the_owners_own_board_is_not_replaced_by_ours(
    image: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    own = tmp_path / "devkitc.py"
    shutil.copy(facts.FOLDER / "devkitc.py", own)
    assert (build(str(own)).board, build("devkitc").board) == ("devkitc.py", "devkitc")
    assert build(str(facts.FOLDER / "devkitc.py")).board == "devkitc"
    with StandIn(image) as board:
        assert install(board, pack("devkitc.py", "esp32", dict(small("second").files))) == 0
        assert deploy.main([board.port]) == 2
        assert "was built from a file of yours, devkitc.py: say BOARD=, and where it is" in capsys.readouterr().err


def test_a_damaged_older_version(image: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with StandIn(image) as board:
        assert install(board, small("second")) == 0
        assert link.serve("x", board.port, lambda found: found.put("/a/device/start.mpy", b"M\x06")) == 0
        assert rollback.main([board.port]) == 2
        assert "the older version is damaged (device/start.mpy)" in capsys.readouterr().err
        assert board.heard("running second")


def test_which_board(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with StandIn(tmp_path / "blank") as board:
        assert deploy.main([board.port]) == 2
        assert "which board? Say BOARD=..." in capsys.readouterr().err
        assert deploy.main([board.port, "--board", "nonesuch"]) == 2
        assert "no board 'nonesuch': expected one of devkitc" in capsys.readouterr().err


def test_manifest_names_all(image: Path) -> None:
    said = json.loads(small("first").manifest)
    assert sorted(said["files"]) == [
        "boot.py",
        "main.py",
        "slot/device/start.mpy",
        "slot/parts/big.mpy",
        "slot/parts/one.mpy",
    ]
