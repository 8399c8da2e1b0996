"""The building instructions say what the board modules and the drawings say."""

import math
import re
from pathlib import Path

import pytest

from host_tools.board import facts, values
from host_tools.board.budget import budget_of
from referee.keys import KEYS
from tests.support import words

SHOWN_ON_THE_CARD = (
    *(
        "miss",
        "ok",
        "next",
        "undo-game",
        "warn",
        "spot",
        "rear-spot",
        "cue:house",
        "refused",
        "ball-gone",
        "tap-or-hold",
    ),
    *("beam-obstructed", "beams-dark"),
    *("key-stuck", "flash", "settings", "error"),
)
DOCUMENTS = sorted(facts.FOLDER.glob("*.md")) + [facts.FOLDER.parent / "README.ru.md"]


def read(name: str) -> str:
    return (facts.FOLDER / name).read_text(encoding="utf-8")


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)
def test_links_lead_somewhere(path: Path) -> None:
    for link in re.findall(r"\]\(([^)#]+)\)", path.read_text(encoding="utf-8")):
        assert (path.parent / link).exists(), link


def test_all_documents_and_boards_are_in_the_index() -> None:
    index = read("README.md")
    for path in facts.FOLDER.glob("*.md"):
        assert path.name == "README.md" or f"]({path.name})" in index
    for name in facts.names():
        assert f"`{name}`" in index
        assert f"](pictures/{name}.svg)" in read("wiring.md")


def column(name: str, place: int) -> str:
    """A column of the table of currents, without its marks."""
    rows = [line.split("|")[place] for line in read("power.md").splitlines() if line.startswith("|")]
    assert f"`{name}`" in rows[0]
    return "\n".join(rows).replace("*", "")


@pytest.mark.parametrize("name, place", [("devkitc", 2), ("esp32s3_devkitc1", 2), ("devkitc_ws2812", 3)])
def test_the_currents_are_those_of_the_facts(name: str, place: int) -> None:
    board = facts.read(name)
    budget = budget_of(board)
    assert budget
    said = column(name, place)
    assert f"{budget.other} mA" in said
    assert f"{budget.brightest} mA" in said
    assert f" {budget.supply} mA" in said
    assert budget.lit.split(" lit")[0] in said
    assert budget.level == budget.top or f"{budget.level} of {budget.top}" in read("power.md")
    assert f" {values.fuse_ma(budget.supply) / 1000:g} A" in said
    supply, fuse = budget.supply // 1000, values.fuse_ma(budget.supply) // 1000
    strip = board.text("DISPLAY") == "ws2812"
    assert (f"WS2812: {supply} A or more" if strip else f"5 V, {supply} A or more") in read("parts.md")
    assert (f"WS2812: {fuse} A)" if strip else f"fuse {fuse} A, slow") in read("parts.md")


def amount(what: str) -> "list[int]":
    """How many of a part are to be bought, and how many for WS2812 where that differs."""
    (row,) = [line for line in read("parts.md").splitlines() if re.match(rf"\| \d+ \| {re.escape(what)}\b", line)]
    others = re.findall(r"\(WS2812: (\d+)\)", row.split("|")[2])
    return [int(row.split("|")[1])] + [int(number) for number in others]


def test_the_quantities() -> None:
    dots, strip = facts.read("devkitc"), facts.read("devkitc_ws2812")
    beams, keys = len(dots.numbers("BEAMS")), len(KEYS)
    modules = len(dots.items("MODULES"))
    groups = modules // values.MODULES_A_GROUP

    def tens(board: facts.Facts) -> int:
        held = sum(line.ohms == 10_000 for line in board.lines().values() if line.role != "COLUMNS")
        return len(board.numbers("COLUMNS")) + beams + held

    assert amount("resistor 10 k") == [tens(dots), tens(strip)]
    assert amount("MAX7219 module") == [modules]
    assert f"{strip.number('STRIP_LEDS')} LEDs of WS2812B" in read("parts.md")
    assert amount(f"capacitor {values.BULK_FARADS}") == [groups, 2]
    assert amount(f"capacitor {values.BYPASS_FARADS}") == [groups + 2, 4]
    assert amount(f"resistor {values.CHAIN_OHMS} ohms") == [3]
    assert f"one of {values.STRIP_OHMS} ohms" in read("parts.md")
    for part in ("infrared LED", "phototransistor", f"resistor {values.EMITTER_OHMS} ohms", "resistor 4.7 k"):
        assert amount(part) == [beams]
    assert amount(f"capacitor {values.FILTER_FARADS}") == [beams]
    assert amount("push button") == [keys]
    assert amount("diode 1N4148") == [keys + 1]
    assert amount(f"resistor {values.BASE_OHMS} ohms") == [2]


def test_the_panel_is_laid_out_as_it_is() -> None:
    for name in ("panel.md", "operator-card.md"):
        text = read(name)
        block = text[text.index("```") : text.index("```", text.index("```") + 3)]
        assert tuple(key.strip() for key in re.findall(r"\[([^]]+)\]", block)) == KEYS


def test_what_the_operators_card_shows_is_what_the_board_shows() -> None:
    card = read("operator-card.md")
    for key in SHOWN_ON_THE_CARD:
        for text in words.find(key):
            assert text.removesuffix("/E").replace("/", " ").split("%s")[0].strip() in card


def test_each_side_of_the_operators_card_fits_a_page() -> None:
    """A4 takes 66 lines of 9 points in tables, of 130 letters of a narrow face; the right cells of a table take 110."""
    sides = read("operator-card.md").split("# For the referee")
    assert len(sides) == 2
    for side in sides:
        paragraphs = re.split(r"\n\n|\n(?=\|)", re.sub(r"```.*?```", "\n\n".join("12345"), side, flags=re.DOTALL))
        lines = [
            math.ceil(len(text.split("|")[2]) / 110) if text[:1] == "|" else math.ceil(len(text) / 130)
            for text in paragraphs
        ]
        assert sum(lines) <= 66


def test_nothing_points_out_of_the_project() -> None:
    for path in DOCUMENTS:
        assert not re.search(r"https?://(?!127\.0\.0\.1)", path.read_text(encoding="utf-8"))
