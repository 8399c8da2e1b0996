"""A board for the tests at the other end of a socket, that can be unplugged at any command."""

import contextlib
import os
import pty
import select
import signal
import socket
import subprocess
import sys
import termios
import threading
import time
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import Any

from host_tools.twin.flash_chip import PAGE, Flash
from host_tools.twin.host_littlefs import HostLittlefs
from tests.support.on_micropython import executable

BLOCK = 4096
END = b"\x04"
CTRL_C = b"\x03"
# Flags of the terminal before the REPL sets its own, none: so one can tell who has it. Nothing else hangs on this one.
PROGRAM = termios.ECHOE


class StandIn:
    """Real MicroPython on a file of `blocks` blocks of flash. It ends with its `with`, and all that it started."""

    def __init__(self, image: Path, blocks: int = 64, machine: str = "bare", keys: str = "") -> None:
        self.image = image
        self.said = b""
        self.starts = 0
        # Commands of the raw REPL from the host, and before which of them the plug is pulled.
        self.commands = 0
        self.cut_at = 0
        self._errors = image.with_suffix(".err")
        if not image.exists():
            image.write_bytes(b"\xff" * BLOCK * blocks)
        self._arguments = [str(image), str(blocks), machine]
        self._keys = keys
        self._server = socket.create_server(("127.0.0.1", 0))
        self.port = "socket://127.0.0.1:%d" % self._server.getsockname()[1]
        self._client: "socket.socket | None" = None
        self._process: "subprocess.Popen[bytes] | None" = None
        self._master = self._slave = self._resets = self._interrupts = -1
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._serve, daemon=True)

    def __enter__(self) -> "StandIn":
        self._start()
        self._thread.start()
        assert self.wait(lambda: bool(self.said))
        return self

    def __exit__(self, _kind: "type[BaseException] | None", _error: object, _at: "TracebackType | None") -> None:
        self._ended.set()
        self._thread.join()
        self._stop()
        self._hang_up()
        self._server.close()

    def heard(self, text: str, timeout_s: float = 60) -> bool:
        """Waits until the board has said that since it last started."""
        return self.wait(lambda: text.encode() in self.said, timeout_s)

    def wait(self, condition: "Callable[[], bool]", timeout_s: float = 60) -> bool:
        """Waits until something holds; whether it does."""
        end = time.monotonic() + timeout_s
        while not condition() and time.monotonic() < end:
            time.sleep(0.005)
        return condition()

    @property
    def watchdog(self) -> list[int]:
        """Each timeout that the watchdog was set to since the first start, in ms."""
        return [int(line.split()[1]) for line in self._errors.read_text().splitlines() if line.startswith("WDT ")]

    def files(self) -> "Any":
        """The file system as it is on the flash."""
        return open_image(self.image)

    # The board

    def _start(self) -> None:
        master, slave = pty.openpty()
        settings = termios.tcgetattr(slave)
        # As a serial line has it: nothing is translated, nothing comes back.
        settings[1] &= ~termios.OPOST
        settings[3] = PROGRAM
        termios.tcsetattr(slave, termios.TCSANOW, settings)
        self._resets, resets = os.pipe()
        interrupts, self._interrupts = os.pipe()
        here = Path(__file__).with_name("board_stand_in.py")
        python = [sys.executable, executable(), "-X", "heapsize=4m", "-i", str(here)]
        ends = [str(resets), str(interrupts)]
        with self._errors.open("ab") as errors:
            self._process = subprocess.Popen(
                [*python, *self._arguments, *ends, self._keys],
                stdin=slave,
                stdout=slave,
                stderr=errors,
                start_new_session=True,
                pass_fds=[resets, interrupts],
            )
        os.close(resets)
        os.close(interrupts)
        self._slave, self._master, self.said, self._keys = slave, master, b"", ""
        self.starts += 1

    def _stop(self) -> None:
        if self._process:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(self._process.pid, signal.SIGKILL)
            self._process.wait()
            for end in (self._master, self._slave, self._resets, self._interrupts):
                os.close(end)
            self._process = None

    def _hang_up(self) -> None:
        if self._client:
            self._client.close()
            self._client = None

    # The wire

    def _serve(self) -> None:
        while not self._ended.is_set():
            ends: "list[Any]" = [self._server, self._master, self._resets, *([self._client] if self._client else [])]
            for end in select.select(ends, [], [], 0.05)[0][:1]:
                if end is self._server:
                    self._hang_up()
                    self._client = self._server.accept()[0]
                    self._client.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                elif end is self._client:
                    self._from_host()
                elif end == self._master:
                    self._from_board()
                else:
                    # It has reset itself, or is no more.
                    self._stop()
                    self._start()

    def _from_board(self) -> None:
        data = os.read(self._master, 4096)
        self.said += data
        if self._client:
            with contextlib.suppress(OSError):
                self._client.sendall(data)

    def _from_host(self) -> None:
        assert self._client
        try:
            data = self._client.recv(4096)
            # Linux would wait 40 ms before it says that it has got something; the host's next byte waits for that.
            self._client.setsockopt(socket.IPPROTO_TCP, getattr(socket, "TCP_QUICKACK", socket.TCP_NODELAY), 1)
        except OSError:
            data = b""
        if not data:
            self._hang_up()
            return
        for i in range(len(data)):
            byte = data[i : i + 1]
            if byte == END:
                self.commands += 1
                if self.commands == self.cut_at:
                    # The power goes, and comes back; nobody is connected any more.
                    self._hang_up()
                    self._stop()
                    self._start()
                    return
            program = termios.tcgetattr(self._slave)[3] == PROGRAM
            os.write(self._interrupts if byte == CTRL_C and program else self._master, byte)


def open_image(image: Path) -> "Any":
    """A littlefs in an image, with the methods of VfsLfs2."""
    data = image.read_bytes()
    flash = Flash(len(data) // BLOCK)
    flash._pages = {i // PAGE: bytearray(data[i : i + PAGE]) for i in range(0, len(data), PAGE)}
    return HostLittlefs(flash.power_on())
