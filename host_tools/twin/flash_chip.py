"""NOR flash that can lose its power at any byte of any program or erase."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

EIO = 5

# What the ESP32 port's file system reads and programs at once, and looks ahead, in bytes.
UNIT = 32
LOOKAHEAD = 32

PAGE = 256
ERASED = b"\xff" * PAGE

# MicroPython's block device protocol.
IOCTL_BLOCK_COUNT, IOCTL_BLOCK_SIZE, IOCTL_BLOCK_ERASE = 4, 5, 6

PROGRAM, ERASE = "program", "erase"


class PowerLost(BaseException):
    """The power has gone: whoever runs is no more. Not an Exception, as nothing of the firmware may catch it."""


class Flash:
    """The cells, which outlast the power. All counts are since the flash was new.

    `overwrites`: programs that met a byte not erased, a fault of the file system. `formats`: see files.mount.
    `log`, where it is a list: (PROGRAM or ERASE, block, offset, size) of each operation.
    """

    def __init__(self, blocks: int, block_size: int = 4096) -> None:
        self.blocks = blocks
        self.block_size = block_size
        # A page takes memory only while something is written in it.
        self._pages: "dict[int, bytearray]" = {}
        self.bus: "Bus | None" = None
        self.ops = 0
        self.programs = 0
        self.program_bytes = 0
        self.erases = 0
        self.overwrites = 0
        self.formats = 0
        self.log: "list[tuple[str, int, int, int]] | None" = None
        # What dict_files keeps in place of the cells; None until that made a file system.
        self.tree: "dict[str, bytes | None] | None" = None
        self._cut_in = 0
        self._part: "float | int" = 0

    @property
    def counters(self) -> "dict[str, int]":
        """All counts by name."""
        names = ("ops", "programs", "program_bytes", "erases", "overwrites", "formats")
        return {name: getattr(self, name) for name in names}

    def power_on(self) -> "Bus":
        """The one bus by which the flash is reached until the power goes; an older one is dead."""
        self.bus = Bus(self)
        return self.bus

    def power_off(self) -> None:
        """Whoever still holds the bus can do nothing with it."""
        self.bus = None

    def cut(self, n: int, part: "float | int" = 0.5) -> None:
        """The power goes in the n-th operation from now (1: the next; 0: never mind), with `part` of it done.

        A float is a share of its bytes, an int their number. A program leaves the byte after these half programmed.
        """
        self._cut_in = n
        self._part = part

    def read(self, at: int, buf: "Any") -> None:
        """Fills `buf` from the byte `at` on."""
        i = 0
        while i < len(buf):
            page, start = self._pages.get(at // PAGE, ERASED), at % PAGE
            n = min(PAGE - start, len(buf) - i)
            buf[i : i + n] = page[start : start + n]
            i += n
            at += n

    def program(self, at: int, data: "Any") -> None:
        """Programs bytes: bits can only be cleared. Where it is cut, the bus is None afterwards."""
        done = self._begin(PROGRAM, at, len(data))
        self.programs += 1
        self.program_bytes += done
        dirty = False
        for i in range(done):
            dirty = self._clear(at + i, data[i]) or dirty
        if done < len(data):
            self._clear(at + done, data[done] | 0x55)
        self.overwrites += dirty

    def erase(self, block: int) -> None:
        """Erases a block. Where it is cut, the rest of it is as it was, and the bus is None afterwards."""
        at = block * self.block_size
        done = self._begin(ERASE, at, self.block_size)
        self.erases += 1
        for i in range(at // PAGE, (at + done) // PAGE):
            self._pages.pop(i, None)
        page = self._pages.get((at + done) // PAGE) if done % PAGE else None
        if page:
            page[: done % PAGE] = ERASED[: done % PAGE]

    def _begin(self, what: str, at: int, size: int) -> int:
        """Counts an operation. How many bytes of it will be done."""
        self.ops += 1
        if self.log is not None:
            self.log.append((what, at // self.block_size, at % self.block_size, size))
        if self._cut_in:
            self._cut_in -= 1
            if not self._cut_in:
                self.bus = None
                return min(size, self._part if isinstance(self._part, int) else int(size * self._part))
        return size

    def _clear(self, at: int, byte: int) -> bool:
        """Programs a byte; whether it was not erased before."""
        page = self._pages.get(at // PAGE)
        if page is None:
            page = self._pages[at // PAGE] = bytearray(ERASED)
        old = page[at % PAGE]
        page[at % PAGE] = old & byte
        return old != 0xFF


class Bus:
    """The way to the flash for one time of power: a block device as MicroPython has them, extended interface.

    It dies with the power, so that a file system of a processor that is gone can change nothing later. A dead one does
    not raise, it returns -EIO: littlefs copes with errors, not with exceptions that jump over it.
    """

    def __init__(self, flash: Flash) -> None:
        self.flash = flash

    def check(self) -> None:
        """PowerLost if the power has gone."""
        if self.flash.bus is not self:
            raise PowerLost

    def readblocks(self, block: int, buf: "Any", offset: int) -> int:
        """Reads len(buf) bytes."""
        if self.flash.bus is self:
            self.flash.read(block * self.flash.block_size + offset, buf)
        return self._result()

    def writeblocks(self, block: int, buf: "Any", offset: int) -> int:
        """Programs bytes that have been erased before."""
        if self.flash.bus is self:
            self.flash.program(block * self.flash.block_size + offset, buf)
        return self._result()

    def ioctl(self, op: int, arg: int) -> int:
        """Number of blocks, their size, erase; all else does nothing and gives 0."""
        if op == IOCTL_BLOCK_COUNT:
            return self.flash.blocks
        if op == IOCTL_BLOCK_SIZE:
            return self.flash.block_size
        if op == IOCTL_BLOCK_ERASE and self.flash.bus is self:
            self.flash.erase(arg)
        return self._result()

    def _result(self) -> int:
        return 0 if self.flash.bus is self else -EIO
