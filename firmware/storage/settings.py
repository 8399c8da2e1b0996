"""What the owner has set, by name. What there is to set, and the file, are `setting_table`'s."""

from compact import let_go

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .files import FileSystem

# With what it reads numbers by.
_TABLE = ("storage.setting_table", "rules.notation")


class Settings:
    """Validated settings: `values` by name, and `unknown` lines of the file, which are kept.

    `faults`: a line each for what the file held and was not taken; `spoiled`: whether something does not hold that the
    owner has set.
    """

    def __init__(self, files: "FileSystem") -> None:
        from . import setting_table

        self.values: "dict[str, int | str]" = {}
        self.unknown: "list[str]" = []
        self.faults: "list[str]" = []
        self.spoiled = False
        self._files = files
        self._unsaved = False
        setting_table.load(self, files)
        let_go(*_TABLE)

    def number(self, name: str) -> int:
        """The value of a setting that is a number."""
        return int(self.values[name])

    def word(self, name: str) -> str:
        """The value of a setting that is a word or free text."""
        return str(self.values[name])

    def set(self, name: str, value: "int | str") -> None:
        """Changes a setting, on flash with the next `save`. Raises KeyError or ValueError (see setting_table.check)."""
        from . import setting_table

        let_go(*_TABLE)
        new = setting_table.check_beside(self.values, name, str(value))
        if new != self.values[name]:
            self.values[name] = new
            self._unsaved = True

    def allowed(self, name: str) -> "tuple[int | str, ...]":
        """The words that a setting can be, or its first and last number; nothing for free text. Raises KeyError."""
        from . import setting_table

        let_go(*_TABLE)
        return setting_table.allowed(name)

    def save(self) -> bool:
        """Writes the file if something has changed. Returns whether it had. Raises OSError; then it still has to be."""
        if not self._unsaved:
            return False
        from . import setting_table

        let_go(*_TABLE)
        setting_table.save(self, self._files)
        self._unsaved = False
        return True
