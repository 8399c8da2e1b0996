"""Pocket beams: which pockets a ball fell into, told apart from spikes, chatter and faults.

A 68 mm ball whose centre passes 20 mm beside the beam darkens it over a 55 mm chord: 6.9 ms at 8 m/s, longer when
slower. Two balls that touch leave 13 mm of light between them: 4.3 ms at 3 m/s.

The level is sampled at each step; edges into the dark are counted by hardware, also while Python stands still. Both
together bound how long each dark lasted: at least from its first sample to its last, at most between the samples that
did not see it. Dark for 6 ms is a fall, for less than 2.6 ms never; with steps of 2 ms the bounds always decide. Where
Python was late and they do not, the fall is unsure: one ball or more, or noise.
"""

import ticks
from drivers.event_queue import EventQueue

TYPE_CHECKING = False
if TYPE_CHECKING:
    from machine import Counter, Pin

FALL, UNSURE, FAULTY, OBSTRUCTED, CLEAR = 0, 1, 2, 3, 4

# Three samples with no edge between them are 4 ms of dark: any 6 ms hold three, no 2.6 ms do.
FALL_SAMPLES = 3
FALL_MS = 4
# What may have been dark for longer than this may have been a ball.
SPIKE_MS = 6
CHORD_MM = 55
LIGHT_MM = 13
TWO_BALLS_MS = 4
OBSTRUCTED_MS = 2000
# A loose cable: more than 30 edges, in and out of the dark, within a second.
FAULTY_DARKENINGS = 16
FAULTY_MS = 1000
# Since the counters were set up nobody has looked, for so long about.
START_MS = 1000


class Beams:
    """The beams of a table, pocket 1 first.

    `pins` read `dark` (0 or 1) while their beam is broken. `counters` count edges into the dark, one for
    each pin, or None. A beam without one is sampled only: what falls while Python stands still is lost then, and a
    square wave in step with the samples is not seen.
    """

    def __init__(self, pins: "list[Pin]", counters: "list[Counter | None]", dark: int) -> None:
        self._queue = EventQueue()
        self.pockets = len(pins)
        self._beams = [Beam(pins[i], counters[i], dark, (i + 1) * 8, self._queue) for i in range(len(pins))]
        self._last = -1

    def step(self, now_ms: int) -> None:
        """Samples all beams. `now_ms` wraps at 2**30; about 2 ms after the step before, or it counts as late."""
        if self._last < 0:
            self._last = ticks.add(now_ms, -START_MS)
            for beam in self._beams:
                beam.start(now_ms)
        for beam in self._beams:
            beam.step(now_ms, self._last)
        self._last = now_ms

    def next(self) -> int:
        """The oldest event not yet taken, pocket * 8 + FALL, UNSURE, FAULTY, OBSTRUCTED or CLEAR; -1 if none.

        FAULTY withdraws the falls of its pocket; there are no others until `restore`. OBSTRUCTED comes after 2 s of
        dark, CLEAR when they are over.
        """
        return self._queue.take()

    def lost(self) -> int:
        """Events that nobody took in time; 0 as long as all are taken after each step."""
        return self._queue.lost

    def is_dark(self, pocket: int) -> bool:
        """Whether that beam was dark at the last step."""
        return self._beams[pocket - 1].samples > 0

    def is_faulty(self, pocket: int) -> bool:
        """Whether that beam is out, until `restore`."""
        return self._beams[pocket - 1].faulty

    def fail(self, pocket: int) -> None:
        """Takes a beam out that cannot be right."""
        self._beams[pocket - 1].fail()

    def restore(self, pocket: int) -> None:
        """Takes a faulty beam in again: it has passed a self-test."""
        self._beams[pocket - 1].restore()

    def spikes(self, pocket: int) -> int:
        """Darkenings too short for a ball, since the start."""
        return self._beams[pocket - 1].spikes

    def counted(self, pocket: int) -> bool:
        """Whether a counter watches that beam while Python stands still."""
        return self._beams[pocket - 1].counter is not None


