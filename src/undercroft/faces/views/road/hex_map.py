"""The map of the country: for players what they have seen, for the referee the rest as well, under fog."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from textwrap import wrap

from msgspec import Struct

from undercroft.books.hexcrawl.discovery import Visibility
from undercroft.faces.views.road.day_track import legs_entered
from undercroft.faces.views.road.hex_geometry import (
    GLYPHS,
    MapLine,
    MapSheet,
    MapSpot,
    corners,
    lines,
    sheet_of,
    straight,
)
from undercroft.faces.views.road.route import RouteView
from undercroft.kernel.amounts import briefly, roughly
from undercroft.table.state.campaign import Campaign, Group
from undercroft.table.state.hexes import neighbours
from undercroft.table.state.ids import FeatureId, HexId
from undercroft.table.state.lands import LandFeature, LandHex
from undercroft.table.state.seen_lands import SeenHex, SeenLandFeature
from undercroft.table.world.travel_costs import cost_known, journey_of, where

LINE = 16
"""The most letters in a line of a label."""


class HexMark(Struct, frozen=True):
    """Something in a hex to be found: h for hidden, s for secret; found, or known only to the referee."""

    at: MapSpot
    letter: str
    label: str
    found: bool


class LostGroup(Struct, frozen=True):
    """Where another group really is, if it believes it is elsewhere; only for the referee."""

    at: MapSpot
    name: str


class CostPill(Struct, frozen=True):
    """The cost of a hex on the way: paid, or still to pay."""

    at: MapSpot
    text: str
    paid: bool


class HexCell(Struct, frozen=True):
    """One hex: seen, under fog, or blank if nothing is known of it."""

    id: HexId
    at: MapSpot
    corners: str
    ground: str
    """The kind of ground; empty if unknown."""
    glyph: str
    state: str
    """visited, seen, or fog."""
    name: str = ""
    label: str = ""
    """Its label: its name, or that of something seen there."""
    sign: str = ""
    """town, site or landmark."""
    marks: tuple[HexMark, ...] = ()
    says: str = ""
    """Everything in words."""
    cost: str = ""
    """The cost to enter it, if it borders the group's hex."""
    holds: str = ""
    groups: tuple[str, ...] = ()
    """The other groups that are there, or believe they are."""

    @property
    def written(self) -> tuple[str, ...]:
        """The label in lines that fit into the hex."""
        return tuple(wrap(self.label, LINE, max_lines=2, placeholder="…"))


class HexMap(Struct, frozen=True):
    """The country as a seat knows it."""

    name: str
    width: float
    height: float
    cells: tuple[HexCell, ...]
    lines: tuple[MapLine, ...]
    trail: str
    """Today's way so far."""
    plan: str
    pills: tuple[CostPill, ...]
    here: HexCell | None
    truly: HexCell | None
    """Where the group really is, if it believes it is elsewhere; only for the referee."""
    goal: HexId | None
    tents: tuple[MapSpot, ...]
    """Where the planned days end."""
    lost: tuple[LostGroup, ...] = ()


def hex_map(known: Campaign, group: Group, going: RouteView | None, others: Sequence[Group] = ()) -> HexMap | None:
    """The map of a group's country with the other groups on it; None if nothing of it is known."""
    seen, truth = known.seen_lands.hexes, known.lands.hexes
    if not seen and not truth:
        return None
    every = sorted({*seen, *truth} if truth else {*seen, *(side for hex in seen for side in neighbours(hex))})
    sheet = sheet_of(every)
    around: dict[HexId, tuple[str, ...]] = {}
    for other in others:
        if (at := where(other)) is not None:
            around[at] = (*around.get(at, ()), other.name)
    cells = tuple(_cell(known, group, sheet, hex, around.get(hex, ())) for hex in every)
    by_id = {cell.id: cell for cell in cells}
    believed = where(group)
    truly = by_id.get(group.hex) if group.hex is not None and group.hex != believed else None
    ways = known.lands.ways if truth else known.seen_lands.ways
    return HexMap(
        known.seen_lands.name or known.lands.name,
        sheet.width,
        sheet.height,
        cells,
        lines((way for way in ways if set(way.between) <= by_id.keys()), sheet),
        straight(_trail(group, sheet)),
        straight(_plan(group, going, sheet)),
        tuple(_pills(group, going, by_id)),
        by_id.get(believed) if believed is not None else None,
        truly,
        going.goal if going is not None else None,
        tuple(_tents(group, going, sheet)),
        tuple(_lost(others, by_id)),
    )


def _lost(others: Iterable[Group], cells: Mapping[HexId, HexCell]) -> Iterable[LostGroup]:
    for other in others:
        if other.hex is not None and other.hex in cells and other.hex != where(other):
            yield LostGroup(cells[other.hex].at, other.name)


