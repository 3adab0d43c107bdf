"""The stream of a seat: the panels that changed, the seat's cursor, and for the referee the number of seats online.

The stream carries nothing else.
All changes since a slow browser's last message go into one message, so nothing piles up. A browser that takes nothing
is cut off, since its connection would never end politely. A stream ends when the link of its seat is renewed.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from contextlib import suppress
from http import HTTPStatus

from litestar.types import Receive, Scope, Send
from msgspec import Struct

from undercroft.faces.http.addresses import household
from undercroft.faces.http.faults import Unserved
from undercroft.faces.web.live.access.links import SignedIn
from undercroft.faces.web.live.access.sign_ins import lasts
from undercroft.kernel.units import SeatId
from undercroft.kernel.wire import shown
from undercroft.server.open_table import OpenTable
from undercroft.table.engine.audience import Told
from undercroft.table.state.seats import REFEREE, SPECTATORS

PING = 15.0
PATIENCE = 10.0
"""Seconds that a browser has to take a message."""

MOST_OF_ONE = 6
"""Streams of one sign-in."""
MOST_OF_A_SEAT = 24
"""Streams of the referee, and of each player: nobody else can take them."""
MOST_SPECTATORS = 1000
"""Streams of all spectators of a table."""
MOST_OF_AN_ADDRESS = 40
"""Streams of the spectators at one address."""

HELLO = b"retry: 2000\n\n"
HERE = b": here\n\n"
BYE = b"event: bye\ndata: {}\nretry: 2000\n\n"
_HEADERS = ((b"content-type", b"text/event-stream"), (b"cache-control", b"no-store"), (b"x-accel-buffering", b"no"))


class StreamPlace(Struct, frozen=True):
    """Where a stream goes: a sign-in, and the household from which it came."""

    who: SignedIn
    household: str
    most_of_an_address: int


class Streams:
    """All streams over HTTP, by table."""

    def __init__(self) -> None:
        self._rooms: dict[str, _TableStreams] = {}
        self.most_of_an_address = MOST_OF_AN_ADDRESS

    def join(
        self, table: OpenTable, who: SignedIn, since: str | None, panels: Sequence[str], scope: Scope
    ) -> SeatStream:
        """A stream of these panels for a seat, from its last cursor; refused if there are too many."""
        if since is not None:
            table.missed(who.seat, since)
        room = self._rooms.get(table.id)
        if room is None or room.table is not table:
            room = self._rooms[table.id] = _TableStreams(table, panels)
        client = scope["client"]
        place = StreamPlace(who, household(client[0]) if client else "", self.most_of_an_address)
        room.check(place)
        state = scope["state"]
        state.get("narrow", _nothing)()
        state.get("vouch", _nothing)()
        return SeatStream(room, place, since, state.get("abort", _nothing), state.get("closing") or asyncio.Event())

    def present(self, table: str) -> int:
        """The number of players' seats online at a table."""
        return self._rooms[table].present if table in self._rooms else 0

    def dismiss(self, table: str) -> None:
        """End every stream of a table."""
        room = self._rooms.pop(table, None)
        for stream in tuple(room.listening) if room is not None else ():
            stream.end()

    def dismiss_owner(self) -> None:
        """End every stream of the server's owner, at every table."""
        for stream in [stream for room in self._rooms.values() for stream in room.listening]:
            if stream.who.edition is None:
                stream.end()

    def count(self, table: str) -> int:
        """The number of streams of a table."""
        return len(self._rooms[table].listening) if table in self._rooms else 0


