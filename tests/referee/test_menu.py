"""The menu: every key is answered by a command."""

import pytest

from referee import keys
from referee.menu import ITEMS, Menu
from rules import Event, RulesError
from rules.notation import write
from storage.files import FileSystem
from storage.settings import Settings
from tests.support.memory_fs import MemoryFs


def menu(item: str) -> Menu:
    """An open menu at an item."""
    made = Menu(Settings(FileSystem(MemoryFs())), lambda: (3, 1, 2))
    for _ in range(ITEMS.index(item)):
        made.key(keys.PLAYER_B)
    assert made.item == item
    return made


def number(value: int) -> int:
    return keys.NUMBERS.index(value)


def test_it_goes_round_and_leaves() -> None:
    made = menu(ITEMS[0])
    assert made.key(keys.PLAYER_A) == (Menu.STAY, None)
    assert made.item == ITEMS[-1]
    assert made.key(keys.PLAYER_B) == (Menu.STAY, None)
    assert made.item == ITEMS[0]
    assert made.key(keys.MENU) == (Menu.LEAVE, None)
    with pytest.raises(RulesError, match="menu-key"):
        made.key(keys.CALL)


def test_what_ends_a_game_is_last_but_never_first() -> None:
    assert ITEMS[-1] == "new-game"
    assert [item for item in ITEMS if menu(item).ends_game()] == ["concede-a", "concede-b", "new-game"]


def test_undo_goes_back_a_level() -> None:
    made = menu("series")
    made.key(keys.OK)
    made.key(keys.PLAYER_B)
    assert made.key(keys.UNDO) == (Menu.STAY, None) and made.value is None
    assert made.key(keys.UNDO) == (Menu.LEAVE, None)


def test_games_won_are_those_of_the_series() -> None:
    made = menu("won_b")
    made.key(keys.OK)
    assert made.value == 2
    with pytest.raises(RulesError, match="menu-range"):
        made.key(number(3))
    made.key(keys.PLAYER_B)
    assert made.key(keys.OK) == (Menu.TALLY, ("B", 0))
    without = Menu(Settings(FileSystem(MemoryFs())), lambda: (0, 0, 0))
    while without.item != "won_a":
        without.key(keys.PLAYER_B)
    with pytest.raises(RulesError, match="no-series"):
        without.key(keys.OK)


def test_a_setting_is_chosen_and_kept() -> None:
    made = menu("series")
    assert made.key(keys.OK) == (Menu.STAY, None)
    assert made.value == 0
    assert made.key(number(7)) == (Menu.STAY, None)
    assert made.key(keys.PLAYER_B) == (Menu.STAY, None)
    assert made.key(keys.OK) == (Menu.SET, ("series", 8))
    assert made.value is None


def test_a_number_that_the_setting_has_not_is_refused() -> None:
    made = menu("sound")
    made.key(keys.OK)
    with pytest.raises(RulesError, match="menu-range"):
        made.key(number(2))
    assert made.value == 1


@pytest.mark.parametrize(("item", "presses", "token"), [("adjust-a", 3, "adjust:A+3"), ("adjust-b", -2, "adjust:B-2")])
def test_a_correction(item: str, presses: int, token: str) -> None:
    made = menu(item)
    made.key(keys.OK)
    for _ in range(abs(presses)):
        made.key(keys.PLAYER_B if presses > 0 else keys.PLAYER_A)
    command, event = made.key(keys.OK)
    assert command == Menu.PLAY and isinstance(event, Event) and write(event) == token


def test_a_correction_of_nothing_is_none() -> None:
    made = menu("adjust-a")
    made.key(keys.OK)
    assert made.key(keys.OK) == (Menu.STAY, None) and made.value is None


def test_what_is_done_at_once() -> None:
    command, event = menu("concede-b").key(keys.OK)
    assert command == Menu.PLAY and isinstance(event, Event) and write(event) == "concede:B"
    assert menu("new-game").key(keys.OK) == (Menu.NEW_GAME, None)
    assert menu("self-test").key(keys.OK) == (Menu.SELF_TEST, None)
