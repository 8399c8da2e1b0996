"""Cases said as scripts of keys and balls on one line: `;` stands for a new line."""

import functools
import io
import json
from collections.abc import Iterable
from typing import Any

from host_tools.sim import script
from tests.support import on_micropython


@functools.cache
def printed(said: str) -> str:
    """What CPython prints."""
    out = io.StringIO()
    script.run(_lines(said), "case", out)
    return out.getvalue()


def states(said: str) -> "list[dict[str, Any]]":
    """The states that it prints, the last at its end."""
    return [json.loads(line) for line in printed(said).splitlines() if line[:1] == "{"]


def agree(cases: Iterable[str], bits: int) -> bool:
    """Whether MicroPython prints the same."""
    known = list(cases)
    code = (
        "import sys\nfrom host_tools.sim import script\n\ndef batches():\n"
        f"    for lines in {[_lines(said) for said in known]!r}:\n"
        "        script.run(lines, 'case', sys.stdout)\n"
        "        yield\n"
    )
    expected = "".join([printed(said) for said in known])
    return on_micropython.run(code, on_micropython.SEVERAL_BOARDS, bits=bits) == expected


def _lines(said: str) -> "list[str]":
    return [line + "\n" for line in said.split(";")]
