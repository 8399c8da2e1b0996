"""The verbs, and what a stranger's file may do to them."""

import os
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

from host_tools.board import board_command as command
from host_tools.board import facts

REFERENCE = facts.FOLDER / "devkitc.py"


def run(capsys: pytest.CaptureFixture[str], *argv: str) -> "tuple[int, str, str]":
    status = command.main(list(argv))
    printed = capsys.readouterr()
    return status, printed.out, printed.err


def test_check_of_a_good_board(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, err = run(capsys, "check", "devkitc")
    assert (status, err) == (0, "")
    assert out.splitlines()[-1] == "ESP32-WROOM-32 DevKitC V4: 0 faults, 6 notes"


def test_check_of_a_file_with_faults(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text(REFERENCE.read_text(encoding="utf-8") + "BUZZER = 6\nSPI_BAUD = 16_000_000\n", encoding="utf-8")
    status, out, err = run(capsys, "check", str(file))
    assert (status, err) == (1, "")
    lines = out.splitlines()
    assert lines[-1].endswith(": 2 faults, 5 notes")
    assert [line.split(":")[0] for line in lines[:-1]] == ["fault"] * 2 + ["note"] * 5
    status, out, err = run(capsys, "wiring", str(file))
    assert (status, out) == (1, "")
    assert err.count("\n") == 1
    status, out, err = run(capsys, "pins", str(file))
    assert status == 0
    assert "fault: the flash hangs on it" in out


@pytest.mark.parametrize(
    "source, said",
    [
        ("CHIP = \n", "line 1 is no Python"),
        ("1 / 0\n", "fails when it is imported: ZeroDivisionError"),
        ("import nothing_of_that_name\n", "fails when it is imported: ModuleNotFoundError"),
        ("raise SystemExit(0)\n", "fails when it is imported: SystemExit"),
        ("raise ValueError('two\\nlines')\n", "fails when it is imported: ValueError: two lines"),
        ("class E(Exception):\n    def __str__(self):\n        1 / 0\nraise E\n", "imported: E: something of type E"),
        ("\x00", "is no Python"),
    ],
)
def test_a_file_that_cannot_be_imported(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, source: str, said: str
) -> None:
    file = tmp_path / "mine.py"
    file.write_text(source, encoding="utf-8")
    for verb in ("check", "pins", "wiring"):
        status, out, err = run(capsys, verb, str(file))
        assert (status, out, err.count("\n")) == (2, "", 1)
        assert said in err or "fails when it is imported" in err


@pytest.mark.parametrize("content", [b"NAME = '\xff'\n", b""])
def test_bytes_that_are_no_text(capsys: pytest.CaptureFixture[str], tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "mine.py"
    file.write_bytes(content)
    status, out, err = run(capsys, "check", str(file))
    assert status == (2 if content else 1)
    assert err.count("\n") + out.count("missing") >= 1


@pytest.mark.parametrize("name", ["nosuch", "__init__", "nosuch.py", "/", "..", "board/nosuch.py", ""])
def test_a_name_of_nothing(capsys: pytest.CaptureFixture[str], name: str) -> None:
    status, out, err = run(capsys, "check", name)
    assert (status, out, err.count("\n")) == (2, "", 1)


@pytest.mark.parametrize(
    "name, said",
    [
        ("folder", "is no file"),
        ("folder.py", "is no file"),
        ("mine", "has to end in .py"),
        ("other", "other.py: a board's"),
    ],
)
@pytest.mark.parametrize("absolute", [True, False])
def test_what_is_wrong_with_a_name(
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    name: str,
    said: str,
    absolute: bool,
) -> None:
    for folder in ("folder", "folder.py"):
        (tmp_path / folder).mkdir()
    for file in ("mine", "other.py"):
        (tmp_path / file).write_text("", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    status, out, err = run(capsys, "check", str(tmp_path / name) if absolute else name)
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert said in err


@pytest.mark.parametrize(
    "source", ["def __getattr__(name):\n    1 / 0\n", "class X:\n    __repr__ = exit\nROWS = X()\n"]
)
def test_a_file_with_tricks_is_checked_all_the_same(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, source: str
) -> None:
    file = tmp_path / "mine.py"
    file.write_text(source, encoding="utf-8")
    status, out, err = run(capsys, "check", str(file))
    assert (status, err) == (1, "")
    assert "fault: ROWS: " in out


def test_what_a_file_prints_is_not_in_the_output(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text(REFERENCE.read_text(encoding="utf-8") + "print('hello')\n", encoding="utf-8")
    for verb in ("check", "pins", "wiring"):
        status, out, err = run(capsys, verb, str(file))
        assert (status, err) == (0, "hello\n")
        assert out == run(capsys, verb, "devkitc")[1]


@pytest.mark.parametrize("encoding", ["ascii", "cp866", "cp1251", "utf-8"])
def test_whatever_the_terminal_can_show(encoding: str, tmp_path: Path) -> None:
    """The drawing is UTF-8 everywhere; a report has a question mark for each sign that the terminal lacks."""
    file = tmp_path / "mine.py"
    file.write_text(REFERENCE.read_text(encoding="utf-8") + "NAME = 'Клуб ☆'\n", encoding="utf-8")
    for verb in ("check", "pins", "wiring"):
        ended = subprocess.run(
            [sys.executable, "-m", "host_tools", "board", verb, str(file)],
            cwd=facts.FOLDER.parent,
            env={**os.environ, "PYTHONIOENCODING": encoding},
            capture_output=True,
        )
        assert (ended.returncode, ended.stderr) == (0, b"")
        if verb == "wiring":
            assert "Wiring of Клуб ☆" in ElementTree.fromstring(ended.stdout.decode("utf-8")).itertext()
        elif verb == "check":
            assert ended.stdout.splitlines()[-1] == "Клуб ☆: 0 faults, 6 notes".encode(encoding, "replace")


def test_a_pin_that_is_used_twice_is_marked_in_both_rows(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text(REFERENCE.read_text(encoding="utf-8") + "BUZZER = 4\n", encoding="utf-8")
    _, out, _ = run(capsys, "pins", str(file))
    marked = [line.split()[:2] for line in out.splitlines() if "fault: used twice, for ROWS 1 and BUZZER" in line]
    assert marked == [["4", "ROWS"], ["4", "BUZZER"]]


def test_nothing_but_the_import_is_run(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    trap = "\ndef main():\n    raise RuntimeError\n\nif __name__ == '__main__':\n    main()\n"
    file.write_text(REFERENCE.read_text(encoding="utf-8") + trap, encoding="utf-8")
    assert run(capsys, "check", str(file))[0] == 0
    assert list(tmp_path.iterdir()) == [file]


def test_pins(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = run(capsys, "pins", "devkitc")
    lines = out.splitlines()
    assert status == 0
    assert len(lines) == 1 + 21
    assert lines[0].split()[:3] == ["GPIO", "role", "direction"]
    assert [int(line.split()[0]) for line in lines[1:]] == sorted(int(line.split()[0]) for line in lines[1:])
    assert "12    BUZZER" in out
    assert "a strap, low at reset as it should be" in out


def test_a_drawing_that_cannot_be_written(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    status, out, err = run(capsys, "mounting", "--out", str(tmp_path / "nowhere" / "x.svg"))
    assert (status, out, err.count("\n")) == (2, "", 1)


@pytest.mark.parametrize("argv", [[], ["nosuch"], ["check"], ["check", "a", "b"]])
def test_a_wrong_command_line(argv: "list[str]", capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        command.main(argv)
    assert end.value.code == 2
    assert capsys.readouterr().err.count("\n") == 1
