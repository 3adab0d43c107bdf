"""The map of the country: to players what they have seen of it, to the referee the rest as well, under fog."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import pairwise
from textwrap import wrap

from msgspec import Struct

from undercroft.books.hexcrawl.discovery import Visibility
from undercroft.faces.views.course import Course
from undercroft.faces.views.daytrack import legs_entered
from undercroft.faces.views.hexdrawing import GLYPHS, Line, Sheet, Spot, corners, lines, sheet_of, straight
from undercroft.faces.views.points import points
from undercroft.table.campaign import Campaign, Group
from undercroft.table.hexes import neighbours
from undercroft.table.lands import LandFeature, LandHex
from undercroft.table.names import FeatureId, HexId
from undercroft.table.road_costs import cost_known, journey_of, where
from undercroft.table.seen_lands import SeenHex, SeenLandFeature

LINE = 16
"""Letters in a line of a label."""


class HexMark(Struct, frozen=True):
    """Something of a hex that has to be found: h for hidden, s for secret; found, or known to the referee alone."""

    at: Spot
    letter: str
    label: str
    found: bool


class Pill(Struct, frozen=True):
    """What a hex of the way costs; paid, or still to pay."""

    at: Spot
    text: str
    paid: bool


class HexCell(Struct, frozen=True):
    """One hex: as it is seen, under fog, or blank where nothing is known of it."""

    id: HexId
    at: Spot
    corners: str
    ground: str
    """The kind of ground; nothing where it is not known."""
    glyph: str
    state: str
    """visited, seen, or fog."""
    name: str = ""
    label: str = ""
    """What is written into it: its name, or that of what is seen there."""
    sign: str = ""
    """town, site or landmark."""
    marks: tuple[HexMark, ...] = ()
    says: str = ""
    """All of it in words."""
    cost: str = ""
    """Where it borders theirs."""
    holds: str = ""

    @property
    def written(self) -> tuple[str, ...]:
        """The label in lines that fit into the hex."""
        return tuple(wrap(self.label, LINE, max_lines=2, placeholder="…"))


class HexMap(Struct, frozen=True):
    """The country as a seat has it."""

    name: str
    width: float
    height: float
    cells: tuple[HexCell, ...]
    lines: tuple[Line, ...]
    trail: str
    """Today's way so far."""
    plan: str
    pills: tuple[Pill, ...]
    here: HexCell | None
    truly: HexCell | None
    """Where they are while they believe to be elsewhere; only for the referee."""
    goal: HexId | None
    tents: tuple[Spot, ...]
    """Where days of the plan end."""


def hex_map(known: Campaign, group: Group, going: Course | None) -> HexMap | None:
    """The map of a group's country; none where nothing is known of any."""
    seen, truth = known.seen_lands.hexes, known.lands.hexes
    if not seen and not truth:
        return None
    every = sorted({*seen, *truth} if truth else {*seen, *(side for one in seen for side in neighbours(one))})
    sheet = sheet_of(every)
    cells = tuple(_cell(known, group, sheet, one) for one in every)
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
    )


def _cell(known: Campaign, group: Group, sheet: Sheet, id: HexId) -> HexCell:
    seen, truth, at = known.seen_lands.hexes.get(id), known.lands.hexes.get(id), sheet.middle(id)
    ground = seen.terrain.value if seen is not None else truth.terrain.value if truth is not None else ""
    state = "fog" if seen is None else "visited" if seen.visited else "seen"
    name = seen.name if seen is not None and seen.name else truth.name if truth is not None else ""
    price = cost_known(known, group, id)
    cost = points(price.cost) if price is not None and price.cost is not None else ""
    label, sign = _label(seen, truth)
    holds = _holds(seen, truth)
    spoken = [id, name, ground.replace("_", " ") or "unknown", STATES[state], holds, f"costs {cost}" if cost else ""]
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
    )


STATES = {"visited": "visited", "seen": "on the map", "fog": "not seen yet"}


