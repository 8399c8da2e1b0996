"""An OK that was forgotten: what comes long after a stroke may be of that one or of the next. The referee is asked."""

from .draft import Draft
from .falls import Falls


class Forgotten:
    """`falls`, and CALL where `calls`, that came so late; nobody knows yet which stroke they are of."""

    def __init__(self) -> None:
        self.falls = Falls()
        self.calls = False

    def asks(self) -> bool:
        """Whether there are any."""
        return self.calls or self.falls.any_waits()

    def clear(self) -> None:
        """There are none."""
        self.falls.clear()
        self.calls = False

    def answer(self, draft: Draft, now_ms: int) -> None:
        """They are of that stroke, the old one or the next."""
        draft.touch(now_ms)
        self.falls.move_to(draft.falls)
        draft.falls.pair(draft)
        if self.calls:
            draft.begin_call()
        self.calls = False
