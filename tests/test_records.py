"""The records of tests/records, each replayed and held against what its comments state (see README.md there)."""

import re
from pathlib import Path
from typing import Any

import pytest

from host_tools.records.record_text import RecordError, read
from host_tools.records.refusals import why
from host_tools.records.state_json import prompt_text
from rules import ImpossibleValue, NotAllowed, RulesError, UnreadableToken
from tests.support.token_game import Game

FOLDER = Path(__file__).parent / "records"
FILES = sorted(FOLDER.glob("*.txt"))
RULES = ["%s%d" % (kind, n) for kind, last in zip("VPTKS", (7, 15, 4, 4, 16)) for n in range(1, last + 1)]

ERRORS = {"refused": NotAllowed, "unreadable": UnreadableToken, "impossible": ImpossibleValue}
NO_STROKE = re.compile(r"(start|adjust|concede|amend|insert):|(warn|undo|s4|s7|s12|s15|s16)$|s6/")
TURNS = {"A": ("play", "A"), "B": ("play", "B"), "shootout-A": ("shootout", "A"), "shootout-B": ("shootout", "B")}
ORDER = ("left", "fouls", "still", "warned", "do", "won", "void")
PAIR = re.compile(r"(-?\d+):(-?\d+)$")


def pair(word: str) -> "dict[str, int]":
    found = PAIR.match(word)
    if not found:
        raise ValueError("%r is not a pair like 7:-5" % word)
    return {"A": int(found.group(1)), "B": int(found.group(2))}


def numbers(word: str) -> "list[int]":
    return [] if word == "-" else [int(part) for part in word.split(",")]


def expectation(comment: str) -> "dict[str, Any]":
    """What a comment states, key by key. Raises ValueError where it does not follow the format."""
    words = comment.split()
    if len(words) < 2:
        raise ValueError("turn and score are missing")
    turn, score = words[:2]
    if turn not in TURNS and turn not in ("lag", "shootout-lag", "over"):
        raise ValueError("%r is no turn" % turn)
    phase, striker = TURNS.get(turn, (turn, None))
    stated: dict[str, Any] = {"phase": phase, "striker": striker, "score": pair(score)}
    stated.update({"warned": False, "do": [], "won": None, "void": []})
    rest, place = words[2:], 0
    while rest:
        word = rest.pop(0)
        if word not in ORDER[place:]:
            raise ValueError("%r is unknown here; the order is %s" % (word, " ".join(ORDER)))
        place = ORDER.index(word) + 1
        if word == "warned":
            stated["warned"] = True
        elif word == "do":
            while rest and rest[0] not in ORDER:
                stated["do"].append(rest.pop(0))
            if not stated["do"]:
                raise ValueError("nothing to do")
        elif word == "won":
            winner, reason = rest.pop(0), rest.pop(0)
            stated["won"] = (None if winner == "-" else winner, reason)
        else:
            stated[word] = (numbers if word in ("left", "void") else pair)(rest.pop(0))
    return stated


def state(game: Game) -> "dict[str, Any]":
    position = game.position
    return {
        "phase": position.phase,
        "striker": position.striker,
        "score": dict(position.score),
        "left": list(position.on_table),
        "fouls": dict(position.fouls),
        "still": dict(position.still),
        "warned": bool(position.warned),
        "do": [prompt_text(kind, which) for kind, which in position.prompts()],
        "won": (position.winner, position.reason) if position.reason else None,
        "void": list(game.void),
    }


def play(game: Game, token: str) -> "RulesError | None":
    try:
        game.play(token)
    except RulesError as error:
        game.skip()
        return error
    return None


def differences(game: Game, stated: "dict[str, Any]") -> "list[str]":
    now = state(game)
    return ["%s: expected %r, got %r" % (key, stated[key], now[key]) for key in stated if stated[key] != now[key]]


