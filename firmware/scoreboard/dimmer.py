"""Day and night by use: a board that nobody uses for a while is dimmed, and bright again at the first key or ball."""

import ticks

MINUTE_MS = 60_000


class Dimmer:
    """`dim`: whether the board is at its night brightness. Allocates nothing."""

    def __init__(self) -> None:
        self.dim = False
        # -1: the first step begins to count.
        self._used_at = -1

    def use(self, now_ms: int) -> bool:
        """A key went down or a beam saw something. Returns whether that ended the night."""
        ended, self.dim = self.dim, False
        self._used_at = now_ms
        return ended

    def step(self, now_ms: int, after_minutes: int) -> bool:
        """Time passes: `now_ms`. Dims when nobody used the board for `after_minutes`, with 0 never.

        Returns whether `dim` has changed.
        """
        if self._used_at < 0:
            self._used_at = now_ms
        # Once it is night it stays: the ticks cannot tell a week from an hour.
        dim = after_minutes > 0 and (self.dim or ticks.diff(now_ms, self._used_at) >= after_minutes * MINUTE_MS)
        changed, self.dim = dim != self.dim, dim
        return changed