class _TableStreams:
    """The streams of a table. Each message to a seat is written once for all streams of that seat."""

    def __init__(self, table: OpenTable, panels: Sequence[str]) -> None:
        self.table = table
        self._panels = panels
        self.listening: set[SeatStream] = set()
        self._loop = asyncio.get_running_loop()
        self._ears: dict[SeatId, Callable[[], None]] = {}
        self._seats: dict[SeatId, int] = {}
        self._said: dict[SeatId, tuple[str, bytes]] = {}

    def check(self, place: StreamPlace) -> None:
        """Refuse a stream beyond the limits: of its sign-in, of its seat, or of the spectators."""
        who, others = place.who, [stream.place for stream in self.listening]
        self._refuse(sum(other.who.id == who.id for other in others), MOST_OF_ONE, "this table is open too often")
        own = [other for other in others if other.who.seat == who.seat]
        if who.seat != SPECTATORS:
            self._refuse(len(own), MOST_OF_A_SEAT, "this seat is open too often")
            return
        self._refuse(len(own), MOST_SPECTATORS, "this table has as many spectators as it can have")
        near = sum(other.household == place.household for other in own)
        self._refuse(near, place.most_of_an_address, "too many spectators are at your address")

    @staticmethod
    def _refuse(count: int, limit: int, what: str) -> None:
        if count >= limit:
            status, headers = HTTPStatus.TOO_MANY_REQUESTS, {"retry-after": "10"}
            raise Unserved(status, "too_many_streams", what, "close another window", limit=limit, headers=headers)

    @property
    def present(self) -> int:
        """The number of players' seats online."""
        return len(self._seats)

    def enter(self, stream: SeatStream) -> None:
        """Add a stream, and listen for changes to its seat and for renewed links."""
        self.listening.add(stream)
        self._count(stream.who.seat, 1)
        for seat in {stream.who.seat, REFEREE} - self._ears.keys():
            self._ears[seat] = self.table.listen(seat, self._hear)

    def leave(self, stream: SeatStream) -> None:
        """Remove a stream, and stop listening for a seat without streams."""
        self.listening.discard(stream)
        self._count(stream.who.seat, -1)
        if not any(other.who.seat == stream.who.seat for other in self.listening) and stream.who.seat != REFEREE:
            self._ears.pop(stream.who.seat)()
        if not self.listening:
            self._ears.pop(REFEREE)()

    def _count(self, seat: SeatId, more: int) -> None:
        """Count a player's stream in or out; tell the referee if the number of seats online changes."""
        if seat in (REFEREE, SPECTATORS):
            return
        before = self.present
        self._seats[seat] = self._seats.get(seat, 0) + more
        if not self._seats[seat]:
            del self._seats[seat]
        if self.present != before:
            for stream in self.listening:
                if stream.who.seat == REFEREE:
                    stream.recount()

    def said(self, seat: SeatId) -> bytes:
        """The message that any panel may have changed, with the seat's cursor."""
        cursor = self.table.cursor(seat)
        before = self._said.get(seat)
        if before is None or before[0] != cursor:
            told = shown({"cursor": cursor, "panels": self._panels})
            message = b"id: %b\nevent: changed\ndata: %b\n\n" % (cursor.encode(), told)
            before = self._said[seat] = (cursor, message)
        return before[1]

    def _hear(self, seat: SeatId, _: str, __: tuple[Told, ...]) -> None:
        with suppress(RuntimeError):
            self._loop.call_soon_threadsafe(self._wake, seat)

    def _wake(self, seat: SeatId) -> None:
        """Tell a seat's streams about a change; every act reaches the referee, so check the sign-ins then."""
        for stream in self.listening:
            if stream.who.seat == seat:
                stream.changed()
            if seat == REFEREE and not lasts(self.table, stream.who):
                stream.end()


class SeatStream:
    """The stream of a browser for a seat: an ASGI application that runs until either side leaves."""

    def __init__(
        self,
        room: _TableStreams,
        place: StreamPlace,
        since: str | None,
        abort: Callable[[], None],
        closing: asyncio.Event,
    ) -> None:
        self.place = place
        self.who = place.who
        self._room = room
        self._since = since
        self._abort = abort
        self._closing = closing
        self._woken = asyncio.Event()
        self._news = False
        self._others = False
        self._ended = False

    def changed(self) -> None:
        """Tell the browser to fetch its panels."""
        self._news = True
        self._woken.set()

    def recount(self) -> None:
        """Tell the browser how many seats are online."""
        self._others = True
        self._woken.set()

    def end(self) -> None:
        """End this stream."""
        self._ended = True
        self._woken.set()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:  # noqa: ARG002 - as ASGI calls it
        """Send messages until the server stops, the browser leaves, or the seat's link is renewed."""
        self._room.check(self.place)
        self._room.enter(self)
        over = [asyncio.ensure_future(_gone(receive)), asyncio.ensure_future(self._closing.wait())]
        for task in over:
            task.add_done_callback(lambda _: self.end())
        try:
            await send({"type": "http.response.start", "status": 200, "headers": list(_HEADERS)})
            await self._say(send, HELLO)
            if self._since not in (None, self._room.table.cursor(self.who.seat)):
                self.changed()
            while not self._ended:
                await self._say(send, await self._next())
            await self._say(send, BYE)
            await send({"type": "http.response.body", "body": b"", "more_body": False})
        finally:
            for task in over:
                task.cancel()
            self._room.leave(self)

    async def _next(self) -> bytes:
        """The next message: the changes, or a sign that the stream is alive."""
        with suppress(TimeoutError):
            async with asyncio.timeout(PING):
                await self._woken.wait()
        self._woken.clear()
        if self._ended or not (self._news or self._others):
            return b"" if self._ended else HERE
        counted = b"event: present\ndata: %d\n\n" % self._room.present if self._others else b""
        said = self._room.said(self.who.seat) if self._news else b""
        self._news = self._others = False
        return counted + said

    async def _say(self, send: Send, message: bytes) -> None:
        """Send a message; cut off a browser that does not take it in time."""
        watch = asyncio.get_running_loop().call_later(PATIENCE, self._abort)
        try:
            await send({"type": "http.response.body", "body": message, "more_body": True})
        finally:
            watch.cancel()


async def _gone(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


def _nothing() -> None:
    """Do nothing: there is no connection to end."""
