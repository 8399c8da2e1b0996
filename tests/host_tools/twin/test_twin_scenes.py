"""The scenes of scenes.py, on all runtimes, with equal outcome."""

import re
from pathlib import Path

import pytest

from tests.support import on_micropython
from tests.support import twin_scenes as scenes


def test_equal_on_micropython(capsys: "pytest.CaptureFixture[str]") -> None:
    scenes.main()
    here = capsys.readouterr().out.splitlines()
    there = on_micropython.run(Path(scenes.__file__), on_micropython.SEVERAL_BOARDS).splitlines()
    assert len(here) == len(scenes.SCENES)
    assert there == here


def test_equal_on_32_bits() -> None:
    """Where the twin has a dict of files: without what reaches the flash, and with about as much room."""
    on_both = [scene for scene in scenes.SCENES if scene not in (scenes.flash_log, scenes.cuts)]
    code = "from tests.support import twin_scenes as scenes\n"
    for scene in on_both:
        code += f"print(scenes.{scene.__name__}())\n"
    here = "".join(f"{scene()}\n" for scene in on_both)
    there = on_micropython.run(code, on_micropython.SEVERAL_BOARDS, bits=32)
    assert re.sub("(, 4096)+(, 28)+", "", there) == re.sub("(, 4096)+(, 28)+", "", here)
