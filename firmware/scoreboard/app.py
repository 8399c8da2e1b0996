"""The scoreboard as a whole: reads the drivers, advances the game, draws, and then brings to flash what happened."""

import gc

import ticks
from referee import keys
from referee.menu import ADJUST
from referee.panel import Panel
from rules.events import POCKETS
from rules.notation import write
from rules.position import OVER, value
from storage.files import FileSystem
from storage.log import Log
from storage.session import Session
from storage.settings import Settings

from . import texts
from .dimmer import Dimmer
from .view import View

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Protocol

    from rules import Game

    from .selftest import SelfTest

    class Keys(Protocol):
        """Key matrix: key * 2 + 1 for down, key * 2 for up."""

        def step(self, now_ms: int) -> None: ...
        def next(self) -> int: ...
        def stuck(self) -> int: ...
        def is_down(self, key: int) -> bool: ...

    class Beams(Protocol):
        """Pocket beams: pocket * 8 + one of the kinds below."""

        def step(self, now_ms: int) -> None: ...
        def next(self) -> int: ...
        def is_faulty(self, pocket: int) -> bool: ...

    class Face(Protocol):
        """What draws a view."""

        def draw(self, view: View, now_ms: int) -> None: ...

    class Buzzer(Protocol):
        """What sounds; `silenced` by the owner."""

        silenced: bool

        def taken(self, now_ms: int) -> None: ...
        def refused(self, now_ms: int) -> None: ...
        def won(self, now_ms: int) -> None: ...
        def step(self, now_ms: int) -> None: ...


# What a beam reports, by pocket * 8 + this.
FALL, UNSURE, FAULTY, OBSTRUCTED, CLEAR = 0, 1, 2, 3, 4

ACK_MS = 120
TURN_OVER_MS = 2000
RETRY_MS = 1000

MENU_TEXTS = {"stalemate": "stalemate-option"}


