"""Whatever the board asks for or refuses, the page says it in words, in both languages."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Page

from host_tools.records.refusals import SENTENCES
from referee import draft, menu, review
from rules import prompts
from storage import setting_table
from tests.support.running import Simulator

# What the page makes of states in a language: its lines.
SAY = """async ([language, news]) => {
  const { setLanguage } = await import("/texts.js");
  const { todo } = await import("/words.js");
  setLanguage(language);
  return news.map((known) => todo(known));
}"""
REFUSE = """async (refusals) => {
  const { setLanguage } = await import("/texts.js");
  const { refused } = await import("/refusals.js");
  setLanguage("ru");
  return refusals.map((refusal) => refused("", refusal));
}"""
WHICH = {"spot": ["7"], "rear-spot": ["", "7"], "cue:anywhere": ["A"], "ball:anywhere": ["B"]}
# These only a text brings about that is read, never a key.
READING = {"no-such-event", "no-player", "player", "no-number", "no-adjust", "no-target", "nested", "no-pocket"} | {
    *("late-call", "reason-twice", "still-twice", "two-cases", "no-part", "ball-twice", "handicap", "handicap-of-both")
}
NO_WORDS = re.compile(r"undefined|null|NaN|%\d|(prompt|menu|value|review|pending)-\w|The board shows|На табло:")


@pytest.fixture(scope="module")
def simulator() -> Iterator[Simulator]:
    running = Simulator("--port", "0")
    yield running
    running.end()


def known(screen: str = "", **more: Any) -> "dict[str, Any]":
    """What a page knows of a board."""
    panel = {"pending": "", "called": 0, "inserts": False} | more.pop("panel", {})
    state = {"screen": screen, "prompts": [], "falls": [], "unsure": [], "composing": None} | more
    return {"state": state, "panel": panel}


def all_prompts() -> "list[str]":
    return [kind + (which and ":" + which) for kind in prompts.KINDS for which in WHICH.get(kind, [""])]


def all_menu_paths() -> "list[str]":
    paths = []
    for item in menu.ITEMS:
        paths.append("menu/" + item)
        if item not in ("new-game", "self-test", "concede-a", "concede-b"):
            values = ("-5", "0", "12") if item[:3] in ("adj", "won") else setting_table.allowed(item)
            paths += [f"menu/{item}/{value}" for value in values]
    return paths


def all_news() -> "list[dict[str, Any]]":
    asked = [known(token, prompts=[token]) for token in all_prompts()]
    asked += [known(path) for path in all_menu_paths()]
    choices = (review.REPLACE, review.INSERT, review.REMOVE, "A", "B")
    asked += [known("review:3"), known("review:3", panel={"inserts": True})]
    asked += [known("review:3/" + choice) for choice in choices]
    asked += [known("undo:p7"), known("undo:game"), known("next?")]
    asked += [known("miss?", composing="c7@3"), known("ok?", composing="p7", falls=[3])]
    asked += [known("P3?", falls=[3]), known("P3??", unsure=[3])]
    pending = (draft.BALL, draft.POCKET, draft.REASON, draft.CASE, draft.LATE_BALL)
    return asked + [known(panel={"pending": what, "called": 7}) for what in pending]


def test_all_that_the_board_asks_for_has_words(simulator: Simulator, page: Page) -> None:
    page.goto(simulator.url)
    news = all_news()
    for language in ("en", "ru"):
        for asked, lines in zip(news, page.evaluate(SAY, [language, news])):
            assert lines, asked
            for line in lines:
                assert not NO_WORDS.search(line), asked
                assert bool(re.search("[а-я]", line)) == (language == "ru"), asked


def test_all_that_a_key_can_be_refused_for_has_a_russian_sentence(simulator: Simulator, page: Page) -> None:
    page.goto(simulator.url)
    refusals: list[dict[str, Any]] = [
        {"kind": kind, "values": list(range(SENTENCES[kind].count("%"))), "number": 0, "token": ""}
        for kind in SENTENCES
        if kind not in READING
    ]
    for refusal, words in zip(refusals, page.evaluate(REFUSE, refusals)):
        assert re.search("[а-я]", words) and "undefined" not in words, refusal
        assert all(str(value) in words for value in refusal["values"]), refusal
    spoiled = {"kind": "ball-gone", "values": [7], "number": 3, "token": "p7"}
    assert page.evaluate(REFUSE, [spoiled]) == ["событие 3, p7: шара 7 на столе уже нет"]
