"""What a key means: drafting a stroke, the lag, taking back, review, the menu. How it is pressed is `fingers`'."""

import ticks
from compact import const, let_go
from rules import Event, NotAllowed
from rules.events import START, UNDO, WARN, of_player
from rules.position import LAG, OVER, PLAY, SHOOTOUT, SHOOTOUT_LAG

from . import keys
from .draft import Draft
from .falls import Falls
from .outlook import Outlook

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Protocol

    from rules import Game
    from rules.game import Fold

    from .menu import Menu, Settings
    from .review import Review

    class Session(Protocol):
        """Who keeps the game."""

        @property
        def game(self) -> Game: ...
        def play(self, event: Event, fold: "Fold | None" = None) -> None: ...
        def new_game(self) -> None: ...
        def renew(self) -> bool: ...
        def can_reopen(self) -> bool: ...
        def reopen(self) -> None: ...
        def series(self) -> "tuple[int, int, int]": ...
        def set_tally(self, player: str, games: int) -> bool: ...


_UNDO_SHOWN_MS = const(3000)
_IDLE_MS = const(30_000)

# What holds from the start of a game.
_OPTIONS = ("handicap_a", "handicap_b", "stalemate", "series")


class Panel:
    """Turns keys and falls into events of the game.

    `draft` the stroke being drafted; `undo_shown` whether UNDO has shown what it would take back, the game's beginning
    if no event is left; `review` and `menu` None unless they are open; `outlook` what OK would lead to, to be looked
    for while `look_due`; `test_wanted` once the menu's self-test was chosen; `said` key of a text that is to be said of
    a key that was taken, or ""; `recorded` how many events it has recorded and games begun; `key_ms` when a finger was
    at a key last, set by whoever knows; `dropped` pockets of the falls that OK left without a name, until whoever notes
    them empties it. Methods that take a key raise RulesError where it is refused.
    """

    def __init__(self, session: "Session", settings: "Settings") -> None:
        self.session = session
        self.draft = Draft()
        # What came long after the stroke that is drafted: nobody knows yet whether it is of that or of the next.
        self._late = Falls()
        self._late_call = False
        self.undo_shown = False
        self.review: "Review | None" = None
        self.menu: "Menu | None" = None
        self.outlook = Outlook()
        self.look_due = True
        self.test_wanted = False
        self.said = ""
        self.recorded = 0
        self.dropped: "list[int]" = []
        self._settings = settings
        self.key_ms = 0
        self._undo_ms = 0
        self._position_changed()

    # Input.

    def put_off_undo(self) -> bool:
        """Another key goes down: what UNDO has shown is not meant. Returns whether it has shown anything."""
        shown, self.undo_shown = self.undo_shown, False
        if shown:
            self._changed()
        return shown

    def can_be_held(self, key: int) -> bool:
        """Whether it matters how long that key stays down."""
        if self.menu:
            return key == keys.OK and self.menu.ends_game() and self._in_game()
        draft = self.entry()
        if key == keys.CUE:
            return not draft.wants_case()
        return key == keys.UNDO or (keys.NUMBERS[key] > 0 and not draft.wants_number())

    def check(self, key: int) -> None:
        """Raises where a key that can be held would be refused whatever comes of it."""
        if key not in (keys.UNDO, keys.OK):
            self._check_turn()
            if keys.NUMBERS[key]:
                self.entry().check_ball(keys.NUMBERS[key])

    def press(self, key: int) -> None:
        """A key that is not held."""
        if self.menu:
            self._menu_key(self.menu, key)
        elif key == keys.UNDO:
            self._undo()
        elif key == keys.OK:
            if self.review:
                self._review_ok(self.review)
            else:
                self._ok(self.draft)
        elif self.review and key == keys.MENU:
            self.review.open()
        elif self.review and key in (keys.PLAYER_A, keys.PLAYER_B):
            self.review.press_player("A" if key == keys.PLAYER_A else "B")
        elif key == keys.MENU:
            self._go_on()
            self._open_menu()
        elif key in (keys.PLAYER_A, keys.PLAYER_B):
            self._go_on()
            self._player("A" if key == keys.PLAYER_A else "B")
        else:
            self._enter(key)
        self._changed()

    def hold(self, key: int) -> None:
        """A key that has been held for long enough."""
        if self.menu:
            if key != keys.OK:
                raise NotAllowed("menu-key")
            self._menu_key(self.menu, key)
        elif key == keys.UNDO:
            self._toggle_review()
        elif key == keys.CUE:
            self._drafting().hold_cue()
        else:
            self._drafting().hold_ball(keys.NUMBERS[key])
        self._changed()

    def is_empty(self) -> bool:
        """Whether OK would find nothing that was entered or fell."""
        return self.entry().is_empty() and not self.draft.falls.any_waits() and not self.asks()

    def fade(self, now_ms: int) -> bool:
        """Time passes, and no finger is on a key. Returns whether something that was shown has gone by itself."""
        if self.undo_shown and ticks.diff(now_ms, self._undo_ms) > _UNDO_SHOWN_MS:
            self.undo_shown = False
        elif (self.review or self.menu) and ticks.diff(now_ms, self.key_ms) > _IDLE_MS:
            self._close_review()
            self._close_menu()
        else:
            return False
        self._changed()
        return True

    def fall(self, pocket: int, sure: bool, now_ms: int) -> None:
        """A beam saw something; ignored while nobody has the turn."""
        if not self.session.game.position.striker:
            return
        if self.asks() or (sure and self.draft.is_old(now_ms)):
            self._late.add(pocket, sure, now_ms)
        else:
            self.draft.touch(now_ms)
            self.draft.add_fall(pocket, sure)
        self._changed()

    def hand(self, pocket: int, now_ms: int) -> None:
        """A beam saw a hand: what it has told of late was that."""
        self._late.hand(pocket, now_ms, [])
        self.draft.hand(pocket, now_ms)
        self._changed()

    def withdraw(self, pocket: int) -> None:
        """The beam of that pocket is faulty."""
        self._late.withdraw(pocket, [])
        self.draft.falls.withdraw(pocket, self.draft.balls)
        self._changed()

    # What is to be seen of it.

    def asks(self) -> bool:
        """Whether an OK seems to have been forgotten: OK is of the stroke before, and any other key goes on with it."""
        return self._late_call or self._late.any_waits()

    def entry(self) -> Draft:
        """What the keys draft: the next stroke, or the one in review."""
        return self.review.draft if self.review else self.draft

    def composing(self) -> "Event | None":
        """The stroke so far, or None."""
        draft = self.entry()
        return draft.event() if draft.has_parts() else None

    def waiting(self, sure: bool) -> "list[int]":
        """Pockets of the falls that have no ball yet, in order."""
        return self.draft.falls.waiting(sure) + self._late.waiting(sure)

    def work(self) -> bool:
        """Time for one event of a fold. Returns whether there is something new to see."""
        return self.outlook.work() or (self.review is not None and self.review.work())

    def look_ahead(self) -> None:
        """Begins to find out what OK would lead to, or UNDO once more."""
        self.look_due = False
        self.outlook.look(self.session.game, self._outcome())

    def _changed(self) -> None:
        """Another event may come of OK now."""
        self.outlook.close()
        self.look_due = True

    # The stroke.

    def _check_turn(self) -> None:
        """Raises NotAllowed where there is no stroke to draft."""
        phase = self.session.game.position.phase
        if not self.review and phase not in (PLAY, SHOOTOUT):
            raise NotAllowed("over" if phase == OVER else "lag-first")

    def _drafting(self) -> Draft:
        """The stroke that a key enters something of. Raises NotAllowed where there is none."""
        self._check_turn()
        self._go_on()
        if self.review:
            self.review.choice = ""
            self._changed()
        draft = self.entry()
        draft.touch(self.key_ms)
        return draft

    def _enter(self, key: int) -> None:
        if key == keys.CALL and not self.review and not self.asks() and self.draft.is_old(self.key_ms):
            self._late_call = True
            return
        draft = self._drafting()
        if key == keys.CALL:
            draft.press_call()
        elif key == keys.CUE:
            draft.press_cue()
        elif key == keys.FOUL:
            draft.press_foul()
        elif key == keys.STILL:
            draft.press_still()
        elif key == keys.CASE:
            draft.press_case()
        else:
            draft.press_ball(keys.NUMBERS[key])

    def _go_on(self) -> None:
        """Whatever came so late is of this stroke."""
        if not self.review and self.asks():
            self._answer()
            self._changed()

    def _answer(self) -> None:
        """What came late is of the stroke that is drafted now, the old one or the next."""
        draft = self.draft
        draft.touch(self.key_ms)
        self._late.move_to(draft.falls)
        draft.falls.pair(draft)
        if self._late_call:
            draft.begin_call()
        self._late_call = False

    def _forget_late(self) -> None:
        self._late.clear()
        self._late_call = False

    def _player(self, player: str) -> None:
        phase = self.session.game.position.phase
        if phase in (LAG, SHOOTOUT_LAG):
            self._commit(of_player(START, player))
        elif self.draft.takes_player():
            self.draft.press_player(player)
        else:
            raise NotAllowed("over" if phase == OVER else "lag-decided")

    def _ok(self, draft: Draft) -> None:
        position = self.session.game.position
        if position.phase == OVER:
            self._new_game()
            return
        self._check_turn()
        draft.check_finished()
        if draft.is_empty() and position.warning_due():
            self._commit(Event(WARN))
            return
        demanded = draft.demanded()
        if demanded and not draft.falls.warned:
            draft.falls.warned = True
            raise NotAllowed("skip", "", demanded[0])
        draft.now_ms = self.key_ms
        draft.doubt()
        self._commit(self.outlook.event or draft.event())
        self.dropped = demanded
        self._answer()

    def _outcome(self) -> "Event | None":
        """What would be recorded: by UNDO once it has shown it, else by OK."""
        if self.undo_shown:
            return Event(UNDO) if self.session.game.last() else None
        if self.menu:
            return None
        if self.review:
            return self.review.outcome()
        return self.draft.event() if self.draft.is_ready() else None

    def _commit(self, event: Event, keep: bool = False) -> None:
        """Records an event; what is drafted and its falls are gone with it, unless `keep`. Raises RulesError."""
        self.session.play(event, self.outlook.take(event))
        self.recorded += 1
        if not (self.review or keep or event.kind in (WARN, UNDO)):
            self.draft.reset()
        self._position_changed()

    def _position_changed(self) -> None:
        position = self.session.game.position
        self.draft.on(position)
        if not position.striker:
            # Whatever brought it about: nobody has the turn, so nothing waits to be named.
            self.draft.reset()
            self._forget_late()

    # Taking back.

    def _undo(self) -> None:
        draft = self.draft
        if self.review:
            if self.review.choice:
                self.review.choice = ""
            else:
                self._close_review()
        elif self._late_call:
            self._late_call = False
        elif self.asks():
            self._go_on()
        elif not draft.is_empty():
            draft.clear()
        elif draft.falls.any_waits():
            draft.falls.dismiss()
        elif self.undo_shown:
            self.undo_shown = False
            self._take_back()
        elif self.session.game.last() or self.session.can_reopen():
            self.undo_shown, self._undo_ms = True, self.key_ms
        else:
            raise NotAllowed("nothing-to-undo")

    def _take_back(self) -> None:
        if self.session.game.last():
            self._commit(self.outlook.event or Event(UNDO))
            return
        try:
            self.session.reopen()
        except OSError:
            raise NotAllowed("flash") from None
        self._begin_anew()

    # Review.

    def _toggle_review(self) -> None:
        self.undo_shown = False
        if self.review:
            self._close_review()
            return
        latest = self.session.game.neighbour(0, -1)
        if not latest:
            raise NotAllowed("nothing-to-undo")
        from .review import Review

        self.review = Review(self.session.game, latest)

    def _close_review(self) -> None:
        if self.review:
            self.review = None
            let_go("referee.review")

    def _review_ok(self, review: "Review") -> None:
        review.draft.check_finished()
        event = self.outlook.event or review.outcome()
        if event:
            self._commit(event)
            if not review.go_on():
                self._close_review()
        elif review.choice:
            review.choose()
        else:
            self._close_review()

    # The menu.

    def _in_game(self) -> bool:
        """Whether a game is going on that would be lost."""
        return self.session.game.position.phase != OVER and self.session.game.last() is not None

    def _open_menu(self) -> None:
        from .menu import Menu

        self.menu = Menu(self._settings, self.session.series)

    def _close_menu(self) -> None:
        if self.menu:
            self.menu = None
            let_go("referee.menu")

    def _menu_key(self, menu: "Menu", key: int) -> None:
        command, value = menu.key(key)
        if isinstance(value, tuple):
            # It holds from the start of a game: at once while no event is in force.
            at_once = self._set(*value) if command == menu.SET else self._set_tally(*value)
            if at_once:
                self._begin_anew()
            elif command == menu.TALLY or value[0] in _OPTIONS:
                self.said = "next-game"
            return
        if command == menu.STAY:
            return
        self._close_menu()
        if command == menu.NEW_GAME:
            self._new_game()
        elif command == menu.SELF_TEST:
            self.test_wanted = True
        elif isinstance(value, Event):
            # What is drafted stays, unless the game is over with it.
            self._commit(value, keep=True)

    def _set(self, name: str, value: "int | str") -> bool:
        """Sets what the owner chose. Returns whether the present game begins anew with it."""
        try:
            self._settings.set(name, value)
        except ValueError:
            raise NotAllowed("setting") from None
        return name in _OPTIONS and self.session.renew()

    def _set_tally(self, player: str, games: int) -> bool:
        try:
            return self.session.set_tally(player, games)
        except ValueError:
            raise NotAllowed("setting") from None

    def _new_game(self) -> None:
        """Begins the next game; flash follows with the next save."""
        self.session.new_game()
        self.recorded += 1
        self._begin_anew()

    def _begin_anew(self) -> None:
        """Another game stands: nothing is looked at of the one before."""
        self.draft.reset()
        self._forget_late()
        self._close_review()
        self.undo_shown = False
        self._position_changed()
        self._changed()
