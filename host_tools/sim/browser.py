"""A simulator of its own and a real browser that looks at it, to measure the page or to take pictures of it."""

import contextlib
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from playwright.sync_api import Browser, Page, expect, sync_playwright

ROOT = Path(__file__).resolve().parents[2]
ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"] + [
    "--disable-default-apps",
    "--disable-sync",
    "--no-first-run",
]
WIDTH, HEIGHT = 1280, 800


def chromium() -> str:
    """Path of the system's Chromium. OSError where there is none."""
    for name in ("chromium", "chromium-browser", "google-chrome"):
        path = shutil.which(name)
        if path:
            return path
    raise OSError("no Chromium on this machine; on Debian and Ubuntu: apt install chromium")


@contextlib.contextmanager
def browse() -> Iterator[tuple[Browser, str]]:
    """A browser, and the address of a simulator that runs meanwhile. OSError where there is no browser."""
    path = chromium()
    command = [sys.executable, "-m", "host_tools", "sim", "--no-browser", "--port", "0"]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as simulator:
        assert simulator.stdout is not None
        try:
            url = next(word for word in simulator.stdout.readline().split() if word.startswith("http://"))
            with sync_playwright() as playwright:
                browser = playwright.chromium.launch(executable_path=path, args=ARGUMENTS)
                yield browser, url
                browser.close()
        finally:
            simulator.terminate()


@contextlib.contextmanager
def open_page() -> Iterator[Page]:
    """An English page at a laptop's size, once the board runs. OSError where there is no browser."""
    with browse() as (browser, url):
        page = browser.new_page(viewport={"width": WIDTH, "height": HEIGHT}, locale="en")
        page.goto(url)
        expect(page.locator("#link")).to_have_text("Live")
        expect(page.locator("#busy")).to_be_hidden()
        yield page
