"""A server for all tests of a process, and ways to speak to it."""

import socket
from collections.abc import Callable, Iterator
from urllib.parse import urlsplit

import httpx
import pytest

from tests.faces.commandline import CommandLine
from tests.serving import serving, speaking


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
