"""Day and night by use: a board that nobody uses for a while is dimmed, and bright again at the first key or ball."""

import ticks
from compact import const

_MINUTE_MS = const(60_000)
# Longer than any setting.
_DAY_MS = const(86_400_000)


class Dimmer:
    """`dim`: whether the board is at its night brightness. Allocates nothing."""

    def __init__(self) -> None:
        self.dim = False
        # -1: the first step begins to count.
        self._used_ms = -1

    def use(self, now_ms: int) -> None:
        """A key went down or a beam saw something: that ends the night."""
        self.dim = False
        self._used_ms = now_ms

    def step(self, now_ms: int, after_minutes: int) -> bool:
        """Time passes: `now_ms`. Dims when nobody used the board for `after_minutes`, with 0 never.

        Returns whether `dim` has changed.
        """
        if self._used_ms < 0:
            self._used_ms = now_ms
        idle_ms = ticks.diff(now_ms, self._used_ms)
        if idle_ms > 2 * _DAY_MS:
            # Ticks cannot tell a week from an hour: idle time is kept at a day, more than any setting.
            self._used_ms = ticks.add(now_ms, -_DAY_MS)
        dim = 0 < after_minutes * _MINUTE_MS <= idle_ms
        changed, self.dim = dim != self.dim, dim
        return changed
