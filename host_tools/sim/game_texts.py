"""What the page says of a game in words: the score sheet, what is being composed, a record that is opened.

The words and the scores are those of host_tools.records.sheet and of the firmware's rules; the page only shows them.
"""

from typing import Any

from host_tools.records import sheet
from host_tools.records.record_text import RecordError, read
from host_tools.records.refusals import sentence
from rules import RulesError
from rules.notation import parse

# A board's flash takes that much, and a game is never so long.
MOST_EVENTS = 500
MOST_TAG_BYTES = 1500
# The firmware says them itself.
OWN_TAGS = ("Result", "Reason")


class Opened:
    """A record to step through: `tags` and `tokens` as the firmware's journal has them, `note` on what was left out.

    RecordError: this text is no record, or not one for a board.
    """

    def __init__(self, text: str) -> None:
        record = read(text)
        history = sheet.History(record)
        items = record.events()
        self.note = ""
        for entry in history.entries:
            if entry.refused:
                self.note = f"event {entry.number}, {entry.item.text}: {sentence(entry.refused)}"
                items = items[: entry.number - 1]
                if not items:
                    raise RecordError(entry.item.line, entry.item.column, self.note)
                break
        if len(items) > MOST_EVENTS:
            raise RecordError(items[MOST_EVENTS].line, items[MOST_EVENTS].column, f"more than {MOST_EVENTS} events")
        self.tokens = [item.text for item in items]
        self.tags = [
            (item.name, item.text) for item in record.items if item.kind == "tag" and item.name not in OWN_TAGS
        ]
        while sum(len((name + value).encode()) + 12 for name, value in self.tags) > MOST_TAG_BYTES:
            self.tags.pop()


def game_news(text: str) -> dict[str, Any]:
    """What follows from a record: its events, its tags, and the rows of the score sheet in each language."""
    record = read(text)
    history = sheet.History(record)
    return {
        "events": [item.text for item in record.events()],
        "tags": {item.name: item.text for item in record.items if item.kind == "tag"},
        "sheet": {language: _rows(history, language) for language in sheet.LANGUAGES},
    }


def state_news(state: dict[str, Any] | None) -> dict[str, Any]:
    """What a state says in tokens, in words: `composing`, and what UNDO would take back."""
    screen = state["screen"] if state else ""
    undo = screen[5:] if screen.startswith("undo:") else None
    return {"said": {"composing": _say(state["composing"] if state else None), "undo": _say(undo)}}


def sheet_text(text: str, language: str) -> str:
    """The score sheet of a record, to print."""
    record = read(text)
    return "\n".join(sheet.lines(record, sheet.History(record), language)) + "\n"


def _rows(history: sheet.History, language: str) -> list[dict[str, Any]]:
    table = sheet.Table(history, sheet.Words(language))
    return [
        {
            "n": row.number,
            "side": row.side,
            "text": row.text,
            "score": row.score,
            "token": history.entries[row.number - 1].item.text if row.number else "",
        }
        for row in table.rows
    ]


def _say(token: str | None) -> dict[str, str] | None:
    try:
        event = parse(token) if token else None
    except RulesError:
        # What is composed need not be allowed.
        return None
    if event is None or event.kind == "undo":
        return None
    return {language: sheet.Words(language).named(event) for language in sheet.LANGUAGES}
