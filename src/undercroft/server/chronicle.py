"""A log as one seat may read it: what it was told, in words, in order, with what was taken back marked."""

from __future__ import annotations

import sys
from collections.abc import Iterator

from msgspec import Struct

from undercroft.kernel.units import SeatId
from undercroft.server.ears import heard
from undercroft.server.lines import Reader
from undercroft.store.log import Store
from undercroft.table.campaign import Campaign
from undercroft.table.history import History, retracted
from undercroft.table.names import ActId
from undercroft.table.table import ARMS
from undercroft.table.telling import Told
from undercroft.table.wording import says


class Noted(Struct, frozen=True):
    """One thing a seat was told: the how-many-eth, when it was written, and in words."""

    number: int
    told: Told
    wall: str
    says: str


class Chronicle(Struct, frozen=True):
    """What a seat was told up to some point, how things stood then by what it knew, and which acts were taken back."""

    noted: tuple[Noted, ...]
    now: Campaign
    taken_back: frozenset[ActId]
    whole: bool
    """Whether that is all it was told."""

    def stands(self, noted: Noted) -> bool:
        """Whether what was told still holds."""
        return noted.told.act not in self.taken_back


def chronicle(store: Store, table: str, seat: SeatId, upto: int | None = None) -> Chronicle:
    """Read what a seat was told, from the beginning up to and with the n-th thing."""
    history = History(ARMS, depth=sys.maxsize)
    noted: list[Noted] = []
    for told, wall in _told(store, table, seat):
        if upto is not None and len(noted) == upto:
            return _read(noted, history.now, whole=False)
        history.take(told)
        noted.append(Noted(len(noted) + 1, told, wall, says(history.now, told.event)))
    return _read(noted, history.now, whole=True)


def _read(noted: list[Noted], now: Campaign, *, whole: bool) -> Chronicle:
    return Chronicle(tuple(noted), now, retracted(one.told for one in noted), whole)


def _told(store: Store, table: str, seat: SeatId) -> Iterator[tuple[Told, str]]:
    reader = Reader()
    for line in store.read(table):
        if seat in line.audience:
            (told,) = heard((reader.told(line),), seat)
            yield told, line.wall
