"""Scenes on a bare board, the same on CPython and MicroPython. As a script it plays them, and prints what they give."""

from host_tools.twin.flash_chip import PowerLost
from host_tools.twin.world import World

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

SMALL = 24


class Board:
    """The least that the twin has to know."""

    CHIP = "esp32"
    ROWS = (4, 13, 14, 16, 17)
    COLUMNS = (19, 21, 22, 23, 27)
    BEAMS = (34, 35, 32, 33, 25, 26)
    BEAM_DARK = 1
    COUNTERS = 6
    EMITTERS = 2
    BUZZER = 12
    SCK, MOSI, CS = 18, 15, 5
    WIDTH, HEIGHT = 16, 16
    MODULES = ((0, 0, 0), (1, 0, 1), (0, 1, 2), (1, 1, 3))


class Probe:
    """A firmware that does what a scene tells it, `act(self, now)`, at each step, and has all pins at hand."""

    def __init__(self, machine: "Any", board: "Any", fs: "Any", act: "Callable[[Probe, int], object] | None") -> None:
        pin = machine.Pin
        self.machine = machine
        self.fs = fs
        self.rows = [pin(n, pin.OPEN_DRAIN, value=1) for n in board.ROWS]
        self.columns = [pin(n, pin.IN) for n in board.COLUMNS]
        self.beams = [pin(n, pin.IN) for n in board.BEAMS]
        self.emitters = pin(board.EMITTERS, pin.OUT, value=1)
        edge = machine.Counter.RISING if board.BEAM_DARK else machine.Counter.FALLING
        self.counters = [machine.Counter(i, self.beams[i], edge=edge, filter_ns=12800) for i in range(board.COUNTERS)]
        self.cs = pin(board.CS, pin.OUT, value=1)
        self.spi = machine.SPI(
            2, baudrate=8_000_000, sck=pin(board.SCK, pin.OUT), mosi=pin(board.MOSI, pin.OUT), miso=None
        )
        self.steps = 0
        self.seen: "list[Any]" = []
        self._act = act

    def step(self, now: int) -> None:
        self.steps += 1
        if self._act:
            self._act(self, now)

    def scan(self) -> "list[int]":
        """The columns that read low, as bits, for each row driven low alone."""
        result = []
        for row in self.rows:
            row.value(0)
            result.append(self.low_columns())
            row.value(1)
        return result

    def low_columns(self) -> int:
        return sum(1 << i for i in range(len(self.columns)) if not self.columns[i].value())

    def send(self, *words: "tuple[int, int]") -> None:
        """One latch: register and data for each word, in the order in which they go out."""
        self.cs.value(0)
        for word in words:
            self.spi.write(bytes(word))
        self.cs.value(1)


def board_with(act: "Callable[[Probe, int], object] | None" = None, board: "Any" = Board, blocks: int = SMALL) -> World:
    """A powered board whose firmware is a Probe, with a flash that is soon full."""
    world = World(board, blocks, build=lambda machine, facts, fs: Probe(machine, facts, fs, act))
    world.power_on()
    return world


def quiet_steps() -> object:
    """Nothing is allocated while nothing happens (MicroPython would raise MemoryError)."""

    def act(probe: Probe, now: int) -> None:
        row = probe.rows[probe.steps % 5]
        row.value(0)
        for i in range(5):
            probe.columns[i].value()
        row.value(1)
        for i in range(6):
            probe.beams[i].value()
            probe.counters[i].value()
        probe.cs.value(0)
        probe.spi.write(frame)
        probe.cs.value(1)

    frame = bytearray(8)
    world = board_with(act)
    world.run(20)
    before = world.step_count
    try:
        from micropython import heap_lock, heap_unlock
    except ImportError:
        world.run(20_000)
    else:
        heap_lock()
        world.run(20_000)
        heap_unlock()
    return world.step_count - before


def bounce() -> object:
    """What sampling sees of a press and a release."""

    def act(probe: Probe, now: int) -> None:
        probe.seen.append(probe.low_columns())

    world = board_with(act)
    probe = world.app
    probe.rows[1].value(0)
    world.down(7)
    world.run(20)
    world.up(7)
    world.run(20)
    return probe.seen


def storm() -> object:
    """Counts of spikes and balls, stalls and samples mixed."""
    world = board_with()
    seed = 1
    for i in range(60):
        seed = (seed * 1103515245 + 12345) & 0x7FFFFFFF
        pocket = 1 + (seed >> 16) % 6
        if i % 3:
            world.pulse(pocket, seed >> 8 & 0x7FF, 1 + (seed >> 20) % 40)
        else:
            world.ball(pocket, 0.5 + (seed >> 24 & 7))
        if i % 4:
            world.run(seed >> 12 & 15)
        else:
            world.stall(seed >> 12 & 127)
    world.run(300)
    return [counter.value() for counter in world.app.counters]


