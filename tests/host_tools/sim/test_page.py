"""The page in a real browser."""

import contextlib
import re
import time
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Locator, Page, WebSocketRoute, expect

from host_tools.sim.verbs import KEYS
from tests.support.running import Simulator

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
PHONE = {"width": 390, "height": 844}
FINGER_MS = 60
# Longer than an OK is taken for a bounce of the one before.
BOUNCE_MS = 1100
# Between a tap and a hold.
NEITHER_MS = 800
# Slow machines are meant, not slow pages.
expect.set_options(timeout=30_000)
# The board as a new game finds it, whatever was done to it before.
RESET = """() => new Promise((done, fail) => {
  setTimeout(() => fail(new Error("no new game: " + JSON.stringify(known))), 30000);
  const socket = new WebSocket(`ws://${location.host}/ws`);
  const say = (said) => socket.send(typeof said === "string" ? said : JSON.stringify(said));
  let known = null;
  socket.onmessage = (event) => {
    const news = JSON.parse(event.data);
    if (known === null) {
      known = news;
      for (const key of news.stuck) say({ stick: { key, on: false } });
      for (const pocket of news.dark ?? []) say(`beam ${pocket} light`);
      for (const pocket of news.loose ?? []) say({ loose: { pocket, on: false } });
      say("diodes on");
      say({ back: true });
      say({ new: { language: "en", handicap_a: "0", handicap_b: "0", stalemate: "shootout", name_a: "", name_b: "" } });
    } else {
      const wanted = (known.wanted ??= (known.done ?? 0) + 2);
      Object.assign(known, news);
      if (known.done >= wanted && !known.busy) { socket.close(); done(); }
    }
  };
})"""
SLOW_S = 0.3
SETTLED_MS = 500
# All that the board has said beside the keys so far: it is gone after 2 s.
WATCH = """
  window.answers = [];
  document.addEventListener("DOMContentLoaded", () => {
  const node = document.getElementById("answer");
  new MutationObserver(() => window.answers.push(node.textContent)).observe(node, { childList: true });
  });
"""
SLIPS = """() => window.answers.filter((words) => /let go at once|отпустите сразу/.test(words)).length"""
# What the first game wants next, as a selector.
HIGHLIGHTED = """() => {
  const node = document.querySelector("#lesson .gold:not([hidden]), .key.beckon, .ball.beckon");
  if (node?.dataset.key) return `[data-key="${node.dataset.key}"]`;
  return node && (node.dataset.ball ? `[data-ball="${node.dataset.ball}"]` : "#lesson .gold");
}"""
# A game that ends at 70:70, decided by the last ball: every ball but 12 is gone.
LATE = "start:A p9 p8 p1 p6 p5 p4 p3 p2 - p15 p14 p13 p11 p10 p7 -"


def dots(page: Page) -> list[str]:
    rows: list[str] = page.evaluate(READ_DOTS)
    return rows


def wait_for_other_dots(page: Page, old: list[str]) -> list[str]:
    page.wait_for_function(f"old => JSON.stringify(({READ_DOTS})()) !== JSON.stringify(old)", arg=old)
    return dots(page)


def highlighted(page: Page) -> str:
    """What a click is wanted on in the first game, as a selector."""
    return str(page.wait_for_function(HIGHLIGHTED).json_value())


@pytest.fixture(scope="module")
def simulator() -> Iterator[Simulator]:
    """One for all tests of this file: each begins a new game."""
    running = Simulator("--port", "0")
    yield running
    assert running.end() == (0, "")


def look(page: Page, simulator: Simulator, anew: bool = True) -> None:
    """Opens the page and waits for the board to be there, with a new game."""
    page.add_init_script(WATCH)
    page.goto(simulator.url)
    expect(page.locator("#link")).to_have_text(re.compile("Live|На связи"))
    if anew:
        page.evaluate(RESET)
    expect(page.locator("#power")).to_have_attribute("aria-pressed", "true")
    expect(page.locator("#busy")).to_be_hidden()
    expect(page.locator("#sums")).to_contain_text("A 0")


def press(page: Page, *names: str) -> None:
    """Keys of the panel, one after the other, as fingers press them."""
    for name in names:
        tap(page, f'[data-key="{name}"]')


