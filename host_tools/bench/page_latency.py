"""The simulator in a real browser: from a finger on a key to the dots on the page that answer it.

All of the way counts: the page's event, WebSocket, server, engine, contact bounce, the matrix scan and the drawing of
the firmware, the chips' registers, and back to the picture that the browser shows.
"""

from statistics import median
from typing import Any

CLICKS = 200
# CALL begins a call and drops it again: each press changes the dots, and nothing else moves meanwhile.
KEY = "CALL"

# Presses with the page's own events, so that no time of the driver is in it, and waits for the frame that shows it.
_CLICK = """async ([key, clicks]) => {
  const button = document.querySelector(`[data-key="${key}"]`);
  const board = document.getElementById("leds");
  const wait = (ms) => new Promise((done) => setTimeout(done, ms));
  const shown = () => new Promise((done) => {
    const watch = new MutationObserver(() => { watch.disconnect(); requestAnimationFrame(() => done()); });
    watch.observe(board, { attributeFilter: ["data-frame"] });
  });
  const finger = (type) => button.dispatchEvent(new PointerEvent(type, { pointerId: 1, button: 0, bubbles: true }));
  // No finger, so nothing can be captured.
  button.setPointerCapture = () => {};
  const times = [];
  for (let i = 0; i < clicks; i++) {
    const seen = shown();
    const begun = performance.now();
    finger("pointerdown");
    await seen;
    times.push(performance.now() - begun);
    finger("pointerup");
    // The dot that acknowledges the key goes out, and the key may be pressed again.
    await wait(180 + 7 * (i % 5));
  }
  return times;
}"""


def times(clicks: int = CLICKS) -> list[float]:
    """Milliseconds of each click. OSError where there is no browser to click in."""
    try:
        from host_tools.sim.browser import open_page
    except ModuleNotFoundError as error:
        raise OSError(f"the package {error.name} is not installed: run `make setup`") from None
    with open_page() as page:
        page.locator('[data-key="A"]').click(delay=100)
        page.locator(".key.down").wait_for(state="detached")
        page.wait_for_timeout(1000)
        took: list[float] = page.evaluate(_CLICK, [KEY, clicks])
    return took


def measure() -> list[dict[str, Any]]:
    """The median and the worst of CLICKS clicks."""
    took = times()
    name = f"page: from a click to changed dots, %s of {len(took)}"
    return [
        {"name": name % what, "value": round(value, 1), "unit": "ms", "peer": None, "ratio": None}
        for what, value in (("median", median(took)), ("worst", max(took)))
    ]
