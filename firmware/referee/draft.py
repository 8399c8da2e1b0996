"""The stroke that the referee is drafting: what the keys have entered of it so far."""

from rules.cases import FOUL, LATE, TABLE, VOIDS, traits
from rules.events import CUE_POTTED, POCKETS, REASONS, STROKE, Event
from rules.position import SHOOTOUT

from .falls import CUE_BALL, Falls

TYPE_CHECKING = False
if TYPE_CHECKING:
    from rules.position import Position

# What an unfinished CALL, FOUL or CASE waits for.
BALL, POCKET, REASON, CASE, LATE_BALL = "call-ball", "call-pocket", "reason", "case", "late"


class Draft:
    """A stroke on the game's present position or, in review, on one of the past.

    `pending`: one of the five above, or "". `call` (ball, pocket) or None, `called` its ball while it has no pocket;
    `balls` potted, in order, CUE_BALL among them; `outs` that left the table; `falls` what the beams saw of it. Methods
    that enter something return whether it was taken.
    """

    def __init__(self, past: bool = False) -> None:
        self.falls = Falls()
        self._past = past
        self._table: "list[int]" = []
        self._shootout = False
        self._clear()

    def _clear(self) -> None:
        self.pending = ""
        self.call: "tuple[int, int] | None" = None
        self.called = 0
        self.balls: "list[int]" = []
        self.outs: "list[int]" = []
        self._reason: "int | None" = None
        self._still = False
        self._case = self._late = 0

    def on(self, position: "Position") -> None:
        """Takes the position that what is drafted now will act on."""
        self._table = position.on_table
        self._shootout = position.phase == SHOOTOUT

    def clear(self) -> None:
        """Takes back everything entered; falls stay, unnamed."""
        self.falls.forget_names(len(self._table) == 1)
        self._clear()

    def reset(self) -> None:
        """Begins the next stroke: falls are gone too."""
        self.falls.clear()
        self._clear()

    def has_parts(self) -> bool:
        """Whether the stroke would say anything."""
        return bool(self.call or self.balls or self.outs or self._still or self._case or self._reason is not None)

    def is_empty(self) -> bool:
        """Whether nothing was entered; falls may wait."""
        return not self.pending and not self.has_parts()

    def is_unfinished(self) -> bool:
        """Whether CALL or CASE waits for a key. A reason may stay away."""
        return self.pending not in ("", REASON)

    def takes_ball_key(self, number: int) -> bool:
        """Whether that key would act as a ball key and not as a number."""
        return self.pending == "" or (self.pending == REASON and number > REASONS)

    # What the keys enter.

    def takes_ball(self, ball: int) -> bool:
        """Whether a ball key with nothing pending would be taken."""
        return ball in self.balls or ball in self.outs or self._can_pot(ball)

    def press_ball(self, ball: int) -> bool:
        """A ball key: a ball or a number, as what is pending wants it."""
        pending = self.pending
        if pending == BALL:
            return self._enter_called(ball)
        if pending == POCKET:
            return self._enter_pocket(ball)
        if pending == CASE:
            return self._enter_case(ball)
        if pending == LATE_BALL:
            return self._enter_late(ball)
        if pending == REASON:
            self.pending = ""
            if ball <= REASONS:
                self._reason = ball
                return True
        if ball in self.balls:
            self._unpot(ball)
            return True
        if ball in self.outs:
            self.outs.remove(ball)
            return True
        return self._pot(ball)

    def hold_ball(self, ball: int) -> bool:
        """A ball key held: the ball left the table."""
        if ball in self.outs or self._still or not self._is_on_table(ball):
            return False
        # First, so that no other fall is named after it.
        self.outs.append(ball)
        if ball in self.balls:
            self._unpot(ball)
        return True

    def press_call(self) -> bool:
        """CALL: begins a call, or drops the one there is."""
        if self.call or self.pending in (BALL, POCKET):
            if self.call:
                self.falls.drop_called(self.call[0], self.balls)
            self.call = None
            self.pending = ""
            self.falls.pair(self)
        else:
            self.pending = BALL
        return True

    def press_cue(self) -> bool:
        """CUE: the cue ball was potted, or 16 as the number of a special case."""
        if self.pending == CASE:
            return self._enter_case(CUE_BALL)
        if self.is_unfinished():
            return False
        self.pending = ""
        if CUE_BALL in self.balls:
            self._unpot(CUE_BALL)
        else:
            self.falls.take_cue_ball(self.balls)
        return True

    def press_foul(self) -> bool:
        """FOUL: a foul whose reason may follow, or none after all."""
        if self.is_unfinished():
            return False
        if self._reason is None:
            self._reason, self.pending = 0, REASON
        else:
            self._reason, self.pending = None, ""
        return True

    def press_still(self) -> bool:
        """STILL: no object ball moved (K1), or one did after all."""
        if self.is_unfinished() or self.outs or [ball for ball in self.balls if ball != CUE_BALL]:
            return False
        self.pending = ""
        self._still = not self._still
        return True

    def press_case(self) -> bool:
        """CASE: a special case whose number follows, or none after all."""
        if self.pending in (BALL, POCKET):
            return False
        if self._case or self.pending in (CASE, LATE_BALL):
            self._case, self.pending = 0, ""
            self.falls.pair(self)
        else:
            self.pending = CASE
        return True

    def add_fall(self, pocket: int, sure: bool) -> None:
        """A beam saw something cross a pocket."""
        self.falls.add(pocket, sure)
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
        return event

    def fouls(self) -> "list[int]":
        """Reasons of the foul, ascending; 0 where STILL stands without one."""
        reasons = [] if self._reason is None else [self._reason]
        if CUE_BALL in self.balls and CUE_POTTED not in reasons:
            reasons.append(CUE_POTTED)
        if self._still and not reasons:
            reasons.append(0)
        return sorted(reasons)

    def demanded(self) -> "list[int]":
        """Pockets of the falls to be named before OK, never more than there are balls, with the cue ball."""
        if traits(self._case) & (VOIDS | FOUL) or self.fouls():
            return []
        return self.falls.waiting(True)[: max(0, len(self._table) + 1 - self.falls.named())]

    # What the falls ask (see falls.Stroke).

    def only_ball(self) -> int:
        """The only ball on the table, or 0."""
        return self._table[0] if len(self._table) == 1 else 0

    def takes_by_itself(self, ball: int) -> bool:
        """Whether the board may enter a ball."""
        if not ball or ball in self.outs or self._still:
            return False
        return not (self._shootout and [potted for potted in self.balls if potted not in (ball, CUE_BALL)])

    # Calls, cases, balls.

    def _enter_called(self, ball: int) -> bool:
        if not self._is_on_table(ball):
            return False
        self.called, self.pending = ball, POCKET
        return True

    def _enter_pocket(self, pocket: int) -> bool:
        if pocket > POCKETS:
            return False
        self.call, self.pending = (self.called, pocket), ""
        self.falls.settle(pocket)
        self.falls.pair(self)
        return True

    def _enter_case(self, case: int) -> bool:
        if case not in TABLE:
            return False
        if traits(case) & LATE:
            # No case yet: its ball comes next.
            self._late, self.pending = case, LATE_BALL
        else:
            self._case, self.pending = case, ""
        return True

    def _enter_late(self, ball: int) -> bool:
        if ball not in self.balls and not self._pot(ball):
            return False
        self._case, self.pending = self._late, ""
        return True

    def _is_on_table(self, ball: int) -> bool:
        return self._past or self._shootout or ball in self._table

    def _can_pot(self, ball: int) -> bool:
        taken = self._shootout and [potted for potted in self.balls if potted != CUE_BALL]
        return not self._still and self._is_on_table(ball) and not taken

    def _pot(self, ball: int) -> bool:
        if not self._can_pot(ball):
            return False
        if ball in self.outs:
            self.outs.remove(ball)
        self.balls.append(ball)
        self.falls.take(ball, self.call)
        return True

    def _unpot(self, ball: int) -> None:
        self.balls.remove(ball)
        self.falls.forget(ball)
        self.falls.pair(self)