def tap(page: Page, selector: str) -> None:
    """A short click on a key or a ball."""
    shortly(page, lambda: page.locator(selector).click(delay=FINGER_MS))


def strike(page: Page, code: str) -> None:
    """A short press of a key of the computer's keyboard."""
    shortly(page, lambda: page.keyboard.press(code, delay=FINGER_MS))


def shortly(page: Page, act: Callable[[], None]) -> None:
    """A tap; once more where this machine was so slow that the board did not take it for one."""
    slips = page.evaluate(SLIPS)
    begun = time.monotonic()
    act()
    expect(page.locator(".key.down")).to_have_count(0)
    if time.monotonic() - begun > SLOW_S:
        page.wait_for_timeout(SETTLED_MS)
        if page.evaluate(SLIPS) > slips:
            shortly(page, act)


def button(page: Page, name: str) -> Locator:
    return page.get_by_role("button", name=name, exact=True)


def expect_sums(page: Page, words: str) -> None:
    expect(page.locator("#sums")).to_have_text(words)


def expect_answer(page: Page, words: str) -> None:
    """The board says that beside the keys, or has just said it."""
    page.wait_for_function("words => window.answers.includes(words)", arg=words)


def drag(page: Page, ball: int, pocket: int) -> None:
    page.locator(f'[data-ball="{ball}"]').drag_to(page.locator(f".pocket-{pocket}"))


def open_record(page: Page, text: str, name: str = "game.txt") -> None:
    page.locator("#tab-games").click()
    page.locator("#record-file").set_input_files({"name": name, "mimeType": "text/plain", "buffer": text.encode()})


def test_two_strokes_by_clicking(simulator: Simulator, page: Page) -> None:
    look(page, simulator)
    expect(page.locator("#headline")).to_have_text("Lag: who plays first, A or B?")
    expect(page.locator("#sheet")).to_contain_text("stroke by stroke")
    asked = dots(page)
    assert len(asked) == 16 and any("#" in row for row in asked)

    press(page, "A")
    expect(page.locator("#headline")).to_have_text("A to play")
    begun = wait_for_other_dots(page, asked)

    button(page, "Let a ball fall into pocket 3").click()
    expect(page.locator("#prompts")).to_contain_text("Pocket 3: which ball was it?")
    press(page, "7")
    expect(page.locator("#composing")).to_have_text("Composed so far: Potted: 7\xa0in\xa0pocket\xa03 p7@3")
    expect(page.locator('[data-key="OK"]')).to_have_class(re.compile("beckon"))
    press(page, "OK")
    expect_sums(page, "A 7, needs 64 · B 0, needs 71")
    expect(page.locator("#rack .gone")).to_have_text("7")
    potted = wait_for_other_dots(page, begun)

    page.wait_for_timeout(BOUNCE_MS)
    press(page, "FOUL", "OK")
    expect_sums(page, "A 2, needs 69 · B 5, needs 66")
    expect(page.locator("#headline")).to_have_text("B to play")
    wait_for_other_dots(page, potted)
    rows = page.locator("#sheet tbody tr")
    expect(rows).to_have_count(3)
    expect(rows.nth(1)).to_have_text(re.compile(r"2A\s*Potted: 7.in.pocket.3.\(\+7\) p7@37.:.0"))
    expect(rows.nth(2)).to_contain_text("reason not given f0")


def test_keyboard_and_holding(simulator: Simulator, page: Page) -> None:
    look(page, simulator)
    strike(page, "KeyB")
    expect(page.locator("#headline")).to_have_text("B to play")
    page.keyboard.down("Digit9")
    expect(page.locator('[data-key="9"]')).to_have_class(re.compile("down"))
    # Held for long: the ball has left the table.
    expect(page.locator("#composing code")).to_have_text("o9")
    page.keyboard.up("Digit9")
    expect(page.locator(".key.down")).to_have_count(0)
    strike(page, "Enter")
    expect(page.locator("#headline")).to_have_text("A to play")
    page.keyboard.press("Shift+Digit4")
    expect(page.locator("#prompts")).to_contain_text("Pocket 4")
    # What is typed into a field is no key of the panel.
    page.locator("#tab-games").click()
    page.get_by_label("Name of A").fill("")
    page.get_by_label("Name of A").press_sequentially("abcm5")
    assert page.locator("#composing").inner_text() == ""


