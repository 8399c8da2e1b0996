"""The server between pages and the board, without a browser."""

import asyncio
import os
import signal
import socket
import subprocess
import time
from collections.abc import Awaitable, Callable, Iterator
from typing import Any, TypeAlias
from unittest.mock import Mock

import aiohttp
import pytest

from host_tools.sim.access import Access
from host_tools.sim.game_texts import MOST_EVENTS
from tests.support.running import Simulator

Socket: TypeAlias = "aiohttp.ClientWebSocketResponse[Any]"
PATIENCE_S = 60


@pytest.fixture(scope="module")
def shared() -> Iterator[Simulator]:
    """One for those tests that leave it as it was."""
    running = Simulator("--port", "0")
    yield running
    assert running.end() == (0, "")


def play(simulator: Simulator, story: Callable[[aiohttp.ClientSession], Awaitable[None]]) -> None:
    """Runs a story of a client."""

    async def run() -> None:
        async with aiohttp.ClientSession(simulator.url) as session:
            await asyncio.wait_for(story(session), 300)

    asyncio.run(run())


async def until(socket: Socket, true: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
    """What a page knows, once something is true of it."""
    known: dict[str, Any] = {}
    while not true(known):
        known.update(await asyncio.wait_for(socket.receive_json(), PATIENCE_S))
    return known


def complete(known: dict[str, Any]) -> bool:
    return {"dots", "state", "power", "down", "dark", "runtime", "flash"} <= set(known) and bool(known["state"])


def test_what_a_page_is_told(simulator: Simulator) -> None:
    async def story(session: aiohttp.ClientSession) -> None:
        async with session.ws_connect("/ws") as page:
            known = await until(page, complete)
            assert known["power"] is True and known["down"] == [] and known["state"]["phase"] == "lag"
            assert len(known["dots"]) == 16 and any("#" in row for row in known["dots"])
            await page.send_str("down A")
            await until(page, lambda known: known.get("down") == ["A"])
            await asyncio.sleep(0.1)
            await page.send_str("up A")
            await until(page, lambda known: known.get("down") == [])
        # One that comes late sees what is, not what was.
        async with session.ws_connect("/ws") as late:
            known = await until(late, lambda known: complete(known) and known["state"]["striker"] == "A")
            assert known["down"] == []

    play(simulator, story)


def test_power_goes_and_comes(simulator: Simulator) -> None:
    async def story(session: aiohttp.ClientSession) -> None:
        async with session.ws_connect("/ws") as page:
            await until(page, complete)
            await page.send_str("power off")
            known = await until(page, lambda known: known.get("power") is False and "dots" in known)
            assert known["state"] is None and not any("#" in row for row in known["dots"])
            await page.send_str("power on")
            await until(page, lambda known: known.get("power") is True and bool(known.get("state")))

    play(simulator, story)


def test_a_page_that_goes_lets_go_of_its_keys(simulator: Simulator) -> None:
    async def story(session: aiohttp.ClientSession) -> None:
        async with session.ws_connect("/ws") as stays, session.ws_connect("/ws") as goes:
            await goes.send_str("down CUE")
            await goes.send_str("down OK")
            await stays.send_str("down OK")
            await until(stays, lambda known: known.get("down") == ["CUE", "OK"])
            await goes.close()
            await until(stays, lambda known: known.get("down") == ["OK"])

    play(simulator, story)


GARBAGE = [
    "",
    "  ",
    "nonsense",
    "stall 60000",
    "key A",
    "wait 1000",
    "down FOO",
    "ball 9",
    "{}",
    "{",
    "[" * 5000,
    '{"a": ' * 5000,
    '{"a": 1, "b": 2}',
    '{"nothing": 1}',
    '{"hello": "de"}',
    '{"hello": ["ru"]}',
    '{"take": 16}',
    '{"take": "7"}',
    '{"drop": []}',
    '{"drop": [{"ball": 7, "pocket": 3}]}',
    '{"drop": [{"ball": 7, "pocket": 3, "speed": "fast"}]}',
    '{"drop": [{"ball": true, "pocket": 3, "speed": 2}]}',
    '{"stick": {"key": "OK\\npower off", "on": true}}',
    '{"stick": {"key": "", "on": true}}',
    '{"stick": {"key": "OK", "on": 1}}',
    '{"loose": {"pocket": 3.0, "on": true}}',
    '{"goto": 3}',
    '{"open": "start:A"}',
    '{"open": {"name": "\\ud800", "text": "start:A", "at": 0, "lesson": false}}',
    '{"set": {"name_a": "\\udfff"}}',
    '{"open": {"name": "x", "text": "start:A {", "at": 0, "lesson": false}}',
    '{"open": {"name": "x", "text": "start:A", "at": 2, "lesson": false}}',
    '{"open": {"name": "x", "text": "\\ud800", "at": 0, "lesson": false}}',
    '{"set": {"language": "de"}}',
    '{"set": {"name_a": "\\ud800"}}',
    '{"new": {"handicap_a": "70", "handicap_b": "70"}}',
    '{"new": 5}',
    "\x00\x1b",
    "up OK\npower off",
]


def test_garbage_on_a_socket(shared: Simulator) -> None:
    async def story(session: aiohttp.ClientSession) -> None:
        async with session.ws_connect("/ws") as page:
            await until(page, complete)
            for line in GARBAGE:
                await page.send_str(line)
                await page.send_str("wait 3")
                said = await until(page, lambda known: "refused" in known)
                assert said["refused"] and len(said["refused"]) < 200
            await page.send_str("wait 5")
            await until(page, lambda known: known.get("refused") == "wait: only in scripts")
        for binary in (True, False):
            async with session.ws_connect("/ws") as page:
                await (page.send_bytes(b"\xff" * 100_000) if binary else page.send_str("x" * 100_000))
                while (await page.receive()).type is aiohttp.WSMsgType.TEXT:
                    pass
                assert page.closed
        with socket.create_connection(("127.0.0.1", int(shared.port))) as raw:
            raw.sendall(b"\x16\x03\x01 not HTTP at all\r\n\r\n")
        async with session.ws_connect("/ws") as page:
            assert (await until(page, complete))["power"] is True

    play(shared, story)


STRANGERS = [
    {"Origin": "http://evil.example"},
    {"Origin": "null"},
    {"Origin": "http://127.0.0.1:1"},
    {"Origin": "http://[::1"},
    {"Host": "evil.example"},
    {"Host": "192.168.1.2"},
    {"Host": "[::1"},
]


def test_others_are_not_let_in(shared: Simulator) -> None:
    async def story(session: aiohttp.ClientSession) -> None:
        for headers in STRANGERS:
            for path in ("/", "/game.txt"):
                async with session.get(path, headers=headers) as answer:
                    assert answer.status in (400, 403), headers
            with pytest.raises(aiohttp.WSServerHandshakeError):
                await session.ws_connect("/ws", headers=headers)

    play(shared, story)


def test_the_game_as_files(shared: Simulator) -> None:
    async def story(session: aiohttp.ClientSession) -> None:
        async with session.ws_connect("/ws") as page:
            await until(page, complete)
            async with session.get("/game.txt") as answer:
                assert answer.headers["Content-Disposition"] == 'attachment; filename="game.txt"'
                assert await answer.text() == '[Stalemate "shootout"]\n[Result "*"]\n\n*\n'
            async with session.get("/sheet.txt?lang=en") as answer:
                assert "NOT FINISHED" in await answer.text()
            async with session.get("/sheet.txt?lang=de") as answer:
                assert answer.status == 404

    play(shared, story)


def test_a_record_of_the_greatest_length(simulator: Simulator) -> None:
    """It is shown as a whole, and the game that waits comes back as it was; what is wished meanwhile counts last."""
    text = "start:A " + "c10@3/f1 " * (MOST_EVENTS - 1)

    async def story(session: aiohttp.ClientSession) -> None:
        async with session.ws_connect("/ws") as page:
            await until(page, complete)
            opened = {"name": "long", "text": text, "at": MOST_EVENTS, "lesson": False}
            await page.send_json({"open": opened})
            for at in (3, 2, 1):
                await page.send_json({"goto": at})
            known = await until(page, lambda known: known.get("events") == ["start:A"])
            await page.send_json({"back": True})
            await until(page, lambda known: known.get("shown", 0) is None and known.get("events") == [])
            await page.send_json({"open": opened | {"text": text + " -"}})
            known = await until(page, lambda known: "refused" in known)
            assert known["refused"].endswith(f"more than {MOST_EVENTS} events")

    play(simulator, story)


def test_only_the_page_is_served(shared: Simulator) -> None:
    async def story(session: aiohttp.ClientSession) -> None:
        async with session.get("/") as answer:
            assert answer.status == 200 and "default-src 'self'" in answer.headers["Content-Security-Policy"]
        for path in ("/../server.py", "/%2e%2e/server.py", "/..%2fserver.py", "/nothing.js"):
            async with session.get(path) as answer:
                assert answer.status in (403, 404)
        async with session.post("/") as answer:
            assert answer.status == 405
        own = {"Origin": shared.url.rstrip("/")}
        async with session.ws_connect("/ws", headers=own) as page:
            await until(page, complete)

    play(shared, story)


def test_who_is_let_in() -> None:
    def ask(access: Access, remote: str, host: str, origin: str | None = None) -> bool:
        headers = {} if origin is None else {"Origin": origin}
        return access.refuse(Mock(remote=remote, host=host, headers=headers)) is None

    shy, open_house = Access(everywhere=False), Access(everywhere=True)
    assert ask(shy, "127.0.0.1", "localhost:8071", "http://localhost:8071")
    assert ask(shy, "::1", "[::1]:8071")
    assert not ask(shy, "192.168.1.7", "192.168.1.2:8071")
    assert ask(open_house, "192.168.1.7", "192.168.1.2:8071", "http://192.168.1.2:8071")
    assert ask(open_house, "192.168.1.7", socket.gethostname())
    assert not ask(open_house, "192.168.1.7", "evil.example:8071", "http://evil.example:8071")
    assert not ask(open_house, "192.168.1.7", "192.168.1.2:8071", "http://evil.example")


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
def test_ends_cleanly_and_its_engine_with_it(simulator: Simulator, how: signal.Signals) -> None:
    async def story(session: aiohttp.ClientSession) -> None:
        async with session.ws_connect("/ws") as page:
            await until(page, complete)
            engine = simulator.engine()
            simulator.interrupt(how)
            while (message := await page.receive()).type is aiohttp.WSMsgType.TEXT:
                pass
            assert message.data == aiohttp.WSCloseCode.GOING_AWAY
        assert simulator.end() == (0, "")
        with pytest.raises(ProcessLookupError):
            os.kill(engine, 0)

    play(simulator, story)


def test_an_engine_dies_with_a_killed_server(simulator: Simulator) -> None:
    engine = simulator.engine()
    simulator.process.kill()
    until_s = time.monotonic() + PATIENCE_S
    while is_alive(engine) and time.monotonic() < until_s:
        time.sleep(0.05)
    assert not is_alive(engine)


def is_alive(process: int) -> bool:
    """A process that has ended, and that nobody has asked about yet, is not."""
    shown = subprocess.run(["ps", "-o", "stat=", "-p", str(process)], capture_output=True, text=True).stdout.strip()
    return shown != "" and not shown.startswith("Z")


def test_a_taken_port_gets_one_line(shared: Simulator) -> None:
    second = Simulator("--port", shared.port)
    assert second.greeting == ""
    status, said = second.end()
    assert status == 2
    assert said == f"port {shared.port} cannot be used: Address already in use; --port chooses another\n"


def test_with_host_other_machines_are_let_in() -> None:
    simulator = Simulator("--port", "0", "--host")
    try:
        assert simulator.process.stdout is not None
        assert simulator.process.stdout.readline().startswith("Other machines: http://")
        with socket.create_connection(("127.0.0.2", int(simulator.port))) as raw:
            raw.sendall(f"GET / HTTP/1.0\r\nHost: {socket.gethostname()}\r\n\r\n".encode())
            assert raw.recv(100).startswith(b"HTTP/1.0 200")
    finally:
        assert simulator.end() == (0, "")


def test_on_cpython_it_runs_as_well() -> None:
    simulator = Simulator("--port", "0", "--runtime", "cpython")

    async def story(session: aiohttp.ClientSession) -> None:
        async with session.ws_connect("/ws") as page:
            assert (await until(page, complete))["runtime"].startswith("CPython 3.")

    try:
        play(simulator, story)
    finally:
        assert simulator.end() == (0, "")
