"""A board that starts from whatever is on its flash. Runs on both Pythons."""

from board import devkitc
from device import wiring
from host_tools.records.state_json import tokens
from host_tools.sim import verbs
from host_tools.twin.file_system import mount
from host_tools.twin.world import World

TYPE_CHECKING = False
if TYPE_CHECKING:
    from host_tools.twin.file_system import Files

# In the menu the last item is one before the first; OK is held, as a game may be going on.
NEW_GAME = "key MENU;key A;hold OK 1600"
# By then the board takes another OK for another finger's.
PAUSE_MS = 1100


def put(fs: "Files", files: "dict[str, bytes | None]") -> None:
    """Writes files by their paths, with the folders that they need; None is a folder."""
    for path in sorted(files):
        at = path.find("/", 1)
        while at > 0:
            _make(fs, path[:at])
            at = path.find("/", at + 1)
        data = files[path]
        if data is None:
            _make(fs, path)
        else:
            with fs.open(path, "wb") as file:
                file.write(data)


def _make(fs: "Files", folder: str) -> None:
    try:
        fs.mkdir(folder)
    except OSError as error:
        if error.errno != 17:
            raise


def press(world: World, *names: str) -> None:
    """Taps."""
    for name in names:
        verbs.act(world, ["key", verbs.KEYS.index(name)])


def new_game(world: World) -> None:
    """Begins the next game by the menu."""
    for line in NEW_GAME.split(";"):
        verbs.act(world, verbs.parse(line))


def log(world: World) -> "list[str]":
    """The lines of the log."""
    with world.fs.open("/log.txt", "rb") as file:
        return str(file.read(), "utf-8").split("\n")


def check(files: "dict[str, bytes | None]") -> World:
    """The board starts, twice alike; its keys live; the next game is kept. AssertionError if not."""
    world = World(devkitc, 64, wiring.build)
    put(mount(world.flash), files)
    world.flash.power_off()
    start(world)
    first = tokens(world.app.scoreboard.game)
    restart(world)
    assert tokens(world.app.scoreboard.game) == first
    new_game(world)
    press(world, "A")
    world.run(PAUSE_MS)
    press(world, "OK")
    world.run(PAUSE_MS)
    played = tokens(world.app.scoreboard.game)
    # In a series the first event is there already, and nobody has to press A.
    assert played in (["start:A", "-"], ["start:B", "-"]), played
    assert not world.app.scoreboard.alarms.flash_failed
    restart(world)
    assert tokens(world.app.scoreboard.game) == played
    return world


def start(world: World) -> None:
    """The board starts with no failure. AssertionError if not."""
    world.power_on()
    world.run(100)
    assert world.app.error == "", world.app.error
    assert world.app.scoreboard, "safe mode"


def restart(world: World) -> None:
    """Off and on again."""
    world.power_off()
    start(world)
