"""The `machine` module of a board, from one start of the processor to the next: what MicroPython 1.26 for ESP32 has.

Handed to the firmware as an object. What is wired to a pin is what the board's facts say.
"""

from host_tools.twin.waveforms import Beam, EdgeCounter

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Protocol

    from host_tools.twin.key_switches import Matrix
    from host_tools.twin.led_chips import Max7219Chain

    class World(Protocol):
        """What a processor meets of the world around it (see world.py)."""

        board: Any
        leds: Any
        matrix: Matrix
        beams: "list[Beam]"
        rtc: "Rtc"
        now_us: int

        def watch(self, wdt: "Wdt") -> None: ...


PINS = 49
ESP32_PINS = 40
ESP32_FIRST_INPUT_ONLY = 34

# ESP32: the filter counts at most 1023 cycles of 80 MHz.
FILTER_MAX_NS = 12_787
MAX7219_BAUD = 10_000_000
RTC_BYTES = 2048


class Reset(BaseException):
    """The processor starts again. `cause` as reset_cause will give it. Not an Exception: nothing may catch it."""

    def __init__(self, cause: int) -> None:
        super().__init__(cause)
        self.cause = cause


class Machine:
    """One run of the processor. `world` has the time and what is wired up; `cause` is why it started."""

    PWRON_RESET = 1
    HARD_RESET = 2
    WDT_RESET = 3
    DEEPSLEEP_RESET = 4
    SOFT_RESET = 5

    def __init__(self, world: "World", cause: int) -> None:
        self._cause = cause
        self.tone = 0
        self.Pin = PinFactory(world)
        self.SPI = SpiFactory(world)
        if world.board.COUNTERS:
            # MicroPython before 1.26 has none.
            self.Counter = CounterFactory(world)
        self.PWM = PwmFactory(world, self)
        self.WDT = WdtFactory(world)
        self.RTC = lambda: world.rtc

    def reset_cause(self) -> int:
        """Why the processor started."""
        return self._cause

    def reset(self) -> None:
        """Starts the processor again."""
        raise Reset(self.HARD_RESET)

    def freq(self, hertz: int) -> None:
        """Sets the processor's clock, which changes nothing here: Python takes no time."""
        if hertz not in (80_000_000, 160_000_000, 240_000_000):
            raise ValueError("not a clock that an ESP32 can have: %d Hz" % hertz)

    def unique_id(self) -> bytes:
        """The six bytes of a chip."""
        return b"\x24\x0a\xc4twi"


class Pin:
    """A pin with nothing on it: reads what it is set to."""

    def __init__(self, number: int) -> None:
        self.number = number
        self.level = 0
        self.driven = False

    def configure(self, driven: bool) -> None:
        """Makes it an output or an input."""
        self.driven = driven
        self.drive(self.level)

    def value(self, level: "int | None" = None) -> "int | None":
        """Reads it, or sets it as an output."""
        if level is None:
            return self.read()
        self.level = 1 if level else 0
        self.drive(self.level)
        return None

    def on(self) -> None:
        """Sets it to 1."""
        self.value(1)

    def off(self) -> None:
        """Sets it to 0."""
        self.value(0)

    def read(self) -> int:
        """The level at the pin."""
        return self.level

    def drive(self, level: int) -> None:
        """What the level does to what hangs on the pin."""


class RowPin(Pin):
    """A row of the panel's matrix."""

    def __init__(self, number: int, matrix: "Matrix", row: int) -> None:
        super().__init__(number)
        self._matrix = matrix
        self._row = row

    def read(self) -> int:
        if self._matrix.stale:
            self._matrix.resolve()
        return 0 if self._matrix.rows_low >> self._row & 1 else 1

    def drive(self, level: int) -> None:
        self._matrix.drive(self._row, self.driven and not level)


