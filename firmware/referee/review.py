"""Review: an event of the past, and the stroke that is drafted to take its place."""

from rules.events import amendment

from .draft import Draft

TYPE_CHECKING = False
if TYPE_CHECKING:
    from rules import Event, Game


class Review:
    """`number` of the event that is looked at, always one in force or void; `draft` what shall take its place."""

    def __init__(self, game: "Game", number: int) -> None:
        self.number = number
        self.draft = Draft(past=True)
        self._game = game

    def step(self, step: int) -> bool:
        """Goes to the next older (-1) or newer (1) event. Returns whether there is one."""
        number = neighbour(self._game, self.number, step)
        if number:
            self.number = number
            self.draft.reset()
        return bool(number)

    def event(self) -> "Event | None":
        """The event that is looked at."""
        return self._game.event(self.number)

    def amendment(self) -> "Event":
        """What OK would record."""
        return amendment(self.number, self.draft.event())

    def removal(self) -> "Event":
        """The amend that removes the event."""
        return amendment(self.number, None)


def neighbour(game: "Game", number: int, step: int) -> int:
    """The nearest event in force or void behind `number`, backwards (-1) or forwards (1); 0 where there is none."""
    number += step
    while 0 < number <= len(game.recorded):
        if game.event(number):
            return number
        number += step
    return 0
