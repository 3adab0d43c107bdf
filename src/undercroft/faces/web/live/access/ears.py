"""The ears of a table: the seats that each stream speaks of, how many there may be, and what is still to be said."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from http import HTTPStatus

from msgspec import Struct

from undercroft.faces.http.faults import Unserved
from undercroft.faces.web.live.access.links import SignedIn
from undercroft.faces.web.live.access.sign_ins import lasts
from undercroft.kernel.units import SeatId
from undercroft.server.open_table import OpenTable
from undercroft.store.sharing import Shared
from undercroft.table.engine.audience import Told
from undercroft.table.state.seats import REFEREE, SPECTATORS

MOST_OF_ONE = 6
"""Streams of one sign-in."""
MOST_OF_A_SEAT = 24
"""Streams of the referee, and of each player: nobody else can take them."""
MOST_SPECTATORS = 1000
"""Streams of all spectators of a table."""
MOST_OF_AN_ADDRESS = 40
"""Streams of the spectators at one address."""


class StreamPlace(Struct, frozen=True):
    """Where a stream goes: a sign-in, and the household from which it came."""

    who: SignedIn
    household: str
    most_of_an_address: int


class Ear:
    """A seat's part of a stream: what is still to be said of it."""

    def __init__(self, room: TableEars, place: StreamPlace, woken: asyncio.Event) -> None:
        self.room = room
        self.place = place
        self.who = place.who
        self._woken = woken
        self.news = False
        """The seat's cursor has moved."""
        self.others = False
        """The number of seats online has changed."""
        self.ended = False

    def changed(self) -> None:
        """Note that the seat was told something."""
        self.news = True
        self._woken.set()

    def recount(self) -> None:
        """Note that another number of seats is online."""
        self.others = True
        self._woken.set()

    def end(self) -> None:
        """Note that the seat is heard no more."""
        self.ended = True
        self._woken.set()

    @property
    def cursor(self) -> str:
        """Where the seat stands."""
        return self.room.table.cursor(self.who.seat)


class TableEars:
    """The ears of a table: one for each seat in each stream."""

    def __init__(self, table: OpenTable, shared: Shared | None = None) -> None:
        self.table = table
        self._shared = shared
        self._counted = 0
        """The number of players' seats online that the referee was last told."""
        self.listening: set[Ear] = set()
        self._loop = asyncio.get_running_loop()
        self._ears: dict[SeatId, Callable[[], None]] = {}
        self._seats: dict[SeatId, int] = {}
        self._written: dict[tuple[SeatId, str], tuple[str, bytes]] = {}

    def check(self, place: StreamPlace) -> None:
        """Refuse a stream beyond the limits: of its sign-in, of its seat, or of the spectators."""
        who, others = place.who, [ear.place for ear in self.listening]
        self._refuse(
            sum(other.who.id == who.id for other in others), MOST_OF_ONE, "you have this table open in too many windows"
        )
        own = [other for other in others if other.who.seat == who.seat]
        if who.seat != SPECTATORS:
            self._refuse(len(own), MOST_OF_A_SEAT, "this seat is open in too many windows")
            return
        self._refuse(len(own), MOST_SPECTATORS, "this table has no room for another spectator")
        near = sum(other.household == place.household for other in own)
        self._refuse(near, place.most_of_an_address, "too many spectators watch from your address")

    @staticmethod
    def _refuse(count: int, limit: int, what: str) -> None:
        if count >= limit:
            status, headers = HTTPStatus.TOO_MANY_REQUESTS, {"retry-after": "10"}
            raise Unserved(status, "too_many_streams", what, "close another window", limit=limit, headers=headers)

    @property
    def present(self) -> int:
        """The number of players' seats online, here or at another process."""
        elsewhere = self._shared.present_elsewhere(self.table.id) if self._shared is not None else frozenset[str]()
        return len(self._seats.keys() | elsewhere)

    def soon(self, work: Callable[[], None]) -> None:
        """Do something in the event loop of the streams; callable from any thread."""
        with suppress(RuntimeError):
            self._loop.call_soon_threadsafe(work)

    def end(self, whose: Callable[[SignedIn], bool]) -> None:
        """End some of the streams."""
        for ear in tuple(self.listening):
            if whose(ear.who):
                ear.end()

    def recount(self) -> None:
        """Tell the referee if the number of seats online has changed."""
        if self.present != self._counted:
            self._counted = self.present
            for ear in self.listening:
                if ear.who.seat == REFEREE:
                    ear.recount()

    def enter(self, ear: Ear) -> None:
        """Add a seat's part of a stream, and listen for changes to the seat and for renewed links."""
        self.listening.add(ear)
        self._count(ear.who.seat, 1)
        for seat in {ear.who.seat, REFEREE} - self._ears.keys():
            self._ears[seat] = self.table.listen(seat, self._hear)

    def leave(self, ear: Ear) -> None:
        """Remove it, and stop listening for a seat without streams."""
        self.listening.discard(ear)
        self._count(ear.who.seat, -1)
        if not any(other.who.seat == ear.who.seat for other in self.listening) and ear.who.seat != REFEREE:
            self._ears.pop(ear.who.seat)()
        if not self.listening:
            self._ears.pop(REFEREE)()

    def _count(self, seat: SeatId, more: int) -> None:
        """Count a player's stream in or out; tell the referee if the number of seats online changes."""
        if seat in (REFEREE, SPECTATORS):
            return
        before = len(self._seats)
        self._seats[seat] = self._seats.get(seat, 0) + more
        if not self._seats[seat]:
            del self._seats[seat]
        if self._shared is not None and len(self._seats) != before:
            self._shared.note_present(self.table.id, frozenset(self._seats))
        self.recount()

    def written(self, seat: SeatId, event: str, write: Callable[[str], bytes]) -> bytes:
        """A message about where a seat stands, written once for all streams that say it."""
        cursor = self.table.cursor(seat)
        before = self._written.get((seat, event))
        if before is None or before[0] != cursor:
            before = self._written[seat, event] = (cursor, write(cursor))
        return before[1]

    def _hear(self, seat: SeatId, _: str, __: tuple[Told, ...]) -> None:
        self.soon(lambda: self._wake(seat))

    def _wake(self, seat: SeatId) -> None:
        """Tell a seat's streams about a change; every act reaches the referee, so check the sign-ins then."""
        for ear in self.listening:
            if ear.who.seat == seat:
                ear.changed()
            if seat == REFEREE and not lasts(self.table, ear.who):
                ear.end()
