"""`python -m host_tools games`: fetches the records of the games that were played."""

import contextlib
from collections import Counter
from pathlib import Path

from host_tools.device import link
from host_tools.device.device_error import DeviceError
from host_tools.device.link import Link, Progress, sha256
from storage.journal import RECORDS

AT_ONCE = 50


def fetch(board: Link, folder: Path) -> None:
    """Copies what is new; no file that is there already is changed. Raises DeviceError."""
    new = {path: size for path, size in _listed(board) if not path.endswith(".new")}
    hashes = {path: board.value(f"sha256({path!r})") for path in new}
    try:
        folder.mkdir(parents=True, exist_ok=True)
        # Two games may have the same moves.
        have = Counter(sha256(path.read_bytes()) for path in folder.iterdir() if path.is_file())
        wanted = {}
        for path in sorted(new):
            if not have[hashes[path]]:
                wanted[path] = new[path]
            have[hashes[path]] -= have[hashes[path]] > 0
        progress = Progress("fetching", sum(wanted.values()))
        for path in wanted:
            data = board.get(path, progress)
            if sha256(data) != hashes[path]:
                raise DeviceError(f"{path} did not arrive as it was sent: try again")
            _write(free(folder / path.rpartition("/")[2]), data)
    except OSError as error:
        raise DeviceError(f"{error.filename or folder}: {error.strerror or error}") from None
    print(f"{folder}: {len(wanted)} new, {len(new) - len(wanted)} were here already")


def _listed(board: Link) -> list[tuple[str, int]]:
    """Path and size of each record. A season of games is more than a small heap can list at once."""
    found: list[tuple[str, int]] = []
    while part := board.value(f"files({RECORDS!r}, {len(found)}, {AT_ONCE})"):
        found += part
    return found


def _write(path: Path, data: bytes) -> None:
    """The whole file or none."""
    part = path.with_name(path.name + ".part")
    try:
        part.write_bytes(data)
        part.replace(path)
    except OSError:
        with contextlib.suppress(OSError):
            part.unlink()
        raise


def free(path: Path) -> Path:
    """The path, or one like it where another file has it: a board whose flash was erased counts from 1 again."""
    number, found = 1, path
    while found.exists() or found.is_symlink():
        number += 1
        found = path.with_name(f"{path.stem}-{number}{path.suffix}")
    return found


def main(argv: list[str]) -> int:
    """Exit status: 0, or 2."""
    parser = link.parser("games", "Fetches the records of all games that were played.")
    parser.add_argument("--out", metavar="FOLDER", type=Path, default=Path("games"), help="where to (default: games)")
    options = parser.parse_args(argv)
    return link.serve("games", options.port, lambda board: fetch(board, options.out))
