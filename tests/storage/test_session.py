"""Games one after another: their records, the series, and a restart after every event."""

from host_tools.records.record_text import Record, read
from host_tools.records.state_json import tokens
from rules import Game
from rules.notation import parse
from storage.files import FileSystem
from storage.session import Session
from storage.setting_table import FILE
from storage.settings import Settings
from tests.support.memory_fs import MemoryFs
from tests.support.power_cuts import GAME
from tests.support.some_events import some_game


def session_on(fs: MemoryFs) -> Session:
    files = FileSystem(fs)
    return Session(files, Settings(files))


def test_the_whole_state_is_back_after_every_event() -> None:
    """Functional-Organization/Deuce#31: undo restores the score but not the turn. Here all of it comes back, by undo
    and by restart.
    """
    fs = MemoryFs({FILE: b"handicap_a=5\nstalemate=draw\n"})
    session = session_on(fs)
    for token in GAME:
        session.play(parse(token))
        session.save()
        again = session_on(fs)
        assert vars(again.game.position) | {"options": 0, "previous": 0} == vars(session.game.position) | {
            "options": 0,
            "previous": 0,
        }
        assert tokens(again.game) == tokens(session.game)
        assert again.game.options.handicap == {"A": 5, "B": 0} and again.game.options.draw
        assert again.journal.faults == []


def test_games_of_all_kinds_of_events_are_back() -> None:
    fs = MemoryFs()
    for seed in range(20):
        session = session_on(fs)
        for token in some_game(seed, 40).tokens:
            session.play(parse(str(token)))
        session.save()
        again = session_on(fs)
        assert (tokens(again.game), again.game.void) == (tokens(session.game), session.game.void)
        session.new_game()
        session.save()


def test_a_finished_game_is_a_record() -> None:
    fs = MemoryFs({FILE: "name_a=Анна\ntable=3\nhandicap_b=10\n".encode()})
    session = session_on(fs)
    for token in ("start:A", "p7", "concede:B"):
        session.play(parse(token))
    session.new_game()
    session.save()
    kept = read(fs.files["/games/00001.txt"].decode())
    tags = {item.name: item.text for item in kept.items if item.kind == "tag"}
    assert tags["A"] == "Анна" and tags["Table"] == "3" and tags["Handicap"] == "B+10" and tags["Result"] == "1-0"
    game = Game(kept.options())
    for item in kept.events():
        game.play(parse(item.text))
    assert game.position.winner == "A" and game.position.score == {"A": 7, "B": 10}
    assert isinstance(kept, Record)


def test_a_game_without_an_event_is_no_record() -> None:
    fs = MemoryFs()
    session = session_on(fs)
    session.save()
    session.new_game()
    session.save()
    assert not [path for path in fs.files if path.startswith("/games")]
    assert tokens(session_on(fs).game) == []


def test_options_hold_from_the_start_of_a_game() -> None:
    fs = MemoryFs()
    files = FileSystem(fs)
    settings = Settings(files)
    session = Session(files, settings)
    session.play(parse("start:A"))
    settings.set("handicap_a", 20)
    session.save()
    assert session_on(fs).game.position.score == {"A": 0, "B": 0}
    session.new_game()
    session.save()
    assert session_on(fs).game.position.score == {"A": 20, "B": 0}


def test_the_next_game_of_a_series_begins_with_who_plays() -> None:
    """The lag is not asked for again, also if power goes right after the first write."""
    fs = MemoryFs({FILE: b"series=3\n"})
    session = session_on(fs)
    for token in ("start:A", "concede:B"):
        session.play(parse(token))
    session.new_game()
    session.save()
    (head,) = [data for path, data in fs.files.items() if path.startswith("/journal/00002")]
    assert b"start:B" in head
    again = session_on(fs)
    assert tokens(again.game) == ["start:B"]
    assert again.series() == (3, 1, 0)
    again.play(parse("concede:A"))
    again.new_game()
    again.save()
    assert session_on(fs).series() == (3, 1, 1)
    assert tokens(session_on(fs).game) == ["start:A"]


def test_an_event_that_the_rules_refuse_keeps_its_number() -> None:
    """As after an update of the rules."""
    fs = MemoryFs()
    session = session_on(fs)
    for token in ("start:A", "p7"):
        session.play(parse(token))
    session.journal.append("start:B")
    session.journal.append("p8")
    session.save()
    again = session_on(fs)
    assert tokens(again.game) == ["start:A", "p7", None, "p8"]
    assert len(again.journal.faults) == 1 and again.journal.faults[0].startswith("journal: start:B: ")


def test_the_score_is_the_rules_and_not_one_a_ball() -> None:
    """BilliardTracker: +1 a ball, -1 a foul, undo of one level, ties to whoever is listed first."""
    fs = MemoryFs()
    session = session_on(fs)
    scores = []
    for token in ("start:A", "p1", "p12", "f1", "p9", "f2/f4", "undo", "undo", "undo"):
        session.play(parse(token))
        session.save()
        scores.append(tuple(session_on(fs).game.position.score.values()))
    assert scores == [(0, 0), (11, 0), (23, 0), (18, 5), (18, 14), (23, 9), (18, 14), (18, 5), (23, 0)]
    for token in ("adjust:A+47", "adjust:B+70"):
        session.play(parse(token))
    session.save()
    again = session_on(fs).game.position
    assert (again.score, again.phase, again.winner) == ({"A": 70, "B": 70}, "shootout-lag", None)
