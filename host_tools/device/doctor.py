"""`python -m host_tools doctor`: bring-up in the terminal, through every key, beam and LED, with a report to keep."""

import datetime
import queue
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

from host_tools.device import link, logs
from host_tools.device.deploy import installed, manifest
from host_tools.device.device_error import DeviceError
from host_tools.device.games import free
from host_tools.device.link import Link
from referee.keys import KEYS

BENCH = Path(__file__).with_name("examiner.py")
LOOK_MS = 100
WATCH_MS = 2000
SETTLE_MS = 20
POCKETS = ("near left", "left middle", "far left", "far right", "right middle", "near right")
DIM = 24
COLOURS = {"red": (DIM, 0, 0), "green": (0, DIM, 0), "blue": (0, 0, DIM)}
WHITE = (DIM, DIM, DIM)
SEGMENTS = 7
# An L of one module, upright, top row first: a module that is turned or mirrored does not show it.
LETTER = (0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0xF8)
OK, FAULT, SKIPPED = "ok", "FAULT", "not checked"


class Owner:
    """Whoever sits at the terminal. Lines that are typed come in whenever they come."""

    def __init__(self) -> None:
        self._typed: "queue.SimpleQueue[str | None]" = queue.SimpleQueue()
        self._gone = False
        threading.Thread(target=self._read, daemon=True).start()

    def say(self, text: str) -> None:
        """A line for the owner."""
        print(text, flush=True)

    def live(self, text: str) -> None:
        """What is read just now, always on the same line; only a terminal has that."""
        if sys.stdout.isatty():
            print(f"\r\033[K  {text}", end="", flush=True)

    def typed(self) -> "str | None":
        """A line that has been typed; "s" when nobody is there any more, None as long as nothing is."""
        if self._gone:
            return "s"
        try:
            line = self._typed.get_nowait()
        except queue.Empty:
            return None
        self._gone = line is None
        return "s" if line is None else line.strip().lower()

    def _read(self) -> None:
        for line in sys.stdin:
            self._typed.put(line)
        self._typed.put(None)


