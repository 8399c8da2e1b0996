"""The doctor, with a patient and an owner who does what is asked."""

import io
import re
import shutil
from functools import partial
from pathlib import Path

import pytest

from host_tools.board import facts
from host_tools.device import deploy, doctor, link
from host_tools.device.link import Link
from host_tools.twin.led_chips import Max7219Chain
from referee.keys import KEYS
from tests.support.built import built
from tests.support.stand_in import StandIn

BLOCKS = 256
LETTER = ["#......."] * 7 + ["#####..."]


class Helper(doctor.Owner):
    """Does what is said, on the twin at the other end of the same link, and looks at its LEDs.

    `swapped` keys are pressed for each other; `away` after so many prompts.
    """

    def __init__(self, board: Link, swapped: "dict[str, str] | None" = None, away: int = 1000) -> None:
        self.board = board
        self.said: list[str] = []
        self.dots: list[list[str]] = []
        self._swapped = swapped or {}
        self._answers: list[str] = []
        self._away = away
        board.run("import world")

    def say(self, text: str) -> None:
        self.said.append(text)
        key, pocket = re.match(r"Press (\w+)$", text), re.match(r"A hand into pocket (\d)", text)
        if key or pocket or text.endswith("?"):
            self._away -= 1
        if key:
            name = self._swapped.get(key[1], key[1])
            self.board.run(f"for k in range(25): world.up(k)\nworld.run(20)\nworld.down({KEYS.index(name)})")
            self._answers = [""] * 3 if name != key[1] else []
        elif pocket:
            self.board.run(f"world.beam({pocket[1]}, True)")
        elif re.match(r"beam \d", text):
            self.board.run("for p in range(1, 7): world.beam(p, p == 2)")
        elif text.startswith("Hands off"):
            self.board.run("for at in range(5): world.pulse(4, 500000 + 200000 * at, 1400)")
        elif text.endswith("?"):
            if "Module" in text:
                self.dots.append(self.board.value("world.dots()"))
            self._answers = ["n" if "Module 3 (of" in text else ""]
        self._looks = 0

    def live(self, text: str) -> None:
        pass

    def typed(self) -> "str | None":
        if self._away < 0:
            return "s"
        self._looks += 1
        # Time for the board to see what was done.
        return self._answers.pop(0) if self._answers and self._looks > 2 else None


@pytest.fixture(scope="module")
def images(tmp_path_factory: pytest.TempPathFactory) -> "dict[str, Path]":
    def work(found: Link, name: str) -> None:
        deploy.deploy(found, built(name))
        found.put("/log.old", b"start: PWRON_RESET\n")

    made = {}
    for name in ("devkitc", "devkitc_ws2812"):
        made[name] = tmp_path_factory.mktemp(name) / "image"
        with StandIn(made[name], BLOCKS, name) as board:
            assert link.serve("x", board.port, partial(work, name=name)) == 0
    return made


def test_a_visit(images: "dict[str, Path]", tmp_path: Path) -> None:
    image = Path(shutil.copy(images["devkitc"], tmp_path / "image"))
    owners: list[Helper] = []

    def work(found: Link) -> None:
        owners.append(Helper(found, {"7": "8", "8": "7"}))
        found.run("world.beam(2, True)")
        doctor.examine(found, owners[0], tmp_path)

    with StandIn(image, BLOCKS, "devkitc") as board:
        assert link.serve("doctor", board.port, work) == 0
        assert board.wait(lambda: board.starts == 2)
    (report,) = tmp_path.glob("doctor-*.txt")
    lines = report.read_text().splitlines()
    assert re.match(r"Scoreboard examined on \d{4}-\d\d-\d\d at \d\d:\d\d$", lines[0])
    said = dict(re.split(r"  +", line, maxsplit=1) for line in lines if "  " in line)
    assert said["MicroPython"] == "1.29.0"
    assert said["controller"] == "A board with ESP32"
    assert said["installed"].startswith("devkitc, version ")
    assert said["number"] == "24:0a:c4:74:77:69"
    assert said["last start"] == "HARD_RESET"
    assert re.match(r"\d+ KB", said["memory free"])
    assert re.match(r"\d+ of 1024 KB free", said["files"])
    assert [name for name in KEYS if said[f"key {name}"] != "ok"] == ["7", "8"]
    assert said["key 7"] == "FAULT: read as 8"
    assert said["beam 1, near left"] == "ok"
    assert said["beam 2, left middle"] == "FAULT: dark: not aimed, no supply, or not fitted"
    assert said["beam 6, near right"] == "ok"
    assert said["spikes of beam 4"] == "5"
    assert [what for what in said if what.startswith(("spikes", "events"))] == ["spikes of beam 4"]
    assert said["module 3"] == "FAULT: not as it should be"
    assert said["module 15"] == said["buzzer"] == "ok"
    assert "start: PWRON_RESET" in lines[lines.index("Log") :]
    assert lines[-1] == "44 ok, 4 at fault, 0 not checked"
    # Each module showed its L alone, where it was said to be.
    for chip, dots in enumerate(owners[0].dots):
        x, y = chip % 8 * 8, chip // 8 * 8
        assert [row[x : x + 8] for row in dots[y : y + 8]] == LETTER
        assert sum(row.count("#") for row in dots) == 12


def test_somebody_leaves(images: "dict[str, Path]", tmp_path: Path) -> None:
    image = Path(shutil.copy(images["devkitc_ws2812"], tmp_path / "image"))
    visits: list[doctor.Examination] = []
    with StandIn(image, BLOCKS, "devkitc_ws2812") as board:
        status = link.serve(
            "doctor",
            board.port,
            lambda found: visits.append(doctor.examine(found, Helper(found, away=2), tmp_path)),
        )
    assert status == 0
    # Three colours, six digits, two bars, two single LEDs and the buzzer.
    assert visits[0].counts == {doctor.OK: 2, doctor.FAULT: 0, doctor.SKIPPED: 23 + 6 + 14}


def test_nothing_installed(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO())
    with StandIn(tmp_path / "image") as board:
        assert doctor.main([board.port, "--out", str(tmp_path)]) == 0
    out = capsys.readouterr().out
    assert "nothing: `make deploy` comes first" in out
    assert out.splitlines()[-1].startswith("0 ok, 0 at fault, 0 not checked. Report: ")


@pytest.mark.parametrize("turn", range(4))
def test_turned_modules(turn: int) -> None:
    chain = Max7219Chain(((0, 0, turn),))
    chain.power(True)
    for register, data in [(15, 0), (9, 0), (11, 7), (10, 3), *enumerate(doctor.upright(turn), 1), (12, 1)]:
        chain.select(0)
        chain.clock(bytes((register, data)))
        chain.select(1)
    assert chain.dots(8, 8) == LETTER


def test_every_strip_step_is_named_once() -> None:
    steps = doctor.strip_steps(facts.read("devkitc_ws2812").known)
    assert len({what for what, _, _ in steps}) == len(steps) == 13
