"""The ids that a player's seat knows things by, for tests that name them by the campaign's own."""

from typing import Any

from msgspec import Struct

from undercroft.kernel import wire
from undercroft.kernel.units import SeatId
from undercroft.server.commands import read_command
from undercroft.server.open_table import OpenTable
from undercroft.table.state.ids import DoorId, PersonId, SiteId, ThingId, ZoneId


class _Named(Struct, frozen=True):
    person: PersonId = PersonId("")
    site: SiteId = SiteId("")
    zone: ZoneId = ZoneId("")
    door: DoorId = DoorId("")
    thing: ThingId = ThingId("")


def person(table: OpenTable, seat: SeatId, id: str) -> str:
    """A person as the seat knows them."""
    return table.as_known(seat, _Named(person=PersonId(id))).person


def site(table: OpenTable, seat: SeatId, id: str) -> str:
    """A site as the seat knows it."""
    return table.as_known(seat, _Named(site=SiteId(id))).site


def zone(table: OpenTable, seat: SeatId, id: str) -> str:
    """A room as the seat knows it."""
    return table.as_known(seat, _Named(zone=ZoneId(id))).zone


def door(table: OpenTable, seat: SeatId, id: str) -> str:
    """A door as the seat knows it."""
    return table.as_known(seat, _Named(door=DoorId(id))).door


def thing(table: OpenTable, seat: SeatId, id: str) -> str:
    """A thing as the seat knows it."""
    return table.as_known(seat, _Named(thing=ThingId(id))).thing


def body(table: OpenTable, seat: SeatId, plain: dict[str, Any]) -> dict[str, Any]:
    """A command as the seat would send it."""
    known: dict[str, Any] = wire.plain(table.as_known(seat, read_command(plain)))
    return known
