"""`python -m host_tools deploy`: puts the scoreboard onto a board, beside the version that is there.

The folders /a and /b are the slots; the file /slot names the one that boot.py puts on the import path. New files go
into the other slot and are checked there; then /slot is replaced, in one step. Until then the old version is what
starts.
"""

import json
from typing import Any

from host_tools.device import link
from host_tools.device.build import MANIFEST, REFERENCE, SLOT, SOURCES, Build, build, version
from host_tools.device.device_error import DeviceError
from host_tools.device.link import Link, Progress, sha256

SLOT_FILE = "/slot"
SLOTS = ("/a", "/b")
# Blocks of the file system that have to stay free: for the journal, and for littlefs to move things about.
RESERVE = 16
BLOCKS_PER_FOLDER = 2


def installed(board: Link) -> str:
    """The slot that starts; "" where there is none."""
    slot = board.get(SLOT_FILE).decode(errors="replace").strip()
    return slot if slot in SLOTS else ""


def other(slot: str) -> str:
    """The slot that does not start."""
    return SLOTS[1] if slot == SLOTS[0] else SLOTS[0]


def manifest(board: Link, slot: str) -> "tuple[dict[str, Any], str]":
    """What is in a slot, as its manifest says, and its version; ({}, "") where it is not whole."""
    data = board.get(f"{slot}/{MANIFEST}") if slot else b""
    try:
        said = json.loads(data)
        whole = isinstance(said["board"], str) and all(
            len(size_and_hash) == 2 for size_and_hash in said["files"].values()
        )
        return (said, version(data)) if whole else ({}, "")
    except (ValueError, TypeError, KeyError, AttributeError):
        return {}, ""


def wrong(board: Link, slot: str, expected: "dict[str, Any]") -> list[str]:
    """Which files of a slot are not what its manifest says."""
    found = board.value(f"hashes({slot!r})")
    files = {path[len(SLOT) :]: tuple(said) for path, said in expected.items() if path.startswith(SLOT)}
    return [path for path, said in files.items() if found.get(path) != said]


def deploy(board: Link, made: Build) -> None:
    """Brings a build onto the board. Raises DeviceError; then the version before is what starts."""
    _check_fit(board, made)
    slot = installed(board)
    new = other(slot)
    old_version = manifest(board, slot)[1]
    expected = json.loads(made.manifest)["files"]
    stale = [
        path for path in SOURCES if path in expected and board.value(f"sha256({'/' + path!r})") != expected[path][1]
    ]
    if old_version == made.version and not stale and not wrong(board, slot, expected):
        # What is in the other slot stays worth going back to.
        print(f"{made.board}, version {made.version}, is on the board already: every file checked, nothing sent")
        return
    files = {path[len(SLOT) :]: data for path, data in made.files.items() if path.startswith(SLOT)}
    found = board.value(f"hashes({new!r})")
    missing = {path: data for path, data in files.items() if found.get(path) != (len(data), sha256(data))}
    _check_room(board, missing, [found[path][0] for path in found if path in missing or path not in files])
    # From here on what is in there is not a version any more.
    board.run(f"remove({f'{new}/{MANIFEST}'!r})")
    for path in found.keys() - files.keys() - {MANIFEST}:
        board.run(f"remove({f'{new}/{path}'!r})")
    progress = Progress("sending", sum(map(len, missing.values())))
    for path, data in missing.items():
        board.put(f"{new}/{path}", data, progress)
    spoiled = wrong(board, new, expected)
    if spoiled:
        raise DeviceError(f"{spoiled[0]} did not arrive as it was sent; the old version is still in place. Try again")
    board.replace(f"{new}/{MANIFEST}", made.manifest)
    for path in stale:
        # They fit every version; which one starts is for /slot to say.
        board.replace(f"/{path}", made.files[path])
    switch(board, new)
    print(f"{made.board}, version {made.version}: {len(missing)} of {len(files)} files sent, all checked on the board")
    if old_version and old_version != made.version:
        print(f"version {old_version} is kept: `make rollback` brings it back")


def switch(board: Link, slot: str) -> None:
    """From now on that slot is the one that starts."""
    board.replace(SLOT_FILE, f"{slot}\n".encode())


def _check_fit(board: Link, made: Build) -> None:
    chip = board.identity.chip
    if chip != made.chip:
        raise DeviceError(
            f"{made.board} is for an {made.chip.upper()}, but the controller at {board.port} is "
            f"{board.identity.machine or 'something else'}: name the right board with BOARD=..."
        )
    if board.identity.bytecode != made.bytecode:
        raise DeviceError(
            f"this MicroPython reads bytecode of version {board.identity.bytecode}, not {made.bytecode}: "
            f"put another on with `make flash PORT={board.port} FIRMWARE=...`"
        )


def _check_room(board: Link, files: dict[str, bytes], freed: list[int]) -> None:
    size, free = board.value("room()")
    folders = {path.rpartition("/")[0] for path in files}
    need = sum(-(-len(data) // size) for data in files.values()) + BLOCKS_PER_FOLDER * len(folders)
    free += sum(old // size for old in freed) - RESERVE
    if need > free:
        raise DeviceError(
            f"there is no space on the board: {need * size // 1024} KB are needed, {max(free, 0) * size // 1024} KB "
            f"are free. {link.ADVICE}"
        )


def main(argv: list[str]) -> int:
    """Exit status: 0, or 2 where it could not be done; then the version before goes on."""
    parser = link.parser("deploy", "Puts the scoreboard onto a board; the game that is being played goes on.")
    parser.add_argument("--board", metavar="NAME", default="", help="the board: its name, or its file")
    options = parser.parse_args(argv)

    def work(board: Link) -> None:
        before = manifest(board, installed(board))[0].get("board", "")
        if not options.board and not before:
            raise DeviceError(f"which board? Say BOARD=..., as in BOARD={REFERENCE}")
        if not options.board and before.endswith(".py"):
            raise DeviceError(
                f"what is on the board was built from a file of yours, {before}: say BOARD=, and where it is"
            )
        deploy(board, build(options.board or before))

    return link.serve("deploy", options.port, work, starts=True)
