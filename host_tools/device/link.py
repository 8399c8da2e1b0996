"""A board at the other end of a port: its raw REPL, through mpremote."""

import ast
import base64
import contextlib
import io
import re
import signal
import struct
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from mpremote.transport import TransportError, TransportExecError
from mpremote.transport_serial import SerialTransport

from host_tools.cli import Parser
from host_tools.device import ports
from host_tools.device.device_error import DeviceError

T = TypeVar("T")

# What mpremote raises where an answer is not what it should be, or only half of it.
GARBLED = (TransportError, struct.error, UnicodeError)

TOOLBOX = Path(__file__).with_name("toolbox.py")
OLDEST = (1, 26)
# The watchdog cannot be stopped, only lengthened. If this computer goes away, the board starts again by itself then.
WATCHDOG_MS = 600_000
# A controller that has just been plugged in, or that opening the port has reset, takes a second to listen.
ATTEMPTS = 3
ATTEMPT_S = 3
SILENCE_S = 10
# By then a board that was told to has begun to start again, and its boot loader has said so.
GONE_S = 1.0
# By then a board that starts has drawn its first frame, and one that fails has said so.
START_S = 5.0
PROMPT_S = 0.5
# Bytes of a file that go at a time: few enough for a heap of which the game has taken most.
BLOCK = 2048
ADVICE = "`make games` saves its records; then remove old ones, as in `.venv/bin/mpremote rm :/games/00001.txt`"
# A reset that is asked for is no failure: those before it are forgotten, and so it is not the third.
RESET = """
import machine, time
try:
    machine.RTC().memory(b"")
except Exception:
    pass
time.sleep_ms(100)
machine.reset()
"""
IDENTIFY = """
import sys
print(repr((sys.implementation.name, tuple(sys.implementation.version[:3]),
    getattr(sys.implementation, "_mpy", 0), getattr(sys.implementation, "_machine", ""))))
"""


@dataclass(frozen=True)
class Identity:
    """What runs on the board: version of MicroPython, of its bytecode, and the processor, as in "ESP32S3"."""

    version: tuple[int, ...]
    bytecode: int
    machine: str

    @property
    def chip(self) -> str:
        """As board modules have it, as in "esp32s3". MicroPython wrote ESP32S3 up to 1.28, ESP32-S3 since."""
        return self.machine.rpartition(" with ")[2].lower().replace("-", "")


