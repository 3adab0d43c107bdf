"""A server for all tests of a process, and ways to speak to it."""

import asyncio
import socket
import threading
from collections.abc import Callable, Iterator
from functools import wraps
from typing import Any
from urllib.parse import urlsplit

import httpx
import pytest

from tests.faces.commandline import CommandLine
from tests.serving import serving, speaking
from undercroft.faces.http.lanes import BRIEF
from undercroft.kernel import strict
from undercroft.store.memory import MemoryStore


@pytest.fixture(scope="session", autouse=True)
def no_waiting_in_the_event_loop() -> Iterator[None]:
    """A store may wait for a disk or a database: a question to it in the event loop would stop every request."""
    with pytest.MonkeyPatch.context() as patch:
        for name in ASKED:
            patch.setattr(MemoryStore, name, _beside(getattr(MemoryStore, name)))
        yield


ASKED = (
    "tables",
    "table",
    "version",
    "head",
    "secret",
    "append",
    "recall",
    "read",
    "picture",
    "rename",
    "remove",
    "ready",
)


def _beside(method: Callable[..., Any]) -> Callable[..., Any]:
    @wraps(method)
    def asked(*args: Any, **more: Any) -> Any:
        assert not _in_the_event_loop(), f"the store was asked for {method.__name__} in the event loop"
        return method(*args, **more)

    return asked


def _in_the_event_loop() -> bool:
    """Whether this is the loop of a server. They run in threads; the loop of the main thread is a browser's."""
    return threading.current_thread() is not threading.main_thread() and asyncio._get_running_loop() is not None


@pytest.fixture(scope="session", autouse=True)
def no_long_reading_in_the_event_loop() -> Iterator[None]:
    """What is sent is read strictly, which takes long for long texts: a few senders would stop every request."""
    decoded = vars(strict)["_decoded"]

    def read(raw: bytes | str) -> str:
        assert len(raw) <= BRIEF or not _in_the_event_loop(), "a long text was read in the event loop"
        return str(decoded(raw))

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(strict, "_decoded", read)
        yield


@pytest.fixture(scope="session")
def address() -> Iterator[str]:
    """Where the server listens."""
    with serving() as at:
        yield at


@pytest.fixture(scope="session")
def client(address: str) -> Iterator[httpx.Client]:
    """A client of that server."""
    with speaking(address) as client:
        yield client


@pytest.fixture
def raw(address: str) -> Callable[[bytes], bytes]:
    """Sends bytes as they are and returns all that comes back until the server hangs up."""

    def exchange(sent: bytes) -> bytes:
        at = urlsplit(address)
        with socket.create_connection((at.hostname or "", at.port or 0), timeout=600) as connection:
            connection.sendall(sent)
            received = b""
            while chunk := connection.recv(65_536):
                received += chunk
            return received

    return exchange


@pytest.fixture
def undercroft(capsys: pytest.CaptureFixture[str]) -> CommandLine:
    """Run a command."""
    return CommandLine(capsys)
