"""MicroPython runs this after boot.py: starts the scoreboard."""

from start import main

if __name__ == "__main__":
    main()
