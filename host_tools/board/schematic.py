"""Draws the wiring of a board from the facts of its module alone."""

from itertools import pairwise

from schemdraw import elements as elm

from host_tools.board import values
from host_tools.board.drawing_sheet import GREY, SMALL, TITLE, Point, Sheet
from host_tools.board.facts import Facts, Line
from referee.keys import KEYS

# How the pins are called on the sheet.
NETS = {
    "ROWS": "row",
    "COLUMNS": "column",
    "BEAMS": "beam",
    "EMITTERS": "emitters",
    "BUZZER": "buzzer",
    "SCK": "clock",
    "MOSI": "data",
    "CS": "select",
    "STRIP": "data",
}
CHIP_PINS = {"SCK": "CLK", "MOSI": "DIN", "CS": "CS", "STRIP": "DIN"}
RED = "#b02020"
# Two wires of 5 V: before the jumper, and behind it.
LOGIC, LEDS_POWER, POWER = "3.3 V", "5 V (LED)", "5 V (controller)"
# Between the lines of the level shifter.
PITCH = 3.1
LOGIC_PAPER, POWER_PAPER, MODULE_PAPER = "#eef4fb", "#fdf3e7", "#fbeaea"
WIDTH = 36.0


def wiring(board: Facts) -> str:
    """The sheet as SVG. The facts have to be complete."""
    sheet = Sheet(f"Wiring of {board.text('NAME')}")
    sheet.text((0, 1.6), sheet.title, 20)
    sheet.text((0, 0.8), "Wires with the same name are one wire. All 0 V (ground) signs are one wire, too.", color=GREY)
    _controller(sheet, board, (0, 0))
    _supply(sheet, board, (15.5, 0))
    _panel(sheet, board, (0, -10.5))
    _beams(sheet, board, (18.8, -10.5))
    _outputs(sheet, board, (18.8, -21))
    if board.text("DISPLAY") == "max7219":
        _modules(sheet, board, (0, -30))
    else:
        _strip(sheet, board, (0, -30))
    return sheet.svg()


def _block(sheet: Sheet, corner: Point, width: float, height: float, title: str, paper: "str | None" = None) -> None:
    x, y = corner
    sheet.box((x, y), (x + width, y - height), fill=paper, color=GREY, ls=":")
    sheet.text((x + 0.3, y - 0.55), title, TITLE)


def _net(board: Facts, role: str, place: int = 0) -> str:
    """Name of a wire and its pin."""
    gpio = board.numbers(role)[place - 1] if place else board.number(role)
    return f"{_name(role, place)}: GPIO {gpio}"


def _name(role: str, place: int = 0) -> str:
    return f"{NETS[role]} {place}" if place else NETS[role]


def _ohms(line: Line) -> str:
    return f"{line.ohms / 1000:g} k"


# Controller and supply


def _controller(sheet: Sheet, board: Facts, corner: Point) -> None:
    _block(sheet, corner, 14.5, 9.8, "Controller")
    x, y = corner
    left, right, top, pitch = x + 4.4, x + 10.1, y - 1.6, 0.6
    uses = board.uses()
    panel = [use for use in uses if use.role in ("COLUMNS", "ROWS")]
    others = [use for use in uses if use not in panel]
    sheet.box((left, top), (right, top - 7.2), fill=LOGIC_PAPER)
    sheet.text(((left + right) / 2, top - 2.9), board.text("NAME").replace(" ", "\n", 1), align="center")
    for side, group in ((left, panel), (right, others)):
        out = -1 if side == left else 1
        for i, use in enumerate(group):
            at = top - 0.6 - pitch * i
            place = int(use.label.rpartition(" ")[2]) if " " in use.label else 0
            sheet.line((side, at), (side + out * 0.7, at))
            sheet.text((side - out * 0.15, at), str(use.gpio), SMALL, "left" if out < 0 else "right")
            sheet.text((side + out * 0.85, at), _name(use.role, place), SMALL, "right" if out < 0 else "left")
    middle = (left + right) / 2
    for name, at in (("5V", middle - 1.2), ("3V3", middle), ("GND", middle + 1.2)):
        sheet.text((at, top - 6.85), name, SMALL, "center")
        sheet.line((at, top - 7.2), (at, top - 7.5))
    sheet.remark((x + 0.4, y - 9.5), "3V3 is an output: it feeds what is marked 3.3 V.")