def test_why_a_key_was_refused_is_said_beside_the_keys(simulator: Simulator, page: Page) -> None:
    look(page, simulator)
    press(page, "A", "7", "OK")
    expect_sums(page, "A 7, needs 64 · B 0, needs 71")
    press(page, "7")
    expect_answer(page, "Not taken: ball 7 is not on the table")
    expect(page.locator("#answer")).to_have_text("")
    # Neither a tap nor a hold.
    page.locator('[data-key="8"]').click(delay=NEITHER_MS)
    expect_answer(page, "Not taken: let go at once, or held for 1.5 s")
    assert page.locator("#composing").inner_text() == ""
    # Begun already, or the board would start anew in Russian meanwhile.
    press(page, "FOUL")
    page.locator("#language").click()
    press(page, "12")
    expect_answer(page, "Не принято: FOUL ждёт причину, от 1 до 11, или другую клавишу")


def test_a_mouse_button_that_stays_down_holds_the_key(simulator: Simulator, page: Page) -> None:
    look(page, simulator)
    press(page, "A")
    page.locator('[data-key="CUE"]').hover()
    page.mouse.down()
    expect(page.locator("#composing code")).to_have_text("f3")
    page.mouse.up()
    expect(page.locator(".key.down")).to_have_count(0)
    # No finger comes back to its key at once.
    page.wait_for_timeout(FINGER_MS * 2)

    def repeat() -> None:
        for _ in range(3):
            page.keyboard.down("KeyX")
        page.keyboard.up("KeyX")

    # A keyboard repeats a key that stays down: that is one press all the same.
    shortly(page, repeat)
    expect(page.locator("#composing")).to_have_text("")
    page.wait_for_timeout(FINGER_MS * 2)
    strike(page, "KeyX")
    expect(page.locator("#composing code")).to_have_text("f2")


def test_the_next_game_and_the_way_back(simulator: Simulator, page: Page) -> None:
    look(page, simulator)
    open_record(page, "start:A p7 concede:B")
    button(page, "To the end").click()
    expect(page.locator("#headline")).to_have_text("A has won: the opponent gave up")
    button(page, "Play on from here").click()
    expect(page.locator("#viewer")).to_be_hidden()
    expect(page.locator("#busy")).to_be_hidden()
    expect(page.locator("#prompts")).to_have_text("OK begins the next game; UNDO leads back into this one")
    expect(page.locator(".key.beckon")).to_have_text(re.compile("OK"))
    press(page, "OK")
    expect(page.locator("#headline")).to_have_text("Lag: who plays first, A or B?")
    press(page, "UNDO")
    expect(page.locator("#prompts")).to_contain_text("UNDO again leads back to the game before")
    press(page, "UNDO")
    expect(page.locator("#headline")).to_have_text("A has won: the opponent gave up")


def test_balls_are_dragged_and_chosen(simulator: Simulator, page: Page) -> None:
    look(page, simulator)
    press(page, "A", "CALL", "7", "3")
    drag(page, 7, 3)
    # The called ball in the called pocket names itself.
    expect(page.locator("#composing code")).to_have_text("c7@3/p7@3")
    expect(page.get_by_role("button", name="Ball 7 on the table, now in pocket 3")).to_be_visible()

    button(page, "Ball 9 on the table").click()
    expect(button(page, "Ball 9 on the table")).to_have_attribute("aria-pressed", "true")
    page.locator(".pocket-6").click()
    expect(page.locator("#prompts")).to_contain_text("Pocket 6: the board saw a ball. It was ball 9")
    expect(page.locator('[data-key="9"]')).to_have_class(re.compile("beckon"))
    press(page, "9")
    drag(page, 0, 5)
    expect(page.locator("#prompts")).to_contain_text("It was the cue ball: press CUE")
    press(page, "CUE")
    expect(page.locator("#composing code")).to_have_text("c7@3/p7@3/p9@6/f2")
    press(page, "OK")
    # A foul: nothing counts, all goes back on the table.
    expect_sums(page, "A -5, needs 76 · B 5, needs 66")
    expect(page.locator(".ball.put-back")).to_have_count(3)
    expect(page.locator(".ball.fallen")).to_have_count(0)


