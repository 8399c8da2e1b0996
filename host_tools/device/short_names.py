"""Private names as short as can be: on the board each name lies in memory as a text, for as long as the power is on.

What begins with one underscore is used in its own module only (ruff sees to that), so each module can call it what it
likes, and all of them like the same few names. Lines stay where they are: a line number in a log is one of the source.
"""

import io
import itertools
import re
import string
import tokenize
from collections import Counter
from collections.abc import Iterator

PRIVATE = re.compile(r"_[A-Za-z]\w*")


def shorten(text: str) -> str:
    """A module's source with short private names, the most used the shortest; the same each time."""
    names = [token for token in tokenize.generate_tokens(io.StringIO(text).readline) if token.type == tokenize.NAME]
    counts = Counter(token.string for token in names if PRIVATE.fullmatch(token.string))
    ranked = sorted(counts, key=lambda name: (-counts[name], name))
    short = dict(zip(ranked, _short_names(), strict=False))
    lines = text.splitlines(keepends=True)
    # From the end, so that what comes before keeps its column.
    for token in reversed(names):
        if token.string in short:
            row, column = token.start
            line = lines[row - 1]
            lines[row - 1] = line[:column] + short[token.string] + line[column + len(token.string) :]
    return "".join(lines)


def _short_names() -> "Iterator[str]":
    for length in itertools.count(1):
        for letters in itertools.product(string.ascii_letters, repeat=length):
            yield "_" + "".join(letters)
