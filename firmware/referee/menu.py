"""The menu: A and B move, OK chooses, MENU leaves. A and B or a number key change what was chosen, OK keeps it; UNDO
goes back a level.

Imported while it is open only. A key is answered by a command, which the panel carries out.
"""

from compact import const
from rules import NotAllowed
from rules.events import ADJUST, CONCEDE, PLAYERS, of_player

from . import keys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Protocol

    Command = tuple[int, object]

    class Say(Protocol):
        """The two lines of a text, by its key and what belongs into it."""

        def __call__(self, key: str, *values: object) -> "tuple[str, str]": ...

    class Settings(Protocol):
        """What the owner has set, by name."""

        def word(self, name: str) -> str: ...
        def set(self, name: str, value: "int | str") -> None: ...
        def allowed(self, name: str) -> "tuple[int | str, ...]": ...


_NEW_GAME, _SELF_TEST = "new-game", "self-test"
_ADJUST = ("adjust-a", "adjust-b")
_CONCEDE = ("concede-a", "concede-b")
_TALLY = ("won_a", "won_b")
# In the order of the menu: what is set (names as in the settings), then what is done; last what ends a game.
ITEMS = (
    ("handicap_a", "handicap_b", "stalemate", "series")
    + _TALLY
    + ("swapped", "language", "brightness", "brightness_night", "dim_after", "sound")
    + ("beam_1", "beam_2", "beam_3", "beam_4", "beam_5", "beam_6")
    + _ADJUST
    + _CONCEDE
    + (_SELF_TEST, _NEW_GAME)
)
_SWITCHES = ("swapped", "sound")
_BEAM = "beam_"

_ADJUST_LIMIT = const(140)


class Menu:
    """An open menu. `value`: what is being chosen at `item`, None while moving.

    Commands: STAY (nothing to do), SET with a setting's name and value, TALLY with a player and the games that he has
    won; and those that leave the menu: LEAVE, NEW_GAME, SELF_TEST, PLAY with an event.
    """

    STAY, SET, TALLY, LEAVE, NEW_GAME, SELF_TEST, PLAY = range(7)

    def __init__(self, settings: "Settings", series: "Callable[[], tuple[int, int, int]]") -> None:
        """`series` tells the games to win, and those won by A and by B."""
        self._settings = settings
        self._series = series
        self._at = 0
        self.value: "int | str | None" = None

    @property
    def item(self) -> str:
        """The name of the item where the menu stands."""
        return ITEMS[self._at]

    def lines(self, say: "Say") -> "tuple[str, str]":
        """What the board says: the item, and below it the value that is being chosen."""
        name = say(*self._name())[0]
        if self.value is None:
            return say("menu", name)
        key, word = self._choice()
        return name, (say(key)[0] if key else word).upper()

    def _name(self) -> "tuple[str, str]":
        """What the item is called: key of a text, and what belongs into it."""
        item = self.item
        if item[:5] == _BEAM:
            return "beam", item[5:]
        # A stalemate of the game has a text of its own.
        return "stalemate-option" if item == "stalemate" else item, ""

    def _choice(self) -> "tuple[str, str]":
        """What is being chosen: key of a text, or "" and a word or number."""
        value = self.value
        if self.item in _SWITCHES or self.item[:5] == _BEAM:
            return "on" if value else "off", ""
        if self.item in _ADJUST:
            return "", "%+d" % int(value or 0)
        return ("", str(value)) if isinstance(value, int) or self.item == "language" else (str(value), "")

    def ends_game(self) -> bool:
        """Whether OK would end the game that is played."""
        return self.item == _NEW_GAME or self.item in _CONCEDE

    def key(self, key: int) -> "Command":
        """A key went down. Raises NotAllowed."""
        if key == keys.MENU or (key == keys.UNDO and self.value is None):
            return self.LEAVE, None
        if key == keys.UNDO:
            self.value = None
            return self.STAY, None
        if key == keys.OK:
            return self._choose() if self.value is None else self._keep()
        if key in (keys.PLAYER_A, keys.PLAYER_B):
            self._move(1 if key == keys.PLAYER_B else -1)
            return self.STAY, None
        return self._enter_number(keys.NUMBERS[key])

    def _move(self, step: int) -> None:
        if self.value is None:
            self._at = (self._at + step) % len(ITEMS)
            return
        values = self._allowed()
        first, last = values[0], values[-1]
        if isinstance(self.value, int) and isinstance(first, int) and isinstance(last, int):
            self.value = first + (self.value - first + step) % (last - first + 1)
        else:
            self.value = values[(values.index(self.value) + step) % len(values)]

    def _allowed(self) -> "tuple[int | str, ...]":
        if self.item in _ADJUST:
            return (-_ADJUST_LIMIT, _ADJUST_LIMIT)
        if self.item in _TALLY:
            return (0, self._series()[0] - 1)
        return self._settings.allowed(self.item)

    def _choose(self) -> "Command":
        item = self.item
        if item == _SELF_TEST:
            return self.SELF_TEST, None
        if item == _NEW_GAME:
            return self.NEW_GAME, None
        if item in _CONCEDE:
            return self.PLAY, of_player(CONCEDE, PLAYERS[_CONCEDE.index(item)])
        if item in _TALLY:
            series = self._series()
            if not series[0]:
                raise NotAllowed("no-series")
            self.value = series[1 + _TALLY.index(item)]
        elif item in _ADJUST:
            self.value = 0
        else:
            word = self._settings.word(item)
            self.value = int(word) if word.isdigit() else word
        return self.STAY, None

    def _keep(self) -> "Command":
        item, value = self.item, self.value
        self.value = None
        if item in _ADJUST:
            if not value:
                return self.STAY, None
            return self.PLAY, of_player(ADJUST, PLAYERS[_ADJUST.index(item)], int(value))
        if item in _TALLY:
            return self.TALLY, (PLAYERS[_TALLY.index(item)], value)
        return self.SET, (item, value)

    def _enter_number(self, number: int) -> "Command":
        if not number or not isinstance(self.value, int):
            raise NotAllowed("menu-key")
        first, last = self._allowed()
        if not int(first) <= number <= int(last):
            raise NotAllowed("menu-range", "", int(first), int(last))
        self.value = number
        return self.STAY, None
