"""Makes the moving picture of the simulator for the README: plays in a real browser, and keeps what the page shows."""

import io
import sys
from pathlib import Path

from PIL import Image, ImageChops, ImageFilter
from playwright.sync_api import Page, expect

from host_tools.cli import Parser
from host_tools.sim.browser import HEIGHT, ROOT, WIDTH, open_page

# Three quarters of the page.
SIZE = (WIDTH * 3 // 4, HEIGHT * 3 // 4)
COLOURS = 255
LARGEST = 1_000_000
# How long what is shown stays, in ms: on the way, after a key, and where there is something to read.
STEP, KEY, READ = 90, 320, 1300
# Less than a person sees in the colours of a pixel.
NOISE = 6

_CURSOR = """() => {
  const cursor = document.createElement("div");
  cursor.id = "cursor";
  Object.assign(cursor.style, { position: "fixed", zIndex: 99, width: "26px", height: "26px", borderRadius: "50%",
    border: "3px solid #fff", background: "#ffffff55", boxShadow: "0 0 0 2px #000a", pointerEvents: "none",
    translate: "-50% -50%", left: "640px", top: "620px" });
  document.body.append(cursor);
  const show = (event) => Object.assign(cursor.style, { left: event.clientX + "px", top: event.clientY + "px" });
  addEventListener("pointermove", show, true);
  addEventListener("pointerdown", () => { cursor.style.background = "#ffffffcc"; }, true);
  addEventListener("pointerup", () => { cursor.style.background = "#ffffff55"; }, true);
}"""


class Film:
    """Frames of a page, each with how long it is shown, and the hand that plays."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self.frames: "list[Image.Image]" = []
        self.times: "list[int]" = []
        self._at = (640.0, 620.0)

    def shoot(self, time_ms: int) -> None:
        """What the page shows now; the same once more only stays longer."""
        shot = Image.open(io.BytesIO(self._page.screenshot())).convert("RGB").resize(SIZE, Image.Resampling.LANCZOS)
        if self.frames and shot.tobytes() == self.frames[-1].tobytes():
            self.times[-1] += time_ms
        else:
            self.frames.append(shot)
            self.times.append(time_ms)

    def move(self, selector: str) -> None:
        """The hand moves to the middle of something."""
        box = self._page.locator(selector).bounding_box()
        assert box is not None
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        for part in (0.5, 1.0):
            self._page.mouse.move(self._at[0] + (x - self._at[0]) * part, self._at[1] + (y - self._at[1]) * part)
            self.shoot(STEP)
        self._at = (x, y)

    def click(self, selector: str, time_ms: int = KEY, settle_ms: int = 60) -> None:
        """The hand presses something, and the page shows what came of it."""
        self.move(selector)
        self._page.mouse.down()
        self._page.wait_for_timeout(110)
        self.shoot(STEP)
        self._page.mouse.up()
        self._page.wait_for_timeout(settle_ms)
        self.shoot(time_ms)

    def drag(self, selector: str, target: str) -> None:
        """The hand takes something somewhere."""
        self.move(selector)
        self._page.mouse.down()
        self.move(target)
        self._page.mouse.up()
        self._page.wait_for_timeout(400)
        self.shoot(READ)


def play(page: Page, film: Film) -> None:
    """The lag, a called ball, a foul, and the plug pulled and put in again."""

    def key(name: str, time_ms: int = KEY) -> None:
        film.click(f'[data-key="{name}"]', time_ms)

    film.shoot(READ)
    key("A", READ)
    for name in ("CALL", "7", "3"):
        key(name)
    film.drag('[data-ball="7"]', ".pocket-3")
    key("OK", READ)
    page.wait_for_timeout(1100)
    key("FOUL")
    key("4", READ)
    key("OK", READ)
    film.click("#power", READ, settle_ms=200)
    film.click("#power", READ, settle_ms=900)
    expect(page.locator("#notice")).to_contain_text("Nothing is lost")


def encode(film: Film, path: Path) -> None:
    """Writes an animated GIF: one palette for all frames, and what changes too little to see left as it was."""
    palette = _palette(film.frames)
    steady = film.frames[0]
    frames = []
    for frame in film.frames:
        changed = ImageChops.difference(steady, frame).convert("L").point([0] * NOISE + [255] * (256 - NOISE))
        # Edges are soft: their neighbours come along.
        steady = Image.composite(frame, steady, changed.filter(ImageFilter.MaxFilter(7)))
        frames.append(steady.quantize(palette=palette, dither=Image.Dither.NONE))
    frames[0].save(
        path, save_all=True, append_images=frames[1:], duration=film.times, loop=0, optimize=True, disposal=1
    )


def _palette(frames: "list[Image.Image]") -> Image.Image:
    """The colours that tell the frames best: the large dark ground must not leave none for what is small and bright."""
    counts: "dict[tuple[int, ...], int]" = {}
    for frame in (frames[0], frames[len(frames) // 2], frames[-1]):
        for count, colour in frame.getcolors(SIZE[0] * SIZE[1]) or []:
            assert isinstance(colour, tuple)
            rough = tuple(part & ~3 for part in colour)
            counts[rough] = counts.get(rough, 0) + count
    colours = [colour for colour, count in counts.items() for _ in range(min(count, 24))]
    sample = Image.new("RGB", (len(colours), 1))
    sample.putdata(colours)
    return sample.quantize(COLOURS, Image.Quantize.MEDIANCUT)


def main(argv: "list[str]") -> int:
    """Writes the picture. Exit status 1 where there is no browser, or the picture is too large for a README."""
    parser = Parser("python -m host_tools animation", description="The simulator at work, as an animated GIF.")
    parser.add_argument(
        "file", nargs="?", type=Path, default=ROOT / "docs" / "simulator.gif", help="default: docs/simulator.gif"
    )
    path = parser.parse_args(argv).file
    try:
        with open_page() as page:
            page.evaluate(_CURSOR)
            page.wait_for_timeout(500)
            film = Film(page)
            play(page, film)
    except OSError as error:
        print(error, file=sys.stderr)
        return 1
    encode(film, path)
    size = path.stat().st_size
    print(f"{path}: {len(film.frames)} frames, {size} bytes")
    if size >= LARGEST:
        print(f"more than {LARGEST} bytes: too large for a README", file=sys.stderr)
        return 1
    return 0
