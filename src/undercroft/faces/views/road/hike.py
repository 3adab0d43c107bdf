"""A day's march by the hour: the common pace, the way ahead in kilometres, each walker's condition, and the strain."""

from collections.abc import Iterator

from msgspec import Struct

from undercroft.faces.views.short_names import first_name
from undercroft.kernel.amounts import roughly
from undercroft.table.bridge import fatigue_max
from undercroft.table.bridge.time_units import TRAVEL_HOURS
from undercroft.table.road.hike_pace import Going, day_km, going, hike_of, pace
from undercroft.table.road.hike_throw import missing_an_hour
from undercroft.table.state.campaign import Campaign, Group
from undercroft.table.state.ids import HexId
from undercroft.table.state.journeys import NO_POINTS, Hike, Walker


class HikeStage(Struct, frozen=True):
    """A hex of the way: its terrain, the kilometres left, and the hours they take."""

    hex: HexId
    ground: str
    factor: str
    km: str
    hours: str


class HikeWalker(Struct, frozen=True):
    """A walker: how far they would get in a day, their fatigue points, and the cost of an hour."""

    name: str
    km: str
    fp: str
    an_hour: int
    effort: str


class HikeDay(Struct, frozen=True):
    """A march by Neverwhere for its screen: hours and distance covered, the way ahead, and each walker's condition."""

    hours: str
    of: str
    share: int
    """The share of the day's hours that has passed, in percent."""
    km: str
    unrested: str
    pace: str
    stages: tuple[HikeStage, ...]
    walkers: tuple[HikeWalker, ...]


def hike_day(known: Campaign, group: Group) -> HikeDay | None:
    """The march a group is on; None if it is on none."""
    hike = hike_of(group)
    if hike is None:
        return None
    on = going(known.seen_lands, group.hex, next(iter(hike.route), None))
    return HikeDay(
        roughly(hike.hours),
        str(TRAVEL_HOURS),
        min(100, int(hike.hours * 100 / TRAVEL_HOURS)),
        roughly(hike.km),
        roughly(hike.unrested),
        roughly(pace(known, group, hike, on)),
        tuple(_stages(known, group, hike)),
        tuple(_walkers(known, group, hike, on)),
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
            f"{on.terrain.value.replace('_', ' ')} \N{MULTIPLICATION SIGN}{roughly(on.factor)}",
            f"{roughly(left)} km" if left is not None else "",
            f"{roughly(left / speed)} h" if left is not None and speed else "",
        )
        here = there


def _walkers(known: Campaign, group: Group, hike: Hike, on: Going) -> Iterator[HikeWalker]:
    for person in known.able_in(group.id):
        walker = hike.walkers.get(person.id, Walker())
        most = fatigue_max(person, known.house.fatigue)
        told = "extra effort" if walker.effort else f"+{int(walker.gain * 100)} %" if walker.gain else ""
        fp = f"{person.fp}/{most}" if most else ""
        km = f"{roughly(day_km(known, person, walker, on))} km"
        yield HikeWalker(person.name, km, fp, missing_an_hour(known, person), told)


class HourlyStrain(Struct, frozen=True):
    """People who lose the same each hour."""

    fp: int
    names: tuple[str, ...]


def hourly_strain(known: Campaign, group: Group) -> tuple[HourlyStrain, ...]:
    """Who loses how much in an hour, the least first; empty if the house counts no fatigue."""
    found: dict[int, list[str]] = {}
    for walker in known.able_in(group.id):
        if fatigue_max(walker, known.house.fatigue):
            found.setdefault(missing_an_hour(known, walker), []).append(first_name(walker.name))
    return tuple(HourlyStrain(fp, tuple(names)) for fp, names in sorted(found.items()))
