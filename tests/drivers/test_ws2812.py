"""The strip's driver, with the twin's LEDs behind it."""

import pytest

from drivers.ws2812 import FULL, Ws2812, most
from host_tools.twin.strip import NeoPixel, Strip
from tests.support.strips import show

COLOURS = ((0, 0, 0), (255, 110, 0), (0, 28, 64))
LEDS = 10


def board(limit: int = FULL) -> "tuple[Ws2812, Strip]":
    strip = Strip(LEDS)
    strip.power(True)
    display = Ws2812(NeoPixel(strip, LEDS), COLOURS, limit)
    display.brightness(15)
    return display, strip


def test_colours_reach_their_leds() -> None:
    display, strip = board()
    display.leds[3] = 1
    display.leds[9] = 2
    assert strip.frames == 0, "nothing before send"
    show(display)
    shining = strip.pixels()
    assert (shining[3], shining[9]) == (COLOURS[1], COLOURS[2])
    assert set(shining[:3] + shining[4:9]) == {(0, 0, 0)}


def test_only_a_change_is_sent() -> None:
    display, strip = board()
    show(display)
    assert strip.frames == 1, "the first picture, though all is dark"
    show(display)
    display.brightness(15)
    show(display)
    assert strip.frames == 1
    display.leds[0] = 1
    show(display)
    display.brightness(3)
    show(display)
    assert strip.frames == 3


@pytest.mark.parametrize("start", [0, 12_345, (1 << 30) - 300, (1 << 29) + 7])
def test_whatever_the_leds_hold_is_right_again_within_a_second(start: int) -> None:
    """Also with Python standing still for 400 ms in between."""
    display, strip = board()
    display.leds[2] = 1
    show(display)
    right = strip.pixels()
    passed = 0
    for stall in (0, 400, 0):
        for led in range(LEDS):
            strip.spike(led)
        assert strip.pixels() != right
        passed += stall
        for _ in range((990 - stall) // 2):
            display.refresh((start + passed) & ((1 << 30) - 1))
            passed += 2
        assert strip.pixels() == right
    assert strip.frames < 10


def test_nothing_is_sent_again_before_the_first_picture() -> None:
    display, strip = board()
    for now in range(0, 3000, 2):
        display.refresh(now)
    assert strip.frames == 0


def test_brightness_goes_by_the_limit() -> None:
    display, strip = board(128)
    display.leds[0] = 1
    sums = []
    for level in range(16):
        display.brightness(level)
        show(display)
        red, green, blue = strip.pixels()[0]
        sums.append(red + green)
        assert red >= green > 0 == blue, "a lit colour never goes out"
    assert sums == sorted(set(sums))
    assert strip.pixels()[0] == (128, 55, 0)
    for level in (-1, 16):
        with pytest.raises(ValueError, match="0 to 15"):
            display.brightness(level)


def test_the_limit_is_what_the_supply_bears() -> None:
    colours = ((0, 0, 0), (255, 255, 255), (255, 0, 0))
    assert most(10, colours, 610, 20, 1) == 255
    for supply in (20, 100, 300, 609):
        limit = most(10, colours, supply, 20, 1)
        assert 10 + 10 * 3 * 20 * limit / 255 <= supply < 10 + 10 * 3 * 20 * (limit + 1) / 255
    with pytest.raises(ValueError, match="10 mA do not feed 10 LEDs"):
        most(10, colours, 10, 20, 1)
