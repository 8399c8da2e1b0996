"""Every screen of the board, from keys to lit dots, against the frames that were looked at and found good.

A change that is meant: `make screens`, and a critical look at the contact sheet.
"""

import re
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest
from PIL import Image

from board import devkitc, devkitc_ws2812
from host_tools.gallery import camera, golden, layout, strip_text, vector
from host_tools.gallery import screens_command as command
from host_tools.gallery.camera import Shot
from tests.support import led_reader, strip_reader, words
from tests.support.words import LANGUAGES

FOLDER = Path(__file__).parents[1] / "golden"
NAMES = sorted(path.stem for path in FOLDER.glob("*.txt"))
# Flash, receivers or the firmware would have to fail; safe mode has no view to read; the others stand beside one of
# their kind.
FAILURES = ("flash", "beam-deaf", "beam-inverted", "beam-uncounted", "lost")
NOT_SEEN = (*FAILURES, "safe-mode", "adjust-b", "concede-a", "handicap_b")


@pytest.fixture(scope="module")
def shots() -> "dict[str, Shot]":
    found = list(camera.shots())
    assert len({shot.name for shot in found}) == len(found)
    return {shot.name: shot for shot in found}


def test_all_screens_are_there(shots: "dict[str, Shot]") -> None:
    assert sorted(shots) == NAMES


@pytest.mark.parametrize("name", NAMES)
def test_screen(name: str, shots: "dict[str, Shot]") -> None:
    assert golden.text(shots[name]) == (FOLDER / f"{name}.txt").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", NAMES)
def test_both_boards_show_the_same_scores(name: str, shots: "dict[str, Shot]") -> None:
    """Read off the dots in both languages, and off the strip wherever no sign stands there."""
    shot = shots[name]
    if name == "self-test-leds":
        return
    russian, english = (led_reader.scores(shot.dots[language]) for language in LANGUAGES)
    assert russian == english
    pixels = shot.pixels
    white = [
        place for place, (_, colours) in enumerate(strip_reader.lit(pixels, devkitc_ws2812)) if any(map(grey, colours))
    ]
    if not white:
        assert strip_reader.scores(pixels, devkitc_ws2812) == russian


def grey(pixel: "tuple[int, int, int]") -> bool:
    return pixel[0] == pixel[1] == pixel[2]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_text_has_been_seen(language: str, shots: "dict[str, Shot]") -> None:
    seen = {line.upper() for shot in shots.values() for line in shot.lines[language]}
    missing = []
    for key in words.KEYS:
        for line in words.find(key)[LANGUAGES.index(language)].split("/"):
            pattern = ".+".join(re.escape(part) for part in line.split("%s"))
            if key not in NOT_SEEN and not any(re.fullmatch(pattern, shown) for shown in seen):
                missing.append((key, line))
    assert not missing


def test_a_strip_does_not_know_the_language() -> None:
    for _, text in camera.chapters()[:2]:
        russian, english = (camera.play(devkitc_ws2812, text, language) for language in LANGUAGES)
        assert [frame.picture for frame in russian] == [frame.picture for frame in english]


def test_the_contact_sheet(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, shots: "dict[str, Shot]") -> None:
    monkeypatch.setattr(camera, "shots", lambda: iter(shots.values()))
    assert command.main(["--out", str(tmp_path)]) == 0
    with Image.open(tmp_path / "screens.png") as picture:
        sheet = layout.lay_out(list(shots.values()))
        assert picture.size == (layout.WIDTH, sheet.height)
        english = sheet.places[0].english
        corner = (english[0] + layout.EDGE, english[1] + layout.EDGE)
        lit = shots["lag"].dots["en"]
        colours = picture.convert("RGB")
        for y in range(devkitc.HEIGHT):
            for x in range(devkitc.WIDTH):
                at = (corner[0] + x * layout.PITCH + 2, corner[1] + y * layout.PITCH + 2)
                red = colours.getpixel(at)
                assert isinstance(red, tuple)
                assert (red[0] > 150) == (lit[y][x] == "#")
    root = ElementTree.parse(tmp_path / "screens.svg").getroot()
    assert len(root.findall(".//{http://www.w3.org/2000/svg}g")) == 3 * len(shots)
    assert sorted(path.stem for path in (tmp_path / "golden").glob("*.txt")) == sorted(shots)


def test_dots_side_by_side_are_one_line() -> None:
    assert vector._runs(["#..##", "....."]) == "M8 8h0.1M20 8h4.1"


def test_segments_that_do_not_shine_alike_are_told() -> None:
    pixels = [(0, 0, 0)] * devkitc_ws2812.STRIP_LEDS
    assert set("".join(strip_text.text(pixels, devkitc_ws2812))) == {"."}
    pixels[0] = (9, 9, 9)
    with pytest.raises(ValueError, match="segment G of place 0"):
        strip_text.text(pixels, devkitc_ws2812)
