"""A log as one seat may read it: everything the seat was told, in words and in order, with undone acts marked."""

import sys
from collections.abc import Iterator

from msgspec import Struct
from msgspec.structs import replace

from undercroft.kernel.units import SeatId
from undercroft.server.draws import shuffle_of
from undercroft.server.lines import LineReader
from undercroft.store.store import Store
from undercroft.table.engine.audience import Told
from undercroft.table.engine.history import History, retracted
from undercroft.table.seat_ids import SeatIds
from undercroft.table.sentences import says
from undercroft.table.state.campaign import Campaign
from undercroft.table.state.ids import ActId
from undercroft.table.state.seats import REFEREE


class Noted(Struct, frozen=True):
    """A fact that a seat was told: its number, when it was written, and its words."""

    number: int
    told: Told
    wall: str
    says: str


class Chronicle(Struct, frozen=True):
    """What a seat was told up to some point, what it knew then, and which acts were undone."""

    noted: tuple[Noted, ...]
    now: Campaign
    taken_back: frozenset[ActId]
    whole: bool
    """Whether this is everything the seat was told."""

    def holds(self, noted: Noted) -> bool:
        """Whether a fact has not been undone."""
        return noted.told.act not in self.taken_back


def chronicle(store: Store, table: str, seat: SeatId, upto: int | None = None) -> Chronicle:
    """Read what a seat was told, from the first fact to the `upto`-th."""
    history = History(depth=sys.maxsize)
    noted: list[Noted] = []
    for told, wall in _told(store, table, seat):
        if upto is not None and len(noted) == upto:
            return _read(noted, history.now, whole=False)
        history.take(told)
        noted.append(Noted(len(noted) + 1, told, wall, says(history.now, told.event)))
    return _read(noted, history.now, whole=True)


def _read(noted: list[Noted], now: Campaign, *, whole: bool) -> Chronicle:
    return Chronicle(tuple(noted), now, retracted(fact.told for fact in noted), whole)


def _told(store: Store, table: str, seat: SeatId) -> Iterator[tuple[Told, str]]:
    reader, ids = LineReader(), SeatIds(table, seat, (), shuffle_of(store, table))
    for line in store.read(table):
        if seat in line.audience:
            told = reader.told(line)
            if seat != REFEREE:
                told = replace(told, event=ids.sent(told.event), to=(seat,))
            yield told, line.wall
