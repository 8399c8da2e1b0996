"""A board for the tests, run by MicroPython's unix port: its own REPL, a littlefs in a file mounted as /, a `machine`.

`micropython -i board_stand_in.py IMAGE BLOCKS MACHINE RESETS INTERRUPTS KEYS` does what the ESP32 does when it starts:
boot.py, main.py, and the REPL when main.py ends. MACHINE is `bare` (`old`: with a MicroPython of former times, `other`:
with none), or the twin's by the name of a board; KEYS are pressed one after the other, 250 ms each. What happens to the
watchdog is said on the standard error output; a reset is asked for at the file descriptor RESETS, and Ctrl-C for a
program comes from INTERRUPTS.
"""

# mypy: ignore-errors
# Half of what it imports it makes itself.

import select
import sys
import time as real_time

import vfs

BLOCK = 4096
RESETS = open("/dev/fd/" + sys.argv.pop(4), "wb")  # noqa: SIM115
PLAIN = ("bare", "old", "other")


class FileFlash:
    """A flash in a file, as block device."""

    def __init__(self, path, blocks):
        self.file = open(path, "r+b")  # noqa: SIM115
        self.blocks = blocks

    def readblocks(self, block, buf, offset=0):
        self.file.seek(block * BLOCK + offset)
        self.file.readinto(buf)

    def writeblocks(self, block, buf, offset=0):
        self.file.seek(block * BLOCK + offset)
        self.file.write(buf)

    def ioctl(self, op, arg):
        if op == 4:
            return self.blocks
        if op == 5:
            return BLOCK
        if op == 6:
            self.writeblocks(arg, b"\xff" * BLOCK)
        return 0


def reset():
    """The processor starts again: whoever reads this ends the process, and starts the next."""
    RESETS.write(b"R")
    while True:
        real_time.sleep(1)


class Machine:
    """What every board has."""

    PWRON_RESET, HARD_RESET, WDT_RESET, DEEPSLEEP_RESET, SOFT_RESET = 1, 2, 3, 4, 5

    def __init__(self):
        self.reset = reset

    def reset_cause(self):
        return self.HARD_RESET

    def unique_id(self):
        return b"\x24\x0a\xc4test"

    def WDT(self, timeout):
        sys.stderr.write("WDT %d\n" % timeout)
        return self

    def feed(self):
        pass


class Module:
    """Something importable with these attributes, and those of another."""

    def __init__(self, behind=None, **attributes):
        self._behind = behind
        for name in attributes:
            setattr(self, name, attributes[name])

    def __getattr__(self, name):
        return getattr(self._behind, name)


class Interrupts:
    """Ctrl-C, which reaches a program while it sleeps.

    A signal would not do: in the unix port it may come while an import holds a lock, and nothing runs from then on.
    """

    def __init__(self, descriptor):
        self.program = False
        self._end = open("/dev/fd/" + descriptor, "rb")  # noqa: SIM115
        self._poll = select.poll()
        self._poll.register(self._end, select.POLLIN)

    def raise_any(self):
        if self.program and self._poll.poll(0):
            self._end.read(1)
            raise KeyboardInterrupt

    def sleep_ms(self, ms):
        """`time.sleep_ms` of a board."""
        self.raise_any()
        real_time.sleep_ms(ms)


INTERRUPTS = Interrupts(sys.argv.pop(4))


