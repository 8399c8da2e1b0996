"""The owner's settings: whatever the file holds, each has a value that is allowed, and what was wrong is said."""

import errno
import random

import pytest

from rules.notation import parse
from storage.files import FileSystem
from storage.session import Session
from storage.setting_table import FIELDS, FILE, allowed, check
from storage.settings import Settings
from tests.support.memory_fs import MemoryFs

DEFAULTS: "dict[str, int | str]" = {name: default for name, default, _ in FIELDS}


def read(data: "bytes | str") -> Settings:
    return Settings(FileSystem(MemoryFs({FILE: data if isinstance(data, bytes) else data.encode()})))


def values(settings: Settings) -> "dict[str, str]":
    return {name: settings.word(name) for name in DEFAULTS}


def changed(**new: "int | str") -> "dict[str, str]":
    return {name: str(value) for name, value in {**DEFAULTS, **new}.items()}


def test_without_a_file_defaults_hold_and_nothing_is_written() -> None:
    fs = MemoryFs()
    settings = Settings(FileSystem(fs))
    assert (values(settings), settings.faults, settings.spoiled) == (changed(), [], False)
    assert not settings.save()
    assert (fs.files, fs.writes) == ({}, 0)


def test_what_is_missing_has_its_default() -> None:
    settings = read("language=en\n\n  brightness = 3 \r\nname_a=Анна = A")
    assert (values(settings), settings.faults) == (changed(language="en", brightness=3, name_a="Анна = A"), [])


def test_what_is_set_comes_back() -> None:
    fs = MemoryFs()
    settings = Settings(FileSystem(fs))
    new: "dict[str, int | str]" = {"language": "en", "handicap_a": 70, "series": 15, "name_a": "Анна Б.", "beam_6": 0}
    for name, value in new.items():
        settings.set(name, value)
    assert fs.files == {}
    assert settings.save() and not settings.save()
    again = Settings(FileSystem(fs))
    assert (values(again), again.faults) == (changed(**new), [])
    assert fs.files[FILE].startswith(b"version=1\nlanguage=en\n")


def test_the_same_value_is_not_written_again() -> None:
    fs = MemoryFs()
    settings = Settings(FileSystem(fs))
    settings.set("brightness", 8)
    assert not settings.save()


def test_what_the_flash_does_not_take_is_tried_again() -> None:
    fs = MemoryFs()
    settings = Settings(FileSystem(fs))
    settings.set("brightness", 9)
    fs.broken["write"] = errno.EIO
    with pytest.raises(OSError, match="EIO"):
        settings.save()
    assert settings.number("brightness") == 9
    fs.broken.clear()
    assert settings.save()
    assert Settings(FileSystem(fs)).number("brightness") == 9


def test_a_write_that_was_cut_leaves_the_old_file() -> None:
    fs = MemoryFs({FILE: b"brightness=3\n"})
    settings = Settings(FileSystem(fs))
    settings.set("brightness", 9)
    fs.broken["rename"] = errno.EIO
    with pytest.raises(OSError, match="EIO"):
        settings.save()
    assert Settings(FileSystem(fs)).number("brightness") == 3


# File, values that hold besides the defaults, and what is said of it.
BAD: "dict[str, tuple[str | bytes, dict[str, int | str], list[str]]]" = {
    "a value out of range": ("brightness=16", {}, ["line 1: brightness is 0 to 15, not 16"]),
    "a negative value": ("brightness=-1", {}, ["line 1: brightness is 0 to 15, not -1"]),
    "leading zeros": ("brightness=007", {}, ["line 1: brightness is 0 to 15, not 007"]),
    "digits of another script": ("brightness=٣", {}, ["line 1: brightness is 0 to 15, not ٣"]),
    "a power of two": ("brightness=²", {}, ["line 1: brightness is 0 to 15, not ²"]),
    "no value": ("brightness=", {}, ["line 1: brightness is 0 to 15, not "]),
    "no equals sign": ("brightness", {}, ["line 1: brightness is 0 to 15, not "]),
    "another word": ("language=de", {}, ["line 1: language is ru or en, not de"]),
    "another case": ("language=RU", {}, ["line 1: language is ru or en, not RU"]),
    "quotes": ('name_a=A "B"', {}, ["line 1: name_a is at most 40 letters without quotes"]),
    "a backslash": ("name_a=A\\", {}, ["line 1: name_a is at most 40 letters without quotes"]),
    "a control sign": ("name_a=A\tB", {}, ["line 1: name_a is at most 40 letters without quotes"]),
    "a long name": ("name_a=" + "x" * 41, {}, ["line 1: name_a is at most 40 letters without quotes"]),
    "the longest name": ("name_a=" + "Ж" * 40, {"name_a": "Ж" * 40}, []),
    "a long line": ("name_a=" + "x" * 200 + "\nsound=0", {"sound": 0}, ["line 1: longer than 180 bytes"]),
    "twice": ("sound=0\nsound=1", {"sound": 0}, ["line 2: sound again: the first holds"]),
    "wrong, then right": ("sound=2\nsound=0", {"sound": 0}, ["line 1: sound is 0 to 1, not 2"]),
    "both with 70": (
        "handicap_b=70\nhandicap_a=70",
        {"handicap_b": 70},
        ["line 2: not both players can start with 70"],
    ),
    "a later version": ("version=2\nsound=0", {"sound": 0}, ["line 1: version is 1 to 1, not 2"]),
    "UTF-8 with a mark": (b"\xef\xbb\xbfsound=0", {"sound": 0}, []),
    "carriage returns": ("sound=0\r\nlanguage=en\r\n", {"sound": 0, "language": "en"}, []),
}


