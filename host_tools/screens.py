"""`python -m host_tools photos`: pictures of the simulator, taken in a real browser after a few strokes."""

import shutil
import subprocess
import sys
from pathlib import Path

from playwright.sync_api import Browser, Page, expect, sync_playwright

from host_tools.cli import Parser

ROOT = Path(__file__).resolve().parent.parent
ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"] + [
    "--disable-default-apps",
    "--disable-sync",
    "--no-first-run",
]
# What is played before the pictures: keys by name, balls by pocket.
STROKES = ["A", ("ball", 3), "7", "OK", ("ball", 5), "14", "OK", "CALL", "12", "4", ("ball", 4), ("ball", 6)]
FINGER_MS = 130
# A second, for what blinks and what waits to be said.
SETTLE_MS = 1100


def chromium() -> "str | None":
    """Path of the system's Chromium, or None."""
    return shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")


def main(argv: list[str]) -> int:
    """Writes simulator.png and simulator-phone.png. Exit status 1 where there is no browser."""
    parser = Parser("python -m host_tools photos", description="Pictures of the simulator's page.")
    parser.add_argument("folder", nargs="?", type=Path, default=ROOT / "docs", help="where to (default: docs)")
    folder = parser.parse_args(argv).folder
    path = chromium()
    if path is None:
        print("no Chromium on this machine; on Debian and Ubuntu: apt install chromium", file=sys.stderr)
        return 1
    folder.mkdir(parents=True, exist_ok=True)
    command = [sys.executable, "-m", "host_tools", "sim", "--no-browser", "--port", "0"]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as simulator:
        assert simulator.stdout is not None
        try:
            url = next(word for word in simulator.stdout.readline().split() if word.startswith("http://"))
            with sync_playwright() as playwright:
                browser = playwright.chromium.launch(executable_path=path, args=ARGUMENTS)
                take(browser, url, folder)
                browser.close()
        finally:
            simulator.terminate()
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
