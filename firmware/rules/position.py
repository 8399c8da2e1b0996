"""The state of a game after an event, and how each rule acts on it."""

from .errors import NotAllowed
from .events import BALLS, PLAYERS, VOIDING, Event

LAG, PLAY, SHOOTOUT_LAG, SHOOTOUT, OVER = "lag", "play", "shootout-lag", "shootout", "over"

TARGET = 71
PENALTY = 5
CLEARANCE = 10

# In the order in which they are given; those that name a ball end in a colon.
PROMPTS = (
    "lag warn spot: rear-spot: restore replay jaws cue:house cue:anywhere cue:pocket "
    "ball:anywhere temporary-house no-call"
)


def value(ball: int) -> int:
    """Points of an object ball: its number, the ace 11 (V1)."""
    return 11 if ball == 1 else ball


def other(player: str) -> str:
    """The opponent of `player`."""
    return "B" if player == "A" else "A"


class Options:
    """What is agreed before a game: `handicap` points at the start (V6), `draw` a stalemate ends the game (K4)."""

    def __init__(self, a: int = 0, b: int = 0, draw: bool = False) -> None:
        self.handicap = {"A": a, "B": b}
        self.draw = draw


class Position:
    """The state of a game. Never changed once `after` has returned it.

    `phase` one of the five above; `striker` A, B or None; `score`, `fouls` (penalties) and `still` (K1) by player;
    `on_table` sorted object balls; `warned` (K2); `free` players whose next stroke needs no call (S15); `last_potted`
    the ball of T1 or 0; `winner` A, B or None and `reason`, None until the game is over; `standing` prompts of the last
    stroke; `previous` the position before the last event and that event, where it was a stroke (S6).
    """

    def __init__(self, options: Options) -> None:
        self.options = options
        self.phase = LAG
        self.striker: "str | None" = None
        self.score = dict(options.handicap)
        self.on_table = list(range(1, BALLS + 1))
        self.still = {"A": 0, "B": 0}
        self.warned = False
        self.fouls = {"A": 0, "B": 0}
        self.free = ""
        self.last_potted = 0
        self.winner: "str | None" = None
        self.reason: "str | None" = None
        self.standing: "list[str]" = []
        self.previous: "tuple[Position, Event] | None" = None

    def copy(self) -> "Position":
        """A position of its own with the same contents, but for `previous`."""
        new = Position(self.options)
        new.phase, new.striker, new.warned, new.free = self.phase, self.striker, self.warned, self.free
        new.score, new.still, new.fouls = self.score.copy(), self.still.copy(), self.fouls.copy()
        new.on_table, new.standing, new.last_potted = self.on_table[:], self.standing[:], self.last_potted
        return new

    def warning_due(self) -> bool:
        """Whether the referee has to warn both players now (K2)."""
        return self.phase == PLAY and not self.warned and min(self.still["A"], self.still["B"]) >= 2

    def prompts(self) -> "list[str]":
        """What the referee has to do now, in the order of PROMPTS, balls ascending."""
        if self.phase == OVER:
            return []
        prompts = self.standing[:]
        if self.phase in (LAG, SHOOTOUT_LAG):
            prompts.append("lag")
        if self.phase == SHOOTOUT_LAG and self.on_table:
            prompts.append("rear-spot:%d" % self.on_table[0])
        if self.warning_due():
            prompts.append("warn")
        if self.striker and self.striker in self.free:
            prompts.append("no-call")
        return sorted(prompts, key=_rank)


def _rank(prompt: str) -> int:
    name = prompt.rstrip("0123456789")
    return PROMPTS.find(name) * 100 + int(prompt[len(name) :] or 0)


def after(position: Position, event: Event) -> Position:
    """The position after `event` (any kind but undo and amend). Raises NotAllowed; `position` stays as it was."""
    if position.phase == OVER:
        raise NotAllowed("the game is over", "V3")
    new = position.copy()
    if event.kind == "stroke":
        return _stroke(position, new, event)
    if event.kind == "start":
        _start(new, event.player)
    elif event.kind == "warn":
        if not position.warning_due():
            raise NotAllowed("no warning is due", "K2")
        new.warned = True
    elif event.kind == "adjust":
        if position.phase != PLAY:
            raise NotAllowed("only in play")
        new.score[event.player] += event.points
        _settle(new, event.player, "adjustment")
    else:
        if position.phase == LAG:
            raise NotAllowed("not before the lag")
        _finish(new, other(event.player), "concession")
    return new


