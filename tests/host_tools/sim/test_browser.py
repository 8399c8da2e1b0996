"""What looks at the page from outside of the tests: the measurement of its latency."""

import subprocess
import sys

from host_tools.sim.browser import chromium
from tests.support.needs import missing
from tests.support.running import ROOT


def test_the_latency_of_a_click_is_measured() -> None:
    try:
        chromium()
    except OSError as error:
        missing(str(error))
    # In a process of its own, as the browser of other tests may still run in this one.
    command = [sys.executable, "-c", "from host_tools.bench import page_latency; print(page_latency.times(4))"]
    result = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=300)
    assert result.stderr == ""
    times = [float(time) for time in result.stdout.strip("[]\n").split(",")]
    assert len(times) == 4 and all(5 < time < 5000 for time in times)
