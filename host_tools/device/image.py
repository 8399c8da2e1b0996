"""Images of flash: what a MicroPython download is made of, and where a controller keeps its files.

Formats: ESP-IDF programming guide, "App image format" and "Partition tables".
"""

import errno
import struct
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import cast

import esptool
from esptool.bin_image import LoadFirmwareImage

from host_tools.device.device_error import DeviceError
from host_tools.twin.flash_chip import IOCTL_BLOCK_COUNT, IOCTL_BLOCK_SIZE, Bus
from host_tools.twin.host_littlefs import HostLittlefs
from storage.journal import FOLDER, RECORDS

# Where the boot loader begins in the flash, the number of the chip in its header, and how esptool calls it.
CHIPS = {"esp32": (0x1000, 0, "ESP32"), "esp32s3": (0x0, 9, "ESP32-S3")}
DOWNLOADS = {"esp32": "ESP32_GENERIC", "esp32s3": "ESP32_GENERIC_S3"}
MAGIC = 0xE9
CHIP_ID_AT = 12
TABLE = 0x8000
TABLE_BYTES = 0xC00
ENTRY = struct.Struct("<2sBBLL16sL")
ENTRY_MAGIC = b"\xaa\x50"
APPLICATION, DATA = 0, 1
NAME = b"MicroPython"
FILES = "vfs"
SECTOR = 4096
ERASED = b"\xff"


@dataclass(frozen=True)
class Partition:
    """A part of the flash, in bytes."""

    name: str
    kind: int
    offset: int
    size: int

    @property
    def end(self) -> int:
        """The first byte behind it."""
        return self.offset + self.size


def partitions(table: bytes) -> list[Partition]:
    """What a partition table says; nothing where there is none."""
    found = []
    for magic, kind, _, offset, size, name, _ in ENTRY.iter_unpack(table[: len(table) // ENTRY.size * ENTRY.size]):
        if magic != ENTRY_MAGIC:
            break
        found.append(Partition(name.split(b"\0")[0].decode(errors="replace"), kind, offset, size))
    return found


def file_area(table: list[Partition], flash: int) -> "Partition | None":
    """Where MicroPython keeps its files: a partition, or, without one in the table, what is left behind the others."""
    for partition in table:
        if partition.name == FILES and partition.kind == DATA:
            return partition
    end = max((partition.end for partition in table), default=flash)
    return Partition(FILES, DATA, end, flash - end) if end < flash else None


@dataclass(frozen=True)
class Image:
    """A file to be written from the boot loader's place on. `name` is the file's."""

    name: str
    chip: str
    data: bytes

    @property
    def offset(self) -> int:
        """Where it goes, in bytes from the start of the flash."""
        return CHIPS[self.chip][0]

    @property
    def end(self) -> int:
        """The first byte behind it, whole sectors."""
        return -(-(self.offset + len(self.data)) // SECTOR) * SECTOR

    @property
    def table(self) -> list[Partition]:
        """Its partition table."""
        at = TABLE - self.offset
        return partitions(self.data[at : at + TABLE_BYTES])


def read(path: Path) -> Image:
    """A MicroPython download. Raises DeviceError where it is anything else."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise DeviceError(f"{path}: {error.strerror or error}") from None
    if len(data) < TABLE or data[0] != MAGIC:
        kind = "an .elf or .uf2 file, a page or an archive" if data else "empty"
        raise DeviceError(f"{path} is no MicroPython for an ESP32 ({kind}): expected a download that ends in .bin")
    number = int.from_bytes(data[CHIP_ID_AT : CHIP_ID_AT + 2], "little")
    chip = next((name for name, (_, known, _) in CHIPS.items() if known == number), "")
    if not chip:
        raise DeviceError(f"{path} is for another chip: expected {' or '.join(DOWNLOADS.values())}")
    image = Image(path.name, chip, data)
    if not image.table:
        raise DeviceError(f"{path} is only part of a MicroPython (an update): expected the whole, which ends in .bin")
    _check_application(path, image)
    return image


def _check_application(path: Path, image: Image) -> None:
    """Nothing but a whole MicroPython may replace what runs on a controller."""
    found = next((partition for partition in image.table if partition.kind == APPLICATION), None)
    data = image.data[found.offset - image.offset :] if found else b""
    try:
        application = LoadFirmwareImage(image.chip, data)
        whole = application.checksum == application.calculate_checksum()
        # A hash behind it, where the header says so.
        if application.append_digest:
            whole = whole and application.stored_digest == application.calc_digest
    except (esptool.FatalError, struct.error, IndexError, TypeError):
        whole = False
    if not whole:
        raise DeviceError(f"{path} is damaged or cut short: download it again")
    if NAME not in data:
        raise DeviceError(f"{path} is for an {CHIPS[image.chip][2]}, but it is no MicroPython")


class ReadOnly:
    """A file system's block device on something that reads bytes."""

    def __init__(self, read: "Callable[[int, int], bytes]", area: Partition) -> None:
        self._read = read
        self._area = area
        self._known: dict[int, bytes] = {}

    def readblocks(self, block: int, buf: bytearray, offset: int) -> int:
        """Reads each block once."""
        if block not in self._known:
            self._known[block] = self._read(self._area.offset + block * SECTOR, SECTOR)
        buf[:] = self._known[block][offset : offset + len(buf)]
        return 0

    def writeblocks(self, _block: int, _buf: bytes, _offset: int) -> int:
        """Refuses."""
        return -errno.EROFS

    def ioctl(self, op: int, _arg: int) -> int:
        """Number and size of blocks."""
        return {IOCTL_BLOCK_COUNT: self._area.size // SECTOR, IOCTL_BLOCK_SIZE: SECTOR}.get(op, -errno.EROFS)


def games(read: "Callable[[int, int], bytes]", area: Partition) -> "int | None":
    """How many games are kept in that part of a flash; None where there are files that cannot be read.

    `read(offset, size)` reads the flash, of which only what is needed is read: that takes its time.
    """
    if not read(area.offset, SECTOR).strip(ERASED) and not read(area.offset + SECTOR, SECTOR).strip(ERASED):
        return 0
    try:
        files = HostLittlefs(cast(Bus, ReadOnly(read, area)))
    except OSError:
        return None
    count = 0
    for folder in (RECORDS, FOLDER):
        try:
            names = {name.split("-")[0] for name, kind, _, _ in files.ilistdir(folder)}
        except OSError:
            continue
        count += len(names)
    return count
