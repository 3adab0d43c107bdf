"""A small server beside the tables, for pages or figures: few connections at once, one request each, cut when slow."""

import socket
import time
from contextlib import suppress
from http.client import LineTooLong
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from io import BufferedReader
from threading import Lock
from typing import Any

from undercroft.faces.http.addresses import household
from undercroft.faces.http.connections import MOST_BUFFERED, MOST_HEAD, Crowd, wait_for_nobody

MOST_AT_ONCE = 32
"""Connections at once, each in a thread of its own; after that, the household with the most loses its oldest."""
PATIENCE = 20.0
"""Seconds in which a client asks and reads its whole answer."""
MOST_THREADS = 2 * MOST_AT_ONCE
"""Threads at once: those of connections that were cut may still be at work."""


class _Held:
    """A connection that is being answered."""

    def __init__(self, connected: socket.socket, household: str) -> None:
        self._connected = connected
        self.household = household
        self.until = time.monotonic() + PATIENCE

    def cut(self) -> None:
        """Hang up at once: its thread finds that out, and ends."""
        wait_for_nobody(self._connected)
        with suppress(OSError):
            self._connected.shutdown(socket.SHUT_RDWR)


class _Head(BufferedReader):
    """The head of a request, read no further than it may be long."""

    _left = MOST_HEAD

    def readline(self, size: int | None = -1, /) -> bytes:
        """The next line; the parser answers 431 where there is too much."""
        line = super().readline(min(self._left + 1, MOST_HEAD if size is None or size < 0 else size))
        self._left -= len(line)
        if self._left < 0:
            raise LineTooLong("head")
        return line


class _BriefHandler(BaseHTTPRequestHandler):
    """Answers requests whose head is short: the parser alone would keep megabytes of it."""

    def setup(self) -> None:
        """Read through a reader of our own."""
        super().setup()
        self.rfile.close()
        self.rfile = _Head(self.connection.makefile("rb", buffering=0))


class SmallServer(ThreadingHTTPServer):
    """Answers requests on a socket that listens, each in a thread, of which there are few."""

    daemon_threads = True

    def __init__(self, listening: socket.socket, handler: type[BaseHTTPRequestHandler]) -> None:
        brief = type(handler.__name__, (_BriefHandler, handler), {})
        super().__init__(listening.getsockname()[:2], brief, bind_and_activate=False)
        self.socket.close()
        self.socket = listening
        self._held: dict[Any, _Held] = {}
        self._crowd = Crowd(lambda: MOST_AT_ONCE)
        self._turn = Lock()

    def process_request(self, request: Any, client_address: Any) -> None:
        """Answer in a thread; one too many costs the largest household its oldest connection."""
        held = _Held(request, household(str(client_address[0])))
        with self._turn:
            if len(self._held) < MOST_THREADS:
                self._held[request] = held
                self._crowd.add(held.household, held)
        if request in self._held:
            request.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, MOST_BUFFERED)
            super().process_request(request, client_address)
        else:
            self.shutdown_request(request)

    def shutdown_request(self, request: Any) -> None:
        """A connection is over."""
        with self._turn:
            held = self._held.pop(request, None)
            if held is not None:
                self._crowd.remove(held.household, held)
        super().shutdown_request(request)

    def service_actions(self) -> None:
        """Cut those who took too long, while the server waits for others."""
        now = time.monotonic()
        with self._turn:
            late = [held for held in self._held.values() if held.until < now]
        for held in late:
            held.cut()

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Say nothing: the client was cut, which is not our fault."""
