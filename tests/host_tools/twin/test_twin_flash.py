"""The flash, and littlefs on it."""

import pytest

from host_tools.twin import file_system as files
from host_tools.twin.flash_chip import ERASE, PROGRAM, Bus, Flash, PowerLost


def content(flash: Flash, block: int) -> bytes:
    data = bytearray(flash.block_size)
    flash.read(block * flash.block_size, data)
    return bytes(data)


def powered() -> "tuple[Flash, Bus]":
    flash = Flash(4)
    return flash, flash.power_on()


def test_programs_clear_bits_and_erases_set_them() -> None:
    flash, bus = powered()
    assert (bus.ioctl(4, 0), bus.ioctl(5, 0)) == (4, 4096)
    assert bus.writeblocks(1, b"\xf0\x0f", 4094) == 0
    assert content(flash, 1) == b"\xff" * 4094 + b"\xf0\x0f"
    assert flash.overwrites == 0
    bus.writeblocks(1, b"\x3c\xff", 4094)
    assert content(flash, 1)[4094:] == b"\x30\x0f"
    assert flash.overwrites == 1
    bus.ioctl(6, 1)
    assert content(flash, 1) == b"\xff" * 4096
    counters = {"ops": 3, "programs": 2, "program_bytes": 4, "erases": 1, "overwrites": 1, "formats": 0}
    assert flash.counters == counters


def test_log() -> None:
    flash, bus = powered()
    flash.log = []
    bus.writeblocks(2, b"abc", 64)
    bus.ioctl(6, 3)
    assert flash.log == [(PROGRAM, 2, 64, 3), (ERASE, 3, 0, 4096)]


def test_every_torn_program() -> None:
    data = bytes(range(32))
    for done in range(33):
        flash, bus = powered()
        flash.cut(1, done)
        assert bus.writeblocks(0, data, 240) < 0
        cells = content(flash, 0)
        assert cells[240 : 240 + done] == data[:done]
        if done < 32:
            assert cells[240 + done] == data[done] | 0x55, "half programmed"
        assert cells[:240] == b"\xff" * 240
        assert cells[241 + done :] == b"\xff" * (4096 - 241 - done)


@pytest.mark.parametrize("done", [0, 1, 255, 256, 1000, 4095, 4096])
def test_torn_erases(done: int) -> None:
    flash, bus = powered()
    bus.writeblocks(1, bytes(4096), 0)
    flash.cut(1, done)
    assert bus.ioctl(6, 1) < 0
    assert content(flash, 1) == b"\xff" * done + bytes(4096 - done)


def test_part_as_a_share() -> None:
    flash, bus = powered()
    flash.cut(2, 0.25)
    bus.writeblocks(0, bytes(64), 0)
    bus.writeblocks(1, bytes(64), 0)
    assert content(flash, 1)[:17] == bytes(16) + b"\x55"


def test_a_dead_bus_does_nothing_more() -> None:
    flash, bus = powered()
    flash.power_off()
    assert bus.writeblocks(0, bytes(32), 0) < 0
    assert bus.ioctl(6, 0) < 0
    assert bus.readblocks(0, bytearray(32), 0) < 0
    assert flash.ops == 0
    flash.power_on()
    assert bus.writeblocks(0, bytes(32), 0) < 0, "a bus belongs to one time of power"


def test_files_raise_power_lost_and_stay_dead() -> None:
    flash = Flash(24)
    fs = files.mount(flash)
    file = fs.open("a", "w")
    file.write("x")
    flash.cut(1)
    with pytest.raises(PowerLost):
        file.flush()
    for dead in (file.close, lambda: fs.open("b", "w"), lambda: fs.ilistdir("/"), lambda: fs.stat("a")):
        with pytest.raises(PowerLost):
            dead()
    fs.abandon()
    assert not issubclass(PowerLost, Exception)


def test_a_file_left_open_changes_nothing_after_the_next_mount() -> None:
    flash = Flash(24)
    old = files.mount(flash)
    file = old.open("a", "w")
    file.write("x" * 1000)
    ops = flash.ops
    new = files.mount(flash)
    with pytest.raises(PowerLost):
        file.close()
    old.abandon()
    assert flash.ops == ops
    assert new.stat("a")[6] == 0


def test_power_lost_in_the_first_format() -> None:
    n = 0
    while True:
        n += 1
        flash = Flash(24)
        flash.cut(n)
        try:
            files.mount(flash)
            break
        except PowerLost:
            files.mount(flash).mkdir("/works")
    assert n > 4


def test_reading_what_is_open_for_writing_is_refused() -> None:
    fs = files.mount(Flash(24))
    with fs.open("a", "w") as file, pytest.raises(OSError, match="descriptor"):
        file.read()
    with fs.open("a") as file, pytest.raises(OSError, match="descriptor"):
        file.write("x")
