"""The card of a hex that is prepared: everything in it, and the ways out of it."""

from msgspec import Struct
from msgspec.structs import replace

from undercroft.faces.views.prepare.land_view import costs_of
from undercroft.faces.views.prepare.land_words import hints_text
from undercroft.faces.views.prepare.market_view import MarketView, market_view
from undercroft.table.state.campaign import Campaign
from undercroft.table.state.hexes import SIDES, beside
from undercroft.table.state.ids import GroupId, HexId
from undercroft.table.state.lands import LandFeature, LandHex, Path, best_road

_DIRECTIONS = ("north", "north-east", "south-east", "south", "south-west", "north-west")


class SideView(Struct, frozen=True):
    """One side of a hex: what lies there, and the road and the river that lead there."""

    hex: HexId
    direction: str
    terrain: str
    road: str
    """trail, maintained, or nothing."""
    river: bool
    road_name: str
    river_name: str
    cost: str
    """The cost to come from there."""


class FeatureView(Struct, frozen=True):
    """Something in a hex."""

    feature: LandFeature
    hints: str
    known: bool
    """Whether players have seen it."""
    market: MarketView | None = None
    """The market of a town."""


class HexCard(Struct, frozen=True):
    """A hex and everything in it."""

    hex: LandHex
    tag: str
    cost: str
    """The cost to enter it, in words."""
    features: tuple[FeatureView, ...]
    sides: tuple[SideView, ...]
    in_play: bool
    seen: bool
    region: str
    """The name of the region that counts first in it."""
    encounters: str
    """The encounter table that counts if it names none."""
    good: str
    """The table of good encounters that counts if it names none."""
    party: GroupId | None
    """A group that can be put here."""


def hex_card(known: Campaign, world: Campaign, id: str) -> HexCard | None:
    """The card of a hex; None if there is no such hex."""
    hex = world.lands.hexes.get(HexId(id))
    if hex is None:
        return None
    seen = known.seen_lands.hexes.get(hex.id)
    free = (
        group
        for group in known.groups.values()
        if group.members and group.site is None and group.scene is None and group.hex != hex.id
    )
    party = next((group.id for group in free), None)
    bare = replace(hex, encounters="", good="")
    return HexCard(
        hex,
        next((tag.value for tag in hex.tags), ""),
        costs_of(world).with_trail(hex.terrain),
        tuple(
            FeatureView(
                each,
                hints_text(each.hints),
                seen is not None and each.id in seen.features,
                market_view(each.market) if each.town is not None else None,
            )
            for each in hex.features.values()
        ),
        tuple(_sides(world, hex)),
        hex.id in known.lands.hexes,
        seen is not None,
        next((region.name for region in world.lands.regions_of(hex)), ""),
        world.lands.encounters_in(bare),
        world.lands.encounters_in(bare, good=True),
        party if hex.id in known.lands.hexes else None,
    )


def _sides(world: Campaign, hex: LandHex) -> list[SideView]:
    found: list[SideView] = []
    costs = costs_of(world)
    for side, direction in zip(range(len(SIDES)), _DIRECTIONS, strict=True):
        id = beside(hex.id, side)
        if id is None or id not in world.lands.hexes:
            continue
        ways = {way.path: way for way in world.lands.ways if way.other(hex.id) == id}
        road = best_road(ways.values(), hex.id, id)
        drawn = ways.get(Path.MAINTAINED) or ways.get(Path.TRAIL)
        river = ways.get(Path.RIVER)
        found.append(
            SideView(
                id,
                direction,
                world.lands.hexes[id].terrain.value,
                drawn.path.value if drawn is not None else "",
                river is not None,
                drawn.name if drawn is not None else "",
                river.name if river is not None else "",
                costs.number(hex.terrain, road),
            )
        )
    return found
