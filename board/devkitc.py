"""Reference board: ESP32-WROOM-32 on a DevKitC V4 (38 pins), 64 x 16 dots of MAX7219 modules.

Facts only; nothing here runs. GPIO numbers are the chip's own, as printed on the DevKitC.
"""

NAME = "ESP32-WROOM-32 DevKitC V4"
CHIP = "esp32"

# Panel: rows are open-drain outputs, columns are inputs with external 10 k pull-ups to 3.3 V.
ROWS = (4, 13, 14, 16, 17)
COLUMNS = (19, 21, 22, 23, 27)

# Pocket beams 1 to 6; a Schmitt trigger drives the pin high while a ball is in the beam.
BEAMS = (34, 35, 32, 33, 25, 26)
BEAM_DARK = 1
COUNTERS = 6

# Straps: 2 and 12 have to be low at reset, which the pull-down of the transistor they drive ensures; 5 and 15 are high.
EMITTERS = 2
BUZZER = 12

SPI_ID = 2
SPI_BAUD = 8_000_000
SCK = 18
MOSI = 15
CS = 5

# Sixteen 8 x 8 modules as two rows of eight. For each chip, the nearest to the controller first:
# module column, module row, quarter turns clockwise.
DISPLAY = "max7219"
WIDTH = 64
HEIGHT = 16
MODULES = ((0, 0, 0), (1, 0, 0), (2, 0, 0), (3, 0, 0), (4, 0, 0), (5, 0, 0), (6, 0, 0), (7, 0, 0)) + (
    (0, 1, 0),
    (1, 1, 0),
    (2, 1, 0),
    (3, 1, 0),
    (4, 1, 0),
    (5, 1, 0),
    (6, 1, 0),
    (7, 1, 0),
)

# The supply at 5 V, and what everything but the LEDs takes of it at most (ESP32 with its radio on, emitters, buzzer).
SUPPLY_MA = 4000
OTHER_MA = 500
# Data sheet 19-4452: a chip with no dot lit, and a dot at full intensity: the 40 mA that the 10 k resistor of usual
# modules sets (table 11), for an eighth of the time.
IDLE_MA = 8
DOT_MA = 5

# The pocket that each counter unit counts. There is one for every beam.
COUNTED = (1, 2, 3, 4, 5, 6)

# What follows the firmware does not read: it is for `python -m host_tools board`, which checks and draws.

# Memory in the module besides the flash, which takes pins of its own: "" none, "quad" or "octal" PSRAM.
PSRAM = ""

# How the pins of each name above are wired: name, direction, pull and its ohms (0 for the chip's own, which the
# firmware switches on), the level that the line must have while the chip starts (-1 for any), and what is at its end.
LINES = (
    ("ROWS", "open-drain", "up", 0, -1, "cathodes of the diodes of a panel row"),
    ("COLUMNS", "in", "up", 10_000, -1, "keys of a panel column"),
    ("BEAMS", "in", "", 0, -1, "output of a pocket's Schmitt trigger"),
    ("EMITTERS", "out", "down", 10_000, 0, "transistor that switches all emitters"),
    ("BUZZER", "out", "down", 10_000, 0, "transistor of the buzzer"),
    ("SCK", "out", "down", 10_000, 0, "level shifter, to CLK of all modules"),
    ("MOSI", "out", "up", 10_000, -1, "level shifter, to DIN of module 0"),
    ("CS", "out", "up", 10_000, 1, "level shifter, to CS of all modules"),
)
