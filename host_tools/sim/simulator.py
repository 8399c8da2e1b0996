"""Keeps an engine (see engine.py) running, and carries lines between it and the pages.

A page sends verbs or requests, one a message; it gets JSON objects to be laid over what it knows, the whole of it
first. To what the engine tells are added here: `events`, `tags`, `sheet` and `said` (see game_texts.py), `fallen`
(balls in pockets that the game knows nothing of yet, by number, 0 for the cue ball), `pressed` (how many keys were, and
the last of them: a slow page may not see each of them down), `stuck` (keys), `shown` (the record that is looked at, or
null),
`busy` (the board is off while its flash is edited), and `refused` (why a page's message was).
"""

import asyncio
import contextlib
import json
import sys
from collections import Counter
from typing import Any

from aiohttp import WSMsgType, web

from host_tools import runtime
from host_tools.records.record_text import RecordError
from host_tools.sim import game_texts, requests, verbs

LONGEST_MESSAGE = 65_536
LONGEST_LINE = 200
LONGEST_STALL_MS = 10_000
# An engine that ends sooner than this would only end again.
SHORT_LIFE_S = 5.0
# A record of MOST_EVENTS and what the engine says of it fit in a line.
LONGEST_NEWS = 1 << 20
REMEMBERED_KEYS = 8


class Page:
    """One page that looks on: what it has not been told yet, and the keys that it holds down."""

    def __init__(self, known: dict[str, Any]) -> None:
        self.news = dict(known)
        self.wake = asyncio.Event()
        if known:
            self.wake.set()
        self.down: set[int] = set()

    def tell(self, news: dict[str, Any]) -> None:
        """A page that reads slowly gets the latest of each thing, not everything."""
        self.news.update(news)
        self.wake.set()

    async def send_to(self, socket: web.WebSocketResponse) -> None:
        """Sends news as it comes, for ever."""
        while True:
            await self.wake.wait()
            self.wake.clear()
            news, self.news = self.news, {}
            await socket.send_str(json.dumps(news, ensure_ascii=False, separators=(",", ":")))


