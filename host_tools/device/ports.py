"""Serial ports: which is meant, and why one cannot be opened, in the owner's words."""

import errno
import os
import re
import sys
from pathlib import Path

import serial
from serial.tools import list_ports

from host_tools.device.device_error import DeviceError

NO_PORT = (
    "no serial port is to be seen here. Plug the controller in by USB; if it is, take another cable: many only charge, "
    "and have no lines for data"
)


def find(port: str) -> str:
    """The port that is meant, named in any way that mpremote understands. Raises DeviceError."""
    known = sorted(list_ports.comports())
    if port == "auto":
        usb = [str(found.device) for found in known if found.vid is not None]
        if not usb:
            raise DeviceError(NO_PORT)
        return usb[0]
    if port.startswith("id:"):
        for found in known:
            if found.serial_number == port[3:]:
                return str(found.device)
        raise DeviceError(f"no port has the serial number {port[3:]}. {here()}")
    if port.startswith("socket://"):
        said = re.fullmatch(r"socket://.+:(\d{1,5})(/.*)?", port)
        if not said or int(said[1]) > 65535:
            raise DeviceError(f"{port} is no port: expected socket://HOST:PORT, with a PORT up to 65535")
    return port[5:] if port.startswith("port:") else port


def here() -> str:
    """The ports of this computer, for a message."""
    found = [f"{port.device} ({port.description})" for port in sorted(list_ports.comports()) if port.vid is not None]
    return "Ports here: " + ", ".join(found) if found else NO_PORT[0].upper() + NO_PORT[1:]


def refusal(port: str, error: BaseException) -> DeviceError:
    """Why the port could not be opened: `error` is what opening it raised."""
    number = _number(error)
    if isinstance(error, ValueError):
        return DeviceError(f"{port} is no port: expected a name like /dev/ttyUSB0 or COM3, or socket://HOST:PORT")
    if number == errno.ECONNREFUSED:
        return DeviceError(f"{port}: nobody listens there")
    if number == errno.ENOENT:
        return DeviceError(f"there is no port {port}. {here()}")
    if number in (errno.EAGAIN, errno.EBUSY) or (number == errno.EACCES and sys.platform == "win32"):
        return DeviceError(f"{port} is busy: another program has it open. Close it (a serial monitor, an editor) first")
    if number in (errno.EACCES, errno.EPERM):
        return DeviceError(f"you may not open {port}. {_permission(port)}")
    if number in (errno.ENOTTY, errno.EINVAL):
        return DeviceError(f"{port} is no serial port. {here()}")
    return DeviceError(f"{port} cannot be opened: {os.strerror(number) if number > 0 else error}")


def _number(error: BaseException) -> int:
    """The system's number of an error, 0 without one. Not all that pyserial raises has it: then what it came from."""
    for cause in (error, error.__context__):
        # A termios.error has it as its first argument.
        number = getattr(cause, "errno", None) or (cause.args[0] if cause and cause.args else None)
        if isinstance(number, int):
            return number
    return 0


def _permission(port: str) -> str:
    try:
        import grp

        group = grp.getgrgid(Path(port).stat().st_gid).gr_name
    except (ImportError, KeyError, OSError):
        return "Ask whoever looks after this computer"
    user = os.environ.get("USER", "YOU")
    return f"It belongs to the group {group}: `sudo usermod -aG {group} {user}`, log out and in again"


def why(port: str) -> DeviceError:
    """Tries to open a port that could not be opened a moment ago, and says why it cannot."""
    try:
        serial.serial_for_url(port, exclusive=True).close()
    except (OSError, ValueError) as error:
        return refusal(port, error)
    return DeviceError(f"{port} could not be opened just now, but can be again: try once more")
