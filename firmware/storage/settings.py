"""What the owner has set, kept in one text file: `name=value` a line."""

from rules import RulesError
from rules.notation import number

from .files import ENOENT, MOST

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .files import FileSystem

FILE = "/settings.txt"
VERSION = 1
BOM = b"\xef\xbb\xbf"

# A line in bytes, a text in letters.
LONGEST, LONGEST_TEXT = 180, 40
MOST_FAULTS = 20
HANDICAP_MOST = 70
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


class Settings:
    """Validated settings. `faults`: a line each for what the file held and was not taken; unknown names are kept.

    `spoiled`: whether something does not hold that the owner has set.
    """

    def __init__(self, files: "FileSystem") -> None:
        self._files = files
        self._values: "dict[str, int | str]" = {}
        self._unknown: "list[str]" = []
        self._unsaved = False
        self.faults: "list[str]" = []
        self.spoiled = False
        for name, default, _ in FIELDS:
            self._values[name] = default
        self._load()

    def number(self, name: str) -> int:
        """The value of a setting that is a number."""
        return int(self._values[name])

    def word(self, name: str) -> str:
        """The value of a setting that is a word or free text."""
        return str(self._values[name])

    def set(self, name: str, value: "int | str") -> None:
        """Changes a setting, on flash with the next `save`. Raises KeyError or ValueError (see `check`)."""
        new = self._checked(name, str(value))
        if new != self._values[name]:
            self._values[name] = new
            self._unsaved = True

    def allowed(self, name: str) -> "tuple[int | str, ...]":
        """The words that a setting can be, or its first and last number; nothing for free text. Raises KeyError."""
        return allowed(name)

    def save(self) -> bool:
        """Writes the file if something has changed. Returns whether it had. Raises OSError; then it still has to be."""
        if not self._unsaved:
            return False
        lines = ["%s=%s" % (name, self._values[name]) for name, _, _ in FIELDS] + self._unknown
        self._files.write(FILE, ("\n".join(lines) + "\n").encode())
        self._unsaved = False
        return True

    def _load(self) -> None:
        try:
            data = self._files.read(FILE)
        except OSError as error:
            if error.errno != ENOENT:
                self._spoil("cannot be read, defaults hold: %s" % error)
            return
        if len(data) >= MOST:
            self._spoil("more than %d bytes are not read" % (MOST - 1))
        if data[:3] == BOM:
            data = data[3:]
        taken: "list[str]" = []
        number = 0
        for line in data.split(b"\n"):
            number += 1
            try:
                self._take(line, taken)
            except KeyError:
                self._unknown.append(str(line, "utf-8").strip())
                self._say("line %d: unknown, kept: %s" % (number, self._unknown[-1]))
            except ValueError as error:
                # UnicodeError is one.
                self._spoil("line %d: %s" % (number, error))

    def _take(self, line: bytes, taken: "list[str]") -> None:
        """Takes over a line of the file. Raises KeyError for an unknown name, ValueError for what is wrong with it."""
        if len(line) > LONGEST:
            raise ValueError("longer than %d bytes" % LONGEST)
        text = str(line, "utf-8").strip()
        if not text:
            return
        name, _, value = text.partition("=")
        name = name.strip()
        new = self._checked(name, value.strip())
        if name in taken:
            raise ValueError("%s again: the first holds" % name)
        taken.append(name)
        self._values[name] = new

    def _checked(self, name: str, text: str) -> "int | str":
        new = check(name, text)
        other = OTHER.get(name)
        if other and new == self._values[other] == HANDICAP_MOST:
            raise ValueError("not both players can start with %d" % HANDICAP_MOST)
        return new

    def _spoil(self, fault: str) -> None:
        self.spoiled = True
        self._say(fault)

    def _say(self, fault: str) -> None:
        if len(self.faults) < MOST_FAULTS:
            self.faults.append("%s: %s" % (FILE, fault))


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
        if len(text) > LONGEST_TEXT or [sign for sign in text if sign in '"\\' or sign < " "]:
            raise ValueError("%s is at most %d letters without quotes" % (name, LONGEST_TEXT))
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
