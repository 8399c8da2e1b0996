"""`python -m host_tools photos`: pictures of the simulator, taken in a real browser after a few strokes."""

import sys
from pathlib import Path

from playwright.sync_api import Browser, Page, expect

from host_tools.cli import Parser
from host_tools.sim.browser import browse

ROOT = Path(__file__).resolve().parents[2]
# What is played before the pictures: keys by name, balls by pocket.
STROKES = ["A", ("ball", 3), "7", "OK", ("ball", 5), "14", "OK", "CALL", "12", "4", ("ball", 4), ("ball", 6)]
FINGER_MS = 130
# A second, for what blinks and what waits to be said.
SETTLE_MS = 1100


def main(argv: list[str]) -> int:
    """Writes simulator.png and simulator-phone.png. Exit status 1 where there is no browser."""
    parser = Parser("python -m host_tools photos", description="Pictures of the simulator's page.")
    parser.add_argument("folder", nargs="?", type=Path, default=ROOT / "docs", help="where to (default: docs)")
    folder = parser.parse_args(argv).folder
    try:
        with browse() as (browser, url):
            folder.mkdir(parents=True, exist_ok=True)
            take(browser, url, folder)
    except OSError as error:
        print(error, file=sys.stderr)
        return 1
    return 0


def take(browser: Browser, url: str, folder: Path) -> None:
    """Plays, and takes the pictures: a laptop in English, a phone in Russian."""
    laptop = browser.new_page(viewport={"width": 1280, "height": 800}, locale="en", device_scale_factor=1)
    look(laptop, url)
    for step in STROKES:
        target = f'[data-key="{step}"]' if isinstance(step, str) else f".pocket-{step[1]}"
        laptop.locator(target).click(delay=FINGER_MS)
        laptop.wait_for_timeout(FINGER_MS if step != "OK" else SETTLE_MS)
    phone = browser.new_page(
        viewport={"width": 390, "height": 844}, locale="ru", device_scale_factor=1, is_mobile=True, has_touch=True
    )
    look(phone, url)
    for page, name in ((laptop, "simulator.png"), (phone, "simulator-phone.png")):
        page.bring_to_front()
        page.mouse.move(0, 0)
        page.wait_for_timeout(SETTLE_MS)
        page.screenshot(path=folder / name)
        print(folder / name)


def look(page: Page, url: str) -> None:
    """Opens the page and waits until the board runs."""
    page.goto(url)
    expect(page.locator("#power")).to_have_attribute("aria-pressed", "true")
