"""`python -m host_tools flash`: puts MicroPython onto a controller, and leaves the games that are on it alone."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import esptool
from esptool import cmds
from esptool.logger import log
from esptool.util import flash_size_bytes

from host_tools.cli import Parser
from host_tools.device import image, ports
from host_tools.device.device_error import DeviceError
from host_tools.device.image import CHIPS, DOWNLOADS, TABLE, TABLE_BYTES, Image, Partition

BAUD = 460_800
BY_HAND = "hold its BOOT key, press EN (RST) for a moment, let BOOT go, and try again"


def flash(port: str, made: Image, erase: bool) -> None:
    """Writes the image if chip, size and place fit; with `erase` all else goes. Raises DeviceError before it writes."""
    with _boot_loader(port) as loader:
        _check_chip(loader, made)
        size = flash_size_bytes(cmds.detect_flash_size(loader) or "") or 0
        _check_size(made, size)
        place = image.file_area(made.table, size)
        # Where the table is gone, as after a flashing that was broken off, the games are where this image has them.
        area = image.file_area(image.partitions(loader.read_flash(TABLE, TABLE_BYTES)), size) or place
        kept = _games(loader, area)
        stays = area and area == place and made.end <= area.offset
        if kept and not erase and not stays:
            raise DeviceError(
                f"{kept} on the controller would be lost: {made.name} keeps its files in another place. Save them with "
                f"`make games PORT={port}` first, then add --erase (ERASE=1)"
            )
        if erase:
            print(f"erasing everything, {kept} with it" if kept else "erasing everything", flush=True)
        with _shown():
            cmds.write_flash(loader, [(made.offset, made.data)], erase_all=erase)
        if kept and not erase:
            print(f"{kept} on the controller left alone")
        cmds.reset_chip(loader)
    print(f"{made.name} is on the controller. Next: `make deploy PORT={port} BOARD=...`")


def _check_chip(loader: Any, made: Image) -> None:
    if CHIPS[made.chip][2] != loader.CHIP_NAME:
        known = {name: chip for chip, (_, _, name) in CHIPS.items()}
        advice = (
            f"take {DOWNLOADS[known[loader.CHIP_NAME]]}" if loader.CHIP_NAME in known else "no board here uses that"
        )
        raise DeviceError(
            f"{made.name} is for an {CHIPS[made.chip][2]}, the controller is an {loader.CHIP_NAME}: {advice}"
        )


def _check_size(made: Image, flash_size: int) -> None:
    need = max([made.end, *(partition.end for partition in made.table)])
    if not flash_size:
        raise DeviceError("the controller does not say how large its flash is: it may be damaged")
    if need > flash_size:
        raise DeviceError(
            f"{made.name} is for a flash of {need >> 20} MB, the controller has {flash_size >> 20} MB: "
            "take the plain download, not one for a larger flash"
        )


def _games(loader: Any, area: "Partition | None") -> str:
    """What would be lost, in words; "" where there is nothing."""
    count = image.games(loader.read_flash, area) if area else 0
    if count is None:
        return "files that cannot be read"
    return "" if not count else "1 game" if count == 1 else f"{count} games"


@contextmanager
def _boot_loader(port: str) -> "Iterator[Any]":
    """The controller's boot loader, ready to read and write its flash."""
    name = ports.find(port)
    loader = None
    log.set_verbosity("silent")
    try:
        try:
            loader = cmds.detect_chip(name)
        except (esptool.FatalError, OSError, ValueError) as error:
            if isinstance(error, ValueError) or "Could not open" in str(error):
                raise ports.why(name) from None
            raise DeviceError(f"no controller answers at {name}. If it is the right port, {BY_HAND}") from None
        loader = cmds.run_stub(loader)
        cmds.attach_flash(loader)
        if not name.startswith(("socket:", "rfc2217:")):
            loader.change_baud(BAUD)
        yield loader
    except (esptool.FatalError, OSError) as error:
        said = str(error).strip().splitlines() or ["it does not answer any more"]
        raise DeviceError(f"the controller at {name} stopped: {said[0]}. Check the cable; then {BY_HAND}") from None
    finally:
        log.set_verbosity("normal")
        if loader:
            loader._port.close()


@contextmanager
def _shown() -> "Iterator[None]":
    """esptool's own progress, while there is something to see."""
    log.set_verbosity("normal" if sys.stdout.isatty() else "silent")
    yield
    log.set_verbosity("silent")


def main(argv: list[str]) -> int:
    """Exit status: 0, or 2 where nothing has been changed or the writing failed."""
    parser = Parser("python -m host_tools flash", description="Puts MicroPython onto a controller.")
    parser.add_argument("port", metavar="PORT", help="as in /dev/ttyUSB0, COM3, auto")
    parser.add_argument("firmware", metavar="FIRMWARE", type=Path, help="MicroPython's download, a .bin file")
    parser.add_argument("--erase", action="store_true", help="erase everything first, games too")
    options = parser.parse_args(argv)
    try:
        if not options.port:
            raise DeviceError(f"which port? Say PORT=... {ports.here()}")
        if options.firmware == Path():
            raise DeviceError("which file? Say FIRMWARE=..., the download of MicroPython for your controller")
        flash(options.port, image.read(options.firmware.expanduser()), options.erase)
        return 0
    except KeyboardInterrupt:
        said = "given up; if it was writing, only another flash makes the controller start"
        print(f"python -m host_tools flash: {said}", file=sys.stderr)
        return 130
    except DeviceError as error:
        print(f"python -m host_tools flash: {error}", file=sys.stderr)
        return 2