@pytest.mark.parametrize("name", BAD)
def test_what_is_wrong_is_said_and_the_rest_holds(name: str) -> None:
    data, expected, faults = BAD[name]
    settings = read(data)
    assert values(settings) == changed(**expected)
    assert settings.faults == [f"{FILE}: {fault}" for fault in faults]
    assert settings.spoiled == bool(faults)


def test_a_line_that_is_no_text() -> None:
    settings = read(b"language=en\nname_a=\xff\xfe\nsound=0\n")
    assert values(settings) == changed(language="en", sound=0)
    assert len(settings.faults) == 1 and settings.faults[0].startswith(FILE + ": line 2: ")


def test_unknown_names_are_kept_and_said() -> None:
    fs = MemoryFs({FILE: b"wifi=club 5\nsound=0\n# ours\nwifi=x\n"})
    settings = Settings(FileSystem(fs))
    said = ["line 1: unknown, kept: wifi=club 5", "line 3: unknown, kept: # ours", "line 4: unknown, kept: wifi=x"]
    assert settings.faults == [f"{FILE}: {fault}" for fault in said]
    # It is none of the board's business: no alarm.
    assert not settings.spoiled
    for value in (5, 6):
        settings.set("brightness", value)
        settings.save()
        settings = Settings(FileSystem(fs))
    lines = fs.files[FILE].decode().splitlines()
    assert lines[-3:] == ["wifi=club 5", "# ours", "wifi=x"] and "sound=0" in lines and "brightness=6" in lines
    assert len(lines) == len(FIELDS) + 3


def test_a_huge_file_is_read_in_part() -> None:
    settings = read(b"sound=0\n" + b"x" * 100 + b"\n" * 10_000)
    assert settings.number("sound") == 0
    assert settings.faults[0] == FILE + ": more than 4095 bytes are not read"
    assert len(read(b"a=\n" * 5000).faults) == 20


def test_a_file_that_cannot_be_read() -> None:
    fs = MemoryFs({FILE: b"sound=0"})
    fs.broken["read"] = errno.EIO
    settings = Settings(FileSystem(fs))
    assert (values(settings), settings.spoiled) == (changed(), True)
    assert settings.faults == [FILE + ": cannot be read, defaults hold: [Errno 5] EIO"]


@pytest.mark.parametrize("seed", range(60))
def test_rubbish(seed: int) -> None:
    """Whatever is in the file, a game can begin, and what is written then is read without a fault."""
    rng = random.Random(seed)
    data = bytearray("\n".join(f"{name}={value}" for name, value in DEFAULTS.items()).encode())
    for _ in range(rng.choice((1, 5, 50))):
        at = rng.randrange(len(data))
        if rng.random() < 0.5:
            data[at] = rng.randrange(256)
        else:
            data[at:at] = rng.randbytes(rng.randrange(9))
    fs = MemoryFs({FILE: bytes(data)})
    files = FileSystem(fs)
    settings = Settings(files)
    for name, value in values(settings).items():
        assert check(name, value) == (int(value) if isinstance(DEFAULTS[name], int) else value)
    session = Session(files, settings)
    session.play(parse("start:A"))
    settings.set("brightness", 15 if settings.number("brightness") == 0 else 0)
    session.save()
    again = Settings(files)
    assert values(again) == values(settings)
    assert not again.spoiled


def test_setting_what_is_not_allowed_changes_nothing() -> None:
    settings = read("handicap_a=70")
    for name, value in (("brightness", 16), ("language", "de"), ("handicap_b", 70), ("name_a", "x\ny")):
        with pytest.raises(ValueError, match=r"is|can"):
            settings.set(name, value)
    with pytest.raises(KeyError):
        settings.set("wifi", "x")
    assert values(settings) == changed(handicap_a=70)
    assert not settings.save()


def test_allowed() -> None:
    assert allowed("language") == ("ru", "en")
    assert allowed("series") == (0, 15)
    assert allowed("name_a") == ()
    with pytest.raises(KeyError):
        allowed("wifi")
