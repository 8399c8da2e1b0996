"""The page in a real browser."""

import re

from playwright.sync_api import Browser, Page, expect

from tests.host_tools.sim.running import Simulator

# What a person sees: is the middle of each dot on the canvas bright?
READ_DOTS = """() => {
  const canvas = document.getElementById("leds");
  const pitch = canvas.width / 64;
  const pixels = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height).data;
  return Array.from({ length: canvas.height / pitch }, (_, y) => Array.from({ length: 64 }, (_, x) => {
    const at = 4 * (Math.floor((y + 0.5) * pitch) * canvas.width + Math.floor((x + 0.5) * pitch));
    return pixels[at] > 200 ? "#" : ".";
  }).join(""));
}"""


def dots(page: Page) -> list[str]:
    rows: list[str] = page.evaluate(READ_DOTS)
    return rows


def wait_for_other_dots(page: Page, old: list[str]) -> list[str]:
    page.wait_for_function(f"old => JSON.stringify(({READ_DOTS})()) !== JSON.stringify(old)", arg=old)
    return dots(page)


def look(page: Page, simulator: Simulator) -> None:
    """Opens the page and waits for the board to be there."""
    page.goto(simulator.url)
    expect(page.locator("#power")).to_have_attribute("aria-pressed", "true")


def key(page: Page, name: str) -> None:
    page.locator(f'[data-key="{name}"]').click()


def test_two_strokes_by_clicking(simulator: Simulator, page: Page) -> None:
    look(page, simulator)
    expect(page.locator("#headline")).to_have_text("Lag: who plays first, A or B?")
    asked = dots(page)
    assert len(asked) == 16 and any("#" in row for row in asked)

    key(page, "A")
    expect(page.locator("#headline")).to_have_text("A to play")
    begun = wait_for_other_dots(page, asked)

    page.get_by_role("button", name="Let a ball fall into pocket 3").click()
    expect(page.locator("#prompts")).to_contain_text("Pocket 3: which ball was it?")
    key(page, "7")
    expect(page.locator("#composing")).to_have_text("Composed so far: p7@3")
    key(page, "OK")
    expect(page.locator("#sums")).to_have_text("A 7, needs 64 · B 0, needs 71")
    expect(page.locator("#rack .gone")).to_have_text("7")
    potted = wait_for_other_dots(page, begun)

    page.wait_for_timeout(1100)
    key(page, "FOUL")
    key(page, "OK")
    expect(page.locator("#sums")).to_have_text("A 2, needs 69 · B 5, needs 66")
    expect(page.locator("#headline")).to_have_text("B to play")
    wait_for_other_dots(page, potted)


def test_keyboard_and_holding(simulator: Simulator, page: Page) -> None:
    look(page, simulator)
    page.keyboard.press("KeyB")
    expect(page.locator("#headline")).to_have_text("B to play")
    page.keyboard.down("Digit9")
    expect(page.locator('[data-key="9"]')).to_have_class(re.compile("down"))
    page.wait_for_timeout(1700)
    page.keyboard.up("Digit9")
    # Held for long: the ball has left the table.
    expect(page.locator("#composing")).to_have_text("Composed so far: o9")
    page.keyboard.press("Enter")
    expect(page.locator("#headline")).to_have_text("A to play")
    page.keyboard.press("Shift+Digit4")
    expect(page.locator("#prompts")).to_contain_text("Pocket 4")


def test_several_pages_see_one_board(simulator: Simulator, page: Page) -> None:
    look(page, simulator)
    key(page, "A")
    expect(page.locator("#headline")).to_have_text("A to play")
    late = page.context.new_page()
    late.goto(simulator.url)
    expect(late.locator("#headline")).to_have_text("A to play")
    page.wait_for_timeout(300)
    assert dots(late) == dots(page)
    late.locator("#power").click()
    expect(page.locator("#headline")).to_have_text("The board has no power")
    expect(page.get_by_role("button", name="Plug in")).to_have_attribute("aria-pressed", "false")
    page.wait_for_function(f"() => !({READ_DOTS})().join('').includes('#')")
    page.locator("#power").click()
    expect(late.locator("#headline")).to_have_text("A to play")


def test_a_lost_connection_is_shown_and_heals(simulator: Simulator, page: Page) -> None:
    look(page, simulator)
    simulator.end()
    expect(page.locator("#link")).to_have_text("Connection lost, trying again")
    again = Simulator("--port", simulator.port)
    try:
        expect(page.locator("#link")).to_have_text("Live")
        key(page, "A")
        expect(page.locator("#headline")).to_have_text("A to play")
    finally:
        again.end()


def test_in_russian_on_a_phone(simulator: Simulator, browser: Browser) -> None:
    phone = browser.new_context(
        locale="ru-RU", viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True, device_scale_factor=2
    )
    page = phone.new_page()
    look(page, simulator)
    expect(page.locator("#headline")).to_have_text("Розыгрыш: кто начинает, A или B?")
    page.locator('[data-key="B"]').tap()
    expect(page.locator("#headline")).to_have_text("Играет B")
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    ok = page.locator('[data-key="OK"]').bounding_box()
    assert ok is not None and ok["y"] + ok["height"] <= 844 and ok["height"] >= 44
    page.locator("#language").tap()
    expect(page.locator("#headline")).to_have_text("B to play")
    page.reload()
    expect(page.locator("#headline")).to_have_text("B to play")
    phone.close()


def test_every_control_has_a_name_in_both_languages(simulator: Simulator, page: Page) -> None:
    look(page, simulator)
    for _ in range(2):
        names = page.evaluate(
            "[...document.querySelectorAll('button, input')].map("
            "(node) => node.getAttribute('aria-label') ?? node.labels?.[0]?.textContent ?? node.textContent)"
        )
        # 25 keys, 6 pockets, power, language, speed: each named, no two alike, no text missing.
        assert len(names) == 34 and len(set(names)) == 34
        assert not [name for name in names if not name.strip() or re.match(r"(key|short|pocket|ball)[A-Z\d]", name)]
        page.locator("#language").click()
