"""`python -m host_tools sim`: the simulator's page, or with --script a script in virtual time."""

import argparse
import os
import shutil
import sys
import tempfile
from typing import BinaryIO

from host_tools import runtime
from host_tools.cli import Parser

PORT = 8071
# Of a script. The simulated world and the sources of all are in it too, in words of 64 bits: 500 fouls take 320 KB.
HEAP = "1m"


def main(argv: list[str]) -> int:
    """Exit status: 0, 2 for a wrong command line or script, 1 for what went wrong otherwise."""
    parser = Parser("python -m host_tools sim", description="The scoreboard on a simulated board.")
    parser.add_argument("--script", metavar="FILE", help="run a script in virtual time, without a page; - reads stdin")
    parser.add_argument("--runtime", choices=runtime.RUNTIMES, help="default: micropython, where it is installed")
    parser.add_argument("--port", type=port_number, default=PORT, help=f"of the page (default {PORT}; 0: any free one)")
    parser.add_argument("--host", action="store_true", help="let other machines of the network look and play as well")
    parser.add_argument("--no-browser", action="store_true", help="only print the page's address")
    options = parser.parse_args(argv)
    try:
        chosen = runtime.choose(options.runtime)
    except runtime.RuntimeMissing as error:
        parser.error(str(error))
    if options.script is not None:
        return run_script(options.script, chosen)
    # Only the page needs the web server's package.
    from host_tools.sim import server

    return server.serve(chosen, options.port, everywhere=options.host, browser=not options.no_browser)


def port_number(text: str) -> int:
    """A TCP port, 0 for any free one. Raises argparse.ArgumentTypeError."""
    if not (text.isascii() and text.isdigit() and int(text) < 65536):
        raise argparse.ArgumentTypeError(f"{text!r} is not a port, 0 to 65535")
    return int(text)


def run_script(name: str, chosen: str) -> int:
    """Becomes the process that runs the script, so that MicroPython's heap is capped and a signal reaches it.

    Returns exit status 2 where there is no such file.
    """
    try:
        with open(0 if name == "-" else name, "rb", closefd=name != "-") as source:
            readable = source if source.seekable() else _copy(source)
            os.set_inheritable(readable.fileno(), True)
            sys.stdout.flush()
            # Whoever watches a terminal shall see that a long script lives.
            progress = ["--progress"] if sys.stderr and sys.stderr.isatty() else []
            command = runtime.command(
                chosen, "host_tools.sim.script", str(readable.fileno()), name, *progress, heap=HEAP
            )
            os.execv(command[0], command)
    except OSError as error:
        print(f"{name}: cannot be read: {error.strerror}", file=sys.stderr)
        return 2


def _copy(source: BinaryIO) -> BinaryIO:
    """A script is read twice, which a pipe cannot be."""
    copy = tempfile.TemporaryFile()  # noqa: SIM115 - it lives on in the process that this one becomes
    shutil.copyfileobj(source, copy)
    copy.flush()
    return copy
