"""`python -m host_tools games`: fetches the records of the games that were played."""

from pathlib import Path

from host_tools.device import link
from host_tools.device.errors import DeviceError
from host_tools.device.link import Link, Progress, sha256
from scoreboard.journal import RECORDS


def fetch(board: Link, folder: Path) -> None:
    """Copies what is new; no file that is there already is changed. Raises DeviceError."""
    found = board.value(f"files({RECORDS!r})")
    new = {path: size for path, size in found if not path.endswith(".new")}
    hashes = {path: board.value(f"sha256({path!r})") for path in new}
    try:
        folder.mkdir(parents=True, exist_ok=True)
        have = {sha256(path.read_bytes()) for path in folder.iterdir() if path.is_file()}
        wanted = {path: size for path, size in new.items() if hashes[path] not in have}
        progress = Progress("fetching", sum(wanted.values()))
        for path in sorted(wanted):
            data = board.get(path, progress)
            if sha256(data) != hashes[path]:
                raise DeviceError(f"{path} did not arrive as it was sent: try again")
            _free(folder / path.rpartition("/")[2]).write_bytes(data)
    except OSError as error:
        raise DeviceError(f"{error.filename or folder}: {error.strerror or error}") from None
    print(f"{folder}: {len(wanted)} new, {len(new) - len(wanted)} were here already")


def _free(path: Path) -> Path:
    """The path, or one like it where another game has it: a board whose flash was erased counts from 1 again."""
    number, free = 1, path
    while free.exists():
        number += 1
        free = path.with_name(f"{path.stem}-{number}{path.suffix}")
    return free


def main(argv: list[str]) -> int:
    """Exit status: 0, or 2."""
    parser = link.parser("games", "Fetches the records of all games that were played.")
    parser.add_argument("--out", metavar="FOLDER", type=Path, default=Path("games"), help="where to (default: games)")
    options = parser.parse_args(argv)
    return link.serve("games", options.port, lambda board: fetch(board, options.out))
