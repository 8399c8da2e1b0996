"""The handed-in file system (methods as of an unmounted VfsLfs2), with the few things that the board does with it."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

DIRECTORY = 0x4000
# What a file is called until all of it is there.
NEW = ".new"

# MicroPython's errno knows not all of them.
ENOENT, ENOTDIR, ENOSPC = 2, 20, 28

# Longer than anything that the board writes and reads back, in bytes.
MOST = 4096


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
        """Bytes that are free on the flash."""
        numbers = self._fs.statvfs("/")
        return int(numbers[0] * numbers[4])

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
        """Gives a file another name or folder; a file that has that name is replaced."""
        self._fs.rename(old, new)

    def names(self, folder: str) -> "list[str]":
        """Names of the files in a folder, but those of writes that were not finished; none without that folder."""
        return [name for name in self._listed(folder) if not name.endswith(NEW)]

    def sweep(self, folder: str) -> None:
        """Removes what is left of writes that were not finished."""
        for name in self._listed(folder):
            if name.endswith(NEW):
                self._fs.remove("%s/%s" % (folder, name))

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

    def _listed(self, folder: str) -> "list[str]":
        try:
            return self._list(folder)
        except OSError:
            return self._list(folder)

    def _list(self, folder: str) -> "list[str]":
        try:
            return [entry[0] for entry in self._fs.ilistdir(folder) if entry[1] != DIRECTORY]
        except OSError as error:
            if error.errno not in (ENOENT, ENOTDIR):
                raise
            return []
