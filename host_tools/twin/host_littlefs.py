"""CPython only: littlefs-python in the shape of MicroPython's VfsLfs2, down to the operations that reach the flash."""

import errno
import os

from littlefs import lfs
from littlefs.errors import LittleFSError

from host_tools.twin.flash_chip import IOCTL_BLOCK_COUNT, IOCTL_BLOCK_ERASE, IOCTL_BLOCK_SIZE, LOOKAHEAD, UNIT, Bus

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any

CACHE = 4 * UNIT
BLOCK_CYCLES = 100
NAME_MAX = 255

DIRECTORY, REGULAR = 0x4000, 0x8000

# lfs.h
READ, WRITE, BOTH, CREATE, EXCLUSIVE, TRUNCATE, APPEND = 1, 2, 3, 0x100, 0x200, 0x400, 0x800
TYPE_DIRECTORY = 2

FLAGS = {
    "r": READ,
    "w": WRITE | CREATE | TRUNCATE,
    "x": WRITE | CREATE | EXCLUSIVE,
    "a": WRITE | CREATE | APPEND,
}


class Callbacks:
    """What littlefs calls. Nothing here may raise: littlefs-python would swallow it and take it for success."""

    def __init__(self, bus: Bus) -> None:
        self._bus = bus

    def read(self, _config: object, block: int, offset: int, size: int) -> bytearray:
        """Reads bytes; zeros once the power has gone."""
        data = bytearray(size)
        self._bus.readblocks(block, data, offset)
        return data

    def prog(self, _config: object, block: int, offset: int, data: bytes) -> int:
        """Programs bytes."""
        return self._bus.writeblocks(block, data, offset)

    def erase(self, _config: object, block: int) -> int:
        """Erases a block."""
        return self._bus.ioctl(IOCTL_BLOCK_ERASE, block)

    def sync(self, _config: object) -> int:
        """Nothing is held back."""
        return 0


def configure(bus: Bus) -> lfs.LFSConfig:
    """littlefs set up as VfsLfs2 does it."""
    return lfs.LFSConfig(
        context=Callbacks(bus),
        block_size=bus.ioctl(IOCTL_BLOCK_SIZE, 0),
        block_count=bus.ioctl(IOCTL_BLOCK_COUNT, 0),
        read_size=UNIT,
        prog_size=UNIT,
        cache_size=CACHE,
        lookahead_size=LOOKAHEAD,
        block_cycles=BLOCK_CYCLES,
        name_max=NAME_MAX,
    )


def call(function: "Callable[..., Any]", *args: object) -> "Any":
    """Calls littlefs; its errors become OSErrors."""
    try:
        return function(*args)
    except LittleFSError as error:
        raise OSError(-error.code, os.strerror(-error.code)) from None


