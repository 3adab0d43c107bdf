"""The crypt of the small site in mid-play, with a referee who prepares."""

from typing import Any

from msgspec.structs import replace

from tests.table.small_site import CRYPT, HALL, OAK, ONE, TWO, begin
from tests.table.tabletop import Tabletop
from undercroft.table.exploration.site_entry import EnterSite
from undercroft.table.preparing.draft import PlayIt, Prepare
from undercroft.table.preparing.parts import in_draft
from undercroft.table.state.changes import AnyChange, DoorChange, ZoneChange, part_of
from undercroft.table.state.ids import DoorId, ZoneId
from undercroft.table.state.sites import Door, DoorState, Zone
from undercroft.table.world.groups import MAIN

LOFT, LADDER = ZoneId("loft"), DoorId("ladder")
A_LOFT = Zone(LOFT, "Tallow loft", "Candles by the hundred.", lit=True)
A_LADDER = Door(LADDER, (HALL, LOFT), DoorState.NO_DOOR, "ladder")
NEW_LOFT, NEW_LADDER = ZoneChange(CRYPT, after=A_LOFT), DoorChange(CRYPT, after=A_LADDER)


def in_the_hall(**options: Any) -> Tabletop:
    """Two delvers in the hall of the crypt."""
    table = Tabletop()
    table.sit(ONE, TWO)
    table.do(begin(**options))
    table.do(EnterSite(MAIN, CRYPT))
    return table


def room(table: Tabletop, zone: ZoneId = HALL, **fields: object) -> ZoneChange:
    """A change of a room of the crypt from what the draft has."""
    before = in_draft(table.now, ZoneChange(CRYPT, table.now.sites[CRYPT].zones[zone]))
    return ZoneChange(CRYPT, before, replace(before, **fields))


def door(table: Tabletop, id: DoorId = OAK, **fields: object) -> DoorChange:
    """A change of a door of the crypt from what is in the world."""
    before = table.now.door(CRYPT, id)
    return DoorChange(CRYPT, before, replace(before, **fields))


def play_in(table: Tabletop, *changes: AnyChange, tell: bool = False) -> list[Any]:
    """Draft changes and play them in; quietly, or all of them told."""
    table.do(Prepare(changes))
    return table.do(PlayIt(tell=tuple(map(part_of, changes)) if tell else ()))
