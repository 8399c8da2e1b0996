"""A file system in memory with the methods of an unmounted VfsLfs2, for tests that need thousands of them."""

import errno
from collections.abc import Iterator

DIRECTORY, FILE = 0x4000, 0x8000


def fail(number: int) -> OSError:
    return OSError(number, errno.errorcode[number])


class MemoryFile:
    """An open file; what is written is there once it is closed."""

    def __init__(self, fs: "MemoryFs", path: str, mode: str) -> None:
        self._fs = fs
        self._path = path
        self._writes = mode != "rb"
        self._data = b"" if mode == "wb" else fs.files.get(path, b"")

    def read(self, most: int) -> bytes:
        return self._data[:most]

    def write(self, data: bytes) -> int:
        self._data += data
        return len(data)

    def __enter__(self) -> "MemoryFile":
        return self

    def __exit__(self, kind: object, *_: object) -> None:
        if self._writes and kind is None:
            self._fs.files[self._path] = self._data


class MemoryFs:
    """`files` by path, `folders`. `broken`: methods that fail, with the number of their OSError. `writes`: how many."""

    def __init__(self, files: "dict[str, bytes] | None" = None) -> None:
        self.files = dict(files or {})
        self.folders = {"/journal", "/games"} if files else set()
        self.broken: dict[str, int] = {}
        self.writes = 0

    def open(self, path: str, mode: str) -> MemoryFile:
        self._check("read" if mode == "rb" else "write")
        if mode == "rb" and path not in self.files:
            raise fail(errno.ENOENT)
        self.writes += mode != "rb"
        return MemoryFile(self, path, mode)

    def rename(self, old: str, new: str) -> None:
        self._check("rename")
        self.files[new] = self.files.pop(old)

    def remove(self, path: str) -> None:
        self._check("remove")
        del self.files[path]

    def mkdir(self, path: str) -> None:
        self._check("mkdir")
        self.folders.add(path)

    def ilistdir(self, folder: str) -> "Iterator[tuple[str, int, int, int]]":
        self._check("ilistdir")
        if folder in self.files:
            raise fail(errno.ENOTDIR)
        if folder not in self.folders:
            raise fail(errno.ENOENT)
        for path, data in list(self.files.items()):
            if path.startswith(folder + "/"):
                yield path[len(folder) + 1 :], FILE, 0, len(data)

    def stat(self, path: str) -> "tuple[int, ...]":
        self._check("stat")
        if path not in self.files and path not in self.folders:
            raise fail(errno.ENOENT)
        kind = DIRECTORY if path in self.folders else FILE
        return (kind, 0, 0, 0, 0, 0, len(self.files.get(path, b"")), 0, 0, 0)

    def statvfs(self, path: str) -> "tuple[int, ...]":
        return (4096, 4096, 1000, 1000, 1000, 0, 0, 0, 0, 255)

    def _check(self, what: str) -> None:
        if what in self.broken:
            raise fail(self.broken[what])
