"""An open table for tests: keys counted, acts numbered, time standing still."""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256
from itertools import count

from tests.table.small_site import CRYPT, MAUD, TORCHES, begin
from undercroft.kernel import wire
from undercroft.kernel.units import SeatId
from undercroft.server.command_request import Dice
from undercroft.server.open_table import OpenTable
from undercroft.server.responses import Acted, Response
from undercroft.store.log import ListedTable
from undercroft.store.store import Store
from undercroft.table.engine.audience import Told
from undercroft.table.engine.event import Event
from undercroft.table.engine.part import Command
from undercroft.table.exploration.site_entry import EnterSite
from undercroft.table.state.seats import REFEREE
from undercroft.table.world.groups import MAIN
from undercroft.table.world.light import LightUp

SECRET = bytes(range(32))
ID = "crypt"


def created(store: Store, id: str = ID) -> Store:
    """The store with an empty table."""
    store.create(ListedTable(id, "The Crypt", "2026-01-31T19:00:00Z"), SECRET)
    return store


class Playing:
    """Someone who plays at a table that can be closed and opened again."""

    def __init__(self, store: Store, id: str = ID) -> None:
        self.store = store
        self._id = id
        self._acts: Iterator[int] = count(1)
        self._keys: Iterator[int] = count(1)
        self.table = self.opened()

    def opened(self) -> OpenTable:
        """The table, opened from its store."""
        return OpenTable(
            self.store, self._id, acts=lambda: f"act-{next(self._acts)}", wall=lambda: "2026-01-31T19:00:00Z"
        )

    def again(self) -> Playing:
        """The table closed without a word, as in a crash, and opened again."""
        self.table = self.opened()
        return self

    def ask(
        self, command: Command, seat: str = REFEREE, *, key: str = "", by_hand: bool = False, dice: Dice = ()
    ) -> Response:
        """Ask for something, named by the campaign's own ids, under a new key."""
        return self.send(self.table.as_known(SeatId(seat), command), seat, key=key, by_hand=by_hand, dice=dice)

    def send(
        self, command: Command, seat: str = REFEREE, *, key: str = "", by_hand: bool = False, dice: Dice = ()
    ) -> Response:
        """Send a command, as the seat was offered it, under a new key."""
        key = key or f"key-{next(self._keys)}"
        return self.table.act(SeatId(seat), command, key=key, by_hand=by_hand, dice=dice)

    def do(self, command: Command, seat: str = REFEREE, *, by_hand: bool = False) -> list[Event]:
        """Do something that is not refused; what the seat was told of it."""
        response = self.ask(command, seat, by_hand=by_hand)
        assert isinstance(response, Acted), response
        return [told.event for told in response.told]

    def digests(self) -> dict[str, str]:
        """The state of every seat, as digests of canonical bytes."""
        return {seat: sha256(wire.encode(self.table.known(seat))).hexdigest() for seat in self.table.seats}

    def log(self) -> list[tuple[str, tuple[str, ...], bytes]]:
        """Every line of the log: tag, audience, body."""
        return [(line.tag, line.audience, line.body) for line in self.store.read(self._id)]


def in_the_hall(store: Store) -> Playing:
    """Maud and Ulf stand in the hall with a torch burning; the first turn has begun."""
    playing = Playing(created(store))
    playing.do(begin())
    playing.do(LightUp(MAUD, TORCHES))
    playing.do(EnterSite(MAIN, CRYPT))
    return playing


def kinds(told: tuple[Told, ...]) -> list[str]:
    """The kinds of what was told."""
    return [type(each.event).__name__ for each in told]
