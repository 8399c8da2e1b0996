"""Scripts at the command line: what they print, and what is said of bad ones."""

import io
import json
import os
import pty
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from host_tools import runtime
from host_tools.sim import script
from host_tools.sim.clock import Progress
from tests.support.needs import missing
from tests.support.running import ROOT, run_cli


def state(line: str) -> "dict[str, object]":
    value = json.loads(line)
    assert isinstance(value, dict)
    return value


def test_prints_the_state_after_the_last_line(chosen: str) -> None:
    result = run_cli(script="", chosen=chosen)
    assert (result.returncode, result.stderr) == (0, b"")
    (line,) = result.stdout.decode().splitlines()
    assert state(line)["phase"] == "lag"


def test_state_keys_are_those_of_the_design(chosen: str) -> None:
    keys = list(state(run_cli(script="", chosen=chosen).stdout.decode()))
    assert keys == (
        ["phase", "striker", "score", "needs", "on_table", "stalemate", "fouls", "result", "void", "prompts"]
        + ["composing", "falls", "unsure", "screen", "refusal", "game"]
    )


def test_a_stroke_is_played_and_shown(chosen: str) -> None:
    source = (
        "\ufeff# lag "
        + "x" * 400
        + "\r\nkey A\r\n\tball 3 2.5\nwait 100\nstate\nkey 7   # the ball that fell\nkey OK\nleds\n"
    )
    result = run_cli(script=source, chosen=chosen)
    assert (result.returncode, result.stderr) == (0, b"")
    first, *dots, empty, last = result.stdout.decode().splitlines()
    assert (state(first)["falls"], state(first)["screen"]) == ([3], "P3?")
    assert empty == "" and len(dots) == 16 and {len(row) for row in dots} == {64} and set("".join(dots)) == {"#", "."}
    assert state(last)["score"] == {"A": 7, "B": 0}


def test_both_runtimes_print_the_same_bytes() -> None:
    if not runtime.micropython():
        missing("no MicroPython on this machine")
    source = (
        "key B\nball 1\nball 1\nball 6 0.7\nwait 300\nstate\nkey 1\nkey 15\nkey 3\nleds\nkey OK\nkey FOUL\nkey 2\n"
        "key OK\nhold UNDO 100\nkey UNDO\nstate\nbeam 2 dark\nwait 2500\nleds\nbeam 2 light\nstall 400\npower off\n"
        "wait 7\nleds\nstate\nclock 1073741000\npower on\nwait 2000\nleds\n"
    )
    on_cpython, on_micropython = (run_cli(script=source, chosen=chosen) for chosen in ("cpython", "micropython"))
    assert (on_cpython.returncode, on_cpython.stderr) == (0, b"")
    assert on_micropython.stdout == on_cpython.stdout
    assert (on_micropython.returncode, on_micropython.stderr) == (0, b"")


def test_without_power_there_is_no_state(chosen: str) -> None:
    result = run_cli(script="power off\npower off\nkey A\nball 3\nstate\nleds\npower on\npower on\n", chosen=chosen)
    lines = result.stdout.decode().splitlines()
    assert lines[0] == "null" and set("".join(lines[1:17])) == {"."}
    assert state(lines[-1])["phase"] == "lag"
    assert run_cli(script="power off", chosen=chosen).stdout == b"null\n"


BAD = {
    "key": "KEY",
    "kye A": "unknown verb 'kye', expected one of ball, beam,",
    "KEY A": "unknown verb 'KEY'",
    "key FOO": "key: 'FOO' is not a key, one of 1 2 3",
    "key ok": "'ok' is not a key",
    "key 16": "'16' is not a key",
    "key A B": "too much said, expected: key KEY",
    "hold A": "too little said, expected: hold KEY MS",
    "hold A 1.5": "'1.5' is not milliseconds, 0 to 86400000",
    "wait -1": "'-1' is not milliseconds",
    "wait 86400001": "0 to 86400000",
    "wait 99999999999999999999999999": "0 to 86400000",
    "wait ٣": "'٣' is not milliseconds",
    "ball 0": "'0' is not a pocket, 1 to 6",
    "ball 7 2": "'7' is not a pocket",
    "ball 1 0": "'0' is not metres a second",
    "ball 1 nan": "'nan' is not metres a second",
    "ball 1 1e3": "'1e3' is not metres a second",
    "ball 1 1.2.3": "'1.2.3' is not metres a second",
    "ball": "expected: ball POCKET [SPEED]",
    "beam 1 off": "'off' is not dark or light",
    "power up": "'up' is not on or off",
    "cut 0": "'0' is not a number of flash operations",
    "diodes dark": "'dark' is not on or off",
    "spike 16": "'16' is not a chip, 0 to 15",
    "clock 1073741824": "'1073741824' is not ticks in milliseconds, 0 to 1073741823",
    "state now": "too much said, expected: state",
    "wait\u00a05": "unknown verb",
    "wa\x1bit 5": "unknown verb 'wa?it'",
    "wait 5" + " " * 100: "a line of 100 bytes or more",
}


@pytest.mark.parametrize("line", BAD)
def test_a_bad_line_is_named(line: str) -> None:
    result = run_cli(script="state\nkey A # fine\n" + line + "\nwait 5\n")
    assert (result.returncode, result.stdout) == (2, b"")
    (said,) = result.stderr.decode().splitlines()
    assert said.startswith("-:3: ") and BAD[line] in said


