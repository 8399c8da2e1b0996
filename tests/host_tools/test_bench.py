"""The command that measures, and the form and honesty of what it measures; nothing is timed here."""

import json
import random
import re
from collections.abc import Callable
from typing import Any

import pytest

from host_tools import runtime
from host_tools.bench import bench_command as command
from host_tools.bench import flash_wear as journal
from host_tools.bench import led_board as leds
from host_tools.bench import memory, steps
from host_tools.bench import panel_keys as keys
from host_tools.device import build
from tests.support.needs import missing

RESULTS = [
    {"name": "frame", "value": 22.2, "unit": "us", "peer": 219.5, "ratio": 0.1011},
    {"name": "step", "value": 8, "unit": "us", "peer": None, "ratio": None},
]


def only_leds(monkeypatch: pytest.MonkeyPatch, measure: Any) -> None:
    class Module:
        name = "led_board"

    monkeypatch.setattr("pkgutil.iter_modules", lambda path: [Module])
    monkeypatch.setattr(leds, "measure", measure)


def test_json(monkeypatch: pytest.MonkeyPatch, capsys: "pytest.CaptureFixture[str]") -> None:
    only_leds(monkeypatch, lambda: RESULTS)
    assert command.main(["--json"]) == 0
    assert json.loads(capsys.readouterr().out) == RESULTS


def test_lines(monkeypatch: pytest.MonkeyPatch, capsys: "pytest.CaptureFixture[str]") -> None:
    only_leds(monkeypatch, lambda: RESULTS)
    assert command.main([]) == 0
    frame, step = capsys.readouterr().out.splitlines()
    assert frame.split() == ["frame", "22.2", "us", "peer", "219.5", "ratio", "0.101"]
    assert step.split() == ["step", "8", "us"]


def test_what_cannot_be_measured_is_said(monkeypatch: pytest.MonkeyPatch, capsys: "pytest.CaptureFixture[str]") -> None:
    def fail() -> "list[dict[str, Any]]":
        raise OSError("no network")

    only_leds(monkeypatch, fail)
    assert command.main(["--json"]) == 1
    said = capsys.readouterr()
    assert (json.loads(said.out), said.err) == ([], "led_board: no network\n")


def well_formed(results: "list[dict[str, Any]]") -> None:
    """As the command promises them; the ratio is that of value and peer."""
    assert results and len({result["name"] for result in results}) == len(results)
    for result in results:
        assert list(result) == ["name", "value", "unit", "peer", "ratio"]
        value, peer, ratio = result["value"], result["peer"], result["ratio"]
        assert isinstance(value, int | float) and result["name"] and result["unit"]
        if peer is None:
            assert ratio is None
        elif peer or value:
            assert ratio == pytest.approx(value / (peer or 1), abs=0.01)
        else:
            assert ratio == 1
        command.line(result)
        json.dumps(result, allow_nan=False)


@pytest.mark.parametrize("factor", [1, 3])
def test_steps_are_what_was_measured(factor: int, monkeypatch: pytest.MonkeyPatch) -> None:
    measured = {
        ("micropython", "times"): [("quiet", 7.25 * factor, "us"), ("a key", 29.0 * factor, "us")],
        ("cpython", "times"): [("quiet", 2.5 * factor, "us"), ("a key", 10.0 * factor, "us")],
        ("micropython", "memory"): [("heap", 1000 * factor, "bytes")],
    }
    monkeypatch.setattr(steps, "_run", lambda name, what: measured[name, what])
    results = steps.measure()
    well_formed(results)
    times = [round(7.25 * factor, 1), 29 * factor, 2.5 * factor, 10 * factor]
    assert [result["value"] for result in results] == [*times, 1000 * factor]
    assert [result["peer"] for result in results] == [None, times[0], None, times[2], None]


def test_memory_is_that_of_the_firmware() -> None:
    """Whatever modules it has, each is there once, and what they and the objects take is what is in use."""
    try:
        results = memory.measure()
    except runtime.RuntimeMissing as error:
        missing(str(error))
    well_formed(results)
    values = {result["name"]: result["value"] for result in results}
    parts = {name.split()[1]: size for name, size in values.items() if re.match(r"heap: [a-z_.0-9]+, 32-bit", name)}
    wanted = {name.split()[1][:-1] for name in values if "when it is wanted" in name}
    names = parts.pop("names,")
    sizes = {name.rstrip(","): size for name, size in parts.items()}
    assert sizes.keys() - wanted - {"objects", "board"} == modules() - wanted
    in_use = values["heap in use after the first frame, 32-bit"]
    assert sum(sizes.values()) == pytest.approx(in_use, rel=0.02)
    assert 0 < names < in_use < values["heap in use after the first frame, 64-bit"]
    assert values["the build, without them"] < values["the build, with line numbers"]


def test_a_board_leaves_the_memory_that_is_needed() -> None:
    """Bytes, not time: they are the same on each machine."""
    try:
        used = memory.in_use(32, memory.loaded())["bytes"]
    except runtime.RuntimeMissing as error:
        missing(str(error))
    assert used <= memory.MOST_IN_USE


