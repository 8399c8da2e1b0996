"""Starts the board on the device itself, with the modules that only it has."""

from device import loop


def main() -> None:
    """Runs the board for ever."""
    import time

    import machine
    import vfs

    import board

    # MicroPython leaves it at 160 MHz, which a step every 2 ms would use up.
    machine.freq(240_000_000)
    # There may be a /rom as well.
    fs = next(mounted for mounted, path in vfs.mount() if path == "/")
    # `board` is the device's board.py, not the checkout's folder.
    neopixel = __import__("neopixel") if board.DISPLAY == "ws2812" else None  # type: ignore[attr-defined]
    loop.run(machine, board, fs, time, neopixel)
