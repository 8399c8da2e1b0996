"""Serves the simulator's page, its socket, and the present game as a file."""

import asyncio
import contextlib
import os
import signal
import sys
import threading
import webbrowser
from pathlib import Path
from socket import gethostname
from typing import Any

from aiohttp import WSCloseCode, web

from host_tools.records.sheet import LANGUAGES
from host_tools.sim import game_texts
from host_tools.sim.access import Access
from host_tools.sim.simulator import LONGEST_MESSAGE, Simulator

PAGE = Path(__file__).parent / "page"
HEADERS = {
    "Cache-Control": "no-cache",
    "Content-Security-Policy": "default-src 'self'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
}


def download(text: str | None, name: str) -> web.Response:
    """A text to be saved as a file. Raises HTTPNotFound where there is none yet."""
    if text is None:
        raise web.HTTPNotFound(text="no game yet\n")
    return web.Response(text=text, headers={"Content-Disposition": f'attachment; filename="{name}"'})


def application(simulator: Simulator, access: Access) -> web.Application:
    """The page's files, and `/ws` for its socket."""

    @web.middleware
    async def guard(request: web.Request, handler: Any) -> web.StreamResponse:
        try:
            reason = access.refuse(request)
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

    async def record(request: web.Request) -> web.Response:
        return download(simulator.record(), "game.txt")

    async def sheet(request: web.Request) -> web.Response:
        language = request.query.get("lang", LANGUAGES[0])
        text = simulator.record()
        if language not in LANGUAGES:
            raise web.HTTPNotFound(text="no such language\n")
        return download(text and game_texts.sheet_text(text, language), "sheet.txt")

    async def say_goodbye(app: web.Application) -> None:
        for socket in list(sockets):
            await socket.close(code=WSCloseCode.GOING_AWAY, message=b"the simulator ends")

    sockets: set[web.WebSocketResponse] = set()
    app = web.Application(middlewares=[guard])
    app.router.add_get("/", index)
    app.router.add_get("/ws", join)
    app.router.add_get("/game.txt", record)
    app.router.add_get("/sheet.txt", sheet)
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
    runner = web.AppRunner(application(simulator, Access(everywhere)), access_log=None, shutdown_timeout=2.0)
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