def test_two_balls_fall_at_one_moment(simulator: Simulator, page: Page) -> None:
    look(page, simulator)
    press(page, "B")
    page.get_by_label("Two at once").check()
    drag(page, 4, 2)
    expect(page.locator("#notice")).to_contain_text("waits at the pocket")
    page.wait_for_timeout(200)
    expect(page.locator("#prompts")).not_to_contain_text("Pocket 2")
    drag(page, 11, 2)
    expect(page.locator("#prompts")).to_contain_text("It was ball 4")
    expect(page.locator("#prompts")).to_contain_text("It was ball 11")
    press(page, "4", "11", "OK")
    expect_sums(page, "A 0, needs 71 · B 15, needs 56")


def test_several_pages_see_one_board(simulator: Simulator, page: Page) -> None:
    look(page, simulator)
    press(page, "A")
    drag(page, 5, 1)
    expect(page.locator("#prompts")).to_contain_text("It was ball 5")
    late = page.context.new_page()
    late.goto(simulator.url)
    expect(late.locator("#headline")).to_have_text("A to play")
    expect(late.locator("#prompts")).to_contain_text("It was ball 5")
    page.wait_for_timeout(300)
    assert dots(late) == dots(page)
    late.locator("#power").click()
    expect(page.locator("#headline")).to_have_text("The board has no power")
    expect(button(page, "Plug in")).to_have_attribute("aria-pressed", "false")
    page.wait_for_function(f"() => !({READ_DOTS})().join('').includes('#')")
    page.locator("#power").click()
    expect(late.locator("#headline")).to_have_text("A to play")
    expect(late.locator("#notice")).to_contain_text("Events: 1. Nothing is lost")


def test_a_lost_connection_is_shown_and_heals(page: Page) -> None:
    mortal = Simulator("--port", "0")
    look(page, mortal, anew=False)
    # The board speaks the language of its first page.
    page.locator("#tab-games").click()
    expect(page.get_by_label("Language of the board")).to_have_value("en")
    mortal.end()
    expect(page.locator("#link")).to_have_text("Connection lost, trying again")
    expect(page.locator("#veil")).to_be_visible()
    again = Simulator("--port", mortal.port)
    try:
        expect(page.locator("#link")).to_have_text("Live")
        expect(page.locator("#busy")).to_be_hidden()
        press(page, "A")
        expect(page.locator("#headline")).to_have_text("A to play")
    finally:
        again.end()


def test_the_first_game(simulator: Simulator, page: Page) -> None:
    """A newcomer who does what is highlighted, and nothing else, comes to the end; slips on the way are forgiven."""
    look(page, simulator)
    press(page, "B")
    expect(page.locator("#headline")).to_have_text("B to play")
    button(page, "First game").click()
    expect(page.locator("#lesson h3")).to_have_text("The lag")
    press(page, "B")
    expect(page.locator("#lesson .say")).to_contain_text("That was something else: B")
    button(page, "Begin this part again").click()
    said = []
    for part in range(7):
        while (target := highlighted(page)) != "#lesson .gold":
            words = page.locator("#lesson .say").inner_text()
            if target == '[data-key="OK"]':
                page.wait_for_timeout(BOUNCE_MS)
            if target == '[data-key="15"]':
                page.locator(target).click(delay=NEITHER_MS)
                expect_answer(page, "Not taken: let go at once, or held for 1.5 s")
                expect(page.locator("#lesson .say")).to_have_text(words)
            tap(page, target)
            if "ball" in target:
                page.locator(".pocket.beckon").click()
            # On a slow machine an OK may still come too early, and an UNDO too late shows again: once more then.
            with contextlib.suppress(AssertionError):
                expect(page.locator("#lesson .say")).not_to_have_text(words)
        said.append(page.locator("#lesson .say").inner_text())
        if part == 4:
            expect(page.locator("#sheet .dead")).to_have_count(1)
        page.locator("#lesson .gold").click()
    assert said[-1].startswith("B has won")
    # The game that was played before has waited.
    expect(page.locator("#lesson")).to_be_hidden()
    expect(page.locator("#headline")).to_have_text("B to play")
    expect(page.locator("#sheet tbody tr")).to_have_count(1)


