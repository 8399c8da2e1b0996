"""Flashing, against a stand-in for the ROM boot loader: what fits, what does not, and whose games are on it."""

import functools
import hashlib
import operator
import socket
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from esp32_mock_bootloader import server

from host_tools.device import flash as flashing
from host_tools.device.image import CHIPS, ENTRY, ENTRY_MAGIC, TABLE
from host_tools.twin.file_system import mount
from host_tools.twin.flash_chip import Flash

MB = 1 << 20
FILES = 2 * MB
BLOCKS = 16
# pyserial leaves sockets of connections that the other side closed.
pytestmark = pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning", "ignore::ResourceWarning")


def table(files: int = FILES, size: int = BLOCKS * 4096) -> bytes:
    parts = ((b"nvs", 1, 2, 0x9000, 0x6000), (b"factory", 0, 0, 0x10000, 0x1F0000), (b"vfs", 1, 0x81, files, size))
    return b"".join(ENTRY.pack(ENTRY_MAGIC, kind, sub, at, size, name, 0) for name, kind, sub, at, size in parts)


def application(chip: str, text: bytes = b"MicroPython") -> bytes:
    """A program as the boot loader starts it: one segment, its checksum, and a hash of it all."""
    segment = text + bytes(-len(text) % 4 + 0x100)
    data = bytes([0xE9, 1, 2, 0x20]) + bytes(8) + CHIPS[chip][1].to_bytes(2, "little") + bytes(9) + b"\x01"
    data += (0x3F400020).to_bytes(4, "little") + len(segment).to_bytes(4, "little") + segment
    data += bytes(15 - len(data) % 16) + bytes([functools.reduce(operator.xor, segment, 0xEF)])
    return data + hashlib.sha256(data).digest()


def firmware(
    folder: Path,
    chip: str = "esp32",
    entries: "bytes | None" = None,
    size: int = 0x12000,
    program: "bytes | None" = None,
) -> Path:
    """What a MicroPython download looks like from outside."""
    offset, number, _ = CHIPS[chip]
    data = bytearray(b"\xff" * size)
    data[:24] = bytes([0xE9, 0, 2, 0x20]) + bytes(8) + number.to_bytes(2, "little") + bytes(10)
    entries = table() if entries is None else entries
    data[TABLE - offset : TABLE - offset + len(entries)] = entries
    program = application(chip) if program is None else program
    data[0x10000 - offset : 0x10000 - offset + len(program)] = program
    data[-5:] = b"hello"
    path = folder / f"{chip}.bin"
    path.write_bytes(data)
    return path


def littlefs(*names: str) -> bytes:
    """An image of files."""
    cells = Flash(BLOCKS)
    files = mount(cells)
    for folder in sorted({name.rpartition("/")[0] for name in names} - {""}):
        files.mkdir(folder)
    for name in names:
        with files.open(name, "w") as file:
            file.write("x")
    data = bytearray(BLOCKS * 4096)
    cells.read(0, data)
    return bytes(data)


class Controller:
    """A stand-in for the ROM boot loader with its flash, at the other end of a socket."""

    def __init__(self, chip: str) -> None:
        self.image = server.FlashImage()
        self._chip = chip
        self._socket = socket.create_server(("127.0.0.1", 0))
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._serve, daemon=True)
        self._thread.start()
        self.port = "socket://127.0.0.1:%d" % self._socket.getsockname()[1]

    @property
    def flash(self) -> bytearray:
        data: bytearray = self.image.data
        return data

    def close(self) -> None:
        self._ended.set()
        socket.create_connection(self._socket.getsockname()).close()
        self._thread.join()
        self._socket.close()

    def _serve(self) -> None:
        while not self._ended.is_set():
            connection = server.BootloaderConnection(self._socket.accept()[0])
            server.handle_client(connection, self._ended, self._chip, flash=self.image)


@pytest.fixture
def controller(monkeypatch: pytest.MonkeyPatch) -> Iterator[Controller]:
    # It takes an answer that is later than 50 ms for none.
    monkeypatch.setattr(server, "_CLIENT_RECV_TIMEOUT", 5)
    made = Controller("esp32")
    yield made
    made.close()


def run(capsys: pytest.CaptureFixture[str], *argv: object) -> "tuple[int, str, str]":
    status = flashing.main([str(word) for word in argv])
    printed = capsys.readouterr()
    assert printed.err.count("\n") == (status == 2), printed.err
    return status, printed.out, printed.err


