"""The handed-in file system (methods as of an unmounted VfsLfs2), with the few things that the board does with it."""

from compact import const

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

DIRECTORY = const(0x4000)
# What a file is called until all of it is there.
NEW = ".new"

# MicroPython's errno knows not all of them.
ENOENT = const(2)
ENOTDIR = const(20)
EISDIR = const(21)
ENOSPC = const(28)
# What littlefs says where a directory has no room for another name.
ENAMETOOLONG = const(36)

# Longer than anything that the board writes and reads back, in bytes.
MOST = const(4096)


class FileSystem:
    """Whole files; a write is atomic: the old content or the new, at whatever moment power goes.

    All methods raise OSError, with a number in `errno`. What only reads is tried twice, so that a hiccup of the flash
    is not taken for a damage.
    """

    def __init__(self, fs: "Any") -> None:
        self._fs = fs

    def read(self, path: str) -> bytes:
        """A file's first MOST bytes: what is longer is none of the board's, and may not fit in its memory."""
        try:
            return self._read(path)
        except OSError:
            return self._read(path)

    def size(self, path: str) -> int:
        """A file's length in bytes; 0 where there is none."""
        try:
            return int(self._fs.stat(path)[6])
        except OSError as error:
            if error.errno != ENOENT:
                raise
            return 0

    def free(self) -> int:
        """Bytes that are free on the flash, at least."""
        found = self._fs.statvfs("/")
        # littlefs counts the blocks of directories twice; more used than there are make a huge number of free ones.
        return int(found[0] * found[3]) if 0 <= found[3] <= found[2] else 0

    def append(self, path: str, data: bytes) -> None:
        """Adds to a file's end, durable on return."""
        with self._fs.open(path, "ab") as file:
            file.write(data)

    def write(self, path: str, data: bytes) -> None:
        """Replaces a file, durable on return."""
        with self._fs.open(path + NEW, "wb") as file:
            file.write(data)
        self._fs.rename(path + NEW, path)

    def remove(self, path: str) -> None:
        """Removes a file."""
        self._fs.remove(path)

    def rename(self, old: str, new: str) -> None:
        """Gives a file or folder another name or place; a file that has that name is replaced."""
        self._fs.rename(old, new)

    def names(self, folder: str) -> "list[str]":
        """Names of the files in a folder, but those of writes that were not finished; none without that folder."""
        return [name for name, kind in self.entries(folder) if kind != DIRECTORY and not name.endswith(NEW)]

    def entries(self, folder: str) -> "list[tuple[str, int]]":
        """Name and type of all that is in a folder; nothing without it."""
        try:
            return self._list(folder)
        except OSError:
            return self._list(folder)

    def make_folder(self, folder: str) -> None:
        """Makes a folder where it is missing; a file of that name is kept under another."""
        try:
            if self._fs.stat(folder)[0] & DIRECTORY:
                return
            self._fs.rename(folder, folder + ".bad")
        except OSError as error:
            if error.errno != ENOENT:
                raise
        self._fs.mkdir(folder)

    def _read(self, path: str) -> bytes:
        # MicroPython takes room for all that is asked for, however short the file.
        size = min(self.size(path), MOST)
        with self._fs.open(path, "rb") as file:
            return bytes(file.read(size))

    def _list(self, folder: str) -> "list[tuple[str, int]]":
        try:
            return [(entry[0], entry[1]) for entry in self._fs.ilistdir(folder)]
        except OSError as error:
            if error.errno not in (ENOENT, ENOTDIR):
                raise
            return []
