"""MAX7219 chips: SPI bytes to registers, registers to lit dots (Maxim's data sheet, 19-4452)."""

SIDE = 8
REGISTERS = 16
DECODE, INTENSITY, SCAN_LIMIT, SHUTDOWN, TEST = 0x9, 0xA, 0xB, 0xC, 0xF

# Code B: segments A (bit 6) to G (bit 0) of 0 to 9, -, E, H, L, P, blank. Bit 7, the point, passes by the decoder.
CODE_B = b"\x7e\x30\x6d\x79\x33\x5b\x5f\x70\x7f\x7b\x01\x4f\x37\x0e\x67\x00"


class Max7219Chain:
    """Chips in a row, DOUT to DIN, with clock and select in common; chip 0 is the one next to the controller.

    `modules` has the module column, module row and quarter turns clockwise of each chip's 8 x 8 dots.
    """

    def __init__(self, modules: "tuple[tuple[int, int, int], ...]") -> None:
        self._modules = modules
        # A ring instead of bits that move: `_at` is where the next byte goes, so the oldest one is there.
        self._shift = bytearray(2 * len(modules))
        self._at = 0
        self._selected = False
        self._seed = 1
        self.registers = bytearray(REGISTERS * len(modules))
        self.powered = False
        self.latches = 0
        self.stray_bytes = 0

    def power(self, on: bool) -> None:
        """At power-up all registers are 0: shut down, one digit scanned, darkest."""
        self.powered = on
        for i in range(len(self.registers)):
            self.registers[i] = 0
        for i in range(len(self._shift)):
            self._shift[i] = 0
        self._selected = False

    def clock(self, data: bytes) -> None:
        """Shifts bytes in. The MAX7219 does so whatever its CS is; a MAX7221 would not, hence `stray_bytes`."""
        # Few variables: with one more MicroPython would take their room from the heap.
        at = self._at
        for byte in data:
            self._shift[at] = byte
            at += 1
            if at == len(self._shift):
                at = 0
        self._at = at
        if not self._selected:
            self.stray_bytes += len(data)

    def select(self, level: int) -> None:
        """Sets CS. Its rising edge makes each chip obey the 16 bits that it holds."""
        if level and self._selected:
            self._latch()
        self._selected = not level

    def register(self, chip: int, number: int) -> int:
        """What a register holds: 1-8 digits, 9 decode mode, 10 intensity, 11 scan limit, 12 shutdown, 15 test."""
        return self.registers[chip * REGISTERS + number]

    def spike(self, chip: int) -> None:
        """All registers of a chip turn to nonsense. IndexError for no such chip."""
        if not 0 <= chip < len(self._modules):
            raise IndexError("chip")
        for number in range(1, REGISTERS):
            self._seed = (self._seed * 1103515245 + 12345) & 0x7FFFFFFF
            self.registers[chip * REGISTERS + number] = self._seed >> 16 & 0xFF

    def lit(self, chip: int, digit: int) -> int:
        """The dots of digit 0 to 7 as bits, the point's dot (the left one) in bit 7."""
        first = chip * REGISTERS
        registers = self.registers
        if not self.powered:
            return 0
        if registers[first + TEST] & 1:
            return 0xFF
        if not registers[first + SHUTDOWN] & 1 or digit > registers[first + SCAN_LIMIT] & 7:
            return 0
        value = registers[first + 1 + digit]
        if registers[first + DECODE] >> digit & 1:
            return value & 0x80 | CODE_B[value & 0x0F]
        return value

    def dots(self, width: int, height: int) -> "list[str]":
        """The board as rows of `#` and `.`, `width` by `height` dots."""
        rows = [bytearray(b"." * width) for _ in range(height)]
        for chip in range(len(self._modules)):
            left, top, turn = self._modules[chip]
            for digit in range(SIDE):
                lit = self.lit(chip, digit)
                for i in range(SIDE if lit else 0):
                    if lit & 0x80 >> i:
                        x, y = i, digit
                        for _ in range(turn):
                            x, y = SIDE - 1 - y, x
                        rows[top * SIDE + y][left * SIDE + x] = 0x23
        return [row.decode() for row in rows]

    def _latch(self) -> None:
        self.latches += 1
        at = self._at
        first = len(self.registers) - REGISTERS
        while first >= 0:
            number = self._shift[at] & 0x0F
            if number:
                self.registers[first + number] = self._shift[at + 1 if at + 1 < len(self._shift) else 0]
            at += 2
            if at >= len(self._shift):
                at -= len(self._shift)
            first -= REGISTERS
