"""The text font."""

from faces.glyphs import BOX, GLYPHS
from faces.line import find
from faces.line import narrow as slim
from tests.support import words

RUSSIAN = "АБВГДЕЁЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯ"
ENGLISH = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
SIGNS = "0123456789 !\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~«»—×·№✓←↑→↓"


def glyph(letter: str, narrow: bool = False) -> bytes:
    number = find(ord(letter))
    at = (slim(number) if narrow else number) * 8
    return GLYPHS[at : at + 8]


def test_every_character_of_a_text_can_be_drawn() -> None:
    for key in words.KEYS:
        for text in words.find(key):
            assert BOX not in [find(ord(letter)) for letter in text.replace("%s", "")], text


def test_all_are_there_and_differ() -> None:
    for narrow in (False, True):
        for letters in (RUSSIAN + SIGNS, ENGLISH + SIGNS):
            drawn: "dict[bytes, str]" = {}
            for letter in letters:
                drawn.setdefault(glyph(letter, narrow), letter)
            assert len(drawn) == len(letters), set(letters) - set(drawn.values())


def test_lower_case_is_drawn_as_capitals() -> None:
    for letter in RUSSIAN + ENGLISH:
        assert find(ord(letter.lower())) == find(ord(letter)) != BOX


def test_letters_of_one_shape_are_drawn_alike() -> None:
    for cyrillic, latin in zip("АВЕКМНОРСТХ", "ABEKMHOPCTX", strict=True):
        assert find(ord(cyrillic)) == find(ord(latin))


def test_sizes() -> None:
    for letter in RUSSIAN + ENGLISH + SIGNS:
        wide, narrow = glyph(letter), glyph(letter, True)
        assert 1 <= narrow[0] <= wide[0] <= 5
        for width, *rows in (wide, narrow):
            assert len(rows) == 7
            assert all(row < 1 << width for row in rows)
            assert letter == " " or any(row & 1 for row in rows), "no empty column at its end"
    for digit in "0123456789":
        assert find(ord(digit)) == int(digit)
        assert glyph(digit, True)[0] <= 3
    four = {letter for letter in RUSSIAN + ENGLISH if glyph(letter, True)[0] == 4}
    five = {letter for letter in RUSSIAN + ENGLISH if glyph(letter, True)[0] == 5}
    assert four == set("ДИЙЦЪNQ")
    assert five == set("ЖМШЩЫФЮMW")
