"""`python -m host_tools VERB`: everything that runs on the owner's or developer's computer."""

import importlib
import io
import os
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
VERBS = {
    "sim": ("host_tools.sim.sim_command", "the simulator: a page in the browser, or a script"),
    "board": ("host_tools.board.board_command", "checks, lists and draws a board definition"),
    "build": ("host_tools.device.build", "compiles the firmware for a board"),
    "flash": ("host_tools.device.flash", "puts MicroPython onto a controller"),
    "deploy": ("host_tools.device.deploy", "puts the scoreboard onto a board; the game goes on"),
    "rollback": ("host_tools.device.rollback", "brings the version before the latest deploy back"),
    "doctor": ("host_tools.device.doctor", "checks a board: every key, beam and LED, with a report"),
    "logs": ("host_tools.device.logs", "prints what has happened to a board"),
    "games": ("host_tools.device.games", "fetches the records of the games that were played"),
    "settings": ("host_tools.device.change_settings", "shows or changes the settings of a board"),
    "replay": ("host_tools.records.replay_command", "plays a record and prints the state after each event"),
    "fonts": ("host_tools.fonts.fonts_command", "packs the drawings of the glyphs for the firmware"),
    "screens": (
        "host_tools.gallery.screens_command",
        "every screen of the LED board: contact sheet, frames for the tests",
    ),
    "bench": ("host_tools.bench.bench_command", "measures, side by side with what others use"),
    "animation": ("host_tools.sim.animation", "the moving picture of the simulator, for the README"),
    "photos": ("host_tools.sim.photos", "pictures of the simulator, for the README"),
}


def main(argv: list[str]) -> int:
    """Hands the rest of the command line to the verb's module. Returns the exit status: 2 for a wrong command line."""
    if not argv or argv[0] in ("-h", "--help"):
        print("usage: python -m host_tools VERB ...   (VERB --help tells more)")
        for verb, (_, purpose) in VERBS.items():
            print(f"  {verb:8} {purpose}")
        return 0 if argv else 2
    if argv[0] not in VERBS:
        return complain(f"unknown verb {argv[0]!r}: expected one of {', '.join(VERBS)}")
    try:
        status = importlib.import_module(VERBS[argv[0]][0]).main(argv[1:])
    except KeyboardInterrupt:
        print(f"python -m host_tools {argv[0]}: given up", file=sys.stderr)
        return 130
    except ModuleNotFoundError as error:
        if error.name is None or (ROOT / error.name.partition(".")[0]).exists():
            raise
        return complain(f"the package {error.name} is not installed: run `make setup`")
    return int(status)


def complain(text: str) -> int:
    """One line on stderr. Returns exit status 2."""
    print(f"host_tools: {text}", file=sys.stderr)
    return 2


def enter_venv() -> None:
    """Goes on under the Python of `.venv` where there is one and this is another, so that any Python may be typed."""
    python = VENV / "bin" / "python"
    if Path(sys.prefix).resolve() != VENV.resolve() and python.exists() and "HOST_TOOLS_VENV" not in os.environ:
        os.environ["HOST_TOOLS_VENV"] = "entered"  # never twice, whatever state .venv is in
        os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, [str(ROOT), os.environ.get("PYTHONPATH")]))
        os.execv(python, [str(python), "-m", "host_tools", *sys.argv[1:]])


if __name__ == "__main__":
    enter_venv()
    # What a terminal's encoding lacks must not stop what is being done.
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")
    # Modules of firmware/ are imported by their own names, as on the device.
    sys.path.insert(1, str(ROOT / "firmware"))
    sys.exit(main(sys.argv[1:]))
