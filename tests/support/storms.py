"""Storms: random balls, spikes, presses and stalls, and what the drivers must make of them. On CPython and MicroPython.

A chapter is a script (see rig.py) made from a seed, some seconds of a storm; each begins with power on. A judge plays a
script and says what is wrong with the outcome, or nothing. `shrunk` leaves of a script what it takes to fail.
"""

from drivers.beams import Beams
from host_tools.sim.verbs import KEYS
from tests.support.rig import play

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

FALL, UNSURE = Beams.FALL, Beams.UNSURE

CHORD_US, GAP_US = 5_500_000, 1_300_000  # times 1 cm/s
CHATTER, CHATTER_US = 10, 150
# A fall is told with its third dark sample after the edge that the counter's filter lets through.
FALL_SOONEST_US, FALL_LATEST_US = 4000, 6013
# Behind light that may be a flash only its end shows a ball; the chatter behind the dark before counts with that.
STEP_US, FLASH_PART, CHATTER_ALL_US = 2000, 5, 3000
# What Python missed is settled this much after a stall.
AFTERMATH_MS = 10
# Darkenings of a beam in a second, in steps, that are surely no fault.
MOST_DARKENINGS = 14
# More balls than that in one pocket in a little more than 2 s are a fault.
MOST_FALLS, MOST_FALLS_US = 4, 2_200_000
# From the first contact to a key's event.
KEY_MS = 30
# The longest contact that is no press.
TOUCH_MS = 19


class Dice:
    """The same numbers on every Python."""

    def __init__(self, seed: int) -> None:
        self._state = (seed * 2654435761 + 1) & 0x7FFFFFFF

    def between(self, low: int, high: int) -> int:
        """low to high."""
        self._state = (self._state * 1103515245 + 12345) & 0x7FFFFFFF
        return low + (self._state >> 8) % (high - low + 1)

    def one_in(self, n: int) -> bool:
        """True once in n times."""
        return self.between(1, n) == 1


def script(happenings: "list[tuple[int, int, str]]") -> "list[str]":
    """Lines of a script from (ms, order within it, line)."""
    lines = []
    now = 0
    for at, _, line in sorted(happenings):
        if at > now:
            lines.append("wait %d" % (at - now))
            now = at
        lines.append(line)
    lines.append("wait 1500")
    return lines


def stalls(dice: Dice, end_ms: int) -> "list[tuple[int, int]]":
    """Stalls of 4 to 400 ms, from and to, beginning right after a step."""
    result = []
    at = 200
    while at < end_ms:
        length = 2 * dice.between(2, 200 if dice.one_in(3) else 40)
        result.append((at, at + length))
        at += length + 2 * dice.between(30, 400)
    return result


def happenings(lines: "list[str]") -> "list[tuple[int, list[str]]]":
    """(ms, words) of each line but the waits."""
    result = []
    now = 0
    for line in lines:
        words = line.split()
        if words[0] == "wait":
            now += int(words[1])
        else:
            result.append((now, words))
    return result


# Beams


def beam_chapter(seed: int, balls: int, stalled: bool) -> "list[str]":
    """Bursts of 1 to 3 balls at 0.3 to 8 m/s, in all pockets at once, some touching; chatter behind them; spikes. No
    ball comes sooner than if it touched the one before: that is 13 mm of light at the speed of the faster one.

    In a stall light can be longer than it is taken for and must not be a flash: there it is the speed of the first.
    """
    dice = Dice(seed)
    events: "list[tuple[int, int, str]]" = []
    free_us = [0] * 7
    darkened: "list[list[int]]" = [[] for _ in range(7)]
    fallen: "list[list[int]]" = [[] for _ in range(7)]
    at = 100
    while balls > 0:
        at += dice.between(1, 60)
        pocket = dice.between(1, 6)
        us = at * 1000 + dice.between(0, 999)
        recent = darkened[pocket] = [before for before in darkened[pocket] if before > us - 1_000_000]
        # A burst darkens it up to six times.
        if us < free_us[pocket] or len(recent) > MOST_DARKENINGS - 6:
            continue
        if dice.one_in(4):
            us = _pulse(events, at, pocket, us, dice.between(1, 1500), "spike") + 3000
            recent.append(us)
        else:
            count = dice.between(1, 3)
            falls = fallen[pocket] = [before for before in fallen[pocket] if before > us - MOST_FALLS_US]
            if len(falls) + count > MOST_FALLS:
                continue
            us = _burst(dice, events, at, pocket, us, count, stalled)
            recent.extend([us] * (count + 3))
            falls.extend([us] * count)
            balls -= count
        free_us[pocket] = us + dice.between(2100, 40_000)
    if stalled:
        events.extend([(begin, 0, "sleep %d" % (end - begin)) for begin, end in stalls(dice, at)])
    return script(events)


