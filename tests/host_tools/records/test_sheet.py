"""The score sheet: what a referee reads on it."""

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from host_tools.records import sheet
from host_tools.records.record_text import Item, Record, RecordError, read
from tests.host_tools.records.test_replay import RECORDS, complaint, run
from tests.support.some_events import some_game

HEAD = '[A "Vera"]\n[B "Oleg"]\n\n'


def printed(source: str, language: str = "en") -> "list[str]":
    record = read(source)
    return sheet.lines(record, sheet.History(record), language)


def cells(source: str, language: str = "en") -> "list[tuple[str, str, str, str]]":
    """Number, A's side, score and B's side of each row between the rules; what stands across is on A's side."""
    lines = printed(source, language)
    rules = [at for at, line in enumerate(lines) if line.startswith("---")]
    rows: list[tuple[str, str, str, str]] = []
    for line in lines[rules[1] + 2 : rules[2]]:
        across = line[45:48].strip() != "|"
        parts = [line[5:], "", ""] if across else [line[5:45], line[48:57], line[60:]]
        a, score, b = (" ".join(part.split()) for part in parts)
        if line[:3].strip() or across:
            rows.append((line[:3].strip(), a, score, b))
        else:
            number, before_a, score, before_b = rows[-1]
            rows[-1] = number, f"{before_a} {a}".strip(), score, f"{before_b} {b}".strip()
    return rows


def check(source: str) -> None:
    """What holds for every sheet."""
    record = read(source)
    history = sheet.History(record)
    words = [sheet.Words(language) for language in sheet.LANGUAGES]
    russian, english = (sheet.Table(history, each) for each in words)
    final, again = history.game.position, english.game.position
    assert (again.phase, again.striker, again.score, again.on_table) == (
        final.phase,
        final.striker,
        final.score,
        final.on_table,
    )
    assert (again.fouls, again.still, again.reason) == (final.fouls, final.still, final.reason)
    assert [row.score for row in russian.rows] == [row.score for row in english.rows]
    for language in sheet.LANGUAGES:
        lines = sheet.lines(record, history, language)
        assert max(map(len, lines)) <= sheet.WIDTH
        for line in lines:
            assert line == line.rstrip() and line.isprintable() and "\xa0" not in line and "~" not in line, line
        numbers = [int(line[:3]) for line in lines if re.match(r" *\d+ *$", line[:5])]
        assert sorted(set(numbers)) == list(range(1, len(record.events()) + 1))
        assert any("%d : %d" % (final.score["A"], final.score["B"]) in line for line in lines[-10:])


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_every_record_makes_a_sheet(path: Path) -> None:
    check(path.read_text(encoding="utf-8"))


@given(st.integers(0, 2**32), st.integers(0, 80))
def test_every_game_makes_a_sheet(seed: int, length: int) -> None:
    check(" ".join(str(token) for token in some_game(seed, length).tokens))


def test_strokes_in_words() -> None:
    tokens = "start:B c7@3/p7@3/p12 c5@1/p5@2/o9 p1@6/p2 - f2/f4/p3 c4@1/f1/="
    assert cells(HEAD + tokens) == [
        ("1", "", "0 : 0", "Lag: plays first"),
        ("2", "", "0 : 19", "Call: 7 to pocket 3; potted: 7 (+7), 12 (+12)"),
        ("3", "", "0 : 19", "Call: 5 to pocket 1; potted but not counted: 5 in pocket 2; off the table: 9"),
        ("4", "Potted: 1 in pocket 6 (+11), 2 (+2)", "13 : 19", ""),
        ("5", "Nothing potted", "13 : 19", ""),
        ("6", "", "18 : 14", "Potted but not counted: 3; FOUL -5: cue ball potted, touched a ball"),
        (
            "7",
            "Call: 4 to pocket 1; FOUL -5: cue ball missed everything; no object ball moved (1 in a row)",
            "13 : 19",
            "",
        ),
    ]
    assert cells(HEAD + tokens, "ru")[1:3] == [
        ("2", "", "0 : 19", "Заказ: 7 в лузу 3; забито: 7 (+7), 12 (+12)"),
        ("3", "", "0 : 19", "Заказ: 5 в лузу 1; забито, но не засчитано: 5 в лузу 2; за борт: 9"),
    ]