class Examination:
    """One visit. `lines` is the report so far."""

    def __init__(self, board: Link, owner: Owner) -> None:
        self.lines: list[str] = []
        self.counts = {OK: 0, FAULT: 0, SKIPPED: 0}
        self._board = board
        self._owner = owner

    def identify(self) -> "dict[str, Any]":
        """The controller and what is installed; the facts of its board, none where nothing is."""
        slot = installed(self._board)
        said, version = manifest(self._board, slot)
        identity = self._board.identity
        self._note("MicroPython", ".".join(map(str, identity.version)))
        self._note("controller", identity.machine)
        self._note("installed", f"{said['board']}, version {version}" if said else "nothing: `make deploy` comes first")
        if not said:
            return {}
        self._board.run(f"import sys\nif {slot!r} not in sys.path:\n sys.path.insert(0, {slot!r})")
        self._board.run(BENCH.read_text(encoding="utf-8"))
        about = self._board.value("about(machine)")
        self._note("number", about["id"].hex(":"))
        self._note("last start", " ".join(about["cause"]) or "unknown")
        self._note("memory free", f"{about['heap'] // 1024} KB")
        self._note("files", f"{about['free'] // 1024} of {about['flash'] // 1024} KB free")
        self._board.run("import board, time\nbench = Bench(machine, board, time)")
        known: dict[str, Any] = self._board.value("{n: getattr(board, n) for n in dir(board) if n[0] != '_'}")
        return known

    def keys(self) -> None:
        """Every key of the panel."""
        self._head("Keys: press each as it is named. Enter: nothing happens. s: skip the keys")
        left = list(range(len(KEYS)))
        while left:
            key = left.pop(0)
            others: list[str] = []

            def done(key: int = key, others: "list[str]" = others) -> bool:
                pressed, _, _ = self._look()
                others += [KEYS[other] for other in pressed if other != key]
                self._owner.live(f"the board sees {others[-1]}" if others else "")
                return key in pressed

            answer = self._wait(f"Press {KEYS[key]}", done)
            wrong = f"read as {' '.join(dict.fromkeys(others))}" if others else "no reaction"
            self._verdict(f"key {KEYS[key]}", answer, wrong)
            if answer == "s":
                for key in left:
                    self._verdict(f"key {KEYS[key]}", answer)
                return

    def beams(self) -> None:
        """Every beam: whether it follows its emitter, and whether it is where it should be."""
        self._head("Beams: hold a hand into each pocket as it is named. Enter: nothing happens. s: skip the beams")
        self._run("emit(0)", SETTLE_MS)
        _, _, still_lit = self._look()
        self._run("emit(1)", SETTLE_MS)
        _, still_dark, _ = self._look()
        answer: "str | None" = None
        for pocket, name in enumerate(POCKETS, 1):
            what = f"beam {pocket}, {name}"
            if pocket in still_lit:
                self._verdict(what, "", "sees light although its emitter is off: output not connected, or other light")
            elif pocket in still_dark:
                self._verdict(what, "", "dark: not aimed, no supply, or not fitted")
            elif answer == "s":
                self._verdict(what, answer)
            else:
                answer = self._beam(pocket, what, still_dark)
        self._noise()

    def _noise(self) -> None:
        """What the beams have seen that was too short for a ball: a bad contact, or light of something else."""
        self._owner.say("Hands off: the beams are watched")
        self._run(f"look({WATCH_MS})")
        spikes, lost = self._board.value("bench.noise()")
        for pocket, count in enumerate(spikes, 1):
            if count:
                self._note(f"spikes of beam {pocket}", str(count))
        if lost:
            self._note("events lost", str(lost))

    def _beam(self, pocket: int, what: str, always: list[int]) -> "str | None":
        others: list[int] = []

        def done() -> bool:
            _, dark, _ = self._look()
            others.extend(other for other in dark if other != pocket and other not in always)
            self._owner.live("dark: " + (" ".join(map(str, dark)) or "none"))
            return pocket in dark

        answer = self._wait(f"A hand into pocket {pocket} ({name_of(pocket)})", done)
        wrong = f"beam {' '.join(map(str, dict.fromkeys(others)))} sees it" if others else "no reaction"
        self._verdict(what, answer, wrong)
        return answer

    def lights(self, board: "dict[str, Any]") -> None:
        """Every LED, and the buzzer."""
        self._head("LEDs and buzzer: Enter: as it should be. n: not so. s: skip them")
        shown = strip_steps(board) if board["DISPLAY"] == "ws2812" else module_steps(board)
        answer: "str | None" = None
        for what, question, command in [*shown, ("buzzer", "It sounds", "sound(1)")]:
            if answer != "s":
                self._run(command)
                answer = self._wait(f"{question}?", self._nothing)
            self._verdict(what, {"": None, "y": None, "s": "s"}.get(answer or "", answer), "not as it should be")
        self._run("sound(0)")

    def finish(self) -> str:
        """The end of the report: the log. Returns how it went, in a line."""
        self._head("Log")
        self.lines += logs.text(self._board).splitlines()
        counts = self.counts
        return f"{counts[OK]} ok, {counts[FAULT]} at fault, {counts[SKIPPED]} not checked"

    def _nothing(self) -> bool:
        """Nothing but to keep the watchdog quiet."""
        self._look()
        return False

    def _look(self) -> Any:
        return self._board.value(f"bench.look({LOOK_MS})")

    def _run(self, command: str, then_ms: int = 0) -> None:
        self._board.run(f"bench.{command}\nbench.look({then_ms})")

    def _wait(self, prompt: str, done: "Callable[[], bool]") -> "str | None":
        """What the owner types, or None if what was asked for has happened before."""
        self._owner.say(prompt)
        while True:
            typed = self._owner.typed()
            if typed is not None:
                return typed
            if done():
                return None

    def _note(self, what: str, said: str) -> None:
        self.lines.append(f"{what:24} {said}")
        self._owner.say(self.lines[-1])

    def _head(self, text: str) -> None:
        self.lines += ["", text.partition(":")[0]]
        self._owner.say(f"\n{text}")

    def _verdict(self, what: str, answer: "str | None", wrong: str = "") -> None:
        """`answer`: None is good, "s" is skipped, anything else is wrong."""
        kind = OK if answer is None else SKIPPED if answer == "s" else FAULT
        self.counts[kind] += 1
        self._note(what, f"{kind}: {wrong}" if kind == FAULT else kind)


