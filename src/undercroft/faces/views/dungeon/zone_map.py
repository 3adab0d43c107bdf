"""The map of a level: rooms as rectangles, ways between them as lines, doors where lines meet walls.

A seat that knows the site gets all of it, with what players have not seen marked; a player gets what was seen.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from undercroft.faces.views.dungeon.layout import MARGIN, MOST_SQUARE, apart, boxes, path, square_of, trail
from undercroft.faces.views.dungeon.lettering import TIGHT, Lettering, along, lettering, places
from undercroft.faces.views.dungeon.room_exits import DrawnExit, room_exits
from undercroft.faces.views.dungeon.stubs import STUB_MARGIN, DrawnStub, leads_away, stubs, unplaced
from undercroft.kernel.amounts import series
from undercroft.kernel.remembering import Same, remembering
from undercroft.table.site.room_numbers import number_order, rings, room_numbers
from undercroft.table.state.campaign import Campaign, Group
from undercroft.table.state.ids import DoorId, SiteId, ZoneId
from undercroft.table.state.seen_sites import SeenDoor, SeenSite, SeenZone
from undercroft.table.state.sites import PASSAGE, Door, DoorState, Feature, Grade, Shape, Site, Zone
from undercroft.table.world.darkness import is_blind
from undercroft.table.world.floor_plan import Box, Point, Spot, between, middle
from undercroft.table.world.sight import numbered


class RoomMark(Struct, frozen=True):
    """Something drawn in a room: a shape, a word, and whether players know of it."""

    kind: str
    label: str
    at: Point
    secret: bool


MOST_KEPT = 512
"""Maps that are kept, one for each seat. They are dropped in one step."""
LOW = 90
"""The height of a room below which the sign of the group is small."""
SIGN = 26
"""How far the sign of a group stays away from other marks."""


class DrawnRoom(Struct, frozen=True):
    """A zone as drawn."""

    id: ZoneId
    place: Shape
    """Its place in squares, apart from other rooms."""
    number: str
    """The room number, for a seat that knows the whole site; else empty."""
    box: Box
    lettering: Lettering
    """Its name, and where the name goes."""
    seen: bool
    lit: bool
    groups: tuple[str, ...]
    marks: tuple[RoomMark, ...]

    @property
    def tight(self) -> bool:
        """Whether its number needs small figures."""
        return not self.lettering.lines and min(self.box.width, self.box.height) < TIGHT

    @property
    def low(self) -> bool:
        """Whether the sign of the group needs to be small, and above the name."""
        return self.box.height < LOW

    @property
    def stands(self) -> Point:
        """Where the sign of the group is: in the middle, or left of the marks that are in its way."""
        down = self.box.y + 17 if self.low else self.box.middle.y - 6
        beside = [mark.at.x - SIGN for mark in self.marks if abs(mark.at.y - down) < SIGN]
        return Point(max(self.box.x + SIGN // 2, min((self.box.middle.x, *beside))), down)


class DrawnWay(Struct, frozen=True):
    """A way between two rooms, and the door upon it."""

    id: DoorId
    name: str
    points: tuple[Point, ...]
    door: Point
    upright: bool
    """The mark is upright because the way runs across."""
    state: DoorState
    known_state: DoorState | None
    """What players take it for; None if they have not seen it."""
    grade: Grade | None = None
    """How well it is concealed, for a seat that knows the whole site."""
    wall: tuple[int, int] = (0, 0)
    """The stretch of wall along which it can be put."""

    @property
    def path(self) -> str:
        """The way as an SVG path."""
        return path(self.points)


class ZoneMap(Struct, frozen=True):
    """One level of a site."""

    site: str
    level: int
    levels: tuple[int, ...]
    width: int
    height: int
    rooms: tuple[DrawnRoom, ...]
    ways: tuple[DrawnWay, ...]
    exits: Mapping[DoorId, DrawnExit]
    """The ways out of the group's zone."""
    trail: str = ""
    """The way the group came, as an SVG path."""
    foe: str = ""
    """Where the nearest creatures are, for a seat that knows the whole site."""
    square: int = 1
    """The side of a square on the drawing."""
    stubs: tuple[DrawnStub, ...] = ()
    """Known ways into the unknown, for a seat that does not know the whole site."""
    unread: bool = False
    """Whether it is too dark to read more of the map than the room they stand in."""


