"""WS2812 LEDs in a row and MicroPython's `neopixel` that sends to them. On CPython and MicroPython alike."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from host_tools.twin.machine import Pin, World


class Strip:
    """LEDs, each of which keeps the first 24 bits that reach it, green, red, blue, and hands on the rest.

    `frames`: how often something was sent.
    """

    def __init__(self, leds: int) -> None:
        self._held = bytearray(3 * leds)
        self._seed = 1
        self.powered = False
        self.frames = 0

    def power(self, on: bool) -> None:
        """At power-up all are dark."""
        self.powered = on
        for i in range(len(self._held)):
            self._held[i] = 0

    def select(self, level: int) -> None:
        """Nothing selects a strip; it keeps what it has while its data line floats."""

    def receive(self, data: "bytes | bytearray") -> None:
        """Takes what comes down the wire after a pause; LEDs that nothing reaches stay as they are."""
        self.frames += 1
        for i in range(min(len(data), len(self._held))):
            self._held[i] = data[i]

    def spike(self, led: int) -> None:
        """What a LED holds turns to nonsense. IndexError for no such LED."""
        if not 0 <= led < len(self._held) // 3:
            raise IndexError("LED")
        for i in range(3 * led, 3 * led + 3):
            self._seed = (self._seed * 1103515245 + 12345) & 0x7FFFFFFF
            self._held[i] = self._seed >> 16 & 0xFF

    def pixels(self) -> "list[tuple[int, int, int]]":
        """What each LED shines: red, green, blue, 0 to 255."""
        held = self._held
        if not self.powered:
            return [(0, 0, 0)] * (len(held) // 3)
        return [(held[i + 1], held[i], held[i + 2]) for i in range(0, len(held), 3)]


class Neopixel:
    """The module `neopixel`, for the strip of a world."""

    def __init__(self, world: "World") -> None:
        self._world = world

    def NeoPixel(self, pin: "Pin", n: int, bpp: int = 3, timing: int = 1) -> "NeoPixel":
        """neopixel.NeoPixel. ValueError for another LED or speed than the WS2812's."""
        if bpp != 3 or timing != 1:
            raise ValueError("not what a WS2812 understands")
        pin.configure(True)
        return NeoPixel(self._world.leds if pin.number == self._world.board.STRIP else None, n)


class NeoPixel:
    """The colours of `n` LEDs, as they will be sent."""

    def __init__(self, strip: "Strip | None", n: int) -> None:
        self._strip = strip
        self._n = n
        self.buf = bytearray(3 * n)

    def __len__(self) -> int:
        return self._n

    def __setitem__(self, i: int, v: "Any") -> None:
        """Sets red, green and blue."""
        at = 3 * i
        self.buf[at] = v[1]
        self.buf[at + 1] = v[0]
        self.buf[at + 2] = v[2]

    def __getitem__(self, i: int) -> "tuple[int, int, int]":
        return self.buf[3 * i + 1], self.buf[3 * i], self.buf[3 * i + 2]

    def fill(self, v: "Any") -> None:
        """Sets all LEDs."""
        for i in range(self._n):
            self[i] = v

    def write(self) -> None:
        """Sends them."""
        if self._strip:
            self._strip.receive(self.buf)
