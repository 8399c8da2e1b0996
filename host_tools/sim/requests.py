"""What a page may ask for besides the verbs of scripts: JSON objects with one name, checked before anything is done."""

import json
from typing import Any

from host_tools.sim import verbs
from storage.setting_table import HANDICAP_MOST, check

BALLS = range(0, 16)
MOST_AT_ONCE = 16
LONGEST_NAME = 80
SETTINGS = ("language", "handicap_a", "handicap_b", "stalemate", "name_a", "name_b")
LANGUAGES = ("ru", "en")


class BadRequest(Exception):
    """A message that asks for nothing there is; str() says why."""


class Drop:
    """A ball, 0 for the cue ball, that falls into a pocket, and the line that says so to the engine."""

    def __init__(self, asked: Any) -> None:
        self.ball = whole(asked, "ball", BALLS)
        self.pocket = whole(asked, "pocket", range(1, 7))
        self.line = f"ball {self.pocket} {field(asked, 'speed')}"
        try:
            verbs.parse(self.line)
        except verbs.BadLine as error:
            raise BadRequest(str(error)) from None


def read(text: str) -> tuple[str, Any]:
    """Name and value of a request. Raises BadRequest."""
    try:
        asked = json.loads(text)
        # Half of a surrogate pair can be written in JSON, but not be sent on.
        json.dumps(asked, ensure_ascii=False).encode()
    except (ValueError, RecursionError):
        raise BadRequest("not JSON") from None
    if not isinstance(asked, dict) or len(asked) != 1:
        raise BadRequest("expected one request")
    return next(iter(asked.items()))


def field(asked: Any, name: str) -> Any:
    """A field of an object. Raises BadRequest where there is none."""
    if not isinstance(asked, dict) or name not in asked:
        raise BadRequest(f"{name} is missing")
    return asked[name]


def whole(asked: Any, name: str, allowed: range) -> int:
    """A field that is a whole number."""
    return number(field(asked, name), name, allowed)


def number(value: Any, name: str, allowed: range) -> int:
    """A whole number in a range."""
    if type(value) is not int or value not in allowed:
        raise BadRequest(f"{name} is {allowed.start} to {allowed.stop - 1}")
    return value


def switch(asked: Any, name: str) -> bool:
    """A field that is true or false."""
    value = field(asked, name)
    if type(value) is not bool:
        raise BadRequest(f"{name} is true or false")
    return value


def text(asked: Any, name: str) -> str:
    """A field that is a text."""
    value = field(asked, name)
    if type(value) is not str:
        raise BadRequest(f"{name} is a text")
    return value


def drops(asked: Any) -> list[Drop]:
    """Balls that fall at one moment."""
    if not isinstance(asked, list) or not 0 < len(asked) <= MOST_AT_ONCE:
        raise BadRequest("expected balls")
    return [Drop(one) for one in asked]


def settings(asked: Any) -> dict[str, str]:
    """Settings as their file has them."""
    if not isinstance(asked, dict):
        raise BadRequest("expected settings")
    values = {}
    for name in SETTINGS:
        if name not in asked:
            continue
        values[name] = text(asked, name)
        try:
            check(name, values[name])
            values[name].encode()
        except ValueError as error:
            raise BadRequest(str(error)) from None
    if values.get("handicap_a") == values.get("handicap_b") == str(HANDICAP_MOST):
        raise BadRequest(f"not both players can start with {HANDICAP_MOST}")
    return values
