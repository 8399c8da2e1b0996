"""Whole games as a good referee keeps them, what a stroke costs in keys, and what a slip costs anywhere in them.

After the call a stroke takes at most three presses, and a slip that is seen at once at most three more.
"""

import functools
import json
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from tests.support import right_games, scripted, slips
from tests.support.needs import missing

ROOT = Path(__file__).parent.parent
# Of each game; `python -m tests.support.slips GAME 0 0` tries all that there are, for hours.
SLIPS = [3, pytest.param(200, marks=pytest.mark.soak)]
SEED = 1

# Slips that cost more than three presses though they are seen at once, and how many at the most.
DEARER = {
    # UNDO is seen before OK and takes back what OK was to record: all of it again, and a miss that was none.
    "two at once of OK UNDO": 8,
    "two held of OK UNDO": 8,
}
# Where two keys make another call of it, CALL or UNDO and the whole call.
CALL_AGAIN = 4

# Presses of a stroke, its call included.
STROKES = {
    "miss": (["key OK"], "-", 1),
    "seen pot": (["ball 3", "wait 400", "key 7", "key OK"], "p7@3", 2),
    "two seen pots": (["ball 3", "wait 400", "ball 5", "wait 400", "key 7", "key 9", "key OK"], "p7@3/p9@5", 3),
    "called and made": (
        ["key CALL", "key 7", "key 3", "wait 3400", "ball 3", "wait 400", "key OK"],
        "c7@3/p7@3",
        4,
    ),
    "called and missed": (["key CALL", "key 7", "key 3", "wait 3400", "key OK"], "c7@3", 4),
    "cue ball potted": (["ball 2", "wait 400", "key CUE", "key OK"], "f2", 2),
    "cue ball off the table": (["hold CUE 1600", "key OK"], "f3", 2),
    "foul with reason": (["key FOUL", "key 4", "key OK"], "f4", 3),
    "foul without": (["key FOUL", "key OK"], "f0", 2),
    "still foul": (["key STILL", "key OK"], "f0/=", 2),
    "special case": (["key CASE", "key 8", "key OK"], "s8", 3),
    "fallen late": (["key OK", "wait 1600", "key CASE", "key 6", "key 7", "key OK"], "s6/p7", 5),
}
WON = [*right_games.presses(15, 14, 13, 12, 11, 10, "OK"), "wait 1600"]


@pytest.mark.parametrize("name", STROKES)
def test_keys_of_a_stroke(name: str) -> None:
    lines, token, presses = STROKES[name]
    state = scripted.states(";".join(["key A", "wait 1600", *lines, "key UNDO"]))[-1]
    assert state["screen"] == "undo:" + token
    assert len([line for line in lines if right_games.is_press(line)]) == presses


def test_keys_of_the_next_game_and_its_lag() -> None:
    state = scripted.states(";".join(["key A", *WON, "key OK", "wait 1600", "key B"]))[-1]
    assert (state["game"], state["phase"], state["striker"], state["score"]) == (2, "play", "B", {"A": 0, "B": 0})


def tried(name: str, count: int) -> "list[dict[str, Any]]":
    """The slips that were tried in a game. A game that goes wrong by itself is a failure, too."""
    command = [sys.executable, "-m", "tests.support.slips", name, str(SEED), str(count)]
    env = {**os.environ, "PYTHONPATH": str(ROOT / "firmware")}
    ran = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True, encoding="utf-8", check=False)
    assert ran.returncode == 0, ran.stderr
    return [json.loads(line) for line in ran.stdout.splitlines()]


@pytest.fixture(scope="module", params=SLIPS)
def all_tried(request: pytest.FixtureRequest) -> "list[dict[str, Any]]":
    if not hasattr(os, "fork"):
        missing("no fork on this machine")
    with ThreadPoolExecutor(os.cpu_count() or 1) as pool:
        of_games = pool.map(functools.partial(tried, count=request.param), right_games.NAMES)
        return [slip for of_game in of_games for slip in of_game]


def test_every_slip_can_be_mended(all_tried: "list[dict[str, Any]]") -> None:
    print("\n" + slips.table(all_tried))
    lost = [slips.story(slip) for slip in all_tried if slip["extra"] is None]
    assert not lost, "\n\n".join(lost)


def most(slip: "dict[str, Any]") -> int:
    """Presses that a slip may cost."""
    # At most the stroke and one that was none.
    back_and_again: int = 2 * slips.BACK + slip["stroke"]
    if slip["when"] == slips.LATE or not slip["token"]:
        # What was recorded is taken back; a setting is chosen again.
        return max(slips.FEW, back_and_again)
    if slip["slip"][:3] == "two" and slip["token"][0] == "c":
        return max(CALL_AGAIN, DEARER.get(slips.at_fault(slip), 0))
    return DEARER.get(slips.at_fault(slip), slips.FEW)


def test_a_slip_costs_at_most_three_presses(all_tried: "list[dict[str, Any]]") -> None:
    dear = [slips.story(slip) for slip in all_tried if (slip["extra"] or 0) > most(slip)]
    assert not dear, "\n\n".join(dear)
