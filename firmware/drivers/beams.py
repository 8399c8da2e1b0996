"""Pocket beams: which pockets a ball fell into, told apart from spikes, chatter and faults.

A 68 mm ball whose centre passes 20 mm beside the beam darkens it over a 55 mm chord: 6.9 ms at 8 m/s, longer when
slower. Two balls that touch leave 13 mm of light between them: 4.3 ms at 3 m/s.

The level is sampled at each step; edges into the dark are counted by hardware, also while Python stands still. Both
together bound how long each dark lasted: at least from its first sample to its last, at most between the samples that
did not see it. Dark for 6 ms is a fall, for less than 2.6 ms never; with steps of 2 ms the bounds always decide. Where
Python was late and they do not, the fall is unsure: one ball or more, or noise.
"""

import ticks
from compact import const
from drivers.event_queue import EventQueue

TYPE_CHECKING = False
if TYPE_CHECKING:
    from machine import Counter, Pin

# Three samples with no edge between them are 4 ms of dark: any 6 ms hold three, no 2.6 ms do.
_FALL_SAMPLES = const(3)
_FALL_MS = const(4)
# What may have been dark for longer than this may have been a ball.
_SPIKE_MS = const(6)
CHORD_MM = const(55)
LIGHT_MM = const(13)
_TWO_BALLS_MS = const(4)
_OBSTRUCTED_MS = const(2000)
# A loose cable: more than 30 edges, in and out of the dark, within a second.
_FAULTY_DARKENINGS = const(16)
_FAULTY_MS = const(1000)
# Since the counters were set up nobody has looked, for so long about.
_START_MS = const(1000)
# A count that stays there; a cable that chatters for a week would leave the small integers.
_MOST_SPIKES = const(9999)

# What the present dark is: up to _FALL_SAMPLES the number of its samples, of which the last makes it a fall. Then:
_FROM_START = const(8)
_OBSTRUCTED = const(9)


class Beams:
    """The beams of a table, pocket 1 first.

    `pins` read `dark` (0 or 1) while their beam is broken. `counters` count edges into the dark, one for
    each pin, or None. A beam without one is sampled only: what falls while Python stands still is lost then, and a
    square wave in step with the samples is not seen.
    """

    # Kinds of events. FAULTY withdraws the falls of its pocket; there are no others until `restore`. OBSTRUCTED comes
    # after 2 s of dark, CLEAR when they are over.
    FALL = 0
    UNSURE = 1
    FAULTY = 2
    OBSTRUCTED = 3
    CLEAR = 4

    def __init__(self, pins: "list[Pin]", counters: "list[Counter | None]", dark: int) -> None:
        self.pockets = len(pins)
        # The event that `next` took.
        self.event_pocket = 0
        self.event_kind = 0
        self.queue = EventQueue()
        self.level = dark
        # Of the step before.
        self.last_ms = -1
        self._beams = [Beam(self, i + 1, pins[i], counters[i]) for i in range(len(pins))]

    def step(self, now_ms: int) -> None:
        """Samples all beams. `now_ms` wraps at 2**30; about 2 ms after the step before, or it counts as late."""
        if self.last_ms < 0:
            self.last_ms = ticks.add(now_ms, -_START_MS)
            for beam in self._beams:
                beam.start(now_ms)
        for beam in self._beams:
            # Light, as nearly always: six beams are half of a step.
            if beam.dark or beam.recent or beam.pin.value() == self.level or (beam.counter and beam.counter.value()):
                beam.step(now_ms)
        self.last_ms = now_ms

    def next(self) -> bool:
        """Takes the oldest event: `event_pocket` and `event_kind` are it then. False if there is none."""
        queue = self.queue
        if not queue.take():
            return False
        self.event_pocket = queue.where
        self.event_kind = queue.what
        return True

    def lost(self) -> int:
        """Events that nobody took in time; 0 as long as all are taken after each step."""
        return self.queue.lost

    def is_dark(self, pocket: int) -> bool:
        """Whether that beam was dark at the last step."""
        return self._beams[pocket - 1].dark > 0

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
        """Darkenings too short for a ball, since the start, or 9999 if there were more."""
        return self._beams[pocket - 1].spikes

    def counted(self, pocket: int) -> bool:
        """Whether a counter watches that beam while Python stands still."""
        return self._beams[pocket - 1].counter is not None


