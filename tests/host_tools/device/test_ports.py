"""What an owner reads when something is wrong with port, cable or controller: one line each, and exit status 2."""

import contextlib
import grp
import os
import pty
import signal
import socket
import threading
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from types import SimpleNamespace

import pytest
import serial
from mpremote.transport_serial import SerialTransport

from host_tools.device import deploy, link, logs, ports
from tests.support.stand_in import StandIn

USB = SimpleNamespace(device="/dev/ttyUSB7", description="CP2102", vid=0x10C4, pid=1, serial_number="0001")


@pytest.fixture
def none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("serial.tools.list_ports.comports", lambda: [])


@pytest.fixture
def one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("serial.tools.list_ports.comports", lambda: [USB])


def refused(capsys: pytest.CaptureFixture[str], port: str) -> str:
    """The line that `logs` ends with."""
    assert logs.main([port]) == 2
    printed = capsys.readouterr()
    assert (printed.out, printed.err.count("\n")) == ("", 1)
    assert printed.err.startswith("python -m host_tools logs: ")
    return printed.err


def test_no_port(none: None, capsys: pytest.CaptureFixture[str]) -> None:
    cable = "take another cable: many only charge, and have no lines for data"
    for port in ("", "auto", "/dev/nonesuch"):
        assert cable in refused(capsys, port)
    assert "no port has the serial number 77" in refused(capsys, "id:77")


def test_another_port(one: None, capsys: pytest.CaptureFixture[str]) -> None:
    said = refused(capsys, "/dev/nonesuch")
    assert said.endswith("there is no port /dev/nonesuch. Ports here: /dev/ttyUSB7 (CP2102)\n")
    assert refused(capsys, "").endswith("which port? Say PORT=... Ports here: /dev/ttyUSB7 (CP2102)\n")


@pytest.mark.parametrize(
    ("port", "found"),
    [
        ("auto", "/dev/ttyUSB7"),
        ("id:0001", "/dev/ttyUSB7"),
        ("port:COM3", "COM3"),
        ("socket://localhost:1", "socket://localhost:1"),
    ],
)
def test_names_of_ports(one: None, port: str, found: str) -> None:
    assert ports.find(port) == found


def test_busy(capsys: pytest.CaptureFixture[str]) -> None:
    master, slave = pty.openpty()
    name = os.ttyname(slave)
    with serial.Serial(name, exclusive=True):
        assert f"{name} is busy: another program has it open" in refused(capsys, name)
    os.close(master)
    os.close(slave)


def test_not_allowed(tmp_path: Path) -> None:
    port = tmp_path / "ttyUSB0"
    port.write_bytes(b"")
    group = grp.getgrgid(port.stat().st_gid).gr_name
    said = str(ports.refusal(str(port), serial.SerialException(13, "could not open port")))
    assert said.startswith(f"you may not open {port}. It belongs to the group {group}: `sudo usermod -aG {group} ")


