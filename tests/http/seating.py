"""A live table on a real port, and the people at it: each with a client that followed that seat's link."""

import math
import socket
from collections.abc import Callable, Generator, Iterator
from contextlib import ExitStack, contextmanager
from typing import Any
from urllib.parse import urlsplit

import httpx

from tests.browser.chapel import begin
from tests.serving import UNHURRIED, same_dice, serving, speaking
from undercroft.faces.http.guard import Settings
from undercroft.faces.web.live.access.links import cookie_name
from undercroft.faces.web.live.access.lobby import Lobby
from undercroft.kernel.units import SeatId
from undercroft.server.open_table import OpenTable
from undercroft.store.log import StoredPicture
from undercroft.store.memory import MemoryStore
from undercroft.table.state.seats import REFEREE, SPECTATORS
from undercroft.table.world.campaign_start import Begin

TABLE = "chapel"
SECRET = b"for the tests only, nothing else"
PRIYA, DAN, SAM = SeatId("priya"), SeatId("dan"), SeatId("sam")
PLAYERS = (PRIYA, DAN, SAM)
EVERYBODY = (REFEREE, *PLAYERS, SPECTATORS)


MOST_SIGNS = 60
"""Signs of life on a stream, some seconds apart, after which a message is no longer waited for."""


class Stream:
    """One stream, read line by line as a browser would."""

    def __init__(self, answer: httpx.Response) -> None:
        self.answer = answer
        self._lines = answer.iter_lines()
        self.raw = ""

    def messages(self, most_signs: float = math.inf) -> Iterator[dict[str, str]]:
        """Every message that has anything in it; after too many signs of life nothing more is waited for."""
        message: dict[str, str] = {}
        signs = 0
        for line in self._lines:
            self.raw += f"{line}\n"
            signs += line.startswith(":") or line == "event: here"
            assert signs < most_signs, "nothing but signs of life"
            if not line and message:
                yield message
                message = {}
            elif line and not line.startswith(":"):
                name, _, value = line.partition(": ")
                message[name] = value

    def until(self, event: str) -> dict[str, str]:
        """The next message of that kind."""
        return next(message for message in self.messages(MOST_SIGNS) if message.get("event") == event)


class Room:
    """The server with its table."""

    def __init__(self, address: str, lobby: Lobby, leaving: ExitStack, stack: ExitStack) -> None:
        self.address = address
        self.lobby = lobby
        self._leaving = leaving
        self._stack = stack
        self._acts = 0
        self.named: Callable[[Any], Any] = lambda command: command
        """A command with the ids that this table's campaign has."""

    def close(self) -> None:
        """The server leaves, before anybody hangs up."""
        self._leaving.close()

    @property
    def table(self) -> OpenTable:
        """The table itself."""
        return self.lobby.open(TABLE)

    def link(self, seat: SeatId) -> str:
        """The path of a seat's link as it stands."""
        return f"/join/{TABLE}/{self.lobby.keys(TABLE).link(seat, self.lobby.editions(self.table)[seat])}"

    def visitor(self, **more: Any) -> httpx.Client:
        """Someone without a seat."""
        return self._stack.enter_context(speaking(self.address, **more))

    def sit(self, seat: SeatId = REFEREE, **more: Any) -> httpx.Client:
        """Someone who followed that seat's link."""
        client = self.visitor(**more)
        assert 303 == client.get(self.link(seat)).status_code
        return client

    def act(self, command: Any, seat: SeatId = REFEREE) -> Any:
        """Something happens at the table without HTTP, named by the campaign's own ids."""
        self._acts += 1
        command = self.named(command)
        return self.table.act(seat, self.table.as_known(seat, command), key=f"test-{self._acts}")

    def cookie(self, client: httpx.Client) -> str:
        """The cookie by which someone sits here."""
        return client.cookies[cookie_name(TABLE)]

    @contextmanager
    def stream(self, client: httpx.Client, **headers: str) -> Generator[Stream, None, None]:
        """The stream of someone's seat."""
        with client.stream("GET", f"/t/{TABLE}/stream", headers=headers) as answer:
            yield Stream(answer)

    def deaf(self, client: httpx.Client) -> socket.socket:
        """A connection that has asked for the stream and reads nothing."""
        at = urlsplit(self.address)
        connection = self._stack.enter_context(socket.socket())
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        connection.connect((at.hostname or "", at.port or 0))
        cookie = f"{cookie_name(TABLE)}={self.cookie(client)}"
        connection.sendall(f"GET /t/{TABLE}/stream HTTP/1.1\r\nHost: {at.netloc}\r\nCookie: {cookie}\r\n\r\n".encode())
        return connection


def give(client: httpx.Client, command: dict[str, Any], key: str = "one", **more: Any) -> httpx.Response:
    """A command over HTTP."""
    return client.post(f"/api/tables/{TABLE}/commands", json={"command": command, "key": key, **more})


@contextmanager
def room(
    opening: Begin | None = None,
    settings: Settings = UNHURRIED,
    secret: bytes | None = None,
    pictures: tuple[StoredPicture, ...] = (),
) -> Generator[Room, None, None]:
    """A table that is open meanwhile; its dice are the same each time, others if its secret is given."""
    lobby = Lobby(MemoryStore(), SECRET)
    thrown = same_dice if secret is None else lambda _: secret
    lobby.tables.begin(TABLE, opening or begin(), secret=thrown, pictures=pictures)
    with ExitStack() as leaving, ExitStack() as stack:
        yield Room(leaving.enter_context(serving(settings, lobby=lobby)), lobby, leaving, stack)
    lobby.close()
