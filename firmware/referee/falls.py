"""The falls that the beams saw during a stroke, and which ball each of them was."""

import ticks
from compact import const

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Protocol

    class Stroke(Protocol):
        """What the falls have to know of the stroke that is being drafted."""

        call: "tuple[int, int] | None"
        call_ms: int
        balls: "list[int]"

        def only_ball(self) -> int: ...
        def takes_by_itself(self, ball: int) -> bool: ...


# Stands for the cue ball among the balls.
CUE_BALL = const(16)
_MOST = const(32)
# A fall so long before the call may have been the called ball.
_BEFORE_CALL_MS = const(10_000)
# A hand is known by 200 ms of dark; what fell in the 500 ms before them was the hand too.
_HAND_MS = const(700)


class Fall:
    """A ball that a beam saw at `at_ms`. `sure`: by samples, not only by an edge during a stall.

    `ball` 0 until it is named; `by_board`: the board named it.
    """

    def __init__(self, pocket: int, sure: bool, at_ms: int) -> None:
        self.pocket = pocket
        self.sure = sure
        self.at_ms = at_ms
        self.ball = 0
        self.by_board = False

    def name(self, ball: int, by_board: bool = False) -> None:
        """It was that ball; 0: nobody knows."""
        self.ball, self.by_board = ball, by_board


class Falls:
    """All falls of a stroke, in their order. `warned`: OK has been refused because some have no name."""

    def __init__(self) -> None:
        self.warned = False
        self._falls: "list[Fall]" = []

    def clear(self) -> None:
        """None has been seen."""
        self._falls = []
        self.warned = False

    def dismiss(self) -> None:
        """Those that have no ball were none."""
        self._falls = [fall for fall in self._falls if fall.ball]

    def add(self, pocket: int, sure: bool, at_ms: int) -> None:
        """A beam saw something cross a pocket."""
        if len(self._falls) < _MOST and (sure or not self.waiting(False, pocket)):
            self._falls.append(Fall(pocket, sure, at_ms))
            self.warned = self.warned and not sure

    def move_to(self, others: "Falls") -> None:
        """They are of another stroke."""
        for fall in self._falls:
            others.add(fall.pocket, fall.sure, fall.at_ms)
        self.clear()

    def withdraw(self, pocket: int, balls: "list[int]") -> None:
        """The beam of that pocket is faulty: what no referee has named never was, the rest is unsure.

        `balls` are those of the stroke; what the board named goes from them.
        """
        for fall in self._falls[:]:
            if fall.pocket == pocket:
                fall.sure = False
                self._take_back(fall, balls)

    def hand(self, pocket: int, now_ms: int, balls: "list[int]") -> None:
        """A hand is in that pocket: so was what fell there a moment ago, unless a referee has named it."""
        for fall in self._falls[:]:
            if fall.pocket == pocket and ticks.diff(now_ms, fall.at_ms) <= _HAND_MS:
                self._take_back(fall, balls)

    def forget_names(self) -> None:
        """The stroke is drafted anew."""
        for fall in self._falls:
            fall.name(0)

    def forget(self, ball: int) -> None:
        """That ball was not potted after all."""
        for fall in self._falls:
            if fall.ball == ball:
                fall.name(0)

    def drop_called(self, ball: int, balls: "list[int]") -> None:
        """The call of that ball is dropped, and with it what the board made of it in `balls`."""
        for fall in self._falls:
            if fall.by_board and fall.ball == ball:
                balls.remove(ball)
                fall.name(0)

    def waiting(self, sure: bool, pocket: int = 0) -> "list[int]":
        """Pockets of the falls that have no ball, in order; only those of one pocket if it is given."""
        return [
            fall.pocket for fall in self._falls if not fall.ball and fall.sure == sure and pocket in (0, fall.pocket)
        ]

    def any_waits(self) -> bool:
        """Whether any has no ball."""
        return bool([fall for fall in self._falls if not fall.ball])

    def named(self) -> int:
        """How many have a ball."""
        return len([fall for fall in self._falls if fall.ball])

    def pocket_of(self, ball: int) -> int:
        """Where that ball fell; 0 where no beam saw it."""
        for fall in self._falls:
            if fall.ball == ball:
                return fall.pocket
        return 0

    def take(self, ball: int, call: "tuple[int, int] | None") -> None:
        """A key names a ball: the oldest sure fall was it, else the oldest; the called ball is sought in its pocket.

        An unsure fall elsewhere never names the called ball: noise must not spoil the call.
        """
        called = call is not None and call[0] == ball
        if call and called:
            for fall in self._falls:
                if not fall.ball and fall.pocket == call[1]:
                    fall.name(ball)
                    return
        oldest = self._oldest(True) or (None if called else self._oldest(False))
        if oldest:
            oldest.name(ball)

    def take_cue_ball(self, balls: "list[int]") -> None:
        """The cue ball takes the oldest fall without a ball, else the latest that the board named itself."""
        fall = self._oldest(True) or self._oldest(False) or self._latest_by_board()
        balls.append(CUE_BALL)
        if fall:
            if fall.ball:
                balls.remove(fall.ball)
            fall.name(CUE_BALL)

    def pair(self, stroke: "Stroke") -> None:
        """Gives each sure fall without a ball the self-evident one, or the oldest ball entered without a pocket.

        A cue ball that waits for its fall comes before what is self-evident, as it takes a fall that is already named.
        """
        balls = stroke.balls
        for fall in self._falls:
            if fall.sure and not fall.ball:
                cue_waits = CUE_BALL in balls and not self.pocket_of(CUE_BALL)
                ball = 0 if cue_waits else self._self_evident(fall, stroke)
                if ball and ball not in balls:
                    balls.append(ball)
                    fall.name(ball, True)
                else:
                    fall.name(ball or self._oldest_without_pocket(balls))

    def _self_evident(self, fall: Fall, stroke: "Stroke") -> int:
        """The called ball in the called pocket, or the only ball there is; 0 where that is in use or nothing is."""
        call = stroke.call
        if call and call[1] == fall.pocket and ticks.diff(stroke.call_ms, fall.at_ms) <= _BEFORE_CALL_MS:
            ball = call[0]
            for other in self._falls:
                if other.ball == ball and other.by_board and other.pocket != fall.pocket:
                    # The last ball was named where it is not called: the called pocket is the better witness.
                    other.name(0)
        else:
            ball = stroke.only_ball()
        return ball if stroke.takes_by_itself(ball) and not self.pocket_of(ball) else 0

    def _take_back(self, fall: Fall, balls: "list[int]") -> None:
        """What no referee has named never was."""
        if fall.by_board:
            balls.remove(fall.ball)
        if fall.by_board or not fall.ball:
            self._falls.remove(fall)

    def _oldest(self, sure: bool) -> "Fall | None":
        for fall in self._falls:
            if not fall.ball and fall.sure == sure:
                return fall
        return None

    def _latest_by_board(self) -> "Fall | None":
        named = [fall for fall in self._falls if fall.by_board]
        return named[-1] if named else None

    def _oldest_without_pocket(self, balls: "list[int]") -> int:
        for ball in balls:
            if not self.pocket_of(ball):
                return ball
        return 0
