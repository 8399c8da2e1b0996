"""The scenes of scenes.py, on both runtimes, with equal outcome."""

from pathlib import Path

import pytest

from tests import on_micropython
from tests.host_tools.twin import scenes


def test_equal_on_micropython(capsys: "pytest.CaptureFixture[str]") -> None:
    scenes.main()
    here = capsys.readouterr().out.splitlines()
    there = on_micropython.run(Path(scenes.__file__), on_micropython.SEVERAL_BOARDS).splitlines()
    assert len(here) == len(scenes.SCENES)
    assert there == here