def zone_map(
    known: Campaign,
    group: Group,
    level: int | None = None,
    route: Sequence[ZoneId] = (),
    most_square: int = MOST_SQUARE,
) -> ZoneMap | None:
    """The map of a group's level, or of another, with the way the group came.

    `most_square` is the greatest side of a square.
    Players who cannot see have no map: only the room they stand in is drawn, with its ways out.
    """
    if group.site is None or group.zone is None:
        return None
    truth, seen = known.sites.get(group.site), known.seen.get(group.site)
    if truth is None and seen is not None and is_blind(known, group):
        felt = _room_alone(seen, group.zone)
        plan = _Plan(felt, felt, most_square=most_square)
        return replace(_drawn(plan, group.zone, _standing(known, felt.id)), unread=True) if felt.zones else None
    site = truth or seen
    if site is None:
        return None
    standing = _standing(known, site.id)
    if seen is None:
        seen = SeenSite(site.id, site.name)
    return _drawn_once(site, Same(seen), group.zone, standing, level, tuple(route), most_square)


@remembering(MOST_KEPT)
def _drawn_once(
    site: Site | SeenSite,
    seen: Same[SeenSite],
    zone: ZoneId,
    standing: tuple[StandingGroup, ...],
    level: int | None,
    route: tuple[ZoneId, ...],
    most_square: int,
) -> ZoneMap:
    """The map of a site that is the very same, with the groups where they were: most commands change none of it."""
    return _drawn(_Plan(site, seen.value, most_square=most_square), zone, standing, level, route)


def _standing(known: Campaign, site: SiteId) -> tuple[StandingGroup, ...]:
    """The groups in a site."""
    return tuple(
        StandingGroup(group.zone, group.name, bool(known.lights_of(group.id)))
        for group in known.groups.values()
        if group.site == site and group.members
    )


def site_map(site: Site | SeenSite, seen: SeenSite, level: int, numbers: Mapping[ZoneId, str]) -> ZoneMap:
    """The map of a level without anybody in it: the site as it is or as a seat knows it, with these room numbers."""
    return _drawn(_Plan(site, seen, numbers), level=level)


def _room_alone(seen: SeenSite, zone: ZoneId) -> SeenSite:
    """One room of a site and its ways out, without anything in it."""
    doors = {id: door for id, door in seen.doors.items() if zone in door.between}
    rooms = {id: room for id, room in seen.zones.items() if id == zone}
    return SeenSite(seen.id, seen.name, seen.clock, zones=rooms, doors=doors)


class StandingGroup(NamedTuple):
    """A group on the map: where it is, its name, and whether it has light."""

    zone: ZoneId | None
    name: str
    has_light: bool


class _Plan(Struct, frozen=True):
    """A site as a seat knows it, and as players have seen it."""

    site: Site | SeenSite
    seen: SeenSite
    labels: Mapping[ZoneId, str] | None = None
    """The numbers of rooms; None for those of the referee's map, for a seat that knows the site."""
    most_square: int = MOST_SQUARE

    @property
    def numbers(self) -> Mapping[ZoneId, str]:
        """The number of each room."""
        if self.labels is not None:
            return self.labels
        return {} if self.truth is None else room_numbers(self.truth)

    @property
    def truth(self) -> Site | None:
        """The true site, for a seat that knows it."""
        return self.site if isinstance(self.site, Site) else None


def _drawn(
    plan: _Plan,
    here: ZoneId | None = None,
    standing: Sequence[StandingGroup] = (),
    level: int | None = None,
    route: Sequence[ZoneId] = (),
) -> ZoneMap:
    """The drawing for a group that is `here`, with every group that is in the site."""
    every = plan.site.zones
    levels = tuple(sorted({zone.level for zone in every.values()}))
    zone = every.get(here) if here is not None else None
    chosen = level if level in levels else zone.level if zone is not None else levels[0]
    zones = [zone for zone in every.values() if zone.level == chosen]
    shapes = apart({zone.id: zone.shape for zone in zones})
    square = min(plan.most_square, square_of(shapes))
    leads_off = plan.truth is None and leads_away(plan.seen, shapes.keys())
    margin = STUB_MARGIN if leads_off else MARGIN
    placed = boxes(shapes, square, margin)
    numbers = plan.numbers
    ways = tuple(_ways(plan, placed))
    ends = tuple(stubs(plan.seen, placed)) if leads_off else ()
    width = max(box.x + box.width for box in placed.values()) + margin
    height = max(box.y + box.height for box in placed.values()) + margin
    paths = along((*(way.points for way in ways), *(end.points for end in ends)))
    page = _Page((*placed.values(), *paths), Box(0, 0, width, height))
    rooms = tuple(
        _room(plan, standing, zone, numbers.get(zone.id, ""), (shapes[zone.id], placed[zone.id]), page)
        for zone in zones
    )
    lie = {way.id: way.door for way in ways}
    exits = room_exits(plan.site, plan.seen, here, placed, lie, numbers) if here is not None else {}
    way = trail(route, placed, [(plan.site.doors[way.id].between, way.points) for way in ways])
    foe = _nearest_foe(plan.truth, here, numbers)
    return ZoneMap(plan.site.name, chosen, levels, width, height, rooms, ways, exits, way, foe, square, ends)


