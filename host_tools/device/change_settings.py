"""`python -m host_tools settings`: shows or changes what the owner has set."""

import errno
from typing import cast

from host_tools.device import link
from host_tools.device.device_error import DeviceError
from host_tools.device.link import Link
from storage.files import FileSystem
from storage.setting_table import FIELDS, FILE
from storage.settings import Settings


class OneFile:
    """The firmware's view of files, with nothing but the settings in it."""

    def __init__(self, data: bytes) -> None:
        self.data = data

    def read(self, _path: str) -> bytes:
        """The content; as if there was no file where it is empty."""
        if not self.data:
            raise OSError(errno.ENOENT, "no settings")
        return self.data

    def write(self, _path: str, data: bytes) -> None:
        """New content."""
        self.data = data


def changed(data: bytes, wanted: list[str]) -> bytes:
    """The file of settings with each `KEY=VALUE` set, by the firmware's own rules. Raises DeviceError."""
    file = OneFile(data)
    settings = Settings(cast(FileSystem, file))
    for said in wanted:
        name, sign, value = said.partition("=")
        if not sign:
            raise DeviceError(f"{said}: expected KEY=VALUE; nothing behind the = is an empty text")
        try:
            settings.set(name.strip(), value.strip())
        except KeyError:
            raise DeviceError(f"there is no setting {name}: expected one of {', '.join(_names())}") from None
        except ValueError as error:
            raise DeviceError(str(error)) from None
    settings.save()
    return file.data


def _names() -> list[str]:
    return [name for name, _, _ in FIELDS if name != "version"]


def _work(board: Link, wanted: list[str]) -> None:
    before = board.get(FILE)
    if not wanted:
        settings = Settings(cast(FileSystem, OneFile(before)))
        print("\n".join([f"{name}={settings.word(name)}" for name in _names()] + settings.faults))
        return
    after = changed(before, wanted)
    for fault in Settings(cast(FileSystem, OneFile(before))).faults if after != before else []:
        print(f"in the old file, {fault}")
    if after != before:
        board.replace(FILE, after)
    print("set: " + ", ".join(wanted))


def main(argv: list[str]) -> int:
    """Exit status: 0, or 2 for a setting that is not, with nothing changed."""
    parser = link.parser("settings", "Shows the board's settings, or changes some.")
    parser.add_argument("wanted", metavar="KEY=VALUE", nargs="*", help="what to set")
    options = parser.parse_args(argv)
    try:
        for said in options.wanted:
            said.encode()
        # What no board would take need not disturb one.
        changed(b"", options.wanted)
    except UnicodeError:
        return link.complain("settings", DeviceError("a setting is not UTF-8 text"))
    except DeviceError as error:
        return link.complain("settings", error)
    return link.serve("settings", options.port, lambda board: _work(board, options.wanted))
