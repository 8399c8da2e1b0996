"""A face on a chain of chips that are read like the real ones: bytes to registers, registers to dots."""

from drivers.max7219 import Max7219
from faces.matrix import MatrixFace
from scoreboard.view import View


class Chain:
    """Pin and bus of a chain in one; counts the lengths of what is written and the edges of the select line."""

    def __init__(self, chips: int) -> None:
        self.registers = [[0] * 16 for _ in range(chips)]
        self.writes: "list[int]" = []
        self.edges = 0
        self._held = b""

    def value(self, level: int) -> None:
        self.edges += 1
        if level and self._held:
            assert len(self._held) == 2 * len(self.registers)
            for i in range(len(self.registers)):
                address, data = self._held[2 * i : 2 * i + 2]
                if address:
                    self.registers[len(self.registers) - 1 - i][address] = data
        self._held = b""

    def write(self, message: bytearray) -> None:
        self.writes.append(len(message))
        self._held += bytes(message)

    def lit(self, chip: int, digit: int) -> int:
        """The dots of a digit register, if the chip is on and does not decode."""
        registers = self.registers[chip]
        if registers[15]:
            return 255
        on = registers[12] and not registers[9] and registers[11] >= digit
        return registers[digit + 1] if on else 0


class Board:
    """A board of `width` x `height` dots, module after module in rows, all turned by `turn` quarters, and its view."""

    def __init__(
        self, width: int = 64, height: int = 16, turn: int = 0, modules: "list[tuple[int, int, int]] | None" = None
    ) -> None:
        if modules is None:
            modules = [(x, y, turn) for y in range(height // 8) for x in range(width // 8)]
        self.width = width
        self.height = height
        self.modules = modules
        self.chain = Chain(len(modules))
        self.display = Max7219(self.chain, self.chain, len(modules))
        self.face = MatrixFace(self.display, width, height, modules)
        self.view = View()

    def show(self, now: int = 0, **changes: object) -> "list[str]":
        """The dots after the view changed as told and was drawn."""
        for name, value in changes.items():
            assert hasattr(self.view, name)
            setattr(self.view, name, value)
        if changes:
            self.view.version += 1
        while self.face.draw(self.view, now):
            pass
        return self.dots()

    def dots(self) -> "list[str]":
        """The board as rows of `#` and `.`."""
        rows = [["."] * self.width for _ in range(self.height)]
        for chip in range(len(self.modules)):
            left, top, turn = self.modules[chip]
            for digit in range(8):
                for i in range(8):
                    if self.chain.lit(chip, digit) >> (7 - i) & 1:
                        x, y = i, digit
                        for _ in range(turn):
                            x, y = 7 - y, x
                        rows[8 * top + y][8 * left + x] = "#"
        return ["".join(row) for row in rows]


def part(dots: "list[str]", left: int, right: int, top: int = 0, bottom: int = 16) -> "list[str]":
    """Columns `left` to `right` and rows `top` to `bottom`, the last of each excluded."""
    return [row[left:right] for row in dots[top:bottom]]


def count(dots: "list[str]") -> int:
    """Lit dots."""
    return sum([row.count("#") for row in dots])