def test_news_that_is_on_its_way_does_not_lead_the_first_game_astray(simulator: Simulator, page: Page) -> None:
    """A part begun anew is not judged by what the board tells of the part before."""
    look(page, simulator)

    def connect(route: WebSocketRoute) -> None:
        server = route.connect_to_server()

        def to_server(said: "str | bytes") -> None:
            if '"lesson"' in str(said):
                route.send('{"pace": {"mean": 70, "worst": 700}}')
            server.send(said)

        route.on_message(to_server)

    page.route_web_socket(re.compile("/ws$"), connect)
    look(page, simulator)
    button(page, "First game").click()
    press(page, "B")
    expect(page.locator("#lesson .say")).to_contain_text("That was something else: B")
    button(page, "Begin this part again").click()
    expect(page.locator("#lesson .say")).to_contain_text("The board asks who plays first")
    page.wait_for_timeout(300)
    expect(page.locator("#lesson .say")).to_contain_text("The board asks who plays first")


def test_another_record_ends_the_first_game(simulator: Simulator, page: Page) -> None:
    look(page, simulator)
    button(page, "First game").click()
    expect(page.locator("#lesson")).to_be_visible()
    expect(page.locator("#busy")).to_be_hidden()
    open_record(page, LATE)
    expect(page.locator("#lesson")).to_be_hidden()
    expect(page.locator("#viewer")).to_contain_text("game.txt event 0 of 17")


def test_enter_is_ok_after_a_click(simulator: Simulator, page: Page) -> None:
    look(page, simulator)
    press(page, "A")
    page.locator('[data-ball="7"]').click()
    page.locator(".pocket-3").click()
    expect(page.locator("#prompts")).to_contain_text("Pocket 3")
    press(page, "7")
    strike(page, "Enter")
    expect_sums(page, "A 7, needs 64 · B 0, needs 71")
    expect(page.locator("#prompts")).not_to_contain_text("Pocket 3")


def test_a_record_is_stepped_through_and_played_on(simulator: Simulator, page: Page) -> None:
    look(page, simulator)
    press(page, "B")
    expect(page.locator("#sheet tbody tr")).to_have_count(1)
    open_record(page, f'[A "Ada"]\n[B "Boris"]\n\n{LATE}\n')
    expect(page.locator("#viewer")).to_contain_text("game.txt event 0 of 17")
    expect(page.locator("#games h3").first).to_have_text("The record shown, up to here")
    before = dots(page)
    button(page, "To the end").click()
    expect_sums(page, "A 48, needs 23 · B 70, needs 1")
    wait_for_other_dots(page, before)
    button(page, "One event back").click()
    expect(page.locator("#headline")).to_have_text("B to play")
    expect(page.locator("#viewer")).to_contain_text("event 16 of 17")
    page.locator("#viewer input").fill("17")
    expect(page.locator("#headline")).to_have_text("A to play")
    page.locator("#tab-sheet").click()
    expect(page.locator("#sheet")).to_contain_text("A · Ada — B · Boris")

    button(page, "Back to my game").click()
    expect(page.locator("#sheet tbody tr")).to_have_count(1)
    expect(page.locator("#games h3").first).to_have_text("This game")
    open_record(page, LATE)
    button(page, "To the end").click()
    expect_sums(page, "A 48, needs 23 · B 70, needs 1")
    button(page, "Play on from here").click()
    expect(page.locator("#viewer")).to_be_hidden()
    press(page, "CALL", "12", "1")
    drag(page, 12, 1)
    expect(page.locator("#composing code")).to_have_text("c12@1/p12@1")
    press(page, "OK")
    expect(page.locator("#headline")).to_have_text("70:70. Lag for the last ball: A or B?")
    page.locator("#tab-games").click()
    with page.expect_download() as download:
        page.get_by_role("link", name="Save the record").click()
    assert download.value.path().read_text().split() == [
        *["[Result", '"*"]'],
        *LATE.split(),
        "c12@1/p12@1",
        "*",
    ]
    with page.expect_download() as download:
        page.get_by_role("link", name="Save the score sheet").click()
    assert "SMALL RUSSIAN PYRAMID: SCORE SHEET" in download.value.path().read_text()