def test_a_new_controller(controller: Controller, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = firmware(tmp_path)
    status, out, err = run(capsys, controller.port, path)
    assert (status, err) == (0, "")
    assert out == f"esp32.bin is on the controller. Next: `make deploy PORT={controller.port} BOARD=...`\n"
    assert controller.flash[0x1000 : 0x1000 + 0x12000] == path.read_bytes()


def test_games_are_left_alone(controller: Controller, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    played = littlefs("/games/00001.txt", "/games/00002.txt", "/journal/00003-000", "/journal/00003-001")
    files = slice(FILES, FILES + len(played))
    controller.flash[TABLE : TABLE + len(table())] = table()
    controller.flash[files] = played
    status, out, _ = run(capsys, controller.port, firmware(tmp_path))
    assert (status, out.splitlines()[0]) == (0, "3 games on the controller left alone")
    assert controller.flash[files] == played
    # A MicroPython that has its files elsewhere, or is so large that it would reach them.
    for other in (table(files=3 * MB), table(size=2 * BLOCKS * 4096), table()):
        size = FILES - 0x1000 + 4096 if other == table() else 0x12000
        status, _, err = run(capsys, controller.port, firmware(tmp_path, entries=other, size=size))
        assert (status, controller.flash[files] == played) == (2, True)
        assert "3 games on the controller would be lost" in err
        assert "--erase" in err
    status, out, _ = run(capsys, controller.port, firmware(tmp_path, entries=table(files=3 * MB)), "--erase")
    assert (status, out.splitlines()[0]) == (0, "erasing everything, 3 games with it")
    assert set(controller.flash[files]) == {0xFF}


def test_files_but_no_games(controller: Controller, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    controller.flash[TABLE : TABLE + len(table())] = table()
    controller.flash[FILES : FILES + BLOCKS * 4096] = littlefs("/boot.py")
    status, out, _ = run(capsys, controller.port, firmware(tmp_path, entries=table(files=3 * MB)))
    assert (status, len(out.splitlines())) == (0, 1)


def test_files_that_nobody_can_read(controller: Controller, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    controller.flash[TABLE : TABLE + len(table())] = table()
    controller.flash[FILES : FILES + 11] = b"what is it?"
    status, _, err = run(capsys, controller.port, firmware(tmp_path, entries=table(files=3 * MB)))
    assert status == 2
    assert "files that cannot be read on the controller would be lost" in err


def test_what_does_not_fit(controller: Controller, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    err = run(capsys, controller.port, firmware(tmp_path, "esp32s3"))[2]
    assert err.endswith("esp32s3.bin is for an ESP32-S3, the controller is an ESP32: take ESP32_GENERIC\n")
    err = run(capsys, controller.port, firmware(tmp_path, entries=table(size=14 * MB)))[2]
    assert "is for a flash of 16 MB, the controller has 4 MB: take the plain download" in err
    assert set(controller.flash) == {0xFF}


def test_games_are_found_without_a_table(
    controller: Controller, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """As after a flashing that was broken off."""
    controller.flash[TABLE : TABLE + 5] = b"what?"
    controller.flash[FILES : FILES + BLOCKS * 4096] = littlefs("/games/00001.txt")
    status, _, err = run(capsys, controller.port, firmware(tmp_path, size=FILES))
    assert (status, "1 game on the controller would be lost" in err) == (2, True)
    status, out, _ = run(capsys, controller.port, firmware(tmp_path))
    assert (status, out.splitlines()[0]) == (0, "1 game on the controller left alone")


def test_what_is_no_whole_micropython(
    controller: Controller, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    whole = application("esp32")
    changed = whole[:40] + b"x" + whole[41:]
    for program in (b"", whole[:-40], changed, whole[:-1] + b"x"):
        err = run(capsys, controller.port, firmware(tmp_path, program=program))[2]
        assert "esp32.bin is damaged or cut short: download it again" in err
    path = firmware(tmp_path)
    for size in (0x8000, 0x9000, 0xF080):
        path.write_bytes(firmware(tmp_path).read_bytes()[:size])
        assert "esp32.bin is damaged or cut short: download it again" in run(capsys, controller.port, path)[2]
    err = run(capsys, controller.port, firmware(tmp_path, program=application("esp32", b"Another")))[2]
    assert "esp32.bin is for an ESP32, but it is no MicroPython" in err
    assert set(controller.flash) == {0xFF}


def test_ctrl_c(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(flashing, "flash", interrupted)
    assert flashing.main(["x", str(firmware(tmp_path))]) == 130
    assert "given up; if it was writing, only another flash makes" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (b"", "(empty): expected a download that ends in .bin"),
        (b"\x7fELF" + bytes(0x9000), "is no MicroPython for an ESP32"),
        (b"\xe9" + bytes(100), "is no MicroPython for an ESP32"),
        (b"\xe9" + bytes(0x20000), "is only part of a MicroPython (an update)"),
        (b"\xe9" + bytes(11) + b"\x05" + bytes(0x20000), "is for another chip: expected ESP32_GENERIC or ESP32_GEN"),
    ],
)
def test_no_firmware(data: bytes, expected: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "x.bin"
    path.write_bytes(data)
    status, _, err = run(capsys, "/dev/nonesuch", path)
    assert status == 2
    assert expected in err


def test_no_file_and_no_port(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert "x.bin: No such file or directory" in run(capsys, "/dev/nonesuch", tmp_path / "x.bin")[2]
    assert "which port? Say PORT=..." in run(capsys, "", "x.bin")[2]
    assert "which file? Say FIRMWARE=..." in run(capsys, "/dev/nonesuch", "")[2]
    assert "there is no port /dev/nonesuch. " in run(capsys, "/dev/nonesuch", firmware(tmp_path))[2]
    assert "is no port: expected" in run(capsys, "nonesuch://x", firmware(tmp_path))[2]