class Clock:
    """`time` of a board: the world moves on with it, four times as fast as ours. Keys are pressed meanwhile."""

    def __init__(self, world, keys):
        self.world = world
        self.keys = keys
        self.began = world.now_us

    def ticks_us(self):
        return self.world.now_us & 0x3FFFFFFF

    def ticks_ms(self):
        return self.world.now_us // 1000 & 0x3FFFFFFF

    def ticks_add(self, ticks, delta):
        return ticks + delta & 0x3FFFFFFF

    def ticks_diff(self, a, b):
        return ((a - b + 0x20000000) & 0x3FFFFFFF) - 0x20000000

    def sleep_us(self, us):
        INTERRUPTS.raise_any()
        self.world.run(max(us // 1000, 1))
        real_time.sleep_us(us // 4)
        at = (self.world.now_us - self.began) // 1000
        if self.keys and at >= 1000:
            self.began += 250_000
            if self.keys[0] < 0:
                self.world.up(-self.keys.pop(0) - 1)
            else:
                self.world.down(self.keys[0])
                self.keys[0] = -self.keys[0] - 1

    def sleep_ms(self, ms):
        for _ in range(ms // 2 or 1):
            self.sleep_us(2000)


def twin(name, keys):
    """The twin's machine, with the clock that drives it, and what else its firmware imports."""
    from host_tools.twin.machine import Machine as TwinMachine
    from host_tools.twin.world import World

    board = getattr(__import__("board." + name), name)
    world = World(board)
    world.machine = machine = TwinMachine(world, TwinMachine.HARD_RESET)
    world.leds.power(True)
    wdt = machine.WDT

    def watchdog(timeout):
        sys.stderr.write("WDT %d\n" % timeout)
        return wdt(timeout=timeout)

    machine.WDT = watchdog
    machine.reset = reset
    sys.modules["time"] = Clock(world, keys)
    if board.DISPLAY == "ws2812":
        from host_tools.twin.strip import Neopixel

        sys.modules["neopixel"] = Module(NeoPixel=Neopixel(world).NeoPixel)
    return machine, world


def mount(path, blocks):
    """The image becomes /."""
    flash = FileFlash(path, blocks)
    options = {"readsize": 32, "progsize": 32, "lookahead": 32}
    try:
        fs = vfs.VfsLfs2(flash, mtime=False, **options)
    except OSError:
        vfs.VfsLfs2.mkfs(flash, **options)
        fs = vfs.VfsLfs2(flash, mtime=False, **options)
    vfs.umount("/")
    vfs.mount(fs, "/")


def start(name):
    """Runs a file of the board as MicroPython does when it starts: whatever it raises is printed."""
    INTERRUPTS.program = True
    try:
        with open(name) as file:
            exec(compile(file.read(), name, "exec"), {"__name__": "__main__"})
    except OSError as error:
        if error.errno != 2:
            sys.print_exception(error)
    except BaseException as error:
        sys.print_exception(error)
    INTERRUPTS.program = False


def make(image, blocks, machine, keys):
    """What the board finds when it starts: its files as /, its modules, nothing of the computer's."""
    sys.path[:] = [sys.argv[0].rsplit("/tests/", 1)[0]]
    world, made = None, Machine()
    if machine not in PLAIN:
        made, world = twin(machine, [int(key) for key in keys.split(",") if key])
    # As it is since 1.29.
    chip = "ESP32-S3" if "s3" in machine else "ESP32"
    name, version = {"old": ("micropython", (1, 25, 0, "")), "other": ("circuitpython", (9, 2, 1))}.get(
        machine, ("micropython", (1, 29, 0, ""))
    )
    said = Module(name=name, version=version, _mpy=0x0B06, _machine="A board with " + chip)
    # For the tests to look at, and to move.
    sys.modules["world"] = world
    sys.modules["machine"] = made
    sys.modules.setdefault("time", Module(real_time, sleep_ms=INTERRUPTS.sleep_ms))
    for name in list(sys.modules):
        if name.split(".")[0] in ("board", "host_tools"):
            del sys.modules[name]
    mount(image, int(blocks))
    sys.path[:] = ["", ".frozen"]
    sys.modules["sys"] = Module(sys, implementation=said)


try:
    make(*sys.argv[1:])
except BaseException as error:
    # The REPL that follows would be one of the computer.
    sys.print_exception(error, sys.stderr)
    reset()
print("rst:0x1 (POWERON_RESET)")
for name in ("boot.py", "main.py"):
    start("/" + name)