class Beam:
    """One beam, whose events are `code` + kind. `samples` dark ones in a row up to now, counted up to FALL_SAMPLES."""

    def __init__(self, pin: "Pin", counter: "Counter | None", dark: int, code: int, queue: EventQueue) -> None:
        self.counter = counter
        self.samples = 0
        self.spikes = 0
        self.faulty = False
        self._pin = pin
        self._level = dark
        self._code = code
        self._queue = queue
        self._counted = counter.value() if counter else 0
        self._ahead = 0
        # Of the present dark: its first sample, the last one before it, whether it is decided and what it has become.
        self._since = 0
        self._lit = 0
        self._told = False
        self._from_start = False
        self._obstructed = False
        # Of the latest steps that saw it darken, the last `_recent` of which are less than a second apart.
        self._times = [0] * FAULTY_DARKENINGS
        self._at = 0
        self._recent = 0

    def start(self, now_ms: int) -> None:
        """Before the first step: what is dark since nobody knows when is no fall; it is unsure if it goes by."""
        if self._pin.value() == self._level and (not self.counter or self.counter.value() == self._counted):
            self.samples = 1
            self._since = now_ms
            self._told = self._from_start = True

    def restore(self) -> None:
        """What it did before is forgiven."""
        self.faulty = False
        self._recent = 0

    def step(self, now_ms: int, last: int) -> None:
        """Samples the beam; the step before was at `last`."""
        # The counter first, so that only the pin can be ahead: by an edge in between, or the time of the filter.
        edges = self.counter.value() - self._counted if self.counter else 0
        dark = self._pin.value() == self._level
        if not (edges or dark or self.samples or self._recent or self._ahead):
            # Light, as nearly always: six beams are half of a step.
            return
        self._counted += edges
        # Without one that the sample before was ahead of.
        edges = max(edges - self._ahead, 0)
        self._ahead = 0
        if dark and not self.samples and not edges:
            edges = self._ahead = 1
        if self._recent and ticks.diff(now_ms, self._times[self._at - 1]) >= FAULTY_MS:
            self._recent = 0
        if edges:
            self._darken(now_ms, last, edges, dark)
        elif self.samples and not dark and self._end(now_ms):
            self._tell(UNSURE)
        if dark:
            self._stay_dark(now_ms)

    def _darken(self, now_ms: int, last: int, edges: int, dark: bool) -> None:
        """It has darkened `edges` times since the last step, and may be dark now."""
        self._watch_for_fault(now_ms)
        late = ticks.diff(now_ms, last)
        if dark and edges == 1 and self.samples and self._told and self._is_same_ball(last, late):
            self.spikes += 1
            return
        unsure = self.samples > 0 and self._end(now_ms)
        hidden = edges - 1 if dark else edges
        if hidden and late > SPIKE_MS:
            unsure = True
        else:
            self.spikes += hidden
        if unsure:
            self._tell(UNSURE)
        # Where one unsure fall stands for all that Python missed, the dark that goes on has to be a fall by itself.
        self._lit = now_ms if unsure else last
        self._since = now_ms
        self._told = False

    def _is_same_ball(self, last: int, late: int) -> bool:
        """Whether light that no sample saw was a spike. Two balls that touch leave so little only if they are fast, and
        then the first one's dark was short too; it ended up to one step before `last`, by the filter of the counter.
        With 4 ms of light they are two."""
        return late <= TWO_BALLS_MS and (ticks.diff(last, self._since) - late) * LIGHT_MM > late * CHORD_MM

    def _stay_dark(self, now_ms: int) -> None:
        """One more dark sample."""
        self.samples = min(self.samples + 1, FALL_SAMPLES)
        span = ticks.diff(now_ms, self._since)
        if not self._told and (self.samples == FALL_SAMPLES or span >= FALL_MS):
            self._told = True
            self._tell(FALL)
        if not self._obstructed and span > OBSTRUCTED_MS:
            self._obstructed = True
            self._tell(OBSTRUCTED)

    def _end(self, now_ms: int) -> bool:
        """The dark is over. Whether it may have been a ball that has not been told."""
        unsure = False
        if self._from_start:
            unsure = not self._obstructed
        elif not self._told:
            unsure = ticks.diff(now_ms, self._lit) > SPIKE_MS
            self.spikes += not unsure
        if self._obstructed:
            self._tell(CLEAR)
        self.samples = 0
        self._from_start = self._obstructed = False
        return unsure

    def _watch_for_fault(self, now_ms: int) -> None:
        """Counts steps, not edges: the chatter of a receiver that recovers from a ball is over in one or two."""
        self._times[self._at] = now_ms
        self._at = (self._at + 1) % FAULTY_DARKENINGS
        self._recent = min(self._recent + 1, FAULTY_DARKENINGS)
        if self._recent < FAULTY_DARKENINGS or ticks.diff(now_ms, self._times[self._at]) >= FAULTY_MS:
            return
        self.fail()

    def fail(self) -> None:
        """Takes the beam out, until `restore`."""
        if not self.faulty:
            self.faulty = True
            self._tell(FAULTY)

    def _tell(self, kind: int) -> None:
        if not self.faulty or kind not in (FALL, UNSURE):
            self._queue.put(self._code + kind)
