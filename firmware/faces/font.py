"""A text font, 7 dots high, for Russian and English capitals, digits and signs: 5 dots wide, and a narrow one of 3.

Lower case is drawn as capitals. A narrow glyph is at most 4 wide; M, W and their like have none and stay 5 wide.
"""

HEIGHT = 7

# Seven letters a glyph, its rows from the top: the distance of a letter from 0 is five dots, bit 4 the left-most.
_WIDE = (
    ("0123456789-", b"<BBBBB<8H8888L>A1248OO1261A>26:BO22O@N11A>68@NAA>O122444>AA>AA>>AA?12<000N000"),
    (" !\"#$%&'()*", b"0000000@@@@@0@DDD0000::O:O::4?D>5N4II248CC<BD8EB=@@@000048@@@84@84448@0E>O>E0"),
    ("+,./:;<=>?@", b"044O440800088@000000@11248@@00@00@0808088@248@84200N0N00@84248@>A12404>AGEG@?"),
    ("ABCDEFGHIJK", b">AAOAAANAANAAN>A@@@A>NAAAAANO@@N@@OO@@N@@@>A@GAA>AAAOAAAL88888L72222B<ABDHDBA"),
    ("LMNOPQRSTUV", b"@@@@@@OAKEEAAAAIECAAA>AAAAA>NAAN@@@>AAAEB=NAANDBA?@@>11NO444444AAAAAA>AAAA::4"),
    ("WXYZ[\\]^_`{", b"AAAEEKAAA:4:AAAA:4444O1248@OL@@@@@L@@84211L44444L4:A0000000000O@800000644H446"),
    ("|}~БГДЁЖЗИЙ", b"@@@0@@@H88688H008E200O@@NAANO@@@@@@6::::OA:0O@N@OEEE>EEE>A161A>AACEIAA>0ACEIA"),
    ("ЛПУФЦЧШЩЪЫЬ", b"799999AOAAAAAAAAA?1A>4>EEE>4BBBBBO1AAA?111EEEEEEOEEEEEO1H88>99>AAAIEEI@@@NAAN"),
    ("ЭЮЯ«»—×·№✓←", b">A171A>BEEMEEB?AA?59A0:D:0000D:D000000O0000A:4:A0000@000DDMMDED0122D<8048O840"),
    ("↑→↓□", b"4>E4444042O2404444E>4OAAAAAO"),
)
_NARROW = (
    ("0123456789-", b"LDDDDDL8H88888L44L@@LL44L44LDDDL444L@@L44LL@@LDDLL448888LDDLDDLLDDL44L000H000"),
    (" ()*+/<=>?A", b"00000008@@@@@8@88888@0D8L8D0008L8004448@@@048@84000L0L000@848@0H4488088DDLDDD"),
    ("BCDEFGHIJKL", b"HDDHDDH<@@@@@<HDDDDDHL@@H@@LL@@H@@@<@@DDD<DDDLDDD@@@@@@@44444D8DDDHDDD@@@@@@L"),
    ("NOPQRSTUVXY", b"BJJFFBB8DDDDD8HDDH@@@8DDDD<2HDDHDDD<@@844HL888888DDDDDD8DDDDD88DDD8DDDDDD8888"),
    ("Z\\^_БГДЁЗИЙ", b"L448@@L@@888448D00000000000LL@@HDDHL@@@@@@<<<<<NBD0L@H@LH44H44HBBFFJJB<0BFFJB"),
    ("ЛПУЦЧЪЬЭЯ—×", b"<DDDDDDLDDDDDDDDD<44HDDDDDN2DDD<444H88<::<@@@HDDHH44<44H<DD<DDD000L00000D8D00"),
    ("←↑→↓", b"048L8408L888880@8L8@088888L8"),
)

# Drawn alike in both alphabets.
_CYRILLIC = "АВЕКМНОРСТХ"
_LATIN = "ABEKMHOPCTX"
_SPACE = 3, 2


def _glyphs(table: "tuple[tuple[str, bytes], ...]", space: int) -> "list[tuple[str, bytes]]":
    found = []
    for letters, drawing in table:
        at = 0
        for letter in letters:
            dots = 0
            for row in drawing[at : at + HEIGHT]:
                dots |= row - 48
            width = 5 if dots else space
            while dots and not dots & 1:
                dots >>= 1
                width -= 1
            found.append((letter, bytes([width] + [(row - 48) >> (5 - width) for row in drawing[at : at + HEIGHT]])))
            at += HEIGHT
    return found


def _build(wide: "list[tuple[str, bytes]]", narrow: "list[tuple[str, bytes]]") -> "tuple[bytes, dict[str, int], bytes]":
    numbers = {}
    for number in range(len(wide)):
        numbers[wide[number][0]] = number
    slim = bytearray(range(len(wide) + len(narrow)))
    for i in range(len(narrow)):
        slim[numbers[narrow[i][0]]] = len(wide) + i
    glyphs = b"".join([glyph for _, glyph in wide + narrow])
    index = {}
    for letter, number in numbers.items():
        packed = number | glyphs[number << 3] << 8 | glyphs[slim[number] << 3] << 12
        index[letter] = packed
        twin = _CYRILLIC[_LATIN.find(letter)] if letter in _LATIN else letter
        index[twin] = packed
        for capital in (letter, twin):
            code = ord(capital)
            if 65 <= code <= 90 or 0x410 <= code <= 0x42F:
                index[chr(code + 32)] = packed
    index["ё"] = index["Ё"]
    return glyphs, index, bytes(slim)


# GLYPHS: eight bytes a glyph, its width and its rows from the top, the right-most dot in bit 0.
# INDEX: for a character the number of its wide glyph (bits 0 to 7), the width of that (bits 8 to 11) and of its narrow
# glyph (from bit 12 on). SLIM: the number of the glyph to be taken in place of each where it is narrow.
GLYPHS, INDEX, SLIM = _build(_glyphs(_WIDE, _SPACE[0]), _glyphs(_NARROW, _SPACE[1]))
UNKNOWN = INDEX["□"]
MINUS = INDEX["-"]
DIGITS = tuple([INDEX[digit] for digit in "0123456789"])

# What they were made from goes: it would stay in memory as long as a function of this module.
del _glyphs, _build, _WIDE, _NARROW
