"""Runs `main(args)` of a module under CPython or MicroPython: `child.py MODULE ARGS`, with an absolute path."""

import gc
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


EPIPE = 32


def main(argv: "list[str]") -> int:
    """Exit status of the module's main; 1 where it raises, 130 after Ctrl-C, 141 when nobody reads the output."""
    root = argv[0].rsplit("/", 2)[0]
    # In place of this file's own folder, whose modules are host_tools.something.
    sys.path[0] = root
    sys.path.insert(1, root + "/firmware")
    # Collected often, what stays lies close together in MicroPython's small heap, without the litter of compiling.
    if hasattr(gc, "threshold"):
        gc.threshold(8192)
    try:
        status: int = _load(argv[1]).main(argv[2:])
        sys.stdout.flush()
        return status
    except KeyboardInterrupt:
        return 130
    except Exception as error:
        if isinstance(error, OSError) and error.errno == EPIPE:
            # CPython would complain again when it closes what cannot be written.
            sys.stderr.close()
            return 141
        # Left to itself MicroPython writes it to stdout.
        print_exception(error)
        return 1


def _load(name: str) -> "Any":
    module = __import__(name)
    for part in name.split(".")[1:]:
        module = getattr(module, part)
    return module


def print_exception(error: Exception) -> None:
    """The traceback, on stderr."""
    if sys.implementation.name == "micropython":
        sys.print_exception(error, sys.stderr)  # type: ignore[attr-defined]
    else:
        import traceback

        traceback.print_exception(type(error), error, error.__traceback__)


if __name__ == "__main__":
    sys.exit(main(sys.argv))