class ColumnPin(Pin):
    """A column of the panel's matrix. It must not be driven: the firmware has no reason to."""

    def __init__(self, number: int, matrix: "Matrix", column: int) -> None:
        super().__init__(number)
        self._matrix = matrix
        self._column = column

    def read(self) -> int:
        if self._matrix.stale:
            self._matrix.resolve()
        return 0 if self._matrix.columns_low >> self._column & 1 else 1


class BeamPin(Pin):
    """A beam's receiver."""

    def __init__(self, number: int, beam: Beam, dark_level: int) -> None:
        super().__init__(number)
        self.beam = beam
        self.dark_level = dark_level

    def read(self) -> int:
        return self.dark_level if self.beam.dark else 1 - self.dark_level


class EmitterPin(Pin):
    """The switch of all emitters; they are off unless it is driven."""

    def __init__(self, number: int, world: "World") -> None:
        super().__init__(number)
        self._world = world

    def drive(self, level: int) -> None:
        for beam in self._world.beams:
            beam.light(self.driven and level == 1, self._world.now_us)


class SelectPin(Pin):
    """CS of the LED chips; a pull-up holds it while it is not driven."""

    def __init__(self, number: int, chain: "Max7219Chain") -> None:
        super().__init__(number)
        self._chain = chain

    def drive(self, level: int) -> None:
        self._chain.select(level if self.driven else 1)


class PinFactory:
    """machine.Pin: one object for each pin. ValueError for a pin that the chip has not, or not as an output."""

    IN = 1
    OUT = 3
    OPEN_DRAIN = 7
    PULL_DOWN = 1
    PULL_UP = 2

    def __init__(self, world: "World") -> None:
        self._world = world
        self._pins: "dict[int, Pin]" = {}

    def __call__(self, number: int, mode: int = -1, pull: "int | None" = -1, *, value: "int | None" = None) -> Pin:
        esp32 = self._world.board.CHIP == "esp32"
        if not 0 <= number < (ESP32_PINS if esp32 else PINS):
            raise ValueError("invalid pin")
        output = mode in (self.OUT, self.OPEN_DRAIN)
        if output and esp32 and number >= ESP32_FIRST_INPUT_ONLY:
            raise ValueError("pin can only be input")
        pin = self._pins.get(number)
        if pin is None:
            pin = self._pins[number] = self._wire(number)
        if value is not None:
            pin.level = 1 if value else 0
        if mode != -1:
            pin.configure(output)
        elif value is not None:
            pin.drive(pin.level)
        return pin

    def _wire(self, number: int) -> Pin:
        world, board = self._world, self._world.board
        if number in board.ROWS:
            return RowPin(number, world.matrix, board.ROWS.index(number))
        if number in board.COLUMNS:
            return ColumnPin(number, world.matrix, board.COLUMNS.index(number))
        if number in board.BEAMS:
            return BeamPin(number, world.beams[board.BEAMS.index(number)], board.BEAM_DARK)
        if number == board.EMITTERS:
            return EmitterPin(number, world)
        if number == getattr(board, "CS", None):
            return SelectPin(number, world.leds)
        return Pin(number)


class SpiFactory:
    """machine.SPI."""

    MSB = 0
    LSB = 1

    def __init__(self, world: "World") -> None:
        self._world = world

    def __call__(
        self,
        id: int,
        baudrate: int = 1_000_000,
        *,
        polarity: int = 0,
        phase: int = 0,
        bits: int = 8,
        firstbit: int = MSB,
        sck: Pin,
        mosi: Pin,
        miso: "Pin | None",
    ) -> "Spi":
        # MicroPython's ESP32 port takes a pin of its own choice where miso is left out: here it has to be said.
        board = self._world.board
        wired = sck.number == board.SCK and mosi.number == board.MOSI
        if wired and (polarity != phase or firstbit != self.MSB or bits != 8 or baudrate > MAX7219_BAUD):
            # Data sheet: DIN is taken on the rising edge of CLK, D15 first, at up to 10 MHz.
            raise ValueError("not what a MAX7219 understands")
        return Spi(self._world.leds if wired else None)