def _burst(
    dice: Dice, events: "list[tuple[int, int, str]]", at: int, pocket: int, us: int, balls: int, stalled: bool
) -> int:
    """Balls in one pocket from `us` on. When the last of them is over, what the receiver chatters, and the light that
    the next one leaves."""
    cm_per_s = dice.between(30, 800)
    for i in range(balls):
        if i and dice.one_in(2):
            before, cm_per_s = cm_per_s, dice.between(30, 800)
            us += dice.between(max(4000, GAP_US // (before if stalled else max(before, cm_per_s))), 60_000)
        elif i:
            us += GAP_US // cm_per_s
        us = _pulse(events, at, pocket, us, CHORD_US // cm_per_s, "ball")
    if dice.one_in(3):
        for _ in range(CHATTER):
            us = _pulse(events, at, pocket, us + CHATTER_US, CHATTER_US, "chatter")
    return us + GAP_US // cm_per_s


def _pulse(events: "list[tuple[int, int, str]]", at: int, pocket: int, us: int, length_us: int, what: str) -> int:
    events.append((at, len(events) + 1, "pulse %d %d %d %s" % (pocket, us - at * 1000, length_us, what)))
    return us + length_us


def judge_beams(lines: "list[str]", tally: "dict[str, int]") -> "str | None":
    """Plays a script. Outside of stalls: each ball a fall, in time, and no other event. A stall: each pocket that saw a
    ball has a fall or an unsure one for it, one unsure at most, and no more falls than balls."""
    said = happenings(lines)
    sleeps = [(at * 1000, (at + int(words[1])) * 1000) for at, words in said if words[0] == "sleep"]
    told = play(lines, "beams").beam_events
    for pocket in range(1, 7):
        events = [(at * 1000, kind) for at, where, kind in told if where == pocket]
        darks = []
        before = before_end = 0
        for at, words in said:
            if words[0] == "pulse" and int(words[1]) == pocket:
                start, length = at * 1000 + int(words[2]), int(words[3])
                latest = FALL_LATEST_US
                if words[4] == "ball":
                    if (start - before_end) * FLASH_PART <= before + CHATTER_ALL_US:
                        latest = max(latest, length + STEP_US)
                    before = length
                if words[4] != "spike":
                    before_end = start + length
                darks.append((start, length, words[4], latest))
        wrong = _judge_beam(darks, events, sleeps, tally)
        if wrong:
            return "pocket %d: %s; events (us, kind): %s" % (pocket, wrong, events)
    return None


def _judge_beam(
    darks: "list[tuple[int, int, str, int]]",
    events: "list[tuple[int, int]]",
    sleeps: "list[tuple[int, int]]",
    tally: "dict[str, int]",
) -> "str | None":
    for begin, end in sleeps:
        # A dark that is old enough before the stall has been told; one that begins after it is seen as ever.
        missed = [dark for dark in darks if dark[0] < end and dark[0] + min(dark[1], dark[3]) > begin]
        balls = len([dark for dark in missed if dark[2] == "ball"])
        after = [event for event in events if begin - 2013 < event[0] <= end + AFTERMATH_MS * 1000]
        darks = [dark for dark in darks if dark not in missed]
        # At its edges there are those of the balls before and after.
        seen = [dark for dark in darks if dark[2] == "ball"]
        own = []
        for event in after:
            if event[1] == FALL and [ball for ball in seen if _is_told(ball, event[0])]:
                continue
            own.append(event)
            events = [other for other in events if other is not event]
        falls = len([event for event in own if event[1] == FALL])
        unsure = len([event for event in own if event[1] == UNSURE])
        if falls + unsure != len(own) or falls > balls or unsure > (1 if missed else 0) or (balls and not own):
            return "stall at %d us, %d balls in it: %s" % (begin, balls, own)
        tally["missed"] += balls
        tally["unsure"] += unsure
    balls_left = [dark for dark in darks if dark[2] == "ball"]
    for i in range(max(len(balls_left), len(events))):
        if i >= len(events):
            return "ball at %d us is lost" % balls_left[i][0]
        if i >= len(balls_left) or events[i][1] != FALL or not _is_told(balls_left[i], events[i][0]):
            return "event at %d us is of no ball" % events[i][0]
        if balls_left[i][3] > FALL_LATEST_US:
            tally["held"] += 1
        else:
            tally["latency_us"] = max(tally["latency_us"], events[i][0] - balls_left[i][0])
    tally["balls"] += len(balls_left)
    return None


def _is_told(ball: "tuple[int, int, str, int]", event_us: int) -> bool:
    return FALL_SOONEST_US <= event_us - ball[0] <= ball[3]


# Keys


def key_chapter(seed: int, presses: int, stalled: bool) -> "list[str]":
    """Presses of 30 to 400 ms of all keys, several at once, and touches of up to 19 ms; the same key again 30 ms later
    at the soonest, and not before the board has had time to see it open."""
    dice = Dice(seed)
    sleeps = stalls(dice, presses * 40) if stalled else []
    events: "list[tuple[int, int, str]]" = []
    free = [0] * 25
    at = 100
    while presses > 0:
        at += dice.between(1, 60)
        key = dice.between(0, 24)
        if at < free[key]:
            continue
        if dice.one_in(5):
            until = at + dice.between(1, TOUCH_MS)
        else:
            until = at + dice.between(KEY_MS, 100 if dice.one_in(2) else 400)
        events.append((at, len(events) + 1, "down " + KEYS[key]))
        events.append((until, len(events) + 1, "up " + KEYS[key]))
        presses -= 1
        free[key] = until + dice.between(KEY_MS, 200)
        for begin, end in sleeps:
            if begin < free[key] and until < end:
                free[key] = end + KEY_MS
    events.extend([(begin, 0, "sleep %d" % (end - begin)) for begin, end in sleeps])
    return script(events)


def judge_keys(lines: "list[str]", tally: "dict[str, int]") -> "str | None":
    """Plays a script. Each press is one event down and one up, 30 ms after the contact at the latest or after the stall
    in which that ends; only a press that is over before that may be missing. A touch is nothing."""
    said = happenings(lines)
    sleeps = [(at, at + int(words[1])) for at, words in said if words[0] == "sleep"]
    told = play(lines, "keys").key_events
    for key in range(25):
        moves = [at for at, words in said if words[0] != "sleep" and words[1] == KEYS[key]]
        events = [(at, down) for at, other, down in told if other == key]
        i = 0
        for n in range(0, len(moves), 2):
            if moves[n + 1] - moves[n] <= TOUCH_MS:
                tally["touches"] += 1
                continue
            down_by, up_by = _due(moves[n], sleeps), _due(moves[n + 1], sleeps)
            pair = events[i : i + 2]
            if len(pair) == 2 and moves[n] <= pair[0][0] <= down_by and moves[n + 1] <= pair[1][0] <= up_by:
                i += 2
                if not pair[0][1] or pair[1][1]:
                    return "key %s: down and up are the wrong way round at %d ms" % (KEYS[key], pair[0][0])
                if down_by == moves[n] + KEY_MS:
                    tally["latency_ms"] = max(tally["latency_ms"], pair[0][0] - moves[n])
                tally["presses"] += 1
            elif down_by <= moves[n + 1]:
                return "key %s: press at %d ms is lost or late: %s" % (KEYS[key], moves[n], pair)
            else:
                tally["missed"] += 1
        if i < len(events):
            return "key %s: event of no press: %s" % (KEYS[key], events[i:])
    return None


def _due(at: int, sleeps: "list[tuple[int, int]]") -> int:
    """When a contact at that time has to be known: the time it takes lies wholly outside of stalls."""
    due = at + KEY_MS
    for begin, end in sleeps:
        if begin < due and at < end:
            due = end + KEY_MS
    return due


# Telling


def shrunk(lines: "list[str]", judge: "Callable[[list[str], dict[str, int]], str | None]") -> "list[str]":
    """The script without the lines that it fails without just as well."""
    size = len(lines) // 2
    while size:
        at = 0
        while at < len(lines):
            waits = sum([int(line.split()[1]) for line in lines[at : at + size] if line[:4] == "wait"])
            fewer = lines[:at] + (["wait %d" % waits] if waits else []) + lines[at + size :]
            if len(fewer) < len(lines) and _fails(fewer, judge):
                lines = fewer
            else:
                at += size
        size //= 2
    return lines


def _fails(lines: "list[str]", judge: "Callable[[list[str], dict[str, int]], str | None]") -> bool:
    try:
        return judge(lines, new_tally()) is not None
    except IndexError:
        # Half a press was left: not a script to judge.
        return False


def new_tally() -> "dict[str, int]":
    """Sums over chapters: what was exact, what a stall hid, what came of that, and the worst latency outside."""
    names = ("balls", "held", "presses", "touches", "missed", "unsure", "latency_us", "latency_ms")
    return dict.fromkeys(names, 0)


def storm(kind: str, seed: int, chapters: int, size: int, stalled: bool) -> str:
    """Plays chapters with the seeds from `seed` on. The sums as text. AssertionError with the script that failed."""
    make, judge = (beam_chapter, judge_beams) if kind == "beams" else (key_chapter, judge_keys)
    tally = new_tally()
    for chapter in range(seed, seed + chapters):
        lines = make(chapter, size, stalled)
        wrong = judge(lines, tally)
        if wrong:
            lines = shrunk(lines, judge)
            raise AssertionError("seed %d: %s\n%s\n%s" % (chapter, wrong, "\n".join(lines), judge(lines, new_tally())))
    sums = ["%s %d" % (name, tally[name]) for name in sorted(tally) if tally[name]]
    return "%s, seeds %d to %d: %s" % (kind, seed, seed + chapters - 1, ", ".join(sums))
