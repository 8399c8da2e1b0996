"""The menu: A and B move, OK chooses, MENU leaves. A and B or a number key change what was chosen, OK keeps it."""

from rules.events import ADJUST as ADJUST_EVENT
from rules.events import CONCEDE as CONCEDE_EVENT
from rules.events import of_player
from storage.settings import allowed

from . import keys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from storage.settings import Settings

    from .panel import Panel

NEW_GAME = "new-game"
SELF_TEST = "self-test"
ADJUST = ("adjust-a", "adjust-b")
CONCEDE = ("concede-a", "concede-b")

# In the order of the menu: what is done, then what is set (names as in the settings).
SETTINGS = ("handicap_a", "handicap_b", "stalemate", "series", "swapped") + (
    "language",
    "brightness",
    "brightness_night",
    "dim_after",
    "sound",
)
BEAMS = ("beam_1", "beam_2", "beam_3", "beam_4", "beam_5", "beam_6")
ITEMS = (NEW_GAME,) + ADJUST + CONCEDE + SETTINGS + BEAMS + (SELF_TEST,)

# What a game is begun with holds from its start.
OPTIONS = ("handicap_a", "handicap_b", "stalemate", "series")

ADJUST_LIMIT = 140
# What stands for the value of an item that is only to be confirmed.
ASK = "ok?"


class Menu:
    """An open menu. `value`: what is being chosen at `item`, None while moving; `closed` once it is left."""

    def __init__(self, panel: "Panel", settings: "Settings") -> None:
        self._panel = panel
        self._settings = settings
        self._at = 0
        self.value: "int | str | None" = None
        self.closed = False

    @property
    def item(self) -> str:
        """The name of the item where the menu stands."""
        return ITEMS[self._at]

    def path(self) -> str:
        """Where the menu stands, for a machine: menu/ITEM or menu/ITEM/VALUE."""
        return "menu/" + self.item + ("" if self.value is None else "/" + str(self.value))

    def key(self, key: int) -> bool:
        """A key went down. Returns whether it was taken."""
        if key == keys.MENU:
            self.closed = True
            return True
        if key == keys.OK:
            return self._choose() if self.value is None else self._keep()
        if key in (keys.PLAYER_A, keys.PLAYER_B):
            self._move(1 if key == keys.PLAYER_B else -1)
            return True
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
        if self.item in ADJUST:
            return (-ADJUST_LIMIT, ADJUST_LIMIT)
        if self.item in CONCEDE or self.item == NEW_GAME:
            return (ASK,)
        return allowed(self.item)

    def _choose(self) -> bool:
        if self.item == SELF_TEST:
            self.closed = self._panel.test_wanted = True
        elif self.item in ADJUST:
            self.value = 0
        elif self.item in CONCEDE or self.item == NEW_GAME:
            self.value = ASK
        else:
            self.value = self._settings.word(self.item)
            if self.value.isdigit():
                self.value = int(self.value)
        return True

    def _keep(self) -> bool:
        item, value = self.item, self.value
        self.value = None
        if item == NEW_GAME:
            self.closed = True
            return self._panel.new_game()
        if item in ADJUST:
            self.closed = True
            player = item[-1].upper()
            return self._panel.commit_from_menu(of_player(ADJUST_EVENT, player, int(value or 0)))
        if item in CONCEDE:
            self.closed = True
            return self._panel.commit_from_menu(of_player(CONCEDE_EVENT, item[-1].upper()))
        return self._set(item, value or 0)

    def _set(self, item: str, value: "int | str") -> bool:
        try:
            self._settings.set(item, value)
        except ValueError:
            return False
        if item in OPTIONS and not self._panel.session.game.recorded:
            return self._panel.new_game()
        return True

    def _enter_number(self, number: int) -> bool:
        if not number or not isinstance(self.value, int):
            return False
        first, last = self._allowed()
        if not int(first) <= number <= int(last):
            return False
        self.value = number
        return True