class Spi:
    """A bus to the LED chips, or to nothing."""

    def __init__(self, chain: "Max7219Chain | None") -> None:
        self._chain = chain

    def write(self, buf: bytes) -> None:
        """Clocks bytes out."""
        if self._chain:
            self._chain.clock(buf)

    def deinit(self) -> None:
        """Lets go of the pins."""
        self._chain = None


class CounterFactory:
    """machine.Counter. ValueError for a unit that the board has not."""

    RISING = 1
    FALLING = 2

    def __init__(self, world: "World") -> None:
        self._world = world

    def __call__(self, id: int, src: BeamPin, *, edge: int = RISING, filter_ns: int = 0) -> "Counter":
        if not 0 <= id < self._world.board.COUNTERS:
            raise ValueError("invalid PCNT unit")
        into_dark = self.RISING if src.dark_level else self.FALLING
        into_light = self.FALLING if src.dark_level else self.RISING
        filter_ns = min(max(filter_ns, 0), FILTER_MAX_NS)
        return Counter(self._world, EdgeCounter(src.beam, bool(edge & into_dark), bool(edge & into_light), filter_ns))


class Counter:
    """A counting unit."""

    def __init__(self, world: "World", edges: EdgeCounter) -> None:
        self._world = world
        self._edges = edges

    def value(self, new: "int | None" = None) -> int:
        """The count; then sets it, if `new` is given."""
        self._edges.settle(self._world.now_us)
        count = self._edges.count
        if new is not None:
            self._edges.count = new
        return count


class PwmFactory:
    """machine.PWM; on the buzzer's pin it sounds."""

    def __init__(self, world: "World", machine: Machine) -> None:
        self._world = world
        self._machine = machine

    def __call__(self, pin: Pin, *, freq: int = 5000, duty_u16: int = 32768) -> "Pwm":
        return Pwm(self._machine if pin.number == self._world.board.BUZZER else None, freq, duty_u16)


class Pwm:
    """A square wave."""

    def __init__(self, machine: "Machine | None", freq: int, duty_u16: int) -> None:
        self._machine = machine
        self._freq = freq
        self._duty = duty_u16
        self._sound()

    def freq(self, hertz: "int | None" = None) -> "int | None":
        """Reads or sets the frequency. ValueError outside 1 Hz to 40 MHz."""
        if hertz is None:
            return self._freq
        if not 0 < hertz <= 40_000_000:
            raise ValueError("frequency")
        self._freq = hertz
        self._sound()
        return None

    def duty_u16(self, duty: "int | None" = None) -> "int | None":
        """Reads or sets the share of time at 1, in 1/65536."""
        if duty is None:
            return self._duty
        self._duty = duty
        self._sound()
        return None

    def deinit(self) -> None:
        """Silence."""
        self._duty = 0
        self._sound()

    def _sound(self) -> None:
        if self._machine:
            self._machine.tone = self._freq if 0 < self._duty < 65535 else 0


class WdtFactory:
    """machine.WDT: there is one, and making it again sets it anew."""

    def __init__(self, world: "World") -> None:
        self._world = world

    def __call__(self, id: int = 0, timeout: int = 5000) -> "Wdt":
        wdt = Wdt(self._world, timeout * 1000)
        self._world.watch(wdt)
        return wdt


class Wdt:
    """A watchdog that bites at `due_us`."""

    def __init__(self, world: "World", timeout_us: int) -> None:
        self._world = world
        self._timeout_us = timeout_us
        self.due_us = world.now_us + timeout_us

    def feed(self) -> None:
        """Puts it off."""
        self.due_us = self._world.now_us + self._timeout_us


class Rtc:
    """machine.RTC's memory: outlasts a reset, not the power."""

    def __init__(self) -> None:
        self._memory = b""

    def memory(self, data: "Any" = None) -> "bytes | None":
        """Reads or writes it. ValueError above 2048 bytes."""
        if data is None:
            return self._memory
        if len(data) > RTC_BYTES:
            raise ValueError("buffer too long")
        self._memory = bytes(data)
        return None