def test_no_serial_port(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "file"
    file.write_bytes(b"")
    assert f"{file} is no serial port" in refused(capsys, str(file))
    assert "nonesuch://x is no port: expected a name like /dev/ttyUSB0" in refused(capsys, "nonesuch://x")
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = "socket://127.0.0.1:%d" % server.getsockname()[1]
    assert "nobody listens there" in refused(capsys, port)
    for half in ("socket://127.0.0.1", "socket://127.0.0.1:x", "socket://:8000", "socket://127.0.0.1:99999"):
        assert f"{half} is no port: expected socket://HOST:PORT" in refused(capsys, half)


class Babbler:
    """Something at a port that is no MicroPython: whatever it is sent, it says the same."""

    def __init__(self, says: bytes) -> None:
        self._says = says
        self._server = socket.create_server(("127.0.0.1", 0))
        self.port = "socket://127.0.0.1:%d" % self._server.getsockname()[1]
        self._thread = threading.Thread(target=self._serve, daemon=True)
        self._thread.start()

    def close(self) -> None:
        self._thread.join()
        self._server.close()

    def _serve(self) -> None:
        connection = self._server.accept()[0]
        # Who asked may hang up meanwhile.
        with connection, contextlib.suppress(OSError):
            while connection.recv(100):
                connection.sendall(self._says)


@pytest.fixture(
    params=[
        (b"", "no MicroPython answers at"),
        (b"invalid header: 0xffffffff\r\n", "there is no program on the controller at"),
        (b"waiting for download\r\n", "waits in its boot loader: press its reset key"),
    ]
)
def babbler(request: pytest.FixtureRequest) -> "Iterator[tuple[str, str]]":
    said, expected = request.param
    made = Babbler(said)
    yield made.port, expected
    made.close()


def test_no_micropython(
    babbler: "tuple[str, str]", capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(link, "ATTEMPT_S", 0.2)
    port, expected = babbler
    assert expected in refused(capsys, port)


@pytest.mark.parametrize(
    ("machine", "expected"),
    [
        ("old", "MicroPython 1.25.0 is too old: 1.26 or later is needed. Put MicroPython on: `make flash PORT="),
        ("other", "circuitpython 9.2.1 runs on the controller, not MicroPython."),
    ],
)
def test_another_python(machine: str, expected: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with StandIn(tmp_path / "image", machine=machine) as board:
        assert expected in refused(capsys, board.port)
        # It goes on with what it did.
        assert board.starts == 2


@pytest.mark.parametrize(
    ("machine", "chip"),
    [("Generic ESP32S3 module with ESP32S3", "esp32s3"), ("Generic ESP32S3 module with ESP32-S3", "esp32s3")],
)
def test_a_chip_however_micropython_writes_it(machine: str, chip: str) -> None:
    assert link.Identity((1, 29, 0), 6, machine).chip == chip


def test_a_board_that_was_interrupted_starts_again(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever happens while the connection is made, and however often Ctrl-C is pressed."""

    def identify(_: link.Link) -> None:
        raise KeyboardInterrupt

    with StandIn(tmp_path / "image") as board:
        monkeypatch.setattr(link.Link, "_identify", identify)
        assert link.serve("x", board.port, lambda _: None) == 130
        assert board.starts == 2
        monkeypatch.undo()
    with StandIn(tmp_path / "image") as board:
        write = SerialTransport.exec_raw_no_follow

        def and_again(transport: SerialTransport, command: str) -> None:
            if command == link.RESET:
                signal.raise_signal(signal.SIGINT)
            write(transport, command)

        monkeypatch.setattr(SerialTransport, "exec_raw_no_follow", and_again)
        assert link.serve("x", board.port, lambda _: None) == 0
        assert board.starts == 2


@pytest.mark.parametrize("said", [b"R\x01", b"R\x01\x80\x00\x01\x04\xff\xfe\x04\xff\x04>"])
def test_half_an_answer(said: bytes, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(link, "ATTEMPT_S", 0.2)
    monkeypatch.setattr(link, "SILENCE_S", 0.2)
    babbler = Babbler(b"raw REPL; CTRL-B to exit\r\n>" + said)
    assert "no MicroPython answers at" in refused(capsys, babbler.port)
    babbler.close()


def test_errors_of_the_board(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with StandIn(tmp_path / "image") as board:
        for code, expected in (
            ("raise OSError(28)", "there is no space left on the board"),
            ("raise MemoryError('x')", "too little memory free"),
            ("1 / 0", "the board reports: ZeroDivisionError: divide by zero"),
        ):
            assert link.serve("x", board.port, partial(link.Link.run, code=code)) == 2
            assert expected in capsys.readouterr().err


def test_ctrl_c(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    def work(_: link.Link) -> None:
        raise KeyboardInterrupt

    with StandIn(tmp_path / "image") as board:
        assert link.serve("deploy", board.port, work) == deploy.main([""]) + 128 == 130
        assert "given up; the board starts as it was" in capsys.readouterr().err
        # Whoever connects next meets a board that has begun anew.
        assert board.starts == 2
