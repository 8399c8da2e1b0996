"""The scoreboard as a whole: reads the drivers, advances the game, draws, and then brings to flash what happened."""

import gc

import ticks
from compact import const, let_go
from referee.fingers import Fingers
from referee.panel import Panel
from rules.events import POCKETS
from rules.position import OVER
from storage.session import Session
from storage.settings import Settings

from .alarms import Alarms
from .dimmer import Dimmer
from .screen import Screen
from .view import View

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Protocol

    from rules import Event, Game, RulesError
    from storage.files import FileSystem
    from storage.log import Log

    from .screen import Shown
    from .selftest import Beams as TestedBeams
    from .selftest import Emitters, SelfTest
    from .selftest import Keys as TestedKeys

    NewTest = Callable[["Keys", "Beams", Emitters], SelfTest]

    class Keys(TestedKeys, Protocol):
        """Key matrix: `next` takes an event, which then stands here."""

        event_key: int
        event_down: bool

        def step(self, now_ms: int) -> None: ...
        def next(self) -> bool: ...
        def stuck(self) -> int: ...
        def is_down(self, key: int) -> bool: ...

    class Beams(TestedBeams, Protocol):
        """Pocket beams: `next` takes an event, which then stands here; its kind is one of the constants."""

        FALL: int
        UNSURE: int
        FAULTY: int
        OBSTRUCTED: int
        CLEAR: int
        HAND: int
        event_pocket: int
        event_kind: int

        def step(self, now_ms: int) -> None: ...
        def next(self) -> bool: ...
        def is_faulty(self, pocket: int) -> bool: ...

    class Face(Protocol):
        """What draws a view, a part of it a step; says whether there is more to do."""

        def draw(self, view: View, now_ms: int) -> bool: ...

    class Buzzer(Protocol):
        """What sounds; `silenced` by the owner."""

        silenced: bool

        def taken(self, now_ms: int) -> None: ...
        def refused(self, now_ms: int) -> None: ...
        def won(self, now_ms: int) -> None: ...
        def step(self, now_ms: int) -> None: ...


_ACK_MS = const(120)
_RETRY_MS = const(1000)


