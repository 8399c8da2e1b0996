"""Storms of balls and presses: a short one each time, a hundred thousand in `make soak`.

What fails prints itself as a script. `-s` shows seeds and sums; SEED=n in the environment begins with another seed.
"""

import os

import pytest

from tests.support import on_micropython, storms

SEED = int(os.environ.get("SEED", "1"))
KINDS = [(kind, stalled) for kind in ("beams", "keys") for stalled in (False, True)]
# Balls or presses of a chapter.
SIZE = 250


@pytest.mark.parametrize("chapters", [8, pytest.param(400, marks=pytest.mark.soak)])
@pytest.mark.parametrize(("kind", "stalled"), KINDS)
def test_storm(kind: str, stalled: bool, chapters: int) -> None:
    print(storms.storm(kind, SEED, chapters, SIZE, stalled))


@pytest.mark.parametrize("chapters", [2, pytest.param(40, marks=pytest.mark.soak)])
def test_the_same_under_micropython(chapters: int, bits: int) -> None:
    """A smaller storm, with equal sums."""
    code = "from tests.support.storms import storm\n" + "".join(
        f"print(storm({kind!r}, {SEED}, {chapters}, {SIZE}, {stalled}))\n" for kind, stalled in KINDS
    )
    here = [storms.storm(kind, SEED, chapters, SIZE, stalled) for kind, stalled in KINDS]
    assert on_micropython.run(code, heap="1m", bits=bits).splitlines() == here


def test_a_driver_that_is_wrong_is_found_and_told_as_a_script(monkeypatch: pytest.MonkeyPatch) -> None:
    """The judges are not blind: a limit of one sample more loses fast balls, one less takes chatter for balls."""
    for samples in (2, 4):
        monkeypatch.setattr("drivers.beams._FALL_SAMPLES", samples)
        monkeypatch.setattr("drivers.beams._FALL_MS", 2 * samples - 2)
        with pytest.raises(AssertionError, match=r"seed \d+: pocket \d: .*\nwait \d+\npulse "):
            storms.storm("beams", 1, 20, SIZE, False)
