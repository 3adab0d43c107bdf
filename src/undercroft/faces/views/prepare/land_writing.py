"""A land while it is drawn: a new one, and small edits of the map, its hexes, tables and weather, for the draft."""

from collections.abc import Iterable, Mapping
from typing import Annotated

from msgspec import Meta, Struct
from msgspec.structs import replace

from undercroft.books.hexcrawl.land import Terrain
from undercroft.faces.views.prepare.land_desk import Desk, EditKind, LandEdit, Writing
from undercroft.faces.views.prepare.land_hexes import HEX_DEEDS
from undercroft.faces.views.prepare.land_markets import MARKET_DEEDS
from undercroft.faces.views.prepare.land_regions import REGION_DEEDS
from undercroft.faces.views.prepare.land_tables import TABLE_DEEDS
from undercroft.faces.views.prepare.land_words import number_in
from undercroft.kernel.faults import BadInput
from undercroft.table.preparing.parts import in_draft, lands_head, with_draft
from undercroft.table.state.campaign import Campaign
from undercroft.table.state.changes import AnyChange, HexChange, LandsChange, LandsHead
from undercroft.table.state.ids import HexId
from undercroft.table.state.lands import LandHex

MOST_ACROSS = 30
"""The most columns, and the most rows, of a new land."""


class NewLand(Struct, frozen=True, forbid_unknown_fields=True):
    """A new land: its name, its hexes and the terrain they all have at first."""

    name: Annotated[str, Meta(max_length=64)]
    columns: Annotated[int, Meta(ge=1, le=MOST_ACROSS)]
    rows: Annotated[int, Meta(ge=1, le=MOST_ACROSS)]
    miles: str = ""
    terrain: Terrain = Terrain.PLAINS
    charted: bool = False


def new_land(known: Campaign, land: NewLand) -> tuple[AnyChange, ...]:
    """The changes that make a land of hexes that are all alike."""
    world = with_draft(known)
    if world.lands.hexes:
        raise BadInput("has_lands", "this campaign has a map already", "change its hexes, or remove it first")
    if not land.name.strip():
        raise BadInput("no_name", "the land has no name", "enter a name")
    head = replace(lands_head(world.lands), name=land.name.strip(), hex_miles=number_in(land.miles, "miles"))
    ids = (HexId(f"{column:02}{row:02}") for column in range(1, land.columns + 1) for row in range(1, land.rows + 1))
    hexes = (HexChange(after=LandHex(id, land.terrain, charted=land.charted)) for id in ids)
    before = None if lands_head(world.lands) == LandsHead() else lands_head(world.lands)
    return (LandsChange(before, head), *hexes)


_DEEDS: Mapping[EditKind, Writing] = {**HEX_DEEDS, **MARKET_DEEDS, **TABLE_DEEDS, **REGION_DEEDS}


class Edited(Struct, frozen=True):
    """What comes of edits: the changes, and what is wrong with the edits that cannot be used."""

    changes: tuple[AnyChange, ...]
    faults: tuple[str, ...] = ()


def edited(known: Campaign, edits: Iterable[LandEdit], *, mine: bool = False) -> Edited:
    """The changes that edits make; with `mine`, on top of whatever another screen wrote meanwhile."""
    desk, faults = Desk(known), list[str]()
    for edit in edits:
        try:
            _DEEDS[edit.deed](desk, edit)
        except BadInput as fault:
            faults.append(fault_words(fault))
        except ValueError:
            faults.append(f"“{edit.field}” cannot be written here: reload the page.")
    made = tuple(change for change in desk.changes.values() if change.before != change.after)
    made = tuple(replace(change, before=in_draft(known, change)) for change in made) if mine else made
    return Edited(made, tuple(faults))


def fault_words(fault: BadInput) -> str:
    """What is wrong and what to do, as a sentence."""
    return f"{fault.what[:1].upper()}{fault.what[1:]}: {fault.fix}."
