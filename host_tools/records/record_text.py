"""Game records: tags, events and comments as text, in the manner of PGN."""

from host_tools.records.refusals import sentence
from rules import Options, RulesError
from rules.record import parse_handicap, tag_line

# What is white space differs between the two Pythons.
SPACE = " \t\v\f"
RESULTS = ("1-0", "0-1", "1/2-1/2", "*")


class RecordError(Exception):
    """Text that is no record; str() says why and where it stands: `line` and `column`, from 1."""

    def __init__(self, line: int, column: int, why: str) -> None:
        super().__init__("line %d, column %d: %s" % (line, column, why))
        self.line = line
        self.column = column


class Item:
    """A piece of a record. `kind`: tag, token, number, result, comment ({...}) or rest (; to the end of the line).

    `text` without braces or semicolon; of a tag its value, and `name`. `line` and `column` count from 1.
    """

    def __init__(self, kind: str, text: str, name: str = "", line: int = 0, column: int = 0) -> None:
        self.kind = kind
        self.text = text
        self.name = name
        self.line = line
        self.column = column


class Record:
    """The items of a record, in their order."""

    def __init__(self, items: "list[Item] | None" = None) -> None:
        self.items = items if items is not None else []

    def tag(self, name: str) -> "Item | None":
        """The first tag of that name."""
        for item in self.items:
            if item.kind == "tag" and item.name == name:
                return item
        return None

    def events(self) -> "list[Item]":
        """The items that are events, refused and unreadable ones included."""
        return [item for item in self.items if item.kind == "token"]

    def options(self) -> Options:
        """What the tags Handicap and Stalemate say. Raises RecordError."""
        stalemate, handicap = self.tag("Stalemate"), self.tag("Handicap")
        if stalemate and stalemate.text not in ("shootout", "draw"):
            raise RecordError(stalemate.line, stalemate.column, "Stalemate is shootout or draw")
        points = {"A": 0, "B": 0}
        if handicap:
            try:
                points = parse_handicap(handicap.text)
            except RulesError as error:
                raise RecordError(handicap.line, handicap.column, sentence(error)) from None
        return Options(points["A"], points["B"], stalemate is not None and stalemate.text == "draw")


def read(text: str) -> Record:
    """Reads a record. Raises RecordError; events are not judged here."""
    reader = _Reader()
    for line in text.lstrip("\ufeff").replace("\r\n", "\n").replace("\r", "\n").split("\n"):
        reader.take(line)
    if reader.comment:
        raise RecordError(reader.comment.line, reader.comment.column, "this comment has no }")
    return Record(reader.items)


class _Reader:
    """Takes a record line by line. `comment` is the one that is open, `_result` what ends the game so far."""

    def __init__(self) -> None:
        self.items: "list[Item]" = []
        self.comment: "Item | None" = None
        self._tags_over = False
        self._result: "Item | None" = None
        self._number = 0
        self._line = ""
        self._at = 0

    def take(self, line: str) -> None:
        self._line, self._at = line, 0
        self._number += 1
        while self.comment or self._at < len(line):
            sign = line[self._at : self._at + 1]
            if self.comment:
                end = line.find("}", self._at)
                if end < 0:
                    self.comment.text += line[self._at :] + "\n"
                    return
                self.comment.text += line[self._at : end]
                self.comment, self._at = None, end + 1
            elif sign == "{":
                self.comment = self._add("comment", "", self._at + 1)
            elif sign == ";":
                self._add("rest", line[self._at + 1 :], len(line))
            elif sign in SPACE:
                self._at += 1
            elif sign == "[":
                self._tag(line)
            else:
                self._word(line)

    def _add(self, kind: str, text: str, end: int, name: str = "") -> Item:
        item = Item(kind, text, name, self._number, self._at + 1)
        self.items.append(item)
        self._at = end
        return item

    def _error(self, why: str) -> RecordError:
        return RecordError(self._number, self._at + 1, why)

    def _tag(self, line: str) -> None:
        if self._tags_over:
            raise self._error("tags come first")
        at = line.find('"', self._at)
        name = line[self._at + 1 : at].strip(SPACE)
        value = ""
        at += 1
        while line[at : at + 1] not in ('"', ""):
            if line[at] == "\\":
                at += 1
            value += line[at : at + 1]
            at += 1
        close = line.find("]", at)
        if close < 0 or line[at + 1 : close].strip(SPACE) or not name or any(sign in name for sign in SPACE + "]"):
            raise self._error('a tag is written [Name "value"]')
        self._add("tag", value, close + 1, name)

    def _word(self, line: str) -> None:
        """A move number, an event or the result: what looks like one and has something behind it is an event."""
        at = self._at
        while at < len(line) and line[at] not in SPACE + "{;":
            at += 1
        word = line[self._at : at]
        number = word[: len(word) - len(word.lstrip("0123456789").lstrip("."))]
        self._tags_over = True
        if number[-1:] == "." and number[0] != ".":
            self._add("number", number, self._at + len(number))
            return
        if self._result:
            self._result.kind = "token"
        item = self._add("result" if word in RESULTS else "token", word, at)
        self._result = item if item.kind == "result" else None


def write(record: Record) -> str:
    """The record as text, an event a line with what follows it; `read` makes the same items of it."""
    text, before = "", ""
    for item in record.items:
        kind, piece = item.kind, item.text
        if kind == "tag":
            piece = tag_line(item.name, piece)
        elif kind == "comment":
            piece = "{" + piece + "}"
        elif kind == "rest":
            piece = ";" + piece
        if before == "tag" and kind != "tag":
            text += "\n"
        new_line = (
            before in ("tag", "rest") or kind == "tag" or (kind not in ("comment", "rest") and before != "number")
        )
        text += ("\n" if new_line else " ") + piece if before else piece
        before = kind
    return text + "\n"
