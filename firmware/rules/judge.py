"""How each rule acts on the state of a game: the position after an event."""

from compact import const

from .cases import FOUL, FREES, LATE, NO_LATE, NO_STROKE, OPPONENT, REPLAYED, STRIKER, TABLE, VOIDS, traits
from .errors import NotAllowed
from .events import ADJUST, CUE_OFF, CUE_POTTED, PLAYERS, START, STROKE, SWEPT, WARN, WARNED, Event, by_itself
from .position import LAG, OVER, PLAY, SHOOTOUT, SHOOTOUT_LAG, TARGET, Position, other, value
from .prompts import PLACEMENTS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .prompts import Prompt

PENALTY = const(5)
_CLEARANCE = const(10)
_STALEMATE_AT = const(3)


def after(position: Position, event: Event) -> Position:
    """The position after `event`, which is no undo, amend or insert. Raises NotAllowed; `position` stays as it was."""
    if position.phase == OVER:
        raise NotAllowed("over", "V3")
    if event.kind == STROKE:
        return _stroke(position, event)
    new = position.copy()
    if event.kind == START:
        _start(new, event.player)
    elif event.kind == WARN:
        if not position.warning_due():
            raise NotAllowed("no-warning-due", "K2")
        new.warned = True
    elif event.kind == ADJUST:
        if position.phase != PLAY:
            raise NotAllowed("only-in-play")
        new.score[event.player] += event.points
        # What the last stroke left to do is not of a shootout that opens here.
        new.standing = []
        _settle(new, event.player, "adjustment")
        if new.phase == PLAY:
            new.standing = position.standing
    else:
        if position.phase == LAG:
            raise NotAllowed("before-lag")
        _finish(new, other(event.player), "concession")
    return new


def _start(new: Position, player: str) -> None:
    """The lag is decided: `player` plays, in hand from the house (T1, T2)."""
    if new.phase == LAG:
        new.phase = PLAY
    elif new.phase == SHOOTOUT_LAG:
        new.phase = SHOOTOUT
    else:
        raise NotAllowed("lag-decided")
    new.striker = player
    new.standing = [("cue:house", 0)]


def _stroke(position: Position, event: Event) -> Position:
    if position.phase not in (PLAY, SHOOTOUT):
        raise NotAllowed("lag-first", "T1" if position.phase == SHOOTOUT_LAG else "")
    known = traits(event.case)
    if known & LATE:
        return _late_fall(position, event)
    new = position.copy()
    if not is_stroke(position, event):
        if known & OPPONENT:
            _missed(position, event.case)
        _no_stroke(new, event)
        return new
    _check_balls(position, event)
    # A copy has no `previous`: one stroke back is enough for S6, and all of them would fill the memory.
    new.previous = (position.copy(), event)
    _judge(new, event)
    return new


def is_stroke(position: Position, event: Event) -> bool:
    """Whether a stroke as it is entered is one of the player whose turn it is (S4, S7, S11, S12, S15, S16)."""
    own = event.player in ("", position.striker)
    return own and not (traits(event.case) & NO_STROKE and by_itself(event))


def _missed(position: Position, case: int) -> "tuple[Position, Event]":
    """The position before the stroke just played, and that stroke: it passed the turn, and a ball hung (S6, S7)."""
    if position.previous:
        before, stroke = position.previous
        passed = position.phase == before.phase and position.striker != before.striker
        if passed and not stroke.fouls and not traits(stroke.case) & NO_LATE:
            return position.previous
    raise NotAllowed("late-after-no-miss", "S%d" % case)


def _late_fall(position: Position, late: Event) -> Position:
    """S6: the stroke before is judged again, with the ball that hung in the jaws added to it."""
    before, stroke = _missed(position, late.case)
    ball = late.pots[0][0]
    if ball in stroke.outs or ball in [pot[0] for pot in stroke.pots]:
        raise NotAllowed("late-ball-there", "S6")
    merged = Event(STROKE)
    merged.call, merged.outs, merged.case = stroke.call, stroke.outs, stroke.case
    merged.pots = stroke.pots + late.pots
    _check_balls(before, merged)
    new = before.copy()
    if not _judge(new, merged):
        raise NotAllowed("late-scores-nothing", "S6")
    return new


def _no_stroke(new: Position, event: Event) -> None:
    """S4, S7, S12, S15, S16: what happens between two strokes; turn and still counts stay, and score but for S11."""
    known, kinds = TABLE[event.case]
    if known & FREES:
        new.free = PLAYERS
    for kind in kinds:
        if kind in PLACEMENTS:
            new.standing = [old for old in new.standing if old[0] not in PLACEMENTS]
        if (kind, 0) not in new.standing:
            new.standing.append((kind, 0))
    if known & FOUL:
        _penalty(new, event.player)


def _penalty(new: Position, player: str) -> None:
    """A foul, of whatever and however many reasons, moves five points to the other player, also such as nobody has got:
    scores have no floor (P10 to P12, S11, V7). In a shootout it loses, and the score stays as it is (T2, T3).
    """
    new.fouls[player] += 1
    if new.phase == SHOOTOUT:
        _finish(new, other(player), "shootout-foul")
        return
    new.score[player] -= PENALTY
    new.score[other(player)] += PENALTY
    _settle(new, other(player), "penalty")


