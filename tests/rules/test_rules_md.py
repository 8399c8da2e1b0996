"""RULES.md is complete: every rule, with a function that names it and games that prove it."""

import importlib
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
IDS = (
    [f"V{n}" for n in range(1, 8)]
    + [f"P{n}" for n in range(1, 16)]
    + [f"T{n}" for n in range(1, 5)]
    + [f"K{n}" for n in range(1, 5)]
    + [f"S{n}" for n in range(1, 17)]
)
ROW = re.compile(r"\| ([A-Z]\d+) \| .* \| `(\w+)\.([\w.]+)` \| (.*) \|")


def rows() -> list[tuple[str, str, str, list[str]]]:
    text = (ROOT / "firmware/rules/RULES.md").read_text(encoding="utf-8")
    found = []
    for line in text.splitlines():
        match = ROW.fullmatch(line)
        if match:
            found.append((match[1], match[2], match[3], re.findall(r"`([^`]+)`", match[4])))
    return found


def named(rule: str, text: str) -> bool:
    """Whether a text names a rule, by itself or within a range such as P1 to P9."""
    if re.search(rf"\b{rule}\b", text):
        return True
    ranges = re.findall(r"\b([A-Z])(\d+) to \1(\d+)\b", text)
    return any(letter == rule[0] and int(first) <= int(rule[1:]) <= int(last) for letter, first, last in ranges)


def test_every_rule_stands_there_once() -> None:
    assert [row[0] for row in rows()] == IDS


@pytest.mark.parametrize(("rule", "module", "path", "games"), rows(), ids=lambda value: str(value) if value else "")
def test_a_rule_is_applied_and_proven(rule: str, module: str, path: str, games: list[str]) -> None:
    function = importlib.import_module("rules." + module)
    for name in path.split("."):
        function = getattr(function, name)
    assert named(rule, function.__doc__ or ""), f"the docstring of {module}.{path} does not name {rule}"
    assert games
    for game in games:
        first = (ROOT / "tests/records" / (game + ".txt")).read_text(encoding="utf-8").splitlines()[0]
        assert named(rule, first), f"{game}.txt does not name {rule}"
