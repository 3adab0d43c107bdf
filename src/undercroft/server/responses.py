"""The responses of an open table to a command."""

from typing import Any, TypeAlias

from msgspec import Struct

from undercroft.kernel import wire
from undercroft.kernel.units import SeatId, Seconds
from undercroft.server.lines import LineReader
from undercroft.table.engine.audience import Told
from undercroft.table.engine.part import Reason
from undercroft.table.state.ids import ActId


class Refused(Struct, frozen=True):
    """The rules, or the order of play, forbid it. Nothing was written."""

    reasons: tuple[Reason, ...]


class StaleCursor(Struct, frozen=True):
    """The seat was told something new meanwhile, and this is its cursor now. Nothing was written."""

    cursor: str


class Acted(Struct, frozen=True):
    """The command is done and durable: what the seat was told of it, and its cursor afterwards.

    Follow-ups come later, and seats hear them like the acts of others.
    """

    told: tuple[Told, ...]
    cursor: str
    written: int = 0
    """How many bytes it added to the log."""


class Replayed(Struct, frozen=True):
    """The command was done before, under the same key, with this answer. Nothing was written now."""

    told: tuple[Told, ...]
    cursor: str


Response: TypeAlias = Refused | StaleCursor | Acted | Replayed


class _Kept(Struct, frozen=True):
    """A fact, as an answer keeps it."""

    act: ActId | None
    at: Seconds
    event: dict[str, Any]
    to: tuple[SeatId, ...]


class _Stored(Struct, frozen=True):
    cursor: str
    told: tuple[_Kept, ...]


def stored(told: tuple[Told, ...], cursor: str) -> bytes:
    """An answer as the store keeps it for retries."""
    kept = tuple(_Kept(fact.act, fact.at, wire.plain(fact.event), fact.to) for fact in told)
    return wire.encode(_Stored(cursor, kept))


def replayed(answer: bytes, reader: LineReader) -> Replayed:
    """The answer that was given before."""
    kept: _Stored = wire.decode(_Stored, answer)
    told = (
        Told(reader.event(fact.event["type"], wire.encode(fact.event)), fact.to, fact.at, fact.act)
        for fact in kept.told
    )
    return Replayed(tuple(told), kept.cursor)
