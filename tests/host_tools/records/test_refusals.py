"""Every refusal of the rules has its sentence, and every sentence its refusal."""

import ast

import pytest

from host_tools.device.build import FIRMWARE
from host_tools.records.refusals import SENTENCES, sentence, why
from rules import RulesError
from rules.notation import parse
from tests.support.token_game import Game

ERRORS = ("UnreadableToken", "ImpossibleValue", "NotAllowed")


def refusals() -> "list[tuple[str, int]]":
    """Kind and number of values of each error that the rules raise."""
    found = []
    for path in sorted((FIRMWARE / "rules").glob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ERRORS:
                kind = node.args[0]
                assert isinstance(kind, ast.Constant)
                found.append((str(kind.value), max(0, len(node.args) - 2)))
    return found


@pytest.mark.parametrize(("kind", "values"), refusals())
def test_a_refusal_has_a_sentence_for_its_values(kind: str, values: int) -> None:
    assert SENTENCES[kind].count("%") == values or "%" not in SENTENCES[kind]


def test_no_sentence_is_left_over() -> None:
    assert set(SENTENCES) == {kind for kind, _ in refusals()}


def test_a_later_event_that_becomes_illegal_is_named() -> None:
    game = Game()
    for token in ("start:A", "p5", "p7"):
        game.play(token)
    with pytest.raises(RulesError) as refused:
        game.play("amend:2:p7")
    assert sentence(refused.value) == "event 3, p7: ball 7 is not on the table (V4)"
    assert why(refused.value) == "event 3, p7: ball 7 is not on the table"
    for token, said in (
        ("insert:2:p7", "event 3, p7: ball 7 is not on the table"),
        ("insert:3:p5", "event 4, p5: ball 5 is not on the table"),
        ("insert:3:warn", "event 4, warn: no warning is due"),
    ):
        with pytest.raises(RulesError) as refused:
            game.play(token)
        assert why(refused.value) == said
    with pytest.raises(RulesError) as unreadable:
        parse("p16")
    assert sentence(unreadable.value) == "ball 16: there are 1 to 15"