def test_what_was_undone_or_changed_is_marked() -> None:
    assert cells(HEAD + "start:A p5 - undo p3 f2") == [
        ("1", "Lag: plays first", "0 : 0", ""),
        ("2", "Potted: 5 (+5)", "5 : 0", ""),
        ("3", "[taken back by #4: Nothing potted]", "", ""),
        ("4", "Takes back #3", "", ""),
        ("5", "Potted: 3 (+3)", "8 : 0", ""),
        ("6", "FOUL -5: cue ball potted", "3 : 5", ""),
    ]
    assert cells(HEAD + "start:A p5 f2 p9 amend:2:p7 amend:3:x undo amend:4:x amend:2:p6/f0 undo")[1:] == [
        ("2", "[corrected by #5: Potted: 5 (+5)]", "", ""),
        ("2", "as corrected by #5: Potted: 7 (+7)", "7 : 0", ""),
        ("3", "FOUL -5: cue ball potted", "2 : 5", ""),
        ("4", "", "", "[struck out by #8: Potted: 9 (+9)]"),
        ("5", "Corrects #2: Potted: 7", "", ""),
        ("6", "[taken back by #7: Strikes out #3]", "", ""),
        ("7", "Takes back the correction #6: #3 is as it was", "", ""),
        ("8", "Strikes out #4", "", ""),
        ("9", "[taken back by #10: Corrects #2: Potted: 6; FOUL: reason not given]", "", ""),
        ("10", "Takes back the correction #9: #2 is as it was", "", ""),
    ]


def test_what_was_put_in_stands_where_it_was_played() -> None:
    assert cells(HEAD + "start:A p5 f2 insert:3:p9 insert:4:p10 amend:4:p7 insert:2:- undo insert:3:f1 amend:9:x") == [
        ("1", "Lag: plays first", "0 : 0", ""),
        ("2", "Potted: 5 (+5)", "5 : 0", ""),
        ("5", "put in later: Potted: 10 (+10)", "15 : 0", ""),
        ("4", "[corrected by #6: Potted: 9]", "", ""),
        ("4", "as corrected by #6: Potted: 7 (+7)", "22 : 0", ""),
        ("9", "[struck out by #10: FOUL: cue ball missed everything]", "", ""),
        ("3", "FOUL -5: cue ball potted", "17 : 5", ""),
        ("4", "Puts in before #3: Potted: 9", "", ""),
        ("5", "Puts in before #4: Potted: 10", "", ""),
        ("6", "Corrects #4: Potted: 7", "", ""),
        ("7", "[taken back by #8: Puts in before #2: Nothing potted]", "", ""),
        ("8", "Takes back #7", "", ""),
        ("9", "Puts in before #3: FOUL: cue ball missed everything", "", ""),
        ("10", "Strikes out #9", "", ""),
    ]
    rows = cells(HEAD + '[Handicap "A+60"]\n\nstart:A - p9 insert:2:p11 insert:3:concede:A', "ru")
    assert rows[1:] == [
        ("4", "вставлено позже: Забито: 11 (+11)", "71 : 0", ""),
        ("2", "[не в счёт, партия была окончена: Ничего не забито]", "", ""),
        ("5", "[не в счёт, партия была окончена: A: Сдаётся]", "", ""),
        ("3", "", "", "[не в счёт, партия была окончена: Забито: 9 (+9)]"),
        ("4", "Вставлен перед № 2: Забито: 11", "", ""),
        ("5", "Вставлен перед № 3: A: Сдаётся", "", ""),
    ]


def test_s13_what_is_void_is_marked() -> None:
    rows = cells(HEAD + '[Handicap "A+60"]\n\nstart:A p10 - p9 concede:A amend:2:p11 amend:3:start:B')
    assert rows[1:] == [
        ("2", "[corrected by #6: Potted: 10 (+10)]", "", ""),
        ("2", "as corrected by #6: Potted: 11 (+11)", "71 : 0", ""),
        ("3", "[corrected by #7: Nothing potted]", "", ""),
        ("3", "[void, the game was over: B: Lag: plays first]", "", ""),
        ("4", "", "", "[void, the game was over: Potted: 9 (+9)]"),
        ("5", "[void, the game was over: Gives up]", "", ""),
        ("6", "Corrects #2: Potted: 11", "", ""),
        ("7", "Corrects #3: B: Lag: plays first", "", ""),
    ]


