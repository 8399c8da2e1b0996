"""A running simulator, and a browser to look at it."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

from host_tools.sim.browser import ARGUMENTS, chromium
from tests.support.needs import missing
from tests.support.running import Simulator


@pytest.fixture
def simulator() -> Iterator[Simulator]:
    """A simulator as a newcomer starts it."""
    running = Simulator("--port", "0")
    yield running
    running.end()


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """The system's Chromium, without a window. For a module only: while it runs nobody else can use asyncio."""
    try:
        path = chromium()
    except OSError as error:
        missing(f"the page is not tested: {error}")
    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=path, args=ARGUMENTS)
        yield running
        running.close()


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """An English page that must not complain."""
    context = browser.new_context(locale="en", viewport={"width": 1280, "height": 800})
    page = context.new_page()
    complaints: list[str] = []
    page.on("console", lambda message: complaints.append(message.text) if message.type == "error" else None)
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.set_default_timeout(30_000)
    yield page
    context.close()
    # A lost connection is the browser's own complaint, and meant.
    assert [text for text in complaints if "WebSocket" not in text and "ERR_CONNECTION_REFUSED" not in text] == []
