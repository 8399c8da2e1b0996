"""The pictures in board/pictures are those of the modules as they are."""

from pathlib import Path
from xml.etree import ElementTree

import pytest

from host_tools.board import command, facts

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
    """Modules in a column, turned, one strange supply: whatever has no fault is drawn."""
    file = tmp_path / "mine.py"
    modules = ", ".join(f"(0, {i}, {i % 4})" for i in range(5))
    changes = f"WIDTH = 8\nHEIGHT = 40\nMODULES = ({modules})\nSUPPLY_MA = 20_000\nBEAM_DARK = 0\n"
    file.write_text((facts.FOLDER / "devkitc.py").read_text(encoding="utf-8") + changes, encoding="utf-8")
    assert command.main(["wiring", str(file), "--out", str(tmp_path / "mine.svg")]) == 0
    text = words(tmp_path / "mine.svg")
    assert "top →" in text
    assert "74HC7014" in text
