"""The 25 keys of the panel, row by row; a key's number is its place here."""

KEYS = (
    ("1", "2", "3", "4", "CALL")
    + ("5", "6", "7", "8", "STILL")
    + ("9", "10", "11", "12", "FOUL")
    + ("13", "14", "15", "CUE", "UNDO")
    + ("A", "B", "CASE", "MENU", "OK")
)

NUMBERS = tuple(int(name) if name.isdigit() else 0 for name in KEYS)
"""By key: the number it bears, 0 for the others."""

CALL = KEYS.index("CALL")
STILL = KEYS.index("STILL")
FOUL = KEYS.index("FOUL")
CUE = KEYS.index("CUE")
UNDO = KEYS.index("UNDO")
PLAYER_A = KEYS.index("A")
PLAYER_B = KEYS.index("B")
CASE = KEYS.index("CASE")
MENU = KEYS.index("MENU")
OK = KEYS.index("OK")