def _supply(sheet: Sheet, board: Facts, corner: Point) -> None:
    _block(sheet, corner, WIDTH - corner[0], 9.8, "Supply", POWER_PAPER)
    x, y = corner
    supply = board.number("SUPPLY_MA")
    rail, zero = y - 3, y - 7.2
    sheet.box((x + 0.6, rail + 0.6), (x + 4.4, zero - 0.6), fill="white")
    sheet.text((x + 2.5, (rail + zero) / 2), f"supply\n5 V\n{supply / 1000:g} A", align="center")
    fuse = f"fuse {values.fuse_ma(supply) / 1000:g} A slow"
    sheet.part(elm.FuseIEC, (x + 4.4, rail), (x + 7.4, rail), fuse)
    sheet.line((x + 7.4, rail), (x + 19.6, rail), lw=3)
    sheet.line((x + 4.4, zero), (x + 19.6, zero), lw=3)
    groups, what = _groups(board)
    for i, (name, at) in enumerate(((values.BULK_FARADS, x + 9.6), (values.BYPASS_FARADS, x + 12.2))):
        sheet.part(elm.Capacitor2 if i == 0 else elm.Capacitor, (at, rail), (at, zero), name, "bottom")
        sheet.dot((at, rail), (at, zero))
    sheet.text((x + 8.4, zero - 0.7), f"{groups} x both, {what}", SMALL)
    sheet.text((x + 19.5, rail + 0.5), f"{LEDS_POWER}, thick wires", SMALL, "right")
    sheet.text((x + 19.5, zero - 0.7), "0 V of all", SMALL, "right")
    sheet.dot((x + 14.8, rail), (x + 17, zero))
    sheet.box((x + 14.5, rail - 0.6), (x + 15.1, rail - 1.8), fill="white", color=GREY, ls="--")
    for pin in (rail - 0.9, rail - 1.5):
        sheet.circle((x + 14.8, pin), 0.13)
    sheet.line((x + 14.8, rail), (x + 14.8, rail - 0.77))
    sheet.line((x + 14.8, rail - 1.63), (x + 14.8, rail - 3))
    sheet.arrow((x + 14.8, rail - 2.6), (x + 14.8, rail - 3))
    sheet.text((x + 15.4, rail - 1.2), "two pins and a jumper:\nout while USB is in", SMALL)
    sheet.text((x + 15.4, rail - 2.8), f"{POWER},\nto its pin 5V", SMALL)
    sheet.ground((x + 17, zero))
    sheet.text(
        (x + 0.6, y - 9.2),
        "The current of the LEDs flows past the controller board, never through it.",
        SMALL,
        color=GREY,
    )


