"""What the chips' own papers say of their pins. Each fact carries the paper and the section that it is from.

Sections are named by title: their numbers change from edition to edition.
"""

from dataclasses import dataclass

DATA_SHEET = "ESP32 Series Datasheet"
MODULE_SHEET = "ESP32-WROOM-32 Datasheet"
WROVER_SHEET = "ESP32-WROVER-E Datasheet"
MANUAL = "ESP32 Technical Reference Manual"
ERRATA = "ESP32 Series SoC Errata"
BOARD = "ESP32-DevKitC V4 Getting Started Guide"
S3_DATA_SHEET = "ESP32-S3 Series Datasheet"
S3_MODULE_SHEET = "ESP32-S3-WROOM-1 Datasheet"
S3_MANUAL = "ESP32-S3 Technical Reference Manual"
S3_BOARD = "ESP32-S3-DevKitC-1 User Guide"
MAX7219_SHEET = "MAX7219/MAX7221 Data Sheet (19-4452)"
WS2812_SHEET = "WS2812B Data Sheet"


@dataclass(frozen=True)
class Caution:
    """What is to be said of some pins, whoever uses them.

    `kind` says to whom it matters:
    "absent" (nobody can use them), "memory" (nobody may), "quad" and "octal" (nobody, on modules with such a PSRAM),
    "console" (nobody may: the owner's computer talks through them), "input-only" (not for outputs), "no-pulls" (not for
    lines that want the chip's own pull), "ghost-edges" (not for beams or keys), "care" (anybody, who should know).
    """

    kind: str
    pins: tuple[int, ...]
    why: str
    source: str


@dataclass(frozen=True)
class Strap:
    """A pin whose level at reset decides something.

    `level` is what its own pull makes of it, -1 if it has none; `otherwise` is what happens at the other level, and
    `harmless` whether the scoreboard works all the same then.
    """

    pin: int
    level: int
    otherwise: str
    source: str
    harmless: bool = False


@dataclass(frozen=True)
class Chip:
    """A chip in its module.

    `pins` is how many GPIO numbers there are, `units` how many pulse counters, `psram` what PSRAM there may be.
    """

    name: str
    pins: int
    units: int
    units_source: str
    spi_ids: tuple[int, ...]
    psram: tuple[str, ...]
    psram_source: str
    cautions: tuple[Caution, ...]
    straps: tuple[Strap, ...]


def _title(sheet: str, title: str) -> str:
    return f"{sheet}, “{title}”"


BOOT_KEY = "the BOOT key and the automatic reset of development boards hang on it, and pull it low while they flash"


ESP32 = Chip(
    name="ESP32",
    pins=40,
    units=8,
    units_source=_title(MANUAL, "Pulse Count Controller (PCNT)"),
    spi_ids=(1, 2),
    psram=("", "quad"),
    psram_source=_title(DATA_SHEET, "Pin Mapping Between Chip and Flash/PSRAM"),
    cautions=(
        Caution("care", (0,), BOOT_KEY, _title(BOARD, "Functional Description")),
        Caution(
            "absent",
            (20, 24, 28, 29, 30, 31, 37, 38),
            "the module has no such pin",
            _title(MODULE_SHEET, "Pin Definitions"),
        ),
        Caution(
            "memory",
            (6, 7, 8, 9, 10, 11),
            "the flash hangs on it, and the chip stops as soon as it is used otherwise",
            _title(DATA_SHEET, "Pin Mapping Between Chip and Flash/PSRAM"),
        ),
        Caution(
            "quad",
            (16, 17),
            "on a module with PSRAM (WROVER) the PSRAM hangs on it",
            _title(WROVER_SHEET, "Pin Definitions"),
        ),
        Caution(
            "console",
            (1, 3),
            "UART0: the chip prints its boot messages there, and the USB socket talks through it",
            _title(DATA_SHEET, "UART Interface"),
        ),
        Caution(
            "input-only",
            (34, 35, 36, 37, 38, 39),
            "it can be an input only",
            _title(DATA_SHEET, "Restrictions for GPIOs and RTC_GPIOs"),
        ),
        Caution(
            "no-pulls",
            (34, 35, 36, 37, 38, 39),
            "it has no pull of its own: PULL_UP does nothing",
            _title(DATA_SHEET, "Restrictions for GPIOs and RTC_GPIOs"),
        ),
        Caution(
            "ghost-edges",
            (36, 39),
            "it is pulled low for 80 ns whenever the ADC or Wi-Fi powers up: edges that nobody made",
            _title(ERRATA, "[GPIO-3.11]"),
        ),
        Caution(
            "care",
            (12, 13, 14, 15),
            "JTAG: no debugger can be attached while it is used",
            _title(DATA_SHEET, "IO MUX"),
        ),
    ),
    straps=(
        Strap(
            0,
            1,
            "the chip waits to be flashed instead of starting",
            _title(DATA_SHEET, "Chip Boot Mode Control"),
        ),
        Strap(2, 0, "the board cannot be flashed any more", _title(DATA_SHEET, "Chip Boot Mode Control")),
        Strap(
            5,
            1,
            "only the timing of an SDIO slave changes, which nobody uses here",
            _title(DATA_SHEET, "Timing Control of SDIO Slave"),
            harmless=True,
        ),
        Strap(
            12,
            0,
            "the flash gets 1.8 V instead of 3.3 V, and the chip does not start",
            _title(DATA_SHEET, "Internal LDO (VDD_SDIO) Voltage Control"),
        ),
        Strap(
            15,
            1,
            "the boot messages are silenced",
            _title(DATA_SHEET, "U0TXD Printing Control"),
            harmless=True,
        ),
    ),
)

