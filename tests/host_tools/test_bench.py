"""The command that measures; what it measures is not timed here."""

import json
from typing import Any

import pytest

from host_tools.bench import command, leds

RESULTS = [
    {"name": "frame", "value": 22.2, "unit": "us", "peer": 219.5, "ratio": 0.1011},
    {"name": "step", "value": 8, "unit": "us", "peer": None, "ratio": None},
]


def only_leds(monkeypatch: pytest.MonkeyPatch, measure: Any) -> None:
    class Module:
        name = "leds"

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
    assert (json.loads(said.out), said.err) == ([], "leds: no network\n")
