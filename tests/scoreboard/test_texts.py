"""The texts on the board: all can be drawn, and stand still where they can."""

import pytest

from faces.glyphs import BOX
from faces.line import Line, find
from referee.keys import KEYS
from referee.menu import ITEMS
from storage.setting_table import FIELDS
from tests.support import words

KNOWN = words.KEYS
# Columns between two scores of two places, and of the upper line beside the sign of alarm.
ROOM, ROOM_WITH_ALARM = 28, 24
# What stands for %s where it is longest; a token can be of any length.
LONGEST = {
    "key-stuck": max(KEYS, key=len),
    "call-pocket": "15",
    "cue:anywhere": "B",
    "ball:anywhere": "B",
    "refused": "S16",
    "menu": "",
    "beam": "6",
    "beam-faulty": "6",
    "beam-obstructed": "6",
    "beam-spikes": "6",
}
TOKENS = ("undo", "review")
WITH_ALARM = ("beam-faulty", "beam-obstructed", "beams-dark", "key-stuck", "flash", "error", "settings", "safe-mode")


def width(text: str, room: int) -> "tuple[int, bool]":
    """Of a text that is fitted to so many columns, and whether it scrolls."""
    line = Line()
    line.read(text)
    line.fit(room)
    return line.width, line.scrolls


@pytest.mark.parametrize("language", words.LANGUAGES)
@pytest.mark.parametrize("key", KNOWN)
def test_every_text_is_drawable_and_fits(key: str, language: str) -> None:
    values = [LONGEST.get(key, "15")] * words.find(key)[words.LANGUAGES.index(language)].count("%s")
    head, foot = words.lines(language, key, *values)
    assert BOX not in [find(ord(letter)) for letter in head + foot]
    assert head, "a text has an upper line"
    for line, room in ((head, ROOM_WITH_ALARM if key in WITH_ALARM else ROOM), (foot, ROOM)):
        shown, scrolls = width(line, room)
        assert not scrolls, (line, shown)
        assert shown <= room
    if key in TOKENS:
        assert width("C15@6/P15@6/P14/P13/F2", ROOM)[1], "a token scrolls"


@pytest.mark.parametrize("language", words.LANGUAGES)
def test_the_menu_fits(language: str) -> None:
    """Each item as a lower line while moving and as an upper one while choosing, with each of its words below."""
    for item in ITEMS:
        key = "beam" if item.startswith("beam_") else "stalemate-option" if item == "stalemate" else item
        name = words.lines(language, key, "6")[0] if key == "beam" else words.lines(language, key)[0]
        assert not width(name, ROOM)[1], name
        for value in next((values for known, _, values in FIELDS if known == item), ()):
            word = words.lines(language, str(value))[0] if str(value) in words.KEYS else str(value).upper()
            assert not width(word, ROOM)[1], word


def test_both_languages_have_all_texts() -> None:
    assert len(set(KNOWN)) == len(KNOWN)
    for key in KNOWN:
        russian, english = words.find(key)
        assert russian and english
        assert russian.count("%s") == english.count("%s")
        assert russian.count("/") <= 1 and english.count("/") <= 1
    assert [list(words.TABLES[language]) for language in words.LANGUAGES] == [KNOWN, KNOWN]
    for key in ("nothing", ""):
        with pytest.raises(KeyError):
            words.lines("ru", key)
