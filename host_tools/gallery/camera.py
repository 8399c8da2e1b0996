"""Plays the chapters on the simulated board and takes the shots: lit dots, or the colours of the strip's LEDs."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from board import devkitc, devkitc_ws2812
from host_tools.gallery.scenes import CHAPTERS, menu_chapter
from host_tools.sim import verbs
from host_tools.twin.world import World
from referee import keys
from referee.menu import ITEMS
from storage.setting_table import allowed

Pixel = tuple[int, int, int]
LANGUAGES = [str(language) for language in allowed("language")]


class Shot(NamedTuple):
    """A screen: the lines of the centre and rows of `#` and `.` by language, and what the LEDs of the strip shine."""

    chapter: str
    name: str
    caption: str
    lines: dict[str, tuple[str, str]]
    dots: dict[str, list[str]]
    pixels: list[Pixel]


class Frame(NamedTuple):
    """A screen of one board: its lines of the centre, and rows of dots or colours of LEDs."""

    name: str
    caption: str
    lines: tuple[str, str]
    picture: Any


def chapters() -> list[tuple[str, str]]:
    """Title, or "" where the one before goes on, and lines of every chapter."""
    return [*CHAPTERS, menu_chapter(ITEMS)]


def shots() -> Iterator[Shot]:
    """All screens in order."""
    heading = ""
    for title, text in chapters():
        heading = title or heading
        by_language = {language: play(devkitc, text, language) for language in LANGUAGES}
        for i, strip in enumerate(play(devkitc_ws2812, text, LANGUAGES[0])):
            lines = {language: by_language[language][i].lines for language in LANGUAGES}
            dots = {language: by_language[language][i].picture for language in LANGUAGES}
            yield Shot(heading, strip.name, strip.caption, lines, dots, strip.picture)


def play(board: Any, text: str, language: str) -> list[Frame]:
    """What a chapter's shots show."""
    world = World(board)
    world.power_on()
    found = []
    if language != LANGUAGES[0]:
        _set_language(world, language)
    for line in text.splitlines():
        if line.startswith("shot "):
            name, _, caption = line[5:].partition(": ")
            scoreboard = world.app.scoreboard
            lines = (scoreboard.view.head, scoreboard.view.foot) if scoreboard else ("", "")
            picture = world.pixels() if board.DISPLAY == "ws2812" else world.dots()
            found.append(Frame(name, caption, lines, picture))
        else:
            obey(world, line)
    return found


def obey(world: World, line: str) -> None:
    """Does what a line of a chapter says, other than `shot`."""
    word, _, rest = line.partition(" ")
    if word == "go":
        _press(world, keys.MENU)
        for _ in range(ITEMS.index(rest)):
            _press(world, keys.PLAYER_B)
    elif word == "spoil":
        with world.fs.open(rest, "ab") as file:
            file.write(b"brightness=99\n")
    elif word == "fail":
        _fail(world)
    else:
        said = verbs.parse(line)
        if said:
            verbs.act(world, said)


def _set_language(world: World, language: str) -> None:
    obey(world, "go language")
    _press(world, keys.OK)
    while world.app.scoreboard.panel.menu.value != language:
        _press(world, keys.PLAYER_B)
    _press(world, keys.OK)
    _press(world, keys.MENU)


def _press(world: World, key: int) -> None:
    verbs.act(world, ["key", key])


def _fail(world: World) -> None:
    def step(now: int) -> None:
        raise RuntimeError("told to fail")

    world.app.scoreboard.step = step