class Link:
    """A connection. The board's program stands still while there is one, and starts again afterwards.

    Everything raises DeviceError.
    """

    def __init__(self, port: str) -> None:
        self.port = ports.find(port)
        try:
            self._transport: Any = SerialTransport(self.port, baudrate=115200, timeout=SILENCE_S)
        except (TransportError, ValueError, OSError):
            raise ports.why(self.port) from None
        try:
            self._interrupt()
            self._run_quietly(f"import machine\nmachine.WDT(timeout={WATCHDOG_MS})")
            self.identity = self._identify()
            self.run(TOOLBOX.read_text(encoding="utf-8"))
            self.run("gc.collect()")
        except BaseException:
            # Its program may have been interrupted already.
            self.restart()
            self.close()
            raise

    # What runs there

    def run(self, code: str) -> str:
        """Runs code on the board; what it prints."""
        with self._watched():
            return bytes(self._transport.exec(code)).decode(errors="replace")

    def value(self, expression: str) -> Any:
        """The value of an expression there: numbers, texts, bytes, tuples, lists and dicts of them, None."""
        return _understood(self.run(f"print(repr({expression}))"))

    # Files

    def put(self, path: str, data: bytes, progress: "Callable[[int], None]" = lambda _: None) -> None:
        """Writes a file, and its folders. `progress` is told how many more bytes have arrived."""
        for at in range(0, len(data) or 1, BLOCK):
            block = data[at : at + BLOCK]
            self.run(f"write({path!r}, {base64.b64encode(block).decode()!r}, {at > 0})")
            progress(len(block))

    def replace(self, path: str, data: bytes) -> None:
        """Writes a file anew so that at each moment the old or the new one is there, whole."""
        self.put(path + ".new", data)
        if self.value(f"sha256({path + '.new'!r})") != sha256(data):
            raise DeviceError(f"{path} did not arrive as it was sent; the old one is still there. Try again")
        self.run(f"replace({path!r})")

    def get(self, path: str, progress: "Callable[[int], None]" = lambda _: None) -> bytes:
        """Reads a file; empty where there is none."""
        data = b""
        for at in range(0, self.value(f"stat({path!r})[1]"), BLOCK):
            data += base64.b64decode(self.value(f"read({path!r}, {at}, {BLOCK})"))
            progress(len(data) - at)
        return data

    # The end

    def restart(self) -> None:
        """Starts the board anew, whoever presses Ctrl-C; the connection is of no more use than to `listen`.

        Waits until it begins to: whoever connects next must not meet the board that is about to go.
        """
        with _patient(), contextlib.suppress(OSError, *GARBLED), contextlib.redirect_stdout(io.StringIO()):
            # Ctrl-C here may have left it in the middle of a command.
            self._transport.enter_raw_repl(soft_reset=False, timeout_overall=ATTEMPT_S)
            # Its answer is on the wire before it goes.
            self._transport.exec_raw_no_follow(RESET)
            end = time.monotonic() + GONE_S
            while not self._transport.serial.inWaiting() and time.monotonic() < end:
                time.sleep(0.01)

    def listen(self) -> str:
        """Waits whether the board's program runs after a restart. What it said where it does not, "" where it does."""
        said, end = "", time.monotonic() + START_S
        while time.monotonic() < end and ">>> " not in said:
            said += self._heard()
            time.sleep(0.05)
        # A program that runs leaves this alone; a prompt answers.
        with contextlib.suppress(OSError):
            self._transport.serial.write(b"\r")
        time.sleep(PROMPT_S)
        said += self._heard()
        return said if ">>> " in said else ""

    def close(self) -> None:
        """Lets go of the port."""
        with _patient(), contextlib.suppress(OSError):
            self._transport.close()

    # How it is done

    def _interrupt(self) -> None:
        said = ""
        for _ in range(ATTEMPTS):
            heard = io.StringIO()
            try:
                with contextlib.redirect_stdout(heard):
                    self._transport.use_raw_paste = True
                    self._transport.enter_raw_repl(soft_reset=False, timeout_overall=ATTEMPT_S)
                    # The answer to an attempt before may have come late: then this one does not.
                    if self._transport.exec("print(6*7)").strip() == b"42":
                        return
            except GARBLED:
                said += heard.getvalue()
            except OSError as error:
                raise DeviceError(f"{self.port} was lost: {error.strerror or error}. Is the cable firmly in?") from None
        raise DeviceError(_silence(self.port, said))

    def _identify(self) -> Identity:
        said = _understood(self.run(IDENTIFY))
        if not (isinstance(said, tuple) and len(said) == 4):
            raise _not_understood(str(said))
        name, version, mpy, machine = said
        shown = ".".join(map(str, version))
        if name != "micropython":
            raise DeviceError(f"{name} {shown} runs on the controller, not MicroPython. {_flash(self.port)}")
        if version < OLDEST:
            oldest = ".".join(map(str, OLDEST))
            raise DeviceError(f"MicroPython {shown} is too old: {oldest} or later is needed. {_flash(self.port)}")
        return Identity(version, mpy & 0xFF, machine)

    def _run_quietly(self, code: str) -> None:
        """Runs what not every MicroPython has."""
        with contextlib.suppress(TransportExecError), self._lost():
            self._transport.exec(code)

    @contextlib.contextmanager
    def _lost(self) -> "Iterator[None]":
        try:
            # mpremote prints what it does not understand.
            with contextlib.redirect_stdout(io.StringIO()):
                yield
        except TransportExecError:
            raise
        except (OSError, *GARBLED):
            raise DeviceError(
                f"the connection over {self.port} broke off. Nothing is lost: the board goes on as it was when it is "
                f"switched off and on, or in {WATCHDOG_MS // 60_000} minutes by itself. Check the cable and try again"
            ) from None

    @contextlib.contextmanager
    def _watched(self) -> "Iterator[None]":
        try:
            with self._lost():
                yield
        except TransportExecError as error:
            raise DeviceError(_failure(error.error_output)) from None

    def _heard(self) -> str:
        serial, heard = self._transport.serial, b""
        try:
            while serial.inWaiting():
                heard += serial.read(serial.inWaiting())
        except OSError:
            # A controller with USB of its own goes away while it starts, and comes back as a new port.
            with contextlib.suppress(OSError):
                serial.close()
                time.sleep(PROMPT_S)
                serial.open()
        return heard.decode(errors="replace")