def _nearest_foe(truth: Site | None, zone: ZoneId | None, numbers: Mapping[ZoneId, str]) -> str:
    """The nearest monsters by number of doors: whether some are here, and the next rooms that have some."""
    if truth is None or zone is None:
        return ""
    held = {creatures.zone for creatures in truth.creatures.values() if creatures.count > 0 and not creatures.is_event}
    here = "here" if zone in held else ""
    farther = ([each for each in ring if each in held and each != zone] for ring in rings(truth, zone))
    near = next(filter(None, farther), list[ZoneId]())
    named = sorted((numbers.get(each) or truth.zones[each].name for each in near), key=number_order)
    rooms = f"{'room' if len(near) == 1 else 'rooms'} {series(named)}" if near else ""
    return ", then ".join(filter(None, (here, rooms)))


class _Page(Struct, frozen=True):
    """The drawing: the space already taken, and its size."""

    taken: tuple[Box, ...]
    size: Box


def _room(
    plan: _Plan,
    standing: Sequence[StandingGroup],
    zone: Zone | SeenZone,
    number: str,
    at: tuple[Shape, Box],
    page: _Page,
) -> DrawnRoom:
    shape, box = at
    here = [group for group in standing if group.zone == zone.id]
    found = tuple(_found(plan, zone.id))
    written = lettering(
        zone.name, box, len(found), page.taken, page.size, corridor=zone.corridor and zone.name == PASSAGE
    )
    marks = zip(places(box, written, len(found)), found, strict=False)
    return DrawnRoom(
        zone.id,
        shape,
        number,
        box,
        written,
        seen=zone.id in plan.seen.zones,
        lit=zone.lit or any(group.has_light for group in here),
        groups=tuple(group.name for group in here),
        marks=tuple(RoomMark(kind, label, at, secret=not known) for at, (kind, label, known) in marks),
    )


def _found(plan: _Plan, zone: ZoneId) -> Iterator[tuple[str, str, bool]]:
    """Features, traps, obstacles and creatures of a room: kind, name, and whether players know of it."""
    site, seen = plan.site, plan.seen
    for feature in site.features.values():
        if feature.zone == zone:
            grade = feature.grade if isinstance(feature, Feature) else Grade.HIDDEN
            yield grade, feature.what, feature.id in seen.features
    for trap in site.traps.values():
        if trap.zone == zone:
            yield "trap", trap.name, trap.id in seen.traps
    for obstacle in site.obstacles.values():
        if obstacle.zone == zone and not obstacle.cleared:
            yield "obstacle", obstacle.name, obstacle.id in seen.obstacles
    for door in unplaced(seen, zone) if plan.truth is None else ():
        yield "way", door.name, True
    for creatures in site.creatures.values():
        if creatures.zone == zone:
            yield "creatures", numbered(creatures), creatures.id in seen.creatures


def _ways(plan: _Plan, placed: Mapping[ZoneId, Box]) -> Iterable[DrawnWay]:
    """Every way of the level; ways that join the same two rooms each have their own part of the wall."""
    doors = [door for door in plan.site.doors.values() if door.between[0] in placed and door.between[1] in placed]
    together = Counter(frozenset(door.between) for door in doors)
    so_far: Counter[frozenset[ZoneId]] = Counter()
    for door in doors:
        rooms = frozenset(door.between)
        yield _way(plan, door, placed, so_far[rooms], together[rooms])
        so_far[rooms] += 1


def _way(plan: _Plan, door: Door | SeenDoor, placed: Mapping[ZoneId, Box], place: int, of: int) -> DrawnWay:
    one, other = sorted((placed[zone] for zone in door.between), key=lambda box: (box.x, box.y))
    around = [box for zone, box in placed.items() if zone not in door.between]
    route = between(one, other, Spot(place, of, door.along), around)
    at, upright = middle(route.points, around)
    known = plan.seen.doors.get(door.id)
    return DrawnWay(
        door.id,
        door.name,
        route.points,
        at,
        upright,
        door.state,
        known.state if known is not None else None,
        _grade(plan.site, door),
        route.down if upright else route.across,
    )


def _grade(site: Site | SeenSite, door: Door | SeenDoor) -> Grade | None:
    """How well an exit is concealed: as the feature is that reveals it."""
    if not isinstance(door, Door) or not door.hidden or not isinstance(site, Site):
        return None
    return next((feature.grade for feature in site.features.values() if feature.door == door.id), Grade.HIDDEN)
