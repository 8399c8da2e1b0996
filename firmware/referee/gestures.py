"""What a finger means: a key that can be held is a tap when it is let go soon, and a hold when it stays.

Each key has its own time. Another key makes a tap of one that has been down for less than a tap takes, as fast fingers
roll from key to key; two that go down at once are held both.
"""

import ticks
from compact import const

_TAP_MS = const(500)
_HOLD_MS = const(1500)
# The panel sees two keys that go down at once so far apart at the most.
_AT_ONCE_MS = const(40)
# A gap between two steps in which keys were let go unseen, and how long after it that would show at the latest.
_STALL_MS = const(3)
_SEEN_MS = const(40)

# What became of a key that was let go.
NOT_WAITING = const(0)
TAP = const(1)
NEITHER = const(2)
HOLD = const(3)


class Gestures:
    """The keys that are down and have not acted yet, in the order in which they went down."""

    def __init__(self) -> None:
        self._keys: "list[int]" = []
        self._since_ms: "list[int]" = []
        self._looked_ms = 0
        self._stalled_ms = 0
        self._seen_ms = 0

    def begin(self, key: int, now_ms: int) -> None:
        """That key went down."""
        if not self._keys:
            self._looked_ms = self._seen_ms = now_ms
        self._keys.append(key)
        self._since_ms.append(now_ms)

    def waits(self) -> bool:
        """Whether any key does."""
        return bool(self._keys)

    def end(self, key: int, now_ms: int) -> int:
        """That key was let go. Returns what that makes of it, one of the four above."""
        if key not in self._keys:
            return NOT_WAITING
        down_ms = self._down_ms(self._keys.index(key), now_ms)
        self._remove(key)
        return TAP if down_ms <= _TAP_MS else HOLD if down_ms >= _HOLD_MS else NEITHER

    def rolled(self, now_ms: int, can_be_held: bool) -> int:
        """Another key went down. Returns a key that is a tap by that, and waits no more, or -1."""
        for i in range(len(self._keys)):
            down_ms = self._down_ms(i, now_ms)
            if down_ms <= _TAP_MS and not (can_be_held and down_ms <= _AT_ONCE_MS):
                return self._remove(self._keys[i])
        return -1

    def held(self, now_ms: int) -> int:
        """Time passes. Returns a key that has been held for long enough, and waits no more, or -1."""
        if not self._keys:
            return -1
        if ticks.diff(now_ms, self._looked_ms) > _STALL_MS:
            self._stalled_ms, self._seen_ms = self._looked_ms, ticks.add(now_ms, _SEEN_MS)
        self._looked_ms = now_ms
        for i in range(len(self._keys)):
            if self._down_ms(i, now_ms) >= _HOLD_MS:
                return self._remove(self._keys[i])
        return -1

    def _down_ms(self, i: int, now_ms: int) -> int:
        """For how long it has been down.

        While Python stood still it may have been let go unseen: that time counts only once it has been seen down
        afterwards.
        """
        known_ms = now_ms if ticks.diff(now_ms, self._seen_ms) >= 0 else self._stalled_ms
        return ticks.diff(known_ms, self._since_ms[i])

    def _remove(self, key: int) -> int:
        i = self._keys.index(key)
        self._since_ms.pop(i)
        return self._keys.pop(i)
