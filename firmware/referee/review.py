"""Review: an event of the past, and what shall become of it."""

from rules import NotAllowed
from rules.events import START, amendment, insertion, of_player
from rules.game import Fold
from rules.token import write

from .draft import Draft

TYPE_CHECKING = False
if TYPE_CHECKING:
    from rules import Event, Game

    from .menu import Say

REPLACE, INSERT, REMOVE = "replace", "insert", "remove"


class Review:
    """`number` of the event that is looked at, always one in force or void, and `striker` who had the turn then, "" as
    long as that is not known; `draft` the stroke that shall take its place, or stand before it if `inserts`. `choice`:
    where the list of what can be done stands, "" while it is closed. `chosen`: one of the two was chosen there, so that
    OK means a stroke even if nothing is composed.
    """

    def __init__(self, game: "Game", number: int) -> None:
        self.draft = Draft(past=True)
        self.choice = ""
        self._game = game
        self._fold: "Fold | None" = None
        self._look_at(number)

    def work(self) -> bool:
        """Time for one event of a fold. Returns whether it has shown who had the turn."""
        fold = self._fold
        if fold is None or not (fold.run(1) or fold.striker):
            return False
        self.striker, self._fold = fold.striker or "", None
        return bool(self.striker)

    def press_player(self, player: str) -> None:
        """A or B: the choice before or the next one; who swept the balls up; the next older event or the next newer.

        Raises NotAllowed where there is none.
        """
        step = -1 if player == "A" else 1
        if self.choice:
            choices = self._choices()
            self.choice = choices[(choices.index(self.choice) + step) % len(choices)]
        elif self.draft.takes_player():
            self.draft.press_player(player)
        else:
            number = self._game.neighbour(self.number, step)
            if not number:
                raise NotAllowed("no-more")
            self._look_at(number)

    def event(self) -> "Event | None":
        """The event that is looked at."""
        return self._game.event(self.number)

    def open(self) -> None:
        """Opens the list, or closes it."""
        self.choice = "" if self.choice else REPLACE

    def choose(self) -> None:
        """Takes the choice where the next stroke is to stand."""
        self.inserts = self.choice == INSERT
        self.chosen = True
        self.choice = ""

    def go_on(self) -> bool:
        """What OK recorded is in the game: goes to what was inserted, or stays, or goes to what was beside a removed
        event. Returns whether there is any event left."""
        game = self._game
        number = len(game.recorded) if self.inserts else self.number
        if not game.event(number):
            number = game.neighbour(number, -1) or game.neighbour(0, -1)
        self.choice = ""
        self._look_at(number)
        return bool(number)

    def lines(self, say: "Say", composing: "Event | None") -> "tuple[str, str]":
        """What the board says: the number of the event with its striker, and what it is or is to become."""
        number = "%d %s" % (self.number, self.striker) if self.striker else str(self.number)
        if self.choice:
            return say("review", number, "")[0], say(self.choice)[0]
        event = composing or (self.draft.event() if self.chosen else self.event())
        return say("insert-before" if self.inserts else "review", number, write(event) if event else "")

    def outcome(self) -> "Event | None":
        """What OK would record; None where it would record nothing."""
        if self.choice == REMOVE:
            return amendment(self.number, None)
        if self.choice in ("A", "B"):
            return amendment(self.number, of_player(START, self.choice))
        if self.choice or not (self.draft.is_ready() or (self.chosen and self.draft.is_empty())):
            return None
        stroke = self.draft.event()
        return insertion(self.number, stroke) if self.inserts else amendment(self.number, stroke)

    def _look_at(self, number: int) -> None:
        self.number = number
        self.inserts = self.chosen = False
        self.striker = ""
        self._fold = Fold(self._game, number, self._game.event(number))
        self.draft.reset()

    def _choices(self) -> "tuple[str, ...]":
        event = self.event()
        lag = ("A", "B") if event and event.kind == START else ()
        return (REPLACE, INSERT, REMOVE) + lag
