"""The reference board with seven-segment digits of WS2812 strip in place of the MAX7219 modules.

Facts only; nothing here runs. ESP32-WROOM-32 on a DevKitC V4 (38 pins); GPIO numbers are the chip's own, as printed
on it.
"""

NAME = "ESP32-WROOM-32 DevKitC V4, WS2812"
CHIP = "esp32"

# Panel: rows are open-drain outputs, columns are inputs with external 10 k pull-ups to 3.3 V.
ROWS = (4, 13, 14, 16, 17)
COLUMNS = (19, 21, 22, 23, 27)

# Pocket beams 1 to 6; a Schmitt trigger drives the pin high while a ball is in the beam.
BEAMS = (34, 35, 32, 33, 25, 26)
BEAM_DARK = 1
COUNTERS = 6

# Straps: 2 and 12 have to be low at reset, which the pull-down of the transistor they drive ensures.
EMITTERS = 2
BUZZER = 12

# One strip through everything: six digits, the bars below both scores, two single LEDs. More than 100 LEDs take longer
# to send than the beams bear.
DISPLAY = "ws2812"
STRIP = 18
STRIP_LEDS = 94

# The digits in the order in which the strip runs through them: place from the left, and the order of the segments. So
# the strip enters in the middle at the left, makes an eight without a break, and leaves in the middle at the right.
SEGMENT_LEDS = 2
DIGITS = ((0, "GBAFEDC"), (1, "GBAFEDC"), (2, "GBAFEDC"), (3, "GBAFEDC"), (4, "GBAFEDC"), (5, "GBAFEDC"))

# First LED and number of LEDs of the left and the right bar.
BARS = ((84, 4), (88, 4))
ACK_LED = 92
ALARM_LED = 93

# The supply at 5 V, and what everything but the LEDs takes of it at most (ESP32 with its radio on, emitters, buzzer).
SUPPLY_MA = 3000
OTHER_MA = 500
# Data sheet: a LED at rest, and each of its three colours when it is fully on.
IDLE_MA = 1
COLOUR_MA = 20

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
    ("STRIP", "out", "down", 10_000, -1, "level shifter, to DIN of the first LED"),
)
