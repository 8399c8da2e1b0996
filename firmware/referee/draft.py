"""What the referee has entered of a stroke so far, and the falls that the beams saw meanwhile."""

from rules.cases import FOUL, TABLE, VOIDS, traits
from rules.events import POCKETS, REASONS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from rules.position import Position

# Stands for the cue ball among the balls.
CUE_BALL = 16
CUE_REASON = 2
LATE_FALL = 6
FALLS = 32


class Fall:
    """A ball that a beam saw. `sure`: by samples, not only by an edge during a stall. `ball` 0 until it is named.

    `by_board`: the board named it. `disputed`: the referee took that name back, so the board gives it none again.
    """

    def __init__(self, pocket: int, sure: bool) -> None:
        self.pocket = pocket
        self.sure = sure
        self.ball = 0
        self.by_board = False
        self.disputed = False


class Composition:
    """A stroke that is being composed, for the game's present position or, in review, for an event of the past.

    `pending` is what an unfinished CALL, FOUL or CASE waits for: ball, pocket, reason, case, late, or "". Methods that
    enter something return whether it was taken.
    """

    def __init__(self, past: bool = False) -> None:
        self.past = past
        self.falls: "list[Fall]" = []
        self.warned_of_falls = False
        self._table: "list[int]" = []
        self._shootout = False
        self._clear()

    def _clear(self) -> None:
        self.pending = ""
        self.call: "tuple[int, int] | None" = None
        self.called = 0
        self.balls: "list[int]" = []
        self.outs: "list[int]" = []
        self.reason: "int | None" = None
        self.still = False
        self.case = 0

    def on(self, position: "Position") -> None:
        """Takes the position that what is composed now will act on."""
        self._table = position.on_table
        self._shootout = position.phase == "shootout"

    def clear(self) -> None:
        """Takes back everything entered; falls stay, unnamed."""
        for fall in self.falls:
            fall.disputed = fall.disputed or fall.by_board or len(self._table) == 1
            fall.ball, fall.by_board = 0, False
        self._clear()

    def reset(self) -> None:
        """Begins the next stroke: falls are gone too."""
        self.falls = []
        self.warned_of_falls = False
        self._clear()

    def is_empty(self) -> bool:
        """Whether nothing was entered; falls may wait."""
        return not self.pending and self.token() == "-"

    def is_unfinished(self) -> bool:
        """Whether CALL or CASE waits for a key. A reason may stay away."""
        return self.pending not in ("", "reason")

    # What the keys enter.

    def takes_ball(self, ball: int) -> bool:
        """Whether a ball key with nothing pending would be taken."""
        return ball in self.balls or ball in self.outs or self._can_pot(ball)

    def press_ball(self, ball: int) -> bool:
        """A ball key: a ball or a number, as what is pending wants it."""
        pending = self.pending
        if pending == "reason":
            self.pending = ""
            if ball <= REASONS:
                self.reason = ball
                return True
        elif pending == "ball":
            return self._enter_called(ball)
        elif pending == "pocket":
            return self._enter_pocket(ball)
        elif pending == "case":
            return self._enter_case(ball)
        elif pending == "late":
            if ball not in self.balls and not self._pot(ball):
                return False
            self.case, self.pending = LATE_FALL, ""
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
        if ball in self.outs or self.still or not self._is_on_table(ball):
            return False
        # First, so that no other fall is named after it.
        self.outs.append(ball)
        if ball in self.balls:
            self._unpot(ball)
        return True

    def press_call(self) -> bool:
        """CALL: begins a call, or drops the one there is."""
        if self.call or self.pending in ("ball", "pocket"):
            for fall in self.falls:
                if self.call and fall.by_board and fall.ball == self.call[0]:
                    self.balls.remove(fall.ball)
                    fall.ball, fall.by_board = 0, False
            self.call = None
            self.pending = ""
            self._pair()
        else:
            self.pending = "ball"
        return True

    def press_cue(self) -> bool:
        """CUE: the cue ball was potted, or 16 as the number of a special case."""
        if self.pending == "case":
            return self._enter_case(CUE_BALL)
        if self.is_unfinished():
            return False
        self.pending = ""
        if CUE_BALL in self.balls:
            self._unpot(CUE_BALL)
            return True
        fall = self._oldest(True) or self._oldest(False) or self._latest_by_board()
        self.balls.append(CUE_BALL)
        if fall:
            if fall.ball:
                self.balls.remove(fall.ball)
            fall.ball, fall.by_board = CUE_BALL, False
        return True

    def press_foul(self) -> bool:
        """FOUL: a foul whose reason may follow, or none after all."""
        if self.is_unfinished():
            return False
        if self.reason is None:
            self.reason, self.pending = 0, "reason"
        else:
            self.reason, self.pending = None, ""
        return True

    def press_still(self) -> bool:
        """STILL: no object ball moved (K1), or one did after all."""
        if self.is_unfinished() or self.outs or [ball for ball in self.balls if ball != CUE_BALL]:
            return False
        self.pending = ""
        self.still = not self.still
        return True

    def press_case(self) -> bool:
        """CASE: a special case whose number follows, or none after all."""
        if self.pending in ("ball", "pocket"):
            return False
        if self.case or self.pending in ("case", "late"):
            self.case, self.pending = 0, ""
            self._pair()
        else:
            self.pending = "case"
        return True

    def add_fall(self, pocket: int, sure: bool) -> None:
        """A beam saw something cross a pocket."""
        if len(self.falls) >= FALLS or (not sure and self.waiting(False, pocket)):
            return
        self.falls.append(Fall(pocket, sure))
        self.warned_of_falls = self.warned_of_falls and not sure
        self._pair()

    def withdraw(self, pocket: int) -> None:
        """The beam of that pocket is faulty: what no referee has named never was, the rest is unsure."""
        for fall in self.falls:
            if fall.pocket == pocket:
                fall.sure = False
                if fall.by_board:
                    self.balls.remove(fall.ball)
                    fall.ball = 0
        self.falls = [fall for fall in self.falls if fall.ball or fall.pocket != pocket]

    # What follows from it.

    def token(self) -> str:
        """The stroke as an event; `-` where nothing was entered."""
        pots = [self._pot_text(ball) for ball in self.balls if ball != CUE_BALL]
        if self.case == LATE_FALL:
            pots.insert(0, "s6")
        call = ["c%d@%d" % self.call] if self.call else []
        outs = ["o%d" % ball for ball in self.outs]
        fouls = ["f%d" % reason for reason in self.fouls()]
        end = ["="] if self.still else []
        if self.case and self.case != LATE_FALL:
            end.append("s%d" % self.case)
        return "/".join(call + pots + outs + fouls + end) or "-"

    def fouls(self) -> "list[int]":
        """Reasons of the foul, ascending; 0 where STILL stands without one."""
        reasons = [] if self.reason is None else [self.reason]
        if CUE_BALL in self.balls and CUE_REASON not in reasons:
            reasons.append(CUE_REASON)
        if self.still and not reasons:
            reasons.append(0)
        return sorted(reasons)

    def waiting(self, sure: bool, pocket: int = 0) -> "list[int]":
        """Pockets of the falls that have no ball, in order; only those of one pocket if it is given."""
        return [
            fall.pocket for fall in self.falls if not fall.ball and fall.sure == sure and pocket in (0, fall.pocket)
        ]

    def demanded(self) -> "list[int]":
        """Pockets of the falls to be named before OK, never more than there are balls, with the cue ball."""
        if traits(self.case) & (VOIDS | FOUL) or self.fouls():
            return []
        named = len([fall for fall in self.falls if fall.ball])
        return self.waiting(True)[: max(0, len(self._table) + 1 - named)]

    def _pot_text(self, ball: int) -> str:
        for fall in self.falls:
            if fall.ball == ball:
                return "p%d@%d" % (ball, fall.pocket)
        return "p%d" % ball

    # Calls and cases.

    def _enter_called(self, ball: int) -> bool:
        if not self._is_on_table(ball):
            return False
        self.called, self.pending = ball, "pocket"
        return True

    def _enter_pocket(self, pocket: int) -> bool:
        if pocket > POCKETS:
            return False
        self.call, self.pending = (self.called, pocket), ""
        # A dispute was about the call there was before.
        for fall in self.falls:
            if fall.pocket == pocket:
                fall.disputed = False
        self._pair()
        return True

    def _enter_case(self, case: int) -> bool:
        if case not in TABLE:
            return False
        if case == LATE_FALL:
            self.pending = "late"
        else:
            self.case, self.pending = case, ""
        return True

    # Balls and falls.

    def _is_on_table(self, ball: int) -> bool:
        return self.past or self._shootout or ball in self._table

    def _pot(self, ball: int) -> bool:
        if not self._can_pot(ball):
            return False
        if ball in self.outs:
            self.outs.remove(ball)
        self.balls.append(ball)
        fall = self._fall_for(ball)
        if fall:
            fall.ball = ball
        return True

    def _can_pot(self, ball: int) -> bool:
        taken = self._shootout and [other for other in self.balls if other != CUE_BALL]
        return not self.still and self._is_on_table(ball) and not taken

    def _unpot(self, ball: int) -> None:
        self.balls.remove(ball)
        for fall in self.falls:
            if fall.ball == ball:
                fall.disputed = fall.disputed or ball != CUE_BALL
                fall.ball, fall.by_board = 0, False
        self._pair()

    def _oldest(self, sure: bool) -> "Fall | None":
        for fall in self.falls:
            if not fall.ball and fall.sure == sure:
                return fall
        return None

    def _latest_by_board(self) -> "Fall | None":
        named = [fall for fall in self.falls if fall.ball and fall.by_board]
        return named[-1] if named else None

    def _fall_for(self, ball: int) -> "Fall | None":
        """The fall that a ball key names: the oldest sure one, else the oldest; for the called ball one in its pocket.

        An unsure fall elsewhere never names the called ball: noise must not spoil the call.
        """
        called = self.call is not None and self.call[0] == ball
        if self.call and called:
            for fall in self.falls:
                if not fall.ball and fall.pocket == self.call[1]:
                    return fall
        return self._oldest(True) or (None if called else self._oldest(False))

    def _pair(self) -> None:
        """Gives each sure fall without a ball the self-evident one, or the oldest ball entered without a pocket.

        A cue ball that waits for its fall comes before what is self-evident, as it takes a fall that is already named.
        """
        for fall in self.falls:
            if fall.sure and not fall.ball:
                cue_waits = CUE_BALL in self.balls and not self._is_named(CUE_BALL)
                ball = 0 if fall.disputed or cue_waits else self._self_evident(fall.pocket)
                if ball and ball not in self.balls:
                    self.balls.append(ball)
                    fall.by_board = True
                fall.ball = ball or self._oldest_without_pocket()

    def _self_evident(self, pocket: int) -> int:
        """The called ball in the called pocket, or the only ball there is; 0 where that is in use or nothing is."""
        ball = 0
        if self.call and self.call[1] == pocket:
            ball = self.call[0]
            for fall in self.falls:
                if fall.ball == ball and fall.by_board and fall.pocket != pocket:
                    # The last ball was named where it is not called: the called pocket is the better witness.
                    fall.ball, fall.by_board, fall.disputed = 0, False, True
        elif len(self._table) == 1:
            ball = self._table[0]
        if ball in self.outs or self.still or self._is_named(ball):
            return 0
        if self._shootout and [other for other in self.balls if other not in (ball, CUE_BALL)]:
            return 0
        return ball

    def _oldest_without_pocket(self) -> int:
        for ball in self.balls:
            if not self._is_named(ball):
                return ball
        return 0

    def _is_named(self, ball: int) -> bool:
        """Whether a fall has that ball."""
        return ball in [fall.ball for fall in self.falls]
