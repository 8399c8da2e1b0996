"""What a finger means: a key that goes down and waits is a tap when it is let go, and a hold when it stays."""

import ticks
from compact import const

_HOLD_MS = const(1500)
# A gap between two steps in which keys were let go unseen, and how long after it that would show at the latest.
_STALL_MS = const(3)
_SEEN_MS = const(30)


class Gesture:
    """The key that has gone down and not acted yet; `key` is -1 while there is none."""

    def __init__(self) -> None:
        self.key = -1
        self._down_ms = 0
        self._looked_ms = 0
        self._stalled_ms = 0
        self._seen_ms = 0

    def begin(self, key: int, now_ms: int) -> None:
        """That key went down."""
        self.key = key
        self._down_ms = self._looked_ms = self._seen_ms = now_ms

    def end(self) -> int:
        """The key acts, one way or the other. Returns which it was."""
        key, self.key = self.key, -1
        return key

    def is_hold(self, now_ms: int) -> bool:
        """Whether it has been held for long enough.

        While Python stood still the key may have been let go unseen: that time counts only once the key has been seen
        down afterwards.
        """
        if ticks.diff(now_ms, self._looked_ms) > _STALL_MS:
            self._stalled_ms, self._seen_ms = self._looked_ms, ticks.add(now_ms, _SEEN_MS)
        self._looked_ms = now_ms
        known_ms = now_ms if ticks.diff(now_ms, self._seen_ms) >= 0 else self._stalled_ms
        return ticks.diff(known_ms, self._down_ms) >= _HOLD_MS