def _check_balls(position: Position, event: Event) -> None:
    """Balls that a stroke names must be on the table. In a shootout any number may name the one ball that is left."""
    named = list(event.outs)
    if event.call:
        named.append(event.call[0])
    if position.phase == PLAY:
        named.extend([pot[0] for pot in event.pots])
    elif len(event.pots) > 1:
        raise NotAllowed("one-ball-left", "T1")
    elif not position.on_table:
        return
    for ball in named:
        if ball not in position.on_table:
            raise NotAllowed("ball-gone", "V4" if position.phase == PLAY else "T1", ball)


def _counted(position: Position, event: Event) -> "list[int]":
    """Balls that a stroke scores, as named (V4, P13; voided by S5, S8)."""
    if event.fouls or traits(event.case) & VOIDS:
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

    In a shootout a counted pot wins, and the score stays as it is (T2, T3).
    """
    striker, known = new.striker or "", traits(event.case)
    counted = _counted(new, event)
    if not known & REPLAYED:
        new.free = new.free.replace(striker, "")
        _count_still(new, striker, event)
    new.standing = _prompts(new, event, counted)
    new.striker = _next_to_play(striker, known, bool(counted))
    if event.fouls or known & FOUL:
        _penalty(new, striker)
        _stalemate(new)
    elif new.phase == PLAY:
        _score(new, striker, counted)
        _settle(new, striker, "points")
    elif counted:
        new.on_table = []
        _finish(new, striker, "shootout-pot")
    return counted


def _score(new: Position, striker: str, counted: "list[int]") -> None:
    """V1, V2: values of the balls, and ten more for the stroke that clears the table."""
    for ball in counted:
        new.score[striker] += value(ball)
        new.on_table.remove(ball)
        new.last_potted = ball
    if counted and not new.on_table:
        new.score[striker] += _CLEARANCE


def _count_still(new: Position, striker: str, event: Event) -> None:
    """K1: a still foul counts, any other stroke clears counts and warning."""
    if event.still and new.phase == PLAY:
        new.still[striker] += 1
    else:
        _clear_still(new)


def _clear_still(new: Position) -> None:
    new.still = {"A": 0, "B": 0}
    new.warned = False


def _next_to_play(striker: str, known: int, scored: bool) -> str:
    """V5, P10, and S5, S7, S8, S9, S11."""
    if known & STRIKER or (scored and not known & OPPONENT):
        return striker
    return other(striker)


def _prompts(new: Position, event: Event, counted: "list[int]") -> "list[Prompt]":
    """What the referee has to do after a stroke of `new.striker` (P13 to P15, S1 to S5, S7, S8, S11)."""
    case = event.case
    kinds = list(TABLE[case][1]) if case else []
    fouls = event.fouls
    if (SWEPT in fouls or WARNED in fouls) and "restore" not in kinds:
        kinds.append("restore")
    # Then all balls go back where they were: none is spotted, or given a place.
    restored = "restore" in kinds
    if CUE_POTTED in fouls or CUE_OFF in fouls:
        # P14: in hand, whatever S2 says.
        kinds = [kind for kind in kinds if kind not in PLACEMENTS]
        if not restored:
            kinds.append("cue:house")
    prompts: "list[Prompt]" = [(kind, new.striker or "" if kind.endswith("anywhere") else 0) for kind in kinds]
    if traits(case) & REPLAYED:
        prompts += [old for old in new.standing if old[0] in PLACEMENTS]
    if restored:
        return prompts
    back = [pot[0] for pot in event.pots if pot[0] not in counted] + list(event.outs)
    if new.phase == PLAY:
        prompts += [("spot", ball) for ball in back]
    elif back:
        prompts.append(("rear-spot", (new.on_table or back)[0]))
    return prompts


def _settle(new: Position, player: str, reason: str) -> None:
    """V3, T1: whether the points that `player` was just given end the game, or open the shootout."""
    if new.score[player] >= TARGET:
        _finish(new, player, reason)
    elif new.score["A"] == new.score["B"] == TARGET - 1:
        _open_shootout(new)


def _stalemate(new: Position) -> None:
    """K3, K4, S10: the still foul after the warning that leaves both counts at three or more."""
    if new.phase != PLAY or not new.warned or min(new.still["A"], new.still["B"]) < _STALEMATE_AT:
        return
    if new.options.draw:
        _finish(new, None, "stalemate")
    else:
        new.score = {"A": TARGET - 1, "B": TARGET - 1}
        _open_shootout(new)


def _open_shootout(new: Position) -> None:
    """T1, T4: one ball, the last that counted, goes to the rear spot, all others off; the lag decides who plays."""
    new.phase = SHOOTOUT_LAG
    new.striker = None
    if new.on_table:
        new.standing.append(("clear", 0))
    new.standing.append(("rear-spot", new.last_potted))
    new.on_table = [new.last_potted] if new.last_potted else []
    _clear_still(new)


def _finish(new: Position, winner: "str | None", reason: str) -> None:
    new.phase, new.striker = OVER, None
    new.winner, new.reason = winner, reason
