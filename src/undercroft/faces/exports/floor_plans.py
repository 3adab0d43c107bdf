"""The levels of sites as plain geometry: rooms, doors between them and their numbers, for maps of every kind."""

from collections.abc import Iterator, Mapping

from msgspec import Struct

from undercroft.faces.exports.exporter import Subject
from undercroft.faces.views.dungeon.layout import apart
from undercroft.table.site.room_numbers import room_numbers
from undercroft.table.state.ids import DoorId, ZoneId
from undercroft.table.state.seen_sites import SeenSite
from undercroft.table.state.sites import Door, DoorState, Shape, Site


class PlanRoom(Struct, frozen=True):
    """A room on a plan, in squares from the top left."""

    id: ZoneId
    number: str
    name: str
    shape: Shape
    corridor: bool


class PlanDoor(Struct, frozen=True):
    """A way between two rooms: its two ends in squares, each in the wall of its room."""

    id: DoorId
    between: tuple[ZoneId, ZoneId]
    name: str
    state: DoorState
    hidden: bool
    ends: tuple[tuple[float, float], tuple[float, float]]


class FloorPlan(Struct, frozen=True):
    """One level of a site."""

    title: str
    rooms: tuple[PlanRoom, ...]
    doors: tuple[PlanDoor, ...]
    width: int
    height: int
    entrance: ZoneId | None = None
    """Where people enter, if it is on this level and known."""


def plans(subject: Subject) -> Iterator[FloorPlan]:
    """Every level of every site, as the seat knows it."""
    sites = subject.now.sites.values() if subject.secrets else subject.now.seen.values()
    for site in sites:
        levels = sorted({zone.level for zone in site.zones.values()})
        for level in levels:
            yield plan_of(site, level, several=len(levels) > 1)


def plan_of(site: Site | SeenSite, level: int, *, several: bool) -> FloorPlan:
    numbers = room_numbers(site) if isinstance(site, Site) else _counted(site)
    zones = {id: zone for id, zone in site.zones.items() if zone.level == level}
    shapes = apart({id: zone.shape for id, zone in zones.items()})
    left, top = min(shape.x for shape in shapes.values()), min(shape.y for shape in shapes.values())
    placed = {
        id: Shape(shape.x - left + 1, shape.y - top + 1, shape.width, shape.height) for id, shape in shapes.items()
    }
    rooms = tuple(PlanRoom(id, numbers[id], zone.name, placed[id], zone.corridor) for id, zone in zones.items())
    doors = tuple(
        PlanDoor(
            door.id,
            door.between,
            door.name,
            door.state,
            isinstance(door, Door) and door.hidden,
            _ends(placed[door.between[0]], placed[door.between[1]]),
        )
        for door in site.doors.values()
        if door.between[0] in placed and door.between[1] in placed
    )
    entrance = site.entrance if isinstance(site, Site) and site.entrance in zones else None
    wide = max(shape.x + shape.width for shape in placed.values()) + 1
    high = max(shape.y + shape.height for shape in placed.values()) + 1
    return FloorPlan(f"{site.name}, level {level}" if several else site.name, rooms, doors, wide, high, entrance)


def _counted(site: SeenSite) -> Mapping[ZoneId, str]:
    return {id: str(number) for number, id in enumerate(site.zones, 1)}


def _ends(one: Shape, other: Shape) -> tuple[tuple[float, float], tuple[float, float]]:
    """Where a way leaves each of two rooms: straight across where they face each other, else from middle to middle."""
    across, down = _shared(one.x, one.width, other.x, other.width), _shared(one.y, one.height, other.y, other.height)
    if down is not None and across is None:
        first, second = (one.x + one.width, other.x) if one.x < other.x else (one.x, other.x + other.width)
        return (first, down), (second, down)
    if across is not None and down is None:
        first, second = (one.y + one.height, other.y) if one.y < other.y else (one.y, other.y + other.height)
        return (across, first), (across, second)
    return (one.x + one.width / 2, one.y + one.height / 2), (other.x + other.width / 2, other.y + other.height / 2)


def _shared(first: int, length: int, second: int, other: int) -> float | None:
    """The middle of what two stretches share; None if they share nothing."""
    low, high = max(first, second), min(first + length, second + other)
    return (low + high) / 2 if low < high else None
