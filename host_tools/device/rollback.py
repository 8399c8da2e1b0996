"""`python -m host_tools rollback`: brings the version back that was there before the latest deploy."""

from host_tools.device import link
from host_tools.device.deploy import installed, manifest, other, switch, wrong
from host_tools.device.device_error import DeviceError
from host_tools.device.link import Link


def rollback(board: Link) -> None:
    """Changes to the other slot, if there is a whole version in it. Raises DeviceError."""
    slot = other(installed(board))
    said, name = manifest(board, slot)
    if not said:
        raise DeviceError("there is no older version on the board")
    spoiled = wrong(board, slot, said["files"])
    if spoiled:
        raise DeviceError(f"the older version is damaged ({spoiled[0]}); the present one stays")
    switch(board, slot)
    print(f"{said['board']}, version {name} is back; another `make rollback` returns to the newer one")


def main(argv: list[str]) -> int:
    """Exit status: 0, or 2 where there is nothing to go back to."""
    options = link.parser("rollback", "Brings the version back that was there before.").parse_args(argv)
    return link.serve("rollback", options.port, rollback, starts=True)
