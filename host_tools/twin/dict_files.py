"""A file system for Pythons that have no littlefs: a dict of whole files, in the shape of MicroPython's VfsLfs2.

Each operation happens or does not, and what is flushed outlasts the power, as on the real one. Nothing of it reaches
the cells, so what is counted there stays 0 and `Flash.cut` never comes to its turn: power that goes inside an operation
is a matter of the real littlefs. Space is taken by whole blocks, where littlefs packs what is small into one.
"""

import io

from host_tools.twin.flash_chip import EIO, Bus

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    # Files by path, without a slash before it; None is a folder.
    Tree = dict[str, "bytes | None"]

ENOENT, EEXIST, ENODEV, ENOTDIR, EISDIR, EINVAL, ENOSPC, ENAMETOOLONG, ENOTEMPTY = 2, 17, 19, 20, 21, 22, 28, 36, 39
EBADF = 9
# Of the block device protocol; all that matters here is whether there is power.
IOCTL_SYNC = 3

DIRECTORY, REGULAR = 0x4000, 0x8000
NAME_MAX = 255
# A directory's, as littlefs has them.
DIRECTORY_BLOCKS = 2


def fail(number: int) -> OSError:
    """An OSError with that number, which CPython would not make of a number alone."""
    return OSError(number, "")


