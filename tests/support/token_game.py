"""A game played by tokens, as records and people write it."""

from rules import Event, Options, Position
from rules import Game as GameOfEvents
from rules.events import check
from rules.notation import parse, write


class Game:
    """A game of the rules whose events go in and out as text. On both runtimes."""

    def __init__(self, options: "Options | None" = None) -> None:
        self.game = GameOfEvents(options)

    @property
    def options(self) -> Options:
        return self.game.options

    @property
    def position(self) -> Position:
        return self.game.position

    @property
    def void(self) -> "list[int]":
        return self.game.void

    @property
    def tokens(self) -> "list[str | None]":
        return [write(event) if event else None for event in self.game.recorded]

    def play(self, token: str) -> Position:
        return self.game.play(parse(token))

    def preview(self, token: str) -> Position:
        """The position that an event would lead to. Raises as `play` does; nothing changes."""
        event = parse(token)
        check(event)
        fold = self.game.fold(event)
        fold.finish()
        return fold.position

    def skip(self) -> None:
        self.game.skip()

    def last(self) -> "str | None":
        event = self.game.last()
        return write(event) if event else None

    def event(self, number: int) -> "Event | None":
        return self.game.event(number)

    def copy(self) -> "Game":
        """Another game that has come to the same place."""
        again, game, made = Game(self.options), self.game, GameOfEvents(self.options)
        made.recorded, made.position, made.void = game.recorded[:], game.position, game.void[:]
        made._standing, made._done, made._replaced = game._standing[:], game._done[:], game._replaced.copy()
        made._order = game._order[:]
        again.game = made
        return again
