"""The view on seven-segment digits of WS2812 strip: three places for each score, a bar below each, and two signs.

Left is amber, right is blue; the striker's score is bright and has its bar, the other is dim. Texts cannot be shown.
What asks for an answer comes as a sign, white, for one second of three in place of the score of the striker, or of both
where it is longer than three places:

    fall, unsure      P3?               lag               LAG A-b
    spot              SPo t12           warn              FoU L 2
    rear-spot         SPo t 7           undo              Und o
    menu              bE3   1           review            rE   12
    error, flash ...  Err               safe-mode         SAF E

A menu item is spelled by its first two letters and its last one, its value stands at the right.

While there is no sign, what OK would add to a score comes in the same way in its place, 7 or -5. The bar of who would
play blinks, and who would have won has the winner's bar already.
"""

import ticks
from compact import const

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from drivers.ws2812 import Ws2812
    from scoreboard.view import View

_BLINK_MS = const(500)
_SIGN_MS = const(1000)
_ROUND_MS = const(3000)

_PLACES = const(3)
_SEGMENTS = "ABCDEFG"

# By number, as red, green, blue. Equal in what they draw; amber and blue differ for colour-blind eyes too.
OFF = const(0)
LEFT = const(1)
LEFT_DIM = const(2)
RIGHT = const(3)
RIGHT_DIM = const(4)
WHITE = const(5)
RED = const(6)
COLOURS = ((0, 0, 0), (255, 110, 0), (64, 28, 0), (0, 110, 255), (0, 28, 64), (120, 120, 120), (255, 0, 0))

# Segment A is bit 0 .. G bit 6.
_DIGITS = b"\x3f\x06\x5b\x4f\x66\x6d\x7d\x07\x7f\x6f"
_LETTERS = b"\x77\x7c\x39\x5e\x79\x71\x3d\x76\x30\x1e\x76\x38\x37\x54\x5c\x73\x67\x50\x6d\x78\x3e\x3e\x3e\x76\x6e\x5b"
_MINUS = const(0x40)
_ASK = const(0x53)

# What time makes of a view.
_DARK = const(1)
_OTHER = const(2)
_SIGN = const(4)

# A new picture takes some steps, so that none of them is long but the one that sends it. From _TAKE on come the LEDs.
_IDLE = const(0)
_SEND = const(1)
_READ = const(2)
_PLAN = const(3)
_LEFT_PLACES = const(4)
_RIGHT_PLACES = const(5)
_TAKE = const(6)

# The colour of all LEDs in each pattern of the test.
_TESTED = bytes([OFF, LEFT, RIGHT, WHITE, RED])