def modules() -> "set[str]":
    """All that the reference board has in its slot, but for what starts it there."""
    made = build.build_at(build.NO_LINES, build.REFERENCE).files
    paths = {path[len(build.SLOT) : -len(".mpy")] for path in made if path.startswith(build.SLOT)}
    return {path.replace("/__init__", "").replace("/", ".") for path in paths} - {"board", build.START}


def test_steps_are_those_of_the_firmware(monkeypatch: pytest.MonkeyPatch, capsys: "pytest.CaptureFixture[str]") -> None:
    """It asserts by itself that the fall was seen and the commit made."""
    for name in ("TIMES", "ROUNDS", "QUIET_STEPS"):
        monkeypatch.setattr(steps, name, 1)
    assert steps.main(["times"]) == 0
    assert all(value > 0 and unit == "us" for _, value, unit in json.loads(capsys.readouterr().out))


def keys_measured(monkeypatch: pytest.MonkeyPatch, ours: int, peer: int) -> "list[dict[str, Any]]":
    names = ("median", "worst", "slow median", "slow worst", "lost", "double", "ghosts", "scan", "step")
    values = {"ours": ours, "peer": peer}
    monkeypatch.setattr(keys, "_run", lambda whose, folder: dict.fromkeys(names, values[whose]))
    return keys.measure()


@pytest.mark.parametrize(("ours", "peer"), [(3, 4), (0, 5), (5, 0), (0, 0)])
def test_keys_are_what_was_measured(ours: int, peer: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(keys, "_install", lambda folder: None)
    results = keys_measured(monkeypatch, ours, peer)
    well_formed(results)
    assert {(result["value"], result["peer"]) for result in results} == {(ours, peer)}


def test_keys_without_the_peer(monkeypatch: pytest.MonkeyPatch, capsys: "pytest.CaptureFixture[str]") -> None:
    def fail(folder: str) -> None:
        raise OSError("no network")

    monkeypatch.setattr(keys, "_install", fail)
    results = keys_measured(monkeypatch, 3, 4)
    well_formed(results)
    assert {(result["value"], result["peer"]) for result in results} == {(3, None)}
    assert capsys.readouterr().err == "keys: without its peer: no network\n"


class Naive:
    """Takes each reading for what it is: bounce makes presses, and without diodes there are ghosts."""

    def __init__(self, rows: "list[Any]", columns: "list[Any]", told: "Callable[[int, bool], None]") -> None:
        self._rows, self._columns, self._told = rows, columns, told
        self._down: "set[int]" = set()

    def step(self, now: int) -> None:
        for r, row in enumerate(self._rows):
            row.init(keys.BarePin.OUT, value=0)
            for c, column in enumerate(self._columns):
                key, down = r * 5 + c, not column.value()
                if down != (key in self._down):
                    self._down ^= {key}
                    self._told(key, down)
            row.init(keys.BarePin.IN)


class Deaf(Naive):
    def step(self, now: int) -> None:
        """Nothing."""


def test_keys_that_are_read_badly_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    """The scene tells good from bad: the same presses read by the firmware, and by what knows no bounce."""
    monkeypatch.setattr(keys, "PRESSES", 50)
    ours, naive = keys._presses(keys.Ours, keys.STEP_US), keys._presses(Naive, keys.STEP_US)
    assert (ours["lost"], ours["double"]) == (0, 0) and 0 < ours["median"] <= ours["worst"] <= 31
    assert naive["double"] > 25 and naive["median"] < ours["median"]
    assert keys._ghosts(keys.Ours) == 0 and keys._ghosts(Naive) >= 100
    with pytest.raises(OSError, match="no press"):
        keys._presses(Deaf, keys.STEP_US)


def test_judged() -> None:
    """Of three presses one is lost; one is told twice, and one key nobody pressed."""
    presses = [(0, 50_000, 7), (10_000, 60_000, 8), (400_000, 450_000, 7)]
    told = [(16_000, 7), (20_000, 9), (40_000, 8), (44_000, 8)]
    assert keys.judged(presses, told) == {"median": 30, "worst": 30, "lost": 1, "double": 2}


def test_journal_is_what_was_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(journal, "GAMES", 3)
    monkeypatch.setattr(journal, "BLOCKS", 16)
    results = journal.measure()
    well_formed(results)
    assert all(result["value"] > 0 for result in results)
    games = [journal.some_game(random.Random(journal.SEED + i)) for i in range(3)]
    erases, programmed = journal.wear(games, 16)
    assert [result["value"] for result in results[:2]] == [round(erases, 4), round(programmed, 1)]
    monkeypatch.setattr(journal, "wear", lambda games, blocks: (2, 3))
    monkeypatch.setattr(journal, "one_file_wear", lambda games, blocks, files: (4, 3))
    monkeypatch.setattr(journal, "records_that_fit", lambda tokens, blocks: 7)
    results = journal.measure()
    well_formed(results)
    assert [result["ratio"] for result in results] == [0.5, 1, 0.5, 0.5, 1, None]
    assert results[-1]["value"] == 7


def test_the_games_of_the_journal_are_games() -> None:
    for seed in range(10):
        tokens = journal.some_game(random.Random(seed))
        assert tokens[0].startswith("start:") and 10 < len(tokens) <= journal.MOST_EVENTS