class Beam:
    """One beam. `dark`: what the present dark is, 0 in the light.

    `recent` of the latest steps that saw it darken are less than a second apart, the last of them from now too.
    """

    def __init__(self, beams: Beams, pocket: int, pin: "Pin", counter: "Counter | None") -> None:
        self.pin = pin
        self.counter = counter
        self.dark = 0
        self.recent = 0
        self.spikes = 0
        self.faulty = False
        self._beams = beams
        self._pocket = pocket
        # Of the present dark: its first sample and the last one before it. Nobody asks once it is obstructed, as ticks
        # cannot tell a week from a moment.
        self._since_ms = 0
        self._lit_ms = 0
        # When it darkened, a ring.
        self._times = [0] * _FAULTY_DARKENINGS
        self._at = 0
        if counter:
            counter.value(0)

    def start(self, now_ms: int) -> None:
        """Before the first step: what is dark since nobody knows when is no fall; it is unsure if it goes by."""
        if self.pin.value() == self._beams.level and not (self.counter and self.counter.value()):
            self.dark = _FROM_START
            self._since_ms = now_ms

    def restore(self) -> None:
        """What it did before is forgiven."""
        self.faulty = False
        self.recent = 0

    def step(self, now_ms: int) -> None:
        """Samples the beam."""
        counter = self.counter
        # The counter first, so that only the pin can be ahead: by an edge in between, or the time of the filter.
        edges = max(counter.value(0), 0) if counter else 0
        dark = self.pin.value() == self._beams.level
        if dark and not self.dark and not edges:
            edges = 1
            if counter:
                # One less, as it counts this edge too, or has done so by now. That of a spike it may never see.
                counter.value(counter.value() - 1)
        if self.recent and ticks.diff(now_ms, self._times[self._at - 1]) >= _FAULTY_MS:
            self.recent = 0
        if edges:
            self._darken(now_ms, edges, dark)
        elif self.dark and not dark and self._end(now_ms):
            self._tell(Beams.UNSURE)
        if dark and self.dark != _OBSTRUCTED:
            self._stay_dark(now_ms)

    def _darken(self, now_ms: int, edges: int, dark: bool) -> None:
        """It has darkened `edges` times since the last step, and may be dark now."""
        self._watch_for_fault(now_ms)
        late = ticks.diff(now_ms, self._beams.last_ms)
        if dark and edges == 1 and self.dark >= _FALL_SAMPLES and self._is_same_ball(late):
            self._count(1)
            return
        unsure = self.dark > 0 and self._end(now_ms)
        if dark:
            edges -= 1
        if edges and late > _SPIKE_MS:
            unsure = True
        else:
            self._count(edges)
        if unsure:
            self._tell(Beams.UNSURE)
        # Where one unsure fall stands for all that Python missed, the dark that goes on has to be a fall by itself.
        self._lit_ms = now_ms if unsure else self._beams.last_ms
        self._since_ms = now_ms

    def _is_same_ball(self, late: int) -> bool:
        """Whether light that no sample saw was a spike. Two balls that touch leave so little only if they are fast, and
        then the first one's dark was short too; it ended up to one step before the last one, by the filter of the
        counter. With 4 ms of light they are two."""
        if late > _TWO_BALLS_MS:
            return False
        if self.dark == _OBSTRUCTED:
            return True
        return (ticks.diff(self._beams.last_ms, self._since_ms) - late) * LIGHT_MM > late * CHORD_MM

    def _stay_dark(self, now_ms: int) -> None:
        """One more dark sample."""
        span = ticks.diff(now_ms, self._since_ms)
        if self.dark < _FALL_SAMPLES:
            self.dark = _FALL_SAMPLES if span >= _FALL_MS else self.dark + 1
            if self.dark == _FALL_SAMPLES:
                self._tell(Beams.FALL)
        if span > _OBSTRUCTED_MS:
            self.dark = _OBSTRUCTED
            self._tell(Beams.OBSTRUCTED)

    def _end(self, now_ms: int) -> bool:
        """The dark is over. Whether it may have been a ball that has not been told."""
        was, self.dark = self.dark, 0
        if was == _OBSTRUCTED:
            self._tell(Beams.CLEAR)
        elif was < _FALL_SAMPLES:
            if ticks.diff(now_ms, self._lit_ms) > _SPIKE_MS:
                return True
            self._count(1)
        return was == _FROM_START

    def _count(self, spikes: int) -> None:
        self.spikes = min(self.spikes + spikes, _MOST_SPIKES)

    def _watch_for_fault(self, now_ms: int) -> None:
        """Counts steps, not edges: the chatter of a receiver that recovers from a ball is over in one or two."""
        self._times[self._at] = now_ms
        self._at = (self._at + 1) % _FAULTY_DARKENINGS
        self.recent = min(self.recent + 1, _FAULTY_DARKENINGS)
        if self.recent == _FAULTY_DARKENINGS and ticks.diff(now_ms, self._times[self._at]) < _FAULTY_MS:
            self.fail()

    def fail(self) -> None:
        """Takes the beam out, until `restore`."""
        if not self.faulty:
            self.faulty = True
            self._tell(Beams.FAULTY)

    def _tell(self, kind: int) -> None:
        if not self.faulty or kind > Beams.UNSURE:
            self._beams.queue.put(self._pocket, kind)
