"""One beam of the twin and its driver, with steps at any microsecond: late, early, at every phase of a ball."""

from drivers.beams import Beams
from host_tools.twin.waveforms import Beam, EdgeCounter
from tests.support.rig import FILTER_NS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable


class Pin:
    """The receiver; reads 1 in the dark."""

    def __init__(self, beam: Beam) -> None:
        self._beam = beam

    def value(self) -> int:
        return 1 if self._beam.dark else 0


class Counter:
    """A counting unit whose time the bench sets."""

    def __init__(self, beam: Beam) -> None:
        self._edges = EdgeCounter(beam, True, False, FILTER_NS)
        self.now_us = 0

    def value(self, new: "int | None" = None) -> int:
        self._edges.settle(self.now_us)
        count = self._edges.count
        if new is not None:
            self._edges.count = new
        return count


class Bench:
    """`darks`: (from us, length us). `kinds`: the events so far."""

    def __init__(self, darks: "Iterable[tuple[int, int]]", counted: bool = True) -> None:
        self._beam = Beam()
        self._beam.light(True, 0)
        self._counter = Counter(self._beam)
        for start, length in darks:
            self._beam.cover(start, start + length)
        counters = [self._counter if counted else None]
        self.driver = Beams([Pin(self._beam)], counters, 1)
        self.kinds: "list[int]" = []

    def step(self, now_us: int, ms: "int | None" = None) -> None:
        """A step at that time; the processor's clock says `ms`, or that time cut off to milliseconds."""
        self._beam.advance(now_us)
        self._counter.now_us = now_us
        self.driver.step(now_us // 1000 if ms is None else ms)
        while self.driver.next():
            self.kinds.append(self.driver.event_kind)

    def steps(self, from_us: int, to_us: int, every_us: int = 2000) -> "Bench":
        """Steps at a steady pace."""
        for now_us in range(from_us, to_us, every_us):
            self.step(now_us)
        return self
