"""The server itself: starting, leaving, and letting go of a client who is too slow."""

import asyncio
import json
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Awaitable, Callable, Generator
from contextlib import ExitStack, contextmanager, suppress
from itertools import pairwise
from typing import Any
from urllib.parse import urlsplit

import pytest
from litestar.types import ASGIApp

from tests.serving import UNHURRIED, serving, speaking
from undercroft.faces.http import runner
from undercroft.faces.http.addresses import listen
from undercroft.faces.http.runner import Server
from undercroft.faces.website import site

COMMAND = [sys.executable, "-c", "from undercroft.faces.cli import main; main()", "serve", "--json", "--port"]


@contextmanager
def started(port: str = "0") -> Generator[tuple[subprocess.Popen[str], str], None, None]:
    """`undercroft serve` as a process of its own, and where it says it is."""
    with subprocess.Popen([*COMMAND, port], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout
        try:
            yield process, json.loads(process.stdout.readline())["addresses"][0]
        finally:
            process.kill()


@pytest.mark.parametrize("told", [signal.SIGTERM, signal.SIGINT])
def test_it_leaves_when_told(told: signal.Signals) -> None:
    """Exit code 0, nothing on stderr, though a connection is open."""
    with started() as (process, address), speaking(address) as client:
        assert 200 == client.get("/healthz").status_code
        process.send_signal(told)
        assert (0, "") == (process.wait(), process.stderr.read() if process.stderr else "")


def test_a_port_that_is_taken() -> None:
    """Exit code 6, and it says so."""
    with socket.create_server(("127.0.0.1", 0)) as taken:
        ran = subprocess.run([*COMMAND, str(taken.getsockname()[1])], capture_output=True, text=True, check=False)
    assert (6, "port_in_use") == (ran.returncode, json.loads(ran.stdout)["error"]["code"])


@pytest.mark.parametrize("port", ["abc", "-1", "70000", "65536", "1e3", "\u0663", ""])
def test_what_is_no_port(port: str, undercroft) -> None:
    """Exit code 2."""
    ran = undercroft("serve", "--json", "--port", port)
    assert (2, "bad_port") == (ran.code, ran.json["error"]["code"])


@pytest.mark.parametrize("host", ["192.0.2.1", "nowhere.invalid", "a b"])
def test_what_is_no_address_of_this_machine(host: str, undercroft) -> None:
    """Exit code 2."""
    ran = undercroft("serve", "--json", "--host", host, "--port", "0")
    assert (2, "bad_host") == (ran.code, ran.json["error"]["code"])


def test_a_head_that_never_ends_is_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    """So is a connection on which nothing comes, and one where a second request stays half sent."""
    with serving() as address:
        at = urlsplit(address)
        whole = f"GET /healthz HTTP/1.1\r\nHost: {at.netloc}\r\n\r\n".encode()
        for first, then in ((b"", b""), (b"", whole[:20]), (whole, whole[:20])):
            monkeypatch.setattr(runner, "HEAD_PATIENCE", 600.0 if first else 0.2)
            with socket.create_connection((at.hostname or "", at.port or 0), timeout=600) as connection:
                connection.sendall(first)
                assert b"" == first or connection.recv(65_536).startswith(b"HTTP/1.1 200 ")
                monkeypatch.setattr(runner, "HEAD_PATIENCE", 0.2)
                with suppress(BrokenPipeError, ConnectionResetError):
                    connection.sendall(then)
                assert _is_cut(connection)


def _is_cut(connection: socket.socket) -> bool:
    """Read to the end; True if the other side hung up, politely or not."""
    try:
        while connection.recv(65_536):
            pass
    except ConnectionResetError:
        return True
    return True


def test_the_web_stays_away_until_it_is_served() -> None:
    """The other commands import neither Litestar nor uvicorn nor Jinja2."""
    script = (
        "import sys; from undercroft.faces.cli.command_line import run\n"
        "for command in ('roll 2d6', 'rules hazard', 'odds 2d6'): run(command.split())\n"
        "print([name for name in ('litestar', 'uvicorn', 'jinja2', 'nh3', 'segno') if name in sys.modules])"
    )
    out = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True).stdout
    assert "[]" == out.splitlines()[-1]


