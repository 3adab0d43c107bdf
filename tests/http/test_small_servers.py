"""The servers beside the tables, of a folder of pages and of figures: nobody can fill them, hold them or slow them."""

import select
import socket
import threading
import time
from collections.abc import Generator, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

import pytest

from undercroft.faces.cli.page_server import PageFolder, page_server
from undercroft.faces.http import small_server
from undercroft.faces.http.addresses import listen
from undercroft.faces.http.watching import Figures, Gauge

ASKED = b"GET / HTTP/1.0\r\nHost: localhost\r\n\r\n"


@contextmanager
def of_pages(folder: Path) -> Generator[int]:
    """The port of a server of pages, one of which is long."""
    (folder / "long.md").write_text("A long page.\n\n" * 50_000, encoding="utf-8")
    listening = listen("127.0.0.1", 0)
    with page_server(PageFolder(str(folder)), listening, {"notes.example"}) as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True)
        thread.start()
        yield listening.getsockname()[1]
        server.shutdown()
        thread.join()


@contextmanager
def of_figures(_: Path) -> Generator[int]:
    """The port of a listener of figures."""
    figures = Figures((Gauge("undercroft_torches", "Torches that burn", lambda: 3.0),))
    stop = figures.listen("127.0.0.1", 0)
    yield figures.port
    stop()


@pytest.fixture(params=[of_pages, of_figures])
def port(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[int]:
    """Each of the two."""
    with request.param(tmp_path) as port:
        yield port


def connected(port: int) -> socket.socket:
    return socket.create_connection(("127.0.0.1", port), timeout=600)


def whole(connection: socket.socket) -> bytes:
    """All that comes until the server hangs up."""
    try:
        return b"".join(iter(lambda: connection.recv(65_536), b""))
    except ConnectionResetError:
        return b""


def answered(port: int) -> bool:
    with connected(port) as connection:
        connection.sendall(ASKED)
        return whole(connection).startswith(b"HTTP/1.0 200 ")


def test_connections_without_end_push_out_the_oldest(port: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Those who say nothing are held four at once, each newcomer is served, and no thread is left over."""
    monkeypatch.setattr(small_server, "MOST_AT_ONCE", 4)
    before = threading.active_count()
    with ExitStack() as stack:
        silent = [stack.enter_context(connected(port)) for _ in range(12)]
        assert answered(port)
        assert [b""] * 8 == [whole(visitor) for visitor in silent[:8]]
        assert threading.active_count() <= before + small_server.MOST_THREADS
        assert answered(port)


def test_there_are_few_threads_however_many_connect(port: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """One that comes when all are at work is cut, and asks again."""
    monkeypatch.setattr(small_server, "MOST_THREADS", 3)
    with ExitStack() as stack:
        held = [stack.enter_context(connected(port)) for _ in range(3)]
        assert not answered(port)
        for visitor in held:
            visitor.sendall(ASKED)
            assert whole(visitor).startswith(b"HTTP/1.0 200 ")
        while not answered(port):  # the threads of those are about to end
            time.sleep(0.01)


def test_a_head_that_never_ends_is_cut(port: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Though more of it keeps coming."""
    monkeypatch.setattr(small_server, "PATIENCE", 0.1)
    with connected(port) as dribbling:
        dribbling.settimeout(0.01)
        dribbling.sendall(b"GET / HTTP/1.0\r\nX: ")
        over = False
        while not over:
            try:
                dribbling.sendall(b"x")
                over = dribbling.recv(1) == b""
            except TimeoutError:
                continue
            except OSError:
                over = True
    monkeypatch.undo()
    assert answered(port)


@pytest.mark.parametrize("line", [b"X: %s\r\n" % (b"a" * 6000), b"X: %s\r\n" % (b"a" * 60_000)])
def test_a_head_that_is_too_big_is_not_kept(port: int, line: bytes) -> None:
    """Many connections could fill the memory with the heads that they send: each is read as far as 16 KiB."""
    with connected(port) as connection:
        with suppress(BrokenPipeError, ConnectionResetError):
            connection.sendall(b"GET / HTTP/1.0\r\nHost: localhost\r\n" + 3 * line + b"\r\n")
        assert b" 200 " not in whole(connection)[:20]
    assert answered(port)


def test_a_reader_who_never_reads_is_cut(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The rest of the answer is not kept for them."""
    with of_pages(tmp_path) as port, socket.socket() as deaf:
        monkeypatch.setattr(small_server, "PATIENCE", 0.1)
        deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        deaf.connect(("127.0.0.1", port))
        deaf.sendall(b"GET /long.md HTTP/1.0\r\nHost: localhost\r\n\r\n")
        select.select([deaf], [], [])
        while any("process_request_thread" in thread.name for thread in threading.enumerate()):
            time.sleep(0.01)
        monkeypatch.undo()
        assert answered(port)
