"""The view on seven-segment digits of WS2812 strip: three places for each score, a bar below each, and two signs.

Left is amber, right is blue; the striker's score is bright and has its bar, the other is dim. Texts cannot be shown.
What asks for an answer comes as a sign, white, for one second of three in place of the score of the striker, or of both
where it is longer than three places:

    P3? P3??          P3?               lag               LAG A-b
    spot:12           SPo t12           warn              FoU L 2
    rear-spot:7       SPo t 7           undo:...          Und o
    menu/beam_3/1     bE3   1           review:12         rE   12
    error, flash ...  Err               safe-mode         SAF E

A menu item is spelled by its first two letters and its last one, its value stands at the right.
"""

import ticks

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from drivers.ws2812 import Ws2812
    from scoreboard.view import View

BLINK_MS = 500
SIGN_MS = 1000
ROUND_MS = 3000

PLACES = 3
SEGMENTS = "ABCDEFG"

# By number, as red, green, blue. Equal in what they draw; amber and blue differ for colour-blind eyes too.
OFF, LEFT, LEFT_DIM, RIGHT, RIGHT_DIM, WHITE, RED = 0, 1, 2, 3, 4, 5, 6
COLOURS = ((0, 0, 0), (255, 110, 0), (64, 28, 0), (0, 110, 255), (0, 28, 64), (120, 120, 120), (255, 0, 0))

# Segment A is bit 0 .. G bit 6.
_DIGITS = b"\x3f\x06\x5b\x4f\x66\x6d\x7d\x07\x7f\x6f"
_LETTERS = b"\x77\x7c\x39\x5e\x79\x71\x3d\x76\x30\x1e\x76\x38\x37\x54\x5c\x73\x67\x50\x6d\x78\x3e\x3e\x3e\x76\x6e\x5b"
_MINUS = 0x40
_ASK = 0x53

# What time makes of a view.
DARK, OTHER, SIGN = 1, 2, 4

_WORDS = {"lag": "LAGA-B", "warn": "FOUL 2", "safe-mode": "SAFE", "error": "ERR", "flash": "ERR", "settings": "ERR"}