class Scoreboard:
    """The application. `step` is its deterministic core: time comes in, nothing below reads a clock."""

    def __init__(
        self,
        keys: "Keys",
        beams: "Beams",
        face: "Face",
        buzzer: "Buzzer",
        files: "FileSystem",
        log: "Log",
        emitters: "Emitters",
        self_test: "NewTest",
    ) -> None:
        self._keys = keys
        self._beams = beams
        self._face = face
        self._buzzer = buzzer
        self._log = log
        self._emitters = emitters
        self._new_test = self_test
        self._dimmer = Dimmer()
        self.settings = Settings(files)
        self.session = Session(files, self.settings)
        self.panel = Panel(self.session, self.settings)
        self.fingers = Fingers(self.panel)
        self.alarms = Alarms(log, self.settings)
        self.view = View()
        self._screen = Screen(self.view, self.session, self.panel, self.fingers, self.settings, self.alarms)
        # What of the view has to be derived anew, a piece a step; and whether there may be something for the flash.
        self._scores = self._words = self._unsaved = True
        self._over = self.game.position.phase == OVER
        self._ack_ms = 0
        self._failed_ms = 0
        self.alarms.notice = "settings" if self.settings.spoiled else "flash" if self.session.journal.faults else ""
        for fault in self.settings.faults:
            log.add(fault)

    # The surface for whoever looks on.

    @property
    def game(self) -> "Game":
        """The game that is being kept."""
        return self.session.game

    def composing(self) -> "Event | None":
        """The stroke drafted so far, or None."""
        return self.panel.composing()

    def falls(self) -> "list[int]":
        """Pockets of the falls that have no ball yet, in order."""
        return self.panel.waiting(True)

    def unsure(self) -> "list[int]":
        """Pockets where something may have fallen while Python stood still."""
        return self.panel.waiting(False)

    def shown(self) -> "Shown":
        """What the board asks for or lets look at: its kind, "" for nothing, and what belongs to it."""
        return self._screen.shown()

    def refusal(self) -> "RulesError | None":
        """Why the latest key was refused, as long as the board says so."""
        return self.fingers.refusal

    def is_down(self, key: int) -> bool:
        """Whether that key is down, stuck ones included."""
        return self._keys.is_down(key)

    # The step.

    def step(self, now_ms: int) -> None:
        """One step of 2 ms. `now_ms` wraps at 2**30."""
        # What the steps before have left to derive; all of it, where nothing is shown yet.
        first = not self.view.version
        self._derive(now_ms)
        while first and self._words:
            self._derive(now_ms)
        self._keys.step(now_ms)
        self._beams.step(now_ms)
        while self._keys.next():
            self._key(self._keys.event_key, self._keys.event_down, now_ms)
            self._used(now_ms)
        while self._beams.next():
            self._beam(self._beams.event_pocket, self._beams.event_kind, now_ms)
            self._used(now_ms)
        self._time_passes(now_ms)
        self._buzzer.step(now_ms)
        drawing = self._face.draw(self.view, now_ms)
        # What was done is shown before it is saved: an erase of the flash stops Python for a while.
        if self._unsaved and not (self._scores or self._words or drawing):
            self._unsaved = False
            self._save(now_ms)
        elif self.alarms.flash_failed and ticks.diff(now_ms, self._failed_ms) >= _RETRY_MS:
            self._save(now_ms)

    def _used(self, now_ms: int) -> None:
        self._dimmer.use(now_ms)
        self._unsaved = True
        self._changed()

    def _changed(self) -> None:
        self._scores = self._words = True

    def _derive(self, now_ms: int) -> None:
        """One piece of the view a step: the scores with what OK would do to them, then the words."""
        if self.panel.look_due:
            self.panel.look_ahead()
        if self._scores:
            self._scores = False
            self._buzzer.silenced = not self.settings.number("sound")
            self._screen.look(self._dimmer.dim, now_ms)
        elif self._words:
            self._words = False
            self._screen.word(now_ms)
        elif self.panel.work():
            self._scores = self._words = True

    def _key(self, key: int, down: bool, now_ms: int) -> None:
        test = self._screen.test
        if down:
            self.alarms.notice = ""
        if test:
            if down:
                test.key(key)
                self._acknowledge(True, now_ms)
            return
        taken = self.fingers.down(key, now_ms) if down else self.fingers.up(key, now_ms)
        if taken is not None and (down or not taken):
            self._acknowledge(taken, now_ms)
        self._follow(now_ms)

    def _follow(self, now_ms: int) -> None:
        """What comes of a key that has acted."""
        over, self._over = self._over, self.game.position.phase == OVER
        if self._over and not over:
            self._buzzer.won(now_ms)
        if self.panel.test_wanted:
            self.panel.test_wanted = False
            self._screen.test = self._new_test(self._keys, self._beams, self._emitters)

    def _acknowledge(self, taken: bool, now_ms: int) -> None:
        if taken:
            self.view.ack = True
            self.view.version += 1
            self._ack_ms = now_ms
            self._buzzer.taken(now_ms)
        else:
            self._buzzer.refused(now_ms)

    def _beam(self, pocket: int, kind: int, now_ms: int) -> None:
        beams, alarms = self._beams, self.alarms
        if kind == beams.FAULTY:
            alarms.beam_faulty(pocket)
            self.panel.withdraw(pocket)
        elif kind == beams.OBSTRUCTED:
            alarms.beam_obstructed(pocket)
        elif kind == beams.CLEAR:
            alarms.beam_clear(pocket)
        elif kind == beams.HAND:
            self.panel.hand(pocket, now_ms)
        elif alarms.beam_on(pocket) and not self._screen.test:
            # In the self-test beams are waved at.
            self.panel.fall(pocket, kind == beams.FALL, now_ms)

    def _time_passes(self, now_ms: int) -> None:
        """What time alone changes."""
        held = self.fingers.step(now_ms)
        if held is not None:
            self._acknowledge(held, now_ms)
            self._follow(now_ms)
            self._used(now_ms)
        if self.fingers.fade(now_ms):
            self._changed()
        if self.view.ack and ticks.diff(now_ms, self._ack_ms) >= _ACK_MS:
            self.view.ack = False
            self.view.version += 1
        if self._screen.turn_over(now_ms) or self.alarms.key_stuck(self._keys.stuck()):
            self._words = True
        if self._dimmer.step(now_ms, self.settings.number("dim_after")):
            self._scores = True
        if self._screen.test:
            self._step_test(self._screen.test, now_ms)

    def _step_test(self, test: "SelfTest", now_ms: int) -> None:
        """The self-test goes on; at its end the beams that passed it are taken in again."""
        if test.step(now_ms) or test.done:
            self._scores = self._words = True
        if not test.done:
            return
        test.stop()
        for line in test.report:
            self._log.add(line)
        for pocket in range(1, POCKETS + 1):
            if not self._beams.is_faulty(pocket):
                self.alarms.beam_right(pocket)
        self._screen.test = None
        let_go("scoreboard.selftest")
        self._unsaved = True

    def _save(self, now_ms: int) -> None:
        """Brings to flash what is not there yet."""
        alarms = self.alarms
        failed, alarms.flash_failed = alarms.flash_failed, False
        try:
            saved = self.session.save()
        except OSError as error:
            saved = alarms.flash_failed = True
            self._failed_ms = now_ms
            self._log.add_once("flash: %s" % error)
        self._words = self._words or alarms.flash_failed != failed
        if self.panel.dropped:
            pockets = " ".join(["P%d" % pocket for pocket in self.panel.dropped])
            self._log.add("event %d: nobody named what fell: %s" % (len(self.game.recorded), pockets))
            self.panel.dropped = []
        faults = self.session.journal.faults
        while faults:
            self._log.add(faults.pop(0))
        self._log.save()
        if saved:
            gc.collect()
