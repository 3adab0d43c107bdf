"""The stream of a seat: which panels changed, where the seat stands now, and for the referee how many seats listen.

Nothing else ever goes down it.
What changed while a browser was slow is told in one message, so nothing piles up; a browser that takes nothing at all
is cut off, since its connection would never end politely. A stream ends when the link of its seat is renewed.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from http import HTTPStatus

from litestar.types import Receive, Scope, Send

from undercroft.faces.http.faults import Unserved
from undercroft.faces.web.live.access import SignedIn
from undercroft.faces.web.live.showing import EVERY
from undercroft.kernel.units import SeatId
from undercroft.kernel.wire import shown
from undercroft.server.open_table import OpenTable
from undercroft.table.seats import REFEREE, SPECTATORS
from undercroft.table.telling import Told

PING = 15.0
PATIENCE = 10.0
"""Seconds in which a browser must have taken what it was sent."""

MOST_OF_ONE = 6
"""Streams of one sign-in."""
MOST_OF_A_TABLE = 1100

HELLO = b"retry: 2000\n\n"
HERE = b": here\n\n"
BYE = b"event: bye\ndata: {}\nretry: 2000\n\n"
_HEADERS = ((b"content-type", b"text/event-stream"), (b"cache-control", b"no-store"), (b"x-accel-buffering", b"no"))


class Streams:
    """Everybody who listens over HTTP: one ear at each table, however many there are."""

    def __init__(self) -> None:
        self._rooms: dict[str, _Room] = {}

    def join(self, table: OpenTable, who: SignedIn, since: str | None, scope: Scope) -> Listening:
        """A stream for somebody, that goes on where they left off; refused where there are too many."""
        if since is not None:
            table.missed(who.seat, since)
        room = self._rooms.get(table.id)
        if room is None or room.table is not table:
            room = self._rooms[table.id] = _Room(table)
        room.check(who)
        state = scope["state"]
        state.get("narrow", _nothing)()
        return Listening(room, who, since, state.get("abort", _nothing), state.get("closing") or asyncio.Event())

    def present(self, table: str) -> int:
        """At how many players' seats of a table somebody listens."""
        return self._rooms[table].present if table in self._rooms else 0

    def dismiss(self, table: str) -> None:
        """End every stream of a table."""
        room = self._rooms.pop(table, None)
        for one in tuple(room.listening) if room is not None else ():
            one.end()

    def count(self, table: str) -> int:
        """How many listen to a table."""
        return len(self._rooms[table].listening) if table in self._rooms else 0


class _Room:
    """Those who listen to one table. What a seat is to be sent is written once for all who share it."""

    def __init__(self, table: OpenTable) -> None:
        self.table = table
        self.listening: set[Listening] = set()
        self._loop = asyncio.get_running_loop()
        self._ears: dict[SeatId, Callable[[], None]] = {}
        self._seats: dict[SeatId, int] = {}
        self._said: dict[SeatId, tuple[str, bytes]] = {}

    def check(self, who: SignedIn) -> None:
        """Is there room for one more?"""
        own = sum(one.who.id == who.id for one in self.listening)
        if own >= MOST_OF_ONE or len(self.listening) >= MOST_OF_A_TABLE:
            limit = MOST_OF_ONE if own >= MOST_OF_ONE else MOST_OF_A_TABLE
            raise Unserved(
                HTTPStatus.TOO_MANY_REQUESTS,
                "too_many_streams",
                "this table is open too often",
                "close another window",
                limit=limit,
                headers={"retry-after": "10"},
            )

    @property
    def present(self) -> int:
        """At how many players' seats somebody listens."""
        return len(self._seats)

    def enter(self, one: Listening) -> None:
        """From now on somebody hears what changes for their seat, and whether the seat is still theirs."""
        self.listening.add(one)
        self._count(one.who.seat, 1)
        for seat in {one.who.seat, REFEREE} - self._ears.keys():
            self._ears[seat] = self.table.listen(seat, self._hear)

    def leave(self, one: Listening) -> None:
        """Forget them, and stop listening for a seat that nobody shares any more."""
        self.listening.discard(one)
        self._count(one.who.seat, -1)
        if not any(other.who.seat == one.who.seat for other in self.listening) and one.who.seat != REFEREE:
            self._ears.pop(one.who.seat)()
        if not self.listening:
            self._ears.pop(REFEREE)()

    def _count(self, seat: SeatId, more: int) -> None:
        """Take note of a player's stream that came or went; the referee's hear of a seat that came or went with it."""
        if seat in (REFEREE, SPECTATORS):
            return
        before = self.present
        self._seats[seat] = self._seats.get(seat, 0) + more
        if not self._seats[seat]:
            del self._seats[seat]
        if self.present != before:
            for one in self.listening:
                if one.who.seat == REFEREE:
                    one.recount()

    def said(self, seat: SeatId) -> bytes:
        """That everything may have changed, and where the seat stands now."""
        cursor = self.table.cursor(seat)
        before = self._said.get(seat)
        if before is None or before[0] != cursor:
            told = shown({"cursor": cursor, "panels": list(EVERY)})
            before = self._said[seat] = (
                cursor,
                b"id: " + cursor.encode() + b"\nevent: changed\ndata: " + told + b"\n\n",
            )
        return before[1]

    def _hear(self, seat: SeatId, _: str, __: tuple[Told, ...]) -> None:
        with suppress(RuntimeError):
            self._loop.call_soon_threadsafe(self._wake, seat)

    def _wake(self, seat: SeatId) -> None:
        """Tell a seat's streams that something changed; the referee hears everything, links renewed as well."""
        editions = self.table.now.editions
        for one in self.listening:
            if one.who.seat == seat:
                one.changed()
            if seat == REFEREE and one.who.edition not in (None, editions.get(one.who.seat, 0)):
                one.end()


class Listening:
    """One browser that listens to one seat: an application of its own, until either side leaves."""

    def __init__(
        self, room: _Room, who: SignedIn, since: str | None, abort: Callable[[], None], closing: asyncio.Event
    ) -> None:
        self.who = who
        self._room = room
        self._since = since
        self._abort = abort
        self._closing = closing
        self._woken = asyncio.Event()
        self._news = False
        self._others = False
        self._ended = False

    def changed(self) -> None:
        """There is something to be fetched."""
        self._news = True
        self._woken.set()

    def recount(self) -> None:
        """Others have come or gone."""
        self._others = True
        self._woken.set()

    def end(self) -> None:
        """This stream is over."""
        self._ended = True
        self._woken.set()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:  # noqa: ARG002 - as ASGI calls it
        """Speak until the server leaves, the browser does, or the seat is no longer theirs."""
        self._room.check(self.who)
        self._room.enter(self)
        over = [asyncio.ensure_future(_gone(receive)), asyncio.ensure_future(self._closing.wait())]
        for one in over:
            one.add_done_callback(lambda _: self.end())
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
            for one in over:
                one.cancel()
            self._room.leave(self)

    async def _next(self) -> bytes:
        """What to say next: what changed, or nothing but that we are still here."""
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
        """Send it; whoever does not take it in time is cut off."""
        watch = asyncio.get_running_loop().call_later(PATIENCE, self._abort)
        try:
            await send({"type": "http.response.body", "body": message, "more_body": True})
        finally:
            watch.cancel()


async def _gone(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


def _nothing() -> None:
    """Where there is no connection to end."""