class HostLittlefs:
    """A mounted file system. OSError where there is none."""

    def __init__(self, bus: Bus) -> None:
        self._config = configure(bus)
        self._full = False
        # How many files are open.
        self.opened = 0
        self._mount()

    def _mount(self) -> None:
        self._lfs = lfs.LFSFilesystem()
        call(lfs.mount, self._lfs, self._config)

    def call(self, function: "Callable[..., Any]", *args: object) -> "Any":
        """Calls littlefs with this file system.

        After a program that found no room littlefs has some of it left over. MicroPython's drops that; the assertions
        of littlefs-python would end the process at the next program, so it is mounted anew before.
        """
        if self._full and not self.opened:
            self._full = False
            self._mount()
        try:
            return call(function, self._lfs, *args)
        except OSError as error:
            self._full = self._full or error.errno in (errno.ENOSPC, errno.ENAMETOOLONG)
            raise

    @staticmethod
    def mkfs(bus: Bus) -> None:
        """Makes an empty file system."""
        call(lfs.format, lfs.LFSFilesystem(), configure(bus))

    def open(self, path: str, mode: str) -> "HostFile":
        """Opens a file. ValueError for a mode that contradicts itself."""
        flags = 0
        for letter in mode:
            if letter in FLAGS:
                if flags:
                    raise ValueError("mode")
                flags = FLAGS[letter]
            elif letter == "+":
                flags |= BOTH
        flags = flags or READ
        handle = self.call(lfs.file_open, path, lfs.LFSFileFlag(flags))
        return HostFile(self, handle, flags, "b" not in mode)

    def ilistdir(self, path: str) -> "Iterator[tuple[str, int, int, int]]":
        """Name, type, 0 and size of each entry."""
        handle = self.call(lfs.dir_open, path)
        while info := self.call(lfs.dir_read, handle):
            if info.name not in (".", ".."):
                yield info.name, _kind(info), 0, info.size
        self.call(lfs.dir_close, handle)

    def mkdir(self, path: str) -> None:
        """Makes a directory."""
        self.call(lfs.mkdir, path)

    def remove(self, path: str) -> None:
        """Removes a file or an empty directory."""
        self.call(lfs.remove, path)

    rmdir = remove

    def rename(self, old: str, new: str) -> None:
        """Renames."""
        self.call(lfs.rename, old, new)

    def stat(self, path: str) -> "tuple[int, ...]":
        """Type, size."""
        info = self.call(lfs.stat, path)
        # littlefs leaves the size of a directory as it was in memory.
        size = info.size if _kind(info) == REGULAR else 0
        return (_kind(info), 0, 0, 0, 0, 0, size, 0, 0, 0)

    def statvfs(self, _path: str) -> "tuple[int, ...]":
        """Sizes in blocks. VfsLfs2 counts the two blocks of a directory twice, and so does this; what is below nothing
        then wraps at 32 bits."""
        size, blocks = self._config.block_size, self._config.block_count
        free = (blocks - self.call(lfs.fs_size) - 2 * self._directories("")) & 0xFFFFFFFF
        return (size, size, blocks, free, free, 0, 0, 0, 0, NAME_MAX)

    def _directories(self, path: str) -> int:
        names = [name for name, kind, _, _ in self.ilistdir(path or "/") if kind == DIRECTORY]
        return len(names) + sum(self._directories(path + "/" + name) for name in names)


class HostFile:
    """An open file, unbuffered, its text in UTF-8. ValueError once it is closed.

    OSError for reading or writing what is not open for it: MicroPython does not check that, and spoils data.
    """

    def __init__(self, fs: HostLittlefs, handle: lfs.LFSFile, flags: int, text: bool) -> None:
        fs.opened += 1
        self._fs = fs
        self._handle: "lfs.LFSFile | None" = handle
        self._flags = flags
        self._text = text

    def read(self, size: int) -> "Any":
        """Characters or bytes."""
        if size < 0:
            return self._give(self._read(self._call(lfs.file_size)))
        if not self._text:
            return self._read(size)
        data = b""
        while size and (lead := self._read(1)):
            data += lead + self._read((lead[0] >= 0xC0) + (lead[0] >= 0xE0) + (lead[0] >= 0xF0))
            size -= 1
        return data.decode()

    def readinto(self, buf: "Any") -> int:
        """Bytes into a buffer."""
        data = self._read(len(buf))
        buf[: len(data)] = data
        return len(data)

    def readline(self) -> "Any":
        """A line."""
        data = b""
        while not data.endswith(b"\n") and (byte := self._read(1)):
            data += byte
        return self._give(data)

    def write(self, data: "str | bytes | bytearray") -> int:
        """Writes; how many bytes."""
        self._need(WRITE)
        raw = data.encode() if isinstance(data, str) else bytes(data)
        return int(self._call(lfs.file_write, raw))

    def flush(self) -> None:
        """Brings it to the flash."""
        self._call(lfs.file_sync)

    def seek(self, offset: int, whence: int) -> int:
        """Moves; the new position."""
        self._call(lfs.file_seek, offset, whence)
        return self.tell()

    def tell(self) -> int:
        """The position."""
        return int(self._call(lfs.file_tell))

    def close(self) -> None:
        """Flushes and closes; again does nothing."""
        if self._handle:
            try:
                self._call(lfs.file_close)
            finally:
                self._handle = None
                self._fs.opened -= 1

    def _read(self, size: int) -> bytes:
        self._need(READ)
        return bytes(self._call(lfs.file_read, size))

    def _give(self, data: bytes) -> "str | bytes":
        return data.decode() if self._text else data

    def _need(self, flag: int) -> None:
        if not self._flags & flag:
            raise OSError(errno.EBADF, os.strerror(errno.EBADF))

    def _call(self, function: "Callable[..., Any]", *args: object) -> "Any":
        if not self._handle:
            raise ValueError("closed file")
        return self._fs.call(function, self._handle, *args)


def _kind(info: lfs.LFSStat) -> int:
    return DIRECTORY if info.type == TYPE_DIRECTORY else REGULAR
