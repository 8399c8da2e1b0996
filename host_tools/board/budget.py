"""What a board takes from its supply, by the facts of its module."""

from dataclasses import dataclass

from host_tools.board.chips import MAX7219_SHEET, WS2812_SHEET
from host_tools.board.facts import Facts

# Intensity 0 lights a dot for 1 part in 32 of its time, intensity 15 for 31.
DIMMEST, BRIGHTEST = 1, 31


@dataclass(frozen=True)
class Budget:
    """Milliamperes at 5 V: what the supply gives, and what the board takes with all LEDs lit, darkest and brightest."""

    supply: int
    other: int
    darkest: int
    brightest: int
    source: str


def budget_of(facts: Facts) -> "Budget | None":
    """The budget, or None where a fact for it is missing."""
    if not facts.has("SUPPLY_MA", "OTHER_MA", "IDLE_MA", "DISPLAY"):
        return None
    supply, other, idle = (facts.number(name) for name in ("SUPPLY_MA", "OTHER_MA", "IDLE_MA"))
    if facts.has("WIDTH", "HEIGHT", "MODULES", "DOT_MA"):
        rest = other + len(facts.items("MODULES")) * idle
        dots = facts.number("WIDTH") * facts.number("HEIGHT") * facts.number("DOT_MA")
        return Budget(
            supply, other, rest + dots * DIMMEST // BRIGHTEST, rest + dots, f"{MAX7219_SHEET}, tables 7 and 11"
        )
    if facts.has("STRIP_LEDS", "COLOUR_MA"):
        leds = facts.number("STRIP_LEDS")
        rest = other + leds * idle
        return Budget(supply, other, rest, rest + 3 * leds * facts.number("COLOUR_MA"), WS2812_SHEET)
    return None
