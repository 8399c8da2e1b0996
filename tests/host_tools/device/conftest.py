"""Faster than for people: nobody's board takes seconds to start here."""

import time
from collections.abc import Iterator

import pytest

from host_tools.device import link


class FastClock:
    """`time` for mpremote and pyserial, whose naps are the longest part of a test."""

    monotonic = staticmethod(time.monotonic)

    @staticmethod
    def sleep(_seconds: float) -> None:
        time.sleep(0.0005)


@pytest.fixture(autouse=True, scope="package")
def _fast() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("mpremote.transport_serial.time", FastClock)
        patch.setattr("serial.urlhandler.protocol_socket.time", FastClock)
        patch.setattr(link, "START_S", 0.25)
        patch.setattr(link, "PROMPT_S", 0.1)
        # The slowest machine has answered by then.
        patch.setattr(link, "ATTEMPT_S", 60)
        patch.setattr(link, "GONE_S", 60)
        yield
