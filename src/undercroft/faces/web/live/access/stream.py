"""Streams of changes: for a program the changes of one seat, for a browser those of every seat it has, in one stream.

A stream says where a seat stands (its cursor), to the referee also the number of seats online, and nothing else.
All changes since a slow browser's last message go into one message, so nothing piles up. A browser that takes nothing
is cut off, since its connection would never end politely. A seat is heard no more when its link is renewed.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial

from litestar.types import Receive, Scope, Send

from undercroft.faces.http.addresses import household
from undercroft.faces.web.live.access.ears import MOST_OF_AN_ADDRESS, Ear, StreamPlace, TableEars
from undercroft.faces.web.live.access.links import SignedIn
from undercroft.kernel.wire import shown
from undercroft.server.open_table import OpenTable
from undercroft.store.sharing import Shared
from undercroft.table.state.seats import REFEREE

PING = 4.0
"""Seconds after which a silent stream says that it is alive."""
PAGE_PING = 1.0
"""The same for a browser. A page that misses a sign of life asks at once, so it is never old for long."""
PATIENCE = 10.0
"""Seconds that a browser has to take a message."""

HELLO = b"retry: 2000\n\n"
ALIVE = b": here\n\n"
HERE = b"event: here\ndata: {}\n\n"
"""The sign of life for a browser: its scripts are not told of comments."""
BYE = b"event: bye\ndata: {}\nretry: 2000\n\n"
_HEADERS = ((b"content-type", b"text/event-stream"), (b"cache-control", b"no-store"), (b"x-accel-buffering", b"no"))


class Streams:
    """All streams over HTTP, by table."""

    def __init__(self) -> None:
        self._rooms: dict[str, TableEars] = {}
        self._shared: Shared | None = None
        self.most_of_an_address = MOST_OF_AN_ADDRESS

    def share(self, shared: Shared) -> None:
        """Count the seats that are online with those of other processes."""
        self._shared = shared

    def join(
        self, table: OpenTable, who: SignedIn, since: str | None, panels: Sequence[str], scope: Scope
    ) -> SeatStream:
        """A stream of these panels for a seat, from its last cursor; refused if there are too many."""
        if since is not None:
            table.missed(who.seat, since)
        woken = asyncio.Event()
        ear = self._ear(table, who, scope, woken)
        return SeatStream(ear, panels, since, scope, woken)

    def follow(
        self,
        seats: Sequence[tuple[OpenTable, SignedIn]],
        gone: Sequence[bytes],
        why: Callable[[str], bytes],
        scope: Scope,
    ) -> BrowserStream:
        """One stream for all these seats of a browser; its first messages name the tables without a seat."""
        woken = asyncio.Event()
        ears = [self._ear(table, who, scope, woken) for table, who in seats]
        return BrowserStream(ears, gone, why, scope, woken)

    def _ear(self, table: OpenTable, who: SignedIn, scope: Scope, woken: asyncio.Event) -> Ear:
        """A seat's part of a stream; refused if there are too many."""
        room = self._rooms.get(table.id)
        if room is None or room.table is not table:
            room = self._rooms[table.id] = TableEars(table, self._shared)
        client = scope["client"]
        place = StreamPlace(who, household(client[0]) if client else "", self.most_of_an_address)
        room.check(place)
        return Ear(room, place, woken)

    def present(self, table: str) -> int:
        """The number of players' seats online at a table."""
        if table in self._rooms:
            return self._rooms[table].present
        return len(self._shared.present_elsewhere(table)) if self._shared is not None else 0

    def dismiss(self, table: str) -> None:
        """End every stream of a table; callable from any thread."""
        room = self._rooms.pop(table, None)
        if room is not None:
            room.soon(partial(room.end, lambda _: True))

    def dismiss_owner(self) -> None:
        """End every stream of the server's owner, at every table; callable from any thread."""
        for room in tuple(self._rooms.values()):
            room.soon(partial(room.end, lambda who: who.edition is None))

    def recount(self) -> None:
        """Tell the referees whose number of seats online has changed elsewhere; callable from any thread."""
        for room in tuple(self._rooms.values()):
            room.soon(room.recount)

    def count_all(self) -> int:
        """The number of streams of all tables."""
        return sum(len(room.listening) for room in tuple(self._rooms.values()))

    def count(self, table: str) -> int:
        """The number of streams of a table."""
        return len(self._rooms[table].listening) if table in self._rooms else 0


