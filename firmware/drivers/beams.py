"""Pocket beams: which pockets a ball fell into, told apart from hands, flashes, spikes, chatter and faults.

A 68 mm ball whose centre passes 20 mm beside the beam darkens it over a 55 mm chord: 6.9 ms at 8 m/s, longer when
slower, 140 ms at the most. Two balls that touch leave 13 mm of light between them: 4.3 ms at 3 m/s.

The level is sampled at each step; edges into the dark are counted by hardware, also while Python stands still. Both
together bound how long each dark lasted: at least from its first sample to its last, at most between the samples that
did not see it. Dark for 6 ms is a fall, for less than 2.6 ms never; with steps of 2 ms the bounds always decide. Where
Python was late and they do not, the fall is unsure: one ball or more, or noise.

Light shorter than a fifth of the shorter of the two darks beside it is a flash in the middle of one ball. Light is
taken for as long, and darks for as short, as the samples allow, so that no two balls are ever made one. Light that a
sample met is so known for a flash from 20 ms of dark on either side; what none met, and so lasted under 2 ms, from
12 ms of dark before it. With less than that it may as well be two fast balls that touch.
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
# Balls never leave light shorter than this part of a dark: 13 mm are more than a fifth of 55.
_FLASH_PART = const(CHORD_MM // LIGHT_MM + 1)
# Light that no sample met: longer than this and there may have been the whole of a ball's distance.
_UNSEEN_LIGHT_MS = const(4)
# No ball is dark for so long; and the light after which a hand has left.
_HAND_MS = const(200)
_HAND_LEFT_MS = const(500)
_OBSTRUCTED_MS = const(2000)
# A loose cable: more than 30 edges, in and out of the dark, within a second.
_FAULTY_DARKENINGS = const(16)
_FAULTY_MS = const(1000)
# A lamp that flickers: nobody pots more than four balls into one pocket within two seconds.
_MOST_FALLS = const(4)
_MOST_FALLS_MS = const(2000)
# Since the counters were set up nobody has looked, for so long about.
_START_MS = const(1000)
# A count that stays there; a cable that chatters for a week would leave the small integers.
_MOST_SPIKES = const(9999)

# What the present dark is: up to _FALL_SAMPLES the number of its samples, of which the last makes it a fall. Then:
# long enough for a fall, which waits, as the light before may have been a flash.
_HELD = const(7)
_FROM_START = const(8)
_OBSTRUCTED = const(9)


class Beams:
    """The beams of a table, pocket 1 first.

    `pins` read `dark` (0 or 1) while their beam is broken. `counters` count edges into the dark, one for
    each pin, or None. A beam without one is sampled only: what falls while Python stands still is lost then, and a
    square wave in step with the samples is not seen.
    """

    # Kinds of events. FAULTY withdraws the falls of its pocket; there are no others until `restore`. OBSTRUCTED comes
    # after 2 s of dark, CLEAR when they are over. HAND comes after 200 ms of dark, flashes in it included, which is up
    # to 450 ms after it began where there was one: it withdraws the fall of that dark; there are no others until it has
    # been light for 500 ms without a break.
    FALL = 0
    UNSURE = 1
    FAULTY = 2
    OBSTRUCTED = 3
    CLEAR = 4
    HAND = 5

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
            if beam.awake or beam.pin.value() == self.level or (beam.counter and beam.counter.value()):
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
    """One beam. `dark`: what the present dark is, 0 in the light. `awake`: whether a step has something to do even if
    the beam is light.

    `recent` of the latest steps that saw it darken are less than a second apart, the last of them from now too.
    """

    def __init__(self, beams: Beams, pocket: int, pin: "Pin", counter: "Counter | None") -> None:
        self.pin = pin
        self.counter = counter
        self.awake = False
        self.dark = 0
        self.recent = 0
        self.spikes = 0
        self.faulty = False
        self._beams = beams
        self._pocket = pocket
        # From its event on until it has left.
        self._hand = False
        # Of the present dark: its first sample and the last one before it; after a hand since when it is light. Nobody
        # asks once it is obstructed, as ticks cannot tell a week from a moment.
        self._since_ms = 0
        self._lit_ms = 0
        # How long the present dark has to last for the light before it to be a flash, or 0 if that was none.
        self._flash_ms = 0
        # The first and the last sample of the ball before; the same if that is forgotten.
        self._before_ms = 0
        self._till_ms = 0
        # When it darkened, a ring.
        self._times = [0] * _FAULTY_DARKENINGS
        self._at = 0
        # When the latest balls fell, of which `_fallen` count: less than two seconds apart, the last of them from now
        # too.
        self._falls = [0] * _MOST_FALLS
        self._fallen = 0
        if counter:
            counter.value(0)

    def start(self, now_ms: int) -> None:
        """Before the first step: what is dark since nobody knows when is no fall; it is unsure if it goes by."""
        if self.pin.value() == self._beams.level and not (self.counter and self.counter.value()):
            self.awake = True
            self.dark = _FROM_START
            self._since_ms = now_ms

    def restore(self) -> None:
        """What it did before is forgiven."""
        self.faulty = False
        self.recent = 0
        self._forget()

    def _forget(self) -> None:
        """No ball has fallen before."""
        self._fallen = 0
        self._before_ms = self._till_ms

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
        if dark:
            if self.dark != _OBSTRUCTED:
                self._stay_dark(now_ms)
        elif self._hand and ticks.diff(now_ms, self._lit_ms) >= _HAND_LEFT_MS:
            self._hand = False
        if self._fallen and ticks.diff(now_ms, self._falls[self._fallen - 1]) >= _MOST_FALLS_MS:
            self._forget()
        self.awake = dark or self._hand or self.recent + self._fallen > 0

    def _darken(self, now_ms: int, edges: int, dark: bool) -> None:
        """It has darkened `edges` times since the last step, and may be dark now."""
        self._watch_for_fault(now_ms)
        if dark and self.dark >= _FALL_SAMPLES and self._goes_on(now_ms):
            self._count(edges)
            return
        late = ticks.diff(now_ms, self._beams.last_ms)
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
        self._flash_ms = self._flash(now_ms, self._before_ms, self._till_ms)

    def _goes_on(self, now_ms: int) -> bool:
        """Whether light that no sample met does not end a dark: in a hand, or as a flash. A second ball so close behind
        leaves so little only if both are fast."""
        last_ms = self._beams.last_ms
        return self._hand or (
            ticks.diff(now_ms, last_ms) <= _UNSEEN_LIGHT_MS and self._flash(now_ms, self._since_ms, last_ms) > 0
        )

    def _flash(self, now_ms: int, since_ms: int, till_ms: int) -> int:
        """How long a dark from now on has to last for the light before it to be a flash, in ms, after a dark with these
        for its first and last sample; 0 if that is too short. It may have ended a step before the last sample: if light
        came right after that and went right before this one, the filter of the counter hides it for a step."""
        dark = ticks.diff(till_ms, since_ms) - ticks.diff(now_ms, self._beams.last_ms)
        if dark <= 0:
            return 0
        light = ticks.diff(now_ms, till_ms) * _FLASH_PART
        return light if light <= dark else 0

    def _stay_dark(self, now_ms: int) -> None:
        """One more dark sample."""
        span = ticks.diff(now_ms, self._since_ms)
        if self.dark < _FALL_SAMPLES:
            self.dark = _FALL_SAMPLES if span >= _FALL_MS else self.dark + 1
            if self.dark == _FALL_SAMPLES:
                if self._flash_ms:
                    self.dark = _HELD
                else:
                    self._fall(now_ms)
        if self.dark == _HELD and span >= self._flash_ms:
            self.dark = _FALL_SAMPLES
            self._since_ms = self._before_ms
            span = ticks.diff(now_ms, self._since_ms)
        if span > _HAND_MS and not self._hand:
            if self.dark == _FROM_START:
                self.dark = _FALL_SAMPLES
            elif not self.faulty:
                self._tell(Beams.HAND)
            self._hand = True
            self._forget()
        if span > _OBSTRUCTED_MS:
            self.dark = _OBSTRUCTED
            self._tell(Beams.OBSTRUCTED)

    def _end(self, now_ms: int) -> bool:
        """The dark is over. Whether it may have been a ball that has not been told."""
        was, self.dark = self.dark, 0
        lit_ms, self._lit_ms = self._lit_ms, now_ms
        if was == _OBSTRUCTED:
            self._tell(Beams.CLEAR)
        elif was < _FALL_SAMPLES:
            if ticks.diff(now_ms, lit_ms) > _SPIKE_MS:
                return True
            self._count(1)
        elif was <= _HELD and not self._hand:
            if was == _HELD:
                self._fall(now_ms)
            if self._fallen:
                self._before_ms = self._since_ms
                self._till_ms = self._beams.last_ms
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

    def _fall(self, now_ms: int) -> None:
        """A ball has fallen, unless that is one too many."""
        if self.faulty or self._hand:
            return
        falls = self._falls
        if self._fallen == _MOST_FALLS:
            if ticks.diff(now_ms, falls[0]) < _MOST_FALLS_MS:
                self.fail()
                return
            for i in range(1, _MOST_FALLS):
                falls[i - 1] = falls[i]
            self._fallen -= 1
        falls[self._fallen] = now_ms
        self._fallen += 1
        self._tell(Beams.FALL)

    def fail(self) -> None:
        """Takes the beam out, until `restore`."""
        if not self.faulty:
            self.faulty = True
            self._tell(Beams.FAULTY)

    def _tell(self, kind: int) -> None:
        if kind > Beams.UNSURE or not (self.faulty or self._hand):
            self._beams.queue.put(self._pocket, kind)
