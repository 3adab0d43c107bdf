"""The server: uvicorn, made to drop slow clients and to stop when told."""

import asyncio
import contextlib
import gc
import logging
import re
import secrets
import signal
import socket
import sys
import threading
from collections.abc import Callable, Generator
from functools import partial
from http import HTTPStatus
from types import FrameType
from typing import cast

import h11
import uvicorn
from litestar.types import ASGIApp
from uvicorn.protocols.http.h11_impl import H11Protocol, RequestResponseCycle

from undercroft.faces.http.addresses import household
from undercroft.faces.http.connections import MOST_BUFFERED, MOST_HEAD, Connections, wait_for_nobody
from undercroft.faces.http.faults import Unserved, head_too_big, problem_of
from undercroft.faces.http.guard import Guard
from undercroft.faces.http.replies import PROBLEM
from undercroft.kernel.wire import shown

HEAD_PATIENCE = 10.0
"""Seconds within which the head of a request must arrive."""

MOST_REST = 65_536
"""Bytes of a body that nobody reads which are thrown away after the answer. More is left unread until the connection is
cut: a client, or a proxy, that is still sending gets to read its answer first."""

READER_PATIENCE = 10.0
"""Seconds within which a client must read more of its answer."""

LEAST_READ = 65_536
"""Bytes that it must read in that time, or all that is left."""

MOST_UNSENT = 65_536
"""Bytes of a stream that may wait in the machine's buffers."""

MOST_FILES = 16_384
"""Files and connections that the server may have open at once, if the system allows as many."""

NEWCOMERS = 8
"""Connections that are taken between other tasks: a crowd of them delays nobody who is connected."""
TAKING = 4
"""Rounds of the event loop, at most, from hearing of a connection to having it."""
QUEUED = 2048
"""Connections that wait in the system until they are taken."""

GRACE = 2
"""Seconds for requests to finish when the server stops; streams are told at once."""

_UNCLEAR = re.compile(rb"(?<!\r)\n|(?<=\n)[ \t]")
"""In a head: a line ending that other servers may not accept, or a folded line."""

MOST_NEW = 50_000
"""New objects after which the garbage collector looks at them: a drawing makes many, and hardly any in circles."""

TURN = 0.0005
"""Seconds that other threads may keep the event loop waiting, which has short tasks and many answers."""


class StrictReader(h11.Connection):
    """Reads requests; refuses a head that other servers may read in another way, wherever in the bytes it begins."""

    def next_event(self) -> h11.Event | type[h11.NEED_DATA] | type[h11.PAUSED]:
        """The next part of a request."""
        if self.their_state is h11.IDLE and _UNCLEAR.search(self.trailing_data[0].partition(b"\r\n\r\n")[0]):
            raise h11.RemoteProtocolError("a head with unclear line endings")
        return super().next_event()