def name_of(pocket: int) -> str:
    """Where a pocket is, seen from the house."""
    return POCKETS[pocket - 1]


def upright(turn: int) -> bytes:
    """The L in the row order of a module that hangs turned by so many quarters clockwise."""
    rows = list(LETTER)
    for _ in range(turn):
        # What is at the right comes to the top.
        rows = [sum((rows[y] >> x & 1) << (7 - y) for y in range(8)) for x in range(8)]
    return bytes(rows)


def module_steps(board: "dict[str, Any]") -> list[tuple[str, str, str]]:
    """For each LED module: what it is, what to ask, and what shows it."""
    modules = board["MODULES"]
    return [
        (
            f"module {chip}",
            f"Module {chip} (of 0 to {len(modules) - 1}), in row {row + 1} from the top, place {column + 1} "
            "from the left, shows an upright L, and no other shows anything",
            f"module({chip}, {upright(turn)!r})",
        )
        for chip, (column, row, turn) in enumerate(modules)
    ]


def strip_steps(board: "dict[str, Any]") -> list[tuple[str, str, str]]:
    """The same for a strip: its colours, its digits in order, and the rest."""
    count = board["STRIP_LEDS"]
    digit = SEGMENTS * board["SEGMENT_LEDS"]
    steps = [
        (f"all LEDs {name}", f"All {count} LEDs are {name}", f"lights(0, {count}, {colour})")
        for name, colour in COLOURS.items()
    ]
    for i, (place, _) in enumerate(board["DIGITS"]):
        question = f"The digit at place {place + 1} from the left is an 8, and no other is lit"
        steps.append((f"digit {place + 1}", question, f"lights({i * digit}, {digit}, {WHITE})"))
    for side, (first, size) in zip(("left", "right"), board["BARS"]):
        steps.append((f"{side} bar", f"The {side} bar is lit, all of it", f"lights({first}, {size}, {WHITE})"))
    for name in ("ACK_LED", "ALARM_LED"):
        steps.append((name, f"One LED is lit ({name})", f"lights({board[name]}, 1, {WHITE})"))
    return steps


def examine(board: Link, owner: Owner, folder: Path) -> Examination:
    """The whole visit, and the report, also of one that is broken off. Raises DeviceError."""
    now = datetime.datetime.now()
    visit = Examination(board, owner)
    visit.lines.append(f"Scoreboard examined on {now:%Y-%m-%d at %H:%M}")
    path = free(folder / f"doctor-{now:%Y-%m-%d-%H%M}.txt")
    # Better to learn now that nothing can be written there.
    _write(path, visit.lines)
    result = "broken off"
    try:
        known = visit.identify()
        if known:
            visit.keys()
            visit.beams()
            visit.lights(known)
        result = visit.finish()
    finally:
        _write(path, [*visit.lines, "", result, ""])
        owner.say(f"\n{result}. Report: {path}")
    return visit


def _write(path: Path, lines: list[str]) -> None:
    try:
        path.write_text("\n".join(lines), encoding="utf-8")
    except OSError as error:
        raise DeviceError(f"{path}: {error.strerror or error}") from None


def main(argv: list[str]) -> int:
    """Exit status: 0, 1 if something is at fault, 2 where it could not be examined."""
    parser = link.parser("doctor", "Walks through every key, beam and LED of a board, and writes a report.")
    parser.add_argument("--out", metavar="FOLDER", type=Path, default=Path(), help="where the report goes")
    options = parser.parse_args(argv)
    faults = []

    def work(board: Link) -> None:
        faults.append(examine(board, Owner(), options.out).counts[FAULT])

    return link.serve("doctor", options.port, work) or (1 if faults and faults[0] else 0)
