"""What games cost a littlefs of 4 KiB blocks: erases, programmed bytes, and how many records it holds."""

from host_tools.twin.files import mount
from host_tools.twin.flash import Flash
from scoreboard.files import FileSystem
from scoreboard.journal import RECORDS
from scoreboard.session import Session
from scoreboard.settings import Settings

GAMES_A_DAY = 20


def session_on(flash: Flash) -> "tuple[Session, FileSystem]":
    """A session on new flash."""
    files = FileSystem(mount(flash))
    session = Session(files, Settings(files))
    session.save()
    return session, files


def play(session: Session, tokens: "list[str]") -> None:
    """A whole game, each event saved, and the head of the next."""
    for token in tokens:
        session.play(token)
        session.save()
    session.new_game()
    session.save()


def wear(games: "list[list[str]]", blocks: int) -> "dict[str, float]":
    """Sector erases and programmed bytes an event, and erases a year at that, each with the records gathered."""
    flash = Flash(blocks)
    session, _ = session_on(flash)
    erases, programmed = flash.erases, flash.program_bytes
    events = sum(len(tokens) for tokens in games)
    for tokens in games:
        play(session, tokens)
    erases, programmed = flash.erases - erases, flash.program_bytes - programmed
    return {
        "erases an event": erases / events,
        "bytes an event": programmed / events,
        "erases a year": erases / len(games) * GAMES_A_DAY * 365,
    }


def records_that_fit(tokens: "list[str]", blocks: int) -> int:
    """How many records of that game there are, once the first had to be removed."""
    flash = Flash(blocks)
    session, files = session_on(flash)
    while not session.journal.faults:
        play(session, tokens)
    return len(files.names(RECORDS))
