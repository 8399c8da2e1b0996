"""How a key is pressed: taps and holds, an OK that bounces, and what is said of a key that was refused."""

import ticks
from compact import const
from rules import NotAllowed, RulesError

from . import gestures, keys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from .panel import Panel

_SAID_MS = const(2000)
# An OK that one finger may have given twice: after one that recorded something, and after any other.
_RECORDED_MS = const(1000)
_ANSWERED_MS = const(500)
# Keys so close together were meant for one; no finger comes back to its key so soon.
_AT_ONCE_MS = const(30)
_BOUNCE_MS = const(90)

# What a second press takes back.
_TOGGLES = (keys.CALL, keys.STILL, keys.FOUL, keys.CUE, keys.CASE)

# What the latest key was, where it was OK.
_NO_OK = const(0)
_RECORDED = const(1)
_ANSWERED = const(2)


class Fingers:
    """Turns what the key matrix reports into keys of the panel.

    `refusal`: why the latest key was refused, for 2 s, or None; `said`: key of a text about one that was taken, as
    long, or "". Methods that take a key return whether it was taken; None for a finger that bounced.
    """

    def __init__(self, panel: "Panel") -> None:
        self.refusal: "RulesError | None" = None
        self.said = ""
        self._panel = panel
        self._gestures = gestures.Gestures()
        self._said_ms = 0
        # The key that went down last, and the one that was let go last, as long as that matters.
        self._fresh = False
        self._down_ms = 0
        self._up = -1
        self._up_ms = 0
        self._ok_ms = 0
        self._ok_was = _NO_OK

    def down(self, key: int, now_ms: int) -> "bool | None":
        """A key went down. One that can be held acts later, unless it is refused now."""
        panel, waiting = self._panel, self._gestures
        at_once = self._fresh and ticks.diff(now_ms, self._down_ms) <= _AT_ONCE_MS
        self._fresh, self._down_ms = True, now_ms
        if self._bounces(key, now_ms):
            return None
        self.refusal, self.said = None, ""
        panel.key_ms = now_ms
        if key != keys.OK:
            self._ok_was = _NO_OK
        if key != keys.UNDO and panel.put_off_undo() and key == keys.OK:
            return self._act(self._not_by_ok, key, now_ms)
        holds = panel.can_be_held(key)
        rolled = waiting.rolled(now_ms, holds)
        while rolled >= 0:
            at_once = at_once or rolled == keys.UNDO
            self._act(self._tap, rolled, now_ms)
            rolled = waiting.rolled(now_ms, holds)
        if key == keys.OK and at_once:
            return self._act(self._beside, key, now_ms)
        if not holds:
            return self._act(panel.press, key, now_ms)
        taken = self._act(panel.check, key, now_ms)
        if taken:
            waiting.begin(key, now_ms)
        return taken

    def up(self, key: int, now_ms: int) -> bool:
        """A key was let go. Always true for one that had acted already."""
        self._panel.key_ms = now_ms
        self._fresh, self._up, self._up_ms = True, key, now_ms
        what = self._gestures.end(key, now_ms)
        if what == gestures.NOT_WAITING:
            return True
        if what == gestures.TAP:
            return self._act(self._tap, key, now_ms)
        return self._act(self._panel.hold if what == gestures.HOLD else self._hesitate, key, now_ms)

    def step(self, now_ms: int) -> "bool | None":
        """Time passes. Returns whether a hold was taken, None where no key has been held for long enough just now."""
        key = self._gestures.held(now_ms)
        if key < 0:
            return None
        self._panel.key_ms = now_ms
        return self._act(self._panel.hold, key, now_ms)

    def fade(self, now_ms: int) -> bool:
        """Time passes. Returns whether something that was shown has gone by itself."""
        if self._fresh and ticks.diff(now_ms, self._panel.key_ms) > _RECORDED_MS:
            # Ticks cannot tell a week from a moment.
            self._fresh, self._up, self._ok_was = False, -1, _NO_OK
        if (self.refusal or self.said) and ticks.diff(now_ms, self._said_ms) > _SAID_MS:
            self.refusal, self.said = None, ""
            return True
        return not self._gestures.waits() and self._panel.fade(now_ms)

    def _act(self, act: "Callable[[int], None]", key: int, now_ms: int) -> bool:
        """Lets a key act, and keeps what there is to say of it. An OK may be given twice by one finger."""
        panel = self._panel
        recorded, panel.said, taken = panel.recorded, "", False
        try:
            act(key)
            taken, self.said = True, panel.said
        except RulesError as error:
            self.refusal = error
        self._said_ms = now_ms
        if key == keys.OK:
            self._ok_was = _RECORDED if panel.recorded != recorded else _ANSWERED
            self._ok_ms = now_ms
        return taken

    def _bounces(self, key: int, now_ms: int) -> bool:
        """Whether a finger has given that key before, and once more."""
        if key != keys.OK:
            toggles = keys.NUMBERS[key] or key in _TOGGLES
            return bool(toggles) and key == self._up and ticks.diff(now_ms, self._up_ms) <= _BOUNCE_MS
        passed_ms = ticks.diff(now_ms, self._ok_ms)
        if self._ok_was == _RECORDED:
            return passed_ms < _RECORDED_MS and self._panel.is_empty()
        return self._ok_was == _ANSWERED and passed_ms < _ANSWERED_MS

    def _tap(self, key: int) -> None:
        if key == keys.OK:
            raise NotAllowed("hold-ok")
        self._panel.press(key)

    def _beside(self, key: int) -> None:
        """Nothing is recorded by a finger that came down between two keys."""
        raise NotAllowed("two-keys")

    def _not_by_ok(self, key: int) -> None:
        """OK says yes to much, but not to what UNDO shows; and no stroke is meant by it."""
        raise NotAllowed("undo-again")

    def _hesitate(self, key: int) -> None:
        raise NotAllowed("tap-or-hold")
