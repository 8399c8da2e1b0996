"""`python -m host_tools bench`: measures, side by side with what others use, on this machine and in this run."""

import importlib
import json
import pkgutil
import sys
from typing import Any

from host_tools import bench, runtime
from host_tools.cli import Parser


def main(argv: list[str]) -> int:
    """Prints a line for each measurement, or JSON. Exit status 1 if one of them could not be made."""
    parser = Parser("python -m host_tools bench", description="Measures; a ratio below 1 is better than the peer's.")
    parser.add_argument("--json", action="store_true", help="as a list of name, value, unit, peer and ratio")
    options = parser.parse_args(argv)
    results: list[dict[str, Any]] = []
    failed = False
    for name in sorted({module.name for module in pkgutil.iter_modules(bench.__path__)} - {"bench_command"}):
        try:
            results += importlib.import_module(f"{bench.__name__}.{name}").measure()
        except (OSError, runtime.RuntimeMissing) as error:
            print(f"{name}: {error}", file=sys.stderr)
            failed = True
    if options.json:
        print(json.dumps(results))
    else:
        for result in results:
            print(line(result))
    return 1 if failed else 0


def line(result: dict[str, Any]) -> str:
    """A measurement as a line for people."""
    text = f"{result['name']:70} {result['value']:>10} {result['unit']:8}"
    return text if result["peer"] is None else f"{text} peer {result['peer']:>10}   ratio {result['ratio']:.3f}"
