"""rm-hull/luma.led_matrix#150: a spike rewrites registers. Whatever the LEDs hold, the board is right again within a
second.
"""

from typing import Any

import pytest

from board import devkitc, devkitc_ws2812
from host_tools.sim import verbs
from host_tools.twin.world import World

HEALED_MS = 1000
# All that there are; what a chip keeps in 13 and 14 is nothing.
REGISTERS = (*range(1, 13), 15)


def playing(board: Any) -> World:
    """A board in the middle of a game, with nothing that blinks or moves."""
    world = World(board)
    world.power_on()
    for line in ("key A", "key 7", "key OK", "wait 3000"):
        verbs.act(world, verbs.parse(line))
    return world


def registers(world: World) -> "list[list[int]]":
    return [[world.leds.register(chip, number) for number in REGISTERS] for chip in range(len(devkitc.MODULES))]


@pytest.mark.parametrize("number", REGISTERS)
def test_any_register_of_any_chip(number: int) -> None:
    world = playing(devkitc)
    dots, right = world.dots(), registers(world)
    for nonsense in (0x00, 0xFF, 0x5A):
        for chip in range(len(devkitc.MODULES)):
            world.leds.registers[16 * chip + number] = nonsense + chip & 0xFF
        world.run(HEALED_MS)
        assert (registers(world), world.dots()) == (right, dots)


def test_all_registers_of_a_chip_at_once() -> None:
    world = playing(devkitc)
    dots, right = world.dots(), registers(world)
    for chip in range(len(devkitc.MODULES)):
        world.spike(chip)
        assert registers(world) != right
        world.run(HEALED_MS)
        assert (registers(world), world.dots()) == (right, dots)


def test_any_led_of_a_strip() -> None:
    world = playing(devkitc_ws2812)
    right = world.pixels()
    for led in range(devkitc_ws2812.STRIP_LEDS):
        world.spike(led)
    assert all(spoiled != pixel for spoiled, pixel in zip(world.pixels(), right, strict=True))
    world.run(HEALED_MS)
    assert world.pixels() == right


@pytest.mark.parametrize("board", [devkitc, devkitc_ws2812], ids=["dots", "strip"])
def test_a_board_at_rest_is_dark_but_for_its_picture(board: Any) -> None:
    """A second of refreshing changes nothing that is right."""
    world = playing(board)
    before = world.dots() if board is devkitc else world.pixels()
    for _ in range(500):
        world.run(2)
        assert (world.dots() if board is devkitc else world.pixels()) == before