def test_s6_is_the_striker_s_of_the_stroke_before() -> None:
    rows = cells(HEAD + "start:A c7@3 s6/p7@3 c8@1/p9/s9 s6/p8")
    assert rows[2] == ("3", "Hung, then fell: 7 in pocket 3 (+7); part of the stroke before", "7 : 0", "")
    assert rows[4] == ("5", "Hung, then fell: 8 (+17); part of the stroke before", "24 : 0", "")


def test_what_is_no_stroke_pots_nothing() -> None:
    """S4, S7, S11."""
    assert [row[1:] for row in cells(HEAD + "start:A s15 s4 c5@1 s7 s11:A c5@1/s4 p3/s7")][2:] == [
        ("Resting balls shifted by the opponent", "0 : 0", ""),
        ("Call: 5 to pocket 1; no call needed; nothing potted", "0 : 0", ""),
        ("", "0 : 0", "Table shaken, ball back to the pocket's jaws"),
        ("FOUL -5: swept up the balls without having won", "-5 : 5", ""),
        (
            "",
            "-5 : 5",
            "Call: 5 to pocket 1; no call needed; nothing potted; resting balls shifted by the opponent",
        ),
        ("Potted: 3 (+3); table shaken, ball back to the pocket's jaws", "-2 : 5", ""),
    ]


def test_s15_frees_from_calling() -> None:
    rows = cells(HEAD + "start:A s15 c3@1/p4 - p5")
    assert [row[1] for row in rows[2:4]] == ["Call: 3 to pocket 1; no call needed; potted: 4 (+4)", "Nothing potted"]
    assert rows[4][3] == "No call needed; potted: 5 (+5)"


@pytest.mark.parametrize("language", sheet.LANGUAGES)
def test_every_reason_and_case_has_its_words(language: str) -> None:
    fouls = [cells(HEAD + f"start:A f{reason}", language)[1][1] for reason in range(12)]
    cases = [cells(HEAD + f"start:B - s{case}", language)[2][1] for case in (2, 3, 4, 5, 7, 8, 9, 11, 12, 15, 16)]
    assert len({*fouls, *cases}) == 22
    assert fouls[10] == cases[7]
    swap = str.maketrans("", "", "-:;, 0123456789'")
    for text in fouls + cases:
        assert text.translate(swap).isalpha()
        assert any("а" <= sign <= "я" for sign in text) == (language == "ru")


def test_other_events_in_words() -> None:
    still = "f1/= " * 4
    rows = cells(HEAD + f"start:A {still}warn adjust:B+12 adjust:A-3 concede:B")
    assert rows[5:] == [
        ("6", "Both players warned of a stalemate", "", ""),
        ("7", "", "0 : 12", "Referee's adjustment: +12"),
        ("8", "Referee's adjustment: -3", "-3 : 12", ""),
        ("9", "", "-3 : 12", "Gives up"),
    ]


def test_k3_t1_what_opens_the_last_ball() -> None:
    assert cells(HEAD + "start:A p4 - f1/= f1/= f1/= f1/= warn f1/= f1/=")[-1][1] == (
        "Stalemate, 70 points each. A lag, and one ball decides: 4, on the rear spot"
    )
    assert cells('[Handicap "A+69 B+70"]\n\nstart:A adjust:A+1')[-1][1] == "70 : 70. A lag, and one ball decides"


