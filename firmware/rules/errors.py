"""What can be wrong with an event: three kinds, three classes. Said in words where they are shown, not here."""


class RulesError(Exception):
    """An event that was refused.

    `kind` names why, `values` belong to it; `rule` is the id of the rule that forbids it, or "". Where a correction
    would make a later event illegal, `number` and `event` are that one's; else 0 and None.
    """

    number = 0
    event: "object" = None

    def __init__(self, kind: str, rule: str = "", *values: object) -> None:
        super().__init__(kind)
        self.kind = kind
        self.rule = rule
        self.values = values


class UnreadableToken(RulesError):
    """The text is no event at all."""


class ImpossibleValue(RulesError):
    """It reads as an event, but with a value or a combination that no game can have."""


class NotAllowed(RulesError):
    """An event that the rules do not allow at this point of this game."""
