"""The board behind the page: runs the world in real time and talks lines with the server. On CPython and MicroPython.

In: lines, each a verb of verbs.py or one of those below; the end of the input ends it. Out: JSON lines, each with one
thing that has changed: `power` (bool), `dots` (rows of `#` and `.`), `state` (see state_json), `down` (keys held, by
name), `dark` and `loose` (pockets whose beam is held dark, has a loose cable), `diodes`, `armed` (a power cut waits for
the flash), `alarm` (the board shows "!"), `flash`, `pace`, `heap`, `log`, `journal`, `record`, `settings`, `panel` (see
status), `borrowed` (a record is looked at), `done` (how many of show, back, keep, set and new are done), `recovery`
(events that were in memory when the power went, events that came back, whether those are the same), `runtime` (once),
`fault` (what the firmware failed with, null once the power comes on again).

| line | |
|---|---|
| `loose POCKET on`, `off` | the beam's cable is loose: its line picks up the mains |
| `show JSON` | the board shows a record, a list of tags and a list of tokens; the game waits |
| `back`, `keep` | the game that waits goes on; the record goes on instead of it |
| `set JSON`, `new JSON` | writes settings, a dict of strings; begins the next game with them |
"""

import json
import select
import sys
import time

from board import devkitc
from device import wiring
from host_tools import child
from host_tools.records import state_json
from host_tools.sim import status, verbs
from host_tools.sim.clock import clock
from host_tools.sim.flash_editor import FlashEditor
from host_tools.twin.world import World

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, BinaryIO

    from host_tools.twin.flash_chip import Flash
    from scoreboard.app import Scoreboard

STEP_US = 2000
# A page cannot show more often, and the dots are dear to read.
FRAME_STEPS = 5
# What changes without a word to the display is looked at this often.
FRAMES_TO_LOOK = 24
# Further behind than this (the computer slept), the world does not catch up.
GIVE_UP_US = 200_000
# A finger is not faster; the click of a touchpad is, or one that a busy computer brings late.
FINGER_US = 50_000
# A loose cable picks up the mains: dark for half of each period, of 50 Hz.
HUM_US = 10_000
HUM_FRAMES = 2


class Reporter:
    """Tells what has changed."""

    def __init__(self, world: World, out: "Callable[[str], object]") -> None:
        self._world = world
        self._out = out
        self._told: "dict[str, str]" = {}
        self._frames = 0
        self._app: "Scoreboard | None" = None
        self._version = -1
        self._registers: "bytes | None" = None
        self._contents = status.Contents()
        # The game in memory, how much of it is told, and what of it was in memory when the power went.
        self._game: "Any" = None
        self._events = -1
        self._lost: "list[str | None] | None" = None
        self._losses = 0
        # The flash whose power will be cut, and in which of its operations.
        self._armed: "Flash | None" = None
        self._cut_at = 0

    def tell(self, name: str, value: str) -> None:
        """A name and its value as JSON, unless that was the last told."""
        if self._told.get(name) != value:
            self._told[name] = value
            self._out('{"%s": %s}\n' % (name, value))

    def frame(self) -> None:
        """What the page shows, as it is now."""
        world = self._world
        # Dear to read, and most of the time as they were.
        registers = bytes(world.leds.registers) if world.powered else b""
        if registers != self._registers:
            self._registers = registers
            self.tell("dots", '["' + '","'.join(world.dots()) + '"]')
        app = verbs.scoreboard(world)
        version = app.view.version if app else -1
        if self._frames == 0 or version != self._version or app is not self._app:
            self._look(app)
        self._app = app
        self._version = version
        self._frames = (self._frames + 1) % FRAMES_TO_LOOK

    def forget(self) -> None:
        """What comes next is another game, and no power was lost."""
        self._game, self._lost = None, None

    def arm(self, n: int) -> None:
        """The power will be cut in the n-th flash operation from now, or not at all if it is 0."""
        self._armed = self._world.flash
        self._cut_at = self._world.flash.ops + n

    def _look(self, app: "Scoreboard | None") -> None:
        world = self._world
        self.tell("flash", status.flash(world))
        self.tell("armed", state_json.text(world.flash is self._armed and world.flash.ops < self._cut_at))
        for name, value in self._contents.read(world):
            self.tell(name, value)
        if app is None:
            if not world.powered and self._game:
                # What nobody writes to any more is the memory of the moment.
                self._lost, self._game = state_json.tokens(self._game), None
            self.tell("panel", "null")
            self.tell("state", "null")
            self.tell("power", state_json.text(world.powered))
            return
        game = app.session.game
        if game is not self._game or len(game.recorded) != self._events:
            self._game, self._events = game, len(game.recorded)
            self.tell("record", status.record(app))
        if self._lost is not None:
            back = state_json.tokens(game)
            same = back[: len(self._lost)] == self._lost[: len(back)]
            self._losses += 1
            told = self._losses, len(self._lost), len(back), state_json.text(same)
            self.tell("recovery", '{"loss": %d, "before": %d, "after": %d, "same": %s}' % told)
            self._lost = None
        self.tell("settings", status.chosen(app.settings))
        self.tell("alarm", state_json.text(app.view.alarm))
        self.tell("panel", status.panel(app))
        self.tell("state", state_json.line(state_json.board_pairs(app)))
        # Last, as everything else has followed from it by now.
        self.tell("power", "true")