def test_micropython_says_the_same_of_bad_lines() -> None:
    if not runtime.micropython():
        missing("no MicroPython on this machine")
    for line in BAD:
        with pytest.raises(script.ScriptError) as error:
            script.check(script.Lines(io.BytesIO(line.encode())), "-")
        result = run_cli(script=line, chosen=runtime.MICROPYTHON)
        assert (result.returncode, result.stderr.decode()) == (2, f"{error.value}\n")


def test_a_file_is_named_as_it_was_given(tmp_path: Path, chosen: str) -> None:
    path = tmp_path / "партия 1.txt"
    path.write_text("wait 5\n\nпуск\n", encoding="utf-8")
    result = run_cli("sim", "--runtime", chosen, "--script", str(path))
    assert result.returncode == 2
    assert result.stderr.decode().startswith(f"{path}:3: unknown verb 'пуск', expected one of ")


def test_what_is_no_text_is_refused(tmp_path: Path, chosen: str) -> None:
    path = tmp_path / "latin1.txt"
    path.write_bytes(b"wait 5\ncaf\xe9\n")
    result = run_cli("sim", "--runtime", chosen, "--script", str(path))
    assert (result.returncode, result.stdout, result.stderr.decode()) == (2, b"", f"{path}:2: not UTF-8 text\n")


def test_a_game_of_500_events(chosen: str) -> None:
    """70 fouls filled MicroPython's heap, and 460 events the twin's flash on CPython."""
    result = run_cli(script="key A\n" + "key FOUL\nkey 2\nkey OK\nwait 1000\n" * 500, chosen=chosen)
    assert (result.returncode, result.stderr) == (0, b"")
    assert state(result.stdout.decode())["fouls"] == {"A": 250, "B": 250}


def test_a_board_in_safe_mode_says_so(chosen: str) -> None:
    held = "power off\ndown MENU\ndown UNDO\nwait 100\npower on\nwait 4000\n"
    result = run_cli(script="key A\n" + held + "state\nup MENU\nup UNDO\npower off\npower on", chosen=chosen)
    assert result.returncode == 1
    (said,) = result.stderr.decode().splitlines()
    assert said == "-:7: the board fell into safe mode; its log ends: MENU and UNDO held; start: HARD_RESET; safe mode"
    safe, last = result.stdout.decode().splitlines()
    # The script goes on, and so does the board, once its power has been off.
    assert safe == "null" and state(last)["striker"] == "A"


def test_a_script_can_be_interrupted(chosen: str) -> None:
    command = [sys.executable, "-m", "host_tools", "sim", "--runtime", chosen, "--script", "-"]
    pipe = subprocess.PIPE
    process = subprocess.Popen(command, cwd=ROOT, stdin=pipe, stdout=pipe, stderr=pipe, bufsize=0)
    assert process.stdin and process.stdout
    process.stdin.write(b"state\n" * 200 + b"wait 86400000\n")
    process.stdin.close()
    process.stdin = None
    process.stdout.read(1000)
    process.send_signal(signal.SIGINT)
    process.stdout.read()
    assert (process.wait(60), process.communicate()) == (130, (b"", b""))


def test_a_long_script_shows_that_it_lives() -> None:
    told: list[str] = []
    out = io.StringIO()
    script.run(["key A", "wait 25000"], "x.txt", out, Progress(told.append, every_us=0))
    assert told == [
        "\r\x1b[Kx.txt:1, 0 s on the board",
        "\r\x1b[Kx.txt:2, 10 s on the board",
        "\r\x1b[Kx.txt:2, 20 s on the board",
        "\r\x1b[Kx.txt:2, 25 s on the board",
        "\r\x1b[K",
    ]
    assert out.getvalue().encode() == run_cli(script="key A\nwait 25000").stdout


def test_progress_is_told_on_a_terminal_only(tmp_path: Path, chosen: str) -> None:
    path = tmp_path / "short.txt"
    path.write_text("key A\n")
    terminal, end = pty.openpty()
    command = [sys.executable, "-m", "host_tools", "sim", "--runtime", chosen, "--script", str(path)]
    result = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=end, timeout=300)
    os.close(end)
    os.close(terminal)
    assert (result.returncode, result.stdout) == (0, run_cli(script="key A", chosen=chosen).stdout)


def test_output_that_nobody_reads(chosen: str) -> None:
    command = [sys.executable, "-m", "host_tools", "sim", "--runtime", chosen, "--script", "-"]
    pipe = subprocess.PIPE
    process = subprocess.Popen(command, cwd=ROOT, stdin=pipe, stdout=pipe, stderr=pipe)
    assert process.stdout
    process.stdout.close()
    _, said = process.communicate(b"state\n" * 2000, timeout=300)
    assert (process.returncode, said) == (141, b"")


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (["sim", "--script", "/nonexistent"], "/nonexistent: cannot be read: No such file or directory"),
        (["sim", "--script", "/"], "/: cannot be read: Is a directory"),
        (["sim", "--script"], "expected one argument"),
        (["sim", "--runtime", "jython"], "invalid choice: 'jython'"),
        (["sim", "--port", "65536"], "'65536' is not a port"),
        (["sim", "--speed"], "unrecognized arguments: --speed"),
        (["simulate"], "unknown verb 'simulate': expected one of sim, "),
    ],
)
def test_a_bad_command_line_gets_one_line(args: list[str], said: str) -> None:
    result = run_cli(*args)
    assert (result.returncode, result.stdout) == (2, b"")
    (line,) = result.stderr.decode().splitlines()
    assert said in line
