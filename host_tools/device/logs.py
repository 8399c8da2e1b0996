"""`python -m host_tools logs`: what has happened to the board."""

from host_tools.device import link
from host_tools.device.link import Link
from storage.log import FILE, OLD


def text(board: Link) -> str:
    """The board's log, the oldest first; control signs of a damaged one are not for a terminal. Raises DeviceError."""
    said = b"".join(board.get(path) for path in (OLD, FILE)).decode(errors="replace")
    return "".join(sign if sign.isprintable() or sign == "\n" else "?" for sign in said)


def main(argv: list[str]) -> int:
    """Exit status: 0, or 2."""
    options = link.parser("logs", "Prints what has happened to the board: starts, faults, errors.").parse_args(argv)
    return link.serve("logs", options.port, lambda board: print(text(board).rstrip() or "the log is empty"))
