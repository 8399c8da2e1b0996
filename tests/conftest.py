"""What all tests share."""

import gc
import os
import signal

import pytest
from hypothesis import settings

from host_tools import runtime
from tests.support.needs import missing

# In CI the same examples each time: a change that broke nothing must not fail. At home, new ones.
settings.register_profile("ci", derandomize=True, deadline=None)
settings.register_profile("home", deadline=None)
settings.load_profile("ci" if os.environ.get("CI") else "home")

# A job in the background of a shell has Ctrl-C ignored, and so would all that it starts: those that are to end by it.
signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_collection_finish() -> None:
    """The firmware collects garbage after each event: not through all that pytest and the packages have made."""
    gc.collect()
    gc.freeze()


@pytest.fixture(params=runtime.RUNTIMES)
def chosen(request: pytest.FixtureRequest) -> str:
    """Runs a test twice, once for each Python that the firmware runs on: `micropython` and `cpython`."""
    name = str(request.param)
    if name == runtime.MICROPYTHON and not runtime.micropython():
        missing("no MicroPython on this machine")
    return name


@pytest.fixture(params=(64, 32), ids=lambda bits: f"{bits}-bit")
def bits(request: pytest.FixtureRequest) -> int:
    """Runs a test twice, once for each MicroPython: what on_micropython.run takes. The ESP32 has 32."""
    return int(request.param)