def _start(new: Position, player: str) -> None:
    """The lag is decided: `player` plays, in hand from the house (T1, T2)."""
    if new.phase == LAG:
        new.phase = PLAY
    elif new.phase == SHOOTOUT_LAG:
        new.phase = SHOOTOUT
    else:
        raise NotAllowed("the lag is decided")
    new.striker = player
    new.standing = ["cue:house"]


def _stroke(position: Position, new: Position, event: Event) -> Position:
    if position.phase not in (PLAY, SHOOTOUT):
        raise NotAllowed("the lag comes first", "T1" if position.phase == SHOOTOUT_LAG else "")
    if event.case == 6:
        return _late_fall(position, event)
    if event.case in (12, 15, 16):
        _no_stroke(new, event.case)
        return new
    _check_balls(position, event)
    new.previous = (position.copy(), event)
    _judge(new, event)
    return new


def _late_fall(position: Position, late: Event) -> Position:
    """S6: the stroke before is judged again, with the ball that hung in the jaws added to it."""
    if position.previous is None:
        raise NotAllowed("not directly after a stroke", "S6")
    before, stroke = position.previous
    passed = position.phase == before.phase and position.striker != before.striker
    if not passed or stroke.fouls or stroke.case in (7, 11):
        raise NotAllowed("the stroke before did not just pass the turn", "S6")
    ball = late.pots[0][0]
    if ball in stroke.outs or ball in [pot[0] for pot in stroke.pots]:
        raise NotAllowed("part of that stroke already", "S6")
    merged = Event("stroke", stroke.token)
    merged.call, merged.outs, merged.case = stroke.call, stroke.outs, stroke.case
    merged.pots = stroke.pots + late.pots
    _check_balls(before, merged)
    new = before.copy()
    if not _judge(new, merged):
        raise NotAllowed("that stroke still scores nothing", "S6")
    return new


def _no_stroke(new: Position, case: int) -> None:
    """S12, S15, S16: something the referee does for the striker; turn, score and still counts stay."""
    if case == 12:
        prompt = "restore"
    else:
        new.standing = [old for old in new.standing if old[:4] not in ("cue:", "temp")]
        prompt = "temporary-house" if case == 16 else "cue:pocket"
    if case == 15:
        new.free = PLAYERS
    if prompt not in new.standing:
        new.standing.append(prompt)


def _check_balls(position: Position, event: Event) -> None:
    """Balls that a stroke names must be on the table. In a shootout any number may name the one ball that is left."""
    named = list(event.outs)
    if event.call:
        named.append(event.call[0])
    if position.phase == PLAY:
        named.extend([pot[0] for pot in event.pots])
    elif len(event.pots) > 1:
        raise NotAllowed("one object ball is left", "T1")
    elif not position.on_table:
        return
    for ball in named:
        if ball not in position.on_table:
            raise NotAllowed("ball %d is not on the table" % ball, "V4" if position.phase == PLAY else "T1")


def _counted(position: Position, event: Event) -> "list[int]":
    """Balls that a stroke scores, as named (V4, P13; voided by S5, S7, S8)."""
    if event.fouls or event.case in VOIDING:
        return []
    balls = [pot[0] for pot in event.pots]
    if event.call is None or (position.striker and position.striker in position.free):
        return balls
    ball, pocket = event.call
    if (ball, pocket) in event.pots or (ball, 0) in event.pots:
        return balls
    return []


