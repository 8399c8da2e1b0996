"""The whole scoreboard on a board in the middle of a game: deploy, logs, games and settings, and the game goes on."""

import shutil
from pathlib import Path

import pytest

from host_tools.device import change_settings as settings
from host_tools.device import deploy, games, link, logs
from host_tools.device.build import compiled, pack
from host_tools.device.link import Link
from tests.support.built import built
from tests.support.stand_in import StandIn, open_image

BLOCKS = 256
# A, CALL, 7, pocket 3, 7, OK: 7 points.
KEYS = "20,4,7,2,7,24"
RECORD = b'[A "Anna"]\n\nstart:A p7\n'


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A flash with a former version of the scoreboard, and two games that have been played."""

    def work(board: Link) -> None:
        made = built("devkitc")
        former = {**made.files, "slot/former.mpy": compiled("", "former.py")}
        deploy.deploy(board, pack(made.board, made.chip, former))
        board.put("/games/00001.txt", RECORD)
        board.put("/games/00002.txt", RECORD * 200)
        board.put("/log.old", b"start: PWRON_RESET\n")

    path = tmp_path_factory.mktemp("board") / "image"
    with StandIn(path, BLOCKS, "devkitc") as board:
        assert link.serve("deploy", board.port, work) == 0
    return path


@pytest.fixture
def image(installed: Path, tmp_path: Path) -> Path:
    return Path(shutil.copy(installed, tmp_path / "image"))


def read(image: Path, path: str) -> bytes:
    """A file on a board, "" where there is none, as far as nobody is writing just now."""
    try:
        # It has to live as long as its files.
        fs = open_image(image)
        return bytes(fs.open(path, "rb").read(-1))
    except OSError:
        return b""


def journal(image: Path) -> str:
    """The tokens on flash, without their checksums."""
    try:
        names = sorted(name for name, *_ in open_image(image).ilistdir("/journal"))
    except OSError:
        return ""
    lines = b"".join(read(image, f"/journal/{name}") for name in names).decode().splitlines()
    return " ".join(line.rpartition(" ")[0] for line in lines if not line.startswith("["))


def dots(board: Link) -> list[str]:
    """What the LED board shows."""
    board.run("import world")
    shown: list[str] = board.value("world.dots()")
    return shown


def test_deploy_in_the_middle_of_a_game(image: Path, capsys: pytest.CaptureFixture[str]) -> None:
    shown: list[list[str]] = []
    with StandIn(image, BLOCKS, "devkitc", KEYS) as board:
        assert board.wait(lambda: "p7" in journal(image)), board.said
        before = journal(image)
        # The board alone is enough to know which it is.
        assert deploy.main([board.port]) == 0
        printed = capsys.readouterr()
        assert "files sent, all checked on the board" in printed.out
        assert printed.out.endswith("the board has started\n")
        assert read(image, "/slot") == b"/b\n"
        assert board.starts == 2
        # First the firmware's own, then ours before anything else, then the firmware's again.
        assert board.watchdog == [8000, link.WATCHDOG_MS, 8000]
        assert link.serve("x", board.port, lambda found: shown.append(dots(found))) == 0
        assert board.wait(lambda: board.starts == 3)
        assert link.serve("x", board.port, lambda found: shown.append(dots(found))) == 0
        assert journal(image) == before
    # The new version shows the 7 points at the left.
    assert any("#" in row[:14] for row in shown[0])
    assert shown[0] == shown[1]
    assert read(image, "/games/00001.txt") == RECORD


def test_games(image: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "games"
    with StandIn(image, BLOCKS, "devkitc") as board:
        assert games.main([board.port, "--out", str(folder)]) == 0
        assert capsys.readouterr().out == f"{folder}: 2 new, 0 were here already\n"
        assert (folder / "00002.txt").read_bytes() == RECORD * 200
        # Another board's first game.
        (folder / "00001.txt").write_bytes(b"another")
        assert games.main([board.port, "--out", str(folder)]) == 0
        assert capsys.readouterr().out == f"{folder}: 1 new, 1 were here already\n"
        assert (folder / "00001.txt").read_bytes() == b"another"
        assert (folder / "00001-2.txt").read_bytes() == RECORD
        assert games.main([board.port, "--out", str(folder / "00001.txt")]) == 2
        assert "00001.txt: File exists" in capsys.readouterr().err


def test_many_games_two_of_them_alike(
    image: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(games, "AT_ONCE", 2)
    folder = tmp_path / "games"
    with StandIn(image, BLOCKS, "devkitc") as board:
        assert link.serve("put", board.port, lambda found: found.put("/games/00003.txt", RECORD)) == 0
        assert games.main([board.port, "--out", str(folder)]) == 0
        assert capsys.readouterr().out == f"{folder}: 3 new, 0 were here already\n"
        assert games.main([board.port, "--out", str(folder)]) == 0
        assert capsys.readouterr().out == f"{folder}: 0 new, 3 were here already\n"
        assert sorted(path.name for path in folder.iterdir()) == ["00001.txt", "00002.txt", "00003.txt"]
        (folder / "00001.txt").unlink()

        def full(_path: Path, _data: bytes) -> None:
            with _path.open("wb") as file:
                file.write(_data[:5])
            raise OSError(28, "No space left on device")

        with monkeypatch.context() as patch:
            patch.setattr(Path, "write_bytes", full)
            assert games.main([board.port, "--out", str(folder)]) == 2
        assert "No space left on device" in capsys.readouterr().err
        assert sorted(path.name for path in folder.iterdir()) == ["00002.txt", "00003.txt"]


def test_logs(image: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with StandIn(image, BLOCKS, "devkitc", KEYS) as board:
        assert board.wait(lambda: b"HARD" in read(image, "/log.txt"))
        assert logs.main([board.port]) == 0
        assert capsys.readouterr().out.startswith("start: PWRON_RESET\nstart: HARD_RESET\n")
        assert link.serve("put", board.port, lambda found: found.put("/log.old", b"a\x1b[2Jb\n")) == 0
        assert logs.main([board.port]) == 0
        assert capsys.readouterr().out.startswith("a?[2Jb\n")


def test_settings(image: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with StandIn(image, BLOCKS, "devkitc") as board:
        assert settings.main([board.port, "language=en", "name_a=Anna K"]) == 0
        assert capsys.readouterr().out == "set: language=en, name_a=Anna K\n"
        assert b"language=en\n" in read(image, "/settings.txt")
        before = read(image, "/settings.txt")
        for wrong, expected in (
            ("brightness=16", "brightness is 0 to 15, not 16"),
            ("language=de", "language is ru or en, not de"),
            ("colour=red", "there is no setting colour: expected one of language, handicap_a"),
            ("brightness", "brightness: expected KEY=VALUE; nothing behind the = is an empty text"),
            ("name_a=\udcff", "a setting is not UTF-8 text"),
        ):
            assert settings.main([board.port, "sound=0", wrong]) == 2
            printed = capsys.readouterr()
            assert expected in printed.err
            assert printed.err.count("\n") == 1
        # What only the board's own settings forbid.
        assert settings.main([board.port, "handicap_a=70"]) == 0
        assert settings.main([board.port, "handicap_b=70"]) == 2
        assert "not both players can start with 70" in capsys.readouterr().err
        assert read(image, "/settings.txt") == before.replace(b"handicap_a=0", b"handicap_a=70")
        assert settings.main([board.port]) == 0
        out = capsys.readouterr().out.splitlines()
        assert out[:2] == ["language=en", "handicap_a=70"]
        # Nothing is dropped in silence.
        assert link.serve("put", board.port, lambda found: found.put("/settings.txt", b"brightness=99\n")) == 0
        assert settings.main([board.port, "table=" + 40 * "\u20bd"]) == 0
        said = capsys.readouterr().out
        assert "in the old file, /settings.txt: line 1: brightness is 0 to 15, not 99\nset: table=" in said
        assert settings.main([board.port]) == 0
        assert capsys.readouterr().out.endswith("table=" + 40 * "\u20bd" + "\n")
        # The firmware takes them.
        assert link.serve("x", board.port, lambda found: found.run("")) == 0
