"""The texts of the LED board, as tests look for them."""

from scoreboard import texts
from storage.setting_table import allowed

LANGUAGES = [str(language) for language in allowed("language")]
TABLES = {
    language: dict(
        row.split(" | ") for name in ("words_", "menu_") for row in texts.table(name + language).split("\n")[1:-1]
    )
    for language in LANGUAGES
}
KEYS = list(TABLES[LANGUAGES[0]])


def find(key: str) -> "tuple[str, ...]":
    """A text in each of LANGUAGES."""
    return tuple(TABLES[language][key] for language in LANGUAGES)


def lines(language: str, key: str, *values: object) -> "tuple[str, str]":
    """The upper and the lower line of a text."""
    said = texts.Texts()
    said.speak(language, True)
    return said.lines(key, *values)
