"""Conversion between facts and the lines of a log."""

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, cast
from unicodedata import is_normalized, normalize

from undercroft.kernel import wire
from undercroft.kernel.units import SeatId, Seconds
from undercroft.server.upcasters import UPCASTERS, Form, Upcaster, later
from undercroft.store.faults import Integrity
from undercroft.store.log import Entry, Line
from undercroft.table.engine.audience import Told
from undercroft.table.engine.event import Event
from undercroft.table.registry import EVENT_KINDS
from undercroft.table.state.ids import ActId

NO_ACT = "-"
"""The act of a line that belongs to no act."""


def tag_of(event: Event) -> str:
    """The name of an event's kind in the log."""
    return str(event.__struct_config__.tag)


def entry(told: Told, wall: str) -> Entry:
    """A fact as an entry of the log."""
    return Entry(told.act or NO_ACT, told.at, told.to, tag_of(told.event), _body(told.event), wall)


def _body(event: Event) -> bytes:
    """Canonical JSON, its text in normal form."""
    body = wire.encode(event)
    if body.isascii() or is_normalized("NFC", body.decode()):
        return body
    return wire.encode(_normal(wire.plain(event)))


def _normal(plain: object) -> object:
    if isinstance(plain, str):
        return normalize("NFC", plain)
    if isinstance(plain, list):
        return [_normal(part) for part in cast("list[object]", plain)]
    if isinstance(plain, dict):
        return {str(_normal(name)): _normal(part) for name, part in cast("dict[str, object]", plain).items()}
    return plain


@cache
def _reader(kind: type[Event]) -> Callable[[bytes], Event]:
    return wire.reader(kind)


class LineReader:
    """Reads lines, including those of older versions. A newer version's line raises a fault that names it."""

    def __init__(
        self, kinds: Mapping[str, type[Event]] = EVENT_KINDS, upcasters: Mapping[Form, Upcaster] = UPCASTERS
    ) -> None:
        self._read: dict[str, Callable[[bytes], Event]] = {tag: _reader(kind) for tag, kind in kinds.items()}
        self._upcasters = upcasters

    def told(self, line: Line) -> Told:
        """The fact in a line."""
        try:
            return self.written(line)
        except wire.Unreadable as fault:
            why = f"it cannot be read as “{line.tag}”: {fault}"
            raise Integrity(line.table, line.seq, why, "update Undercroft", code="unknown_form") from None
        except KeyError:
            why = f"this version does not know “{line.tag}”"
            raise Integrity(line.table, line.seq, why, "update Undercroft", code="newer_event") from None

    def written(self, entry: Entry) -> Told:
        """The fact that readers of our own entry will get."""
        act = None if entry.act == NO_ACT else ActId(entry.act)
        to = cast("tuple[SeatId, ...]", entry.audience)
        return Told(self.event(entry.tag, entry.body), to, Seconds(entry.at), act)

    def event(self, tag: str, body: bytes) -> Event:
        """An event of that kind, converted through as many later forms as needed."""
        try:
            return self._read[tag](body)
        except (KeyError, wire.Unreadable):
            upcast = later(tag, wire.decode(dict[str, Any], body), self._upcasters)
            if upcast is None:
                raise
        return self.event(upcast[0], wire.encode({**upcast[1], "type": upcast[0]}))
