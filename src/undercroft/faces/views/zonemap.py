"""The map of a level: rooms as rectangles, ways between them as lines, doors where lines meet walls.

Whoever knows the site gets all of it, with what the players have not seen marked; a player gets what was seen.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import pairwise

from msgspec import Struct

from undercroft.table.campaign import Campaign, Group
from undercroft.table.names import DoorId, SiteId, ZoneId
from undercroft.table.seen import SeenDoor, SeenSite, SeenZone
from undercroft.table.sites import Door, DoorState, Feature, Grade, Shape, Site, Zone

SQUARE = 20
"""Drawing units to a square of the plan."""
MARGIN = 24
DOOR = 9
"""Half the length of a door mark."""


class Point(Struct, frozen=True):
    """A place on the drawing."""

    x: int
    y: int


class Mark(Struct, frozen=True):
    """Something drawn in a room: a shape, a word, and whether players know of it."""

    kind: str
    label: str
    at: Point
    secret: bool


class Room(Struct, frozen=True):
    """A zone as it is drawn."""

    id: ZoneId
    name: str
    number: int
    x: int
    y: int
    width: int
    height: int
    seen: bool
    mapped: bool
    corridor: bool
    lit: bool
    groups: tuple[str, ...]
    marks: tuple[Mark, ...]


class Way(Struct, frozen=True):
    """A way between two rooms, and the door upon it."""

    id: DoorId
    name: str
    points: tuple[Point, ...]
    door: Point
    upright: bool
    """The mark stands upright because the way runs across."""
    state: DoorState
    known_state: DoorState | None
    """What players take it for; None if they have not seen it."""
    hidden: bool
    obstacles: tuple[str, ...]

    @property
    def path(self) -> str:
        """The way as an SVG path."""
        first, *rest = self.points
        return f"M{first.x} {first.y}" + "".join(f"L{point.x} {point.y}" for point in rest)


class ZoneMap(Struct, frozen=True):
    """One level of a site."""

    site: str
    level: int
    levels: tuple[int, ...]
    width: int
    height: int
    rooms: tuple[Room, ...]
    ways: tuple[Way, ...]


def zone_map(known: Campaign, group: Group, level: int | None = None) -> ZoneMap | None:
    """The map of the level a group is on, or of another."""
    if group.site is None or group.zone is None:
        return None
    truth, seen = known.sites.get(group.site), known.seen.get(group.site)
    if truth is not None:
        return _drawn(_Plan(truth.name, truth.zones, truth.doors, truth, seen), known, group, level)
    if seen is not None:
        return _drawn(_Plan(seen.name, seen.zones, seen.doors, None, seen), known, group, level)
    return None


class _Plan:
    """A site as somebody knows it: zones and doors, with what players have seen of them."""

    def __init__(
        self,
        name: str,
        zones: Mapping[ZoneId, Zone] | Mapping[ZoneId, SeenZone],
        doors: Mapping[DoorId, Door] | Mapping[DoorId, SeenDoor],
        truth: Site | None,
        seen: SeenSite | None,
    ) -> None:
        self.name = name
        self.zones = zones
        self.doors = doors
        self.truth = truth
        self.seen = seen or SeenSite(_id_of(truth), name)


def _id_of(truth: Site | None) -> SiteId:
    """The id of a site nobody has seen yet."""
    return truth.id if truth is not None else SiteId("")


def _drawn(plan: _Plan, known: Campaign, group: Group, level: int | None) -> ZoneMap:
    levels = tuple(sorted({zone.level for zone in plan.zones.values()}))
    here = plan.zones[group.zone].level if group.zone in plan.zones else levels[0]  # type: ignore[index]
    chosen = level if level in levels else here
    zones = [zone for zone in plan.zones.values() if zone.level == chosen]
    left = min(zone.shape.x for zone in zones)
    top = min(zone.shape.y for zone in zones)
    numbers = {id: number for number, id in enumerate(plan.zones, 1)}
    rooms = tuple(_room(plan, known, zone, numbers[zone.id], left, top) for zone in zones)
    placed = {room.id: room for room in rooms}
    ways = tuple(
        _way(plan, door, placed)
        for door in plan.doors.values()
        if door.between[0] in placed and door.between[1] in placed
    )
    width = max(room.x + room.width for room in rooms) + MARGIN
    height = max(room.y + room.height for room in rooms) + MARGIN
    return ZoneMap(plan.name, chosen, levels, width, height, rooms, ways)


def _room(plan: _Plan, known: Campaign, zone: Zone | SeenZone, number: int, left: int, top: int) -> Room:
    x, y, width, height = _placed(zone.shape, left, top)
    seen = plan.seen.zones.get(zone.id)
    groups = tuple(
        group.name
        for group in known.groups.values()
        if group.site == plan.seen.id and group.zone == zone.id and group.members
    )
    lit = zone.lit or any(
        known.lights_of(group.id) for group in known.groups.values() if group.zone == zone.id and group.members
    )
    return Room(
        zone.id,
        zone.name,
        number,
        x,
        y,
        width,
        height,
        seen=seen is not None,
        mapped=seen is not None and seen.mapped,
        corridor=zone.corridor,
        lit=lit,
        groups=groups,
        marks=tuple(_marks(plan, zone.id, Point(x + width, y))),
    )


def _marks(plan: _Plan, zone: ZoneId, corner: Point) -> Iterable[Mark]:
    """Features, traps, obstacles and creatures of a room, in a row along its right wall."""
    found = [
        *((feature.grade, feature.what, feature.id in plan.seen.features) for feature in _features(plan, zone)),
        *(("trap", name, known) for name, known in _traps(plan, zone)),
        *(("obstacle", name, known) for name, known in _obstacles(plan, zone)),
        *(("creatures", name, known) for name, known in _creatures(plan, zone)),
    ]
    for place, (kind, label, known) in enumerate(found):
        yield Mark(kind, label, Point(corner.x - 14, corner.y + 16 + 18 * place), secret=not known)


def _features(plan: _Plan, zone: ZoneId) -> list[Feature]:
    if plan.truth is not None:
        return [one for one in plan.truth.features.values() if one.zone == zone]
    return [
        Feature(one.id, zone, Grade.HIDDEN, one.what, found=True)
        for one in plan.seen.features.values()
        if one.zone == zone
    ]


def _traps(plan: _Plan, zone: ZoneId) -> list[tuple[str, bool]]:
    traps = plan.truth.traps if plan.truth is not None else plan.seen.traps
    return [(one.name, one.id in plan.seen.traps) for one in traps.values() if one.zone == zone]


def _obstacles(plan: _Plan, zone: ZoneId) -> list[tuple[str, bool]]:
    obstacles = plan.truth.obstacles if plan.truth is not None else plan.seen.obstacles
    return [
        (one.name, one.id in plan.seen.obstacles) for one in obstacles.values() if one.zone == zone and not one.cleared
    ]


def _creatures(plan: _Plan, zone: ZoneId) -> list[tuple[str, bool]]:
    creatures = plan.truth.creatures if plan.truth is not None else plan.seen.creatures
    return [
        (f"{one.count or ''} {one.name}".strip(), one.id in plan.seen.creatures)
        for one in creatures.values()
        if one.zone == zone
    ]


def _placed(shape: Shape, left: int, top: int) -> tuple[int, int, int, int]:
    return (
        (shape.x - left) * SQUARE + MARGIN,
        (shape.y - top) * SQUARE + MARGIN,
        shape.width * SQUARE,
        shape.height * SQUARE,
    )


def _way(plan: _Plan, door: Door | SeenDoor, placed: Mapping[ZoneId, Room]) -> Way:
    one, other = placed[door.between[0]], placed[door.between[1]]
    points = between(one, other)
    middle, upright = _middle(points)
    known = plan.seen.doors.get(door.id)
    obstacles = plan.truth.obstacles if plan.truth is not None else plan.seen.obstacles
    in_the_way = tuple(
        obstacle.name
        for obstacle in obstacles.values()
        if not obstacle.cleared and obstacle.to is not None and {obstacle.zone, obstacle.to} == set(door.between)
    )
    return Way(
        door.id,
        door.name,
        points,
        middle,
        upright,
        door.state,
        known.state if known is not None else None,
        isinstance(door, Door) and door.hidden,
        in_the_way,
    )


def between(one: Room, other: Room) -> tuple[Point, ...]:
    """The line from wall to wall: straight where the rooms face each other, else with one corner."""
    low, high = max(one.y, other.y), min(one.y + one.height, other.y + other.height)
    if high - low >= SQUARE:
        y = (low + high) // 2
        left, right = (one, other) if one.x <= other.x else (other, one)
        return (Point(left.x + left.width, y), Point(right.x, y))
    low, high = max(one.x, other.x), min(one.x + one.width, other.x + other.width)
    if high - low >= SQUARE:
        x = (low + high) // 2
        upper, lower = (one, other) if one.y <= other.y else (other, one)
        return (Point(x, upper.y + upper.height), Point(x, lower.y))
    across = Point(other.x + other.width // 2, one.y + one.height // 2)
    start = Point(one.x + one.width if across.x > one.x else one.x, across.y)
    end = Point(across.x, other.y if other.y > across.y else other.y + other.height)
    return (start, across, end)


def _middle(points: tuple[Point, ...]) -> tuple[Point, bool]:
    """Where a door stands: half way along the longest stretch."""
    a, b = max(pairwise(points), key=lambda pair: abs(pair[0].x - pair[1].x) + abs(pair[0].y - pair[1].y))
    return Point((a.x + b.x) // 2, (a.y + b.y) // 2), a.y == b.y
