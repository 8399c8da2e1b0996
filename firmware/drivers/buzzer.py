"""The buzzer: short tunes, each a list of tones."""

import ticks
from compact import const

TYPE_CHECKING = False
if TYPE_CHECKING:
    from machine import PWM

_HALF_DUTY = const(32768)


class Buzzer:
    """Plays a tune by the steps of the board; a new one replaces the one that plays. `pwm` is off while silent."""

    def __init__(self, pwm: "PWM") -> None:
        self._pwm = pwm
        self._tune: "tuple[int, ...]" = ()
        self._at = 0
        self._until_ms = 0
        self.silenced = False

    def taken(self, now_ms: int) -> None:
        """A key was taken."""
        self._play((2400, 30), now_ms)

    def refused(self, now_ms: int) -> None:
        """A key was refused."""
        self._play((300, 120, 0, 60, 300, 120), now_ms)

    def won(self, now_ms: int) -> None:
        """The game is over."""
        self._play((1047, 120, 1319, 120, 1568, 120, 2093, 360), now_ms)

    def _play(self, tune: "tuple[int, ...]", now_ms: int) -> None:
        """`tune`: pairs of hertz, 0 is silence, and milliseconds."""
        if self.silenced:
            return
        self._tune = tune
        self._at = 0
        self._tone(now_ms)

    def step(self, now_ms: int) -> None:
        """Goes on to the next tone when it is time."""
        if self._tune and ticks.diff(now_ms, self._until_ms) >= 0:
            self._at += 2
            self._tone(now_ms)

    def _tone(self, now_ms: int) -> None:
        if self._at >= len(self._tune):
            self._tune = ()
            self._pwm.duty_u16(0)
            return
        hertz = self._tune[self._at]
        if hertz:
            self._pwm.freq(hertz)
        self._pwm.duty_u16(_HALF_DUTY if hertz else 0)
        self._until_ms = ticks.add(now_ms, self._tune[self._at + 1])
