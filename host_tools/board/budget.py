"""What a board takes from its supply, by the facts of its module and the firmware's own reckoning."""

from contextlib import suppress
from dataclasses import dataclass

from drivers import max7219, ws2812
from faces.geometry import most_dots
from faces.segments import COLOURS
from host_tools.board.chips import MAX7219_SHEET, WS2812_SHEET
from host_tools.board.facts import Facts


@dataclass(frozen=True)
class Budget:
    """Milliamperes at 5 V: what the supply gives, and what the board takes dark, and fully lit at full brightness.

    `lit` says what the firmware reckons as fully lit. It goes up to `level` of `top`; None if the supply is too small
    for any.
    """

    supply: int
    other: int
    dark: int
    brightest: int
    lit: str
    level: "int | None"
    top: int
    source: str


def budget_of(facts: Facts) -> "Budget | None":
    """The budget, or None where a fact for it is missing."""
    if not facts.has("SUPPLY_MA", "OTHER_MA", "IDLE_MA", "DISPLAY"):
        return None
    supply, other, idle = (facts.number(name) for name in ("SUPPLY_MA", "OTHER_MA", "IDLE_MA"))
    level: "int | None" = None
    if facts.has("WIDTH", "HEIGHT", "MODULES", "DOT_MA"):
        dots, each = most_dots(facts.number("WIDTH"), facts.number("HEIGHT")), facts.number("DOT_MA")
        dark = other + len(facts.items("MODULES")) * idle
        with suppress(ValueError):
            level = max7219.brightest(dots, supply - dark, each)
        source = f"{MAX7219_SHEET}, tables 7 and 11"
        return Budget(
            supply,
            other,
            dark,
            dark + dots * each,
            f"{dots} dots lit, as many as ever are",
            level,
            max7219.BRIGHTEST,
            source,
        )
    if facts.has("STRIP_LEDS", "COLOUR_MA"):
        leds, each = facts.number("STRIP_LEDS"), facts.number("COLOUR_MA")
        dark = other + leds * idle
        full = -(-leds * each * max(map(sum, COLOURS)) // ws2812.FULL)
        with suppress(ValueError):
            level = ws2812.most(leds, COLOURS, supply - other, each, idle)
        lit = f"{leds} LEDs in the strongest colour"
        return Budget(supply, other, dark, dark + full, lit, level, ws2812.FULL, WS2812_SHEET)
    return None
