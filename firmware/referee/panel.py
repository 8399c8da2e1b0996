"""What a key means: drafting a stroke, the lag, taking back, review, the menu."""

import ticks
from compact import const, let_go
from rules import Event, RulesError
from rules.events import AMEND, START, STROKE, UNDO, WARN, of_player
from rules.position import LAG, PLAY, SHOOTOUT, SHOOTOUT_LAG

from . import keys
from .draft import Draft
from .gestures import Gesture
from .outlook import Outlook
from .review import Review, neighbour

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Protocol

    from rules import Game
    from rules.game import Fold

    from .menu import Menu, Settings

    class Session(Protocol):
        """Who keeps the game."""

        @property
        def game(self) -> Game: ...
        def play(self, event: Event, fold: "Fold | None" = None) -> None: ...
        def new_game(self) -> None: ...


_UNDO_SHOWN_MS = const(3000)
_REVIEW_MS = const(30_000)
_BOUNCE_MS = const(1000)
_REFUSAL_MS = const(2000)

# What holds from the start of a game, and so at once while nothing has happened in it.
_OPTIONS = ("handicap_a", "handicap_b", "stalemate", "series")


class Panel:
    """Turns key events and falls into events of the game.

    `draft` the stroke being drafted; `undo_shown` whether UNDO has shown what it would take back; `review` and `menu`
    None unless they are open; `outlook` what OK would lead to; `test_wanted` once the menu's self-test was
    chosen; `refusal` what was refused a moment ago, or None. Key methods return whether the key was taken.
    """

    def __init__(self, session: "Session", settings: "Settings") -> None:
        self.session = session
        self.draft = Draft()
        self.undo_shown = False
        self.review: "Review | None" = None
        self.menu: "Menu | None" = None
        self.outlook = Outlook()
        self.test_wanted = False
        self.refusal: "RulesError | None" = None
        self._settings = settings
        self._gesture = Gesture()
        self._key_ms = 0
        self._undo_ms = 0
        self._refusal_ms = 0
        self._committed_ms = 0
        self._just_committed = False
        self._position_changed()

    # Input.

    def down(self, key: int, now_ms: int) -> bool:
        """A key went down. A ball key or UNDO acts when let go, unless it is held first or another key follows."""
        self._key_ms = now_ms
        if self._gesture.key >= 0:
            self._release(now_ms)
        self.refusal = None
        if key != keys.UNDO and self.undo_shown:
            self.undo_shown = False
            self.outlook.close()
        if self.menu:
            return self._menu_key(self.menu, key)
        number = keys.NUMBERS[key]
        draft = self.entry()
        if key == keys.UNDO or (number and draft.takes_ball_key(number)):
            if number and not (self._enters() and draft.takes_ball(number)):
                return False
            self._gesture.begin(key, now_ms)
            return True
        return self._press(key)

    def up(self, key: int, now_ms: int) -> bool:
        """A key was let go. Always true for one that had acted already."""
        self._key_ms = now_ms
        return self._release(now_ms) if key == self._gesture.key else True

    def hold(self, now_ms: int) -> "bool | None":
        """Time passes. Returns whether a hold was taken, None where no key has been held for long enough just now."""
        if self._gesture.key < 0 or not self._gesture.is_hold(now_ms):
            return None
        self._key_ms = now_ms
        return self._held(self._gesture.end())

    def fade(self, now_ms: int) -> bool:
        """Time passes. Returns whether something that was shown has gone by itself."""
        if self._just_committed and ticks.diff(now_ms, self._committed_ms) > _BOUNCE_MS:
            self._just_committed = False
        if self.refusal and ticks.diff(now_ms, self._refusal_ms) > _REFUSAL_MS:
            self.refusal = None
            return True
        waits = self._gesture.key >= 0
        if self.undo_shown and not waits and ticks.diff(now_ms, self._undo_ms) > _UNDO_SHOWN_MS:
            self.undo_shown = False
            return True
        if self.review and not waits and ticks.diff(now_ms, self._key_ms) > _REVIEW_MS:
            self.review = None
            return True
        return False

    def fall(self, pocket: int, sure: bool) -> None:
        """A beam saw something; ignored while nobody has the turn."""
        if self.session.game.position.striker:
            self.draft.add_fall(pocket, sure)
            self.outlook.close()

    def withdraw(self, pocket: int) -> None:
        """The beam of that pocket is faulty."""
        self.draft.falls.withdraw(pocket, self.draft.balls)
        self.outlook.close()

    # What is to be seen of it.

    def entry(self) -> Draft:
        """What the keys draft: the next stroke, or the one in review."""
        return self.review.draft if self.review else self.draft

    def composing(self) -> "Event | None":
        """The stroke so far, or None."""
        draft = self.entry()
        return draft.event() if draft.has_parts() else None

    def look_ahead(self) -> None:
        """Finds out what OK would lead to, after a key or a fall."""
        if not self.undo_shown:
            self.outlook.look(self.session.game, None if self.entry().is_empty() else self._event())

    # Keys.

    def _enters(self) -> bool:
        """Whether there is a stroke to draft."""
        return bool(self.review) or self.session.game.position.phase in (PLAY, SHOOTOUT)

    def _release(self, now_ms: int) -> bool:
        """The key that was waiting acts."""
        hold = self._gesture.is_hold(now_ms)
        key = self._gesture.end()
        return self._held(key) if hold else self._press(key)

    def _held(self, key: int) -> bool:
        self.outlook.close()
        if key != keys.UNDO:
            return self.entry().hold_ball(keys.NUMBERS[key])
        self.undo_shown = False
        if self.review:
            self.review = None
            return True
        game = self.session.game
        latest = neighbour(game, len(game.recorded) + 1, -1)
        if latest:
            self.review = Review(game, latest)
        return bool(latest)

    def _press(self, key: int) -> bool:
        if key == keys.OK:
            return self._ok()
        if key == keys.UNDO:
            return self._undo()
        # Whatever else is pressed, another event comes of it.
        self.outlook.close()
        if key == keys.MENU:
            return self._remove(self.review) if self.review else self._open_menu()
        if key in (keys.PLAYER_A, keys.PLAYER_B):
            return self._player(key)
        return self._enters() and self._draft_key(self.entry(), key)

    def _draft_key(self, draft: Draft, key: int) -> bool:
        if key == keys.CALL:
            return draft.press_call()
        if key == keys.CUE:
            return draft.press_cue()
        if key == keys.FOUL:
            return draft.press_foul()
        if key == keys.STILL:
            return draft.press_still()
        if key == keys.CASE:
            return draft.press_case()
        return draft.press_ball(keys.NUMBERS[key])

    def _player(self, key: int) -> bool:
        if self.review:
            return self.review.step(-1 if key == keys.PLAYER_A else 1)
        if self.session.game.position.phase in (LAG, SHOOTOUT_LAG):
            return self._commit(of_player(START, "A" if key == keys.PLAYER_A else "B"))
        return False

    def _undo(self) -> bool:
        if self.review:
            self.review = None
            self.outlook.close()
        elif not self.draft.is_empty():
            self.draft.clear()
            self.outlook.close()
        elif self.session.game.last() is None:
            return False
        elif self.undo_shown:
            self.undo_shown = False
            return self._commit(self.outlook.seen(UNDO) or Event(UNDO))
        else:
            self.undo_shown, self._undo_ms = True, self._key_ms
            self.outlook.look(self.session.game, Event(UNDO))
        return True

    def _ok(self) -> bool:
        draft = self.entry()
        if draft.is_unfinished():
            return False
        if draft.is_empty():
            falls = draft.falls
            if self._just_committed and not falls.waiting(True) and not falls.waiting(False):
                return False
            if not self.review and self.session.game.position.warning_due():
                return self._commit_by_ok(Event(WARN))
        if draft.demanded() and not draft.falls.warned:
            draft.falls.warned = True
            return False
        return self._commit_by_ok(self._event())

    def _event(self) -> Event:
        """What OK records."""
        if self.review:
            return self.outlook.seen(AMEND) or self.review.amendment()
        return self.outlook.seen(STROKE) or self.draft.event()

    def _commit_by_ok(self, event: Event, keep: bool = False) -> bool:
        """Records an event; another OK within a second, with nothing drafted, is the same finger."""
        taken = self._commit(event, keep)
        if taken:
            self._just_committed, self._committed_ms = True, self._key_ms
        return taken

    def _commit(self, event: Event, keep: bool = False) -> bool:
        """Records an event; what is drafted and its falls are gone with it, unless `keep`. A refusal is shown."""
        try:
            self.session.play(event, self.outlook.take(event))
        except RulesError as error:
            self.refusal, self._refusal_ms = error, self._key_ms
            return False
        if self.review:
            self.review.draft.reset()
        elif not keep and event.kind not in (WARN, UNDO):
            self.draft.reset()
        self._position_changed()
        return True

    def _position_changed(self) -> None:
        position = self.session.game.position
        self.draft.on(position)
        if not position.striker:
            # Whatever brought it about: nobody has the turn, so nothing waits to be named.
            self.draft.reset()

    def _remove(self, review: Review) -> bool:
        """MENU in review removes the event that is looked at."""
        taken = self._commit(review.removal())
        if taken and not review.step(-1) and not review.step(1):
            self.review = None
        return taken

    # The menu.

    def _open_menu(self) -> bool:
        from .menu import Menu

        self.menu = Menu(self._settings)
        return True

    def _menu_key(self, menu: "Menu", key: int) -> bool:
        command, value = menu.key(key)
        if command == menu.SET and isinstance(value, tuple):
            return self._set(*value)
        if command in (menu.STAY, menu.REFUSED):
            return command == menu.STAY
        self.menu = None
        let_go("referee.menu")
        if command == menu.NEW_GAME:
            self._new_game()
        elif command == menu.SELF_TEST:
            self.test_wanted = True
        elif isinstance(value, Event):
            # What is drafted stays, unless the game is over with it.
            return self._commit_by_ok(value, keep=True)
        return True

    def _set(self, name: str, value: "int | str") -> bool:
        try:
            self._settings.set(name, value)
        except ValueError:
            return False
        if name in _OPTIONS and not self.session.game.recorded:
            self._new_game()
        return True

    def _new_game(self) -> None:
        """Begins the next game; flash follows with the next save."""
        self.session.new_game()
        self.draft.reset()
        self.outlook.close()
        self.review, self.undo_shown = None, False
        self._position_changed()
