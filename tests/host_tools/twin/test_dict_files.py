"""The dict of files does what littlefs does, as far as it goes: the same work on both, with the same answers."""

import random
from typing import Any

import pytest

from host_tools.twin import file_system
from host_tools.twin.dict_files import DictFiles
from host_tools.twin.file_system import Files
from host_tools.twin.flash_chip import Flash, PowerLost

# Room enough that what they count differently never matters.
BLOCKS = 200
NAMES = ("a", "b", "d")
MODES = ("r", "rb", "w", "wb", "x", "a", "ab", "r+", "w+b", "a+", "b")


def mounted(flash: Flash) -> Files:
    """A dict of files on a flash that was just powered."""
    bus = flash.power_on()
    if flash.tree is None:
        DictFiles.mkfs(bus)
    return Files(bus, DictFiles(bus))


def some_path(rng: random.Random) -> str:
    parts = [rng.choice(NAMES) for _ in range(rng.choice((0, 1, 1, 1, 2, 2, 3)))]
    return rng.choice(("/", "")) + "/".join(parts) or "/"


def some_work(rng: random.Random) -> "tuple[str, tuple[Any, ...]]":
    """Name of a method of Files, or `file`, and what it is called with."""
    name = rng.choice(("file", "file", "file", "ilistdir", "mkdir", "mkdir", "remove", "rmdir", "rename", "stat"))
    if name == "file":
        steps = [
            (rng.choice(("read", "readline", "write", "seek", "tell", "flush")), rng.randrange(9)) for _ in range(4)
        ]
        return name, (some_path(rng), rng.choice(MODES), steps)
    if name == "rename":
        old, new = some_path(rng), some_path(rng)
        # A folder that is moved into itself is lost to littlefs, which does not see that.
        return name, (old, "elsewhere" if (new.lstrip("/") + "/").startswith(old.lstrip("/") + "/") else new)
    return name, (some_path(rng),)


def work_on_a_file(fs: Files, path: str, mode: str, steps: "list[tuple[str, int]]") -> "list[Any]":
    answers: "list[Any]" = []
    with fs.open(path, mode) as file:
        for what, n in steps:
            data = "ёж\n" * n
            args = {"read": (n - 1,), "write": (data.encode() if "b" in mode else data,), "seek": (0,)}.get(what, ())
            answers.append(answer(getattr(file, what), *args))
    return answers


def answer(function: Any, *args: Any) -> Any:
    """What a call gives, or the number of its error."""
    try:
        return function(*args)
    except OSError as error:
        return "error %s" % error.errno


def everything(fs: Files, folder: str = "") -> "list[Any]":
    found: "list[Any]" = []
    for name, kind, nothing, size in fs.ilistdir(folder or "/"):
        path = folder + "/" + name
        found.append((path, kind, nothing, size))
        if kind == 0x4000:
            found += everything(fs, path)
        else:
            with fs.open(path, "rb") as file:
                found.append(file.read())
    return found


@pytest.mark.parametrize("seed", range(100))
def test_the_same_work_has_the_same_answers(seed: int) -> None:
    rng = random.Random(seed)
    flashes = Flash(BLOCKS), Flash(BLOCKS)
    theirs, ours = file_system.mount(flashes[0]), mounted(flashes[1])
    for _ in range(60):
        name, args = some_work(rng)
        answers = []
        for fs in (theirs, ours):
            if name == "file":
                answers.append(answer(work_on_a_file, fs, *args))
            elif name == "ilistdir":
                answers.append(answer(lambda fs=fs, args=args: list(fs.ilistdir(*args))))
            else:
                answers.append(answer(getattr(fs, name), *args))
        assert answers[0] == answers[1], (name, args)
        if rng.random() < 0.1:
            theirs, ours = file_system.mount(flashes[0]), mounted(flashes[1])
        assert everything(theirs) == everything(ours), (name, args)


def test_what_is_not_flushed_goes_with_the_power() -> None:
    flash = Flash(BLOCKS)
    fs = mounted(flash)
    kept, lost = fs.open("kept", "w"), fs.open("lost", "w")
    kept.write("yes")
    kept.flush()
    kept.write(" and no")
    lost.write("no")
    flash.power_off()
    for dead in (kept.flush, lambda: fs.open("kept"), lambda: fs.mkdir("d")):
        with pytest.raises(PowerLost):
            dead()
    fs.abandon()
    assert everything(mounted(flash)) == [("/kept", 0x8000, 0, 3), b"yes", ("/lost", 0x8000, 0, 0), b""]


def test_a_full_one() -> None:
    fs = mounted(Flash(4))
    assert fs.statvfs("/")[2:5] == (4, 2, 2)
    with fs.open("a", "wb") as file:
        file.write(bytes(4097))
        assert fs.statvfs("/")[2:5] == (4, 2, 2), "not before it is flushed"
    assert fs.statvfs("/")[2:5] == (4, 0, 0)
    with fs.open("a", "ab") as file:
        file.write(bytes(4095))
        with pytest.raises(OSError, match="28"):
            file.write(b"x")
    with pytest.raises(OSError, match="28"):
        fs.mkdir("d")
    assert fs.stat("a")[6] == 8192
    fs.remove("a")
    assert fs.statvfs("/")[4] == 2