@contextlib.contextmanager
def _patient() -> "Iterator[None]":
    """What is done in here in a few seconds is done whole: Ctrl-C does nothing."""
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _understood(text: str) -> Any:
    """What the board has printed as a Python value."""
    try:
        return ast.literal_eval(text.strip())
    except (SyntaxError, ValueError):
        raise _not_understood(text) from None


def _not_understood(text: str) -> DeviceError:
    return DeviceError(f"the board answers {text.strip()[:60]!r}, which nobody understands: try again")


def sha256(data: bytes) -> str:
    """The hash of bytes as the board's toolbox gives that of a file."""
    import hashlib

    return hashlib.sha256(data).hexdigest()


def _flash(port: str) -> str:
    return f"Put MicroPython on: `make flash PORT={port} FIRMWARE=...`"


def _silence(port: str, said: str) -> str:
    """Why no MicroPython answers, from what was heard instead."""
    if "waiting for download" in said:
        return f"the controller at {port} waits in its boot loader: press its reset key (EN or RST), and try again"
    if re.search("invalid header|flash read err|No bootable app", said):
        return f"there is no program on the controller at {port}. {_flash(port)}"
    return (
        f"no MicroPython answers at {port}. Is it the right port? Was MicroPython put on the controller? {_flash(port)}"
    )


def _failure(traceback: str) -> str:
    """A traceback of the board's in one line."""
    last = (traceback.strip().splitlines() or ["nothing"])[-1]
    if re.search("ENOSPC|OSError: 28", last):
        return f"there is no space left on the board. {ADVICE}"
    if last.startswith("MemoryError"):
        return "the board has too little memory free for that: switch it off and on, and try again"
    return f"the board reports: {last}"


def parser(verb: str, purpose: str) -> Parser:
    """A command line that begins with a port."""
    made = Parser(f"python -m host_tools {verb}", description=purpose)
    made.add_argument(
        "port", metavar="PORT", nargs="?", default="", help="as in /dev/ttyUSB0, COM3, socket://host:port, id:..., auto"
    )
    return made


def serve(verb: str, port: str, work: "Callable[[Link], T]", starts: bool = False) -> int:
    """Connects, does the work, and starts the board again whatever comes of it; `starts`: and sees that it runs.

    Exit status: 0; 2 with one line on stderr; 130 after Ctrl-C.
    """
    link = None
    try:
        if not port:
            raise DeviceError(f"which port? Say PORT=... {ports.here()}")
        try:
            link = Link(port)
            work(link)
        finally:
            if link:
                link.restart()
        if starts:
            _check_start(link.listen())
        return 0
    except DeviceError as error:
        return complain(verb, error)
    except KeyboardInterrupt:
        print(f"python -m host_tools {verb}: given up; the board starts as it was", file=sys.stderr)
        return 130
    finally:
        if link:
            link.close()


def complain(verb: str, error: Exception) -> int:
    """One line on stderr. Returns exit status 2."""
    print(f"python -m host_tools {verb}: {error}", file=sys.stderr)
    return 2


def _check_start(said: str) -> None:
    if "Traceback" in said:
        last = [line for line in said.splitlines() if line.strip() and ">>>" not in line and "MicroPython" not in line]
        errors = [line for line in last if re.match(r"\w*(Error|Exception|Interrupt)\b", line)]
        raise DeviceError(f"the board does not start: {(errors or last)[-1]}. `make rollback` brings back the old one")
    if said:
        raise DeviceError("the board has started in safe mode: see `make logs`")
    print("the board has started")


class Progress:
    """How much of so many bytes has gone over, on one line of a terminal; elsewhere nothing."""

    def __init__(self, what: str, total: int) -> None:
        self._what = what
        self._total = total
        self._done = 0

    def __call__(self, more: int) -> None:
        """That many more have."""
        self._done += more
        if sys.stdout.isatty() and self._total:
            end = "\n" if self._done >= self._total else ""
            print(f"\r{self._what}: {self._done * 100 // self._total:3}%", end=end, flush=True)
