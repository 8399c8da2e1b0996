"""The stroke that the referee is drafting: what the keys have entered of it so far."""

import ticks
from compact import const
from rules import NotAllowed
from rules.cases import FOUL, LATE, TABLE, VOIDS, traits
from rules.events import CUE_OFF, CUE_POTTED, POCKETS, REASONS, STROKE, Event
from rules.position import SHOOTOUT

from .falls import CUE_BALL, Falls

TYPE_CHECKING = False
if TYPE_CHECKING:
    from rules.position import Position

# What an unfinished CALL, FOUL or CASE waits for.
BALL, POCKET, REASON, CASE, LATE_BALL = "call-ball", "call-pocket", "reason", "case", "late"

# The case of a ball that fell because the table was shaken.
_SHAKEN = const(7)

# Nobody plays a stroke as soon after the call.
_HASTE_MS = const(3000)
# A stroke goes on for so long at the most without a key or a fall.
_FORGOTTEN_MS = const(8000)


class Draft:
    """A stroke on the game's present position or, in review, on one of the past.

    `pending`: one of the five above, or "". `call` (ball, pocket) or None, entered at `call_ms`, `called` its ball
    while it has no pocket; `balls` potted, in order, CUE_BALL among them; `outs` that left the table; `falls` what the
    beams saw of it. `now_ms` is the time, set by whoever enters something. Methods that enter something raise
    NotAllowed, and nothing has changed then.
    """

    def __init__(self, past: bool = False) -> None:
        self.falls = Falls()
        self.now_ms = 0
        self._past = past
        self._table: "list[int]" = []
        self._shootout = False
        # Balls that the referee has said were not potted: the board enters none of them by itself.
        self._denied: "list[int]" = []
        self._clear()

    def _clear(self) -> None:
        self.pending = ""
        self.call: "tuple[int, int] | None" = None
        self.call_ms = 0
        self.called = 0
        # Whether OK has been refused because the call was so new.
        self._doubted = False
        self.balls: "list[int]" = []
        self.outs: "list[int]" = []
        self._reason: "int | None" = None
        self._still = self._cue_off = False
        self._case = self._late = 0
        self._sweeper = ""
        # When a key or a fall touched it last.
        self._touched_ms = 0

    def on(self, position: "Position") -> None:
        """Takes the position that what is drafted now will act on."""
        self._table = position.on_table
        self._shootout = position.phase == SHOOTOUT

    def clear(self) -> None:
        """Takes back everything entered; falls stay, unnamed."""
        if self.only_ball() in self.balls:
            # The board would enter it again at once.
            self._denied.append(self.only_ball())
        self.falls.forget_names()
        self._clear()

    def reset(self) -> None:
        """Begins the next stroke: falls are gone too."""
        self.falls.clear()
        self._denied = []
        self._clear()

    def touch(self, now_ms: int) -> None:
        """A key or a fall belongs to this stroke."""
        self.now_ms = self._touched_ms = now_ms

    def has_parts(self) -> bool:
        """Whether the stroke would say anything."""
        return bool(self.call or self.balls or self.outs or self.fouls() or self._case)

    def is_ready(self) -> bool:
        """Whether it is a stroke that OK would take."""
        return self.has_parts() and self._is_finished()

    def is_empty(self) -> bool:
        """Whether nothing was entered; falls may wait."""
        return not self.pending and not self.has_parts()

    def is_old(self, now_ms: int) -> bool:
        """Whether it has been played long ago: what comes now may be of the next one."""
        done = self.balls or self.outs or self.fouls()
        return bool(done) and ticks.diff(now_ms, self._touched_ms) > _FORGOTTEN_MS

    def wants_number(self) -> bool:
        """Whether a ball key would be a number and not a ball."""
        return self.pending != ""

    def wants_case(self) -> bool:
        """Whether CUE would be the number of a case and not the cue ball."""
        return self.pending == CASE

    # What the keys enter.

    def check_ball(self, ball: int) -> None:
        """Raises NotAllowed where a ball key with nothing pending would be refused."""
        if ball not in self.balls and ball not in self.outs:
            self._check_pot(ball)

    def check_finished(self) -> None:
        """Raises NotAllowed while CALL or CASE waits for a key. A reason may stay away."""
        if self.pending == POCKET:
            raise NotAllowed(POCKET, "", self.called)
        if not self._is_finished():
            raise NotAllowed(self.pending)

    def doubt(self) -> None:
        """Raises NotAllowed where it would be a miss so soon after its call that nobody can have played; once."""
        if self._is_miss() and not self._doubted and ticks.diff(self.now_ms, self.call_ms) < _HASTE_MS:
            self._doubted = True
            raise NotAllowed("miss")

    def is_doubted(self) -> bool:
        """Whether OK has been refused because of that, and nothing was entered or fell since."""
        return self._doubted and self._is_miss()

    def press_ball(self, ball: int) -> None:
        """A ball key: a ball or a number, as what is pending wants it."""
        pending = self.pending
        if pending == BALL:
            self._check_on_table(ball)
            self.called, self.pending = ball, POCKET
        elif pending == POCKET:
            self._enter_pocket(ball)
        elif pending == CASE:
            self._enter_case(ball)
        elif pending == LATE_BALL:
            if ball not in self.balls:
                self._pot(ball)
            self._case, self.pending = self._late, ""
        elif pending == REASON:
            if ball > REASONS:
                raise NotAllowed(REASON)
            self._reason, self.pending = ball, ""
        elif ball in self.balls:
            self._unpot(ball)
        elif ball in self.outs:
            self.outs.remove(ball)
        else:
            self._pot(ball)

    def hold_ball(self, ball: int) -> None:
        """A ball key held: the ball left the table."""
        if self._still:
            raise NotAllowed("still")
        self._check_on_table(ball)
        # First, so that no other fall is named after it.
        if ball not in self.outs:
            self.outs.append(ball)
        if ball in self.balls:
            self._unpot(ball)

    def press_call(self) -> None:
        """CALL: begins a call, or drops the one there is."""
        if self.call or self.pending in (BALL, POCKET):
            if self.call:
                self.falls.drop_called(self.call[0], self.balls)
            self.call = None
            self.pending = ""
            self._doubted = False
            self.falls.pair(self)
        else:
            self.begin_call()

    def begin_call(self) -> None:
        """A call follows; it takes the place of one that stands."""
        self.pending = BALL

    def press_cue(self) -> None:
        """CUE: the cue ball was potted, or 16 as the number of a special case."""
        if self.pending == CASE:
            self._enter_case(CUE_BALL)
            return
        self.check_finished()
        self.pending = ""
        if CUE_BALL in self.balls:
            self._unpot(CUE_BALL)
        elif self._cue_off:
            self._cue_off = False
        else:
            self.falls.take_cue_ball(self.balls)

    def hold_cue(self) -> None:
        """CUE held: the cue ball left the table."""
        self.check_finished()
        self.pending = ""
        if CUE_BALL in self.balls:
            self._unpot(CUE_BALL)
        self._cue_off = True

    def press_foul(self) -> None:
        """FOUL: a foul whose reason may follow, or none after all."""
        self.check_finished()
        if self._reason is None:
            self._reason, self.pending = 0, REASON
        else:
            self._reason, self.pending = None, ""

    def press_still(self) -> None:
        """STILL: no object ball moved (K1), or one did after all."""
        self.check_finished()
        if self.outs or [ball for ball in self.balls if ball != CUE_BALL]:
            raise NotAllowed("with-balls", "K1")
        self.pending = ""
        self._still = not self._still

    def press_case(self) -> None:
        """CASE: a special case whose number follows, or none after all."""
        if self.pending in (BALL, POCKET):
            self.check_finished()
        if self._case or self.pending in (CASE, LATE_BALL):
            self._case, self.pending, self._sweeper = 0, "", ""
            self.falls.pair(self)
        else:
            self.pending = CASE

    def takes_player(self) -> bool:
        """Whether A or B says who swept the balls up (S11)."""
        return bool(traits(self._case) & FOUL)

    def press_player(self, player: str) -> None:
        """A or B: it was that player."""
        self._sweeper = player

    def add_fall(self, pocket: int, sure: bool) -> None:
        """A beam saw something cross a pocket."""
        self.falls.add(pocket, sure, self.now_ms)
        self.falls.pair(self)

    def hand(self, pocket: int, now_ms: int) -> None:
        """A beam saw a hand."""
        self.falls.hand(pocket, now_ms, self.balls)
        self.falls.pair(self)

    # What follows from it.

    def event(self) -> Event:
        """The stroke: call, pots as entered, fouls ascending; with nothing entered a legal one."""
        event = Event(STROKE)
        pots = [(ball, self.falls.pocket_of(ball)) for ball in self.balls if ball != CUE_BALL]
        fouls = self.fouls()
        # What is empty takes no memory in an event, and a game has many.
        if self.call:
            event.call = self.call
        if pots:
            event.pots = tuple(pots)
        if self.outs:
            event.outs = tuple(self.outs)
        if fouls:
            event.fouls = tuple(fouls)
        if self._still:
            event.still = True
        if self._case:
            event.case = self._case
        if self._sweeper:
            event.player = self._sweeper
        return event

    def fouls(self) -> "list[int]":
        """Reasons of the foul, ascending; 0 where STILL stands without one."""
        reasons = [] if self._reason is None else [self._reason]
        if CUE_BALL in self.balls and CUE_POTTED not in reasons:
            reasons.append(CUE_POTTED)
        if self._cue_off and CUE_OFF not in reasons:
            reasons.append(CUE_OFF)
        if self._still and not reasons:
            reasons.append(0)
        return sorted(reasons)

    def demanded(self) -> "list[int]":
        """Pockets of the falls to be named before OK, never more than there are balls, with the cue ball."""
        if traits(self._case) & (VOIDS | FOUL) or self.fouls():
            return []
        waiting = self.falls.waiting(True)
        if self._case == _SHAKEN:
            # The last of them is the ball that was shaken down: it goes back into the jaws (S7).
            waiting = waiting[:-1]
        return waiting[: max(0, len(self._table) + 1 - self.falls.named())]

    # What the falls ask (see falls.Stroke).

    def only_ball(self) -> int:
        """The only ball on the table, or 0."""
        return self._table[0] if len(self._table) == 1 else 0

    def takes_by_itself(self, ball: int) -> bool:
        """Whether the board may enter a ball."""
        if not ball or ball in self.outs or ball in self._denied or self._still:
            return False
        return not (self._shootout and [potted for potted in self.balls if potted not in (ball, CUE_BALL)])

    # Calls, cases, balls.

    def _is_finished(self) -> bool:
        return self.pending in ("", REASON)

    def _is_miss(self) -> bool:
        """Whether there is nothing but a call."""
        return bool(self.call) and not (self.balls or self.outs or self.fouls() or self._case or self.falls.any_waits())

    def _enter_pocket(self, pocket: int) -> None:
        if pocket > POCKETS:
            raise NotAllowed(POCKET, "", self.called)
        self.call, self.call_ms, self.pending = (self.called, pocket), self.now_ms, ""
        self._doubted = False
        self.falls.pair(self)

    def _enter_case(self, case: int) -> None:
        if case not in TABLE:
            raise NotAllowed("case-not-entered", "", case)
        if traits(case) & LATE:
            # No case yet: its ball comes next.
            self._late, self.pending = case, LATE_BALL
        else:
            self._case, self.pending = case, ""

    def _check_on_table(self, ball: int) -> None:
        if not (self._past or self._shootout or ball in self._table):
            raise NotAllowed("ball-gone", "", ball)

    def _check_pot(self, ball: int) -> None:
        if self._still:
            raise NotAllowed("still")
        self._check_on_table(ball)
        if self._shootout and [potted for potted in self.balls if potted != CUE_BALL]:
            raise NotAllowed("one-ball-left", "T1")

    def _pot(self, ball: int) -> None:
        self._check_pot(ball)
        if ball in self.outs:
            self.outs.remove(ball)
        self.balls.append(ball)
        self.falls.take(ball, self.call)

    def _unpot(self, ball: int) -> None:
        self.balls.remove(ball)
        self.falls.forget(ball)
        if ball != CUE_BALL:
            self._denied.append(ball)
        self.falls.pair(self)
