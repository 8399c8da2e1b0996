"""The texts of the LED board in one language at a time: two lines of the centre each.

Every language has two modules with the same keys: words_XX, and menu_XX for the menu and the self-test, which is in
memory only while one of them is open. A table is one string, as one of many strings takes three times the memory.
"""

from compact import let_go


def table(name: str) -> str:
    """All texts of a module, a line each: key, upper line, lower line."""
    module = "scoreboard." + name
    text: str = getattr(__import__(module), name).TABLE
    let_go(module)
    return text


class Texts:
    """The texts in the language that was asked for last."""

    def __init__(self) -> None:
        self._language = ""
        self._words = ""
        self._menu = ""

    def speak(self, language: str, menu: bool) -> None:
        """Goes on in that language, with or without what menu and self-test say."""
        if language != self._language:
            self._language, self._menu = language, ""
            self._words = table("words_" + language)
        if menu != bool(self._menu):
            self._menu = table("menu_" + language) if menu else ""

    def has(self, key: str) -> bool:
        """Whether there is such a text."""
        return bool(self._find(key))

    def lines(self, key: str, *values: object) -> "tuple[str, str]":
        """The upper and the lower line of a text. KeyError for a key that is not there."""
        text = self._find(key)
        if not text:
            raise KeyError(key)
        # Not every text says all that belongs to it.
        head, _, foot = (text % values[: text.count("%s")]).partition("/")
        return head, foot

    def _find(self, key: str) -> str:
        key = "\n" + key + " | "
        for all_texts in (self._words, self._menu):
            at = all_texts.find(key)
            if at >= 0:
                at += len(key)
                return all_texts[at : all_texts.find("\n", at)]
        return ""
