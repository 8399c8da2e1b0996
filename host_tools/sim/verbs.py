"""What a script or a page may say to the simulated world, one verb a line. Runs under CPython and MicroPython."""

# The place of a name is the number of its switch.
from referee.keys import KEYS as KEYS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from host_tools.twin.world import World

PRESS_MS = 80
PAUSE_MS = 120
LONGEST_MS = 86_400_000
LARGEST_CUT = 1_000_000
SPEEDS = (0.001, 1000.0)
CHIPS = 16
TICKS = 1 << 30


class BadLine(Exception):
    """A line that says nothing the world understands; str() tells what was expected."""


# Kinds of the arguments; `?`: it can be left out. `state` and `leds` only print.
_ARGUMENTS = {
    "key": "key",
    "hold": "key ms",
    "down": "key",
    "up": "key",
    "ball": "pocket speed?",
    "beam": "pocket dark|light",
    "wait": "ms",
    "power": "on|off",
    "stall": "ms",
    "cut": "count",
    "diodes": "on|off",
    "spike": "chip",
    "clock": "tick",
    "state": "",
    "leds": "",
}
_RANGES = {
    "pocket": (1, 6, "a pocket"),
    "ms": (0, LONGEST_MS, "milliseconds"),
    "count": (1, LARGEST_CUT, "a number of flash operations"),
    "chip": (0, CHIPS - 1, "a chip"),
    "tick": (0, TICKS - 1, "ticks in milliseconds"),
}
# Those that act at the present moment: where time is real, nobody can make it pass.
LIVE = ("down", "up", "ball", "beam", "power", "stall", "cut", "diodes", "spike", "clock")


def parse(line: str) -> "list[Any]":
    """A line as verb and arguments: keys as index 0..24, pockets 1..6, on and dark as True. [] if it says nothing.

    Raises BadLine.
    """
    # Bytes, because what else than blanks splits a str differs between the runtimes.
    words = [word.decode() for word in line.split("#", 1)[0].encode().split()]
    if not words:
        return []
    verb = words[0]
    if verb not in _ARGUMENTS:
        # Sorted: MicroPython's dict has no order.
        raise BadLine("unknown verb %s, expected one of %s" % (_quoted(verb), ", ".join(sorted(_ARGUMENTS))))
    kinds = _ARGUMENTS[verb].split()
    least = len([kind for kind in kinds if kind[-1] != "?"])
    if not least <= len(words) - 1 <= len(kinds):
        raise BadLine("too %s said, expected: %s" % ("much" if len(words) > least else "little", usage(verb)))
    return [verb] + [_argument(verb, kind.rstrip("?"), word) for kind, word in zip(kinds, words[1:])]


def usage(verb: str) -> str:
    """How a verb is written, as `ball POCKET [SPEED]`."""
    text = verb
    for kind in _ARGUMENTS[verb].split():
        word = kind if "|" in kind else kind.rstrip("?").upper()
        text += " [%s]" % word if kind[-1] == "?" else " " + word
    return text


def scoreboard(world: "World") -> "Any":
    """The Scoreboard that runs, or None."""
    return world.app.scoreboard if world.app else None


def act(world: "World", said: "list[Any]") -> None:
    """Does what `parse` understood; `state` and `leds` do nothing to the world."""
    verb, args = said[0], said[1:]
    if verb in ("key", "hold"):
        world.down(args[0])
        world.run(args[1] if verb == "hold" else PRESS_MS)
        world.up(args[0])
        world.run(PAUSE_MS)
    elif verb == "wait":
        world.run(args[0])
    elif verb == "power":
        if args[0]:
            world.power_on()
        else:
            world.power_off()
    elif verb == "diodes":
        world.diodes = args[0]
    elif verb == "clock":
        world.set_clock(args[0])
    elif verb not in ("state", "leds"):
        getattr(world, verb)(*args)


def _argument(verb: str, kind: str, word: str) -> "Any":
    if kind == "key":
        if word in KEYS:
            return KEYS.index(word)
        expected = "a key, one of " + " ".join(KEYS)
    elif "|" in kind:
        if word in kind.split("|"):
            return word in ("on", "dark")
        expected = kind.replace("|", " or ")
    elif kind == "speed":
        if _plain(word.replace(".", "", 1)) and SPEEDS[0] <= float(word) <= SPEEDS[1]:
            return float(word)
        expected = "metres a second, %s to %d" % SPEEDS
    else:
        low, high, what = _RANGES[kind]
        if _plain(word) and low <= int(word) <= high:
            return int(word)
        expected = "%s, %d to %d" % (what, low, high)
    raise BadLine("%s: %s is not %s" % (verb, _quoted(word), expected))


def _plain(word: str) -> bool:
    """A number of a size worth reading; str.isdigit() means more under CPython."""
    return 0 < len(word) < 16 and not word.strip("0123456789")


def _quoted(word: str) -> str:
    """A word from outside, safe to print on one line."""
    shown = "".join([sign if " " < sign != "\x7f" else "?" for sign in word[:40]])
    return "'%s'" % shown
