"""What can be wrong with an event: three kinds, three classes."""


class RulesError(Exception):
    """An event that was refused: `why` in words, `rule` the id of the rule that forbids it, or ""."""

    def __init__(self, why: str, rule: str = "") -> None:
        super().__init__(why)
        self.why = why
        self.rule = rule

    def __str__(self) -> str:
        return self.why + " (" + self.rule + ")" if self.rule else self.why


class UnreadableToken(RulesError):
    """The text is no event at all."""


class ImpossibleValue(RulesError):
    """It reads as an event, but with a value or a combination that no game can have."""


class NotAllowed(RulesError):
    """An event that the rules do not allow at this point of this game."""
