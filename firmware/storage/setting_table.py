"""What can be set, to what, and the file that keeps it: `name=value` a line. Imported where something is read, set or
written, and let go."""

from compact import const
from rules import RulesError
from rules.notation import number

from .files import EISDIR, ENOENT, MOST

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Protocol

    from .files import FileSystem

    class Settings(Protocol):
        """What holds the values, and what was wrong with them."""

        values: "dict[str, int | str]"
        unknown: "list[str]"
        faults: "list[str]"
        spoiled: bool


FILE = "/settings.txt"
VERSION = const(1)
BOM = b"\xef\xbb\xbf"

# A line in bytes, a text in letters.
_LONGEST = const(180)
_LONGEST_TEXT = const(40)
_MOST_FAULTS = const(20)
HANDICAP_MOST = const(70)
OTHER = {"handicap_a": "handicap_b", "handicap_b": "handicap_a"}

# Name, default, and the values there are: words, or the first and last of a range. Text without a range is free.
FIELDS = (
    ("version", VERSION, (VERSION, VERSION)),
    ("language", "ru", ("ru", "en")),
    ("handicap_a", 0, (0, HANDICAP_MOST)),
    ("handicap_b", 0, (0, HANDICAP_MOST)),
    ("stalemate", "shootout", ("shootout", "draw")),
    ("series", 0, (0, 15)),
    ("swapped", 0, (0, 1)),
    ("brightness", 8, (0, 15)),
    ("brightness_night", 2, (0, 15)),
    ("dim_after", 30, (0, 240)),
    ("sound", 1, (0, 1)),
    ("beam_1", 1, (0, 1)),
    ("beam_2", 1, (0, 1)),
    ("beam_3", 1, (0, 1)),
    ("beam_4", 1, (0, 1)),
    ("beam_5", 1, (0, 1)),
    ("beam_6", 1, (0, 1)),
    ("name_a", "", ()),
    ("name_b", "", ()),
    ("table", "", ()),
)


def allowed(name: str) -> "tuple[int | str, ...]":
    """The words that a setting can be, or its first and last number; nothing for free text. Raises KeyError."""
    for known, _, values in FIELDS:
        if known == name:
            return values
    raise KeyError(name)


def check(name: str, text: str) -> "int | str":
    """The value that `text` gives to a setting. Raises KeyError for an unknown name, ValueError for a bad value."""
    values = allowed(name)
    if not values:
        if len(text) > _LONGEST_TEXT or [sign for sign in text if sign in '"\\' or sign < " "]:
            raise ValueError("%s is at most %d letters without quotes" % (name, _LONGEST_TEXT))
        return text
    if text in values:
        return text
    first, last = values[0], values[-1]
    if not isinstance(first, int) or not isinstance(last, int):
        raise ValueError("%s is %s, not %s" % (name, " or ".join([str(value) for value in values]), text))
    try:
        return number(text, first, last, name)
    except RulesError:
        raise ValueError("%s is %d to %d, not %s" % (name, first, last, text)) from None


def check_beside(values: "dict[str, int | str]", name: str, text: str) -> "int | str":
    """The same beside all other settings, by name."""
    new = check(name, text)
    other = OTHER.get(name)
    if other and new == values[other] == HANDICAP_MOST:
        raise ValueError("not both players can start with %d" % HANDICAP_MOST)
    return new


def load(settings: "Settings", files: "FileSystem") -> None:
    """Reads the file; whatever is in it, every setting has a value that it can have."""
    for name, default, _ in FIELDS:
        settings.values[name] = default
    try:
        data = files.read(FILE)
    except OSError as error:
        if error.errno != ENOENT:
            _spoil(settings, "cannot be read, defaults hold: %s" % error)
        if error.errno == EISDIR:
            _move_folder(settings, files)
        return
    if len(data) >= MOST:
        _spoil(settings, "more than %d bytes are not read" % (MOST - 1))
    if data[:3] == BOM:
        data = data[3:]
    taken: "list[str]" = []
    at = 0
    for line in data.split(b"\n"):
        at += 1
        try:
            _take(settings, line, taken)
        except KeyError:
            settings.unknown.append(str(line, "utf-8").strip())
            _say(settings, "line %d: unknown, kept: %s" % (at, settings.unknown[-1]))
        except ValueError as error:
            # UnicodeError is one.
            _spoil(settings, "line %d: %s" % (at, error))


def save(settings: "Settings", files: "FileSystem") -> None:
    """Writes the file. Raises OSError."""
    lines = ["%s=%s" % (name, settings.values[name]) for name, _, _ in FIELDS] + settings.unknown
    files.write(FILE, ("\n".join(lines) + "\n").encode())


def _take(settings: "Settings", line: bytes, taken: "list[str]") -> None:
    """Takes over a line of the file. Raises KeyError for an unknown name, ValueError for what is wrong with it."""
    if len(line) > _LONGEST:
        raise ValueError("longer than %d bytes" % _LONGEST)
    text = str(line, "utf-8").strip()
    if not text:
        return
    name, _, value = text.partition("=")
    name = name.strip()
    new = check_beside(settings.values, name, value.strip())
    if name in taken:
        raise ValueError("%s again: the first holds" % name)
    taken.append(name)
    settings.values[name] = new


def _move_folder(settings: "Settings", files: "FileSystem") -> None:
    """Keeps a folder of the file's name under another: no file could take its place."""
    try:
        files.rename(FILE, FILE + ".bad")
    except OSError as error:
        _spoil(settings, "in the way: %s" % error)


def _spoil(settings: "Settings", fault: str) -> None:
    settings.spoiled = True
    _say(settings, fault)


def _say(settings: "Settings", fault: str) -> None:
    if len(settings.faults) < _MOST_FAULTS:
        settings.faults.append("%s: %s" % (FILE, fault))