@pytest.mark.parametrize(
    ("record", "english", "russian"),
    [
        ("p15/p14/p13/p12 p11/p10", "WINNER: Vera (A). Score 75 : 0 after #3: 71 points reached", "71 очко набрано"),
        ("p15/p14/p13/p12 p11/p5 - f2", "WINNER: Vera (A). Score 75 : -5 after #5: 71", "71 очко со штрафом соперника"),
        ("concede:A", "WINNER: Oleg (B). Score 0 : 0 after #2: the opponent gave up", "соперник сдался"),
        ("adjust:B+71 undo adjust:B+75", "WINNER: Oleg (B). Score 0 : 75 after #4: the referee's", "поправка судьи"),
        ("adjust:B+70 adjust:A+70 start:B p3", "WINNER: Oleg (B). Score 70 : 70 after #5: potted", "решающий шар"),
        ("adjust:B+70 adjust:A+70 start:B f3", "WINNER: Vera (A). Score 70 : 70 after #5: the opp", "решающем шаре"),
        ("f1/= f1/= f1/= f1/= warn f1/= f1/=", "NO WINNER. Score 0 : 0 after #8: stalemate", "НИЧЬЯ. Счёт 0 : 0"),
        ("p15 -", "NOT FINISHED. Score 15 : 0. Needed to win: A 56, B 71. To play: Oleg (B)", "Играет Oleg (B)"),
        ("adjust:B+70 adjust:A+70", "NOT FINISHED. Score 70 : 70. Waiting for the lag", "Ждёт розыгрыша"),
    ],
)
def test_the_result_in_words(record: str, english: str, russian: str) -> None:
    source = '[Stalemate "draw"]\n' + HEAD + "start:A " + record
    assert english in " ".join(printed(source))
    assert russian in " ".join(printed(source, "ru"))


def test_another_result_in_the_record_is_told() -> None:
    told = "NOTE: the record itself gives another result, "
    assert told + "0-1" in printed("start:A concede:B 0-1")
    assert told + "1/2-1/2" in printed('[Result "1/2-1/2"]\n\nstart:A concede:B 1-0')
    assert told not in " ".join(printed('[Result "1-0"]\n\nstart:A concede:B 1-0'))
    assert told not in " ".join(printed("start:A *"))


def test_the_head() -> None:
    tags = '[Date "2026-11-28"]\n[Table "3"]\n[Handicap "B+10"]\n[Stalemate "draw"]\n[Referee "I. \\"Bee\\""]\n'
    lines = printed(HEAD.rstrip() + "\n" + tags)
    assert lines[2:7] == [
        "Date: 2026-11-28",
        "Table: 3",
        "Handicap: B +10",
        "At a stalemate: a draw",
        'Referee: I. "Bee"',
    ]
    assert re.fullmatch(r" +Vera \(A\) +\| +\| Oleg \(B\)", lines[9])
    assert re.fullmatch(r" +\| +0 : 10 +\|", lines[11])
    bare = printed("", "ru")
    assert bare[2:6] == [
        "Дата: " + "_" * 20,
        "Стол: " + "_" * 20,
        "Фора: нет",
        "При пате: каждому по 70 очков, решает последний шар",
    ]
    assert "НЕ ОКОНЧЕНА. Счёт 0 : 0. До победы: A 71, B 71. Ждёт розыгрыша" in bare


def test_names_and_tokens_of_any_kind_stay_on_the_paper() -> None:
    name = "\x1b[2J\u202eRU\u00a0LL\x85" + "long" * 60
    items = [Item("tag", name, "A"), Item("tag", "%d ~ %s", "B"), Item("tag", name, name), Item("token", "x" * 300)]
    record = Record([*items, Item("token", "start:A"), *[Item("token", "adjust:A-999")] * 20])
    for language in sheet.LANGUAGES:
        lines = sheet.lines(record, sheet.History(record), language)
        assert max(map(len, lines)) <= sheet.WIDTH
        assert all(line.isprintable() for line in lines)
        assert "-19980 : 0" in " ".join(lines)
        assert "%d ~ %s (B)" in " ".join(lines)


def test_tags_that_mean_nothing_are_an_error() -> None:
    with pytest.raises(RecordError):
        sheet.History(read('[Handicap "much"]\n\nstart:A'))


def test_at_the_command_line() -> None:
    source = HEAD + "start:A p16 c7@3/p7@3 *"
    result = run("-", "--sheet", source=source)
    assert (result.returncode, result.stdout) == (1, b"")
    assert complaint(result).startswith("-: line 4, column 9: event 2, p16: ")
    result = run("-", "--sheet", "--keep-going", source=source)
    assert (result.returncode, result.stderr) == (0, b"")
    assert "ПРОТОКОЛ" in result.stdout.decode() and "[не принято: p16, так не бывает]" in result.stdout.decode()
    result = run("-", "--sheet", "--keep-going", "--lang", "en", source=source)
    assert (result.returncode, result.stderr) == (0, b"")
    assert result.stdout.decode().splitlines() == printed(source)
    assert "[refused: p16, " in result.stdout.decode()
