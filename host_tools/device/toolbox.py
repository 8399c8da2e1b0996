"""What the host's tools run on the board: sent as text through the raw REPL, never installed.

Runs under MicroPython, in the namespace of its REPL.
"""

import binascii
import gc
import hashlib
import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

DIRECTORY = 0x4000
NEW = ".new"


def stat(path: str) -> "tuple[int, int]":
    """Type and size; (0, 0) where there is nothing."""
    try:
        found = os.stat(path)
        return found[0], found[6]
    except OSError:
        return 0, 0


def sha256(path: str) -> str:
    """The hash of a file; "" where there is none."""
    if not stat(path)[0]:
        return ""
    digest, buf = hashlib.sha256(), bytearray(512)
    with open(path, "rb") as file:
        n = file.readinto(buf)
        while n:
            digest.update(memoryview(buf)[:n])
            n = file.readinto(buf)
    return binascii.hexlify(digest.digest()).decode()


def walk(folder: str) -> "Iterator[tuple[str, int]]":
    """Path and size of each file in a folder and those inside it; none without that folder."""
    for entry in os.ilistdir(folder) if stat(folder)[0] else []:  # type: ignore[attr-defined]
        path = folder + "/" + entry[0]
        kind, size = stat(path)
        if kind & DIRECTORY:
            yield from walk(path)
        else:
            yield path, size


def files(folder: str, first: int, count: int) -> "list[tuple[str, int]]":
    """So many of them, from number `first` on."""
    found: "list[tuple[str, int]]" = []
    number = 0
    for one in walk(folder):
        if first <= number < first + count:
            found.append(one)
        number += 1
    return found


def hashes(folder: str) -> "dict[str, tuple[int, str]]":
    """Size and hash of each, by path below the folder."""
    return {path[len(folder) + 1 :]: (size, sha256(path)) for path, size in walk(folder)}


def write(path: str, text: str, more: bool) -> None:
    """Writes base64 text into a file, or adds it to one, with the folders that it needs."""
    at = path.find("/", 1)
    while at > 0:
        if not stat(path[:at])[0]:
            os.mkdir(path[:at])
        at = path.find("/", at + 1)
    with open(path, "ab" if more else "wb") as file:
        file.write(binascii.a2b_base64(text))
    gc.collect()


def read(path: str, at: int, size: int) -> bytes:
    """A piece of a file as base64."""
    with open(path, "rb") as file:
        file.seek(at)
        return binascii.b2a_base64(file.read(size))


def replace(path: str) -> None:
    """Puts what has been written beside a file in its place, in one step."""
    os.rename(path + NEW, path)


def remove(path: str) -> None:
    """Removes a file, if there is one."""
    if stat(path)[0]:
        os.remove(path)


def room() -> "tuple[int, int]":
    """Bytes of a block of the file system, and how many blocks are free."""
    found = os.statvfs("/")
    # littlefs can count more used blocks than there are: then it tells of billions that are free.
    return found[0], found[3] if found[3] <= found[2] else 0