class Connection(H11Protocol):
    """One connection. Handlers find `abort` in the scope's state; it hangs up even on a client that never reads."""

    among: Connections
    """Everybody who is connected to the same server."""
    _head: asyncio.TimerHandle | None = None
    _reader: asyncio.TimerHandle | None = None
    _unread = 0
    """The bytes that waited to be read when the watch was set."""
    _household = ""
    _unread_by: RequestResponseCycle | None = None
    """The request that was answered before all of its body came."""
    _rest = 0
    """How much more of that body may come."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Start waiting for the first request. Answers go out in small pieces without delay."""
        super().connection_made(transport)
        self.conn = StrictReader(h11.SERVER, MOST_HEAD)
        connected = transport.get_extra_info("socket")
        connected.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        connected.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, MOST_BUFFERED)
        self.app_state = {
            **self.app_state,
            "abort": self.cut,
            "narrow": partial(_narrow, transport),
            "vouch": self._vouch,
        }
        self._household = household(self.client[0]) if self.client else ""
        if self._household not in self.among.proxies and self.among.arrivals.take(self._household):
            self.cut()
            return
        self.among.strangers.add(self._household, self)
        self._mind_the_head()

    def cut(self) -> None:
        """Hang up at once; the system too forgets what was not read."""
        wait_for_nobody(self.transport.get_extra_info("socket"))
        self.transport.abort()

    def _vouch(self) -> None:
        """Note that a request on this connection came from a seat."""
        self.among.strangers.remove(self._household, self)

    def data_received(self, data: bytes) -> None:
        """Take more of a request."""
        if self._throws_away:
            self._rest -= len(data)
        if self._rest < 0:
            self.flow.pause_reading()
            return
        super().data_received(data)
        self._mind_the_head()

    @property
    def _throws_away(self) -> bool:
        """Whether what comes now is the rest of a body whose request was answered without it."""
        return self.conn.their_state is h11.SEND_BODY and self.cycle is self._unread_by

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop waiting."""
        self._stop_minding()
        self._stop_watching()
        self.among.strangers.remove(self._household, self)
        super().connection_lost(exc)

    def pause_writing(self) -> None:
        """Watch a client that does not read as fast as it is answered."""
        super().pause_writing()
        self._watch()

    def on_response_complete(self) -> None:
        """Watch a client until it has read its answer; the rest of a body that nobody reads is not waited for long."""
        unfinished = self.conn.their_state is h11.SEND_BODY
        super().on_response_complete()
        if unfinished:
            self._unread_by, self._rest = self.cycle, MOST_REST
            self._head = self._head or self.loop.call_later(HEAD_PATIENCE, self.cut)
        self._watch()

    def timeout_keep_alive_handler(self) -> None:
        """Close an idle connection, even if its client never reads."""
        super().timeout_keep_alive_handler()
        self._watch()

    def _watch(self) -> None:
        """Cut the connection if its client does not go on reading what waits for it now."""
        left = self.transport.get_write_buffer_size()
        if self._reader is not None:
            self._reader.cancel()
        if left:
            self._unread = left
            self._reader = self.loop.call_later(READER_PATIENCE, self._look_again)
            self.among.unread.add(self._household, self)

    def _look_again(self) -> None:
        read = self._unread - self.transport.get_write_buffer_size()
        self._stop_watching()
        if read < min(LEAST_READ, self._unread):
            self.cut()
        else:
            self._watch()

    def _stop_watching(self) -> None:
        self.among.unread.remove(self._household, self)
        if self._reader is not None:
            self._reader.cancel()
            self._reader = None

    def send_400_response(self, msg: str) -> None:  # noqa: ARG002 - as uvicorn calls it
        """Answer a malformed or oversized request in the form of all our faults, then hang up."""
        cycle = cast("RequestResponseCycle | None", self.cycle)
        if cycle is not None:
            cycle.disconnected = True
        if self.conn.our_state in (h11.IDLE, h11.SEND_RESPONSE):
            self._send(_unserved(sys.exception()))
        self.transport.close()
        self._watch()

    def _send(self, fault: Unserved) -> None:
        body = shown(problem_of(fault, secrets.token_hex(8)))
        headers = [("content-type", PROBLEM), ("content-length", str(len(body))), ("connection", "close")]
        for event in (
            h11.Response(status_code=fault.status, headers=headers, reason=fault.status.phrase.encode()),
            h11.Data(data=body),
            h11.EndOfMessage(),
        ):
            self.transport.write(self.conn.send(event) or b"")

    def _mind_the_head(self) -> None:
        """Limit the time that a request, once begun, or the first request, has to send its head."""
        if self.conn.their_state is not h11.IDLE and not self._throws_away:
            self._stop_minding()
        elif self._head is None:
            self._head = self.loop.call_later(HEAD_PATIENCE, self.cut)

    def _stop_minding(self) -> None:
        if self._head is not None:
            self._head.cancel()
            self._head = None


def _narrow(transport: asyncio.Transport) -> None:
    """Keep the send buffer small, so that a client that does not read is noticed sooner."""
    transport.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, MOST_UNSENT)


def _unserved(fault: BaseException | None) -> Unserved:
    hint = fault.error_status_hint if isinstance(fault, h11.RemoteProtocolError) else HTTPStatus.BAD_REQUEST
    if hint == HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE:
        return head_too_big()
    return Unserved(HTTPStatus.BAD_REQUEST, "bad_http", "this is not HTTP", "speak HTTP/1.1")


class Server(uvicorn.Server):
    """Stops when told, or on a signal. Streams find `closing` in the scope's state, and say goodbye."""

    def __init__(self, app: ASGIApp) -> None:
        self.closing = asyncio.Event()
        self.among = Connections()
        self.among.proxies = app.proxies if isinstance(app, Guard) else frozenset()
        closing, connections = self.closing, self.among

        class Known(Connection):
            """A connection whose handlers know when the server stops."""

            among = connections

            def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
                super().connection_made(transport)
                self.app_state["closing"] = closing

        super().__init__(
            uvicorn.Config(
                app,
                http=Known,
                ws="none",
                lifespan="on",
                log_config=None,
                access_log=False,
                proxy_headers=False,
                server_header=False,
                h11_max_incomplete_event_size=MOST_HEAD,
                backlog=NEWCOMERS,
                timeout_graceful_shutdown=GRACE,
            )
        )
        self._loop: asyncio.AbstractEventLoop | None = None

    async def serve(self, sockets: list[socket.socket] | None = None) -> None:
        """Answer requests until told to stop."""
        self._loop = asyncio.get_running_loop()
        await super().serve(sockets)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Take few connections at a time, though many may wait in the system."""
        await super().startup(sockets)
        for each in sockets or ():
            each.listen(QUEUED)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Stop listening, let requests finish, and hang up on all who are still connected.

        Python forgets a connection that is being taken when the door closes, without hanging up: a browser would wait
        on it for ever, also for the next server at this address. So those are taken before.
        """
        loop = asyncio.get_running_loop()
        for listening in sockets or ():
            with contextlib.suppress(NotImplementedError):  # as on Windows
                loop.remove_reader(listening)
        for _ in range(TAKING):
            await asyncio.sleep(0)
        await super().shutdown(sockets)
        for connection in tuple(self.server_state.connections):
            cast("Connection", connection).cut()
        await asyncio.sleep(0)

    def leave(self) -> None:
        """Stop listening, let requests finish, and stop; callable from any thread."""
        self.should_exit = True
        if self._loop is not None:
            self._loop.call_soon_threadsafe(self.closing.set)

    @contextlib.contextmanager
    def capture_signals(self) -> Generator[None, None, None]:
        """Stop on a signal; a second signal ends the server at once."""
        if threading.current_thread() is not threading.main_thread():
            yield
            return
        before = {number: signal.signal(number, self.handle_exit) for number in (signal.SIGINT, signal.SIGTERM)}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:  # noqa: ARG002 - as signals are handled
        """Handle a signal."""
        self.force_exit = self.should_exit
        self.leave()


def run(app: ASGIApp, listening: socket.socket, tell: Callable[[Callable[[], None]], None]) -> None:
    """Serve until told to stop; everything loaded so far stays, so the garbage collector skips it.

    `tell` is given what stops the server, callable from any thread.
    """
    gc.freeze()
    gc.set_threshold(MOST_NEW, *gc.get_threshold()[1:])
    logging.getLogger("uvicorn").setLevel(logging.CRITICAL)
    sys.setswitchinterval(TURN)
    server = Server(app)
    server.among.most_files = most_files()
    tell(server.leave)
    server.run([listening])


def most_files() -> int:
    """Ask the system for as many files and connections as it allows, and return how many; Windows has no such limit."""
    if sys.platform == "win32":
        return MOST_FILES
    import resource

    before, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST_FILES if most == resource.RLIM_INFINITY else min(MOST_FILES, most)
    if before != resource.RLIM_INFINITY and before < wanted:
        with contextlib.suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, most))
    found, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return MOST_FILES if found == resource.RLIM_INFINITY else found
