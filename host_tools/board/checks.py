"""What is wrong with a board, and what its builder should know: all of it at once, each with its reason and source."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from host_tools.board.budget import budget_of
from host_tools.board.chips import CHIPS, MAX7219_SHEET, WS2812_SHEET, Caution, Chip, Strap
from host_tools.board.facts import PLACES, POCKETS, SEGMENTS, Facts, Line, Use

FAULT, NOTE = "fault", "note"

# What the firmware makes of the pins.
DIRECTIONS = {"ROWS": "open-drain", "COLUMNS": "in", "BEAMS": "in"}
MATRIX = ("ROWS", "COLUMNS")
SENSED = ("ROWS", "COLUMNS", "BEAMS")
# The drawings put the base of an npn transistor there, behind 470 ohms.
SWITCHES = ("EMITTERS", "BUZZER")
# The only pins whose own pull the firmware switches on, a pull-up.
OWN_PULL = "ROWS"
# Below it a low key does not read low through its diode, above it a metre of cable is too slow.
PULL_UP_OHMS = range(2_200, 22_001)
# Of any line: 3.3 V through less are the 10 mA that a pin bears; more loses against the leakage of what is connected.
PULL_OHMS = range(330, 1_000_001)
MAX7219_BAUD = 10_000_000
MODULE_BITS = 16
# A step may take 4 ms: the eight rows of a picture, or LEDs of 24 bits of 1.25 us.
ROW_US = 500
MOST_LEDS = 100
SIDE = 8
# The smallest board that the firmware draws on.
LEAST = {"WIDTH": 32, "HEIGHT": 8}
# How much of a list is named.
SOME = 6


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
    findings += _twice(facts)
    if facts.has("CHIP"):
        chip = CHIPS[facts.text("CHIP")]
        findings += _pins(facts, chip)
        findings += _parts(facts, chip)
    findings += _lines(facts)
    findings += _counted(facts)
    findings += _speed(facts)
    findings += _geometry(facts)
    findings += _strip_leds(facts)
    findings += _budget(facts)
    return sorted(findings, key=lambda finding: finding.severity != FAULT)


# Pins


def _twice(facts: Facts) -> Iterator[Finding]:
    uses = facts.uses()
    for gpio, times in sorted(Counter(use.gpio for use in uses).items()):
        if times > 1:
            users = _and([use.label for use in uses if use.gpio == gpio])
            yield Finding(FAULT, f"GPIO {gpio}", f"used {'twice' if times == 2 else f'{times} times'}, for {users}")


def _pins(facts: Facts, chip: Chip) -> Iterator[Finding]:
    uses = facts.uses()
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
                yield from _strap(strap, use, lines.get(use.role))


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


def _strap(strap: Strap, use: Use, line: "Line | None") -> Iterator[Finding]:
    """A strap is right where nothing from outside takes it from the level that it wants; unknown wiring is neither."""
    otherwise = f"{('high', 'low')[strap.level]} at reset, {strap.otherwise}" if strap.level >= 0 else strap.otherwise
    against = 1 - strap.level if strap.level >= 0 else None
    severity = FAULT
    if use.role in SENSED:
        culprit = "a key that is held" if use.role in MATRIX else "the beam"
        text = f"a strap, and {culprit} would decide on its level at reset: {otherwise}"
        if strap.harmless and use.role not in MATRIX:
            severity, text = NOTE, f"a strap, and the beam decides on its level at reset, without harm: {otherwise}"
    elif use.role in SWITCHES and strap.level == 1:
        text = f"a strap, and the base of a transistor keeps it at 0.8 V, which is not high: {otherwise}"
    elif not line:
        return
    elif line.pull and against == ("down", "up").index(line.pull):
        text = f"the pull-{line.pull} works against the strap: {otherwise}"
    elif against == line.level:
        text = f"wanted at a level that is against the strap: {otherwise}"
    else:
        as_it_is = f"{('low', 'high')[strap.level]} at reset as it should be" if strap.level >= 0 else "any level does"
        severity, text = NOTE, f"a strap, {as_it_is} ({otherwise})"
    yield Finding(severity, _about([use]), text, strap.source)


def _about(uses: Iterable[Use]) -> str:
    return ", ".join(f"GPIO {use.gpio} ({use.label})" for use in uses)


def _and(names: Sequence[object]) -> str:
    """All of them, or the first few and how many more."""
    shown = [str(name) for name in names[:SOME]]
    last = f"{len(names) - SOME} more" if len(names) > SOME else shown.pop()
    return f"{', '.join(shown)} and {last}" if shown else last


# How they are wired


def _lines(facts: Facts) -> Iterator[Finding]:
    listed = Counter(item[0] for item in facts.items("LINES"))
    for role in facts.roles():
        # It may be the bad one of the entries that says it.
        if listed[role] > 1 or (not listed[role] and facts.has("LINES")):
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
        if line.role == OWN_PULL and line.pull == "down":
            yield Finding(FAULT, line.role, "pulled down, but the firmware switches the chip's own pull-up on")
        if not line.pull and line.ohms:
            yield Finding(FAULT, line.role, f"{line.ohms} ohms pull neither up nor down")
        yield from _held(line)
        if line.role != "COLUMNS":
            yield from _strength(line)
        elif not own and (line.pull != "up" or line.ohms not in PULL_UP_OHMS):
            text = (
                f"expected an external pull-up of {PULL_UP_OHMS[0]} to {PULL_UP_OHMS[-1]} ohms: without it open keys"
                " have no level, with less a pressed one reads high through its diode, with more a cable is too slow"
            )
            yield Finding(FAULT, "COLUMNS", text)


def _strength(line: Line) -> Iterator[Finding]:
    if line.pull and line.ohms and line.ohms not in PULL_OHMS:
        text = (
            f"a pull-{line.pull} of {line.ohms} ohms: expected {PULL_OHMS[0]} to {PULL_OHMS[-1]}: with less nothing can"
            " work against it, with more it holds nothing"
        )
        yield Finding(FAULT, line.role, text)


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


# Chip


def _parts(facts: Facts, chip: Chip) -> Iterator[Finding]:
    """What the chip has not, or not enough of."""
    if facts.has("PSRAM") and facts.text("PSRAM") not in chip.psram:
        text = f"{facts.text('PSRAM')!r}: there is no module with an {chip.name} and such a PSRAM"
        yield Finding(FAULT, "PSRAM", text, chip.psram_source)
    if facts.has("SPI_ID") and facts.number("SPI_ID") not in chip.spi_ids:
        ids = " and ".join(map(str, chip.spi_ids))
        text = f"no SPI {facts.number('SPI_ID')}: MicroPython has {ids} on the {chip.name}"
        yield Finding(FAULT, "SPI_ID", text, "MicroPython, Quick reference for the ESP32, “Hardware SPI bus”")
    if facts.has("COUNTERS") and facts.number("COUNTERS") > chip.units:
        text = f"{facts.number('COUNTERS')} counter units: the {chip.name} has {chip.units}"
        yield Finding(FAULT, "COUNTERS", text, chip.units_source)
    uncounted = sorted(set(range(1, POCKETS + 1)) - set(facts.numbers("COUNTED"))) if facts.has("COUNTED") else []
    if uncounted and not any(_counted(facts)):
        yield Finding(
            NOTE,
            "COUNTED",
            f"the {chip.name} has {chip.units} counter units; none counts {_pockets(uncounted)}, which are"
            " sampled only: a ball that falls there while the flash is being erased can be missed",
            chip.units_source,
        )


def _counted(facts: Facts) -> Iterator[Finding]:
    if not facts.has("COUNTED"):
        return
    counted = facts.numbers("COUNTED")
    if facts.has("COUNTERS") and len(counted) != facts.number("COUNTERS"):
        text = f"{len(counted)} pockets for {facts.number('COUNTERS')} counter units (COUNTERS)"
        yield Finding(FAULT, "COUNTED", text)
    strange = sorted(pocket for pocket in set(counted) if not 1 <= pocket <= POCKETS)
    if strange:
        yield Finding(FAULT, "COUNTED", f"no such pocket: {_and(strange)}; expected 1 to {POCKETS}")
    twice = [pocket for pocket, times in sorted(Counter(counted).items()) if times > 1]
    if twice:
        yield Finding(FAULT, "COUNTED", f"counted twice: pocket {_and(twice)}")


def _pockets(numbers: list[int]) -> str:
    middle = "the middle " if numbers == [2, 5] else ""
    return f"{middle}pocket{'s' if len(numbers) > 1 else ''} {_and(numbers)}"


# Display


def _speed(facts: Facts) -> Iterator[Finding]:
    if not facts.has("SPI_BAUD"):
        return
    baud = facts.number("SPI_BAUD")
    if baud > MAX7219_BAUD:
        text = f"{baud} Hz: a MAX7219 takes {MAX7219_BAUD} at most"
        yield Finding(FAULT, "SPI_BAUD", text, f"{MAX7219_SHEET}, “Timing Characteristics”, CLK Clock Period")
    chips = len(facts.items("MODULES"))
    bits = chips * MODULE_BITS
    if bits * 1_000_000 > ROW_US * baud:
        text = (
            f"{baud} Hz: a row of {chips} modules takes {bits * 1000 / baud:.2f} ms, longer than the beams bear:"
            f" expected {ROW_US / 1000:g} ms at most, here {bits * 1_000_000 // ROW_US} Hz or more"
        )
        yield Finding(FAULT, "SPI_BAUD", text, f"{MAX7219_SHEET}, “Serial-Addressing Modes”")


def _geometry(facts: Facts) -> Iterator[Finding]:
    for name, least in LEAST.items():
        if facts.has(name) and (facts.number(name) % SIDE or facts.number(name) < least):
            text = (
                f"{facts.number(name)} dots: expected a multiple of {SIDE}, the side of a module, and {least} or more"
            )
            yield Finding(FAULT, name, text)
    if not facts.has("WIDTH", "HEIGHT"):
        return
    columns, rows = -(-facts.number("WIDTH") // SIDE), -(-facts.number("HEIGHT") // SIDE)
    places = Counter((x, y) for x, y, _ in facts.items("MODULES"))
    wanted = {(x, y) for y in range(rows) for x in range(columns)}
    size = f"{facts.number('WIDTH')} x {facts.number('HEIGHT')} dots"
    # A module that is not well-formed may be one that is missing.
    bad = sum(about.startswith("MODULES[") for about, _ in facts.faults)
    missing = wanted - set(places)
    for text, found in (
        ("more than one module at", [place for place, times in places.items() if times > 1]),
        (f"outside of {size}: a module at", [place for place in places if place not in wanted]),
        (f"a gap in {size}: no module at", missing if places and len(missing) > bad else ()),
    ):
        if found:
            where = _and(sorted(found, key=lambda place: (place[1], place[0])))
            yield Finding(FAULT, "MODULES", f"{text} {where} (module column, module row)")


def _strip_leds(facts: Facts) -> Iterator[Finding]:
    """Whatever the facts that are well-formed say by themselves."""
    if facts.has("STRIP_LEDS") and facts.number("STRIP_LEDS") > MOST_LEDS:
        text = f"{facts.number('STRIP_LEDS')} LEDs: to send more than {MOST_LEDS} takes longer than the beams bear"
        yield Finding(FAULT, "STRIP_LEDS", text, f"{WS2812_SHEET}, “Data Transfer Time”")
    digits = facts.items("DIGITS")
    if len({place for place, _ in digits}) < len(digits):
        yield Finding(FAULT, "DIGITS", f"expected places 0 to {PLACES - 1}, each once")
    used: Counter[int] = Counter()
    if facts.has("DIGITS", "SEGMENT_LEDS"):
        used.update(range(len(digits) * len(SEGMENTS) * facts.number("SEGMENT_LEDS")))
    for first, number in facts.items("BARS"):
        used.update(range(first, first + number))
    used.update(facts.number(name) for name in ("ACK_LED", "ALARM_LED") if facts.has(name))
    twice = [led for led, times in sorted(used.items()) if times > 1]
    if twice:
        yield Finding(FAULT, "STRIP_LEDS", f"used twice: LED {_and(twice)}")
    if used and facts.has("STRIP_LEDS") and max(used) >= facts.number("STRIP_LEDS"):
        text = f"LED {max(used)} is used: the strip has {facts.number('STRIP_LEDS')}, from 0"
        yield Finding(FAULT, "STRIP_LEDS", text)


# Current


def _budget(facts: Facts) -> Iterator[Finding]:
    """The firmware caps the brightness so that nothing takes more than the supply gives; some supplies it refuses."""
    budget = budget_of(facts)
    if not budget:
        return
    if budget.level is None:
        text = (
            f"{budget.supply} mA: the board takes {budget.dark} mA with nothing lit, and what is left does not do for"
            f" {budget.lit}, even at the lowest brightness"
        )
        yield Finding(FAULT, "SUPPLY_MA", text, budget.source)
    elif budget.level < budget.top:
        text = (
            f"{budget.supply} mA: at full brightness the board would take {budget.brightest} mA with {budget.lit}; the"
            f" firmware stops at brightness {budget.level} of {budget.top}"
        )
        yield Finding(NOTE, "SUPPLY_MA", text, budget.source)