@contextmanager
def running(app) -> Generator[tuple[str, int], None, None]:
    """A bare application, served; where it listens."""
    server = Server(app)
    with listen("127.0.0.1", 0) as listening:
        thread = threading.Thread(target=server.run, args=([listening],), daemon=True)
        thread.start()
        while not server.started:
            time.sleep(0.005)
        try:
            yield listening.getsockname()
        finally:
            server.leave()
            thread.join()


def stream(until: Callable[[Any], Awaitable[object]], end: bytes = b"bye\n") -> Any:
    """An application that begins an answer, waits for something, and ends it."""

    async def app(scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] == "http":
            await send({"type": "http.response.start", "status": 200, "headers": []})
            await send({"type": "http.response.body", "body": b"open\n", "more_body": True})
            await until(scope["state"])
            await send({"type": "http.response.body", "body": end, "more_body": False})
        else:
            await receive()
            await send({"type": "lifespan.startup.complete"})
            await receive()
            await send({"type": "lifespan.shutdown.complete"})

    return app


def test_a_stream_hears_that_the_server_leaves() -> None:
    """It can say goodbye, and the server need not wait for it."""
    with socket.socket() as connection:
        with running(stream(lambda state: state["closing"].wait())) as at:
            connection.connect(at)
            connection.settimeout(60)
            connection.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
            heard = b""
            while b"open" not in heard:
                heard += connection.recv(65_536)
        assert b"bye\n" in connection.recv(65_536)


def test_nobody_stays_connected_to_a_server_that_left(monkeypatch: pytest.MonkeyPatch) -> None:
    """Those who do not read their answer are hung up on, and a connection that is being taken as the door closes."""
    closes = Server.shutdown
    unread, late = socket.socket(), socket.socket()

    async def closing(self: Server, sockets: list[socket.socket] | None = None) -> None:
        late.connect(at)
        await asyncio.sleep(0)  # the loop hears of the connection,
        await asyncio.sleep(0)  # and begins to take it
        await closes(self, sockets)

    async def much(_: Any) -> None:
        begun.set()

    begun = threading.Event()
    monkeypatch.setattr(Server, "shutdown", closing)
    monkeypatch.setattr(runner, "GRACE", 0)
    with unread, late:
        with running(stream(much, b"more\n" * 1_000_000)) as at:
            unread.connect(at)
            unread.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
            assert begun.wait(60)
        for connection in (unread, late):
            connection.settimeout(60)
            with suppress(ConnectionResetError):
                while connection.recv(65_536):
                    pass


def test_a_handler_can_cut_a_person_who_does_not_read() -> None:
    """`abort` ends the connection at once, whatever still waits to be read."""

    async def cut(state: Any) -> None:
        state["abort"]()

    with running(stream(cut)) as at, socket.create_connection(at, timeout=600) as connection:
        connection.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
        assert _is_cut(connection)


class Counted(Server):
    """A server that counts its strangers before and after every run of the tasks of its loop."""

    def __init__(self, app: ASGIApp) -> None:
        super().__init__(app)
        self.free, self.counts = threading.Event(), list[int]()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to count."""
        await super().startup(sockets)
        asyncio.get_running_loop().call_soon(self._count)

    def _count(self) -> None:
        if not self.counts:
            self.free.wait()
        self.counts.append(len(self.among.strangers))
        if not self.closing.is_set():
            asyncio.get_running_loop().call_soon(self._count)


def test_a_crowd_that_connects_at_once_is_let_in_little_by_little() -> None:
    """A request on a line that is open waits for a few new ones, and not for the whole crowd."""
    with listen("127.0.0.1", 0) as listening, ExitStack() as crowd:
        server = Counted(site(UNHURRIED))
        thread = threading.Thread(target=server.run, args=([listening],))
        thread.start()
        for _ in range(100):
            crowd.enter_context(socket.create_connection(listening.getsockname()[:2], timeout=600))
        server.free.set()
        while server.counts[-1:] != [100]:
            time.sleep(0.001)
        server.leave()
        thread.join()
        assert max(after - before for before, after in pairwise(server.counts)) <= runner.NEWCOMERS
