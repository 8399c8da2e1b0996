"""Every refusal of the rules and of the panel has its sentence, and every sentence its refusal."""

import ast

import pytest

from host_tools.device.build import FIRMWARE
from host_tools.records.refusals import SENTENCES, sentence, why
from referee import draft
from rules import RulesError
from rules.notation import parse
from tests.support.token_game import Game

ERRORS = ("UnreadableToken", "ImpossibleValue", "NotAllowed")


def refusals() -> "list[tuple[str, int]]":
    """Kind and number of values of each error that the rules and the panel raise."""
    found = []
    for path in sorted([*(FIRMWARE / "rules").glob("*.py"), *(FIRMWARE / "referee").glob("*.py")]):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ERRORS:
                kinds = _constants(node.args[0])
                assert kinds, ast.unparse(node)
                found += [(kind, max(0, len(node.args) - 2)) for kind in kinds]
    return found


def _constants(kind: ast.expr) -> "list[str]":
    """What an expression can be: a text, one of two, or what the stroke that is drafted waits for."""
    if isinstance(kind, ast.IfExp):
        return _constants(kind.body) + _constants(kind.orelse)
    if isinstance(kind, ast.Constant):
        return [str(kind.value)]
    if isinstance(kind, ast.Name):
        return [getattr(draft, kind.id)]
    return [draft.BALL, draft.CASE, draft.LATE_BALL]


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