def _groups(board: Facts) -> "tuple[int, str]":
    if board.text("DISPLAY") == "max7219":
        return -(-len(board.items("MODULES")) // values.MODULES_A_GROUP), f"at every {values.MODULES_A_GROUP} modules"
    return 2, "at both ends of the strip"


# Panel


def _panel(sheet: Sheet, board: Facts, corner: Point) -> None:
    _block(sheet, corner, 18, 18.7, "Panel: 25 keys, a diode each")
    x, y = corner
    line = board.lines()["COLUMNS"]
    left, top, across, down = x + 3.4, y - 4.2, 2.8, 2.5
    rows = range(len(board.numbers("ROWS")))
    columns = range(len(board.numbers("COLUMNS")))
    bottom = top - down * len(rows)
    for column in columns:
        at = left + across * column
        sheet.supply((at, top + 2.1), LOGIC)
        sheet.part(elm.ResistorIEC, (at, top + 2.1), (at, top + 0.4), _ohms(line), "bottom")
        sheet.line((at, top + 0.4), (at, bottom - 0.3))
        sheet.dot((at, bottom - 0.3))
        for i, text in enumerate(_net(board, "COLUMNS", column + 1).split(": ")):
            sheet.text((at, bottom - 0.7 - 0.45 * i), text, SMALL, "center", GREY if i else "black")
    for row in rows:
        at = top - down * row - down + 0.25
        pulled = board.lines()["ROWS"]
        end = (left + across * len(columns) - (0.45 if pulled.ohms else 0.6), at)
        sheet.line((left - 1, at), end)
        _pull(sheet, pulled, end)
        for i, text in enumerate(_net(board, "ROWS", row + 1).split(": ")):
            sheet.text((left - 1.15, at + 0.2 - 0.45 * i), text, SMALL, "right", GREY if i else "black")
        for column in columns:
            key = (left + across * column, at + 1.4)
            corner_at = (key[0] + 1.7, key[1])
            sheet.dot(key, (corner_at[0], at))
            sheet.part(elm.Button, key, corner_at)
            sheet.text((key[0] + 0.85, key[1] + 0.62), KEYS[row * len(columns) + column], SMALL, "center")
            sheet.part(elm.Diode, corner_at, (corner_at[0], at))
    sheet.text(
        (x + 0.4, y - 18.3),
        "Diodes 1N4148, the ring (cathode) at the row. The keys are laid out as on the panel.",
        SMALL,
        color=GREY,
    )


# Beams, emitters, buzzer


def _beams(sheet: Sheet, board: Facts, corner: Point) -> None:
    _block(sheet, corner, WIDTH - corner[0], 10, "One of six beams")
    x, y = corner
    dark = board.number("BEAM_DARK")
    # Emitter.
    at = x + 1.4
    sheet.supply((at, y - 2.2), POWER)
    sheet.part(elm.ResistorIEC, (at, y - 2.2), (at, y - 4), f"{values.EMITTER_OHMS}", "bottom")
    sheet.part(elm.LED, (at, y - 4), (at, y - 6))
    sheet.line((at, y - 6), (at, y - 6.6))
    sheet.text((at, y - 6.95), "to the transistor\nof the emitters", SMALL, "center")
    for i in (0, 1):
        sheet.arrow((at + 1.1, y - 4.7 - 0.4 * i), (at + 2.3, y - 4.7 - 0.4 * i), RED)
    # Receiver.
    collector, emitter = sheet.npn((at + 2.7, y - 4.6), photo=True)
    sheet.line(collector, (collector[0], y - 2.6))
    sheet.supply((collector[0], y - 2.6), LOGIC)
    node = (emitter[0], y - 5.6)
    sheet.line(emitter, node)
    sheet.part(elm.ResistorIEC, node, (node[0], y - 7.4), values.LOAD_OHMS, "bottom")
    sheet.ground((node[0], y - 7.4))
    end = (node[0] + 2.6, node[1])
    sheet.part(elm.ResistorIEC, node, end, values.FILTER_OHMS)
    sheet.part(elm.Capacitor, end, (end[0], y - 7.4), values.FILTER_FARADS, "bottom")
    sheet.ground((end[0], y - 7.4))
    sheet.dot(node, end)
    sheet.line(end, (end[0] + 0.5, end[1]))
    start, out = sheet.gate(bool(dark), True, (end[0] + 0.5, end[1]))
    sheet.text(((start[0] + out[0]) / 2, end[1] + 1), f"74HC{14 if dark else 7014}\nat {LOGIC}", SMALL, "center")
    line = board.lines()["BEAMS"]
    spine = out[0] + (1.5 if line.ohms else 0.5)
    sheet.arrow(out, (spine, out[1]))
    _pull(sheet, line, (spine - 0.5, out[1]))
    for place in range(1, len(board.numbers("BEAMS")) + 1):
        level = y - 2.4 - 0.75 * place
        counted = "" if place in board.numbers("COUNTED") else "  (sampled only)"
        sheet.text((spine + 0.4, level), _net(board, "BEAMS", place) + counted, SMALL)
    sheet.remark((spine + 0.4, y - 2.4), "to one of:")
    text = f"The pin reads {dark} while a ball is in the beam, or while the emitters are off."
    sheet.remark((x + 0.4, y - 9.6), text)


def _outputs(sheet: Sheet, board: Facts, corner: Point) -> None:
    _block(sheet, corner, WIDTH - corner[0], 8.2, "Switched by transistors")
    x, y = corner
    for role, left in (("EMITTERS", x + 0.5), ("BUZZER", x + 9.2)):
        line = board.lines()[role]
        level = y - 4.3
        sheet.text((left, level + 0.85), _net(board, role), SMALL)
        start = (left + 1, level)
        sheet.line((left, level), start)
        _pull(sheet, line, start)
        base = (start[0] + 2.4, level)
        sheet.part(elm.ResistorIEC, start, base, values.BASE_OHMS, "bottom")
        collector, emitter = sheet.npn(base)
        sheet.line(emitter, (emitter[0], level - 1.2))
        sheet.ground((emitter[0], level - 1.2))
        sheet.text((emitter[0] + 0.35, level), "BC337-40", SMALL)
        node = (collector[0], level + 1)
        sheet.line(collector, node)
        if role == "EMITTERS":
            sheet.line(node, (node[0] + 1, node[1]))
            sheet.text((node[0] + 1.15, node[1]), "all six\nemitters", SMALL)
        else:
            sheet.dot(node)
            sheet.supply((node[0], node[1] + 1.6), POWER)
            sheet.part(elm.Diode, node, (node[0], node[1] + 1.6), "1N4148")
            sheet.line((node[0], node[1] + 1.5), (node[0] + 1, node[1] + 1.5), (node[0] + 1, node[1] + 1.05))
            second = sheet.speaker((node[0] + 1, node[1] + 1.05))
            sheet.line(second, (second[0], node[1]), node)
            sheet.dot((node[0], node[1] + 1.5))


def _pull(sheet: Sheet, line: Line, at: Point) -> None:
    """The resistor that pulls a line up or down, if it has one."""
    if not line.ohms:
        return
    sheet.dot(at)
    if line.pull == "up":
        sheet.supply((at[0], at[1] + 1.6), LOGIC)
        sheet.part(elm.ResistorIEC, (at[0], at[1] + 1.6), at, _ohms(line), "bottom")
    else:
        sheet.part(elm.ResistorIEC, at, (at[0], at[1] - 1.6), _ohms(line), "bottom")
        sheet.ground((at[0], at[1] - 1.6))


# Displays


def _shifter(sheet: Sheet, board: Facts, corner: Point, roles: "tuple[str, ...]", ohms: str) -> "list[Point]":
    """The lines through the level shifter. Returns where they end."""
    x, y = corner
    ends = []
    for i, role in enumerate(roles):
        level = y - 3.6 - PITCH * i
        line = board.lines()[role]
        sheet.text((x + 0.4, level + 0.35), _net(board, role), SMALL)
        sheet.line((x + 0.4, level), (x + 6, level))
        node = (x + (2.9 if line.pull == "down" else 4.4), level)
        _pull(sheet, line, node)
        _, out = sheet.gate(False, False, (x + 6, level))
        end = (out[0] + 2.4, level)
        sheet.part(elm.ResistorIEC, (out[0] + 0.6, level), end, ohms)
        sheet.line(out, (out[0] + 0.6, level))
        ends.append(end)
    height = PITCH * len(roles)
    sheet.box((x + 5.6, y - 2), (x + 7.5, y - 1.6 - height), color=GREY, ls="--")
    sheet.text((x + 6.55, y - 2.1 - height), f"74AHCT125\nat {LEDS_POWER}", SMALL, "center")
    sheet.remark((x + 7.8, y - 2.1 - height), "OE of all gates and the\ninputs of unused ones: 0 V")
    return ends


def _modules(sheet: Sheet, board: Facts, corner: Point) -> None:
    modules = board.items("MODULES")
    rows = max(row for _, row, _ in modules) + 1
    side = min(2.7, 23.4 / (max(column for column, _, _ in modules) + 1))
    height = max(12.8, 4.4 + (side + 0.5) * rows)
    _block(sheet, corner, WIDTH, height, "LED board, seen from the front", MODULE_PAPER)
    x, y = corner
    roles = ("SCK", "MOSI", "CS")
    for role, end in zip(roles, _shifter(sheet, board, corner, roles, values.CHAIN_OHMS)):
        where = "of module 0" if role == "MOSI" else "of all"
        sheet.text((end[0] + 0.1, end[1] + 0.3), CHIP_PINS[role], SMALL)
        sheet.remark((end[0] + 0.1, end[1] - 0.3), where)
    left, top = x + 12, y - 2.6

    def middle(chip: int) -> Point:
        column, row, _ = modules[chip]
        return left + side * (column + 0.5), top - (side + 0.5) * row - side / 2

    for chip, (_, _, turn) in enumerate(modules):
        at = middle(chip)
        half = side / 2 - 0.06
        sheet.box((at[0] - half, at[1] + half), (at[0] + half, at[1] - half), fill="white")
        sheet.text((at[0], at[1] + min(0.45, half - 0.3)), str(chip), 13, "center")
        sheet.remark((at[0] - half + 0.15, at[1] - min(0.9, half - 0.25)), f"top {'↑→↓←'[turn]}")
    # An arrow goes to the module beside or through the gap between two rows; elsewhere the numbers have to do.
    for chip, (was, now) in enumerate(pairwise(modules)):
        start, end = middle(chip), middle(chip + 1)
        down, way = now[1] - was[1], now[0] - was[0]
        if not down and abs(way) == 1:
            sheet.arrow((start[0] + way * 0.45, start[1] - 0.1), (end[0] - way * 0.45, end[1] - 0.1), RED)
        elif abs(down) == 1:
            between = start[1] - down * (side / 2 + 0.25)
            aside = side / 4
            out, into = start[0] + aside, end[0] - aside
            sheet.line((out, start[1] - 0.1), (out, between), (into, between), color=RED)
            sheet.arrow((into, between), (into, end[1] - 0.1), RED)
    sheet.text(
        (x + 12, y - height + 0.6),
        "Red: DOUT of a module to DIN of the next. CLK, CS, 5 V and 0 V go to every one. Arrow: where its top is.",
        SMALL,
        color=GREY,
    )


def _strip(sheet: Sheet, board: Facts, corner: Point) -> None:
    height = 10.6
    _block(sheet, corner, WIDTH, height, "LED board, seen from the front", MODULE_PAPER)
    x, y = corner
    (end,) = _shifter(sheet, board, corner, ("STRIP",), values.STRIP_OHMS)
    sheet.text((end[0] + 0.1, end[1] + 0.3), "DIN", SMALL)
    sheet.remark((end[0] + 0.1, end[1] - 0.3), "of LED 0")
    segments = board.number("SEGMENT_LEDS")
    left, top, pitch = x + 12.6, y - 2.6, 3.6
    first = 0
    for place, order in board.items("DIGITS"):
        at = left + pitch * place + (0.8 if place > 2 else 0)
        starts = {segment: first + segments * i for i, segment in enumerate(order)}
        first += segments * len(order)
        for segment, start in starts.items():
            _segment(sheet, (at, top), segment, start, start + segments - 1)
    for (bar, number), place in zip(board.items("BARS"), (0, 3)):
        at = left + pitch * place + (0.8 if place > 2 else 0)
        sheet.box((at, top - 5.2), (at + pitch * 2 + 2.2, top - 5.7), fill="white")
        sheet.text((at + pitch + 1.1, top - 5.45), f"bar: LED {bar} to {bar + number - 1}", SMALL, "center")
    signs = f"acknowledgement: LED {board.number('ACK_LED')}; fault sign: LED {board.number('ALARM_LED')}"
    sheet.text((left, top - 6.5), signs, SMALL)
    text = f"Numbers: the {board.number('STRIP_LEDS')} LEDs along the strip; DOUT of one goes to DIN of the next."
    sheet.remark((x + 12, y - height + 0.6), text)


def _segment(sheet: Sheet, corner: Point, segment: str, first: int, last: int) -> None:
    x, y = corner
    wide, tall = 2.2, 2.1
    ends = {
        "A": ((0, 0), (wide, 0)),
        "B": ((wide, 0), (wide, -tall)),
        "C": ((wide, -tall), (wide, -2 * tall)),
        "D": ((0, -2 * tall), (wide, -2 * tall)),
        "E": ((0, -tall), (0, -2 * tall)),
        "F": ((0, 0), (0, -tall)),
        "G": ((0, -tall), (wide, -tall)),
    }[segment]
    (x1, y1), (x2, y2) = ends
    gap = 0.18
    upright = x1 == x2
    start = (x + x1 + (0 if upright else gap), y + y1 - (gap if upright else 0))
    end = (x + x2 - (0 if upright else gap), y + y2 + (gap if upright else 0))
    sheet.line(start, end, color="#d9a0a0", lw=7)
    numbers = str(first) if first == last else f"{first}-{last}"
    sheet.text(((start[0] + end[0]) / 2, (start[1] + end[1]) / 2), numbers, SMALL, "center")
