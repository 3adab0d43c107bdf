"""What comes of asking an open table for something."""

from __future__ import annotations

from typing import Any, TypeAlias

from msgspec import Struct

from undercroft.kernel import wire
from undercroft.kernel.units import SeatId, Seconds
from undercroft.server.lines import Reader
from undercroft.table.names import ActId
from undercroft.table.rooms import Reason
from undercroft.table.telling import Told


class Refused(Struct, frozen=True):
    """The rules, or the order of play, say no; nothing was written."""

    reasons: tuple[Reason, ...]


class Stale(Struct, frozen=True):
    """Something happened meanwhile that this seat knows of: it stands here now. Nothing was written."""

    cursor: str


class Acted(Struct, frozen=True):
    """It is done and durable: what the seat was told of it, and where the seat stands then.

    What follows of itself comes after, and is heard like what others do.
    """

    told: tuple[Told, ...]
    cursor: str


class Replayed(Struct, frozen=True):
    """It was done before, under the same key: this was the answer. Nothing was written now."""

    told: tuple[Told, ...]
    cursor: str


Response: TypeAlias = Refused | Stale | Acted | Replayed


class _Kept(Struct, frozen=True):
    """One thing told, as an answer keeps it."""

    act: ActId | None
    at: Seconds
    event: dict[str, Any]
    to: tuple[SeatId, ...]


class _Stored(Struct, frozen=True):
    cursor: str
    told: tuple[_Kept, ...]


def stored(told: tuple[Told, ...], cursor: str) -> bytes:
    """An answer as the store keeps it for retries."""
    kept = tuple(_Kept(one.act, one.at, wire.plain(one.event), one.to) for one in told)
    return wire.encode(_Stored(cursor, kept))


def replayed(answer: bytes, reader: Reader) -> Replayed:
    """The answer that was given before."""
    kept: _Stored = wire.decode(_Stored, answer)
    told = (Told(reader.event(one.event["type"], wire.encode(one.event)), one.to, one.at, one.act) for one in kept.told)
    return Replayed(tuple(told), kept.cursor)
