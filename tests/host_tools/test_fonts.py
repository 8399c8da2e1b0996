"""The drawings of glyphs, and the module of the firmware that they are packed into."""

import shutil
from pathlib import Path

import pytest

from faces import glyphs
from host_tools.fonts import drawings
from host_tools.fonts import fonts_command as command


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A copy of the drawings."""
    for path in command.FOLDER.glob("*.txt"):
        shutil.copy(path, tmp_path)
    return tmp_path


def test_the_module_is_what_the_drawings_give() -> None:
    assert command.MODULE.read_text(encoding="utf-8") == command.module(), "run `python -m host_tools fonts`"


def test_what_is_drawn_is_what_is_shown(folder: Path) -> None:
    """A dot more in a letter is one bit more in the module."""
    path = folder / "wide.txt"
    lines = path.read_text(encoding="utf-8").split("\n")
    at = next(i for i, line in enumerate(lines) if line.startswith("AА"))
    assert lines[at + 1].startswith(".###.")
    lines[at + 1] = "####." + lines[at + 1][5:]
    path.write_text("\n".join(lines), encoding="utf-8")
    found: "dict[str, bytes]" = {}
    exec(command.module(folder), found)
    number = glyphs.ASCII[ord("A") - 0x20]
    changed = [i for i in range(len(glyphs.GLYPHS)) if glyphs.GLYPHS[i] != found["GLYPHS"][i]]
    assert changed == [8 * number + 1]
    assert found["GLYPHS"][changed[0]] == 0b11110


def test_a_glyph_more_is_found_by_its_character(folder: Path) -> None:
    path = folder / "wide.txt"
    path.write_text(path.read_text(encoding="utf-8") + "\n§\n" + "#\n" * 7, encoding="utf-8")
    found: "dict[str, bytes]" = {}
    exec(command.module(folder), found)
    at = found["SIGNS"].index(b"\x00\xa7") + 2
    number = found["SIGNS"][at]
    assert found["GLYPHS"][8 * number :][:8] == bytes([1] * 8)


@pytest.mark.parametrize(
    ("name", "old", "new", "told"),
    [
        ("wide.txt", "\n.##. .#. ", "\n.##.. .#. ", "wide.txt: 0 is not drawn"),
        ("wide.txt", "\n.##. .#. ", "\n.xx. .#. ", "wide.txt: 0 is not drawn"),
        ("wide.txt", "\n.##. .#. ", "\n.##. ", "wide.txt: below 0 1 2 .* there are not 7 rows of each"),
        ("wide.txt", "\nspace !", "\nspace 1", "wide.txt: 1 is there twice"),
        ("wide.txt", "\n0    1 ", "\n1    0 ", "the first glyphs have to be 0123456789-"),
        ("wide.txt", "\n↑     →     ↓     □", "\n↑     →     ↓     ■", "wide.txt: not drawn: □"),
        ("narrow.txt", "\nspace (", "\nspace ‰", "not in the wide font: ‰"),
        ("digits.txt", " 9       -", " 9       +", "digits.txt: expected 0123456789-"),
    ],
)
def test_drawings_that_are_none(folder: Path, name: str, old: str, new: str, told: str) -> None:
    path = folder / name
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(ValueError, match=told):
        command.module(folder)


def test_it_is_said_in_one_line(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    module = folder / "glyphs.py"
    monkeypatch.setattr(command, "MODULE", module)
    assert command.main([]) == 0
    assert module.read_text(encoding="utf-8") == command.module()

    def broken(*_: object) -> "list[drawings.Glyph]":
        raise ValueError("wide.txt: no")

    monkeypatch.setattr(drawings, "read", broken)
    assert command.main([]) == 2
    assert capsys.readouterr().err == "python -m host_tools fonts: wide.txt: no\n"
