"""MicroPython runs this after boot.py: starts the scoreboard."""

from device.start import main

if __name__ == "__main__":
    main()