class Engine:
    """A world, the lines that act on it, and the time that passes."""

    def __init__(self, source: "BinaryIO", out: "Callable[[str], object]") -> None:
        self._source = source
        self._poll = select.poll()
        self._poll.register(source, select.POLLIN)
        self._world = World(devkitc, build=wiring.build)
        self._reporter = Reporter(self._world, out)
        self._flash_editor = FlashEditor(self._world)
        self._done = 0
        self._frames = 0
        self._pace = status.Pace()
        self._down: "list[int]" = []
        self._dark: "list[int]" = []
        self._loose: "list[int]" = []
        self._moved_us: "dict[int, int]" = {}

    def run(self) -> None:
        """Runs until the input ends."""
        version = ".".join([str(part) for part in sys.implementation.version[:3]])
        name = "MicroPython" if sys.implementation.name == "micropython" else "CPython"
        self._reporter.tell("runtime", state_json.string("%s %s" % (name, version)))
        self._reporter.tell("borrowed", "false")
        self._guard(self._world.power_on)
        self._held()
        now = clock()
        due = now()
        steps = 0
        while True:
            early = due - now()
            if early < -GIVE_UP_US:
                due = now()
                early = 0
            if early > STEP_US:
                time.sleep(early / 1_000_000)
            # What comes in belongs to the present, so a world that lags catches up first.
            elif early >= -STEP_US and self._poll.poll((max(0, early) + 999) // 1000):
                line = self._source.readline()
                if not line:
                    return
                due += self._obey(str(line, "utf-8"))
            begun = now()
            if due - begun <= 0:
                self._guard(self._step)
                self._pace.add(now() - begun)
                due += STEP_US
                steps += 1
                if steps >= FRAME_STEPS:
                    steps = 0
                    self._frame(begun)

    def _step(self) -> None:
        self._world.run(STEP_US // 1000)

    def _guard(self, act: "Callable[[], object]") -> None:
        """Where the firmware fails the board goes off, and the page says why: it can be switched on again."""
        try:
            act()
        except Exception as error:
            child.print_exception(error)
            self._reporter.tell("fault", state_json.string("%s: %s" % (type(error).__name__, error)))
            self._world.power_off()

    def _frame(self, now_us: int) -> None:
        self._frames += 1
        for pocket in self._loose:
            if self._frames % HUM_FRAMES == 0:
                self._world.pulse(pocket, 0, HUM_US)
        self._reporter.frame()
        pace = self._pace.take(now_us)
        if pace:
            self._reporter.tell("pace", pace)
            self._reporter.tell("heap", status.heap())

    def _obey(self, line: str) -> int:
        """Acts on a line. Returns by how much the world is ahead of real time then, in microseconds."""
        word, _, rest = line.strip().partition(" ")
        if word in ("show", "back", "keep", "set", "new"):
            self._guard(lambda: self._edit_flash(word, rest))
            self._reporter.frame()
            self._done += 1
            self._reporter.tell("done", str(self._done))
        elif word == "loose":
            pocket, _, state = rest.partition(" ")
            _put(self._loose, int(pocket), state == "on")
        elif word == "disarm":
            self._world.cut(0)
            self._reporter.arm(0)
        else:
            return self._act(verbs.parse(line))
        self._held()
        return 0

    def _edit_flash(self, word: str, rest: str) -> None:
        editor, world = self._flash_editor, self._world
        app = verbs.scoreboard(world)
        self._reporter.forget()
        self._reporter.tell("fault", "null")
        if word == "show":
            tags, tokens = json.loads(rest)
            editor.show([(name, value) for name, value in tags], tokens)
        elif word == "back":
            editor.back()
        elif word == "keep":
            if app:
                editor.keep(app.session.journal.tags, app.game)
        else:
            editor.set(json.loads(rest), word == "new")
        self._reporter.tell("borrowed", state_json.text(editor.borrowed))

    def _act(self, said: "list[Any]") -> int:
        world = self._world
        before_us = world.now_us
        verb = said[0]
        if verb in ("down", "up"):
            self._wait_for_finger(said[1])
            _put(self._down, said[1], verb == "down")
        elif verb == "beam":
            _put(self._dark, said[1], said[2])
        elif verb == "power":
            self._reporter.tell("fault", "null")
        elif verb == "cut":
            self._reporter.arm(said[1])
        self._guard(lambda: verbs.act(world, said))
        self._held()
        return world.now_us - before_us

    def _wait_for_finger(self, key: int) -> None:
        rest_us = self._moved_us.get(key, -FINGER_US) + FINGER_US - self._world.now_us
        if rest_us > 0:
            self._guard(lambda: self._world.run((rest_us + 999) // 1000))
        self._moved_us[key] = self._world.now_us

    def _held(self) -> None:
        self._reporter.tell("down", state_json.text([verbs.KEYS[key] for key in sorted(self._down)]))
        self._reporter.tell("dark", state_json.text(sorted(self._dark)))
        self._reporter.tell("loose", state_json.text(sorted(self._loose)))
        self._reporter.tell("diodes", state_json.text(self._world.diodes))


def _put(items: "list[int]", item: int, present: bool) -> None:
    if present and item not in items:
        items.append(item)
    elif not present and item in items:
        items.remove(item)


def _write(text: str) -> None:
    sys.stdout.write(text)
    sys.stdout.flush()


def main(argv: "list[str]") -> int:
    """Runs until standard input ends."""
    with open(0, "rb", buffering=0) as source:
        Engine(source, _write).run()
    return 0