class Scoreboard:
    """The application. `step` is its deterministic core: time comes in, nothing below reads a clock.

    `notice`: key of a text about a fault that is over, shown until a key is pressed, or "".
    """

    def __init__(
        self,
        keys: "Keys",
        beams: "Beams",
        face: "Face",
        buzzer: "Buzzer",
        files: FileSystem,
        log: Log,
        self_test: "Callable[[], SelfTest]",
    ) -> None:
        self._keys = keys
        self._beams = beams
        self._face = face
        self._buzzer = buzzer
        self._log = log
        self._new_test = self_test
        self._test: "SelfTest | None" = None
        self._dimmer = Dimmer()
        self.settings = Settings(files)
        self.session = Session(files, self.settings)
        self.panel = Panel(self.session, self.settings)
        self.view = View()
        self._ack_at = 0
        self._page = 0
        self._page_at = 0
        self._screens: "list[str]" = []
        self._stuck = -1
        # A bit for each pocket.
        self._faulty = 0
        self._obstructed = 0
        self._flash_failed = False
        self._failed_at = 0
        # How many of the journal's faults are in the log.
        self._logged = 0
        self.notice = "settings" if self.settings.spoiled else "flash" if self.session.journal.faults else ""
        for fault in self.settings.faults:
            log.add(fault)

    # The surface for whoever looks on.

    @property
    def game(self) -> "Game":
        """The game that is being kept."""
        return self.session.game

    def composing(self) -> "str | None":
        """The token composed so far, or None."""
        return self.panel.composing()

    def falls(self) -> "list[int]":
        """Pockets of the falls that have no ball yet, in order."""
        return self.panel.composition.waiting(True)

    def unsure(self) -> "list[int]":
        """Pockets where something may have fallen while Python stood still."""
        return self.panel.composition.waiting(False)

    def screen(self) -> str:
        """The prompt that is shown: one of the rules, P3?, P3??, undo:TOKEN, review:N, a menu path, or ""."""
        return self._screens[self._page] if self._screens else ""

    def is_down(self, key: int) -> bool:
        """Whether that key is down, stuck ones included."""
        return self._keys.is_down(key)

    # The step.

    def step(self, now_ms: int) -> None:
        """One step of 2 ms. `now_ms` wraps at 2**30."""
        changed = not self.view.version
        self._keys.step(now_ms)
        self._beams.step(now_ms)
        event = self._keys.next()
        while event >= 0:
            self._key(event, now_ms)
            self._dimmer.use(now_ms)
            changed = True
            event = self._keys.next()
        event = self._beams.next()
        while event >= 0:
            self._beam(event)
            self._dimmer.use(now_ms)
            changed = True
            event = self._beams.next()
        if self._time_passes(now_ms) or changed:
            self._changed(now_ms)
        self._buzzer.step(now_ms)
        self._face.draw(self.view, now_ms)
        if (changed or self._retry_due(now_ms)) and self._save(now_ms):
            gc.collect()

    def _key(self, event: int, now_ms: int) -> None:
        before = self.game.position
        key, down = event >> 1, event & 1
        if down:
            self.notice = ""
        if self._test:
            if down:
                self._test.key(key)
                self._acknowledge(True, now_ms)
            return
        taken = self.panel.down(key, now_ms) if down else self.panel.up(key, now_ms)
        if down or not taken:
            self._acknowledge(taken, now_ms)
        if self.game.position.phase == OVER and before.phase != OVER:
            self._buzzer.won(now_ms)
        if self.panel.test_wanted:
            self.panel.test_wanted = False
            self._test = self._new_test()

    def _acknowledge(self, taken: bool, now_ms: int) -> None:
        if taken:
            self.view.ack = True
            self._ack_at = now_ms
            self._buzzer.taken(now_ms)
        else:
            self._buzzer.refused(now_ms)

    def _beam(self, event: int) -> None:
        pocket, kind = event >> 3, event & 7
        if kind == FAULTY:
            self._faulty |= 1 << pocket
            self._log.add_once("beam %d: faulty" % pocket)
            self.panel.composition.withdraw(pocket)
        elif kind == OBSTRUCTED:
            self._obstructed |= 1 << pocket
            self._log.add_once("beam %d: obstructed" % pocket)
        elif kind == CLEAR:
            self._obstructed &= ~(1 << pocket)
        elif self._beams_on() >> pocket & 1 and not (self._test and self._test.blind):
            self.panel.fall(pocket, kind == FALL)

    def _beams_on(self) -> int:
        """The beams that the owner has not switched off, a bit for each pocket."""
        on = 0
        for pocket in range(1, POCKETS + 1):
            if self.settings.number("beam_%d" % pocket):
                on |= 1 << pocket
        return on

    def _time_passes(self, now_ms: int) -> bool:
        """What time alone changes. Returns whether anything did."""
        panel = self.panel
        undo_shown, message, review = panel.undo_shown, panel.message, panel.review
        held = panel.step(now_ms)
        changed = panel.undo_shown != undo_shown or panel.message is not message or panel.review != review
        if held is not None:
            self._acknowledge(held, now_ms)
            changed = True
        if self.view.ack and ticks.diff(now_ms, self._ack_at) >= ACK_MS:
            self.view.ack = False
            changed = True
        if len(self._screens) > 1 and ticks.diff(now_ms, self._page_at) >= TURN_OVER_MS:
            self._page = (self._page + 1) % len(self._screens)
            self._page_at = now_ms
            changed = True
        if self._dimmer.step(now_ms, self.settings.number("dim_after")):
            changed = True
        if self._test and self._step_test(self._test, now_ms):
            changed = True
        stuck = self._keys.stuck()
        if stuck != self._stuck:
            self._stuck = stuck
            if stuck >= 0:
                self._log.add_once("key %s: stuck" % keys.KEYS[stuck])
            changed = True
        return changed

    def _step_test(self, test: "SelfTest", now_ms: int) -> bool:
        """The self-test goes on; at its end the beams that passed it are taken in again."""
        changed = test.step(now_ms)
        if test.done:
            test.stop()
            for line in test.report:
                self._log.add(line)
            for pocket in range(1, POCKETS + 1):
                if not self._beams.is_faulty(pocket):
                    self._faulty &= ~(1 << pocket)
            self._test = None
            self._log.save()
        return changed or test.done

    def _retry_due(self, now_ms: int) -> bool:
        return self._flash_failed and ticks.diff(now_ms, self._failed_at) >= RETRY_MS

    def _save(self, now_ms: int) -> bool:
        """Brings to flash what is not there yet. Returns whether there was anything."""
        failed = self._flash_failed
        try:
            saved = self.session.save()
            self._flash_failed = False
        except OSError as error:
            saved = self._flash_failed = True
            self._failed_at = now_ms
            self._log.add_once("flash: %s" % error)
        if self._flash_failed != failed:
            self._changed(now_ms)
        faults = self.session.journal.faults
        while self._logged < len(faults):
            self._log.add(faults[self._logged])
            self._logged += 1
        self._log.save()
        return saved

    # The view.

    def _changed(self, now_ms: int) -> None:
        """Derives the view from what is now."""
        view, position = self.view, self.game.position
        screens = self._find_screens()
        if screens != self._screens:
            self._screens = screens
            self._page, self._page_at = 0, now_ms
        left, right = ("B", "A") if self.settings.number("swapped") else ("A", "B")
        view.score_left, view.score_right = position.score[left], position.score[right]
        ahead = self.panel.preview()
        scores = ahead.score if ahead else position.score
        preview = scores != position.score
        if preview and (not view.preview or (view.next_left, view.next_right) != (scores[left], scores[right])):
            view.preview_at = now_ms
        view.preview = preview
        view.next_left, view.next_right = scores[left], scores[right]
        view.turn = _side(position.striker, left)
        view.over = position.phase == OVER
        view.winner = _side(position.winner, left)
        beams = (self._faulty | self._obstructed) & self._beams_on()
        view.alarm = bool(beams or self._flash_failed or self._stuck >= 0 or self.notice)
        view.prompt = self.notice or self.screen()
        view.brightness = self.settings.number("brightness_night" if self._dimmer.dim else "brightness")
        view.pattern = self._test.pattern if self._test else 0
        self._buzzer.silenced = not self.settings.number("sound")
        head, foot = self._lines()
        view.show_text(head, foot, now_ms)
        view.version += 1

    def _find_screens(self) -> "list[str]":
        panel, composition = self.panel, self.panel.composition
        if self._test:
            return ["menu/self-test"]
        if panel.menu:
            return [panel.menu.path()]
        if panel.review:
            return ["review:%d" % panel.review]
        if panel.undo_shown:
            last = self.game.last()
            return ["undo:" + (write(last) if last else "")]
        demanded = composition.demanded()
        if demanded:
            return ["P%d?" % demanded[0]]
        unsure = composition.waiting(False)
        if unsure and not composition.fouls():
            return ["P%d??" % unsure[0]]
        if not composition.is_empty():
            return []
        prompts = [kind + (":%d" % ball if ball else "") for kind, ball in self.game.position.prompts()]
        return ["warn"] if "warn" in prompts else prompts

    def _lines(self) -> "tuple[str, str]":
        """The two lines of the centre."""
        panel, language = self.panel, self.settings.word("language")
        if self._test:
            key, said = self._test.page
            return texts.lines(language, key, said) if said else texts.lines(language, key)
        if self.notice:
            return texts.lines(language, self.notice)
        if panel.message:
            return texts.lines(language, panel.message[0], panel.message[1])
        if panel.menu:
            return self._menu_lines(language)
        entry = panel.past if panel.review else panel.composition
        if entry.pending == "pocket":
            return texts.lines(language, "call-pocket", entry.called)
        if entry.pending:
            return texts.lines(language, {"ball": "call-ball"}.get(entry.pending, entry.pending))
        if panel.review:
            event = self.game.event(panel.review)
            token = panel.composing() or (write(event) if event else "")
            return texts.lines(language, "review", panel.review, token)
        screen = self.screen()
        if screen[:5] == "undo:":
            return texts.lines(language, "undo", screen[5:])
        if screen[:1] == "P":
            return screen, self._composed()
        if screen:
            return self._prompt_lines(language, screen)
        if not entry.is_empty():
            call = "%d>%d" % entry.call if entry.call else ""
            return call, self._composed()
        return self._idle_lines(language)

    def _prompt_lines(self, language: str, prompt: str) -> "tuple[str, str]":
        if texts.find(prompt):
            return texts.lines(language, prompt)
        name, _, ball = prompt.partition(":")
        return texts.lines(language, name, ball)

    def _composed(self) -> str:
        """What is composed besides the call: balls by their numbers alone, as P is for pockets on the board."""
        parts = (self.composing() or "").split("/")
        return " ".join([part.split("@")[0].lstrip("p") for part in parts if part[:1] != "c"]).upper()

    def _idle_lines(self, language: str) -> "tuple[str, str]":
        position = self.game.position
        on = self._beams_on()
        faulty, obstructed = self._faulty & on, self._obstructed & on
        if faulty:
            return texts.lines(language, "beam-faulty", _lowest(faulty))
        if obstructed == on and on & (on - 1):
            return texts.lines(language, "beams-dark")
        if obstructed:
            return texts.lines(language, "beam-obstructed", _lowest(obstructed))
        if self._flash_failed:
            return texts.lines(language, "flash")
        if self._stuck >= 0:
            return texts.lines(language, "key-stuck", keys.KEYS[self._stuck])
        if position.phase == OVER:
            head, foot = texts.lines(language, position.reason or "")
            return head, foot or position.winner or ""
        wanted, won_a, won_b = self.session.series()
        head = ""
        if wanted:
            head = "%d:%d" % ((won_b, won_a) if self.settings.number("swapped") else (won_a, won_b))
        return head, str(sum([value(ball) for ball in position.on_table]))

    def _menu_lines(self, language: str) -> "tuple[str, str]":
        menu = self.panel.menu
        if not menu:
            return "", ""
        item = menu.item
        name = (
            texts.lines(language, "beam", item[-1])
            if item[:5] == "beam_"
            else texts.lines(language, MENU_TEXTS.get(item, item))
        )[0]
        value = menu.value
        if value is None:
            return texts.lines(language, "menu", name)
        if item in ADJUST:
            return name, "%+d" % int(value)
        if item in ("swapped", "sound") or item[:5] == "beam_":
            value = "on" if value else "off"
        text = texts.lines(language, value)[0] if isinstance(value, str) and texts.find(value) else str(value)
        return name, text.upper()


def _side(player: "str | None", left: str) -> int:
    """0 for nobody, 1 for the player shown on the left, 2 for the other."""
    return 0 if player is None else 1 if player == left else 2


def _lowest(bits: int) -> int:
    """The number of the lowest bit that is set."""
    number = 0
    while not bits >> number & 1:
        number += 1
    return number
