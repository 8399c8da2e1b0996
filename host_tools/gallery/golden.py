"""Each screen as a text file, which the tests compare with: the dots in both languages and the strip's segments."""

from pathlib import Path

from board import devkitc_ws2812
from host_tools.gallery import strip_text
from host_tools.gallery.camera import Shot


def text(shot: Shot) -> str:
    """The file of a screen: a line of caption, then three pictures with a heading each."""
    lines = [shot.caption]
    for language, rows in shot.dots.items():
        lines += [language, *rows]
    lines += ["strip", *strip_text.text(shot.pixels, devkitc_ws2812)]
    return "\n".join(lines) + "\n"


def write(shots: list[Shot], folder: Path) -> None:
    """Writes all files, and removes those of screens that are no more."""
    folder.mkdir(parents=True, exist_ok=True)
    for path in folder.glob("*.txt"):
        path.unlink()
    for shot in shots:
        (folder / f"{shot.name}.txt").write_text(text(shot), encoding="utf-8")