def files(fs: "Any", mark: "Callable[[str], object]") -> None:
    """Work on a file system that goes through most of what it does; each step that is on the flash is marked."""
    fs.mkdir("/games")
    mark("made")
    for i in range(12):
        with fs.open("/games/%d" % (i % 3), "wb" if i % 5 == 4 else "ab") as file:
            mark("opened")
            file.write(b"line %d\n" % i * (1 + i * i))
        mark("line %d" % i)
    with fs.open("/new", "w") as file:
        mark("opened")
        file.write("счёт\n" * 60)
        file.flush()
        mark("flushed")
    fs.rename("/new", "/games/1")
    mark("renamed")
    fs.remove("/games/2")
    mark("removed")


def flash_log() -> object:
    """The operations that reach the flash."""
    world = World(Board, build=lambda machine, board, fs: Probe(machine, board, fs, None))
    log = world.log_ops()
    world.power_on()
    files(world.fs, lambda name: None)
    counters = world.flash.counters
    return log, [(name, counters[name]) for name in sorted(counters)], world.fs.statvfs("/")


def file_manners() -> object:
    """What a file system gives and what it refuses."""
    world = board_with()
    fs = world.fs
    files(fs, lambda name: None)
    result: "list[object]" = []

    def tried(function: "Callable[..., Any]", *args: object) -> None:
        try:
            value = function(*args)
            result.append(value.encode() if isinstance(value, str) else value)
        except OSError as error:
            result.append(error.errno)
        except ValueError:
            result.append("ValueError")

    tried(fs.open, "/none", "r")
    tried(fs.open, "/games", "r")
    tried(fs.open, "/games/0", "x")
    tried(fs.open, "/no/file", "w")
    tried(fs.open, "/games/0", "rw")
    tried(fs.mkdir, "/games")
    tried(fs.rmdir, "/games")
    tried(fs.remove, "/none")
    tried(fs.rename, "/none", "/x")
    tried(fs.stat, "/none")
    tried(lambda: fs.stat("/games")[0])
    tried(fs.stat, "/games/1")
    tried(lambda: sorted(fs.ilistdir("/games")))
    tried(fs.ilistdir, "/none")
    text = fs.open("/games/1", "r")
    tried(text.read, 3)
    tried(text.readline)
    tried(text.seek, 9)
    tried(text.tell)
    tried(lambda: [len(line) for line in text])
    tried(text.read)
    text.close()
    text.close()
    tried(text.read)
    buf = bytearray(6)
    with fs.open("/games/0", "rb") as file:
        tried(file.readinto, buf)
        tried(lambda: len(file.readlines()))
    result.append(bytes(buf))
    with fs.open("/new", "w+") as file:
        tried(file.write, "ёж")
        tried(file.seek, 0)
        tried(file.read)
    file = fs.open("/new", "wb")
    for _ in range(24):
        tried(file.write, bytes(4096))
    return result


def cuts() -> object:
    """The power goes in every operation of some work: what is there afterwards is what was marked, or a step more."""
    states: "list[object]" = [[]]
    whole = board_with()
    files(whole.fs, lambda name: states.append(contents(whole.fs)))
    counts = []
    for part in (0, 0.5, 1.0):
        n = 0
        finished = False
        while not finished:
            n += 1
            marks: "list[str]" = []
            world = board_with()
            world.cut(n, part)
            try:
                files(world.fs, marks.append)
                finished = True
            except PowerLost:
                world.power_off()
            world.cut(0)
            world.power_off()
            world.power_on()
            found = contents(world.fs)
            if found not in states[len(marks) : len(marks) + 2]:
                raise AssertionError("cut %d: %r after %r" % (n, found, marks))
            if world.flash.formats != 1 or world.flash.overwrites:
                raise AssertionError("cut %d: %r" % (n, world.flash.counters))
        counts.append(n)
    return counts


def contents(fs: "Any") -> "list[tuple[str, int]]":
    """Names and sizes of all files."""
    found = []
    for name, kind, _, size in fs.ilistdir("/"):
        if kind == 0x8000:
            found.append((name, size))
        else:
            found.append((name, -1))
            found += [(name + "/" + entry[0], entry[3]) for entry in fs.ilistdir(name)]
    return sorted(found)


SCENES = (quiet_steps, bounce, storm, flash_log, file_manners, cuts)


def main() -> None:
    for scene in SCENES:
        print(scene.__name__, scene())


if __name__ == "__main__":
    main()
