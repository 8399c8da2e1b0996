"""The verb `replay` at the command line: what it prints, and what it says of what is no record."""

import json
import os
import random
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from host_tools import runtime
from host_tools.records import replay
from host_tools.records import replay_command as command
from tests.support import on_micropython
from tests.support.needs import missing

ROOT = Path(__file__).resolve().parents[3]
RECORDS = sorted((ROOT / "tests" / "records").glob("*.txt"))
KEYS = ["phase", "striker", "score", "needs", "on_table", "stalemate", "fouls", "result", "void", "prompts"]


def run(*args: "str | Path", source: "bytes | str" = b"", **env: str) -> "subprocess.CompletedProcess[bytes]":
    """`python -m host_tools replay ...` with a record on its standard input, in a locale that knows no Cyrillic."""
    return subprocess.run(
        [sys.executable, "-m", "host_tools", "replay", *map(str, args)],
        input=source.encode() if isinstance(source, str) else source,
        capture_output=True,
        cwd=ROOT,
        timeout=300,
        env={**os.environ, "LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONIOENCODING": "ascii", **env},
    )


def states(result: "subprocess.CompletedProcess[bytes]") -> "list[dict[str, object]]":
    return [json.loads(line) for line in result.stdout.decode().splitlines()]


def complaint(result: "subprocess.CompletedProcess[bytes]") -> str:
    """The one line that it printed on stderr."""
    (line,) = result.stderr.decode().splitlines()
    return line


def in_process(source: str, keep_going: bool = True) -> "tuple[int, list[str], list[str]]":
    out: list[str] = []
    complaints: list[str] = []
    return replay.run("-", source, keep_going, out.append, complaints.append), out, complaints


def test_one_flat_line_an_event(chosen: str, tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    path.write_bytes(
        b'\xef\xbb\xbf[A "Vera"]\r\n[Handicap "B+7"]\r\n\r\n1. start:A c7@3/p7 {well} f2 ; oh\r\n undo *\r\n'
    )
    result = run(path, "--runtime", chosen)
    assert (result.returncode, result.stderr) == (0, b"")
    assert [list(state) for state in states(result)] == [["n", "token", *KEYS]] * 4
    assert [(state["n"], state["token"]) for state in states(result)] == [
        (1, "start:A"),
        (2, "c7@3/p7"),
        (3, "f2"),
        (4, "undo"),
    ]
    assert [state["score"] for state in states(result)][1:] == [{"A": 7, "B": 7}, {"A": 2, "B": 12}, {"A": 7, "B": 7}]


def test_no_events_no_lines(chosen: str) -> None:
    result = run("-", "--runtime", chosen)
    assert (result.returncode, result.stdout, result.stderr) == (0, b"", b"")


def test_a_refused_event_ends_it(chosen: str) -> None:
    result = run("-", "--runtime", chosen, source='[A "x"]\n\nstart:A\n  - p5 p5 -\n')
    assert [state["n"] for state in states(result)] == [1, 2, 3]
    assert result.returncode == 1
    assert complaint(result).startswith("-: line 4, column 8: event 4, p5: ")


def test_an_unreadable_event_ends_it_too(chosen: str) -> None:
    result = run("-", "--runtime", chosen, source="start:A\nшар\n")
    assert (result.returncode, len(states(result))) == (1, 1)
    assert complaint(result).startswith("-: line 2, column 1: event 2, шар: ")


def test_keep_going_leaves_refused_events_their_numbers(chosen: str) -> None:
    result = run("-", "--keep-going", "--runtime", chosen, source="- start:A шар p16 p3 amend:5:p4 *")
    assert (result.returncode, result.stderr) == (0, b"")
    lines = states(result)
    assert [list(line) == ["n", "token", "refused"] for line in lines] == [True, False, True, True, False, False]
    assert [line["n"] for line in lines] == [1, 2, 3, 4, 5, 6]
    assert (lines[2]["token"], lines[5]["score"]) == ("шар", {"A": 4, "B": 0})
    assert "шар".encode() in result.stdout


def test_all_runtimes_print_the_same_bytes_for_every_record(bits: int) -> None:
    expected = ""
    for path in RECORDS:
        status, out, complaints = in_process(path.read_text(encoding="utf-8"))
        assert (status, complaints) == (0, []), path.name
        expected += "".join(line + "\n" for line in out)
    printed = on_micropython.run(
        "from host_tools.records import replay\n\ndef batches():\n"
        f"    for path in {[str(path) for path in RECORDS]!r}:\n"
        "        with open(path) as file:\n"
        "            assert replay.run(path, file.read(), True, print, print) == 0\n"
        "        yield\n",
        bits=bits,
    )
    assert printed == expected


def test_a_whole_game_through_both_runtimes() -> None:
    if not runtime.micropython():
        missing("no MicroPython on this machine")
    path = max(RECORDS, key=lambda path: path.stat().st_size)
    on_cpython, on_micropython = (
        run(path, "--keep-going", "--runtime", chosen) for chosen in ("cpython", "micropython")
    )
    assert (on_cpython.returncode, on_cpython.stderr) == (0, b"")
    assert on_micropython.stdout == on_cpython.stdout == run(path, "--keep-going").stdout
    assert on_micropython.returncode == 0


@pytest.mark.parametrize(
    ("source", "says"),
    [
        (b"start:A \xff", "not UTF-8 text"),
        (b"start:A \xc0\x80", "not UTF-8 text"),
        (b"start:A {\xed\xa0\x80}", "not UTF-8 text"),
        (b'[A "Vera"\n\nstart:A', "line 1, column 1: "),
        (b"[A]\n\nstart:A", "line 1, column 1: "),
        (b'start:A\n [B "late"]', "line 2, column 2: "),
        (b"start:A {never\nclosed", "line 1, column 9: "),
        (b'[Handicap "A+99"]\n\nstart:A', "line 1, column 1: "),
        (b'\n [Stalemate "perhaps"]', "line 2, column 2: "),
    ],
)
@pytest.mark.parametrize("how", [["--runtime", "micropython"], ["--keep-going"], ["--sheet", "--keep-going"]])
def test_what_is_no_record(source: bytes, says: str, how: "list[str]") -> None:
    if "micropython" in how and not runtime.micropython():
        missing("no MicroPython on this machine")
    result = run("-", *how, source=source)
    assert (result.returncode, result.stdout) == (2, b"")
    assert complaint(result).startswith("-: " + says)


def test_what_follows_a_result_is_played() -> None:
    result = run("-", "--keep-going", source=b"start:A 1-0 p7 *")
    assert result.returncode == 0
    events = [json.loads(line) for line in result.stdout.splitlines()]
    assert [(event["n"], "refused" in event) for event in events] == [(1, False), (2, True), (3, False)]
    assert events[2]["score"] == {"A": 7, "B": 0}


def test_what_cannot_be_read(chosen: str, tmp_path: Path) -> None:
    for path in (tmp_path / "нет.txt", tmp_path):
        result = run(path, "--runtime", chosen)
        assert (result.returncode, result.stdout) == (2, b"")
        assert complaint(result).startswith(f"{path}: cannot be read: ")
    closed = subprocess.run(
        ["sh", "-c", 'exec "$0" -m host_tools replay - <&-', sys.executable], cwd=ROOT, capture_output=True
    )
    assert (closed.returncode, complaint(closed)) == (2, "-: cannot be read: Bad file descriptor")


@pytest.mark.parametrize(
    "args",
    [
        [],
        ["-", "more"],
        ["-", "--tempo"],
        ["-", "--lang", "ru"],
        ["-", "--sheet", "--lang", "fr"],
        ["-", "--runtime", "pypy"],
        ["-", "--sheet", "--runtime", "micropython"],
    ],
)
def test_wrong_command_lines(args: "list[str]") -> None:
    result = run(*args)
    assert (result.returncode, result.stdout) == (2, b"")
    assert complaint(result).startswith("python -m host_tools replay: ")


def test_micropython_that_is_not_there(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(runtime, "micropython", lambda: None)
    with pytest.raises(SystemExit) as ended:
        command.main(["-", "--runtime", "micropython"])
    assert ended.value.code == 2
    assert "MicroPython is not installed" in capsys.readouterr().err


def test_nobody_reads_on(chosen: str) -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "host_tools", "replay", "-", "--runtime", chosen],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=ROOT,
    )
    assert process.stdout and process.stdin and process.stderr
    process.stdout.close()
    process.stdin.write(b"start:A")
    process.stdin.close()
    assert (process.wait(timeout=300), process.stderr.read()) == (141, b"")
    process.stderr.close()


