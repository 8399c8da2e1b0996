"""Whole games by keys and balls alone, on both runtimes; the scores are read off the lit dots."""

import io
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from board import devkitc
from host_tools import runtime
from host_tools.records.state_json import tokens
from host_tools.sim import script, verbs
from host_tools.twin.world import World
from tests.support import led_reader, on_micropython
from tests.support.needs import missing

GAMES = sorted((Path(__file__).parent / "scripts").glob("*.txt"))

ENDS = {
    "won-by-points": ({"winner": "A", "reason": "points"}, {"A": 76, "B": 31}),
    "won-in-the-shootout": ({"winner": "A", "reason": "shootout-pot"}, {"A": 70, "B": 70}),
    "lost-in-the-shootout": ({"winner": "A", "reason": "shootout-foul"}, {"A": 70, "B": 70}),
}


def output(lines: list[str]) -> str:
    out = io.StringIO()
    script.run(lines, "game", out)
    return out.getvalue()


@pytest.mark.parametrize("game", GAMES, ids=lambda path: path.stem)
def test_a_game_ends_as_it_should(game: Path) -> None:
    lines = output(game.read_text().splitlines(keepends=True)).splitlines()
    last: dict[str, Any] = json.loads(lines[-1])
    assert (last["result"], last["score"]) == ENDS[game.stem]


@pytest.mark.parametrize("game", GAMES, ids=lambda path: path.stem)
def test_both_runtimes_print_the_same(game: Path) -> None:
    if not runtime.micropython():
        missing("no MicroPython on this machine")
    assert runtime.HEAP == "256k"
    command = [sys.executable, "-m", "host_tools", "sim", "--runtime", "micropython", "--script", str(game)]
    ran = subprocess.run(command, capture_output=True, text=True, encoding="utf-8", timeout=300, check=False)
    assert ran.stderr == ""
    assert ran.stdout == output(game.read_text().splitlines(keepends=True))


@pytest.mark.parametrize("game", GAMES, ids=lambda path: path.stem)
def test_small_integers_of_31_bits_print_the_same(game: Path) -> None:
    code = "import sys\nfrom host_tools.sim.script import Lines, run\nrun(Lines(open(%r, 'rb')), 'game', sys.stdout)\n"
    assert on_micropython.run(code % str(game), bits=32) == output(game.read_text().splitlines(keepends=True))


@pytest.mark.parametrize("game", GAMES, ids=lambda path: path.stem)
def test_the_dots_show_the_score_after_every_stroke(game: Path) -> None:
    said = game.read_text().splitlines(keepends=True)
    world = World(devkitc)
    world.power_on()
    read = 0
    for line in said:
        verb = verbs.parse(line)
        if not verb or verb[0] in ("state", "leds"):
            continue
        verbs.act(world, verb)
        if not world.app:
            assert "#" not in "".join(world.dots())
        elif not world.app.scoreboard.composing() and not world.app.scoreboard.view.over:
            score = world.app.scoreboard.game.position.score
            assert led_reader.scores(world.dots()) == (score["A"], score["B"]), line
            read += 1
    assert read > 10


def test_the_board_comes_back_after_every_event() -> None:
    """squash-scoreboard-display-esp32: the game is on flash, not only the settings; also after its end."""
    for game in GAMES:
        world = World(devkitc)
        world.power_on()
        kept = 0
        for line in game.read_text().splitlines():
            verb = verbs.parse(line)
            if not verb or verb[0] in ("state", "leds", "power"):
                continue
            verbs.act(world, verb)
            before = world.app.scoreboard.game
            if len(tokens(before)) == kept:
                continue
            kept = len(tokens(before))
            world.power_off()
            world.power_on()
            after = world.app.scoreboard.game
            assert tokens(after) == tokens(before)
            assert after.position.score == before.position.score
            assert after.position.prompts() == before.position.prompts()
