"""What is shown, and why: the view, derived from the game, the panel, the alarms and the self-test."""

import ticks
from compact import const
from rules.cases import LATE, traits
from rules.position import OVER, value
from rules.token import write

from .texts import Texts

TYPE_CHECKING = False
if TYPE_CHECKING:
    from referee.draft import Draft
    from referee.fingers import Fingers
    from referee.panel import Panel
    from rules import Event, RulesError
    from storage.session import Session
    from storage.settings import Settings

    from .alarms import Alarms
    from .selftest import SelfTest
    from .view import View

    # What is asked for or looked at: its kind, and what belongs to it. A prompt of the rules with its ball or player;
    # "fall" and "unsure" with a pocket; "undo" with the event, or None for the whole game; "review" with its number and
    # the choice, "" without; "menu" with item and value; "next" with its page; "miss", "ok" and "" with 0.
    Shown = tuple[str, object]

_TURN_OVER_MS = const(2000)
_NOTHING = ("", 0)


class Screen:
    """Writes the view in two pieces, as each takes a while: `look` the scores, `word` the texts.

    `test` is the self-test while it runs.
    """

    def __init__(
        self,
        view: "View",
        session: "Session",
        panel: "Panel",
        fingers: "Fingers",
        settings: "Settings",
        alarms: "Alarms",
    ) -> None:
        self.test: "SelfTest | None" = None
        self._view = view
        self._session = session
        self._panel = panel
        self._fingers = fingers
        self._settings = settings
        self._alarms = alarms
        self._texts = Texts()
        self._pages: "list[Shown]" = []
        self._page = 0
        self._page_ms = 0

    def shown(self) -> "Shown":
        """What the board asks for or lets look at."""
        return self._pages[self._page] if self._pages else _NOTHING

    def turn_over(self, now_ms: int) -> bool:
        """Goes on to the next page if it is time. Returns whether it was."""
        if len(self._pages) < 2 or ticks.diff(now_ms, self._page_ms) < _TURN_OVER_MS:
            return False
        self._page = (self._page + 1) % len(self._pages)
        self._page_ms = now_ms
        return True

    def look(self, dim: bool, now_ms: int) -> None:
        """Scores, whose turn it is, who has won, and what OK would do to all that. `dim`: it is night."""
        view, number = self._view, self._settings.number
        position = self._session.game.position
        left, right = ("B", "A") if number("swapped") else ("A", "B")
        view.score_left, view.score_right = position.score[left], position.score[right]
        ahead = self._panel.outlook.position
        before = (view.gain_left, view.gain_right, view.next_turn, view.next_winner)
        view.gain_left = ahead.score[left] - view.score_left if ahead else 0
        view.gain_right = ahead.score[right] - view.score_right if ahead else 0
        view.next_turn = _side(ahead.striker, left) if ahead else 0
        view.next_winner = _side(ahead.winner, left) if ahead else 0
        if view.ahead != bool(ahead) or before != (view.gain_left, view.gain_right, view.next_turn, view.next_winner):
            view.ahead, view.ahead_at = bool(ahead), now_ms
        view.turn = _side(position.striker, left)
        view.over = position.phase == OVER
        view.winner = _side(position.winner, left)
        view.brightness = number("brightness_night" if dim else "brightness")
        view.pattern = self.test.pattern if self.test else 0
        view.version += 1

    def word(self, now_ms: int) -> None:
        """The two lines of the centre, and the sign of alarm."""
        view, alarms = self._view, self._alarms
        pages = self._find_pages()
        if pages != self._pages:
            self._pages = pages
            self._page, self._page_ms = 0, now_ms
        view.alarm = alarms.any()
        view.sign, view.sign_value = (alarms.notice, 0) if alarms.notice else self.shown()
        self._texts.speak(self._settings.word("language"), bool(self._panel.menu or self.test))
        head, foot = self._lines()
        view.show_text(head, foot, now_ms)
        view.version += 1

    def _find_pages(self) -> "list[Shown]":
        panel, draft, game = self._panel, self._panel.draft, self._session.game
        if self.test:
            return [("menu", ("self-test", None))]
        if panel.menu:
            return [("menu", (panel.menu.item, panel.menu.value))]
        if panel.review:
            return [("review", (panel.review.number, panel.review.choice))]
        if panel.undo_shown:
            return [("undo", game.last())]
        if panel.asks():
            return [("ok", 0)]
        demanded = draft.demanded()
        if demanded:
            return [("fall", demanded[0])]
        if draft.is_doubted():
            return [("miss", 0)]
        unsure = draft.falls.waiting(False)
        if unsure and not draft.fouls():
            return [("unsure", unsure[0])]
        if not draft.is_empty():
            return []
        if game.position.phase == OVER:
            # Who has won, and what OK does now.
            return [("next", 0), ("next", 1)]
        prompts: "list[Shown]" = list(game.position.prompts())
        # The warning is waited for alone.
        return [("warn", 0)] if ("warn", 0) in prompts else prompts

    def _lines(self) -> "tuple[str, str]":
        panel, fingers, say = self._panel, self._fingers, self._texts.lines
        if self.test:
            return say(*self.test.page)
        if self._alarms.notice:
            return say(self._alarms.notice)
        if fingers.refusal:
            return self._refused(fingers.refusal)
        if fingers.said:
            return say(fingers.said)
        if panel.menu:
            return panel.menu.lines(say)
        draft = panel.entry()
        if draft.pending:
            return say(draft.pending, draft.called)
        kind, which = self.shown()
        if panel.review:
            return panel.review.lines(say, panel.composing())
        if kind == "undo":
            last = self._session.game.last()
            return say(kind, write(last)) if last else say("undo-game")
        if kind == "fall":
            # Once OK has been refused the next one leaves the fall out.
            return say("skip", which) if draft.falls.warned else ("P%s?" % which, _parts(draft))
        if kind == "unsure":
            return "P%s??" % which, _parts(draft)
        if kind in ("ok", "miss"):
            return say(kind)[0], _parts(draft)
        if kind == "rear-spot" and not which:
            return say("rear-spot:any")
        if kind and kind != "next":
            return say(kind, which)
        if not draft.is_empty():
            # What OK would bring takes the place of the call.
            gains = self._view.gain_left or self._view.gain_right
            call = "%d>%d" % draft.call if draft.call else ""
            return ("", call + " " + _parts(draft)) if call and gains else (call, _parts(draft))
        return self._idle_lines()

    def _refused(self, error: "RulesError") -> "tuple[str, str]":
        """Why a key was refused; where a correction would spoil a later event, which one."""
        if error.number:
            return self._texts.lines("later", error.number)
        return self._texts.lines(error.kind if self._texts.has(error.kind) else "refused", *error.values)

    def _idle_lines(self) -> "tuple[str, str]":
        position, wrong = self._session.game.position, self._alarms.said()
        if wrong:
            return self._texts.lines(*wrong)
        if self.shown() == ("next", 1):
            return self._texts.lines("next")
        if position.phase == OVER:
            head, foot = self._texts.lines(position.reason or "")
            return head, foot or position.winner or ""
        wanted, won_a, won_b = self._session.series()
        head = ""
        if wanted:
            head = "%d:%d" % ((won_b, won_a) if self._settings.number("swapped") else (won_a, won_b))
        return head, str(sum([value(ball) for ball in position.on_table]))


def _parts(draft: "Draft") -> str:
    """What is drafted besides the call: balls by their numbers alone, as P is for pockets on the board."""
    event = draft.event() if draft.has_parts() else None
    return " ".join(_said(event)) if event else ""


def _said(event: "Event") -> "list[str]":
    case = ["S%d %s" % (event.case, event.player) if event.player else "S%d" % event.case] if event.case else []
    said = [str(ball) for ball, _ in event.pots] + ["O%d" % ball for ball in event.outs]
    said += ["F%d" % reason for reason in event.fouls]
    if event.still:
        said.append("=")
    return case + said if traits(event.case) & LATE else said + case


def _side(player: "str | None", left: str) -> int:
    """0 for nobody, 1 for the player shown on the left, 2 for the other."""
    return 0 if player is None else 1 if player == left else 2