def _cell(known: Campaign, group: Group, sheet: MapSheet, id: HexId, groups: tuple[str, ...]) -> HexCell:
    seen, truth, at = known.seen_lands.hexes.get(id), known.lands.hexes.get(id), sheet.middle(id)
    ground = seen.terrain.value if seen is not None else truth.terrain.value if truth is not None else ""
    state = "fog" if seen is None else "visited" if seen.visited else "seen"
    name = seen.name if seen is not None and seen.name else truth.name if truth is not None else ""
    price = cost_known(known, group, id)
    cost = roughly(price.cost) if price is not None and price.cost is not None else ""
    label, sign = _label(seen, truth, name)
    holds = _holds(seen, truth)
    spoken = [id, name, ground.replace("_", " ") or "unknown", STATES[state], holds, f"costs {cost}" if cost else ""]
    spoken += [f"here: {name}" for name in groups]
    return HexCell(
        id,
        at,
        corners(at),
        ground,
        GLYPHS.get(ground, ""),
        state,
        name,
        label,
        sign,
        tuple(_marks(seen, truth, at)),
        ", ".join(part for part in spoken if part),
        cost,
        holds,
        groups,
    )


STATES = {"visited": "visited", "seen": "on the map", "fog": "not seen yet"}


def _label(seen: SeenHex | None, truth: LandHex | None, name: str) -> tuple[str, str]:
    """The name of what is there, and its sign; else the name of the hex."""
    found: list[SeenLandFeature | LandFeature] = [*seen.features.values()] if seen is not None else []
    if truth is not None:
        found += [feature for feature in truth.features.values() if feature.grade is Visibility.OVERT]
    for feature in found:
        if feature.town is not None or feature.site is not None or feature.landmark:
            sign = "town" if feature.town is not None else "site" if feature.site is not None else "landmark"
            return feature.name, sign
    return name, ""


def _holds(seen: SeenHex | None, truth: LandHex | None) -> str:
    names = [feature.name for feature in seen.features.values()] if seen is not None else []
    names += [f"{hidden.name} ({hidden.grade.value})" for hidden in _unfound(seen, truth)]
    return "; ".join(names)


def _unfound(seen: SeenHex | None, truth: LandHex | None) -> Iterable[LandFeature]:
    """What is hidden or secret there and not found yet."""
    known = frozenset(seen.features) if seen is not None else frozenset[FeatureId]()
    for feature in truth.features.values() if truth is not None else ():
        if feature.grade is not Visibility.OVERT and feature.id not in known:
            yield feature


PLACES = (MapSpot(22, -8), MapSpot(-22, -8), MapSpot(22, 14), MapSpot(-22, 14))
"""The offsets of a hex's marks from its middle."""


def _marks(seen: SeenHex | None, truth: LandHex | None, at: MapSpot) -> Iterable[HexMark]:
    found = seen.features.values() if seen is not None else ()
    marked: list[tuple[SeenLandFeature | LandFeature, bool]] = [
        *((feature, True) for feature in found if feature.grade is not Visibility.OVERT),
        *((feature, False) for feature in _unfound(seen, truth)),
    ]
    for (feature, is_found), place in zip(marked, PLACES, strict=False):
        grade = feature.grade.value
        yield HexMark(MapSpot(at.x + place.x, at.y + place.y), grade[:1], f"{feature.name}, {grade}", is_found)


def _trail(group: Group, sheet: MapSheet) -> Iterable[MapSpot]:
    day = journey_of(group) if where(group) is not None else None
    return [sheet.middle(leg.led_to) for leg in legs_entered(day)] if day is not None else ()


def _plan(group: Group, going: RouteView | None, sheet: MapSheet) -> Iterable[MapSpot]:
    at = where(group)
    return [sheet.middle(hex) for hex in (at, *going.hexes)] if going is not None and at is not None else ()


BELOW = 22.0
"""The offset of a hex's pill from its middle."""


def _pills(group: Group, going: RouteView | None, cells: Mapping[HexId, HexCell]) -> Iterable[CostPill]:
    day = journey_of(group)
    behind = [(leg.led_to, leg.points, True) for leg in legs_entered(day)] if day is not None else []
    ahead = [(hex, cost, False) for hex, cost in going.costs.items()] if going is not None else []
    for hex, cost, paid in (*behind, *ahead):
        if hex in cells:
            at = cells[hex].at
            yield CostPill(MapSpot(at.x, at.y + BELOW), briefly(cost), paid)


def _tents(group: Group, going: RouteView | None, sheet: MapSheet) -> Iterable[MapSpot]:
    """Tents between two hexes for a day that ends on the way, in a hex for a day that ends there."""
    at = where(group)
    stages = going.stages if going is not None else ()
    for stage, after in pairwise(stages):
        there = sheet.middle(stage.price.hex)
        if after.day != stage.day and at is not None:
            before = sheet.middle(at)
            yield (
                MapSpot((there.x + before.x) / 2, (there.y + before.y) / 2)
                if not stage.enters
                else MapSpot(there.x + 24, there.y - 14)
            )
        at = stage.price.hex if stage.enters else at