def test_what_is_no_record_is_said(simulator: Simulator, page: Page) -> None:
    look(page, simulator)
    open_record(page, "[A Ada]\n\nstart:A\n")
    expect(page.locator("#toast")).to_contain_text('line 1, column 1: a tag is written [Name "value"]')
    page.locator("#record-file").set_input_files(
        {"name": "game.bin", "mimeType": "text/plain", "buffer": b"\x89PNG\xff\x00"}
    )
    expect(page.locator("#toast")).to_have_text("game.bin is no record: not UTF-8 text")
    open_record(page, '[A "Ada"]\n\n  s16\n')
    expect(page.locator("#toast")).to_contain_text("line 3, column 3: event 1, s16")
    open_record(page, "start:A p7 p7 p8\n")
    expect(page.locator("#viewer")).to_contain_text("event 3, p7: ball 7 is not on the table")
    expect(page.locator("#viewer")).to_contain_text("event 0 of 2")


def test_a_new_game_with_options(simulator: Simulator, page: Page) -> None:
    look(page, simulator)
    english = dots(page)
    page.locator("#tab-games").click()
    page.get_by_label("Name of A").fill("Пётр")
    page.get_by_label("A starts with").select_option("10")
    page.get_by_label("B starts with").select_option("70")
    page.get_by_label("At a stalemate").select_option("draw")
    button(page, "Begin a new game").click()
    expect_sums(page, "A 10, needs 61 · B 70, needs 1")
    page.get_by_label("Language of the board").select_option("ru")
    expect(page.locator("#busy")).to_be_hidden()
    wait_for_other_dots(page, english)
    expect(page.get_by_label("Language of the board")).to_have_value("ru")
    press(page, "A")
    page.locator("#tab-lab").click()
    expect(page.get_by_role("tabpanel")).to_contain_text('[A "Пётр"]')
    expect(page.get_by_role("tabpanel")).to_contain_text('[Handicap "A+10 B+70"]')
    expect(page.get_by_role("tabpanel")).to_contain_text('[Stalemate "draw"]')


def test_nothing_is_lost_with_the_plug(simulator: Simulator, page: Page) -> None:
    look(page, simulator)
    press(page, "A", "7", "OK")
    expect_sums(page, "A 7, needs 64 · B 0, needs 71")
    page.locator("#tab-lab").click()
    expect(page.locator(".verdict")).to_have_text("Do your worst: every event is on flash, 2 so far.")
    button(page, "Pull the plug in the middle of a flash write").click()
    press(page, "8", "OK")
    expect(page.locator("#headline")).to_have_text("The board has no power")
    expect(page.locator("#notice")).to_have_text("The power went in the middle of a flash write.")
    button(page, "Plug it in").click()
    expect(page.locator(".verdict")).to_contain_text("Events: 2. Event 3 was not written yet")
    expect_sums(page, "A 7, needs 64 · B 0, needs 71")
    press(page, "8", "OK")
    expect_sums(page, "A 15, needs 56 · B 0, needs 71")
    button(page, "Pull the plug").click()
    button(page, "Plug it in").click()
    expect(page.locator(".verdict")).to_contain_text("Events: 3. Nothing is lost.")
    expect(page.locator("#lab pre").first).to_have_text(re.compile(r"start:A \w{4}\np7 \w{4}\np8 \w{4}\n$"))
    expect(page.locator("#lab pre").last).to_contain_text("start: PWRON_RESET")


