"""Puts a board together, on the device and in the twin alike."""

from compact import let_go
from storage.files import FileSystem
from storage.log import Log

from .supervisor import Device, reset_cause

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from scoreboard.app import Scoreboard
    from scoreboard.selftest import Beams, Emitters, Keys, SelfTest


def build(machine: "Any", board: "Any", fs: "Any", neopixel: "Any" = None) -> Device:
    """A device made of `board`'s pins, which `machine` makes; `fs` has the methods of an unmounted VfsLfs2.

    `neopixel` is that module, for a board with a strip.
    """
    files = FileSystem(fs)
    log = Log(files)

    def self_test(keys: "Keys", beams: "Beams", emitters: "Emitters") -> "SelfTest":
        from scoreboard.selftest import SelfTest, facts

        return SelfTest(keys, beams, emitters, facts(reset_cause(machine), files.free()))

    # What makes the parts is wanted once, or once more after a failure: it takes memory that a game can use.
    def assemble() -> "Scoreboard":
        from . import parts

        try:
            return parts.scoreboard(machine, board, files, log, neopixel, self_test)
        finally:
            let_go("device.parts")

    def show_safe_mode() -> None:
        from . import parts

        parts.show_safe_mode(machine, board, neopixel)

    return Device(machine, log, assemble, show_safe_mode)
