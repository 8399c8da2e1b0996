"""The texts of the LED board in one language at a time: two lines of the centre each.

Every language has a module words_XX with the same keys. Its table is one string, as one of many strings takes three
times the memory.
"""

from compact import let_go


def table(language: str) -> str:
    """All texts of a language, a line each: key, upper line, lower line."""
    name = "scoreboard.words_" + language
    text: str = getattr(__import__(name), "words_" + language).TABLE
    let_go(name)
    return text


class Texts:
    """The texts in the language that was asked for last."""

    def __init__(self) -> None:
        self._language = ""
        self._table = ""

    def speak(self, language: str) -> None:
        """Goes on in that language."""
        if language != self._language:
            self._language = language
            self._table = table(language)

    def has(self, key: str) -> bool:
        """Whether there is such a text."""
        return "\n" + key + " | " in self._table

    def lines(self, key: str, *values: object) -> "tuple[str, str]":
        """The upper and the lower line of a text. KeyError for a key that is not there."""
        begin = self._table.find("\n" + key + " | ")
        if begin < 0:
            raise KeyError(key)
        begin += len(key) + 4
        text = self._table[begin : self._table.find("\n", begin)]
        # Not every text says all that belongs to it.
        head, _, foot = (text % values[: text.count("%s")]).partition("/")
        return head, foot
