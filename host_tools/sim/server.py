"""Serves the simulator's page and carries lines between pages and the engine (see engine.py).

A page sends verbs, one a message; it gets JSON objects to be laid over what it knows, the whole of it first. What the
page shows comes from the engine's child process alone: nothing here knows the game.
"""

import asyncio
import contextlib
import ipaddress
import json
import os
import signal
import sys
import threading
import webbrowser
from collections import Counter
from pathlib import Path
from socket import gethostname
from typing import Any
from urllib.parse import urlsplit

from aiohttp import WSCloseCode, WSMsgType, web

from host_tools import runtime
from host_tools.sim import verbs

PAGE = Path(__file__).parent / "page"
LONGEST_MESSAGE = 200
LONGEST_STALL_MS = 10_000
# An engine that ends sooner than this would only end again.
SHORT_LIFE_S = 5.0
HEADERS = {
    "Cache-Control": "no-cache",
    "Content-Security-Policy": "default-src 'self'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
}


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
        self.failed: str | None = None

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
            self._publish({"refused": text})

    async def _run_engine(self) -> int:
        # In a session of its own Ctrl-C does not reach it: it ends when its input does.
        self._process = process = await asyncio.create_subprocess_exec(
            *self._command,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            start_new_session=True,
        )
        assert process.stdout is not None
        try:
            async for line in process.stdout:
                self._publish(json.loads(line))
            return await process.wait()
        finally:
            await _end(process)

    def _publish(self, news: dict[str, Any]) -> None:
        self._known.update(news)
        for page in self._pages:
            page.tell(news)

    async def attach(self, socket: web.WebSocketResponse) -> None:
        """Serves a page until it goes."""
        page = Page(self._known)
        self._pages.add(page)
        sender = asyncio.create_task(page.send_to(socket))
        try:
            async for message in socket:
                if message.type is not WSMsgType.TEXT:
                    break
                await self._obey(page, message.data)
        finally:
            sender.cancel()
            self._pages.discard(page)
            # Nobody is left to let go of what it held.
            for key in list(page.down):
                await self._obey(page, f"up {verbs.KEYS[key]}")

    async def _obey(self, page: Page, line: str) -> None:
        try:
            said = verbs.parse(line)
        except verbs.BadLine as error:
            page.tell({"refused": str(error)})
            return
        if not said:
            return
        if said[0] == "stall" and said[1] > LONGEST_STALL_MS:
            page.tell({"refused": f"stall: {LONGEST_STALL_MS} ms at most, or every page would wait"})
            return
        if said[0] not in verbs.LIVE:
            page.tell({"refused": f"{said[0]}: only in scripts"})
            return
        if said[0] in ("down", "up") and not self._first_or_last(page, said[0] == "down", said[1]):
            return
        await self._tell_engine(" ".join(line.split()))

    def _first_or_last(self, page: Page, down: bool, key: int) -> bool:
        """Counts the pages that hold a key. False where the switch stays as it is."""
        if (key in page.down) == down:
            return False
        if down:
            page.down.add(key)
            self._holders[key] += 1
            return self._holders[key] == 1
        page.down.discard(key)
        self._holders[key] -= 1
        return self._holders[key] == 0

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


class Gate:
    """Lets in only who may: pages of this server, and other machines only if they were invited."""

    def __init__(self, everywhere: bool) -> None:
        self._everywhere = everywhere

    def refuse(self, request: web.Request) -> str | None:
        """Why a request is refused, or None."""
        if not self._everywhere and not _is_loopback(request.remote or ""):
            return "other machines are let in with --host only"
        # A name of somebody else's that leads here (DNS rebinding) would make his page ours.
        if not self._is_ours(urlsplit("//" + request.host).hostname or ""):
            return "unknown host name"
        origin = request.headers.get("Origin")
        if origin is not None and urlsplit(origin).netloc != request.host:
            return "pages of other origins are not let in"
        return None

    def _is_ours(self, host: str) -> bool:
        if host == "localhost" or _is_loopback(host):
            return True
        if not self._everywhere:
            return False
        name = gethostname().lower()
        return _address(host) is not None or host in (name, name + ".local")


def _address(host: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    try:
        return ipaddress.ip_address(host)
    except ValueError:
        return None


def _is_loopback(host: str) -> bool:
    address = _address(host)
    return address is not None and address.is_loopback


def application(simulator: Simulator, gate: Gate) -> web.Application:
    """The page's files, and `/ws` for its socket."""

    @web.middleware
    async def guard(request: web.Request, handler: Any) -> web.StreamResponse:
        try:
            reason = gate.refuse(request)
        except ValueError:
            reason = "unreadable host or origin"
        if reason:
            raise web.HTTPForbidden(text=reason + "\n")
        response: web.StreamResponse = await handler(request)
        if not response.prepared:
            response.headers.update(HEADERS)
        return response

    async def index(request: web.Request) -> web.FileResponse:
        return web.FileResponse(PAGE / "index.html")

    async def join(request: web.Request) -> web.WebSocketResponse:
        socket = web.WebSocketResponse(heartbeat=10.0, max_msg_size=LONGEST_MESSAGE)
        await socket.prepare(request)
        sockets.add(socket)
        try:
            await simulator.attach(socket)
        finally:
            sockets.discard(socket)
        return socket

    async def say_goodbye(app: web.Application) -> None:
        for socket in list(sockets):
            await socket.close(code=WSCloseCode.GOING_AWAY, message=b"the simulator ends")

    sockets: set[web.WebSocketResponse] = set()
    app = web.Application(middlewares=[guard])
    app.router.add_get("/", index)
    app.router.add_get("/ws", join)
    app.router.add_static("/", PAGE)
    app.on_shutdown.append(say_goodbye)
    return app


def serve(chosen: str, port: int, everywhere: bool, browser: bool) -> int:
    """Serves until Ctrl-C. Returns the exit status: 2 if the port cannot be had, 1 if the engine does not run."""
    return asyncio.run(_serve(chosen, port, everywhere, browser))


async def _serve(chosen: str, port: int, everywhere: bool, browser: bool) -> int:
    ended = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        loop.add_signal_handler(number, ended.set)
    simulator = Simulator(chosen)
    runner = web.AppRunner(application(simulator, Gate(everywhere)), access_log=None, shutdown_timeout=2.0)
    await runner.setup()
    try:
        site = web.TCPSite(runner, "0.0.0.0" if everywhere else "127.0.0.1", port)
        try:
            await site.start()
        except OSError as error:
            reason = os.strerror(error.errno or 0)
            print(f"port {port} cannot be used: {reason}; --port chooses another", file=sys.stderr)
            return 2
        engine = asyncio.create_task(simulator.run())
        stop = asyncio.create_task(ended.wait())
        try:
            _announce(runner.addresses[0][1], chosen, everywhere, browser)
            await asyncio.wait([engine, stop], return_when=asyncio.FIRST_COMPLETED)
            if engine.done():
                engine.result()
        finally:
            stop.cancel()
            engine.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await engine
    finally:
        await runner.cleanup()
    if simulator.failed:
        print(simulator.failed, file=sys.stderr)
        return 1
    return 0


def _announce(port: int, chosen: str, everywhere: bool, browser: bool) -> None:
    address = f"http://127.0.0.1:{port}/"
    print(f"Simulator on {address} ({chosen}); Ctrl-C ends it", flush=True)
    if everywhere:
        print(f"Other machines: http://{gethostname()}:{port}/", flush=True)
    # Without a display webbrowser would start a text browser in this terminal.
    if browser and (sys.platform == "darwin" or os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")):
        threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()
