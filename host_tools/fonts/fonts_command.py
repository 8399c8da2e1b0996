"""`python -m host_tools fonts`: packs the drawings of glyphs into a module of the firmware."""

import sys
from pathlib import Path

from host_tools.cli import Parser
from host_tools.fonts import drawings

FOLDER = Path(__file__).parent
MODULE = FOLDER.parents[1] / "firmware" / "faces" / "glyphs.py"

TEXT_HEIGHT, WIDEST = 7, 5
DIGIT_HEIGHT, DIGIT_WIDTH = 14, 7
# What a number is made of has its own value as the number of its glyph.
FIGURES = "0123456789-"
BOX = "□"
ASCII = range(0x20, 0x80)
CYRILLIC = range(0x410, 0x430)
BYTES_A_LINE = 24

HEAD = '''"""Made by `python -m host_tools fonts` from the drawings in host_tools/fonts; a change here would be lost.

GLYPHS: eight bytes a glyph, its width and its rows from the top, the right-most dot in bit 0. A wide glyph numbered
below SLIM has its narrow one WIDE numbers further on; the others have none. 0 to 9 are numbered so, minus is 10.
ASCII, CYRILLIC: the numbers for the characters from U+0020 and for the capitals from U+0410 on; SIGNS: for some others,
each two bytes of code point, the high one first, and its number. BOX is for what is not there.
DIGITS: 14 bytes for each digit of the score, its rows from the top, for minus, and a blank.
"""

'''


def module(folder: Path = FOLDER) -> str:
    """The source of the module that the drawings in a folder give. ValueError or OSError for one that is none."""
    wide = drawings.read(folder / "wide.txt", TEXT_HEIGHT, WIDEST)
    narrow = {glyph.characters: glyph for glyph in drawings.read(folder / "narrow.txt", TEXT_HEIGHT, WIDEST)}
    lost = set(narrow) - {glyph.characters for glyph in wide}
    if lost:
        raise ValueError(f"{folder / 'narrow.txt'}: not in the wide font: {' '.join(sorted(lost))}")
    # Those with a narrow form come first.
    wide.sort(key=lambda glyph: glyph.characters not in narrow)
    if "".join(glyph.characters for glyph in wide[: len(FIGURES)]) != FIGURES:
        raise ValueError(f"{folder / 'wide.txt'}: the first glyphs have to be {FIGURES}")
    slim = [narrow[glyph.characters] for glyph in wide if glyph.characters in narrow]
    numbers = {letter: number for number, glyph in enumerate(wide) for letter in glyph.characters}
    missing = {BOX, *map(chr, CYRILLIC)} - set(numbers)
    if missing:
        raise ValueError(f"{folder / 'wide.txt'}: not drawn: {' '.join(sorted(missing))}")
    for letter in list(numbers):
        numbers.setdefault(letter.lower(), numbers[letter])
    box = numbers[BOX]
    signs = sorted(
        letter for letter in numbers if ord(letter) not in ASCII and letter.upper() not in map(chr, CYRILLIC)
    )
    names: dict[str, int | bytes] = {
        "GLYPHS": b"".join(bytes([glyph.width, *glyph.rows]) for glyph in wide + slim),
        "WIDE": len(wide),
        "SLIM": len(slim),
        "ASCII": bytes(numbers.get(chr(code), box) for code in ASCII),
        "CYRILLIC": bytes(numbers[chr(code)] for code in CYRILLIC),
        "SIGNS": b"".join(ord(letter).to_bytes(2, "big") + bytes([numbers[letter]]) for letter in signs),
        "BOX": box,
        "DIGITS": _digits(folder),
    }
    return HEAD + "".join(f"{name} = {_literal(value)}\n" for name, value in names.items())


def _digits(folder: Path) -> bytes:
    glyphs = drawings.read(folder / "digits.txt", DIGIT_HEIGHT, DIGIT_WIDTH)
    if "".join(glyph.characters for glyph in glyphs) != FIGURES or {glyph.width for glyph in glyphs} != {DIGIT_WIDTH}:
        raise ValueError(f"{folder / 'digits.txt'}: expected {FIGURES}, each {DIGIT_WIDTH} wide")
    return b"".join(bytes(glyph.rows) for glyph in glyphs) + bytes(DIGIT_HEIGHT)


def _literal(value: "int | bytes") -> str:
    if isinstance(value, int):
        return str(value)
    lines = [value[i : i + BYTES_A_LINE] for i in range(0, len(value), BYTES_A_LINE)]
    return "(\n" + "".join(f'    b"{_escaped(line)}"\n' for line in lines) + ")"


def _escaped(line: bytes) -> str:
    return "".join(f"\\x{byte:02x}" for byte in line)


def main(argv: list[str]) -> int:
    """Exit status: 0, or 2 where a drawing is not as it should be."""
    parser = Parser("python -m host_tools fonts", description="Packs host_tools/fonts/*.txt into faces/glyphs.py.")
    parser.parse_args(argv)
    try:
        MODULE.write_text(module(), encoding="utf-8")
    except (ValueError, OSError) as error:
        print(f"{parser.prog}: {error}", file=sys.stderr)
        return 2
    return 0
