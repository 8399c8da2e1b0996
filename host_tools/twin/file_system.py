"""A real littlefs on the flash: MicroPython's own, or littlefs-python with the same geometry and manners. MicroPython
built without it gets a dict of files instead.
"""

import sys

from host_tools.twin.flash_chip import LOOKAHEAD, UNIT, Bus, Flash

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any


def mount(flash: Flash) -> "Files":
    """Powers the flash and mounts its littlefs, made anew (and counted in `flash.formats`) if there is none.

    PowerLost where the power goes meanwhile, OSError where there is no making one.
    """
    make, mkfs = _runtime()
    bus = flash.power_on()
    try:
        return Files(bus, guarded(bus, make, bus))
    except OSError:
        guarded(bus, mkfs, bus)
        flash.formats += 1
        return Files(bus, guarded(bus, make, bus))


def guarded(bus: Bus, function: "Callable[..., Any]", *args: object) -> "Any":
    """Calls a function of the file system; PowerLost if the power was gone before, or is afterwards."""
    bus.check()
    try:
        return function(*args)
    finally:
        bus.check()


class Files:
    """A mounted file system with the methods of VfsLfs2 and its OSErrors, numbers included.

    Each method raises PowerLost once the power is gone.
    """

    def __init__(self, bus: Bus, vfs: "Any") -> None:
        self._bus = bus
        self._vfs = vfs
        # littlefs links its open files: they have to live until they are closed.
        self._open: "list[File]" = []

    def open(self, path: str, mode: str = "r") -> "File":
        """Opens a file, for text unless the mode has a `b`."""
        file = File(self._bus, self._do(self._vfs.open, path, mode), self._open)
        self._open.append(file)
        return file

    def ilistdir(self, path: str = "/") -> "Iterator[tuple[str, int, int, int]]":
        """Name, type (0x4000 directory, 0x8000 file), 0 and size of each entry, as they are now."""
        return iter(self._do(lambda: list(self._vfs.ilistdir(path))))

    def mkdir(self, path: str) -> None:
        """Makes a directory."""
        self._do(self._vfs.mkdir, path)

    def remove(self, path: str) -> None:
        """Removes a file or an empty directory."""
        self._do(self._vfs.remove, path)

    def rmdir(self, path: str) -> None:
        """Removes an empty directory."""
        self._do(self._vfs.rmdir, path)

    def rename(self, old: str, new: str) -> None:
        """Renames, in one step that happens or does not; what was there under the new name goes."""
        self._do(self._vfs.rename, old, new)

    def stat(self, path: str) -> "tuple[int, ...]":
        """Ten numbers as os.stat gives them: type first, a file's size seventh, no times."""
        result: "tuple[int, ...]" = self._do(self._vfs.stat, path)
        return result

    def statvfs(self, path: str) -> "tuple[int, ...]":
        """Ten numbers as os.statvfs gives them: block size twice, blocks, free blocks twice, name length last."""
        result: "tuple[int, ...]" = self._do(self._vfs.statvfs, path)
        return result

    def abandon(self) -> None:
        """Lets go of open files after the power has gone: no collector shall try to close them later, with noise."""
        while self._open:
            self._open.pop().abandon()

    def _do(self, function: "Callable[..., Any]", *args: object) -> "Any":
        return guarded(self._bus, function, *args)


class File:
    """An open file with the methods of MicroPython's. ValueError once it is closed."""

    def __init__(self, bus: Bus, raw: "Any", opened: "list[File]") -> None:
        self._bus = bus
        self._raw = raw
        self._opened = opened

    def read(self, size: int = -1) -> "Any":
        """Up to `size` characters or bytes; all that is left if it is negative."""
        return guarded(self._bus, self._raw.read, size)

    def readinto(self, buf: "Any") -> int:
        """Fills a buffer; how many bytes there were."""
        return int(guarded(self._bus, self._raw.readinto, buf))

    def readline(self) -> "Any":
        """Up to and with the next line feed."""
        return guarded(self._bus, self._raw.readline)

    def readlines(self) -> "list[Any]":
        """All lines that are left."""
        return list(self)

    def write(self, data: "str | bytes | bytearray") -> int:
        """Writes; how many bytes."""
        return int(guarded(self._bus, self._raw.write, data))

    def flush(self) -> None:
        """What has been written is on the flash afterwards."""
        guarded(self._bus, self._raw.flush)

    def seek(self, offset: int, whence: int = 0) -> int:
        """Moves; the new position."""
        return int(guarded(self._bus, self._raw.seek, offset, whence))

    def tell(self) -> int:
        """The position."""
        return int(guarded(self._bus, self._raw.tell))

    def close(self) -> None:
        """Flushes and closes; again does nothing."""
        if self in self._opened:
            self._opened.remove(self)
        guarded(self._bus, self._raw.close)

    def abandon(self) -> None:
        """Closes it on a dead bus."""
        try:  # noqa: SIM105 - MicroPython has no contextlib
            self._raw.close()
        except OSError:
            pass

    def __enter__(self) -> "File":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __iter__(self) -> "File":
        return self

    def __next__(self) -> "Any":
        line = self.readline()
        if not line:
            raise StopIteration
        return line


def _runtime() -> "Any":
    try:
        from vfs import VfsLfs2  # type: ignore[import-not-found]
    except ImportError:
        if sys.implementation.name == "micropython":
            from host_tools.twin.dict_files import DictFiles

            return DictFiles, DictFiles.mkfs
        from host_tools.twin.host_littlefs import HostLittlefs

        return HostLittlefs, HostLittlefs.mkfs
    return (
        lambda bus: VfsLfs2(bus, readsize=UNIT, progsize=UNIT, lookahead=LOOKAHEAD, mtime=False),
        lambda bus: VfsLfs2.mkfs(bus, readsize=UNIT, progsize=UNIT, lookahead=LOOKAHEAD),
    )