def judge(game: Game, token: str, comment: str) -> "list[str]":
    """Plays a token; what its comment states and does not hold."""
    words = comment.split()
    before = state(game)
    error = play(game, token)
    if words and words[0] in ERRORS:
        if error is None:
            return ["expected %s, got accepted: %r" % (comment, state(game))]
        wrong = []
        if type(error) is not ERRORS[words[0]]:
            wrong.append("expected %s, got %s: %s" % (words[0], type(error).__name__, why(error)))
        if words[1:] and error.rule != words[1]:
            wrong.append("expected refusal by rule %s, got %s: %s" % (words[1], error.rule, why(error)))
        if state(game) != before:
            wrong.append("a token that was not accepted changed the state from %r to %r" % (before, state(game)))
        return wrong
    if error is not None:
        return ["expected %s, got %s (%s): %s" % (comment, type(error).__name__, error.rule, why(error))]
    return differences(game, expectation(comment))


def steps(path: Path) -> "list[tuple[int, str | None, str]]":
    """Line, token and comment of each event, in order; the first token is None where the opening position is stated."""
    found: list[tuple[int, str | None, str]] = []
    bare: list[tuple[int, str]] = []
    for item in read(path.read_text(encoding="utf-8")).items:
        if item.kind == "token":
            bare.append((item.line, item.text))
        elif item.kind == "comment":
            assert bare or not found, "%s:%d: {%s} follows no event" % (path.name, item.line, item.text)
            found.append((item.line, bare.pop()[1] if bare else None, item.text))
        assert len(bare) < 2, "%s:%d: %s has no comment" % (path.name, *bare[0])
    for line, token in bare:
        pytest.fail("%s:%d: %s has no comment" % (path.name, line, token))
    return found


def endings(path: Path, game: Game) -> "list[str]":
    """Where the result at the end of the record, or its tags Result and Reason, are not those of the game."""
    record, position = read(path.read_text(encoding="utf-8")), game.position
    result = {"A": "1-0", "B": "0-1", None: "1/2-1/2"}[position.winner] if position.phase == "over" else "*"
    stated = [(item.line, item.text, result) for item in record.items if item.kind == "result"]
    if not stated:
        return ["%s: no result at the end; it would be %s" % (path.name, result)]
    for item in record.items:
        if item.kind == "tag" and item.name in ("Result", "Reason"):
            stated.append((item.line, item.text, result if item.name == "Result" else position.reason or "*"))
    return ["%s:%d: expected %s, got %s" % (path.name, line, text, got) for line, text, got in stated if text != got]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_record(path: Path) -> None:
    game = Game(read(path.read_text(encoding="utf-8")).options())
    wrong = []
    for line, token, comment in steps(path):
        try:
            found = differences(game, expectation(comment)) if token is None else judge(game, token, comment)
        except (ValueError, IndexError) as error:
            pytest.fail("%s:%d: the comment {%s} cannot be read: %s" % (path.name, line, comment, error))
        event = token or "before the first event"
        wrong += ["%s:%d: %s {%s}: %s" % (path.name, line, event, comment, difference) for difference in found]
    wrong += endings(path, game)
    assert not wrong, "\n" + "\n".join(wrong)


@pytest.mark.parametrize("rule", RULES)
def test_every_rule_has_a_record(rule: str) -> None:
    first_lines = [path.read_text(encoding="utf-8").split("\n", 1)[0] for path in FILES]
    named = [line for line in first_lines if line.startswith(";") and re.search(r"\b%s\b" % rule, line)]
    assert named, "no record in tests/records names %s in its first line" % rule


def test_first_lines_say_what_the_record_shows() -> None:
    for path in FILES:
        line = path.read_text(encoding="utf-8").split("\n", 1)[0]
        assert re.match(r"; ([VPTKS]\d+ ?)+: \S.*\.$", line), "%s:1: %s" % (path.name, line)


def whole(path: Path) -> bool:
    """Whether the record is a game of 30 accepted strokes or more, played to its end."""
    game = Game(read(path.read_text(encoding="utf-8")).options())
    strokes = 0
    for _, token, _ in steps(path):
        if token is not None and play(game, token) is None and not NO_STROKE.match(token):
            strokes += 1
    return strokes >= 30 and game.position.phase == "over"


def test_ten_whole_games() -> None:
    games = [path.name for path in FILES if whole(path)]
    assert len(games) >= 10, games


def test_no_handicap_of_70_for_both() -> None:
    """V6; such a record has no states that a comment could state."""
    with pytest.raises(RecordError):
        read('[Handicap "A+70 B+70"]\n\n*\n').options()
