"""The strip of LEDs, and MicroPython's neopixel before it."""

from typing import Any

import pytest

from board import devkitc_ws2812
from host_tools.twin.strip import NeoPixel, Strip
from host_tools.twin.world import World


class Firmware:
    """Lights the first LEDs, then does nothing."""

    def __init__(self, machine: Any, board: Any, fs: Any, neopixel: Any) -> None:
        self.strip = neopixel.NeoPixel(machine.Pin(board.STRIP), board.STRIP_LEDS)
        self.elsewhere = neopixel.NeoPixel(machine.Pin(5), 3)
        self.neopixel = neopixel
        self.pin = machine.Pin(board.STRIP)

    def step(self, now: int) -> None:
        pass


def test_green_red_blue_on_the_wire() -> None:
    strip = Strip(3)
    strip.power(True)
    pixels = NeoPixel(strip, 2)
    pixels[0] = (1, 2, 3)
    pixels[1] = bytearray((4, 5, 6))
    assert (bytes(pixels.buf), pixels[1], len(pixels)) == (b"\2\1\3\5\4\6", (4, 5, 6), 2)
    assert strip.pixels() == [(0, 0, 0)] * 3
    pixels.write()
    assert strip.pixels() == [(1, 2, 3), (4, 5, 6), (0, 0, 0)]
    pixels.fill((7, 8, 9))
    pixels.write()
    assert strip.pixels() == [(7, 8, 9), (7, 8, 9), (0, 0, 0)]


def test_a_short_message_leaves_the_rest_and_a_long_one_falls_off() -> None:
    strip = Strip(2)
    strip.power(True)
    strip.receive(b"\1\2\3\4\5\6\7\10\11")
    assert strip.pixels() == [(2, 1, 3), (5, 4, 6)]
    strip.receive(b"\7\10\11")
    assert strip.pixels() == [(8, 7, 9), (5, 4, 6)]


def test_dark_without_power_and_after_it() -> None:
    strip = Strip(1)
    strip.receive(b"\1\2\3")
    assert strip.pixels() == [(0, 0, 0)]
    strip.power(True)
    assert strip.pixels() == [(0, 0, 0)]


def test_on_the_board() -> None:
    world = World(devkitc_ws2812, build=Firmware)
    world.power_on()
    app = world.app
    app.elsewhere.fill((9, 9, 9))
    app.elsewhere.write()
    app.strip[1] = (1, 2, 3)
    app.strip.write()
    assert world.pixels()[:3] == [(0, 0, 0), (1, 2, 3), (0, 0, 0)]
    world.spike(0)
    assert world.pixels()[0] != (0, 0, 0)
    with pytest.raises(IndexError):
        world.spike(devkitc_ws2812.STRIP_LEDS)
    world.power_off()
    assert set(world.pixels()) == {(0, 0, 0)}


@pytest.mark.parametrize("wrong", [{"bpp": 4}, {"timing": 0}])
def test_what_the_leds_do_not_understand(wrong: "dict[str, int]") -> None:
    world = World(devkitc_ws2812, build=Firmware)
    world.power_on()
    with pytest.raises(ValueError, match="WS2812"):
        world.app.neopixel.NeoPixel(world.app.pin, 3, **wrong)
