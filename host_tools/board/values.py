"""The parts around a board: their values, which the drawings show and the building instructions repeat."""

# Pocket beams: infrared LED from 5 V; phototransistor from 3.3 V, its load to 0 V; filter before the Schmitt trigger.
EMITTER_OHMS = "150"
LOAD_OHMS = "4.7 k"
FILTER_OHMS = "10 k"
FILTER_FARADS = "10 nF"
BASE_OHMS = "470"

# Behind the outputs of the level shifter.
CHAIN_OHMS = "33"
STRIP_OHMS = "330"

# For each group of so many modules, or for a strip.
MODULES_A_GROUP = 4
BULK_FARADS = "1000 uF"
BYPASS_FARADS = "100 nF"

# The ball, and how far beside its middle a beam passes, in mm.
BALL_MM = 68
ASIDE_MM = 20
ASIDE_MOST_MM = 22

# From emitter to receiver, and how deep the tubes are in which both sit.
APART_MM = (80, 120)
TUBE_MM = 20

FUSES_MA = (500, 1000, 1600, 2000, 2500, 3150, 4000, 5000, 6300, 8000, 10000, 12500, 16000, 20000, 25000)


def fuse_ma(supply_ma: int) -> int:
    """The smallest usual fuse that carries what a supply is rated for (up to 20 A), with a fifth to spare."""
    return min(fuse for fuse in FUSES_MA if fuse >= supply_ma * 6 // 5)
