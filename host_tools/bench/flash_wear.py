"""The journal against the one-file journal: what games cost the flash.

Both on the twin's flash with a littlefs of 4 KiB blocks, BLOCKS of them, and with the same games: GAMES of random
strokes, broken off after MOST_EVENTS. Ours plays each game as the board does, each event saved by itself, with the
gathering into a record at its end. The one-file journal appends a line for each event, the same token with a checksum
as long as ours, and flushes it: to one file that grows over all games, or, which is kinder to it, to a new file for
each game. Neither gathers anything: its files are the records. The counts are the flash model's.
"""

import random
from binascii import crc32

from host_tools.twin.file_system import mount
from host_tools.twin.flash_chip import Flash
from rules import Game, RulesError
from rules.notation import parse, write
from rules.position import OVER
from storage.files import FileSystem
from storage.journal import RECORDS
from storage.session import Session
from storage.settings import Settings

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

GAMES = 20
MOST_EVENTS = 90
SEED = 1
BLOCKS = 64
GAMES_A_DAY = 20


def measure() -> "list[dict[str, Any]]":
    """Wear beside the one file's, and the records that fit."""
    games = [some_game(random.Random(SEED + i)) for i in range(GAMES)]
    ours = wear(games, BLOCKS)
    rows = []
    for title, files in (("one growing file", 1), ("a file a game", GAMES)):
        peer = one_file_wear(games, BLOCKS, files)
        rows += [
            _row("sector erases an event, beside " + title, "erases", round(ours[0], 4), round(peer[0], 4)),
            _row("programmed bytes an event, beside " + title, "bytes", round(ours[1], 1), round(peer[1], 1)),
        ]
        if files == 1:
            name = "sector erases a year at %d games a day" % GAMES_A_DAY
            rows.append(_row(name, "erases", a_year(ours, games), a_year(peer, games)))
    longest = max(games, key=len)
    fits = records_that_fit(longest, BLOCKS)
    name = "records of %d events that fit on %d blocks" % (len(longest), BLOCKS)
    return rows + [_row(name, "records", fits, None)]


def _row(name: str, unit: str, ours: float, peer: "float | None") -> "dict[str, Any]":
    ratio = round(ours / peer, 4) if peer else None
    return {"name": "journal: " + name, "value": ours, "unit": unit, "peer": peer, "ratio": ratio}


def some_game(rng: random.Random) -> "list[str]":
    """A game of random strokes, as tokens: those that the rules took."""
    game = Game()
    while game.position.phase != OVER and len(game.recorded) < MOST_EVENTS:
        try:
            game.play(parse(_some_token(rng, game)))
        except RulesError:
            continue
    return [write(event) for event in game.recorded if event]


def _some_token(rng: random.Random, game: Game) -> str:
    position = game.position
    if position.phase.endswith("lag"):
        return "start:" + rng.choice("AB")
    if ("warn", 0) in position.prompts():
        return "warn"
    ball, pocket = rng.choice(position.on_table or [1]), rng.randint(1, 6)
    # Most strokes pot nothing, and one in thirteen is a foul.
    tokens = ["-"] * 8 + ["c%d@%d/p%d@%d" % (ball, pocket, ball, pocket), "p%d@%d" % (ball, pocket)] * 2
    return rng.choice(tokens + ["f%d" % rng.randint(0, 11)])


def session_on(flash: Flash) -> "tuple[Session, FileSystem]":
    """A session on new flash."""
    files = FileSystem(mount(flash))
    session = Session(files, Settings(files))
    session.save()
    return session, files


def play(session: Session, tokens: "list[str]") -> None:
    """A whole game, each event saved, and the head of the next."""
    for token in tokens:
        session.play(parse(token))
        session.save()
    session.new_game()
    session.save()


def wear(games: "list[list[str]]", blocks: int) -> "tuple[float, float]":
    """Sector erases and programmed bytes an event, the records gathered."""
    flash = Flash(blocks)
    session, _ = session_on(flash)
    erases, programmed = flash.erases, flash.program_bytes
    for tokens in games:
        play(session, tokens)
    return _an_event(games, flash.erases - erases, flash.program_bytes - programmed)


def one_file_wear(games: "list[list[str]]", blocks: int, files: int) -> "tuple[float, float]":
    """The same for so many growing files, that the games fill one after the other."""
    flash = Flash(blocks)
    fs = mount(flash)
    fs.mkdir(RECORDS)
    erases, programmed = flash.erases, flash.program_bytes
    for number in range(files):
        check = number
        with fs.open("%s/%05d.txt" % (RECORDS, number), "ab") as file:
            for tokens in games[number::files]:
                for token in tokens:
                    check = crc32(token.encode(), check) & 0xFFFF
                    file.write(b"%s %04x\n" % (token.encode(), check))
                    file.flush()
    return _an_event(games, flash.erases - erases, flash.program_bytes - programmed)


def _an_event(games: "list[list[str]]", erases: int, programmed: int) -> "tuple[float, float]":
    events = sum(len(tokens) for tokens in games)
    return erases / events, programmed / events


def a_year(cost: "tuple[float, float]", games: "list[list[str]]") -> int:
    """Sector erases of all the flash in a year of such games."""
    events = sum(len(tokens) for tokens in games) / len(games)
    return round(cost[0] * events * GAMES_A_DAY * 365)


def records_that_fit(tokens: "list[str]", blocks: int) -> int:
    """How many records of that game there are, once the first had to be removed."""
    flash = Flash(blocks)
    session, files = session_on(flash)
    while not session.journal.faults:
        play(session, tokens)
    return len(files.names(RECORDS))
