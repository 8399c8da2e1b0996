"""What is wrong with a board, and what its builder should know: all of it at once, each with its reason and source."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from host_tools.board.budget import budget_of
from host_tools.board.chips import CHIPS, MAX7219_SHEET, WS2812_SHEET, Caution, Chip, Strap
from host_tools.board.facts import PLACES, POCKETS, SEGMENTS, Facts, Line, Use

FAULT, NOTE = "fault", "note"

# What the firmware makes of the pins.
DIRECTIONS = {"ROWS": "open-drain", "COLUMNS": "in", "BEAMS": "in"}
MATRIX = ("ROWS", "COLUMNS")
SENSED = ("ROWS", "COLUMNS", "BEAMS")
# The only pins whose own pull the firmware switches on.
OWN_PULL = "ROWS"
# Below it a low key does not read low through its diode, above it a metre of cable is too slow.
PULL_UP_OHMS = range(2_200, 22_001)
MAX7219_BAUD = 10_000_000
# A LED takes 24 bits of 1.25 us, and a step may take 4 ms.
MOST_LEDS = 100
SIDE = 8


@dataclass(frozen=True)
class Finding:
    """A `fault`, with which the board cannot work, or a `note`. `about` names pins or facts; `source` may be empty."""

    severity: str
    about: str
    text: str
    source: str = ""

    def __str__(self) -> str:
        source = f" [{self.source}]" if self.source else ""
        return f"{self.severity}: {self.about}: {self.text}{source}"


def check(facts: Facts) -> list[Finding]:
    """Everything that there is to say about a board, faults first. What a missing fact is needed for is left out."""
    findings = [Finding(FAULT, about, text) for about, text in facts.faults]
    if facts.has("CHIP"):
        chip = CHIPS[facts.text("CHIP")]
        findings += _pins(facts, chip)
        findings += _counters(facts, chip)
        findings += _bus(facts, chip)
    findings += _lines(facts)
    findings += _geometry(facts)
    findings += _strip_leds(facts)
    findings += _budget(facts)
    return sorted(findings, key=lambda finding: finding.severity != FAULT)


# Pins


def _pins(facts: Facts, chip: Chip) -> Iterator[Finding]:
    uses = facts.uses()
    for gpio, times in sorted(Counter(use.gpio for use in uses).items()):
        if times > 1:
            users = " and ".join(use.label for use in uses if use.gpio == gpio)
            yield Finding(FAULT, f"GPIO {gpio}", f"used twice, for {users}")
    strange = [use for use in uses if not 0 <= use.gpio < chip.pins]
    if strange:
        yield Finding(FAULT, _about(strange), f"no such pin: the {chip.name} has GPIO 0 to {chip.pins - 1}")
    lines = facts.lines()
    for caution in chip.cautions:
        for severity, hit in _judge(caution, facts, lines, [use for use in uses if use.gpio in caution.pins]):
            yield Finding(severity, _about(hit), caution.why, caution.source)
    for strap in chip.straps:
        for use in uses:
            if use.gpio == strap.pin:
                yield _strap(strap, use, lines.get(use.role))


def _judge(caution: Caution, facts: Facts, lines: dict[str, Line], uses: list[Use]) -> Iterator[tuple[str, list[Use]]]:
    """The uses for which a caution is a fault, and those for which it is a note."""
    faulty = [use for use in uses if _forbids(caution, facts, lines, use)]
    if faulty:
        yield FAULT, faulty
    noted = [use for use in uses if use not in faulty and caution.kind in ("quad", "octal", "ghost-edges", "care")]
    if noted:
        yield NOTE, noted


def _forbids(caution: Caution, facts: Facts, lines: dict[str, Line], use: Use) -> bool:
    kind = caution.kind
    if kind in ("quad", "octal"):
        return facts.has("PSRAM") and facts.text("PSRAM") == kind
    if kind == "input-only":
        return DIRECTIONS.get(use.role) != "in"
    if kind == "no-pulls":
        line = lines.get(use.role)
        return line is not None and bool(line.pull) and not line.ohms
    if kind == "ghost-edges":
        return use.role in SENSED
    return kind != "care"


def _strap(strap: Strap, use: Use, line: "Line | None") -> Finding:
    """A strap is right where nothing from outside takes it from the level that it wants."""
    about = _about([use])
    otherwise = f"{('high', 'low')[strap.level]} at reset, {strap.otherwise}" if strap.level >= 0 else strap.otherwise
    if use.role in SENSED:
        culprit = "a key that is held" if use.role in MATRIX else "the beam"
        text = f"a strap, and {culprit} would decide on its level at reset: {otherwise}"
        return Finding(FAULT, about, text, strap.source)
    against = 1 - strap.level if strap.level >= 0 else None
    if line and line.pull and against == ("down", "up").index(line.pull):
        return Finding(FAULT, about, f"the pull-{line.pull} works against the strap: {otherwise}", strap.source)
    if line and against == line.level:
        return Finding(FAULT, about, f"wanted at a level that is against the strap: {otherwise}", strap.source)
    as_it_is = f"{('low', 'high')[strap.level]} at reset as it should be" if strap.level >= 0 else "any level does"
    return Finding(NOTE, about, f"a strap, {as_it_is} ({otherwise})", strap.source)


def _about(uses: Iterable[Use]) -> str:
    return ", ".join(f"GPIO {use.gpio} ({use.label})" for use in uses)


# How they are wired


def _lines(facts: Facts) -> Iterator[Finding]:
    if not facts.has("LINES"):
        return
    listed = Counter(item[0] for item in facts.items("LINES"))
    for role in facts.roles():
        if listed[role] != 1:
            said = "more than once" if listed[role] else "nowhere"
            yield Finding(FAULT, "LINES", f"says {said} how {role} is wired: expected once")
    for role in listed:
        if facts.has("DISPLAY") and role not in facts.roles():
            yield Finding(FAULT, "LINES", f"says how {role} is wired, which this display has not")
    blind = _blind(facts)
    for line in facts.lines().values():
        made = DIRECTIONS.get(line.role, "out")
        if line.direction != made:
            yield Finding(FAULT, line.role, f"wired as {line.direction!r}, but the firmware makes it {made!r}")
        own = line.pull and not line.ohms
        if own and line.role != OWN_PULL and line.role not in blind:
            yield Finding(
                FAULT, line.role, f"wants the chip's own pull, which the firmware switches on for {OWN_PULL} only"
            )
        if not line.pull and line.ohms:
            yield Finding(FAULT, line.role, f"{line.ohms} ohms pull neither up nor down")
        yield from _held(line)
        if line.role == "COLUMNS" and not own and (line.pull != "up" or line.ohms not in PULL_UP_OHMS):
            text = (
                f"expected an external pull-up of {PULL_UP_OHMS[0]} to {PULL_UP_OHMS[-1]} ohms: without it open keys"
                " have no level, with less a pressed one reads high through its diode, with more a cable is too slow"
            )
            yield Finding(FAULT, "COLUMNS", text)


def _blind(facts: Facts) -> set[str]:
    """The roles with a pin that has no pulls."""
    if not facts.has("CHIP"):
        return set()
    pins = {pin for caution in CHIPS[facts.text("CHIP")].cautions if caution.kind == "no-pulls" for pin in caution.pins}
    return {use.role for use in facts.uses() if use.gpio in pins}


def _held(line: Line) -> Iterator[Finding]:
    """Until the firmware runs a pin drives nothing and has no pull that it wants: a resistor has to hold the line."""
    if line.level < 0:
        return
    wish, pull = (("low", "down"), ("high", "up"))[line.level]
    if line.pull != pull or not line.ohms:
        yield Finding(
            FAULT, line.role, f"is to be {wish} while the chip starts, but no external pull-{pull} holds it there"
        )


# Counters


def _counters(facts: Facts, chip: Chip) -> Iterator[Finding]:
    if not facts.has("COUNTERS"):
        return
    counters = facts.number("COUNTERS")
    if counters > chip.units:
        text = f"{counters} counter units: the {chip.name} has {chip.units}"
        yield Finding(FAULT, "COUNTERS", text, chip.units_source)
    if not facts.has("COUNTED"):
        return
    counted = facts.numbers("COUNTED")
    if len(counted) != counters:
        yield Finding(FAULT, "COUNTED", f"{len(counted)} pockets for {counters} counter units (COUNTERS)")
    strange = [pocket for pocket in counted if not 1 <= pocket <= POCKETS]
    if strange:
        yield Finding(FAULT, "COUNTED", f"no such pocket: {_list(strange)}; expected 1 to {POCKETS}")
    twice = [pocket for pocket, times in sorted(Counter(counted).items()) if times > 1]
    if twice:
        yield Finding(FAULT, "COUNTED", f"counted twice: pocket {_list(twice)}")
    uncounted = [pocket for pocket in range(1, POCKETS + 1) if pocket not in counted]
    if uncounted and not strange and not twice:
        yield Finding(
            NOTE,
            "COUNTED",
            f"the {chip.name} has {chip.units} counter units; none counts {_pockets(uncounted)}, which are"
            " sampled only: a ball that falls there while the flash is being erased can be missed",
            chip.units_source,
        )


def _list(numbers: list[int]) -> str:
    return ", ".join(map(str, numbers))


def _pockets(numbers: list[int]) -> str:
    middle = "the middle " if numbers == [2, 5] else ""
    return f"{middle}pocket{'s' if len(numbers) > 1 else ''} {' and '.join(map(str, numbers))}"


# Display


def _bus(facts: Facts, chip: Chip) -> Iterator[Finding]:
    if facts.has("SPI_ID") and facts.number("SPI_ID") not in chip.spi_ids:
        ids = " and ".join(map(str, chip.spi_ids))
        text = f"no SPI {facts.number('SPI_ID')}: MicroPython has {ids} on the {chip.name}"
        yield Finding(FAULT, "SPI_ID", text, "MicroPython, Quick reference for the ESP32, “Hardware SPI bus”")
    if facts.has("SPI_BAUD") and facts.number("SPI_BAUD") > MAX7219_BAUD:
        text = f"{facts.number('SPI_BAUD')} Hz: a MAX7219 takes {MAX7219_BAUD} at most"
        yield Finding(FAULT, "SPI_BAUD", text, f"{MAX7219_SHEET}, “Timing Characteristics”, CLK Clock Period")


def _geometry(facts: Facts) -> Iterator[Finding]:
    for name in ("WIDTH", "HEIGHT"):
        if facts.has(name) and facts.number(name) % SIDE:
            yield Finding(
                FAULT, name, f"{facts.number(name)} dots: expected a multiple of {SIDE}, the side of a module"
            )
    if not facts.has("WIDTH", "HEIGHT", "MODULES"):
        return
    columns, rows = -(-facts.number("WIDTH") // SIDE), -(-facts.number("HEIGHT") // SIDE)
    places = Counter((x, y) for x, y, _ in facts.items("MODULES"))
    wanted = {(x, y) for y in range(rows) for x in range(columns)}
    size = f"{facts.number('WIDTH')} x {facts.number('HEIGHT')} dots"
    for text, found in (
        ("more than one module at", [place for place, times in places.items() if times > 1]),
        (f"outside of {size}: a module at", [place for place in places if place not in wanted]),
        (f"a gap in {size}: no module at", [place for place in wanted if place not in places]),
    ):
        if found:
            where = ", ".join(f"({x}, {y})" for x, y in sorted(found, key=lambda place: (place[1], place[0])))
            yield Finding(FAULT, "MODULES", f"{text} {where} (module column, module row)")


def _strip_leds(facts: Facts) -> Iterator[Finding]:
    if not facts.has("STRIP_LEDS", "SEGMENT_LEDS", "DIGITS", "BARS", "ACK_LED", "ALARM_LED"):
        return
    leds, places = facts.number("STRIP_LEDS"), Counter(place for place, _ in facts.items("DIGITS"))
    if leds > MOST_LEDS:
        text = f"{leds} LEDs: to send more than {MOST_LEDS} takes longer than the beams bear"
        yield Finding(FAULT, "STRIP_LEDS", text, f"{WS2812_SHEET}, “Data Transfer Time”")
    if sorted(places.elements()) != list(range(PLACES)):
        yield Finding(FAULT, "DIGITS", f"expected places 0 to {PLACES - 1}, each once")
    if len(facts.items("BARS")) != 2:
        yield Finding(FAULT, "BARS", f"{len(facts.items('BARS'))} bars: expected two, left and right")
    used = Counter(range(len(facts.items("DIGITS")) * len(SEGMENTS) * facts.number("SEGMENT_LEDS")))
    for first, number in facts.items("BARS"):
        used.update(range(first, first + number))
    used.update((facts.number("ACK_LED"), facts.number("ALARM_LED")))
    twice = [led for led, times in sorted(used.items()) if times > 1]
    if twice:
        yield Finding(FAULT, "STRIP_LEDS", f"used twice: LED {_list(twice)}")
    if max(used) >= leds:
        yield Finding(FAULT, "STRIP_LEDS", f"LED {max(used)} is used: the strip has {leds}, from 0")


# Current


def _budget(facts: Facts) -> Iterator[Finding]:
    """The faces cap the brightness so that no frame takes more than the supply gives; the darkest has to fit."""
    budget = budget_of(facts)
    if not budget:
        return
    if budget.darkest > budget.supply:
        text = f"{budget.supply} mA: even at the lowest brightness the board takes {budget.darkest} mA when all is lit"
        yield Finding(FAULT, "SUPPLY_MA", text, budget.source)
    elif budget.brightest > budget.supply:
        text = (
            f"{budget.supply} mA: all LEDs at full brightness would take {budget.brightest} mA, so the firmware keeps"
            " the brightness below that"
        )
        yield Finding(NOTE, "SUPPLY_MA", text, budget.source)
