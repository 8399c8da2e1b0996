"""The pocket beams as waveforms, exact to the microsecond: what a receiver puts out, and what a counter makes of it."""

from host_tools.twin.timeline import NEVER, Timeline

# rules.md's ball of 68 mm, its centre passing 20 mm beside the beam: the chord, and the light between two that touch.
CHORD_UM = 55_000
GAP_UM = 13_000

START, END = 0, 1


class Beam:
    """One beam. It is dark while anything darkens it: balls, spikes, a hand, or emitters that are off."""

    def __init__(self) -> None:
        self.events = Timeline()
        self.dark = True
        self.since_us = 0
        self.counter: "EdgeCounter | None" = None
        self._covers = 0
        self._held = False
        self._lit = False
        self._ball_end_us = -NEVER

    def cover(self, start_us: int, end_us: int) -> None:
        """Something darkens the beam from start to end."""
        if start_us < end_us:
            self.events.add(start_us, START)
            self.events.add(end_us, END)

    def ball(self, now_us: int, m_per_s: float) -> None:
        """A ball falls from now on; behind another one that is still in the pocket it follows touching."""
        start_us = max(now_us, self._ball_end_us + round(GAP_UM / m_per_s))
        self._ball_end_us = start_us + round(CHORD_UM / m_per_s)
        self.cover(start_us, self._ball_end_us)

    def hold(self, dark: bool, now_us: int) -> None:
        """Holds the beam dark, or no longer."""
        self._held = dark
        self._change(now_us)

    def light(self, on: bool, now_us: int) -> None:
        """The emitter is switched."""
        self._lit = on
        self._change(now_us)

    def advance(self, now_us: int) -> None:
        """Lets happen what happens up to now."""
        while self.events.next_us <= now_us:
            at_us = self.events.next_us
            self._covers += 1 if self.events.take() == START else -1
            self._change(at_us)

    def _change(self, at_us: int) -> None:
        dark = self._covers > 0 or self._held or not self._lit
        if dark != self.dark:
            if self.counter:
                self.counter.settle(at_us)
            self.dark = dark
            self.since_us = at_us


class EdgeCounter:
    """A counting unit behind its glitch filter: a level counts once it has stood for longer than `filter_ns`."""

    def __init__(self, beam: Beam, into_dark: bool, into_light: bool, filter_ns: int) -> None:
        self._beam = beam
        self._into_dark = into_dark
        self._into_light = into_light
        self._filter_ns = filter_ns
        self._dark = beam.dark
        self.count = 0
        beam.counter = self

    def settle(self, now_us: int) -> None:
        """Counts the edge to the present level, if that has stood long enough by now."""
        dark = self._beam.dark
        if dark != self._dark and (now_us - self._beam.since_us) * 1000 > self._filter_ns:
            self._dark = dark
            if self._into_dark if dark else self._into_light:
                self.count += 1