class SegmentFace:
    """Draws a view into the LEDs of a `Ws2812`. Drawing allocates nothing."""

    def __init__(
        self,
        strip: "Ws2812",
        digits: "Sequence[tuple[int, str]]",
        segment_leds: int,
        bars: "Sequence[tuple[int, int]]",
        ack_led: int,
        alarm_led: int,
    ) -> None:
        """`digits` in the order in which the strip runs through them: place 0 to 5 from the left, and the order of the
        segments in it, as "GBAFEDC". `segment_leds` LEDs in each segment. `bars`: first LED and number of LEDs below
        the left and the right score. ValueError if that is no board, or the strip too short for it."""
        if sorted([place for place, _ in digits]) != list(range(2 * PLACES)):
            raise ValueError("the places of the digits are 0 to 5, each once")
        self._first = [0] * (2 * PLACES * 7)
        led = 0
        for place, order in digits:
            if "".join(sorted(order)) != SEGMENTS:
                raise ValueError("the segments of a digit are A to G, each once, not %s" % order)
            for segment in order:
                self._first[place * 7 + SEGMENTS.index(segment)] = led
                led += segment_leds
        if max([led, ack_led + 1, alarm_led + 1] + [first + number for first, number in bars]) > len(strip.leds):
            raise ValueError("the strip has only %d LEDs" % len(strip.leds))
        self._strip = strip
        self._segment_leds = segment_leds
        self._bars = bars
        self._ack_led = ack_led
        self._alarm_led = alarm_led
        self._kind = ""
        self._value: "object" = 0
        self._sign = bytearray(2 * PLACES)
        self._sign_length = 0
        self._sign_at = 0
        self._version = -1
        self._frame = 0

    def draw(self, view: "View", now_ms: int) -> None:
        """Brings the board up to date with a view and the time, in ms; sends only what changed.

        To be called every step, as it also refreshes the strip.
        """
        self._strip.refresh(now_ms)
        fresh = view.version != self._version
        if fresh:
            self._version = view.version
            self._strip.brightness(view.brightness)
            if view.sign != self._kind or view.sign_value != self._value:
                self._kind, self._value = view.sign, view.sign_value
                self._spell(self._kind, self._value)
                self._sign_at = now_ms
        frame = 0
        if view.preview:
            frame = ticks.diff(now_ms, view.preview_at) // BLINK_MS & DARK
        if view.winner and now_ms // BLINK_MS & 1:
            frame |= OTHER
        if self._sign_length and ticks.diff(now_ms, self._sign_at) % ROUND_MS < SIGN_MS:
            frame |= SIGN
        if not fresh and frame == self._frame:
            return
        self._frame = frame
        leds = self._strip.leds
        if view.pattern:
            for i in range(len(leds)):
                leds[i] = (0, LEFT, RIGHT, WHITE, RED)[view.pattern]
            self._strip.show()
            return
        self._draw_side(0, view.turn == 1, view.winner == 1, view, view.score_left, view.next_left)
        self._draw_side(1, view.turn == 2, view.winner == 2, view, view.score_right, view.next_right)
        if frame & SIGN:
            self._draw_sign(view.turn or view.winner)
        leds[self._ack_led] = WHITE if view.ack else OFF
        leds[self._alarm_led] = RED if view.alarm else OFF
        self._strip.show()

    def _draw_side(self, side: int, plays: bool, won: bool, view: "View", score: int, ahead: int) -> None:
        colour = RIGHT if side else LEFT
        frame = self._frame
        first, number = self._bars[side]
        for i in range(number):
            lit = plays or (won and (i & 1) == (frame >> 1 & 1))
            self._strip.leds[first + i] = colour if lit else OFF
        # With nobody to play both are bright.
        if (view.turn or view.winner) and not plays and not won:
            colour = RIGHT_DIM if side else LEFT_DIM
        if view.preview and ahead != score:
            score = ahead
            if frame & DARK:
                colour = OFF
        self._draw_number(side * PLACES, score, colour)

    def _draw_number(self, place: int, value: int, colour: int) -> None:
        size = abs(value)
        if not -100 < value < 1000:
            # More than the places can show must not look like another score.
            for i in range(PLACES):
                self._light(place + i, _MINUS, colour)
            return
        hundreds = _DIGITS[size // 100] if size > 99 else _MINUS if value < -9 else 0
        tens = _DIGITS[size // 10 % 10] if size > 9 else _MINUS if value < 0 else 0
        self._light(place, hundreds, colour)
        self._light(place + 1, tens, colour)
        self._light(place + 2, _DIGITS[size % 10], colour)

    def _draw_sign(self, side: int) -> None:
        if self._sign_length > PLACES:
            for i in range(2 * PLACES):
                self._light(i, self._sign[i], WHITE)
        else:
            first = PLACES if side == 2 else 0
            for i in range(PLACES):
                self._light(first + i, self._sign[i], WHITE)

    def _light(self, place: int, pattern: int, colour: int) -> None:
        """Lights the segments of one digit."""
        leds = self._strip.leds
        for segment in range(7):
            first = self._first[place * 7 + segment]
            lit = colour if pattern >> segment & 1 else OFF
            for i in range(self._segment_leds):
                leds[first + i] = lit

    def _spell(self, kind: str, value: object) -> None:
        """Finds the sign of what is asked for; most have none."""
        for i in range(2 * PLACES):
            self._sign[i] = 0
        self._sign_length = 0
        if kind in _WORDS:
            self._write(_WORDS[kind], 0)
        elif kind in ("fall", "unsure"):
            self._write("P%s?" % value, 0)
        elif kind == "undo":
            self._write("UNDO", 0)
        elif kind == "review":
            self._write("RE", 0)
            self._write_end(str(value))
        elif kind == "menu" and isinstance(value, tuple):
            item, chosen = value
            said = "" if chosen is None else str(chosen)
            self._write(item[:1] + item[-1] if len(said) > PLACES else item[:2] + item[-1], 0)
            self._write_end(said)
        elif kind in ("spot", "rear-spot"):
            self._write("SPOT", 0)
            self._write_end(str(value))

    def _write_end(self, text: str) -> None:
        """Writes a number or word at the right."""
        text = text[: 2 * PLACES - 2]
        self._write(text, 2 * PLACES - len(text))

    def _write(self, text: str, place: int) -> None:
        for sign in text.upper():
            pattern = 0
            if "0" <= sign <= "9":
                pattern = _DIGITS[ord(sign) - 48]
            elif "A" <= sign <= "Z":
                pattern = _LETTERS[ord(sign) - 65]
            elif sign == "-":
                pattern = _MINUS
            elif sign == "?":
                pattern = _ASK
            self._sign[place] = pattern
            place += 1
        self._sign_length = place