ESP32_S3 = Chip(
    name="ESP32-S3",
    pins=49,
    units=4,
    units_source=_title(S3_MANUAL, "Pulse Count Controller (PCNT)"),
    spi_ids=(1, 2),
    psram=("", "quad", "octal"),
    psram_source=_title(S3_DATA_SHEET, "Pin Mapping Between Chip and Flash/PSRAM"),
    cautions=(
        Caution("care", (0,), BOOT_KEY, _title(S3_BOARD, "Description of Components")),
        Caution(
            "absent",
            (22, 23, 24, 25),
            "the chip has no such pin",
            _title(S3_DATA_SHEET, "Pin Overview"),
        ),
        Caution(
            "memory",
            (26, 27, 28, 29, 30, 31, 32),
            "the flash hangs on it, and the chip stops as soon as it is used otherwise",
            _title(S3_DATA_SHEET, "Pin Mapping Between Chip and Flash/PSRAM"),
        ),
        Caution("absent", (33, 34), "the module has no such pin", _title(S3_MODULE_SHEET, "Pin Definitions")),
        Caution(
            "octal",
            (35, 36, 37),
            "on a module with octal PSRAM (R8, R16) the PSRAM hangs on it",
            _title(S3_MODULE_SHEET, "Pin Definitions"),
        ),
        Caution(
            "console",
            (19, 20),
            "USB: the socket for the owner's computer hangs on it",
            _title(S3_DATA_SHEET, "USB Serial/JTAG Controller"),
        ),
        Caution(
            "console",
            (43, 44),
            "UART0: the chip prints its boot messages there, and the UART socket talks through it",
            _title(S3_DATA_SHEET, "UART Controller"),
        ),
        Caution(
            "care",
            (39, 40, 41, 42),
            "JTAG: a debugger has to come through USB while it is used",
            _title(S3_DATA_SHEET, "JTAG Signal Source Control"),
        ),
        Caution(
            "care",
            (38, 48),
            "the board's own RGB LED hangs on it (38 since version 1.1, 48 before) and flickers along",
            _title(S3_BOARD, "Description of Components"),
        ),
        Caution(
            "care",
            (47, 48),
            "on modules with memory of 1.8 V (R16V) its high level is 1.8 V too",
            _title(S3_MODULE_SHEET, "Pin Definitions"),
        ),
    ),
    straps=(
        Strap(
            0,
            1,
            "the chip waits to be flashed instead of starting",
            _title(S3_DATA_SHEET, "Chip Boot Mode Control"),
        ),
        Strap(
            3,
            -1,
            "nothing changes, as long as no eFuse has been burnt that makes it choose where JTAG comes from",
            _title(S3_DATA_SHEET, "JTAG Signal Source Control"),
            harmless=True,
        ),
        Strap(
            45,
            0,
            "the flash gets 1.8 V instead of 3.3 V, and the chip does not start",
            _title(S3_DATA_SHEET, "VDD_SPI Voltage Control"),
        ),
        Strap(46, 0, "the board cannot be flashed any more", _title(S3_DATA_SHEET, "Chip Boot Mode Control")),
    ),
)

CHIPS = {"esp32": ESP32, "esp32s3": ESP32_S3}
"""By the CHIP of a board module."""
