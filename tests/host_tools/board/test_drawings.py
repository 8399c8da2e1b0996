"""The pictures in board/pictures are those of the modules as they are."""

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from host_tools.board import board_command as command
from host_tools.board import facts

PICTURES = facts.FOLDER / "pictures"


@pytest.mark.parametrize("name", facts.names())
def test_the_wiring_is_up_to_date(name: str, tmp_path: Path) -> None:
    fresh = tmp_path / "fresh.svg"
    assert command.main(["wiring", name, "--out", str(fresh)]) == 0
    assert fresh.read_text(encoding="utf-8") == (PICTURES / f"{name}.svg").read_text(encoding="utf-8")


def test_the_mounting_is_up_to_date(tmp_path: Path) -> None:
    fresh = tmp_path / "fresh.svg"
    assert command.main(["mounting", "--out", str(fresh)]) == 0
    assert fresh.read_text(encoding="utf-8") == (PICTURES / "mounting.svg").read_text(encoding="utf-8")


def words(path: Path) -> str:
    return "\n".join(ElementTree.parse(path).getroot().itertext())


@pytest.mark.parametrize("name", facts.names())
def test_every_pin_and_module_is_on_the_sheet(name: str) -> None:
    board = facts.read(name)
    text = words(PICTURES / f"{name}.svg")
    for use in board.uses():
        assert f"GPIO {use.gpio}" in text
    for chip in range(len(board.items("MODULES"))):
        assert f"\n{chip}\n" in text


def test_the_mounting_says_what_the_firmware_reckons_with() -> None:
    from drivers import beams

    text = words(PICTURES / "mounting.svg")
    assert f"dark {beams.CHORD_MM} mm" in text
    assert f"light {beams.LIGHT_MM} mm" in text


def test_other_boards_can_be_drawn(tmp_path: Path) -> None:
    """Modules in one row, turned, one strange supply: whatever has no fault is drawn."""
    file = tmp_path / "mine.py"
    modules = ", ".join(f"({i}, 0, {i % 4})" for i in range(5))
    changes = f"WIDTH = 40\nHEIGHT = 8\nMODULES = ({modules})\nSUPPLY_MA = 20_000\nBEAM_DARK = 0\n"
    file.write_text((facts.FOLDER / "devkitc.py").read_text(encoding="utf-8") + changes, encoding="utf-8")
    assert command.main(["wiring", str(file), "--out", str(tmp_path / "mine.svg")]) == 0
    text = words(tmp_path / "mine.svg")
    assert "top →" in text
    assert "74HC7014" in text


def drawn(tmp_path: Path, changes: str) -> "tuple[ElementTree.Element, str]":
    """The wiring of a devkitc with other facts, and its words."""
    file, svg = tmp_path / "mine.py", tmp_path / "mine.svg"
    file.write_text((facts.FOLDER / "devkitc.py").read_text(encoding="utf-8") + changes, encoding="utf-8")
    assert command.main(["wiring", str(file), "--out", str(svg)]) == 0
    return ElementTree.parse(svg).getroot(), words(svg)


@pytest.mark.parametrize("name", ["R&D", "A<B>", "&amp;", "$^&$ and $x_1$", "]]>", '"it\'s"', "Клуб ☆"])
def test_any_name_makes_a_drawing(tmp_path: Path, name: str) -> None:
    _, text = drawn(tmp_path, f"NAME = {name!r}\n")
    assert text.count(f"Wiring of {name}\n") == 2


@pytest.mark.parametrize("role, pull, more", [("ROWS", "up", 5), ("BEAMS", "up", 1), ("BEAMS", "down", 1)])
def test_external_pulls_are_drawn(tmp_path: Path, role: str, pull: str, more: int) -> None:
    changes = f"LINES = tuple(i[:2] + ({pull!r}, 4_700) + i[4:] if i[0] == {role!r} else i for i in LINES)\n"
    # One is the load of the phototransistor.
    assert drawn(tmp_path, changes)[1].count("\n4.7 k\n") == more + 1


def arrows(tmp_path: Path, order: "list[tuple[int, int]]") -> int:
    """How many arrows a chain has that goes through the modules at these places."""
    columns, rows = (1 + max(place[i] for place in order) for i in (0, 1))
    modules = tuple((x, y, 0) for x, y in order)
    root, _ = drawn(tmp_path, f"WIDTH = {8 * columns}\nHEIGHT = {8 * rows}\nMODULES = {modules}\n")
    heads = [tag for tag in root.iter("{http://www.w3.org/2000/svg}path") if "fill:#b02020" in tag.get("style", "")]
    # Two are the light of a beam.
    return len(heads) - 2


def test_a_chain_is_drawn_through_no_module(tmp_path: Path) -> None:
    by_rows = [(x, y) for y in (0, 1, 2) for x in range(4)]
    snake = [(x if y % 2 else 3 - x, y) for y in (2, 1, 0) for x in range(4)]
    assert arrows(tmp_path, by_rows) == arrows(tmp_path, snake) == 11
    # From 0 over 1 to 2, and down two rows.
    assert arrows(tmp_path, [(0, 0), (2, 0), (1, 0), (3, 0)]) == 1
    assert arrows(tmp_path, [(x, y) for y in (0, 2, 1) for x in range(4)]) == 10


@pytest.mark.parametrize("columns", [5, 9, 16])
def test_modules_stay_inside_the_sheet(tmp_path: Path, columns: int) -> None:
    root, _ = drawn(
        tmp_path, f"WIDTH = {8 * columns}\nHEIGHT = 8\nMODULES = tuple((x, 0, 0) for x in range({columns}))\n"
    )
    paths = [tag.get("d", "") for tag in root.iter("{http://www.w3.org/2000/svg}path")]
    # A unit is 36 points, and the frames are 36 units wide.
    assert max(float(x) for path in paths for x in re.findall(r"(-?[\d.]+),", path)) == 36 * 36
