"""What is put on a board's flash while its power is off: records to look at, settings, the next game.

All of it is written with the firmware's own code, so that the firmware finds what it would have written itself. Runs
under CPython and MicroPython.
"""

from host_tools.twin.file_system import mount
from host_tools.twin.flash_chip import Flash
from rules import RulesError
from rules.notation import write
from rules.record import parse_handicap
from storage import next_game, setting_table, settings
from storage.files import FileSystem
from storage.journal import Journal
from storage.session import Session

TYPE_CHECKING = False
if TYPE_CHECKING:
    from host_tools.twin.file_system import Files
    from host_tools.twin.world import World
    from rules import Game

    Tags = list[tuple[str, str]]


class FlashEditor:
    """Takes a world's power away, edits its flash, and gives the power back.

    `borrowed`: it runs on a flash of its own for now.

    A record is shown from another flash, so that the game that is being played stays as it is.
    """

    def __init__(self, world: "World") -> None:
        self._world = world
        self._own: "Flash | None" = None

    @property
    def borrowed(self) -> bool:
        """Whether a record is looked at, and the game waits."""
        return self._own is not None

    def show(self, tags: "Tags", tokens: "list[str]") -> None:
        """The board shows a record: its tags and the events that have happened so far."""
        world = self._world
        files = self._open()
        texts = [files.read(setting_table.FILE)] if files.size(setting_table.FILE) else []
        self._close()
        if self._own is None:
            self._own = world.flash
        world.flash = Flash(world.flash.blocks)
        files = self._open()
        for text in texts:
            files.write(setting_table.FILE, text)
        _agree(settings.Settings(files), tags)
        _write(Journal(files), tags, tokens, None)
        self._close()
        world.power_on()

    def back(self) -> None:
        """The game that waits goes on, where one does."""
        if self._own:
            self._take_own()
            self._world.power_on()

    def keep(self, tags: "Tags", game: "Game") -> None:
        """A game that was shown goes on as the board's game; the one that waits is kept as a record."""
        if not self._own:
            return
        self._take_own()
        files = self._open()
        known = settings.Settings(files)
        session = Session(files, known)
        record = None if next_game.blank(session.game, session.journal.tags) else session.record()
        if next_game.blank(game, tags):
            _agree(known, tags)
        _write(session.journal, tags, [write(event) for event in game.recorded if event], record)
        self._close()
        self._world.power_on()

    def set(self, values: "dict[str, str]", new_game: bool) -> None:
        """Writes settings, and begins the next game with them if that is wanted. ValueError, KeyError: as in Settings.

        A game in which nothing has happened takes new settings over when the firmware starts.
        """
        if new_game and self._own:
            self._take_own()
        files = self._open()
        try:
            known = settings.Settings(files)
            # What was may forbid what will be: not both can have 70.
            for name in ("handicap_a", "handicap_b"):
                if name in values:
                    known.set(name, 0)
            for name in sorted(values):
                known.set(name, values[name])
            known.save()
            if new_game:
                session = Session(files, known)
                session.new_game()
                session.save()
        finally:
            self._close()
            self._world.power_on()

    def _take_own(self) -> None:
        self._world.power_off()
        if self._own:
            self._world.flash, self._own = self._own, None

    def _open(self) -> FileSystem:
        """The flash as the firmware sees it, with the power off and no power cut to come."""
        self._world.power_off()
        self._world.flash.cut(0)
        self._files: "Files" = mount(self._world.flash)
        return FileSystem(self._files)

    def _close(self) -> None:
        self._files.abandon()
        self._world.flash.power_off()


def _agree(known: settings.Settings, tags: "Tags") -> None:
    """Sets what the tags of a record agree on: that is what a game is played with in which nothing has happened yet."""
    said = dict(reversed(tags))
    # What cannot be is left out here too, and the firmware says so.
    try:
        points = parse_handicap(said.get("Handicap", ""))
    except RulesError:
        points = {"A": 0, "B": 0}
    wanted = [(name, said.get(tag, "")) for tag, name in next_game.TAGS]
    wanted += [("stalemate", said.get("Stalemate", "shootout")), ("series", said.get("Series", "0"))]
    # Beside 0 any handicap can stand.
    wanted += [("handicap_a", "0"), ("handicap_b", str(points["B"])), ("handicap_a", str(points["A"]))]
    for name, value in wanted:
        try:  # noqa: SIM105 - MicroPython has no contextlib
            known.set(name, value)
        except ValueError:
            pass
    known.save()


def _write(journal: Journal, tags: "Tags", tokens: "list[str]", record: "str | None") -> None:
    journal.begin(tags, record)
    for token in tokens:
        journal.append(token)
    next_game.start(journal)
    journal.save()
