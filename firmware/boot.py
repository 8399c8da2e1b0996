"""MicroPython runs this first: puts the installed slot, the folder that the file /slot names, on the import path."""

import sys

if __name__ == "__main__":
    with open("/slot") as slot:
        sys.path.insert(0, slot.read().strip())