def test_break_it_and_mend_it(simulator: Simulator, page: Page) -> None:
    look(page, simulator)
    press(page, "A")
    page.locator("#tab-lab").click()
    expect(page.locator(".numbers")).to_contain_text(re.compile(r"\d+, \d+ bytes"))
    expect(page.locator(".numbers")).to_contain_text(re.compile(r"\d+ µs, at worst"))
    expect(page.locator(".numbers")).to_contain_text(re.compile(r"\d+ of 20\d\d KiB"))
    button(page, "Unplug the beam of pocket 3 half-way").click()
    expect(page.locator("#lab pre").last).to_contain_text("beam 3: faulty")
    expect(page.locator("#prompts")).to_contain_text("“!” on the board")
    button(page, "Blind the beam of pocket 5").click()
    expect(page.locator(".pocket-5")).to_have_class(re.compile("dark"))
    page.get_by_label("Which key sticks").select_option("CASE")
    button(page, "Hold that key stuck").click()
    expect(page.locator('[data-key="CASE"]')).to_have_class(re.compile(r"\bstuck\b"))
    button(page, "Remove the diodes of the panel").click()
    expect(button(page, "Remove the diodes of the panel")).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("KeyK")
    expect(page.locator('[data-key="CASE"]')).to_have_class(re.compile(r"\bdown\b"))
    button(page, "Pull the plug in the middle of a flash write").click()
    expect(button(page, "Pull the plug in the middle of a flash write")).to_have_attribute("aria-pressed", "true")
    button(page, "Mend everything").click()
    expect(page.locator("#lab [aria-pressed=true]")).to_have_count(0)
    expect(page.locator(".key.stuck")).to_have_count(0)

    before = dots(page)
    button(page, "Spike the LED chips: what their registers hold turns to nonsense").click()
    wait_for_other_dots(page, before)
    button(page, "Stall Python for 400 ms").click()
    # All registers are written again within a second.
    page.wait_for_timeout(1500)
    late = page.context.new_page()
    late.goto(simulator.url)
    expect(late.locator("#headline")).to_have_text("A to play")


def test_in_russian_on_a_phone(simulator: Simulator, browser: Browser) -> None:
    phone = browser.new_context(locale="ru-RU", viewport=PHONE, has_touch=True, is_mobile=True, device_scale_factor=2)  # type: ignore[arg-type]
    page = phone.new_page()
    look(page, simulator)
    expect(page.locator("#headline")).to_have_text("Розыгрыш: кто начинает, A или B?")
    page.locator('[data-key="B"]').tap()
    expect(page.locator("#headline")).to_have_text("Играет B")
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    ok = page.locator('[data-key="OK"]').bounding_box()
    assert ok is not None and ok["y"] + ok["height"] <= 844 and ok["height"] >= 44
    page.locator('[data-ball="7"]').tap()
    page.locator(".pocket-4").tap()
    expect(page.locator("#prompts")).to_contain_text("Луза 4: табло видело шар. Это был шар 7")
    for tab in ("games", "lab", "sheet"):
        page.locator(f"#tab-{tab}").tap()
        assert page.evaluate("document.documentElement.scrollWidth") == 390
    expect(page.locator("#sheet")).to_contain_text("Розыгрыш: начинает")
    page.locator("#language").tap()
    expect(page.locator("#headline")).to_have_text("B to play")
    expect(page.locator("#sheet")).to_contain_text("Lag: plays first")
    page.reload()
    expect(page.locator("#headline")).to_have_text("B to play")
    phone.close()


NAMES = """() => [...document.querySelectorAll("button, input, select, a[href], [role=tab], [role=img], pre")]
  .map((node) => node.getAttribute("aria-label") ?? node.labels?.[0]?.textContent ?? node.textContent)"""


def test_every_control_has_a_name_in_both_languages(simulator: Simulator, page: Page) -> None:
    look(page, simulator)
    for _ in range(2):
        names = page.evaluate(NAMES)
        assert len(names) > 100 and len(KEYS) == 25
        assert [name for name in names if names.count(name) > 1] == []
        # A text that is missing shows its own name.
        assert not [name for name in names if not name.strip() or re.match(r"[a-z]+[A-Z]\w*$", name)]
        page.locator("#language").click()


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (1920, 1080), (1024, 768), (768, 1024)])
def test_nothing_overflows(simulator: Simulator, page: Page, width: int, height: int) -> None:
    page.set_viewport_size({"width": width, "height": height})
    look(page, simulator)
    button(page, "First game").click()
    expect(page.locator("#lesson h3")).to_have_text("The lag")
    assert page.evaluate("document.documentElement.scrollWidth") == width
    if width >= 1280:
        assert page.evaluate("document.documentElement.scrollHeight") == height


def test_nobody_else_is_asked(simulator: Simulator, page: Page) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.on("websocket", lambda opened: asked.append(opened.url))
    look(page, simulator)
    own = f"127.0.0.1:{simulator.port}/"
    assert asked and not [url for url in asked if not url.split("://")[1].startswith(own)]