def _label(seen: SeenHex | None, truth: LandHex | None) -> tuple[str, str]:
    """The name of what stands there, and its sign."""
    found: list[SeenLandFeature | LandFeature] = [*seen.features.values()] if seen is not None else []
    found += [one for one in truth.features.values() if one.grade is Visibility.OVERT] if truth is not None else []
    for one in found:
        if one.town is not None or one.site is not None or one.landmark:
            sign = "town" if one.town is not None else "site" if one.site is not None else "landmark"
            return one.name, sign
    return (seen.name if seen is not None and seen.name else truth.name if truth is not None else ""), ""


def _holds(seen: SeenHex | None, truth: LandHex | None) -> str:
    names = [one.name for one in seen.features.values()] if seen is not None else []
    names += [f"{one.name} ({one.grade.value})" for one in _unfound(seen, truth)]
    return "; ".join(names)


def _unfound(seen: SeenHex | None, truth: LandHex | None) -> Iterable[Concealed]:
    known = frozenset(seen.features) if seen is not None else frozenset[FeatureId]()
    for one in truth.features.values() if truth is not None else ():
        if one.grade is not Visibility.OVERT and one.id not in known:
            yield Concealed(one.name, one.grade)


class Concealed(Struct, frozen=True):
    """Something that nobody has found."""

    name: str
    grade: Visibility


PLACES = (Spot(22, -8), Spot(-22, -8), Spot(22, 14), Spot(-22, 14))
"""Where the marks of a hex stand, from its middle."""


def _marks(seen: SeenHex | None, truth: LandHex | None, at: Spot) -> Iterable[HexMark]:
    found = [one for one in seen.features.values() if one.grade is not Visibility.OVERT] if seen is not None else []
    all_of_them = [(one.name, one.grade, True) for one in found]
    all_of_them += [(one.name, one.grade, False) for one in _unfound(seen, truth)]
    for (name, grade, is_found), place in zip(all_of_them, PLACES, strict=False):
        yield HexMark(Spot(at.x + place.x, at.y + place.y), grade.value[:1], f"{name}, {grade.value}", is_found)


def _trail(group: Group, sheet: Sheet) -> Iterable[Spot]:
    day, at = journey_of(group), where(group)
    if day is None or at is None:
        return
    entered = [leg.hex for leg in legs_entered(day)]
    for hex in entered:
        yield sheet.middle(hex)


def _plan(group: Group, going: Course | None, sheet: Sheet) -> Iterable[Spot]:
    at = where(group)
    if going is not None and at is not None and going.hexes:
        for hex in (at, *going.hexes):
            yield sheet.middle(hex)


BELOW = 22.0
"""From the middle of a hex to that of its pill."""


def _pills(group: Group, going: Course | None, cells: Mapping[HexId, HexCell]) -> Iterable[Pill]:
    day = journey_of(group)
    for leg in legs_entered(day) if day is not None else ():
        if leg.hex in cells:
            at = cells[leg.hex].at
            yield Pill(Spot(at.x, at.y + BELOW), points(leg.points), paid=True)
    for hex, cost in (going.costs if going is not None else {}).items():
        if hex in cells:
            at = cells[hex].at
            yield Pill(Spot(at.x, at.y + BELOW), cost, paid=False)


def _tents(group: Group, going: Course | None, sheet: Sheet) -> Iterable[Spot]:
    """Between two hexes where a day ends on the way, in the hex where it ends in one."""
    at = where(group)
    stages = going.stages if going is not None else ()
    for stage, after in pairwise(stages):
        there = sheet.middle(stage.price.hex)
        if after.day != stage.day and at is not None:
            before = sheet.middle(at)
            yield (
                Spot((there.x + before.x) / 2, (there.y + before.y) / 2)
                if not stage.enters
                else Spot(there.x + 24, there.y - 14)
            )
        at = stage.price.hex if stage.enters else at
