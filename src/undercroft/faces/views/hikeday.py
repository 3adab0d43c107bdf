"""A day's march by the hour: the pace of all together, the way ahead in kilometres, and how each walker fares."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from undercroft.faces.views.points import points
from undercroft.table.bridge import fatigue_max
from undercroft.table.bridge_clock import TRAVEL_HOURS
from undercroft.table.campaign import Campaign, Group
from undercroft.table.journeys import NO_POINTS, Hike, Walker
from undercroft.table.names import HexId
from undercroft.table.procedures.hike_numbers import day_km, going, hike_of, pace
from undercroft.table.procedures.hike_throws import missing_an_hour


class HikeStage(Struct, frozen=True):
    """A hex of the way: its going, what is left of it in kilometres, and the hours that takes."""

    hex: HexId
    ground: str
    factor: str
    km: str
    hours: str


class HikeWalker(Struct, frozen=True):
    """Somebody on the march: how far they would get in a day, their fatigue points, and what an hour costs."""

    name: str
    km: str
    fp: str
    an_hour: int
    effort: str


class HikeDay(Struct, frozen=True):
    """A march by Neverwhere for its screen: hours and distance gone, the way ahead, and how each walker bears it."""

    hours: str
    of: str
    share: int
    """How much of the day's hours is gone, in percent."""
    km: str
    unrested: str
    pace: str
    stages: tuple[HikeStage, ...]
    walkers: tuple[HikeWalker, ...]


def hike_day(known: Campaign, group: Group) -> HikeDay | None:
    """The march a group is on; none where it is on none."""
    hike = hike_of(group)
    if hike is None:
        return None
    on = going(known.seen_lands, group.hex, next(iter(hike.route), None))
    return HikeDay(
        points(hike.hours),
        str(TRAVEL_HOURS),
        min(100, int(hike.hours * 100 / TRAVEL_HOURS)),
        points(hike.km),
        points(hike.unrested),
        points(pace(known, group, hike, on)),
        tuple(_stages(known, group, hike)),
        tuple(_walkers(known, group, hike)),
    )


def _stages(known: Campaign, group: Group, hike: Hike) -> Iterator[HikeStage]:
    here, wide = group.hex, known.lands.hex_km
    for place, there in enumerate(hike.route):
        on = going(known.seen_lands, here, there)
        seen = known.seen_lands.hexes.get(there)
        ground = seen.terrain.value.replace("_", " ") if seen is not None else "not known"
        left = wide - (hike.into if not place else NO_POINTS) if wide is not None else None
        speed = pace(known, group, hike, on)
        yield HikeStage(
            there,
            ground,
            f"{on.terrain.value.replace('_', ' ')} \N{MULTIPLICATION SIGN}{points(on.factor)}",
            f"{points(left)} km" if left is not None else "",
            f"{points(left / speed)} h" if left is not None and speed else "",
        )
        here = there


def _walkers(known: Campaign, group: Group, hike: Hike) -> Iterator[HikeWalker]:
    on = going(known.seen_lands, group.hex, next(iter(hike.route), None))
    for one in known.able_in(group.id):
        walker = hike.walkers.get(one.id, Walker())
        most = fatigue_max(one, known.house.fatigue)
        told = "extra effort" if walker.effort else f"+{int(walker.gain * 100)} %" if walker.gain else ""
        fp = f"{one.fp}/{most}" if most else ""
        yield HikeWalker(
            one.name, f"{points(day_km(known, one, walker, on))} km", fp, missing_an_hour(known, one), told
        )
