"""The 25 keys of the panel, row by row; a key's number is its place here."""

from compact import const

KEYS = (
    ("1", "2", "3", "4", "CALL")
    + ("5", "6", "7", "8", "STILL")
    + ("9", "10", "11", "12", "FOUL")
    + ("13", "14", "15", "CUE", "UNDO")
    + ("A", "B", "CASE", "MENU", "OK")
)

# By key: the number it bears, 0 for the others.
NUMBERS = bytes([int(name) if name.isdigit() else 0 for name in KEYS])

CALL = const(4)
STILL = const(9)
FOUL = const(14)
CUE = const(18)
UNDO = const(19)
PLAYER_A = const(20)
PLAYER_B = const(21)
CASE = const(22)
MENU = const(23)
OK = const(24)
