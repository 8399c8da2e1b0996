"""The simulator, and scripts for it, in processes of their own."""

import os
import shutil
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

from host_tools import runtime
from tests.support.needs import missing

ROOT = Path(__file__).resolve().parents[2]


class Simulator:
    """A simulator in a process of its own, on a free port."""

    def __init__(self, *args: str) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "host_tools", "sim", "--no-browser", *args],
            cwd=ROOT,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            encoding="utf-8",
        )
        self._interrupted = False
        assert self.process.stdout is not None
        # A line that never comes must not hang the tests.
        alarm = threading.Timer(120, self.process.kill)
        alarm.start()
        self.greeting = self.process.stdout.readline()
        alarm.cancel()
        self.url = next((word for word in self.greeting.split() if word.startswith("http://")), "")

    @property
    def port(self) -> str:
        return self.url.rsplit(":", 1)[1].rstrip("/")

    def engine(self) -> int:
        """Process id of the engine, once it runs."""
        if not shutil.which("pgrep"):
            missing("no pgrep on this machine")
        command = ["pgrep", "-P", str(self.process.pid)]
        for _ in range(3000):
            found = subprocess.run(command, capture_output=True, text=True).stdout
            if found:
                return int(found)
            time.sleep(0.02)
        raise AssertionError("no engine runs")

    def interrupt(self, how: int = signal.SIGINT) -> None:
        """Presses Ctrl-C, once."""
        if not self._interrupted and self.process.poll() is None:
            self._interrupted = True
            self.process.send_signal(how)

    def end(self) -> tuple[int, str]:
        """Ends it as Ctrl-C does. Returns exit status and what it complained of."""
        self.interrupt()
        try:
            _, complaints = self.process.communicate(timeout=60)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.communicate()
            raise
        return self.process.returncode, complaints


def run_cli(*args: str, script: str | None = None, chosen: str = runtime.CPYTHON) -> subprocess.CompletedProcess[bytes]:
    """`python -m host_tools ...` with a script on its standard input."""
    command = [sys.executable, "-m", "host_tools", *args]
    if script is not None:
        command += ["sim", "--runtime", chosen, "--script", "-"]
    return subprocess.run(
        command,
        input=(script or "").encode(),
        capture_output=True,
        cwd=ROOT,
        timeout=600,
        env={**os.environ, "PYTHONIOENCODING": "ascii"},
    )