class Simulator:
    """The engine's process and the pages that look at it."""

    def __init__(self, chosen: str) -> None:
        self._command = runtime.command(chosen, "host_tools.sim.engine", heap=runtime.LARGE_HEAP)
        self._process: asyncio.subprocess.Process | None = None
        self._known: dict[str, Any] = {}
        self._pages: set[Page] = set()
        self._holders: Counter[int] = Counter()
        self._opened: game_texts.Opened | None = None
        self.failed: str | None = None
        self._begin()

    def _begin(self) -> None:
        """A new engine knows nothing of what the one before was told."""
        self._known.clear()
        self._holders.clear()
        for page in self._pages:
            page.down.clear()
        # What holds the keys that are stuck.
        self._clamp = Page({})
        self._sent = 0
        self._wanted: int | None = None
        self._greeted = False
        self._opened = None
        pressed = {"count": 0, "keys": []}
        self._publish({"shown": None, "fallen": {}, "pressed": pressed, "stuck": [], "busy": False})

    async def run(self) -> None:
        """Keeps an engine running until cancelled; returns, with `failed` set, if engines do not live."""
        loop = asyncio.get_running_loop()
        while True:
            begun = loop.time()
            status = await self._run_engine()
            text = f"the engine ended with status {status}"
            if loop.time() - begun < SHORT_LIFE_S:
                self.failed = text
                return
            print(f"{text}; starting it anew, from blank flash", file=sys.stderr)
            self._begin()
            for page in self._pages:
                page.tell({"refused": text})

    async def _run_engine(self) -> int:
        # In a session of its own Ctrl-C does not reach it: it ends when its input does.
        self._process = process = await asyncio.create_subprocess_exec(
            *self._command,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            start_new_session=True,
            limit=LONGEST_NEWS,
        )
        assert process.stdout is not None
        try:
            async for line in process.stdout:
                await self._hear(json.loads(line))
            return await process.wait()
        finally:
            await _end(process)

    async def _hear(self, news: dict[str, Any]) -> None:
        """Passes on what the engine tells, with what follows from it."""
        if "record" in news:
            news |= game_texts.game_news(news["record"])
            if news["events"] != self._known.get("events"):
                # From here on the board says where they are, and what came back is an old story.
                news |= {"fallen": {}, "recovery": None}
        if "down" in news:
            keys = [key for key in news["down"] if key not in self._known.get("down", [])]
            before = self._known["pressed"]
            remembered = (before["keys"] + keys)[-REMEMBERED_KEYS:]
            news["pressed"] = {"count": before["count"] + len(keys), "keys": remembered}
        if "state" in news:
            news |= game_texts.state_news(news["state"])
        if news.get("borrowed") is False:
            self._opened = None
            news["shown"] = None
        if "done" in news:
            news["busy"] = news["done"] < self._sent
        self._publish(news)
        if self._wanted is not None and not self._known["busy"]:
            await self._show(self._wanted)

    def _publish(self, news: dict[str, Any]) -> None:
        self._known.update(news)
        for page in self._pages:
            page.tell(news)

    def record(self) -> str | None:
        """The game that the board keeps, as a record; None before it has said."""
        return self._known.get("record")

    async def attach(self, socket: web.WebSocketResponse) -> None:
        """Serves a page until it goes."""
        page = Page(self._known)
        self._pages.add(page)
        sender = asyncio.create_task(page.send_to(socket))
        try:
            async for message in socket:
                if message.type is not WSMsgType.TEXT:
                    break
                try:
                    if message.data[:1] == "{":
                        await self._ask(*requests.read(message.data))
                    else:
                        await self._obey(page, message.data)
                except (verbs.BadLine, requests.BadRequest, RecordError) as error:
                    page.tell({"refused": str(error)})
        finally:
            sender.cancel()
            self._pages.discard(page)
            # Nobody is left to let go of what it held.
            for key in list(page.down):
                await self._press(page, False, key)

    # What pages want.

    async def _obey(self, page: Page, line: str) -> None:
        """A verb of scripts. Raises BadLine."""
        said = verbs.parse(line[:LONGEST_LINE])
        if not said:
            return
        if said[0] == "stall" and said[1] > LONGEST_STALL_MS:
            raise verbs.BadLine(f"stall: {LONGEST_STALL_MS} ms at most, or every page would wait")
        if said[0] not in verbs.LIVE:
            raise verbs.BadLine(f"{said[0]}: only in scripts")
        if said[0] in ("down", "up"):
            await self._press(page, said[0] == "down", said[1])
        else:
            await self._tell_engine(" ".join(line.split()))

    async def _ask(self, name: str, asked: Any) -> None:
        """A request. Raises BadRequest or RecordError."""
        if name == "drop":
            await self._drop(requests.drops(asked))
        elif name == "take":
            ball = requests.number(asked, "ball", requests.BALLS)
            self._publish({"fallen": {key: at for key, at in self._known["fallen"].items() if key != str(ball)}})
        elif name == "stick":
            key = verbs.parse("down " + requests.text(asked, "key"))[1]
            await self._press(self._clamp, requests.switch(asked, "on"), key)
            self._publish({"stuck": [verbs.KEYS[key] for key in sorted(self._clamp.down)]})
        elif name == "loose":
            pocket = requests.whole(asked, "pocket", range(1, 7))
            await self._tell_engine(f"loose {pocket} {'on' if requests.switch(asked, 'on') else 'off'}")
        elif name == "disarm":
            await self._tell_engine(name)
        elif name == "open":
            await self._open(asked)
        elif name == "goto" and self._opened:
            await self._show(requests.number(asked, "goto", range(0, len(self._opened.tokens) + 1)))
        elif name in ("back", "keep"):
            await self._edit_flash(name)
        elif name in ("set", "new"):
            await self._edit_flash(f"{name} {json.dumps(requests.settings(asked))}")
        elif name == "hello" and asked in requests.LANGUAGES:
            await self._greet(asked)
        else:
            raise requests.BadRequest("no such request")

    async def _drop(self, drops: list[requests.Drop]) -> None:
        self._publish({"fallen": self._known["fallen"] | {str(drop.ball): drop.pocket for drop in drops}})
        # In one write, so that all fall at one moment.
        await self._tell_engine("\n".join(drop.line for drop in drops))

    async def _greet(self, language: str) -> None:
        """The board speaks the language of its first page; later pages leave it as it is."""
        if not self._greeted and self._known.get("settings", {}).get("language") != language:
            await self._edit_flash(f'set {{"language": "{language}"}}')
        self._greeted = True

    async def _open(self, asked: Any) -> None:
        opened = game_texts.Opened(requests.text(asked, "text"))
        at = requests.whole(asked, "at", range(0, len(opened.tokens) + 1))
        name = requests.text(asked, "name")[: requests.LONGEST_NAME]
        self._opened = opened
        shown = {"name": name, "of": len(opened.tokens), "lesson": requests.switch(asked, "lesson")}
        self._publish({"shown": shown | {"at": at, "note": opened.note}, "fallen": {}})
        await self._show(at)

    async def _show(self, at: int) -> None:
        """The board shows the opened record after `at` events: the latest wish is what counts."""
        if not self._opened or not self._known["shown"]:
            self._wanted = None
            return
        self._wanted = at if self._known["busy"] else None
        self._publish({"shown": self._known["shown"] | {"at": at}})
        if self._wanted is None:
            await self._edit_flash("show " + json.dumps([self._opened.tags, self._opened.tokens[:at]]))

    async def _edit_flash(self, line: str) -> None:
        self._sent += 1
        self._publish({"busy": True})
        await self._tell_engine(line)

    async def _press(self, page: Page, down: bool, key: int) -> None:
        """A switch is closed as long as one page holds it."""
        if (key in page.down) == down:
            return
        if down:
            page.down.add(key)
        else:
            page.down.discard(key)
        before = self._holders[key]
        self._holders[key] += 1 if down else -1
        if not before or not self._holders[key]:
            await self._tell_engine(f"{'down' if down else 'up'} {verbs.KEYS[key]}")

    async def _tell_engine(self, line: str) -> None:
        process = self._process
        if process is None or process.stdin is None:
            return
        # An engine that has just ended loses the line, and is started anew.
        with contextlib.suppress(ConnectionError):
            process.stdin.write(line.encode() + b"\n")
            await process.stdin.drain()


async def _end(process: asyncio.subprocess.Process) -> None:
    if process.returncode is not None:
        return
    if process.stdin is not None:
        process.stdin.close()
    try:
        await asyncio.wait_for(process.wait(), 2.0)
    except asyncio.TimeoutError:
        process.kill()
        await process.wait()