def test_output_that_cannot_be_written() -> None:
    if not os.path.exists("/dev/full"):
        missing("no /dev/full on this machine")
    with open("/dev/full", "wb") as full:
        result = subprocess.run(
            [sys.executable, "-m", "host_tools", "replay", "-"],
            input=b"start:A",
            stdout=full,
            stderr=subprocess.PIPE,
            cwd=ROOT,
        )
    assert result.returncode == 1
    assert result.stderr.decode() == "the output cannot be written: No space left on device\n"


def test_complaints_do_not_drive_the_terminal() -> None:
    result = run("-", source="start:A \x1b[2J\x07")
    assert (result.returncode, result.stderr.count(b"\x1b")) == (1, 0)
    assert "event 2, \ufffd[2J\ufffd: " in complaint(result)


@pytest.mark.parametrize("seed", range(4))
def test_noise(seed: int, chosen: str) -> None:
    rng = random.Random(seed)
    pieces = [
        b"start:A ",
        b"p7@3/",
        b"c",
        b"{",
        b"}",
        b"[A ",
        b'"]\n',
        b";",
        b"\n",
        b"\x00",
        b"\xd0\xb9",
        b"amend:1:",
        b"/",
    ]
    noise = b"".join(rng.choice([*pieces, rng.randbytes(1)] if seed % 2 else pieces) for _ in range(300))
    result = run("-", "--keep-going", "--runtime", chosen, source=noise)
    assert result.returncode in (0, 2)
    assert result.stderr.count(b"\n") == (1 if result.returncode else 0), noise
    assert b"Traceback" not in result.stderr


@given(st.text(), st.booleans())
def test_no_text_breaks_it(source: str, keep_going: bool) -> None:
    status, out, complaints = in_process(source, keep_going)
    assert len(complaints) == (1 if status else 0)
    assert status in (0, 1, 2) and not (keep_going and status == 1)
    for line in out:
        json.loads(line)