class DictFiles:
    """A mounted file system. OSError where none was made on this flash."""

    def __init__(self, bus: Bus) -> None:
        if bus.flash.tree is None:
            raise fail(ENODEV)
        self._bus = bus
        self._tree: "Tree" = bus.flash.tree

    @staticmethod
    def mkfs(bus: Bus) -> None:
        """Makes an empty file system."""
        bus.flash.tree = {"": None}

    def open(self, path: str, mode: str) -> "DictFile":
        """Opens a file. ValueError for a mode that contradicts itself."""
        key = self._key(path)
        ways = [letter for letter in mode if letter in "rwxa"]
        if len(ways) > 1:
            raise ValueError("mode")
        reads = ways in ([], ["r"])
        if key not in self._tree:
            if reads:
                raise fail(ENOENT)
            self.put(key, b"")
        elif "x" in mode:
            raise fail(EEXIST)
        elif self._tree[key] is None:
            raise fail(EISDIR)
        return DictFile(self, key, b"" if "w" in mode else self._tree[key] or b"", mode, reads)

    def put(self, key: str, data: bytes) -> None:
        """Replaces a file."""
        if self._bus.ioctl(IOCTL_SYNC, 0):
            raise fail(EIO)
        self._tree[key] = data

    def check_room(self, key: str, size: int) -> None:
        """OSError if a file cannot become so long, in bytes."""
        if self._blocks(size) - self._blocks(len(self._tree[key] or b"")) > self._free():
            raise fail(ENOSPC)

    def ilistdir(self, path: str) -> "Iterator[tuple[str, int, int, int]]":
        """Name, type, 0 and size of each entry."""
        key = self._known(path)
        if self._tree[key] is not None:
            raise fail(ENOTDIR)
        for inner in self._inside(key):
            data = self._tree[inner]
            yield inner.rsplit("/", 1)[-1], DIRECTORY if data is None else REGULAR, 0, len(data or b"")

    def mkdir(self, path: str) -> None:
        """Makes a directory."""
        key = self._key(path)
        if key in self._tree:
            raise fail(EEXIST)
        if self._free() < DIRECTORY_BLOCKS:
            raise fail(ENOSPC)
        self._tree[key] = None

    def remove(self, path: str) -> None:
        """Removes a file or an empty directory."""
        key = self._known(path)
        if not key:
            raise fail(EINVAL)
        if self._inside(key):
            raise fail(ENOTEMPTY)
        del self._tree[key]

    rmdir = remove

    def rename(self, old: str, new: str) -> None:
        """Renames."""
        here = self._known(old)
        if not here:
            raise fail(EINVAL)
        there = self._key(new)
        if here == there:
            return
        if not there or there.startswith(here + "/"):
            raise fail(EINVAL)
        if there in self._tree:
            if (self._tree[here] is None) != (self._tree[there] is None):
                raise fail(EISDIR if self._tree[there] is None else ENOTDIR)
            self.remove(new)
        for key in list(self._tree):
            if key == here or key.startswith(here + "/"):
                self._tree[there + key[len(here) :]] = self._tree.pop(key)

    def stat(self, path: str) -> "tuple[int, ...]":
        """Type, size."""
        data = self._tree[self._known(path)]
        return (DIRECTORY if data is None else REGULAR, 0, 0, 0, 0, 0, len(data or b""), 0, 0, 0)

    def statvfs(self, _path: str) -> "tuple[int, ...]":
        """Sizes in blocks."""
        size, free = self._bus.flash.block_size, self._free()
        return (size, size, self._bus.flash.blocks, free, free, 0, 0, 0, 0, NAME_MAX)

    def _key(self, path: str) -> str:
        """What the tree calls a path, whose folder there has to be."""
        parts = [part for part in path.split("/") if part]
        for depth in range(len(parts)):
            folder = "/".join(parts[:depth])
            if folder not in self._tree:
                raise fail(ENOENT)
            if self._tree[folder] is not None:
                raise fail(ENOTDIR)
        if parts and len(parts[-1].encode()) > NAME_MAX:
            raise fail(ENAMETOOLONG)
        return "/".join(parts)

    def _known(self, path: str) -> str:
        key = self._key(path)
        if key not in self._tree:
            raise fail(ENOENT)
        return key

    def _inside(self, key: str) -> "list[str]":
        """What a folder has in it, by name."""
        start = key + "/" if key else ""
        below = [inner for inner in self._tree if inner and inner.startswith(start)]
        return sorted([inner for inner in below if "/" not in inner[len(start) :]])

    def _blocks(self, size: int) -> int:
        return -(-size // self._bus.flash.block_size)

    def _free(self) -> int:
        """Blocks."""
        used = [DIRECTORY_BLOCKS if data is None else self._blocks(len(data)) for data in self._tree.values()]
        return self._bus.flash.blocks - sum(used)


class DictFile:
    """An open file, its text in UTF-8. ValueError once it is closed, OSError for what it is not open for."""

    def __init__(self, fs: DictFiles, key: str, data: bytes, mode: str, reads: bool) -> None:
        self._fs = fs
        self._key = key
        self._data: "io.BytesIO | None" = io.BytesIO(data)
        self._text = "b" not in mode
        self._reads = reads or "+" in mode
        self._writes = not reads or "+" in mode
        self._appends = "a" in mode
        self._changed = "w" in mode

    def read(self, size: int) -> "Any":
        """Characters or bytes."""
        if size < 0 or not self._text:
            return self._give(self._raw(self._reads).read(size))
        data = b""
        while size and (lead := self._raw(self._reads).read(1)):
            data += lead + self._raw().read((lead[0] >= 0xC0) + (lead[0] >= 0xE0) + (lead[0] >= 0xF0))
            size -= 1
        return data.decode()

    def readinto(self, buf: "Any") -> int:
        """Bytes into a buffer."""
        return self._raw(self._reads).readinto(buf)

    def readline(self) -> "Any":
        """A line."""
        return self._give(self._raw(self._reads).readline())

    def write(self, data: "str | bytes | bytearray") -> int:
        """Writes; how many bytes."""
        raw = self._raw(self._writes)
        if self._appends:
            raw.seek(0, 2)
        data = data.encode() if isinstance(data, str) else data
        self._fs.check_room(self._key, raw.tell() + len(data))
        self._changed = True
        return raw.write(data)

    def flush(self) -> None:
        """From now on it outlasts the power."""
        raw = self._raw()
        if self._changed:
            self._fs.put(self._key, raw.getvalue())
            self._changed = False

    def seek(self, offset: int, whence: int) -> int:
        """Moves; the new position."""
        return self._raw().seek(offset, whence)

    def tell(self) -> int:
        """The position."""
        return self._raw().tell()

    def close(self) -> None:
        """Flushes and closes; again does nothing."""
        if self._data:
            try:
                self.flush()
            finally:
                self._data = None

    def _raw(self, allowed: bool = True) -> "io.BytesIO":
        if self._data is None:
            raise ValueError("closed file")
        if not allowed:
            raise fail(EBADF)
        return self._data

    def _give(self, data: bytes) -> "str | bytes":
        return data.decode() if self._text else data