_WORDS = {
    "lag": "LAGA-B",
    "warn": "FOUL 2",
    "undo": "UNDO",
    "ok": "OK?",
    "miss": "NONE?",
    "safe-mode": "SAFE",
    "error": "ERR",
    "flash": "ERR",
    "settings": "ERR",
}


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
        if sorted([place for place, _ in digits]) != list(range(2 * _PLACES)):
            raise ValueError("the places of the digits are 0 to 5, each once")
        self._first = [0] * (2 * _PLACES * 7)
        led = 0
        for place, order in digits:
            if "".join(sorted(order)) != _SEGMENTS:
                raise ValueError("the segments of a digit are A to G, each once, not %s" % order)
            for segment in order:
                self._first[place * 7 + _SEGMENTS.index(segment)] = led
                led += segment_leds
        if max([led, ack_led + 1, alarm_led + 1] + [first + number for first, number in bars]) > len(strip.leds):
            raise ValueError("the strip has only %d LEDs" % len(strip.leds))
        self._strip = strip
        self._segment_leds = segment_leds
        self._bars = bars
        self._ack_led = ack_led
        self._alarm_led = alarm_led
        # Of each place: which segments are lit, and in what colour.
        self._patterns = bytearray(2 * _PLACES)
        self._colours = bytearray(2 * _PLACES)
        self._kind = ""
        self._value: "object" = 0
        self._sign = bytearray(2 * _PLACES)
        self._sign_length = 0
        self._sign_at = 0
        self._stage = _IDLE
        self._version = -1
        self._frame = 0
        # Whether the picture is another even though time made nothing else of it.
        self._changed = False

    def draw(self, view: "View", now_ms: int) -> bool:
        """Brings the board up to date with a view and the time, in ms, a part of the work in each call; sends only what
        changed. Returns whether there is more to do.

        To be called every step, as it also refreshes the strip. The first picture is there after one call, any other
        after 6 at most, and one more for each 32 LEDs.
        """
        self._strip.refresh(now_ms)
        if view.version != self._version:
            first = self._version < 0
            self._version = view.version
            # A picture that is not complete is given up. What changed the view took its time of this step.
            self._stage = _READ
            while first and self.draw(view, now_ms):
                pass
            return not first
        if self._stage == _READ:
            self._read(view, now_ms)
            return True
        if self._stage:
            self._stage = self._advance(view, self._stage)
            return self._stage > _IDLE
        frame = 0
        if view.ahead:
            frame = ticks.diff(now_ms, view.ahead_at) // _BLINK_MS & _DARK
        if (view.winner or view.next_winner) and now_ms // _BLINK_MS & 1:
            frame |= _OTHER
        if (self._sign_length or view.gain_left or view.gain_right) and (
            ticks.diff(now_ms, self._sign_at if self._sign_length else view.ahead_at) % _ROUND_MS < _SIGN_MS
        ):
            frame |= _SIGN
        changed = frame ^ self._frame
        if not changed and not self._changed:
            return False
        self._frame = frame
        self._stage = self._advance(view, _PLAN)
        # What blinks is little, and shown on time.
        while self._stage and not self._changed and changed < _SIGN:
            self._stage = self._advance(view, self._stage)
        self._changed = False
        return self._stage > _IDLE

    def _read(self, view: "View", now_ms: int) -> None:
        """Takes brightness and sign of a changed view."""
        self._strip.brightness(view.brightness)
        if view.sign != self._kind or view.sign_value != self._value:
            self._kind = view.sign
            self._value = view.sign_value
            self._spell(view.sign, view.sign_value)
            self._sign_at = now_ms
        self._changed = True
        self._stage = _IDLE

    def _advance(self, view: "View", stage: int) -> int:
        """Does a part of the work. Returns what is next."""
        if stage == _PLAN:
            if view.pattern:
                leds = self._strip.leds
                for i in range(len(leds)):
                    leds[i] = _TESTED[view.pattern]
                return _TAKE
            self._plan(view)
        elif stage == _LEFT_PLACES:
            self._light(0)
        elif stage == _RIGHT_PLACES:
            self._light(_PLACES)
        elif stage == _SEND:
            self._strip.send()
            return _IDLE
        elif not self._strip.take(stage - _TAKE):
            return _SEND
        return stage + 1

    def _plan(self, view: "View") -> None:
        """Decides what the places show, and draws all that is none of them."""
        self._plan_side(view, 1)
        self._plan_side(view, 2)
        self._draw_bar(view, 0)
        self._draw_bar(view, 1)
        if self._frame & _SIGN and self._sign_length:
            whole = self._sign_length > _PLACES
            first = _PLACES if (view.turn or view.winner) == 2 and not whole else 0
            for i in range(2 * _PLACES if whole else _PLACES):
                self._patterns[first + i] = self._sign[i]
                self._colours[first + i] = WHITE
        self._strip.leds[self._ack_led] = WHITE if view.ack else OFF
        self._strip.leds[self._alarm_led] = RED if view.alarm else OFF

    def _plan_side(self, view: "View", side: int) -> None:
        colour = RIGHT if side == 2 else LEFT
        # With nobody to play both are bright.
        if (view.turn or view.winner) and view.turn != side and view.winner != side:
            colour = RIGHT_DIM if side == 2 else LEFT_DIM
        score = view.score_right if side == 2 else view.score_left
        gain = view.gain_right if side == 2 else view.gain_left
        if gain and self._frame & _SIGN and not self._sign_length:
            score = gain
            colour = WHITE
        self._plan_number(side * _PLACES - _PLACES, score, colour)

    def _draw_bar(self, view: "View", bar: int) -> None:
        # Which of every two LEDs are lit.
        lit = 3 if view.turn == bar + 1 else 0
        if view.winner == bar + 1 or view.next_winner == bar + 1:
            lit = 1 + (self._frame >> 1 & 1)
        elif view.next_turn == bar + 1:
            lit = 0 if self._frame & _DARK else 3
        for i in range(self._bars[bar][1]):
            self._strip.leds[self._bars[bar][0] + i] = (RIGHT if bar else LEFT) if lit >> (i & 1) & 1 else OFF

    def _plan_number(self, place: int, value: int, colour: int) -> None:
        size = abs(value)
        if -100 < value < 1000:
            self._patterns[place] = _DIGITS[size // 100] if size > 99 else _MINUS if value < -9 else 0
            self._patterns[place + 1] = _DIGITS[size // 10 % 10] if size > 9 else _MINUS if value < 0 else 0
            self._patterns[place + 2] = _DIGITS[size % 10]
        else:
            # More than the places can show must not look like another score.
            for i in range(_PLACES):
                self._patterns[place + i] = _MINUS
        for i in range(_PLACES):
            self._colours[place + i] = colour

    def _light(self, place: int) -> None:
        """Lights the segments of three places."""
        for i in range(place * 7, place * 7 + _PLACES * 7):
            self._fill(self._first[i], self._colours[i // 7] if self._patterns[i // 7] >> i % 7 & 1 else OFF)

    def _fill(self, first: int, colour: int) -> None:
        """Gives the LEDs of a segment a colour."""
        for i in range(first, first + self._segment_leds):
            self._strip.leds[i] = colour

    def _spell(self, kind: str, value: "object") -> None:
        """Finds the sign of what is asked for or wrong; most have none."""
        for i in range(2 * _PLACES):
            self._sign[i] = 0
        self._sign_length = 0
        if kind in _WORDS:
            self._write(_WORDS[kind], 0)
        elif kind in ("fall", "unsure"):
            self._write("P" + str(value) + "?", 0)
        elif kind == "review":
            self._write("RE", 0)
            self._write_end(str(value))
        elif kind in ("spot", "rear-spot"):
            self._write("SPOT", 0)
            self._write_end(str(value or ""))
        elif isinstance(value, tuple):
            item, chosen = value
            end = "" if chosen is None else str(chosen)
            self._write(item[: 1 if len(end) > _PLACES else 2] + item[-1], 0)
            self._write_end(end)

    def _write_end(self, text: str) -> None:
        """Writes a number or word at the right."""
        text = text[: 2 * _PLACES - 2]
        self._write(text, 2 * _PLACES - len(text))

    def _write(self, text: str, place: int) -> None:
        for letter in text.upper().encode():
            pattern = 0
            if 0x30 <= letter <= 0x39:
                pattern = _DIGITS[letter - 0x30]
            elif 0x41 <= letter <= 0x5A:
                pattern = _LETTERS[letter - 0x41]
            elif letter == 0x2D:  # -
                pattern = _MINUS
            elif letter == 0x3F:  # ?
                pattern = _ASK
            self._sign[place] = pattern
            place += 1
        self._sign_length = place
