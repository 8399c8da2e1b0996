"""What a key means: composing a stroke, the lag, taking back, review, the menu."""

import ticks
from rules import RulesError
from rules.notation import parse
from rules.position import LAG, PLAY, SHOOTOUT, SHOOTOUT_LAG

from . import keys
from .draft import Composition
from .menu import Menu

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from rules import Position
    from storage.session import Session
    from storage.settings import Settings

HOLD_MS = 1500
# A gap between two steps in which keys were let go unseen, and how long after it that would show at the latest.
STALL_MS = 3
SEEN_MS = 30
UNDO_SHOWN_MS = 3000
REVIEW_MS = 30_000
BOUNCE_MS = 1000
MESSAGE_MS = 2000


class Panel:
    """Turns key events and falls into events of the game.

    `composition` the stroke being composed; `undo_shown` whether UNDO has shown what it would take back; `review` the
    number of the event under review or 0; `menu` None unless it is open; `test_wanted` once its self-test was chosen;
    `message` (key and value of a text) for what was refused. Key methods return whether the key was taken.
    """

    def __init__(self, session: "Session", settings: "Settings") -> None:
        self.session = session
        self.composition = Composition()
        self.past = Composition(past=True)
        self.undo_shown = False
        self.review = 0
        self.menu: "Menu | None" = None
        self.test_wanted = False
        self.message: "tuple[str, str] | None" = None
        self._settings = settings
        self._held = -1
        self._held_at = 0
        self._looked_at = 0
        self._stalled_at = 0
        self._seen_at = 0
        self._key_at = 0
        self._undo_at = 0
        self._message_at = 0
        self._committed_at = 0
        self._just_committed = False
        self._position_changed()

    # Input.

    def down(self, key: int, now_ms: int) -> bool:
        """A key went down. A ball key or UNDO acts when let go, unless it is held first or another key follows."""
        if self._held >= 0:
            self._release(now_ms)
        self._key_at = now_ms
        self.message = None
        if self.undo_shown and key != keys.UNDO:
            self.undo_shown = False
        if self.menu:
            return self._menu_key(key)
        number = keys.NUMBERS[key]
        entry = self._entry()
        if key == keys.UNDO or (number and self._plain(entry, number)):
            if number and not self._can_enter(entry, number):
                return False
            self._held = key
            self._held_at = self._looked_at = self._seen_at = now_ms
            return True
        return self._press(key, now_ms)

    def up(self, key: int, now_ms: int) -> bool:
        """A key was let go. Always true for one that had acted already."""
        self._key_at = now_ms
        return self._release(now_ms) if key == self._held else True

    def step(self, now_ms: int) -> "bool | None":
        """What time alone brings: a hold, and prompts that go. Returns whether a hold was taken, None without one."""
        if self.undo_shown and self._held < 0 and ticks.diff(now_ms, self._undo_at) > UNDO_SHOWN_MS:
            self.undo_shown = False
        if self.message and ticks.diff(now_ms, self._message_at) > MESSAGE_MS:
            self.message = None
        if self.review and self._held < 0 and ticks.diff(now_ms, self._key_at) > REVIEW_MS:
            self.review = 0
        if self._just_committed and ticks.diff(now_ms, self._committed_at) > BOUNCE_MS:
            self._just_committed = False
        if self._held >= 0 and self._held_ms(now_ms) >= HOLD_MS:
            key, self._held, self._key_at = self._held, -1, now_ms
            return self._hold(key)
        return None

    def fall(self, pocket: int, sure: bool) -> None:
        """A beam saw something; ignored while nobody has the turn."""
        if self.session.game.position.striker:
            self.composition.add_fall(pocket, sure)

    # What is to be seen of it.

    def composing(self) -> "str | None":
        """The token so far, or None."""
        entry = self._entry()
        token = entry.token()
        return token if token != "-" else None

    def preview(self) -> "Position | None":
        """The position that OK would lead to, where something is composed that the rules allow."""
        if self._entry().is_empty():
            return None
        try:
            return self.session.game.preview(parse(self._token()))
        except RulesError:
            return None

    # Keys.

    def _entry(self) -> Composition:
        return self.past if self.review else self.composition

    def _plain(self, entry: Composition, number: int) -> bool:
        """Whether that key would act as a ball key and not as a number."""
        return entry.pending == "" or (entry.pending == "reason" and number > 11)

    def _can_enter(self, entry: Composition, ball: int) -> bool:
        if not self.review and self.session.game.position.phase not in (PLAY, SHOOTOUT):
            return False
        return entry.takes_ball(ball)

    def _release(self, now_ms: int) -> bool:
        """The key that was waiting acts."""
        key, self._held = self._held, -1
        if self._held_ms(now_ms) >= HOLD_MS:
            return self._hold(key)
        return self._press(key, now_ms)

    def _held_ms(self, now_ms: int) -> int:
        """How long the key has been held. A time in which Python stood still counts once it is known to be down yet:
        one that was let go meanwhile must not become a hold."""
        if ticks.diff(now_ms, self._looked_at) > STALL_MS:
            self._stalled_at, self._seen_at = self._looked_at, ticks.add(now_ms, SEEN_MS)
        self._looked_at = now_ms
        return ticks.diff(now_ms if ticks.diff(now_ms, self._seen_at) >= 0 else self._stalled_at, self._held_at)

    def _hold(self, key: int) -> bool:
        if key != keys.UNDO:
            return self._entry().hold_ball(keys.NUMBERS[key])
        self.undo_shown = False
        if self.review:
            self.review = 0
            return True
        return self._step_review(-1, len(self.session.game.recorded) + 1)

    def _press(self, key: int, now_ms: int) -> bool:
        if key == keys.OK:
            return self._ok(now_ms)
        if key == keys.UNDO:
            return self._undo(now_ms)
        if key == keys.MENU:
            return self._menu_or_remove(now_ms)
        if key in (keys.PLAYER_A, keys.PLAYER_B):
            return self._player(key, now_ms)
        if not self.review and self.session.game.position.phase not in (PLAY, SHOOTOUT):
            return False
        entry = self._entry()
        if keys.NUMBERS[key]:
            return entry.press_ball(keys.NUMBERS[key])
        if key == keys.CALL:
            return entry.press_call()
        if key == keys.CUE:
            return entry.press_cue()
        if key == keys.FOUL:
            return entry.press_foul()
        if key == keys.STILL:
            return entry.press_still()
        return entry.press_case()

    def _player(self, key: int, now_ms: int) -> bool:
        if self.review:
            at = self.review
            return self._step_review(-1 if key == keys.PLAYER_A else 1, at)
        if self.session.game.position.phase in (LAG, SHOOTOUT_LAG):
            return self._commit("start:A" if key == keys.PLAYER_A else "start:B", now_ms)
        return False

    def _undo(self, now_ms: int) -> bool:
        if self.review:
            self.review = 0
            return True
        if not self.composition.is_empty():
            self.composition.clear()
            return True
        if self.session.game.last() is None:
            return False
        if self.undo_shown:
            self.undo_shown = False
            return self._commit("undo", now_ms)
        self.undo_shown, self._undo_at = True, now_ms
        return True

    def _ok(self, now_ms: int) -> bool:
        entry = self._entry()
        if entry.is_unfinished():
            return False
        token = self._token()
        if entry.is_empty():
            if self._just_committed and not entry.waiting(True) and not entry.waiting(False):
                return False
            if not self.review and self.session.game.position.warning_due():
                token = "warn"
        if token != "warn" and entry.demanded() and not entry.warned_of_falls:
            entry.warned_of_falls = True
            return False
        return self._commit_by_ok(token, now_ms, keep=token == "warn")

    def _commit_by_ok(self, token: "Any", now_ms: int, keep: bool = False) -> bool:
        """Records an event; another OK within a second, with nothing composed, is the same finger."""
        taken = self._commit(token, now_ms, keep)
        if taken:
            self._just_committed, self._committed_at = True, now_ms
        return taken

    def _token(self) -> str:
        """What OK records."""
        token = self._entry().token()
        return "amend:%d:%s" % (self.review, token) if self.review else token

    def _commit(self, token: "Any", now_ms: int, keep: bool = False) -> bool:
        """Records an event; falls are gone with it, unless `keep`. A refusal is shown for a while."""
        try:
            self.session.play(parse(token) if isinstance(token, str) else token)
        except RulesError as error:
            self.refuse(error.rule, now_ms)
            return False
        if self.review:
            self.past.reset()
        elif not keep and token != "undo":
            self.composition.reset()
        self._position_changed()
        return True

    def refuse(self, rule: str, now_ms: int) -> None:
        """Shows that something was refused, and by which rule."""
        self.message, self._message_at = ("refused", rule), now_ms

    def _position_changed(self) -> None:
        position = self.session.game.position
        self.composition.on(position)
        if not position.striker:
            # Whatever brought it about: nobody has the turn, so nothing waits to be named.
            self.composition.reset()

    # Review and menu.

    def _step_review(self, step: int, at: int) -> bool:
        """Goes to the next event in force or void, backwards or forwards from number `at`."""
        game = self.session.game
        number = at + step
        while 0 < number <= len(game.recorded):
            if game.event(number):
                self.review = number
                self.past.reset()
                return True
            number += step
        return False

    def _menu_or_remove(self, now_ms: int) -> bool:
        if self.review:
            taken = self._commit("amend:%d:x" % self.review, now_ms)
            if taken and not self._step_review(-1, self.review) and not self._step_review(1, self.review):
                self.review = 0
            return taken
        self.menu = Menu(self, self._settings)
        return True

    def _menu_key(self, key: int) -> bool:
        menu = self.menu
        if menu is None:
            return False
        taken = menu.key(key)
        if menu.closed:
            self.menu = None
        return taken

    def commit_from_menu(self, token: "Any") -> bool:
        """Records an adjust or a concession; what is composed stays, unless the game is over with it."""
        return self._commit_by_ok(token, self._key_at, keep=True)

    def new_game(self) -> bool:
        """Begins the next game; flash follows with the next save."""
        self.session.new_game()
        self.composition.reset()
        self.review, self.undo_shown = 0, False
        self._position_changed()
        return True
