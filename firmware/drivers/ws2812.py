"""A strip of WS2812 LEDs (Worldsemi's data sheet), through MicroPython's `neopixel`.

Data is high from 0.7 of the LEDs' supply on, 3.5 V: a 74AHCT125 at the 5 V of the strip lifts the 3.3 V of the ESP32,
with 330 ohms behind it. A LED takes 30 us on the wire and Python waits meanwhile: up to 100 LEDs are 3 ms, which the
beams bear. All else is done in parts, each in a step of its own.
"""

import ticks
from compact import const

TYPE_CHECKING = False
if TYPE_CHECKING:
    from neopixel import NeoPixel

# A strip that lost its state has it back after this and a flash erase of 0.4 s in between.
_REFRESH_MS = const(500)
_BRIGHTEST = const(15)
FULL = const(255)
# LEDs in a part: what is their own of the time that a change of all of them takes.
_PART = const(32)


class Ws2812:
    """`leds` holds the colour number of each LED, to be drawn into; nothing shows before `take` and `send`.

    Neither these and `refresh` nor `brightness` allocate.
    """

    def __init__(self, strip: "NeoPixel", colours: "tuple[tuple[int, int, int], ...]", most: int) -> None:
        """`colours` by their numbers, red, green and blue 0 to 255; `most` of 255 is what the supply can bear."""
        self._strip = strip
        self._colours = colours
        self._most = most
        self._level = -1
        self._palette = [bytearray(3) for _ in colours]
        self.leds = bytearray(len(strip))
        # What of `leds` the strip's memory has, whether all of that is wrong, and whether it is to be sent.
        self._taken = bytearray(len(strip))
        self._stale = True
        self._changed = False
        self._refreshed = 0
        self.brightness(0)

    def take(self, part: int) -> bool:
        """Takes over a part of `leds`; parts from 0 on, one after the other. Returns whether there are more."""
        i = part * _PART
        end = min(i + _PART, len(self.leds))
        while i < end:
            led = self.leds[i]
            if self._stale or led != self._taken[i]:
                self._taken[i] = led
                self._strip[i] = self._palette[led]
                self._changed = True
            i += 1
        return end < len(self.leds)

    def send(self) -> None:
        """Sends the strip if a LED has changed since it was last sent; after all parts were taken."""
        if self._changed:
            self._strip.write()
        self._stale = self._changed = False

    def refresh(self, now_ms: int) -> None:
        """To be called every step: sends the whole strip again each 0.5 s, as a spike may have changed it."""
        if 0 <= ticks.diff(now_ms, self._refreshed) < _REFRESH_MS:
            return
        self._refreshed = now_ms
        # What is half taken is no picture.
        if not (self._stale or self._changed):
            self._strip.write()

    def brightness(self, level: int) -> None:
        """Sets the brightness, 0 to 15, shown with the next `send`. ValueError for another level."""
        if not 0 <= level <= _BRIGHTEST:
            raise ValueError("brightness is 0 to 15")
        if level == self._level:
            return
        self._level = level
        self._stale = True
        for i in range(len(self._colours)):
            for j in range(3):
                full = self._colours[i][j]
                # What is lit never goes out altogether.
                self._palette[i][j] = (
                    max(1, full * self._most * (level + 1) // (FULL * (_BRIGHTEST + 1))) if full else 0
                )


def most(leds: int, colours: "tuple[tuple[int, int, int], ...]", supply_ma: int, colour_ma: int, idle_ma: int) -> int:
    """How much of full brightness, in 255ths, `supply_ma` can bear with all LEDs in the strongest colour.

    `colour_ma` a LED draws for each colour that is fully on (20), `idle_ma` always (1). ValueError if even the idle
    strip is too much.
    """
    strongest = max([sum(colour) for colour in colours])
    left = supply_ma - leds * idle_ma
    if left <= 0:
        raise ValueError("%d mA do not feed %d LEDs" % (supply_ma, leds))
    return min(FULL, left * FULL * FULL // (leds * strongest * colour_ma))
