"""Large bodies: of one who sends many at once one is read at a time, so that nobody fills the memory."""

import select
import socket
from contextlib import ExitStack
from urllib.parse import urlsplit

import pytest

from tests.http.hosting import Host, hosting
from undercroft.faces.http import bodies
from undercroft.faces.http.lanes import UPLOADS

SIZE = 2000


def begun(host: Host, stack: ExitStack, cookies: str) -> socket.socket:
    """The head of a request with a large file."""
    at = urlsplit(host.address)
    lines = ("POST /api/tables/file HTTP/1.1", f"Host: {at.netloc}", f"Cookie: {cookies}", f"Content-Length: {SIZE}")
    connection = stack.enter_context(socket.create_connection((at.hostname or "", at.port or 0), timeout=600))
    connection.sendall("\r\n".join((*lines, "", "")).encode())
    return connection


def test_large_bodies_of_one_are_read_in_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    """One too many is refused, and the others are answered one after the other; then there is room again."""
    monkeypatch.setattr(bodies, "LARGE", SIZE - 1)
    with hosting() as host, ExitStack() as stack:
        owner = host.owner()
        cookies = "; ".join(f"{name}={value}" for name, value in owner.cookies.items())
        sent = [begun(host, stack, cookies) for _ in range(UPLOADS.each + 1)]
        refused, _, _ = select.select(sent, [], [])
        assert [b"HTTP/1.1 429 "] == [sender.recv(13) for sender in refused]
        waiting = [sender for sender in sent if sender not in refused]
        for sender in waiting:
            sender.sendall(bytes(SIZE))
        assert [b"HTTP/1.1 422 "] * UPLOADS.each == [sender.recv(13) for sender in waiting]
        assert 422 == owner.post("/api/tables/file", content=bytes(SIZE)).status_code


def test_small_bodies_wait_for_no_large_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """Though all of the large ones are on their way."""
    monkeypatch.setattr(bodies, "LARGE", SIZE - 1)
    with hosting() as host, ExitStack() as stack:
        owner = host.owner()
        cookies = "; ".join(f"{name}={value}" for name, value in owner.cookies.items())
        sent = [begun(host, stack, cookies) for _ in range(UPLOADS.each + 1)]
        select.select(sent, [], [])
        assert 422 == owner.post("/api/tables/file", content=bytes(SIZE - 1)).status_code