def _judge(new: Position, event: Event) -> "list[int]":
    """Applies a stroke of `new.striker` to `new`. Returns the balls that counted.

    A foul, of whatever and however many reasons (P12, S11), moves five points to the opponent, also points that the
    striker has not got: scores have no floor (P10, P11, V7). In a shootout a counted pot wins, a foul loses, and the
    score stays as it is (T2, T3).
    """
    striker = new.striker or ""
    counted = _counted(new, event)
    foul = bool(event.fouls) or event.case == 11
    new.free = new.free.replace(striker, "")
    _count_still(new, striker, event)
    if foul:
        new.fouls[striker] += 1
    _set_prompts(new, event, counted)
    new.striker = _next_to_play(striker, event, bool(counted))
    if new.phase == SHOOTOUT:
        if foul:
            _finish(new, other(striker), "shootout-foul")
        elif counted:
            new.on_table = []
            _finish(new, striker, "shootout-pot")
    elif foul:
        new.score[striker] -= PENALTY
        new.score[other(striker)] += PENALTY
        _settle(new, other(striker), "penalty")
        _stalemate(new)
    else:
        _score(new, striker, counted)
        _settle(new, striker, "points")
    return counted


def _score(new: Position, striker: str, counted: "list[int]") -> None:
    """V1, V2: values of the balls, and ten more for the stroke that clears the table."""
    for ball in counted:
        new.score[striker] += value(ball)
        new.on_table.remove(ball)
        new.last_potted = ball
    if counted and not new.on_table:
        new.score[striker] += CLEARANCE


def _count_still(new: Position, striker: str, event: Event) -> None:
    """K1: a still foul counts, any other stroke clears counts and warning, one that is replayed (S5) neither."""
    if event.still and new.phase == PLAY:
        new.still[striker] += 1
    elif event.case != 5:
        _clear_still(new)


def _clear_still(new: Position) -> None:
    new.still = {"A": 0, "B": 0}
    new.warned = False


def _next_to_play(striker: str, event: Event, scored: bool) -> str:
    """V5, P10, and S5, S7, S8, S9, S11."""
    if event.case in (5, 8) or (scored and event.case != 9):
        return striker
    return other(striker)


def _set_prompts(new: Position, event: Event, counted: "list[int]") -> None:
    """What the referee has to do after a stroke (P13 to P15, S1 to S5, S7, S8, S11)."""
    case, prompts = event.case, []
    in_hand = 2 in event.fouls or 3 in event.fouls or case == 8
    restore = case in (4, 5, 11) or 10 in event.fouls or 11 in event.fouls
    if restore:
        prompts.append("restore")
    elif case == 7:
        prompts.append("jaws")
    else:
        back = [pot[0] for pot in event.pots if pot[0] not in counted] + list(event.outs)
        if new.phase == PLAY:
            prompts.extend(["spot:%d" % ball for ball in back])
        elif back:
            prompts.append("rear-spot:%d" % (new.on_table or back)[0])
    if case == 5:
        prompts.append("replay")
    if in_hand:
        prompts.append("cue:house")
    elif case == 2:
        prompts.append("cue:anywhere")
    if case == 3:
        prompts.append("ball:anywhere")
    new.standing = prompts


def _settle(new: Position, player: str, reason: str) -> None:
    """V3, T1: whether the points that `player` was just given end the game, or open the shootout."""
    if new.score[player] >= TARGET:
        _finish(new, player, reason)
    elif new.score["A"] == new.score["B"] == TARGET - 1:
        _open_shootout(new)


def _stalemate(new: Position) -> None:
    """K3, K4, S10: the still foul after the warning that leaves both counts at three or more."""
    if new.phase != PLAY or not new.warned or min(new.still["A"], new.still["B"]) < 3:
        return
    if new.options.draw:
        _finish(new, None, "stalemate")
    else:
        new.score = {"A": TARGET - 1, "B": TARGET - 1}
        _open_shootout(new)


def _open_shootout(new: Position) -> None:
    """T1, T4: one ball, the last that counted, goes to the rear spot, and the lag decides who plays."""
    new.phase = SHOOTOUT_LAG
    new.striker = None
    new.on_table = [new.last_potted] if new.last_potted else []
    _clear_still(new)


def _finish(new: Position, winner: "str | None", reason: str) -> None:
    new.phase, new.striker = OVER, None
    new.winner, new.reason = winner, reason