class Stream:
    """An ASGI application that sends messages until either side leaves."""

    alive = ALIVE
    ping = PING

    def __init__(self, ears: Sequence[Ear], scope: Scope, woken: asyncio.Event) -> None:
        state = scope["state"]
        state.get("narrow", _nothing)()
        if ears:
            state.get("vouch", _nothing)()
        self._abort: Callable[[], None] = state.get("abort", _nothing)
        self._closing: asyncio.Event = state.get("closing") or asyncio.Event()
        self._woken = woken
        self._left = False
        self.ears = list(ears)

    def first(self) -> bytes:
        """The first message."""
        raise NotImplementedError

    def said(self, ear: Ear) -> bytes:
        """What is to be said of a seat now."""
        raise NotImplementedError

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:  # noqa: ARG002 - as ASGI calls it
        """Send messages until the server stops, the browser leaves, or no seat is left."""
        for ear in self.ears:
            ear.room.check(ear.place)
        for ear in self.ears:
            ear.room.enter(ear)
        over = [asyncio.ensure_future(_gone(receive)), asyncio.ensure_future(self._closing.wait())]
        for task in over:
            task.add_done_callback(lambda _: self._leave())
        try:
            await send({"type": "http.response.start", "status": 200, "headers": list(_HEADERS)})
            await self._say(send, HELLO + self.first())
            while self.ears and not self._left:
                await self._say(send, await self.next())
            await self._say(send, BYE)
            await send({"type": "http.response.body", "body": b"", "more_body": False})
        finally:
            for task in over:
                task.cancel()
            for ear in tuple(self.ears):
                self._drop(ear)

    async def next(self) -> bytes:
        """The next message: the changes, or a sign that the stream is alive."""
        with suppress(TimeoutError):
            async with asyncio.timeout(self.ping):
                await self._woken.wait()
        self._woken.clear()
        if self._left:
            return b""
        said = b"".join(self.said(ear) for ear in self.ears)
        for ear in [ear for ear in self.ears if ear.ended]:
            self._drop(ear)
        return said or (self.alive if self.ears else b"")

    def _leave(self) -> None:
        self._left = True
        self._woken.set()

    def _drop(self, ear: Ear) -> None:
        self.ears.remove(ear)
        ear.room.leave(ear)

    async def _say(self, send: Send, message: bytes) -> None:
        """Send a message; cut off a browser that does not take it in time."""
        watch = asyncio.get_running_loop().call_later(PATIENCE, self._abort)
        try:
            await send({"type": "http.response.body", "body": message, "more_body": True})
        finally:
            watch.cancel()


class SeatStream(Stream):
    """The stream of one seat: the panels that changed, and the cursor to go on from."""

    def __init__(self, ear: Ear, panels: Sequence[str], since: str | None, scope: Scope, woken: asyncio.Event) -> None:
        super().__init__([ear], scope, woken)
        self._panels = panels
        self._since = since

    def first(self) -> bytes:
        """Nothing, unless something was missed."""
        (ear,) = self.ears
        ear.news |= self._since not in (None, ear.cursor)
        return self.said(ear)

    def said(self, ear: Ear) -> bytes:
        """The number of seats online, and that any panel may have changed, with the seat's cursor."""
        if ear.ended:
            return b""
        counted = b"event: present\ndata: %d\n\n" % ear.room.present if ear.others else b""
        changed = ear.room.written(ear.who.seat, "changed", self._changed) if ear.news else b""
        ear.news = ear.others = False
        return counted + changed

    def _changed(self, cursor: str) -> bytes:
        told = shown({"cursor": cursor, "panels": self._panels})
        return b"id: %b\nevent: changed\ndata: %b\n\n" % (cursor.encode(), told)


class BrowserStream(Stream):
    """The one stream of a browser, for all its windows and seats: every message names its table."""

    alive = HERE
    ping = PAGE_PING

    def __init__(
        self,
        ears: Sequence[Ear],
        gone: Sequence[bytes],
        why: Callable[[str], bytes],
        scope: Scope,
        woken: asyncio.Event,
    ) -> None:
        super().__init__(ears, scope, woken)
        self._missing = gone
        self._why = why

    def first(self) -> bytes:
        """Where each seat stands, whatever the browser has."""
        for ear in self.ears:
            ear.news, ear.others = True, ear.who.seat == REFEREE
        return b"".join([*map(_gone_from, self._missing), *map(self.said, self.ears)]) or HERE

    def said(self, ear: Ear) -> bytes:
        """Where the seat stands and how many seats are online; or why it is heard no more."""
        if ear.ended:
            return _gone_from(self._why(ear.who.table))
        online = {"table": ear.who.table, "present": ear.room.present}
        counted = b"event: present\ndata: %b\n\n" % shown(online) if ear.others else b""
        stands = ear.room.written(ear.who.seat, "at", lambda cursor: _at(ear.who, cursor)) if ear.news else b""
        ear.news = ear.others = False
        return counted + stands


def _at(who: SignedIn, cursor: str) -> bytes:
    return b"event: at\ndata: %b\n\n" % shown({"table": who.table, "seat": who.seat, "cursor": cursor})


def _gone_from(why: bytes) -> bytes:
    return b"event: gone\ndata: %b\n\n" % why


async def _gone(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


def _nothing() -> None:
    """Do nothing: there is no connection to end."""
